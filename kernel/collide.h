#pragma once

#include "sizes.h"

/* What the narrow phase leaves to others has one of these. */
#define OTHER_FLAGS (~(ContactFlag_Touching | ContactFlag_Grazing))

/* Where the colliders of a pair stand to each other. See src/collision/manifold.ts. */
typedef struct {
  /* Origin of B less that of A, world axes. */
  double dx, dy;
  double cos_a, sin_a, cos_b, sin_b;
  /* Points up to this separation are kept, if the shapes are no farther apart than `near` along each of their faces. */
  double margin, near;
} Placed;

/* Each returns the number of points. What is not there is left as it was. */
int collide_circles(const Pose *pose_a, const Pose *pose_b, double radius_a, double radius_b, double margin, Manifold *out);
int part_circles(double tie, double distance, double radius_a, double radius_b, Manifold *out);
int collide_boxes(const Geometry *a, const Geometry *b, const Placed *pair, Manifold *out, Feature *ids);
int collide_polygon_circle(const Geometry *a, const Geometry *b, const Placed *pair, Manifold *out, Feature *ids);
int collide_capsule_circle(const Geometry *a, const Geometry *b, const Placed *pair, Manifold *out, Feature *ids);
int collide_segment_circle(const Geometry *a, const Geometry *b, const Placed *pair, Manifold *out, Feature *ids);
int collide_box_circle(const Geometry *box, const Geometry *circle, const Placed *pair, Manifold *out, Feature *ids);

static inline bool is_quick(uint32_t body_a, uint32_t body_b) { return (frame->quick[body_a] | frame->quick[body_b]) != 0; }

/* How two bodies move against each other in the step if nothing stops them. */
typedef struct {
  /* How far B gets, seen from A. */
  double x, y;
  /* How far a turn may take a point of the smaller body, and how wrong `x` and `y` may be where the larger one turns. */
  double turned, bent;
  /* How far they may come nearer to each other, at most. */
  double most;
} Approach;

/* Where a body's center of mass is. */
static inline double center_x(const Pose *pose) { return pose->x - pose->fromCenterX; }
static inline double center_y(const Pose *pose) { return pose->y - pose->fromCenterY; }

/* Whether the surface stays where it is while the body turns: see `isRoundBody`. Without a jump: which bodies are discs is as good as random. */
static inline bool is_round_body(uint32_t body) {
  const Pose *pose = frame->pose + body;
  bool centered = (pose->fromCenterX == 0) & (pose->fromCenterY == 0);
  return (frame->shapeType[body] == ShapeType_Circle) & (frame->firstChild[body] == 0) & centered;
}

/* Their motion is taken where the smaller one is: what rides along in a turning drum does not come near it. */
static inline Approach approach_of(uint32_t a, uint32_t b) {
  bool first = frame->extent[a] < frame->extent[b];
  uint32_t small = first ? a : b;
  uint32_t large = first ? b : a;
  const Way *s = frame->way + small;
  const Way *l = frame->way + large;
  double rx = center_x(frame->pose + small) - center_x(frame->pose + large);
  double ry = center_y(frame->pose + small) - center_y(frame->pose + large);
  double dx = s->x - l->x + l->turn * ry;
  double dy = s->y - l->y - l->turn * rx;
  double length = __builtin_sqrt(dx * dx + dy * dy);
  /* The surface of a disc stays where it is while it turns. */
  double extent = is_round_body(small) ? 0 : frame->extent[small];
  double turned = __builtin_fabs(s->turn - l->turn) * extent;
  double turn = __builtin_fabs(l->turn);
  double bent = turn * (length + 0.5 * turn * (__builtin_fabs(rx) + __builtin_fabs(ry)));
  return (Approach){first ? -dx : dx, first ? -dy : dy, turned, bent, length + turned};
}

/* Whether the discs around two bodies come within `more` of each other on their ways. */
bool may_meet(uint32_t a, uint32_t b, double more);

/* Whether the step has to look ahead for a contact of a quick body with that many points now. */
__attribute__((noinline)) bool looks_ahead(uint32_t contact, int points, const Approach *approach);

/* In slops: of what is nearer the hit has begun. */
#define LEAST_ASIDE 0.1

/* Whether the point of a contact is apart, and was not held in the step before: it may be that of a hit to come. */
static inline bool may_hit_aside(uint32_t contact) {
  return frame->manifold[contact].separation0 > LEAST_ASIDE * frame->slop && frame->impulse[contact].normal0 == 0;
}

