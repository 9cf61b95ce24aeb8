/*
 * The points of rows that are followed, made anew where their bodies have turned far within the step, see `FollowedRow`. What lands on a
 * corner is turned by that, and comes down on others within the same step. No look ahead knows how the hit will turn it: at 30 Hz a flat
 * hexagon that fell at 15 m/s was 10 cm deep in the ground with a corner that had no point.
 *
 * Runs once a substep, at its end: what meets at a new point is to bounce there in the next one. The pass that takes velocity back holds it
 * without, and took up to a seventh of the energy.
 */
#include "collide.h"
#include "followed.h"
#include "substeps.h"

/* Radians that the bodies of a contact turn until its points are made anew. */
#define TURNED 0.1
/* Cosine down to which the normal may be another one than before: where both sides give way, and where one does not and has corners in seams. */
#define ALIKE 0.9
#define SAME 0.99999
/* In `foreseenOf`: the points are those of another moment of the step. */
#define FORESEEN 1

/* A collider within the step, and the center of mass of its body. */
typedef struct {
  Start start;
  double center_x, center_y;
} Now;

/* What a row needs to know of the points that were found. */
typedef struct {
  Manifold manifold;
  Feature features;
  int points;
  /* The impulses of those that are still the same. */
  float normal[2], tangent[2];
} Found;

static inline Now now_of(uint32_t collider) {
  const Pose *pose = frame->pose + collider;
  /* The record of what is not awake is that of the world. */
  f32x4 moved = frame->work[frame->awakeIndex[frame->bodyOf[collider]] + 1].moved;
  double c = moved.z, s = moved.w, x = pose->fromCenterX, y = pose->fromCenterY;
  double center_x = pose->x - x + moved.x, center_y = pose->y - y + moved.y;
  return (Now){{center_x + c * x - s * y, center_y + s * x + c * y, c * pose->cos - s * pose->sin, s * pose->cos + c * pose->sin}, center_x, center_y};
}

/* Finds the points of two colliders where they are now; also what is far apart: it comes down as fast as the bodies turn. */
static inline void find_now(uint32_t a, const Now *now_a, uint32_t b, const Now *now_b, Found *found) {
  double extent_a = frame->extent[frame->bodyOf[a]], extent_b = frame->extent[frame->bodyOf[b]];
  found->points = collide_at(frame->shapeType[a], sizes_of(a), &now_a->start, frame->shapeType[b], sizes_of(b), &now_b->start,
                             2 * (extent_a < extent_b ? extent_a : extent_b), &found->manifold, &found->features);
}

static void find_held(uint32_t contact, const float *lane, Found *found) {
  const Feature *before = frame->feature + contact;
  for (int k = 0; k < 2; k++) {
    int32_t id = k == 0 ? found->features.id0 : found->features.id1;
    int from = before->id0 == id ? 0 : frame->pointCount[contact] == 2 && before->id1 == id ? 1 : -1;
    bool same = k < found->points && from >= 0;
    found->normal[k] = same ? point_of(lane, from)[LANES * PointField_Normal] : 0;
    found->tangent[k] = same ? point_of(lane, from)[LANES * PointField_Tangent] : 0;
  }
}

/* Writes both points as `write_row` does, from where the bodies are now; one that is not there far away. From then on the anchors are those of this turn. */
static void write_points(FollowedRow *row, const Now *of_a, const Now *of_b, bool reversed, const Found *found) {
  float *lane = lane_at(row->lane);
  const Manifold *m = &found->manifold;
  f32x4 at_a = body_of(lane, 0)->moved, at_b = body_of(lane, 1)->moved;
  const Now *side_a = reversed ? of_b : of_a, *side_b = reversed ? of_a : of_b;
  lane[LANES * Field_NormalX] = (float)(reversed ? -m->normalX : m->normalX);
  lane[LANES * Field_NormalY] = (float)(reversed ? -m->normalY : m->normalY);
  row->cosA = at_a.z;
  row->sinA = at_a.w;
  row->cosB = at_b.z;
  row->sinB = at_b.w;
  double nx = lane[LANES * Field_NormalX], ny = lane[LANES * Field_NormalY];
  double masses = (double)lane[LANES * Field_MassA] + lane[LANES * Field_MassB];
  double inertia_a = lane[LANES * Field_InertiaA], inertia_b = lane[LANES * Field_InertiaB];
  double first_a = 0, first_b = 0;
  for (int k = 0; k < 2; k++) {
    bool second = k == 1 && found->points == 2;
    double x = (second ? m->x1 : m->x0) + of_a->start.x, y = (second ? m->y1 : m->y0) + of_a->start.y;
    bool single = is_single(lane);
    double ax = single ? 0 : x - side_a->center_x, ay = single ? 0 : y - side_a->center_y;
    double bx = x - side_b->center_x, by = y - side_b->center_y;
    double cross_a = ax * ny - ay * nx, cross_b = bx * ny - by * nx;
    double dot_a = ax * nx + ay * ny, dot_b = bx * nx + by * ny;
    float *p = point_of(lane, k);
    p[LANES * PointField_CrossA] = (float)cross_a;
    p[LANES * PointField_CrossB] = (float)cross_b;
    p[LANES * PointField_DotA] = (float)dot_a;
    p[LANES * PointField_DotB] = (float)dot_b;
    p[LANES * PointField_InverseMass] = (float)(masses + inertia_a * cross_a * cross_a + inertia_b * cross_b * cross_b);
    p[LANES * PointField_TangentMass] = (float)(1 / (masses + inertia_a * dot_a * dot_a + inertia_b * dot_b * dot_b));
    p[LANES * PointField_Normal] = found->normal[k];
    p[LANES * PointField_Tangent] = found->tangent[k];
    if (k == 0) {
      first_a = cross_a;
      first_b = cross_b;
    } else {
      lane[LANES * Field_Across] = (float)(masses + inertia_a * first_a * cross_a + inertia_b * first_b * cross_b);
    }
    if (k >= found->points) {
      p[LANES * PointField_Base] = (float)FAR;
      continue;
    }
    /* The separation as a row has it: without where its bodies are by now. */
    double moved = nx * ((double)at_b.x - at_a.x) + ny * ((double)at_b.y - at_a.y);
    double anchor_a = at_a.z * (double)p[LANES * PointField_DotA] + at_a.w * (double)p[LANES * PointField_CrossA];
    double anchor_b = at_b.z * (double)p[LANES * PointField_DotB] + at_b.w * (double)p[LANES * PointField_CrossB];
    p[LANES * PointField_Base] = (float)((k == 0 ? m->separation0 : m->separation1) - moved - anchor_b + anchor_a);
  }
}

