import { type Code, signed, unsigned } from './bytes.ts'

/** The types of values, by their code in the binary format. */
export const Kind = { I32: 0x7f, F32: 0x7d, F64: 0x7c, V128: 0x7b } as const

export type Kind = (typeof Kind)[keyof typeof Kind]

/** Code that leaves one value on the stack. */
export interface Value<K extends Kind = Kind> {
  readonly kind: K
  readonly code: Code
}

export type I32 = Value<typeof Kind.I32>
export type F32 = Value<typeof Kind.F32>
export type F64 = Value<typeof Kind.F64>
/** 128 bits: four floats, or two doubles. */
export type V128 = Value<typeof Kind.V128>

/** The prefix of the instructions for 128 bits. */
export const SIMD = 0xfd

export function value<K extends Kind>(kind: K, ...code: Code): Value<K> {
  return { kind, code }
}

/** The place of a load or store: alignment as a power of two, then an offset in bytes. */
export function place(align: number, offset: number): number[] {
  return [align, ...unsigned(offset)]
}

function simd(op: number, ...operands: Value[]): V128 {
  return value(Kind.V128, ...operands.map((operand) => operand.code), SIMD, unsigned(op))
}

type Unary = (a: V128) => V128
type Binary = (a: V128, b: V128) => V128

const unary = (op: number): Unary => (a) => simd(op, a)
const binary = (op: number): Binary => (a, b) => simd(op, a, b)

/** Four floats. `pmin` and `pmax` are `b < a ? b : a` and `a < b ? b : a`; comparisons give masks. */
export const f32x4 = {
  splat: (a: F32): V128 => simd(0x13, a),
  lt: binary(0x43),
  gt: binary(0x44),
  le: binary(0x45),
  ge: binary(0x46),
  neg: unary(0xe1),
  add: binary(0xe4),
  sub: binary(0xe5),
  mul: binary(0xe6),
  div: binary(0xe7),
  pmin: binary(0xea),
  pmax: binary(0xeb),
  /** Two doubles as the lower two floats; the upper two are 0. */
  demote: unary(0x5e),
  /** The same number in every lane. */
  all: (x: number): V128 => {
    const bytes = new Uint8Array(new Float32Array([x, x, x, x]).buffer)
    return value(Kind.V128, SIMD, unsigned(0x0c), [...bytes])
  },
  /** Lanes of `a` (0 to 3) and `b` (4 to 7), in the order that is named. */
  pick: (a: V128, b: V128, lanes: readonly [number, number, number, number]): V128 =>
    value(Kind.V128, a.code, b.code, SIMD, unsigned(0x0d), lanes.map((k) => [k * 4, k * 4 + 1, k * 4 + 2, k * 4 + 3])),
}

/** Two doubles. `pmin` and `pmax` are `b < a ? b : a` and `a < b ? b : a`; comparisons give masks. */
export const f64x2 = {
  of: (x: number, y: number): V128 =>
    value(Kind.V128, SIMD, unsigned(0x0c), [...new Uint8Array(new Float64Array([x, y]).buffer)]),
  splat: (a: F64): V128 => simd(0x14, a),
  gt: binary(0x4a),
  ge: binary(0x4c),
  abs: unary(0xec),
  neg: unary(0xed),
  add: binary(0xf0),
  sub: binary(0xf1),
  mul: binary(0xf2),
  div: binary(0xf3),
  sqrt: unary(0xef),
  pmin: binary(0xf6),
  pmax: binary(0xf7),
  /** The lower two of four floats. */
  promote: unary(0x5f),
  lane: (a: V128, lane: 0 | 1): F64 => value(Kind.F64, a.code, SIMD, unsigned(0x21), lane),
  /** Lanes of `a` (0 and 1) and `b` (2 and 3), in the order that is named. */
  pick: (a: V128, b: V128, x: number, y: number): V128 => f32x4.pick(a, b, [2 * x, 2 * x + 1, 2 * y, 2 * y + 1]),
}

export const i32x4 = {
  splat: (a: I32): V128 => simd(0x11, a),
}

/** All 128 bits, whatever they mean. `andNot` is a and not b. */
export const v128 = {
  load: (address: I32, offset = 0): V128 => value(Kind.V128, address.code, SIMD, unsigned(0), place(2, offset)),
  /** The same double in both lanes. */
  loadSplat64: (address: I32, offset = 0): V128 => value(Kind.V128, address.code, SIMD, unsigned(0x0a), place(3, offset)),
  /** A double in the lower lane, 0 in the upper. */
  load64: (address: I32, offset = 0): V128 => value(Kind.V128, address.code, SIMD, unsigned(0x5d), place(3, offset)),
  and: binary(0x4e),
  andNot: binary(0x4f),
  or: binary(0x50),
  xor: binary(0x51),
  /** Bits of `a` where the mask is 1, of `b` where it is 0. */
  select: (a: V128, b: V128, mask: V128): V128 => simd(0x52, a, b, mask),
  /** The same 32 bits in every lane. */
  all: (bits: number): V128 => value(Kind.V128, SIMD, unsigned(0x0c), [...new Uint8Array(new Int32Array(4).fill(bits).buffer)]),
  /** Whether any bit is 1. */
  any: (a: V128): I32 => value(Kind.I32, a.code, SIMD, unsigned(0x53)),
  /** The signs of two doubles as the lowest two bits. */
  signs: (a: V128): I32 => value(Kind.I32, a.code, SIMD, unsigned(0xc4)),
}

