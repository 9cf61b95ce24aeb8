/* How what is locked along an axis answers at a contact. For prepare.c. */
#pragma once

#include "layout.h"

static inline int32_t *bits_of(float *lane) { return (int32_t *)lane + LANES * Field_Bits; }

/* How two bodies answer pushes at a contact without turning: each along its free axes; and how far both part by an impulse of 1, along the */
/* normal and along the tangent. */
typedef struct {
  double mass_a, mass_b, normal, tangent;
  /* Whether the normal was turned to an axis along which nothing yields. */
  bool held;
} Masses;

static inline double mass_along(double mass, int locks, double x, double y) {
  return locks == 0 ? mass : locks == Lock_X ? mass * y * y : mass * x * x;
}

/*
 * How much softer the row of what yields by `free` alone is: by next to nothing up to 85 degrees, and by as much as if nothing were locked where
 * next to nothing yields. A row that asks for a thousand times the push moves nothing by it, and turns what is beside it: an upright wall
 * at 0.5 m/s threw a box without friction, locked along x, 18 m up.
 */
static inline double locked_give(double free, double whole) {
  double share = free / (LOCKED_RIGID * whole);
  return whole * LOCKED_GIVE / (LOCKED_GIVE + share * share);
}

/*
 * The masses where an axis is locked, of which the row has to know. What is locked along both has no mass, and nothing to lock. May turn the
 * normal to an axis along which nothing yields: what leans by next to nothing holds like a wall, and drove a box up by 3 m.
 */
static __attribute__((noinline)) Masses locked_masses(float *lane, int axes_a, int axes_b, double a, double b, double *nx, double *ny) {
  const int both = Lock_X | Lock_Y;
  if ((axes_a & both) == both) a = 0;
  if ((axes_b & both) == both) b = 0;
  int locks_a = a == 0 ? 0 : axes_a & both;
  int locks_b = b == 0 ? 0 : axes_b & both;
  if ((locks_a | locks_b) == 0) return (Masses){a, b, a + b, a + b, false};
  /* The bits of a side are those of `Lock`, further up. */
  *bits_of(lane) |= locks_a * RowBits_LocksAX | locks_b * RowBits_LocksBX;
  double normal = mass_along(a, locks_a, *nx, *ny) + mass_along(b, locks_b, *nx, *ny);
  double tangent = mass_along(a, locks_a, *ny, *nx) + mass_along(b, locks_b, *ny, *nx);
  if ((locks_a == 0 && a > 0) || (locks_b == 0 && b > 0)) return (Masses){a, b, normal, tangent, false};
  if (normal < LOCKED_STILL * (a + b)) {
    bool along_x = __builtin_fabs(*nx) > __builtin_fabs(*ny);
    /* Or what is pressed like that is turned, a bit in each substep. */
    *bits_of(lane) |= RowBits_RubsEarly;
    *nx = along_x ? (*nx > 0 ? 1 : -1) : 0;
    *ny = along_x ? 0 : *ny > 0 ? 1 : -1;
    return (Masses){a, b, a + b, a + b, true};
  }
  return (Masses){a, b, normal + locked_give(normal, a + b), tangent + locked_give(tangent, a + b), false};
}
