#pragma once

/* What comes before the rounds of impacts and after them, the same where something has joints. See impact-rounds.h. */
#include "impact-hits.h"

/* Marks which of the bodies that are listed move fast enough to bounce: no contact has others. In a pile that rests there are none, and that is all it costs. */
static bool find_quick(const Substep *s, uint32_t bound) {
  double half = 0.5 * frame->threshold;
  uint32_t any = 0;
  frame->quickRecords[0] = 0;
  for (uint32_t n = 0; n < bound; n++) {
    uint32_t i = frame->listed[n];
    f32x4 v = s->work[i + 1].velocity;
    double speed = __builtin_fabs((double)v.x) + __builtin_fabs((double)v.y) +
                   __builtin_fabs((double)v.z) * frame->extent[frame->awake[i]];
    any |= frame->quickRecords[i + 1] = speed > half;
  }
  return any != 0;
}

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

/*
 * For those who hit each other the gap stays what it was: else they would be taken to overlap until they have moved.
 * Those who come together once more do so after this substep, along their motion.
 */
static void hold_gaps(const Substep *s) {
  for (int i = 0; i < frame->struckCount; i++) {
    Bounce *bounce = frame->bounces + frame->struck[i];
    for (uint32_t k = 0; k < 2; k++) {
      if ((bounce->points & (1u << k)) == 0) continue;
      Contact c = contact_at(lane_at(bounce->lane), k);
      float *base = (float *)c.point + LANES * PointField_Base;
      (k == 0 ? &bounce->base0 : &bounce->base1)[0] = *base;
      if (parting_speed(s, &c) < 0) continue;
      *base = (float)(*base - (gap_of(s, &c) - gap_without_shift(s, &c)));
    }
  }
}

/* Moves what was hit by what its velocity at the end of the substep leaves out. */
static void shift_bodies(const Substep *s) {
  for (int i = 0; i < frame->metCount; i++) {
    uint32_t record = frame->met[i];
    const ImpactBody *impact = frame->impactBodies + record;
    if (!(impact->state & SHIFTED)) continue;
    State *state = s->state + (record - 1);
    Work *work = s->work + record;
    state->movedX += impact->shiftX;
    state->movedY += impact->shiftY;
    state->turn += impact->shiftTurn;
    double swing = impact->shiftTurn * s->drive[record - 1].swing;
    double c = work->moved.z - swing * work->moved.w;
    double sine = work->moved.w + swing * work->moved.z;
    double inverse = 1 / __builtin_sqrt(c * c + sine * sine);
    work->moved = (f32x4){(float)state->movedX, (float)state->movedY, (float)(c * inverse), (float)(sine * inverse)};
  }
}
