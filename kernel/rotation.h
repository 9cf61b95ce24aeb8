/* Cosine and sine with the bits of src/math/rotation.ts, where each step of it is explained. */
#pragma once

#include "layout.h"
#include "vectors.h"

typedef struct {
  double cos, sin;
} Rotation;

/* Of an angle no larger than SMALL_ANGLE_LIMIT. */
static inline Rotation rotation_of(double angle) {
  double turns = __builtin_floor(angle * TWO_OVER_PI + 0.5);
  double x = angle - turns * HALF_PI_HIGH - turns * HALF_PI_MIDDLE - turns * HALF_PI_LOW;
  double z = x * x;
  double half = 0.5 * z;
  double high = 1 - half;
  /* Both sums side by side: that of the cosine is one shorter, and begins with a 0. */
  f64x2 sums = {0, 1. / 355687428096000};
  sums = (f64x2){1. / 20922789888000, -1. / 1307674368000} + z * sums;
  sums = (f64x2){-1. / 87178291200, 1. / 6227020800} + z * sums;
  sums = (f64x2){1. / 479001600, -1. / 39916800} + z * sums;
  sums = (f64x2){-1. / 3628800, 1. / 362880} + z * sums;
  sums = (f64x2){1. / 40320, -1. / 5040} + z * sums;
  sums = (f64x2){-1. / 720, 1. / 120} + z * sums;
  sums = (f64x2){1. / 24, -1. / 6} + z * sums;
  double c = high + ((1 - high) - half + z * z * sums.x);
  double s = x + x * z * sums.y;
  int quadrant = (int)turns & 3;
#ifdef __wasm_simd128__
  /* Without a jump: in which quadrant a body is is as good as random. */
  int64_t odd = -(int64_t)(quadrant & 1);
  i64x2 signs = {(int64_t)((quadrant + 1) >> 1 & 1) << 63, (int64_t)(quadrant >> 1) << 63};
  f64x2 sides = {c, s};
  sides = (f64x2)((i64x2)choose((i64x2){odd, odd}, sides.yx, sides) ^ signs);
  return (Rotation){sides.x, sides.y};
#endif
  if (quadrant == 0) return (Rotation){c, s};
  if (quadrant == 1) return (Rotation){-s, c};
  if (quadrant == 2) return (Rotation){-c, -s};
  return (Rotation){s, -c};
}

/* Of turns of a step the sum is short. */
static inline Rotation short_turn(double x) {
  if (x == 0) return (Rotation){1, 0};
  if (__builtin_fabs(x) > 0.25) return rotation_of(x);
  double z = x * x;
  return (Rotation){1 + z * (-1. / 2 + z * (1. / 24 + z * (-1. / 720 + z * (1. / 40320)))), x + x * z * (-1. / 6 + z * (1. / 120 + z * (-1. / 5040 + z * (1. / 362880))))};
}
