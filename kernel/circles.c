/* Circle against circle, and box against circle. */
#include "collide.h"

/* Up to this distance, a length, the way from a corner to the center of a circle gives no direction. */
#define CORNER_NO_DIRECTION 1e-12

/* For circles that are not on one spot. */
int collide_circles(const Pose *pose_a, const Pose *pose_b, double radius_a, double radius_b, double margin,
                    Manifold *out) {
  double dx = pose_b->x - pose_a->x;
  double dy = pose_b->y - pose_a->y;
  double reach = radius_a + radius_b + margin;
  double square = dx * dx + dy * dy;
  if (square > reach * reach) return 0;
  double distance = __builtin_sqrt(square);
  double inverse = 1 / distance;
  double middle = 0.5 * (radius_a + distance - radius_b);
  out->normalX = dx * inverse;
  out->normalY = dy * inverse;
  out->x0 = out->normalX * middle;
  out->y0 = out->normalY * middle;
  out->separation0 = distance - radius_a - radius_b;
  return 1;
}

/* For such on one spot: they part in a direction in the half circle x >= 0, chosen by `tie` without trigonometry. */
int part_circles(double tie, double distance, double radius_a, double radius_b, Manifold *out) {
  double spread = tie * 0.6180339887498949;
  double t = (spread - __builtin_floor(spread)) * 2 - 1;
  double d = 1 / (1 + t * t);
  double middle = 0.5 * (radius_a + distance - radius_b);
  out->normalX = (1 - t * t) * d;
  out->normalY = 2 * t * d;
  out->x0 = out->normalX * middle;
  out->y0 = out->normalY * middle;
  out->separation0 = distance - radius_a - radius_b;
  return 1;
}

/* The box may be rounded. A center inside the box leaves through the nearest side. */
int collide_box_circle(const Geometry *box, const Geometry *circle, const Placed *pair, Manifold *out, Feature *ids) {
  double c = pair->cos_a;
  double s = pair->sin_a;
  double reach = box->radius + circle->radius + pair->margin;
  /* The center in the frame of the box, and its mirror image in the first quadrant. */
  double px = c * pair->dx + s * pair->dy;
  double py = c * pair->dy - s * pair->dx;
  double ax = px < 0 ? -px : px;
  double ay = py < 0 ? -py : py;
  double ex = ax - box->halfWidth;
  double ey = ay - box->halfHeight;
  if (ex > reach || ey > reach) return apart(out, (ex > ey ? ex : ey) - box->radius - circle->radius);
  double nx, ny, distance;
  if (ex > 0 && ey > 0) {
    double square = ex * ex + ey * ey;
    if (square > reach * reach) return 0;
    distance = __builtin_sqrt(square);
    nx = distance > CORNER_NO_DIRECTION ? ex / distance : 1;
    ny = distance > CORNER_NO_DIRECTION ? ey / distance : 0;
  } else if (ex > ey) {
    distance = ex;
    nx = 1;
    ny = 0;
  } else {
    distance = ey;
    nx = 0;
    ny = 1;
  }
  /* Midway between the two surfaces: from the core point, half the sum of the two offsets along the normal. */
  double shift = 0.5 * (box->radius + distance - circle->radius) - distance;
  double x = ax + nx * shift;
  double y = ay + ny * shift;
  if (px < 0) {
    x = -x;
    nx = -nx;
  }
  if (py < 0) {
    y = -y;
    ny = -ny;
  }
  out->normalX = c * nx - s * ny;
  out->normalY = s * nx + c * ny;
  out->x0 = c * x - s * y;
  out->y0 = s * x + c * y;
  out->separation0 = distance - box->radius - circle->radius;
  ids->id0 = 0;
  return 1;
}
