import { shown } from '../shown.ts'
import type { DebugLabels } from './buffers.ts'

/** What a label tells: the values of `DebugLabels.codes`. */
export const DebugLabel = {
  /** The id of a body or collider. */
  Entity: 0,
  /** The id of a joint. */
  Joint: 1,
  /** How many colliders are in a sensor. */
  Inside: 2,
  /** The force of a contact, or with which a joint holds, newtons. */
  Force: 3,
} as const

export type DebugLabel = (typeof DebugLabel)[keyof typeof DebugLabel]

/** Texts that were made, by their number. Forces are rounded to three digits, so there are few. */
const ids: string[] = []
const joints: string[] = []
const counts: string[] = []
const forces = new Map<number, string>()

/** So many forces are kept at most. */
const MOST_FORCES = 20_000

/**
 * The words of a label: `7` for an entity, `J7` for a joint, `3 in` for a sensor, `12.3 N` for a force. Words that were made once
 * are kept, so that a picture that does not change makes none.
 * @throws TypeError on what are no labels of `collectDebug`. @throws RangeError on an index that is not from 0 to `count` − 1.
 */
export function debugText(labels: DebugLabels, index: number): string {
  if (!ArrayBuffer.isView(labels?.codes) || !ArrayBuffer.isView(labels.values)) throw new TypeError('debugText: give the labels of what createDebugBuffers() made, as in debugText(out.labels, 0).')
  const { codes, values, count } = labels
  if (!(Number.isInteger(index) && index >= 0 && index < count)) throw new RangeError(`debugText: there is no label ${shown(index)}. There are ${count}, from 0 on.`)
  const whole = values[index]! | 0
  switch (codes[index]) {
    case DebugLabel.Entity:
      return (ids[whole] ??= String(whole))
    case DebugLabel.Joint:
      return (joints[whole] ??= `J${whole}`)
    case DebugLabel.Inside:
      return (counts[whole] ??= `${whole} in`)
    default:
      return forceText(values, index)
  }
}

/** Forces are known by a whole number, of three digits and the power of ten: fractions as keys would be garbage. */
function forceText(values: Float64Array, index: number): string {
  const force = values[index]!
  if (!(force > 0 && force < Infinity)) return force === 0 ? '0 N' : '? N'
  const power = Math.floor(Math.log10(force)) - 2
  const digits = Math.round(force / 10 ** power)
  const key = digits + 1024 * (power + 512)
  const known = forces.get(key)
  if (known !== undefined) return known
  if (forces.size >= MOST_FORCES) forces.clear()
  const text = `${Number(force.toPrecision(3))} N`
  forces.set(key, text)
  return text
}
