/* How a substep moves a body. Velocities are kept as doubles; the passes work on copies rounded to floats. */
#pragma once

#include "layout.h"
#include "rounded.h"
#include "vectors.h"

/* What the passes changed about the copy is added to the double: so free flight and damping lose no digits. */
static inline void take_up(State *state, const Work *work) {
  f32x4 change = work->velocity - rounded(state);
  state->x += change.x;
  state->y += change.y;
  state->w += change.z;
}

/* What drives a body acts on its velocity, then the impulses so far do. */
static inline void drive_on(State *state, const Drive *drive, f32x4 push, double h) {
  state->x = (state->x + h * drive->x) * drive->left + push.x;
  state->y = (state->y + h * drive->y) * drive->left + push.y;
  state->w = (state->w + h * drive->angular) * drive->angularLeft + push.z;
}

/* Speeds beyond the limits are cut. */
static inline void limit_speed(State *state, const Drive *drive) {
  double squared = state->x * state->x + state->y * state->y;
  if (squared > drive->maxSquared) {
    double scale = __builtin_sqrt(drive->maxSquared / squared);
    state->x *= scale;
    state->y *= scale;
  }
  if (state->w > drive->maxAngular) state->w = drive->maxAngular;
  if (state->w < -drive->maxAngular) state->w = -drive->maxAngular;
}
