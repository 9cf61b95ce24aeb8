/*
 * How far two shapes without points stay apart on their ways through the step, by a look along one direction: a fraction of what it takes to
 * find when they meet, and half of those that are looked ahead for do not.
 */
#include "convex.h"

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
  const Geometry *sizes = frame->geometry + collider;
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
  return type != ShapeType_None && type != ShapeType_Chain && !is_link(type, frame->geometry + collider);
}

double gap_on_ways(uint32_t contact) {
  uint32_t a = frame->a[contact], b = frame->b[contact];
  /* What is behind a link now may be in front of it later. */
  if (!has_core(a) || !has_core(b)) return -__builtin_inf();
  uint32_t body_a = frame->bodyOf[a], body_b = frame->bodyOf[b];
  const Manifold *m = frame->manifold + contact;
  double dx = center_x(frame->pose + b) - center_x(frame->pose + a);
  double dy = center_y(frame->pose + b) - center_y(frame->pose + a);
  double nx = m->normalX, ny = m->normalY;
  if (m->separation1 != ALONG_NORMAL) {
    double length = __builtin_sqrt(dx * dx + dy * dy);
    nx = dx / length;
    ny = dy / length;
  }
  Reach of_a = reach_on_way(a, nx, ny), of_b = reach_on_way(b, -nx, -ny);
  double now = of_a.now + of_b.now, then = of_a.then + of_b.then;
  double extent_a = frame->extent[body_a], extent_b = frame->extent[body_b];
  /* The gap of two corners lies above a parabola that opens downward: it is lowest where that begins or ends. */
  return nx * dx + ny * dy - (now > then ? now : then) - NEARER_POINT * (extent_a < extent_b ? extent_a : extent_b);
}
