/*
 * Four floats or integers, or two doubles, side by side, in the terms of clang, so that the same source compiles to SIMD
 * and, for the build without WebAssembly, to plain numbers.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef float f32x4 __attribute__((ext_vector_type(4)));
typedef int32_t i32x4 __attribute__((ext_vector_type(4)));
typedef double f64x2 __attribute__((ext_vector_type(2)));
typedef int64_t i64x2 __attribute__((ext_vector_type(2)));
typedef float f32x2 __attribute__((ext_vector_type(2)));

/* Four rows of four numbers, or four columns. */
typedef struct {
  f32x4 x, y, z, w;
} Four;

/* A mask has all bits of a lane set where it holds. Of b where it does not. */
static inline f32x4 pick(i32x4 mask, f32x4 a, f32x4 b) {
  return (f32x4)(((i32x4)a & mask) | ((i32x4)b & ~mask));
}

static inline f32x4 only(i32x4 mask, f32x4 a) { return (f32x4)((i32x4)a & mask); }

/* Where the numbers are equal, a. */
static inline f32x4 at_least(f32x4 a, f32x4 b) {
#ifdef __wasm_simd128__
  return __builtin_wasm_pmax_f32x4(a, b);
#else
  return pick(a < b, b, a);
#endif
}

static inline f32x4 at_most(f32x4 a, f32x4 b) {
#ifdef __wasm_simd128__
  return __builtin_wasm_pmin_f32x4(a, b);
#else
  return pick(b < a, b, a);
#endif
}

static inline bool any(i32x4 mask) {
#ifdef __wasm_simd128__
  return __builtin_wasm_any_true_v128(__builtin_bit_cast(__attribute__((vector_size(16))) signed char, mask));
#else
  return (mask.x | mask.y | mask.z | mask.w) != 0;
#endif
}

/* Whether any of the numbers is not 0; the sign of a 0 does not matter. */
static inline bool any_nonzero(i32x4 bits) { return any(bits & 0x7fffffff); }

static inline Four transpose(Four rows) {
  f32x4 low0 = __builtin_shufflevector(rows.x, rows.y, 0, 4, 1, 5);
  f32x4 high0 = __builtin_shufflevector(rows.x, rows.y, 2, 6, 3, 7);
  f32x4 low1 = __builtin_shufflevector(rows.z, rows.w, 0, 4, 1, 5);
  f32x4 high1 = __builtin_shufflevector(rows.z, rows.w, 2, 6, 3, 7);
  return (Four){
      __builtin_shufflevector(low0, low1, 0, 1, 4, 5),
      __builtin_shufflevector(low0, low1, 2, 3, 6, 7),
      __builtin_shufflevector(high0, high1, 0, 1, 4, 5),
      __builtin_shufflevector(high0, high1, 2, 3, 6, 7),
  };
}

/* Two doubles, of which conditions are masks of two lanes. Where the mask does not hold, `no`. */
static inline f64x2 choose(i64x2 mask, f64x2 yes, f64x2 no) {
#ifdef __wasm_simd128__
  return (f64x2)(((i64x2)yes & mask) | ((i64x2)no & ~mask));
#else
  return (f64x2){mask.x ? yes.x : no.x, mask.y ? yes.y : no.y};
#endif
}

static inline i64x2 pick_mask(i64x2 mask, i64x2 yes, i64x2 no) { return (yes & mask) | (no & ~mask); }

static inline bool any_of(i64x2 mask) {
#ifdef __wasm_simd128__
  return __builtin_wasm_any_true_v128(__builtin_bit_cast(__attribute__((vector_size(16))) signed char, mask));
#else
  return mask.x || mask.y;
#endif
}

static inline f64x2 absolute(f64x2 a) {
#ifdef __wasm_simd128__
  return __builtin_wasm_abs_f64x2(a);
#else
  return (f64x2){__builtin_fabs(a.x), __builtin_fabs(a.y)};
#endif
}

static inline f64x2 lesser(f64x2 a, f64x2 b) {
#ifdef __wasm_simd128__
  return __builtin_wasm_pmin_f64x2(a, b);
#else
  return (f64x2){b.x < a.x ? b.x : a.x, b.y < a.y ? b.y : a.y};
#endif
}

static inline f64x2 greater(f64x2 a, f64x2 b) {
#ifdef __wasm_simd128__
  return __builtin_wasm_pmax_f64x2(a, b);
#else
  return (f64x2){a.x < b.x ? b.x : a.x, a.y < b.y ? b.y : a.y};
#endif
}

/* As floats, in front of zeros; and the first two floats as doubles. */
static inline f32x4 narrowed(f64x2 a) {
  const f32x2 none = 0;
  return __builtin_shufflevector(__builtin_convertvector(a, f32x2), none, 0, 1, 2, 3);
}
static inline f64x2 widened(f32x4 a) { return __builtin_convertvector(a.xy, f64x2); }

static inline f64x2 both_x(f64x2 a) { return a.xx; }
static inline f64x2 both_y(f64x2 a) { return a.yy; }
static inline i64x2 both_x_mask(i64x2 a) { return a.xx; }
static inline i64x2 both_y_mask(i64x2 a) { return a.yy; }
static inline f64x2 swapped_lanes(f64x2 a) { return a.yx; }

/* A quarter turn to the left. */
static inline f64x2 turned(f64x2 a) { return (f64x2){-a.y, a.x}; }
