/* The narrow phase: manifolds of active contacts, and what is left to do about them. See `Kernel.collide`. */
#include "asks.h"
#include "boxes.h"
#include "convex.h"

/* Circles no farther apart are on one spot. */
#define SAME_SPOT 1e-12

int swap_manifold(int count, const Placed *pair, Manifold *out, Feature *ids) {
  /* Of those without points, too, where it is what they are apart along. */
  if (count == 0 && out->separation1 != ALONG_NORMAL) return 0;
  out->normalX = -out->normalX;
  out->normalY = -out->normalY;
  for (int i = 0; i < count; i++) {
    double *point = manifold_point(out, i);
    int32_t *id = feature_id(ids, i);
    point[0] += pair->dx;
    point[1] += pair->dy;
    *id = ((*id & 255) << 8) | (int32_t)((uint32_t)*id >> 8);
  }
  return count;
}

/* Two circles have one point, and always the same one. */
static int find_circle_points(uint32_t contact, uint32_t a, uint32_t b, int old) {
  const Pose *pose_a = frame->pose + a;
  const Pose *pose_b = frame->pose + b;
  double dx = pose_b->x - pose_a->x;
  double dy = pose_b->y - pose_a->y;
  if (dx * dx + dy * dy < ONE_SPOT_SQUARED) return UNSEEN;
  int points = collide_circles(pose_a, pose_b, frame->geometry[a].radius, frame->geometry[b].radius, frame->margin,
                               frame->manifold + contact);
  if (points > 0 && old == 0) {
    frame->impulse[contact].normal0 = 0;
    frame->impulse[contact].tangent0 = 0;
    frame->feature[contact].id0 = 0;
  }
  return points;
}

static inline Placed place(const Pose *a, int type_a, const Pose *b, int type_b, double margin, double near) {
  bool upright_a = type_a == ShapeType_Aabb;
  bool upright_b = type_b == ShapeType_Aabb;
  return (Placed){
      b->x - a->x,
      b->y - a->y,
      upright_a ? 1 : a->cos,
      upright_a ? 0 : a->sin,
      upright_b ? 1 : b->cos,
      upright_b ? 0 : b->sin,
      margin,
      near,
  };
}

/*
 * The shapes in the order in which they are computed: the more complicated kind first, and a link of a chain before
 * everything.
 */
static int collide_ordered(int type_a, const Geometry *a, int type_b, const Geometry *b, const Placed *pair,
                           Manifold *out, Feature *ids) {
  if (type_b == ShapeType_Circle) {
    switch (type_a) {
      case ShapeType_Box:
      case ShapeType_Aabb:
        return collide_box_circle(a, b, pair, out, ids);
      case ShapeType_Capsule:
        return collide_capsule_circle(a, b, pair, out, ids);
      case ShapeType_Segment:
        return collide_segment_circle(a, b, pair, out, ids);
      default:
        return collide_polygon_circle(a, b, pair, out, ids);
    }
  }
  if (is_link(type_a, a)) return collide_link_convex(a, type_b, b, pair, out, ids);
  return collide_convex(type_a, a, type_b, b, pair, out, ids);
}

/* A chain has no geometry of its own: its links have. */
static inline bool is_hollow(int type) { return type == ShapeType_None || type == ShapeType_Chain; }

static __attribute__((noinline)) int collide_pair(int type_a, const Geometry *a, int type_b, const Geometry *b, const Placed *pair, Manifold *out,
                        Feature *ids) {
  if (is_box(type_a) && is_box(type_b) && a->radius == 0 && b->radius == 0) return collide_boxes(a, b, pair, out, ids);
  if (is_hollow(type_a) || is_hollow(type_b)) return 0;
  bool link_b = is_link(type_b, b);
  if (is_link(type_a, a) && link_b) return 0;
  if (type_a != ShapeType_Circle && !link_b) return collide_ordered(type_a, a, type_b, b, pair, out, ids);
  Placed other = swapped(pair);
  return swap_manifold(collide_ordered(type_b, b, type_a, a, &other, out, ids), pair, out, ids);
}