/* Whether round things that are apart will touch within the step, with another normal than that of their one point now. */
bool hits_aside(uint32_t contact);

/* In the place of the second separation of a pair without points: whether the first is that along the normal. */
#define NO_AXIS 0
#define ALONG_NORMAL 1

/* Whether two shapes that are apart along the normal of a contact stay farther apart than `far` there. */
static inline bool stays_apart(const Manifold *m, const Approach *approach, double far) {
  double closing = approach->turned + approach->bent - m->normalX * approach->x - m->normalY * approach->y;
  return m->separation0 > far + closing * (1 + 1e-9);
}

/*
 * Of the smaller extent: by how much a point may be nearer than its shapes are. It is what a face may stand out beside another one
 * without being cut (half a thousandth of the shorter edge, see clip.c), and some more.
 */
#define NEARER_POINT 2e-3

/* How far two shapes are apart along the normal that their contact has, or had when it was last computed. */
double gap_along_normal(uint32_t a, uint32_t b, const Manifold *manifold);

/*
 * Whether shapes without points are still apart by more than a margin along the normal that they have, and thus have none: a third of the
 * pairs of a crowd are, and a look at one direction takes a fraction of one at all faces. Leaves behind how far that is.
 */
bool is_still_apart(uint32_t a, uint32_t b, Manifold *manifold, double margin);

/* How far two shapes are apart on their ways through the step at least, and where these end. */
typedef struct {
  double least, end;
} WayGap;

/*
 * How far two shapes without points stay apart at least on their ways, seen along the normal of their contact, or from center
 * to center: so far away are all points that they may have then. NaN for two on one spot.
 */
WayGap gap_on_ways(uint32_t contact);

static inline bool is_box(int type) { return type == ShapeType_Box || type == ShapeType_Aabb; }

static inline bool is_link(int type, const Geometry *geometry) {
  return type == ShapeType_Segment && geometry->sides != LinkSides_Free;
}

/* The manifold of two shapes of any kind at poses that are not those of their colliders. */
int collide_at(int type_a, const Geometry *a, const Start *at_a, int type_b, const Geometry *b, const Start *at_b, double margin,
               Manifold *out, Feature *ids);

/* The same pair with A and B exchanged. */
static inline Placed swapped(const Placed *pair) {
  return (Placed){-pair->dx, -pair->dy, pair->cos_b, pair->sin_b, pair->cos_a, pair->sin_a, pair->margin, pair->near};
}

/* The first of the three numbers of a point: x, y, separation. */
static inline double *manifold_point(Manifold *manifold, int index) { return &manifold->x0 + 3 * index; }

static inline int32_t *feature_id(Feature *ids, int index) { return &ids->id0 + index; }

/* No point: leaves behind how far the shapes are apart at least, of which `looks_ahead` makes use. */
static inline int apart(Manifold *out, double distance) {
  out->separation0 = distance;
  return 0;
}

/* The same of shapes that are so far apart along a face, whose normal from A to B it leaves behind, too. */
static inline int apart_along(Manifold *out, double nx, double ny, double distance) {
  out->normalX = nx;
  out->normalY = ny;
  out->separation1 = ALONG_NORMAL;
  return apart(out, distance);
}

/* Two that are apart along a normal in the frame of A. `is_still_apart` begins with that the next time. */
static inline int apart_along_face(const Placed *pair, double nx, double ny, double distance, Manifold *out) {
  return apart_along(out, pair->cos_a * nx - pair->sin_a * ny, pair->sin_a * nx + pair->cos_a * ny, distance);
}

/* Gives each new point of a contact the impulses of the old point at the same corner, or none. `id0`, `id1`: the names of the old ones. */
void match_points(uint32_t contact, int32_t id0, int32_t id1, int old, int points);

/* The same, where nearly always the points are still those that they were. */
static inline void carry_impulses(uint32_t contact, const Feature *before, int old, int points) {
  const Feature *now = frame->feature + contact;
  if (old == points && before->id0 == now->id0 && (points == 1 || before->id1 == now->id1)) return;
  match_points(contact, before->id0, before->id1, old, points);
}

/* Turns a manifold of (B, A) into that of (A, B), in place. */
int swap_manifold(int count, const Placed *pair, Manifold *out, Feature *ids);
