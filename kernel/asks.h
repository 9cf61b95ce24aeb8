/* What there is to do about a contact besides its manifold, and is left to TypeScript. For collide.c. */
#include "convex.h"

/*
 * Sine of the angle from the faces of what gives no way from which on a face of the other shape leans upon a corner. What rocks leans by some
 * thousandths, and is pushed along by as much of what presses it.
 */
#define OVER_FACE 0.002

static inline bool is_dynamic(uint32_t body) { return frame->kind[body] == BodyKind_Dynamic; }

static inline bool rests(uint32_t body) { return frame->awakeIndex[body] == NOT_AWAKE; }

/*
 * Pressed so deep into what cannot be pushed that it is swept. At a link of a chain it is the middle that counts: see
 * `watchDeep`.
 */
static inline bool is_deep(uint32_t body, const Manifold *m, int points, bool link) {
  double least = link ? (NEAR_LINK - 2) * frame->reach[body] : -frame->reach[body];
  return m->separation0 < least || (points == 2 && m->separation1 < least);
}

/* Whether the middle of a collider is on a side that a link holds, and so near that a step could take it through. */
static __attribute__((noinline)) bool is_near_link(uint32_t collider, uint32_t link) {
  uint32_t body = frame->bodyOf[collider];
  if (frame->kind[body] != BodyKind_Dynamic) return false;
  double middle_x = 0, middle_y = 0;
  int type = frame->shapeType[collider];
  if (type == ShapeType_Polygon || type == ShapeType_Segment) {
    Core core;
    load_core(type, sizes_of(collider), &core);
    find_middle(&core, &middle_x, &middle_y);
  }
  const Pose *p = frame->pose + collider;
  const Pose *l = frame->pose + link;
  const Geometry *sizes = sizes_of(link);
  double x = p->x - l->x + p->cos * middle_x - p->sin * middle_y;
  double y = p->y - l->y + p->sin * middle_x + p->cos * middle_y;
  double ex = sizes->x2 - sizes->x1;
  double ey = sizes->y2 - sizes->y1;
  /* In the frame of the link, from its first point. */
  double fx = l->cos * x + l->sin * y - sizes->x1;
  double fy = l->cos * y - l->sin * x - sizes->y1;
  if (sizes->sides == LinkSides_Left && ex * fy - ey * fx < 0) return false;
  double square = ex * ex + ey * ey;
  double part = square > 0 ? (ex * fx + ey * fy) / square : 0;
  part = part < 0 ? 0 : part > 1 ? 1 : part;
  double dx = fx - part * ex;
  double dy = fy - part * ey;
  double near = NEAR_LINK * frame->reach[body] + frame->slop;
  return dx * dx + dy * dy < near * near;
}

static inline bool is_near(const Manifold *m, int points) {
  return m->separation0 <= frame->slop || (points == 2 && m->separation1 <= frame->slop);
}

static inline bool is_sharp(uint32_t collider) {
  int type = frame->shapeType[collider];
  return (is_box(type) || type == ShapeType_Polygon) && frame->geometry[collider].radius == 0;
}

/* Whether the normal is that of no face of a sharp collider. */
static bool is_off_faces(uint32_t collider, const Manifold *m, double sine) {
  int type = frame->shapeType[collider];
  bool upright = type == ShapeType_Aabb;
  double c = upright ? 1 : frame->pose[collider].cos;
  double s = upright ? 0 : frame->pose[collider].sin;
  double x = c * m->normalX + s * m->normalY;
  double y = c * m->normalY - s * m->normalX;
  if (type != ShapeType_Polygon) return __builtin_fabs(x) >= sine && __builtin_fabs(y) >= sine;
  const Polygon *polygon = frame->polygons + (uint32_t)frame->geometry[collider].polygon;
  for (int i = 0; i < (int)polygon->count; i++) {
    if (__builtin_fabs(x * polygon->normals[2 * i + 1] - y * polygon->normals[2 * i]) < sine) return false;
  }
  return true;
}

/* Whether the one point of a contact may be at a corner, sharp and of what is not round alone. */
static bool is_at_corner(uint32_t a, uint32_t b, const Manifold *m) {
  bool sharp_a = is_sharp(a);
  if (sharp_a == is_sharp(b)) return sharp_a;
  return is_off_faces(sharp_a ? a : b, m, ON_FACE);
}