__attribute__((noinline)) int collide_at(int type_a, const Geometry *a, const Start *at_a, int type_b, const Geometry *b, const Start *at_b, double margin,
               Manifold *out, Feature *ids) {
  Pose pose_a = {at_a->x, at_a->y, at_a->cos, at_a->sin, 0, 0, 0, 0};
  Pose pose_b = {at_b->x, at_b->y, at_b->cos, at_b->sin, 0, 0, 0, 0};
  if (type_a == ShapeType_Circle && type_b == ShapeType_Circle) {
    ids->id0 = 0;
    return collide_circles(&pose_a, &pose_b, a->radius, b->radius, margin, out);
  }
  Placed pair = place(&pose_a, type_a, &pose_b, type_b, margin, margin);
  return collide_pair(type_a, a, type_b, b, &pair, out, ids);
}

static inline int type_of(uint32_t collider) { return collider == 0 ? ShapeType_Segment : frame->shapeType[collider]; }

EXPORT(collidePair) int collide_apart(uint32_t a, uint32_t b) {
  const PairPlace *pair = &frame->pair;
  int type_a = type_of(a), type_b = type_of(b);
  const Geometry *sizes_a = a == 0 ? &frame->looseLink : sizes_of(a), *sizes_b = b == 0 ? &frame->looseLink : sizes_of(b);
  Manifold *out = &frame->foreseen.manifold;
  Feature *ids = &frame->foreseen.feature;
  double distance = __builtin_sqrt(pair->x * pair->x + pair->y * pair->y);
  if (type_a == ShapeType_Circle && type_b == ShapeType_Circle && !(distance > SAME_SPOT)) {
    ids->id0 = 0;
    return part_circles(pair->tie, distance, sizes_a->radius, sizes_b->radius, out);
  }
  Start at_a = {0, 0, pair->cosA, pair->sinA}, at_b = {pair->x, pair->y, pair->cosB, pair->sinB};
  return collide_at(type_a, sizes_a, &at_a, type_b, sizes_b, &at_b, pair->margin, out, ids);
}

static inline bool is_plain(int type) { return type == ShapeType_Circle || is_box(type); }

/* No point of a collider is farther from its origin. A box is around its own. */
static inline double arm_of(uint32_t collider, const Pose *pose) {
  double extent = frame->extent[frame->bodyOf[collider]];
  if (is_plain(frame->shapeType[collider])) return extent;
  return extent + __builtin_fabs(pose->fromCenterX) + __builtin_fabs(pose->fromCenterY);
}

/*
 * Brings a manifold up to date without making it anew, where its two sides hardly moved against each other since it was
 * made: normal, points and features stay, the separations follow. In a pile of mixed shapes that rests nearly all can be
 * kept. Returns whether it could.
 */
static bool keep_manifold(uint32_t contact, uint32_t a, uint32_t b, int points) {
  const Known *known = frame->known + contact;
  const Pose *pose_a = frame->pose + a;
  const Pose *pose_b = frame->pose + b;
  double dx = pose_b->x - pose_a->x - known->x;
  double dy = pose_b->y - pose_a->y - known->y;
  double turn_a = pose_a->sin * known->cosA - pose_a->cos * known->sinA;
  double turn_b = pose_b->sin * known->cosB - pose_b->cos * known->sinB;
  double moved = __builtin_fabs(dx) + __builtin_fabs(dy) + __builtin_fabs(turn_a) * arm_of(a, pose_a) +
                 __builtin_fabs(turn_b) * arm_of(b, pose_b);
  /* NaN where nothing is known. A sine near 0 may be that of half a turn. */
  if (!(moved < STILL * frame->slop) || pose_a->cos * known->cosA + pose_a->sin * known->sinA < 0) return false;
  if (pose_b->cos * known->cosB + pose_b->sin * known->sinB < 0) return false;
  Manifold *manifold = frame->manifold + contact;
  double nx = manifold->normalX, ny = manifold->normalY;
  const float *separation = &known->separation0;
  for (int i = 0; i < points; i++) {
    double *point = manifold_point(manifold, i);
    double ax = point[0], ay = point[1];
    double bx = ax - known->x, by = ay - known->y;
    point[2] =
        separation[i] + nx * dx + ny * dy + turn_b * (bx * ny - by * nx) - turn_a * (ax * ny - ay * nx);
  }
  return true;
}

