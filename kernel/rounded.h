/* The velocity of a body as the passes see it. Joints find the turn in the fourth number. */
#pragma once

#include "layout.h"
#include "vectors.h"

static inline f32x4 rounded(const State *state) {
  return (f32x4){(float)state->x, (float)state->y, (float)state->w, (float)state->turn};
}
