/* The boxes around shapes. */
#pragma once

#include "collide.h"
#include "vectors.h"

typedef struct {
  double minX, minY, maxX, maxY;
} Box;

/* The box around a convex polygon. */
static inline Box bound_polygon(const Geometry *sizes, const Pose *pose) {
  const Polygon *polygon = frame->polygons + (uint32_t)sizes->polygon;
  double infinity = __builtin_inf();
  f64x2 low = {infinity, infinity};
  f64x2 high = {-infinity, -infinity};
  f64x2 along = {pose->cos, pose->sin};
  f64x2 across = {-pose->sin, pose->cos};
  for (int i = 0; i < (int)polygon->count; i++) {
    f64x2 vertex = along * polygon->vertices[2 * i] + across * polygon->vertices[2 * i + 1];
    low = lesser(low, vertex);
    high = greater(high, vertex);
  }
  f64x2 middle = {pose->x, pose->y};
  low = middle + low - sizes->radius;
  high = middle + high + sizes->radius;
  return (Box){low.x, low.y, high.x, high.y};
}

/* The box around the shape of a collider; see `computeBounds`. */
static inline Box bound(int type, const Geometry *sizes, const Pose *pose) {
  if (type == ShapeType_Polygon) return bound_polygon(sizes, pose);
  double c = __builtin_fabs(pose->cos);
  double s = __builtin_fabs(pose->sin);
  double half_x = sizes->radius;
  double half_y = sizes->radius;
  if (type == ShapeType_Box) {
    half_x = c * sizes->halfWidth + s * sizes->halfHeight + sizes->radius;
    half_y = s * sizes->halfWidth + c * sizes->halfHeight + sizes->radius;
  } else if (type == ShapeType_Capsule) {
    bool upright = sizes->halfLength == 0;
    double along = upright ? sizes->halfHeight : sizes->halfLength;
    half_x = (upright ? s : c) * along + sizes->radius;
    half_y = (upright ? c : s) * along + sizes->radius;
  } else if (type == ShapeType_Aabb) {
    half_x = sizes->halfWidth + sizes->radius;
    half_y = sizes->halfHeight + sizes->radius;
  }
  return (Box){pose->x - half_x, pose->y - half_y, pose->x + half_x, pose->y + half_y};
}

/* Segments do not move of themselves. */
static inline bool is_placed(int type) {
  return type == ShapeType_Circle || type == ShapeType_Box || type == ShapeType_Aabb || type == ShapeType_Capsule || type == ShapeType_Polygon;
}
