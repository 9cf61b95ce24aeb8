/* The contacts of a collider: see `ContactTable`. An edge is twice its contact, and one more where the collider is the second side. */
#pragma once

#include "layout.h"

/* Whether an edge leads to something solid. */
static inline bool is_solid(uint32_t edge) { return !(frame->flags[edge >> 1] & ContactFlag_Sensor); }

/* Whether an edge leads to something static. */
static inline bool is_to_static(uint32_t edge) {
  uint32_t other = edge & 1 ? frame->a[edge >> 1] : frame->b[edge >> 1];
  return frame->kind[frame->bodyOf[other]] == BodyKind_Static;
}