export const i32 = {
  of: (x: number): I32 => value(Kind.I32, 0x41, signed(x)),
  load: (address: I32, offset = 0): I32 => value(Kind.I32, address.code, 0x28, place(2, offset)),
  add: (a: I32, b: I32): I32 => value(Kind.I32, a.code, b.code, 0x6a),
  sub: (a: I32, b: I32): I32 => value(Kind.I32, a.code, b.code, 0x6b),
  mul: (a: I32, b: I32): I32 => value(Kind.I32, a.code, b.code, 0x6c),
  and: (a: I32, b: I32): I32 => value(Kind.I32, a.code, b.code, 0x71),
  or: (a: I32, b: I32): I32 => value(Kind.I32, a.code, b.code, 0x72),
  xor: (a: I32, b: I32): I32 => value(Kind.I32, a.code, b.code, 0x73),
  shl: (a: I32, b: I32): I32 => value(Kind.I32, a.code, b.code, 0x74),
  shrUnsigned: (a: I32, b: I32): I32 => value(Kind.I32, a.code, b.code, 0x76),
  /** Leading zeros. */
  clz: (a: I32): I32 => value(Kind.I32, a.code, 0x67),
  /** 1 for 0, otherwise 0. */
  not: (a: I32): I32 => value(Kind.I32, a.code, 0x45),
  eq: (a: I32, b: I32): I32 => value(Kind.I32, a.code, b.code, 0x46),
  ne: (a: I32, b: I32): I32 => value(Kind.I32, a.code, b.code, 0x47),
  lt: (a: I32, b: I32): I32 => value(Kind.I32, a.code, b.code, 0x48),
  gt: (a: I32, b: I32): I32 => value(Kind.I32, a.code, b.code, 0x4a),
  ge: (a: I32, b: I32): I32 => value(Kind.I32, a.code, b.code, 0x4e),
  lessUnsigned: (a: I32, b: I32): I32 => value(Kind.I32, a.code, b.code, 0x49),
  halved: (a: I32): I32 => value(Kind.I32, a.code, i32.of(1).code, 0x75),
  /** One byte, 0 to 255. */
  load8: (address: I32, offset = 0): I32 => value(Kind.I32, address.code, 0x2d, place(0, offset)),
  /** `a` where the condition is not 0, otherwise `b`. Both are worked out. */
  select: (condition: I32, a: I32, b: I32): I32 => value(Kind.I32, a.code, b.code, condition.code, 0x1b),
}

export const f64 = {
  of: (x: number): F64 => value(Kind.F64, 0x44, [...new Uint8Array(new Float64Array([x]).buffer)]),
  load: (address: I32, offset = 0): F64 => value(Kind.F64, address.code, 0x2b, place(3, offset)),
  add: (a: F64, b: F64): F64 => value(Kind.F64, a.code, b.code, 0xa0),
  sub: (a: F64, b: F64): F64 => value(Kind.F64, a.code, b.code, 0xa1),
  mul: (a: F64, b: F64): F64 => value(Kind.F64, a.code, b.code, 0xa2),
  div: (a: F64, b: F64): F64 => value(Kind.F64, a.code, b.code, 0xa3),
  sqrt: (a: F64): F64 => value(Kind.F64, a.code, 0x9f),
  neg: (a: F64): F64 => value(Kind.F64, a.code, 0x9a),
  lt: (a: F64, b: F64): I32 => value(Kind.I32, a.code, b.code, 0x63),
  gt: (a: F64, b: F64): I32 => value(Kind.I32, a.code, b.code, 0x64),
  ne: (a: F64, b: F64): I32 => value(Kind.I32, a.code, b.code, 0x62),
  eq: (a: F64, b: F64): I32 => value(Kind.I32, a.code, b.code, 0x61),
  le: (a: F64, b: F64): I32 => value(Kind.I32, a.code, b.code, 0x65),
  ge: (a: F64, b: F64): I32 => value(Kind.I32, a.code, b.code, 0x66),
  abs: (a: F64): F64 => value(Kind.F64, a.code, 0x99),
  /** As `Math.min` and `Math.max`. */
  min: (a: F64, b: F64): F64 => value(Kind.F64, a.code, b.code, 0xa4),
  max: (a: F64, b: F64): F64 => value(Kind.F64, a.code, b.code, 0xa5),
  /** `a` where the condition is not 0, otherwise `b`. Both are worked out. */
  select: (condition: I32, a: F64, b: F64): F64 => value(Kind.F64, a.code, b.code, condition.code, 0x1b),
  fromUnsigned: (a: I32): F64 => value(Kind.F64, a.code, 0xb8),
  demote: (a: F64): F32 => value(Kind.F32, a.code, 0xb6),
}

export const f32 = {
  load: (address: I32, offset = 0): F32 => value(Kind.F32, address.code, 0x2a, place(2, offset)),
  promote: (a: F32): F64 => value(Kind.F64, a.code, 0xbb),
  /** The float at an address, as a double. */
  loadDouble: (address: I32, offset = 0): F64 => f32.promote(f32.load(address, offset)),
}
