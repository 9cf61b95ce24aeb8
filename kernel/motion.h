/* How a substep moves a body. Velocities are kept as doubles; the passes work on copies rounded to floats. */
#pragma once

#include "layout.h"
#include "rounded.h"
#include "vectors.h"

/* With what the passes changed about the copy: so free flight and damping lose no digits. */
static inline Pairs taken_up(const State *state, const Work *work) {
  Pairs pairs = pairs_of(state);
  f32x4 change = work->velocity - narrowed_both(pairs);
  const f32x4 none = {0, 0, 0, 0};
  pairs.ways += widened(change);
  pairs.turns += widened(__builtin_shufflevector(change, none, 2, 4, 4, 4));
  return pairs;
}

/* What drives a body acts on its velocity, then the impulses so far do. */
static inline void drive_on(Pairs *pairs, const Drive *drive, f32x4 push, double h) {
  pairs->ways = (pairs->ways + h * *(const f64x2 *)&drive->x) * drive->left + widened(push);
  pairs->turns.x = (pairs->turns.x + h * drive->angular) * drive->angularLeft + push.z;
}

/* Speeds beyond the limits are cut. */
static inline void limit_speed(Pairs *pairs, const Drive *drive) {
  f64x2 squares = pairs->ways * pairs->ways;
  double squared = squares.x + squares.y;
  if (squared > drive->maxSquared) pairs->ways *= __builtin_sqrt(drive->maxSquared / squared);
  double most = drive->maxAngular, w = pairs->turns.x;
  if (w > most) pairs->turns.x = most;
  if (w < -most) pairs->turns.x = -most;
}