/* A disc that is pushed beside its center would turn, whatever rubs: the point of a manifold that was kept stays before it. */
static void center_on_disc(uint32_t contact, uint32_t a, uint32_t b) {
  Manifold *m = frame->manifold + contact;
  const Pose *pose_a = frame->pose + a;
  const Pose *pose_b = frame->pose + b;
  bool is_a = frame->shapeType[a] == ShapeType_Circle;
  double back = (is_a ? frame->geometry[a].radius : -frame->geometry[b].radius) + (is_a ? 0.5 : -0.5) * m->separation0;
  m->x0 = m->normalX * back + (is_a ? 0 : pose_b->x - pose_a->x);
  m->y0 = m->normalY * back + (is_a ? 0 : pose_b->y - pose_a->y);
}

/* Notes from where a manifold was made. */
static void note_manifold(uint32_t contact, uint32_t a, uint32_t b) {
  const Pose *pose_a = frame->pose + a;
  const Pose *pose_b = frame->pose + b;
  const Manifold *manifold = frame->manifold + contact;
  frame->known[contact] = (Known){
      (float)(pose_b->x - pose_a->x), (float)(pose_b->y - pose_a->y), (float)pose_a->cos,           (float)pose_a->sin,
      (float)pose_b->cos,             (float)pose_b->sin,             (float)manifold->separation0, (float)manifold->separation1,
  };
}

static inline bool is_quiet(uint32_t body) { return frame->quietTime[body] > 0 || frame->kind[body] == BodyKind_Static; }

/*
 * Points of a quick pair that are all beyond the usual margin are none yet: leaves behind how far the shapes are apart
 * along their normal. Returns how many points there are.
 */
static __attribute__((noinline)) int drop_far(uint32_t a, uint32_t b, Manifold *manifold, int points) {
  if (points > 0) {
    if (manifold->separation0 <= frame->margin || (points == 2 && manifold->separation1 <= frame->margin)) return points;
    manifold->separation0 = gap_along_normal(a, b, manifold);
    manifold->separation1 = ALONG_NORMAL;
  }
  return 0;
}

/* What a slow pair without points leaves behind is along no normal. */
static inline int forget_axis(Manifold *manifold, int points) {
  if (points == 0) manifold->separation1 = NO_AXIS;
  return points;
}

/*
 * Boxes are quickly collided: looking whether the manifold can be kept pays only where both are quiet. There it takes a
 * half of the time; asked of all pairs it made a tumbler's narrow phase 1.1 times as long.
 */
static inline int find_box_points(uint32_t contact, uint32_t a, int type_a, uint32_t b, int type_b, int old, double margin) {
  bool quiet = margin == frame->margin && is_quiet(frame->bodyOf[a]) && is_quiet(frame->bodyOf[b]);
  if (quiet && keep_manifold(contact, a, b, old)) return old;
  Placed pair = place(frame->pose + a, type_a, frame->pose + b, type_b, margin, frame->margin);
  Feature before = frame->feature[contact];
  Manifold *manifold = frame->manifold + contact;
  manifold->separation1 = NO_AXIS;
  int points = find_box_manifold(short_sizes(a), short_sizes(b), &pair, manifold, frame->feature + contact);
  points = margin > frame->margin ? drop_far(a, b, manifold, points) : forget_axis(manifold, points);
  if (points > 0) carry_impulses(contact, &before, old, points);
  if (quiet) note_manifold(contact, a, b);
  else frame->known[contact].x = __builtin_nanf("");
  return points;
}

/*
 * Makes the manifold anew, and matches its points with the old ones. Returns how many there are, or `UNSEEN`.
 * @param margin Points up to this separation are kept, if one is within the usual margin: of a face whose one end touches
 *   the other comes down as fast as the body turns.
 */
