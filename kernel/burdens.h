/* What those that are squeezed bear, and what is kept of them meanwhile. */
#pragma once

#include "layout.h"

static inline float power_of_two(int power) {
  union { uint32_t bits; float value; } number = {.bits = (uint32_t)(power + 127) << 23};
  return number.value;
}

/* Both by place in the awake list. */
static inline Bearer *bearers(void) { return (Bearer *)(uintptr_t)frame->loads->bearers; }
static inline Kept *kept(void) { return (Kept *)(uintptr_t)frame->loads->kept; }
