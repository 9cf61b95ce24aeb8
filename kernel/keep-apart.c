/*
 * How far two shapes without points are apart, and stay so on their ways through the step, by a look along one direction: a fraction of
 * what it takes to find when they meet, and half of those that are looked ahead for do not.
 */
#include "convex.h"

/* How far the vertices of a polygon reach in a direction, which is in its own frame. */
static double reach_of_polygon(const Geometry *sizes, double x, double y) {
  const Polygon *polygon = frame->polygons + (uint32_t)sizes->polygon;
  double most = -__builtin_inf();
  for (int i = 0; i < (int)polygon->count; i++) {
    double along = x * polygon->vertices[2 * i] + y * polygon->vertices[2 * i + 1];
    if (along > most) most = along;
  }
  return most + sizes->radius;
}

double reach_along(uint32_t collider, double cos, double sin, double nx, double ny) {
  int type = frame->shapeType[collider];
  const Geometry *sizes = sizes_of(collider);
  if (type == ShapeType_Circle) return sizes->radius;
  bool upright = type == ShapeType_Aabb;
  double x = upright ? nx : cos * nx + sin * ny;
  double y = upright ? ny : cos * ny - sin * nx;
  if (is_box(type)) return __builtin_fabs(x) * sizes->halfWidth + __builtin_fabs(y) * sizes->halfHeight + sizes->radius;
  if (type == ShapeType_Polygon) return reach_of_polygon(sizes, x, y);
  Core core;
  load_core(type, sizes, &core);
  double most = -__builtin_inf();
  for (int i = 0; i < core.count; i++) {
    double along = x * core.x[i] + y * core.y[i];
    if (along > most) most = along;
  }
  return most + sizes->radius;
}

__attribute__((noinline)) double gap_along_normal(uint32_t a, uint32_t b, const Manifold *manifold) {
  double nx = manifold->normalX, ny = manifold->normalY;
  const Pose *pose_a = frame->pose + a;
  const Pose *pose_b = frame->pose + b;
  double between = nx * (pose_b->x - pose_a->x) + ny * (pose_b->y - pose_a->y);
  return between - reach_along(a, pose_a->cos, pose_a->sin, nx, ny) - reach_along(b, pose_b->cos, pose_b->sin, -nx, -ny);
}

__attribute__((noinline)) bool is_still_apart(uint32_t a, uint32_t b, Manifold *manifold, double margin) {
  double gap = gap_along_normal(a, b, manifold);
  double extent_a = frame->extent[frame->bodyOf[a]], extent_b = frame->extent[frame->bodyOf[b]];
  if (!(gap > margin + NEARER_POINT * (extent_a < extent_b ? extent_a : extent_b))) return false;
  manifold->separation0 = gap;
  manifold->separation1 = ALONG_NORMAL;
  return true;
}

/* How far a shape reaches along a direction, from the center of mass of its body: now, and at most at the end of the step. */
typedef struct {
  double now, then;
} Reach;

/*
 * Along a fixed direction the place of a corner is a line plus a sine wave, whose curvature is at most the squared turn times the
 * corner's distance from its center.
 */
static __attribute__((noinline)) Reach reach_on_way(uint32_t collider, double nx, double ny) {
  int type = frame->shapeType[collider];
  const Geometry *sizes = sizes_of(collider);
  const Pose *pose = frame->pose + collider;
  uint32_t body = frame->bodyOf[collider];
  const Way *way = frame->way + body;
  Core core;
  if (type == ShapeType_Circle) {
    core.count = 1;
    core.x[0] = core.y[0] = 0;
  } else {
    load_core(type, sizes, &core);
  }
  bool upright = type == ShapeType_Aabb;
  double c = upright ? 1 : pose->cos, s = upright ? 0 : pose->sin;
  double now = -__builtin_inf(), then = -__builtin_inf();
  for (int i = 0; i < core.count; i++) {
    double x = c * core.x[i] - s * core.y[i], y = s * core.x[i] + c * core.y[i];
    double place = nx * (x + pose->fromCenterX) + ny * (y + pose->fromCenterY);
    /* What never turns is carried around the center of mass all the same. */
    double arm_x = pose->fromCenterX + (upright ? 0 : x), arm_y = pose->fromCenterY + (upright ? 0 : y);
    double end = place + way->turn * (ny * arm_x - nx * arm_y);
    if (place > now) now = place;
    if (end > then) then = end;
  }
  double bend = 0.5 * way->turn * way->turn * frame->extent[body];
  return (Reach){now + sizes->radius, then + bend + nx * way->x + ny * way->y + sizes->radius};
}

static inline bool has_core(uint32_t collider) {
  int type = frame->shapeType[collider];
  return type != ShapeType_None && type != ShapeType_Chain;
}

/* The normal of a line on that side on which a point is now, which is (x, y) away from where the origin of the line is. */
static __attribute__((noinline)) Vector side_of_line(uint32_t collider, double x, double y) {
  const Geometry *line = frame->lines + collider;
  const Pose *pose = frame->pose + collider;
  double ex = line->x2 - line->x1, ey = line->y2 - line->y1;
  double length = __builtin_sqrt(ex * ex + ey * ey);
  double nx = -ey / length, ny = ex / length;
  double beside = nx * (pose->cos * x + pose->sin * y - line->x1) + ny * (pose->cos * y - pose->sin * x - line->y1);
  if (beside < 0) {
    nx = -nx;
    ny = -ny;
  }
  return (Vector){pose->cos * nx - pose->sin * ny, pose->sin * nx + pose->cos * ny};
}

/* A direction from A to B along which two shapes are apart, if any is known; else one along which they may be. */
static inline Vector direction_apart(uint32_t contact, uint32_t a, uint32_t b, double dx, double dy) {
  const Manifold *m = frame->manifold + contact;
  if (m->separation1 == ALONG_NORMAL) return (Vector){m->normalX, m->normalY};
  const Pose *p = frame->pose + a, *q = frame->pose + b;
  if (frame->shapeType[a] == ShapeType_Segment) return side_of_line(a, center_x(q) - p->x, center_y(q) - p->y);
  if (frame->shapeType[b] == ShapeType_Segment) {
    Vector n = side_of_line(b, center_x(p) - q->x, center_y(p) - q->y);
    return (Vector){-n.x, -n.y};
  }
  double length = __builtin_sqrt(dx * dx + dy * dy);
  return (Vector){dx / length, dy / length};
}

WayGap gap_on_ways(uint32_t contact) {
  uint32_t a = frame->a[contact], b = frame->b[contact];
  if (!has_core(a) || !has_core(b)) return (WayGap){-__builtin_inf(), -__builtin_inf()};
  uint32_t body_a = frame->bodyOf[a], body_b = frame->bodyOf[b];
  double dx = center_x(frame->pose + b) - center_x(frame->pose + a);
  double dy = center_y(frame->pose + b) - center_y(frame->pose + a);
  Vector n = direction_apart(contact, a, b, dx, dy);
  double nx = n.x, ny = n.y;
  Reach of_a = reach_on_way(a, nx, ny), of_b = reach_on_way(b, -nx, -ny);
  double now = of_a.now + of_b.now, then = of_a.then + of_b.then;
  double extent_a = frame->extent[body_a], extent_b = frame->extent[body_b];
  /* The gap of two corners lies above a parabola that opens downward: it is lowest where that begins or ends. */
  double between = nx * dx + ny * dy, off = NEARER_POINT * (extent_a < extent_b ? extent_a : extent_b);
  return (WayGap){between - (now > then ? now : then) - off, between - then - off};
}
