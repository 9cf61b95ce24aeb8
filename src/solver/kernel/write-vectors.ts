import type { Local } from '../../wasm/function-builder.ts'
import { type V128, f64x2, v128 } from '../../wasm/value.ts'

/** x and y in two lanes, or the same number in both. */
export type Vector = Local<V128['kind']>

export function bothX(a: Vector): V128 {
  return f64x2.pick(a, a, 0, 0)
}

export function bothY(a: Vector): V128 {
  return f64x2.pick(a, a, 1, 1)
}

export function swapped(a: Vector): V128 {
  return f64x2.pick(a, a, 1, 0)
}

/** A quarter turn to the left: (-y, x). */
export function turned(a: Vector): V128 {
  return v128.xor(swapped(a), f64x2.of(-0, 0))
}
