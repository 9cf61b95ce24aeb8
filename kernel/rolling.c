/*
 * Rolling resistance, after the rigid pass: takes spin out of what touches, up to its resistance times what presses. One contact
 * after the other, in the order of the rows. In doubles, as what a float would round away is what holds a disc on a slope.
 */
#include "rows.h"
#include "substeps.h"

static inline Work *work_at(uint32_t at) { return (Work *)((char *)frame->work + at); }

static inline void spin(const Roller *roller, double impulse) {
  Work *a = work_at(roller->a);
  a->velocity.z = (float)(a->velocity.z - roller->inertiaA * impulse);
  Work *b = work_at(roller->b);
  b->velocity.z = (float)(b->velocity.z + roller->inertiaB * impulse);
}

/* Makes the rollers of the rows that `prepare` has noted. Their impulses are the caller's to write. */
EXPORT(layRollers) void lay_rollers(void) {
  for (int32_t i = 0; i < frame->specialCount; i++) {
    Owner owner = frame->owners[frame->special[i]];
    const float *lane = lane_at(owner.lane);
    float resistance_a = frame->surface[frame->a[owner.contact >> 1]].rollingResistance;
    float resistance_b = frame->surface[frame->b[owner.contact >> 1]].rollingResistance;
    Roller *roller = frame->rollers + i;
    roller->a = ((const uint32_t *)lane)[LANES * Field_A];
    roller->b = ((const uint32_t *)lane)[LANES * Field_B];
    roller->inertiaA = lane[LANES * Field_InertiaA];
    roller->inertiaB = lane[LANES * Field_InertiaB];
    roller->resistance = resistance_a > resistance_b ? resistance_a : resistance_b;
    roller->normal = (uint32_t)(uintptr_t)(point_of(lane, 0) + LANES * PointField_Normal) | (owner.contact & 1);
  }
}

/* Applies the impulses so far: without it a disc that is held on a slope would creep. */
EXPORT(warmRollers) void warm_rollers(void) {
  const Roller *end = frame->rollers + frame->specialCount;
  for (const Roller *roller = frame->rollers; roller < end; roller++) spin(roller, roller->impulse);
}

EXPORT(relaxRollers) void relax_rollers(void) {
  Roller *end = frame->rollers + frame->specialCount;
  for (Roller *roller = frame->rollers; roller < end; roller++) {
    const float *normal = (const float *)(uintptr_t)(roller->normal & ~1u);
    double sum = (double)roller->inertiaA + roller->inertiaB;
    if (sum == 0) continue;
    double limit = *normal;
    if (roller->normal & 1) limit += normal[LANES * POINT_FIELDS];
    limit *= roller->resistance;
    double slip = (double)work_at(roller->b)->velocity.z - work_at(roller->a)->velocity.z;
    double old = roller->impulse;
    double impulse = old - slip / sum;
    if (impulse < -limit) impulse = -limit;
    if (impulse > limit) impulse = limit;
    roller->impulse = impulse;
    spin(roller, impulse - old);
  }
}
