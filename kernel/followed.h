/* What rows that are followed as their bodies turn are asked for: see `followed.c`. */
#pragma once

#include "layout.h"
#include "rows.h"

static inline const Work *body_of(const float *lane, int side) {
  return (const Work *)((const char *)frame->work + ((const int32_t *)lane)[LANES * side]);
}

static inline bool is_single(const float *lane) { return *(const int32_t *)lane == 0; }

/* Has point k follow the bodies from where they are at the turn of the row on. The corner is half of the gap from the anchor, where points lie in the middle. */
void follow_point(FollowedRow *row, int k, bool coming);
