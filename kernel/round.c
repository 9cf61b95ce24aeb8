/* Polygons, capsules, segments and links of chains against a circle. */
#include "convex.h"

#define NO_DIRECTION 1e-12

static inline void center_of(const Placed *pair, double *x, double *y) {
  *x = pair->cos_a * pair->dx + pair->sin_a * pair->dy;
  *y = pair->cos_a * pair->dy - pair->sin_a * pair->dx;
}

/* Writes one point, given in the frame of A. */
static int write_point(const Placed *pair, double nx, double ny, double x, double y, double separation, Manifold *out,
                       Feature *ids) {
  double c = pair->cos_a;
  double s = pair->sin_a;
  out->normalX = c * nx - s * ny;
  out->normalY = s * nx + c * ny;
  out->x0 = c * x - s * y;
  out->y0 = s * x + c * y;
  out->separation0 = separation;
  ids->id0 = 0;
  return 1;
}

/*
 * A center outside is nearest to the edge it is farthest in front of, or to one of that edge's ends; a center inside
 * leaves through the nearest edge.
 */
__attribute__((noinline)) int collide_polygon_circle(const Geometry *a, const Geometry *b, const Placed *pair, Manifold *out, Feature *ids) {
  double px, py;
  center_of(pair, &px, &py);
  double reach = a->radius + b->radius + pair->margin;
  const Polygon *polygon = frame->polygons + (uint32_t)a->polygon;
  int count = (int)polygon->count;
  int face = 0;
  double best = -__builtin_inf();
  for (int i = 0; i < count; i++) {
    const double *v = polygon->vertices + 2 * i;
    const double *n = polygon->normals + 2 * i;
    double d = n[0] * (px - v[0]) + n[1] * (py - v[1]);
    if (d > reach) return apart_along_face(pair, n[0], n[1], d - a->radius - b->radius, out);
    if (d > best) {
      best = d;
      face = i;
    }
  }
  const double *v = polygon->vertices + 2 * face;
  const double *w = polygon->vertices + 2 * (face + 1 < count ? face + 1 : 0);
  double nx = polygon->normals[2 * face];
  double ny = polygon->normals[2 * face + 1];
  double distance = best;
  if (best > 0) {
    double along = nx * (py - v[1]) - ny * (px - v[0]);
    double length = nx * (w[1] - v[1]) - ny * (w[0] - v[0]);
    if (along < 0 || along > length) {
      const double *corner = along < 0 ? v : w;
      double ex = px - corner[0];
      double ey = py - corner[1];
      distance = __builtin_sqrt(ex * ex + ey * ey);
      if (distance > reach) return apart_along_face(pair, ex / distance, ey / distance, distance - a->radius - b->radius, out);
      if (distance > NO_DIRECTION) {
        nx = ex / distance;
        ny = ey / distance;
      }
    }
  }
  double back = 0.5 * (distance - a->radius + b->radius);
  return write_point(pair, nx, ny, px - nx * back, py - ny * back, distance - a->radius - b->radius, out, ids);
}

/* The line from (x1, y1) to (x2, y2) with a radius, against a circle around (px, py). */
static __attribute__((noinline)) int collide_line(double x1, double y1, double x2, double y2, double px, double py, double radius_a,
                        double radius_b, const Placed *pair, Manifold *out, Feature *ids) {
  double ex = x2 - x1;
  double ey = y2 - y1;
  double ax = px - x1;
  double ay = py - y1;
  double square = ex * ex + ey * ey;
  double t = square > 0 ? (ax * ex + ay * ey) / square : 0;
  if (t < 0) t = 0;
  if (t > 1) t = 1;
  double dx = ax - ex * t;
  double dy = ay - ey * t;
  double reach = radius_a + radius_b + pair->margin;
  double distance_square = dx * dx + dy * dy;
  double distance = __builtin_sqrt(distance_square);
  if (distance_square > reach * reach) return apart_along_face(pair, dx / distance, dy / distance, distance - radius_a - radius_b, out);
  double nx, ny;
  if (distance > NO_DIRECTION) {
    nx = dx / distance;
    ny = dy / distance;
  } else {
    /* The center is on the line itself: leave to the left, which is the front of a chain. */
    double length = __builtin_sqrt(square);
    nx = length > 0 ? -ey / length : 0;
    ny = length > 0 ? ex / length : 1;
  }
  double back = 0.5 * (distance - radius_a + radius_b);
  return write_point(pair, nx, ny, px - nx * back, py - ny * back, distance - radius_a - radius_b, out, ids);
}

int collide_capsule_circle(const Geometry *a, const Geometry *b, const Placed *pair, Manifold *out, Feature *ids) {
  double px, py;
  center_of(pair, &px, &py);
  double x = a->halfLength;
  double y = x == 0 ? a->halfHeight : 0;
  return collide_line(0 - x, 0 - y, x, y, px, py, a->radius, b->radius, pair, out, ids);
}

/* Whether a point is on the left of a one-sided segment and not in the realm of a neighbor. */
static __attribute__((noinline)) bool faces_segment(const Geometry *link, double px, double py) {
  double ex = link->x2 - link->x1;
  double ey = link->y2 - link->y1;
  double ax = px - link->x1;
  double ay = py - link->y1;
  double bx = px - link->x2;
  double by = py - link->y2;
  if (ex * ay - ey * ax < 0) return false;
  if (ex * ax + ey * ay < 0) return (link->x1 - link->previousX) * ax + (link->y1 - link->previousY) * ay > 0;
  if (ex * bx + ey * by > 0) return (link->nextX - link->x2) * bx + (link->nextY - link->y2) * by <= 0;
  return true;
}

/*
 * A one-sided segment lets the circle through while its center is on the right side, and leaves the circle to the
 * neighbor where the center is beyond an end and the neighbor's side is nearer.
 */
__attribute__((noinline)) int collide_segment_circle(const Geometry *a, const Geometry *b, const Placed *pair, Manifold *out, Feature *ids) {
  double px, py;
  center_of(pair, &px, &py);
  if (a->sides == LinkSides_Both) {
    Geometry facing = face_link(a, px, py);
    if (!faces_segment(&facing, px, py)) return 0;
    return collide_line(facing.x1, facing.y1, facing.x2, facing.y2, px, py, a->radius, b->radius, pair, out, ids);
  }
  if (a->sides == LinkSides_Left && !faces_segment(a, px, py)) return 0;
  return collide_line(a->x1, a->y1, a->x2, a->y2, px, py, a->radius, b->radius, pair, out, ids);
}
