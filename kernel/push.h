/* What passes add to the push of four bodies. */
#pragma once

#include "layout.h"
#include "vectors.h"

static inline void add_push(char *push, const char *work, Work *const *bodies, f32x4 x, f32x4 y, f32x4 w) {
  Four rows = transpose((Four){x, y, w, 0});
  f32x4 row[LANES] = {rows.x, rows.y, rows.z, rows.w};
  for (int lane = 0; lane < LANES; lane++) {
    uint32_t at = (uint32_t)((const char *)bodies[lane] - work) / (sizeof(Work) / sizeof(Push));
    *(f32x4 *)(push + at) += row[lane];
  }
}
