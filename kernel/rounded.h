/* The velocity of a body as the passes see it. Joints find the turn in the fourth number. */
#pragma once

#include "layout.h"
#include "vectors.h"

/*
 * What a state holds, in pairs: velocity along x and y; spin and turn. Both are loaded and stored whole: a processor waits for a pair of which it has just
 * stored one half.
 */
typedef struct {
  f64x2 ways, turns;
} Pairs;

static inline Pairs pairs_of(const State *state) { return (Pairs){*(const f64x2 *)&state->x, *(const f64x2 *)&state->w}; }

static inline void store_pairs(State *state, Pairs pairs) {
  *(f64x2 *)&state->x = pairs.ways;
  *(f64x2 *)&state->w = pairs.turns;
}

static inline f32x4 narrowed_both(Pairs pairs) { return __builtin_shufflevector(narrowed(pairs.ways), narrowed(pairs.turns), 0, 1, 4, 5); }

static inline f32x4 rounded(const State *state) { return narrowed_both(pairs_of(state)); }
