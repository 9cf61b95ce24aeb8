#pragma once

/*
 * Which contacts that may bounce a body has, and which of them to look at in the next round of impacts: a round only
 * changes what concerns the bodies that it pushed. Looking through all contacts in each of 32 rounds took a third of the
 * time of a splash.
 */
#include "rows.h"

/* No further end of a contact. */
#define LAST 0xffffffffu

/* Copies what tells how fast its bodies part: in rows it lies in six cache lines, here in one with all else of the bounce. */
static void read_row(Bounce *bounce) {
  const float *lane = lane_at(bounce->lane);
  const int32_t *bodies = (const int32_t *)lane;
  bounce->a = (uint32_t)bodies[0] / sizeof(Work);
  bounce->b = (uint32_t)bodies[LANES] / sizeof(Work);
  bounce->normalX = lane[LANES * Field_NormalX];
  bounce->normalY = lane[LANES * Field_NormalY];
  for (uint32_t k = 0; k <= (bounce->owner & 1); k++) {
    const float *point = point_of(lane, (int)k);
    bounce->crossA[k] = point[LANES * PointField_CrossA];
    bounce->crossB[k] = point[LANES * PointField_CrossB];
  }
}

static inline void link_end(uint32_t end, uint32_t record) {
  frame->nextBounce[end] = frame->firstBounce[record];
  frame->firstBounce[record] = end;
}

/* Links the contacts by body, once a step: end 2 i is A of bounce i, the next one B. `count`: bodies. */
static void link_bounces(uint32_t count) {
  uint32_t bounces = (uint32_t)frame->bounceCount;
  if ((uint32_t)frame->linkedBounces == bounces) return;
  for (uint32_t i = 0; i <= count; i++) frame->firstBounce[i] = LAST;
  for (uint32_t i = 0; i < (bounces + 31) / 32; i++) frame->pending[i] = 0;
  for (uint32_t i = 0; i < bounces; i++) {
    Bounce *bounce = frame->bounces + i;
    read_row(bounce);
    link_end(2 * i, bounce->a);
    link_end(2 * i + 1, bounce->b);
  }
  frame->linkedBounces = (int32_t)bounces;
}

/* Has the contacts of a body looked at in the next round. */
static inline void look_again(uint32_t record) {
  for (uint32_t end = frame->firstBounce[record]; end != LAST; end = frame->nextBounce[end]) {
    frame->pending[end >> 6] |= 1u << (end >> 1 & 31);
  }
}
