import { type F64, type I32, f64, i32 } from '../../wasm/value.ts'
import type { Frame } from '../../memory/frame.ts'

export const START = i32.of(0)

/** An integer of the frame. */
export function framed(place: Frame): I32 {
  return i32.load(START, place)
}

/** A double of the frame. */
export function framedDouble(place: Frame): F64 {
  return f64.load(START, place)
}

/** The address of an entry of a column: entries are 2 to the power of `shift` bytes long. */
export function entry(column: Frame, index: I32, shift: number): I32 {
  return i32.add(framed(column), shift === 0 ? index : i32.shl(index, i32.of(shift)))
}