/* Leaves the points in the contact as those of a hit, where they are now: that is what queries tell of it. */
static void show_points(uint32_t contact, const Now *of_a, const Found *found) {
  const Pose *pose = frame->pose + frame->a[contact];
  Manifold *m = frame->manifold + contact;
  const Manifold *now = &found->manifold;
  m->normalX = now->normalX;
  m->normalY = now->normalY;
  m->x0 = now->x0 + of_a->start.x - pose->x;
  m->y0 = now->y0 + of_a->start.y - pose->y;
  m->separation0 = now->separation0;
  frame->feature[contact].id0 = found->features.id0;
  if (found->points == 2) {
    m->x1 = now->x1 + of_a->start.x - pose->x;
    m->y1 = now->y1 + of_a->start.y - pose->y;
    m->separation1 = now->separation1;
    frame->feature[contact].id1 = found->features.id1;
  }
  frame->pointCount[contact] = found->points;
  frame->known[contact].x = __builtin_nanf("");
}

/* Makes the points of a row anew. Returns whether there were any that take the place of those of before. */
static bool renew(FollowedRow *row) {
  float *lane = lane_at(row->lane);
  /* A body that is locked along an axis has another normal. */
  if (row->points < 2 || ((const int32_t *)lane)[LANES * Field_Bits] & ~RowBits_RubsEarly) return false;
  uint32_t contact = row->contact, a = frame->a[contact], b = frame->b[contact];
  Now of_a = now_of(a), of_b = now_of(b);
  Found found;
  find_now(a, &of_a, b, &of_b, &found);
  if (found.points == 0) return false;
  uint32_t body_a = frame->bodyOf[a], body_b = frame->bodyOf[b];
  bool reversed = frame->awakeIndex[body_b] == NOT_AWAKE;
  double alike = found.manifold.normalX * lane[LANES * Field_NormalX] + found.manifold.normalY * lane[LANES * Field_NormalY];
  bool both_move = frame->kind[body_a] == BodyKind_Dynamic && frame->kind[body_b] == BodyKind_Dynamic;
  if ((reversed ? -alike : alike) < (both_move ? ALIKE : SAME)) return false;
  find_held(contact, lane, &found);
  write_points(row, &of_a, &of_b, reversed, &found);
  show_points(contact, &of_a, &found);
  for (int k = 0; k < found.points; k++) follow_point(row, k, false);
  return true;
}

/* How far a body has turned in the step. */
static inline double turn_of(uint32_t collider) {
  int32_t place = frame->awakeIndex[frame->bodyOf[collider]];
  return place == NOT_AWAKE ? 0 : frame->state[place].turn;
}

EXPORT(renewRows) void renew_rows(int substep, int substeps) {
  for (int n = 0; n < frame->followedCount; n++) {
    FollowedRow *row = frame->followedRows + n;
    if (row->renewal == Renewal_Never) continue;
    if (row->renewal == Renewal_IfTurned) {
      double part = (double)substep / substeps;
      row->turned[0] = part * row->turning[0];
      row->turned[1] = part * row->turning[1];
    }
    double turn_a = turn_of(frame->a[row->contact]), turn_b = turn_of(frame->b[row->contact]);
    if (__builtin_fabs(turn_a - row->turned[0]) + __builtin_fabs(turn_b - row->turned[1]) < TURNED || !renew(row)) continue;
    row->turned[0] = turn_a;
    row->turned[1] = turn_b;
    row->renewal = Renewal_AsItTurns;
    /* Impacts have copies of what is in the rows. */
    frame->linkedBounces = 0;
    frame->foreseenOf[row->contact] = FORESEEN;
  }
}