static inline int find_points(uint32_t contact, uint32_t a, uint32_t b, int old, double margin) {
  int type_a = frame->shapeType[a];
  int type_b = frame->shapeType[b];
  if (type_a == ShapeType_Circle && type_b == ShapeType_Circle) return find_circle_points(contact, a, b, old);
  if (is_box(type_a) && is_box(type_b) && frame->geometry[a].radius == 0 && frame->geometry[b].radius == 0) {
    return find_box_points(contact, a, type_a, b, type_b, old, margin);
  }
  bool plain = is_plain(type_a) && is_plain(type_b);
  bool quick = margin > frame->margin;
  if (!plain && !quick && keep_manifold(contact, a, b, old)) {
    if (old == 1 && (type_a == ShapeType_Circle || type_b == ShapeType_Circle)) center_on_disc(contact, a, b);
    return old;
  }
  Manifold *manifold = frame->manifold + contact;
  if (!plain && !quick && old == 0 && !is_hollow(type_a) && !is_hollow(type_b) && is_still_apart(a, b, manifold, margin)) {
    note_manifold(contact, a, b);
    return forget_axis(manifold, 0);
  }
  Placed pair = place(frame->pose + a, type_a, frame->pose + b, type_b, margin, frame->margin);
  Feature *feature = frame->feature + contact;
  Feature before = *feature;
  apart(manifold, 0);
  manifold->separation1 = NO_AXIS;
  int points = collide_pair(type_a, sizes_of(a), type_b, sizes_of(b), &pair, manifold, feature);
  points = quick ? drop_far(a, b, manifold, points) : forget_axis(manifold, points);
  if (points > 0) carry_impulses(contact, &before, old, points);
  if (!plain) note_manifold(contact, a, b);
  return points;
}

/* In how many points a sensor overlaps another collider: nothing of its manifold is kept. */
static __attribute__((noinline)) int sense(uint32_t a, uint32_t b) {
  int type_a = frame->shapeType[a];
  int type_b = frame->shapeType[b];
  const Geometry *sizes_a = sizes_of(a);
  const Geometry *sizes_b = sizes_of(b);
  Placed pair = place(frame->pose + a, type_a, frame->pose + b, type_b, 0, 0);
  if (type_a == ShapeType_Circle && type_b == ShapeType_Circle) {
    double reach = sizes_a->radius + sizes_b->radius;
    return pair.dx * pair.dx + pair.dy * pair.dy > reach * reach ? 0 : 1;
  }
  Manifold manifold;
  Feature feature = {0, 0};
  return collide_pair(type_a, sizes_a, type_b, sizes_b, &pair, &manifold, &feature);
}

/* Whether the discs around two bodies come no nearer than the usual margin, wherever each goes: boxes that hold a way are large. */
static inline bool stays_far(uint32_t a, uint32_t b) {
  double x = center_x(frame->pose + b) - center_x(frame->pose + a);
  double y = center_y(frame->pose + b) - center_y(frame->pose + a);
  const Way *v = frame->way + a, *w = frame->way + b;
  double way = __builtin_fabs(w->x - v->x) + __builtin_fabs(w->y - v->y);
  double reach = frame->extent[a] + frame->extent[b] + frame->margin + way;
  return x * x + y * y > reach * reach * (1 + 1e-9);
}

/* Leaves nothing behind of a pair that is far apart. */
static inline int forget_manifold(uint32_t contact) {
  Manifold *manifold = frame->manifold + contact;
  frame->known[contact].x = __builtin_nanf("");
  manifold->separation1 = NO_AXIS;
  return apart(manifold, 0);
}

/* Whether a quick pair without points is known to have none, and to get none in the step: nothing is left to look ahead for. */
static bool keeps_apart(uint32_t contact, uint32_t a, uint32_t b, const Approach *approach) {
  int type_a = frame->shapeType[a], type_b = frame->shapeType[b];
  if (is_plain(type_a) && is_plain(type_b)) return false;
  if (is_hollow(type_a) || is_hollow(type_b)) return false;
  Manifold *manifold = frame->manifold + contact;
  if (!is_still_apart(a, b, manifold, frame->margin) || !stays_apart(manifold, approach, frame->slop)) return false;
  note_manifold(contact, a, b);
  return true;
}