/* Whether the point (x, y), from the origin of a line, is no farther from its point (end_x, end_y) than a body reaches, or the body is quick. */
static bool is_by_end(uint32_t line, uint32_t body, double x, double y, double end_x, double end_y) {
  if (frame->quick[body]) return true;
  const Pose *pose = frame->pose + line;
  double dx = x - pose->cos * end_x + pose->sin * end_y;
  double dy = y - pose->sin * end_x - pose->cos * end_y;
  double near = frame->reach[body] + frame->slop;
  return dx * dx + dy * dy < near * near;
}

/*
 * Whether a contact of `fixed` is with a line that is sharp at its ends, and where that is a link of a chain by a bare end of it: at the
 * others the link knows its neighbor.
 */
static bool is_by_bare_end(uint32_t a, uint32_t b, uint32_t fixed, const Manifold *m) {
  if (frame->shapeType[fixed] != ShapeType_Segment) return false;
  const Geometry *line = frame->lines + fixed;
  if (line->sides == LinkSides_Free) return line->radius == 0;
  bool begins = line->previousX == line->x2 && line->previousY == line->y2;
  bool ends = line->nextX == line->x1 && line->nextY == line->y1;
  if (!begins && !ends) return false;
  uint32_t body = frame->bodyOf[a + b - fixed];
  double x = m->x0 + frame->pose[a].x - frame->pose[fixed].x;
  double y = m->y0 + frame->pose[a].y - frame->pose[fixed].y;
  return (begins && is_by_end(fixed, body, x, y, line->x1, line->y1)) || (ends && is_by_end(fixed, body, x, y, line->x2, line->y2));
}

/* Whether the normal is not that of a line. */
static bool is_off_line(uint32_t line, const Manifold *m, double sine) {
  const Geometry *sizes = frame->lines + line;
  const Pose *pose = frame->pose + line;
  double ex = sizes->x2 - sizes->x1;
  double ey = sizes->y2 - sizes->y1;
  double along = ex * (pose->cos * m->normalX + pose->sin * m->normalY) + ey * (pose->cos * m->normalY - pose->sin * m->normalX);
  return along * along >= sine * sine * (ex * ex + ey * ey);
}

/*
 * Faces or corners that look at each other over no more than the slop, or a face upon a corner; see `grazes` and `layOnFace`.
 * Neither that nor a seam is where the side that gives no way has no sharp corners, as a link within a chain.
 */
static bool may_graze(uint32_t a, uint32_t b, uint32_t fixed, const Manifold *m, int points) {
  bool line = is_by_bare_end(a, b, fixed, m);
  if (!line && !is_sharp(fixed)) return false;
  if (points == 1) return line ? is_sharp(a + b - fixed) || is_off_line(fixed, m, ON_FACE) : is_at_corner(a, b, m);
  double dx = m->x1 - m->x0;
  double dy = m->y1 - m->y0;
  if (dx * dx + dy * dy < frame->slop * frame->slop) return true;
  return line ? is_off_line(fixed, m, OVER_FACE) : is_off_faces(fixed, m, OVER_FACE);
}

/* The same as `asks_for_more` of two that nothing pushes: their contact only reports. */
static inline bool reports_more(int flags, int old, int points) {
  bool touches = flags & ContactFlag_Touching;
  return (points > 0) != (old > 0) || (points > 0) != touches || points == 1 || flags & ContactFlag_Grazing;
}

/* Whether there is, or may be, more to do about a contact than its manifold; see `narrowPhase`. */
static __attribute__((noinline)) bool asks_for_more(uint32_t contact, uint32_t a, uint32_t b, int flags, int old, int points) {
  bool link_a = is_link(frame->shapeType[a], sizes_of(a));
  bool link_b = is_link(frame->shapeType[b], sizes_of(b));
  if (points == 0) {
    if (old != 0 || flags != 0) return true;
    return (link_a && is_near_link(b, a)) || (link_b && is_near_link(a, b));
  }
  if (old == 0 || flags & ContactFlag_Grazing) return true;
  const Manifold *m = frame->manifold + contact;
  /* A touch lasts as long as there are points; it begins with the first that is near enough. */
  if (!(flags & ContactFlag_Touching) && is_near(m, points)) return true;
  uint32_t body_a = frame->bodyOf[a];
  uint32_t body_b = frame->bodyOf[b];
  bool dynamic_a = is_dynamic(body_a);
  bool dynamic_b = is_dynamic(body_b);
  /* What an awake body is about to push is woken. */
  if ((dynamic_a && rests(body_a)) || (dynamic_b && rests(body_b))) return true;
  if (dynamic_a && dynamic_b) return false;
  if (dynamic_a && is_deep(body_a, m, points, link_b)) return true;
  if (dynamic_b && is_deep(body_b, m, points, link_a)) return true;
  return may_graze(a, b, dynamic_a ? b : a, m, points);
}
