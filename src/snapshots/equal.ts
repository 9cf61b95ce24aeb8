import type { Growable } from '../stores/columns.ts'
import { isNumbers } from './bytes.ts'
import type { KeptArray } from './kept-array.ts'
import type { Kept } from './kept.ts'
import type { Slot } from './slot.ts'

/** Whether two states have the same bits everywhere: quick to see, and then nothing differs. */
export function areEqual(one: Kept, two: Kept): boolean {
  const { entities: a } = one
  const { entities: b } = two
  const ids = a.maxId + 1
  if (a.maxId !== b.maxId || a.masks.length !== b.masks.length || !isSame(a.alive, b.alive, ids)) return false
  for (let i = 0; i < a.masks.length; i++) if (!isSame(a.masks[i]!, b.masks[i]!, ids)) return false
  const [slot, other] = [one.slot, two.slot]
  if (!isSame(slot.counts, other.counts, slot.counts.length) || !isSame(slot.reals, other.reals, slot.reals.length)) return false
  return haveSameObjects(slot, other) && areSame(slot.arrays, other.arrays) && areSame(one.stores.columns, two.stores.columns)
}

function haveSameObjects(one: Slot, two: Slot): boolean {
  return one.objects.every((list, i) => list.length === two.objects[i]!.length && list.every((object, k) => areSameObjects(object, two.objects[i]![k]!)))
}

/** They have numbers and typed arrays, and are never written to: of one world they are mostly the same ones. */
function areSameObjects(one: object | null, two: object | null): boolean {
  if (one === two) return true
  if (one === null || two === null) return false
  for (const key of new Set([...Object.keys(one), ...Object.keys(two)])) {
    const [a, b] = [Reflect.get(one, key), Reflect.get(two, key)] as unknown[]
    if (Object.is(a, b)) continue
    if (!isNumbers(a) || !isNumbers(b) || a.length !== b.length || !isSame(a, b, a.length)) return false
  }
  return true
}

function areSame(one: readonly KeptArray[], two: readonly KeptArray[]): boolean {
  if (one.length !== two.length) return false
  for (let i = 0; i < one.length; i++) {
    const { values: a, count } = one[i]!
    const { values: b } = two[i]!
    if (count !== two[i]!.count) return false
    if (count === 0) continue
    if (!Array.isArray(a) && !Array.isArray(b)) {
      if (!isSame(a, b, count)) return false
    } else for (let k = 0; k < count; k++) if (!Object.is(a[k], b[k])) return false
  }
  return true
}

/** By their bits: −0 is not 0, and what is no number is equal to itself. */
function isSame(one: Growable, two: Growable, count: number): boolean {
  if (one.constructor !== two.constructor || count > one.length || count > two.length) return false
  const size = count * one.BYTES_PER_ELEMENT
  const isWhole = size % 4 === 0 && one.byteOffset % 4 === 0 && two.byteOffset % 4 === 0
  const [a, b] = [one, two].map(({ buffer, byteOffset }) => (
    isWhole ? new Uint32Array(buffer, byteOffset, size / 4) : new Uint8Array(buffer, byteOffset, size)
  )) as [Uint8Array | Uint32Array, Uint8Array | Uint32Array]
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}