/* The same for a quick pair. Returns whether the step has to look ahead for it. */
static __attribute__((noinline)) bool find_quick_points(uint32_t contact, uint32_t a, uint32_t b, int flags, int old, int *points) {
  uint32_t body_a = frame->bodyOf[a], body_b = frame->bodyOf[b];
  if (!(flags & OTHER_FLAGS) && stays_far(body_a, body_b)) {
    *points = forget_manifold(contact);
    return false;
  }
  Approach approach = approach_of(body_a, body_b);
  double margin = frame->margin;
  if (2 * approach.most > margin) margin += 2 * approach.most;
  bool link = is_link(frame->shapeType[a], sizes_of(a)) || is_link(frame->shapeType[b], sizes_of(b));
  if (flags & OTHER_FLAGS) {
    *points = UNSEEN;
  } else if (old == 0 && keeps_apart(contact, a, b, &approach)) {
    *points = 0;
    return false;
  } else if (link) {
    /* What is behind a link is near none of its points: it must touch one before there is another end. */
    *points = find_points(contact, a, b, old, frame->margin);
    if (*points == 1 && margin > frame->margin) *points = find_points(contact, a, b, 1, margin);
  } else {
    *points = find_points(contact, a, b, old, margin);
  }
  return looks_ahead(contact, *points, &approach);
}

EXPORT(collide) int collide(uint32_t first, uint32_t end) {
  Todo *todo = frame->todo;
  uint32_t *ahead = frame->ahead;
  int32_t touching = frame->touching;
  for (uint32_t i = first; i < end; i++) {
    uint32_t contact = frame->active[i];
    uint32_t a = frame->a[contact];
    uint32_t b = frame->b[contact];
    int flags = frame->flags[contact];
    int old = frame->pointCount[contact];
    uint32_t body_a = frame->bodyOf[a];
    uint32_t body_b = frame->bodyOf[b];
    bool listed = false;
    int points = UNSEEN;
    if (flags & ContactFlag_Sensor) {
      int overlap = sense(a, b);
      bool touches = flags & ContactFlag_Touching;
      if ((overlap > 0) == touches && !(rests(body_a) && rests(body_b))) {
        frame->pointCount[contact] = overlap;
        touching += touches;
        continue;
      }
      *todo++ = (Todo){contact, overlap};
      continue;
    } else if (is_quick(body_a, body_b)) {
      if (!(flags & ContactFlag_Driven)) {
        listed = find_quick_points(contact, a, b, flags, old, &points);
        if (listed) *ahead++ = contact;
      }
    } else if (!(flags & OTHER_FLAGS & ~ContactFlag_Driven)) {
      /* What moves where it is told to is seldom where it was: its manifold is made anew, now and the next time. */
      if (flags & ContactFlag_Driven) frame->known[contact].x = __builtin_nanf("");
      points = find_points(contact, a, b, old, frame->margin);
      if (flags & ContactFlag_Driven) frame->known[contact].x = __builtin_nanf("");
    }
    if (points != UNSEEN) {
      frame->pointCount[contact] = points;
      /* Slow ones may, too: what is as far apart as the margin may take some steps until it meets. */
      if (points == 1 && !listed && !(flags & ContactFlag_Driven) && may_hit_aside(contact) && hits_aside(contact)) {
        listed = true;
        *ahead++ = contact;
      }
      bool more = flags & ContactFlag_Driven ? reports_more(flags, old, points) : asks_for_more(contact, a, b, flags, old, points);
      if (!more) {
        /* Neither begins nor ends to touch: what it was, it is. */
        if (points > 0) touching += flags & ContactFlag_Touching;
        if (points > 0 && frame->asking && !(flags & ContactFlag_Driven)) *todo++ = (Todo){contact, old | ONLY_ASKED};
        continue;
      }
    }
    *todo++ = (Todo){contact, points == UNSEEN ? UNSEEN : listed ? old | LOOK_AHEAD : old};
  }
  frame->touching = touching;
  frame->aheadCount = ahead - frame->ahead;
  return todo - frame->todo;
}
