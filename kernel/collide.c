/* The narrow phase: manifolds of active contacts, and what is left to do about them. See `Kernel.collide`. */
#include "collide.h"

#define OTHER_FLAGS (~(ContactFlag_Touching | ContactFlag_Grazing))

static inline bool is_box(int type) { return type == ShapeType_Box || type == ShapeType_Aabb; }

int swap_manifold(int count, const Placed *pair, Manifold *out, Feature *ids) {
  if (count == 0) return 0;
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

/* Gives each new point of a contact the impulses of the old point with the same feature, or none. */
static void carry_impulses(Impulse *impulse, const Feature *now, const Feature *before, int old, int points) {
  if (old == points && before->id0 == now->id0 && (points == 1 || before->id1 == now->id1)) return;
  Impulse kept = *impulse;
  for (int k = 0; k < points; k++) {
    int32_t id = k == 0 ? now->id0 : now->id1;
    bool first = old > 0 && before->id0 == id;
    bool second = !first && old > 1 && before->id1 == id;
    (&impulse->normal0)[2 * k] = first ? kept.normal0 : second ? kept.normal1 : 0;
    (&impulse->normal0)[2 * k + 1] = first ? kept.tangent0 : second ? kept.tangent1 : 0;
  }
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

static inline Placed place(const Pose *a, int type_a, const Pose *b, int type_b) {
  bool upright_a = type_a == ShapeType_Aabb;
  bool upright_b = type_b == ShapeType_Aabb;
  return (Placed){
      b->x - a->x,
      b->y - a->y,
      upright_a ? 1 : a->cos,
      upright_a ? 0 : a->sin,
      upright_b ? 1 : b->cos,
      upright_b ? 0 : b->sin,
      frame->margin,
  };
}

/* Makes the manifold anew, and matches its points with the old ones. Returns how many there are, or `UNSEEN`. */
static int find_points(uint32_t contact, int old) {
  uint32_t a = frame->a[contact];
  uint32_t b = frame->b[contact];
  int type_a = frame->shapeType[a];
  int type_b = frame->shapeType[b];
  if (type_a == ShapeType_Circle && type_b == ShapeType_Circle) return find_circle_points(contact, a, b, old);
  const Geometry *geometry_a = frame->geometry + a;
  const Geometry *geometry_b = frame->geometry + b;
  bool boxes = is_box(type_a) && is_box(type_b);
  bool round_a = type_a == ShapeType_Circle;
  if (boxes) {
    if (geometry_a->radius + geometry_b->radius > 0) return UNSEEN;
  } else if (!(is_box(type_a) && type_b == ShapeType_Circle) && !(is_box(type_b) && round_a)) {
    return UNSEEN;
  }
  Placed pair = place(frame->pose + a, type_a, frame->pose + b, type_b);
  Manifold *manifold = frame->manifold + contact;
  Feature *feature = frame->feature + contact;
  Feature before = *feature;
  int points;
  if (boxes) {
    points = collide_boxes(geometry_a, geometry_b, &pair, manifold, feature);
  } else if (round_a) {
    Placed other = swapped(&pair);
    points = swap_manifold(collide_box_circle(geometry_b, geometry_a, &other, manifold, feature), &pair, manifold, feature);
  } else {
    points = collide_box_circle(geometry_a, geometry_b, &pair, manifold, feature);
  }
  if (points > 0) carry_impulses(frame->impulse + contact, feature, &before, old, points);
  return points;
}

static inline bool is_dynamic(uint32_t body) { return frame->kind[body] == BodyKind_Dynamic; }

static inline bool rests(uint32_t body) { return frame->awakeIndex[body] == NOT_AWAKE; }

/* Pressed so deep into what cannot be pushed that it is swept. */
static inline bool is_deep(uint32_t body, const Manifold *m, int points) {
  double reach = frame->reach[body];
  return m->separation0 < -reach || (points == 2 && m->separation1 < -reach);
}

static inline bool is_near(const Manifold *m, int points) {
  return m->separation0 <= frame->slop || (points == 2 && m->separation1 <= frame->slop);
}

/* Whether the one point of a contact may be at a corner, sharp and of what is not round alone. */
static bool is_at_corner(uint32_t a, uint32_t b, const Manifold *m) {
  bool box_a = is_box(frame->shapeType[a]);
  if (box_a == is_box(frame->shapeType[b])) return box_a;
  uint32_t box = box_a ? a : b;
  if (frame->geometry[box].radius > 0) return false;
  /* Whether the normal is that of no face. */
  bool upright = frame->shapeType[box] == ShapeType_Aabb;
  double c = upright ? 1 : frame->pose[box].cos;
  double s = upright ? 0 : frame->pose[box].sin;
  return __builtin_fabs(c * m->normalX + s * m->normalY) >= ON_FACE &&
         __builtin_fabs(c * m->normalY - s * m->normalX) >= ON_FACE;
}

/* Faces or corners that look at each other over no more than the slop; see `grazes`. */
static bool may_graze(uint32_t a, uint32_t b, const Manifold *m, int points) {
  if (points == 1) return is_at_corner(a, b, m);
  double dx = m->x1 - m->x0;
  double dy = m->y1 - m->y0;
  return dx * dx + dy * dy < frame->slop * frame->slop;
}

/* Whether there is, or may be, more to do about a contact than its manifold; see `narrowPhase`. */
static bool asks_for_more(uint32_t contact, int flags, int old, int points) {
  if (points == 0) return old != 0 || flags != 0;
  if (old == 0 || flags & ContactFlag_Grazing || frame->asking != 0) return true;
  const Manifold *m = frame->manifold + contact;
  /* A touch lasts as long as there are points; it begins with the first that is near enough. */
  if (!(flags & ContactFlag_Touching) && is_near(m, points)) return true;
  uint32_t a = frame->a[contact];
  uint32_t b = frame->b[contact];
  uint32_t body_a = frame->bodyOf[a];
  uint32_t body_b = frame->bodyOf[b];
  bool dynamic_a = is_dynamic(body_a);
  bool dynamic_b = is_dynamic(body_b);
  /* What an awake body is about to push is woken. */
  if ((dynamic_a && rests(body_a)) || (dynamic_b && rests(body_b))) return true;
  if (dynamic_a && dynamic_b) return false;
  if ((dynamic_a && is_deep(body_a, m, points)) || (dynamic_b && is_deep(body_b, m, points))) return true;
  return may_graze(a, b, m, points);
}

EXPORT(collide) int collide(uint32_t first, uint32_t end) {
  Todo *todo = frame->todo;
  int32_t touching = frame->touching;
  for (uint32_t i = first; i < end; i++) {
    uint32_t contact = frame->active[i];
    int flags = frame->flags[contact];
    int old = frame->pointCount[contact];
    int points = flags & OTHER_FLAGS ? UNSEEN : find_points(contact, old);
    if (points != UNSEEN) {
      frame->pointCount[contact] = points;
      if (!asks_for_more(contact, flags, old, points)) {
        /* Neither begins nor ends to touch: what it was, it is. */
        if (points > 0) touching += flags & ContactFlag_Touching;
        continue;
      }
    }
    *todo++ = (Todo){contact, points == UNSEEN ? UNSEEN : old};
  }
  frame->touching = touching;
  return todo - frame->todo;
}
