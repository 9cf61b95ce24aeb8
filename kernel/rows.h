#pragma once

#include "layout.h"

/*
 * Finds a lane for a contact and names its bodies there. All other numbers are the caller's to write.
 * Bodies are named by their work records, 0 for the world, which can only be A. Returns 0 where the stream has no room
 * for the group that this takes: then nothing has changed but what is wanted.
 */
float *take_lane(uint32_t contact, int points, uint32_t record_a, uint32_t record_b);

/* See `Kernel.prepare`. */
uint32_t prepare(uint32_t first, uint32_t end, uint32_t as);

/* The lane that begins at a float of the memory. */
static inline float *lane_at(uint32_t place) { return (float *)(uintptr_t)(place * 4); }

/* The numbers of a point of the contact in a lane: `point_of(lane, 0)[LANES * PointField_Base]`. */
static inline float *point_of(const float *lane, int point) {
  return (float *)lane + (Field_Points + point * POINT_FIELDS) * LANES;
}
