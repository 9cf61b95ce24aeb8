import { LANES, WORK_STRIDE } from './contact-groups.ts'
import { HIT_PLACE, HIT_STRIDE, Hit } from './impact-records.ts'
import type { ContactSolverData } from './prepare-contacts.ts'
import { SPECIAL } from './special-rows.ts'

/**
 * Leaves of the hits found those that no other hit of their bodies comes before: what would be met later is met with
 * another velocity, if at all, and has its turn in the next round. Returns how many are left, first in the list.
 */
export function keepFirst(rows: ContactSolverData, found: number): number {
  const { i32 } = rows.contacts.memory
  const { place, data, quick, first, mark } = rows.impacts
  findFirst(rows, found)
  let kept = 0
  for (let i = 0; i < found; i++) {
    const at = place[i * HIT_PLACE]!
    const A = (i32[at]! >> 2) / WORK_STRIDE
    const B = (i32[at + LANES]! >> 2) / WORK_STRIDE
    const time = data[i * HIT_STRIDE + Hit.Time]!
    if (time > first[A]! || time > first[B]!) {
      if (A !== 0) quick[A] = mark
      if (B !== 0) quick[B] = mark
      continue
    }
    noteStruck(rows, place[i * HIT_PLACE + 2]!)
    if (kept < i) {
      place.copyWithin(kept * HIT_PLACE, i * HIT_PLACE, (i + 1) * HIT_PLACE)
      data.copyWithin(kept * HIT_STRIDE, i * HIT_STRIDE, (i + 1) * HIT_STRIDE)
    }
    kept++
  }
  return kept
}

/** Finds for each body up to when a hit counts as its first. The world has none. */
function findFirst(rows: ContactSolverData, found: number): void {
  const { i32 } = rows.contacts.memory
  const { place, data, first } = rows.impacts
  for (let i = 0; i < found; i++) {
    const at = place[i * HIT_PLACE]!
    first[(i32[at]! >> 2) / WORK_STRIDE] = Infinity
    first[(i32[at + LANES]! >> 2) / WORK_STRIDE] = Infinity
  }
  for (let i = 0; i < found; i++) {
    const at = place[i * HIT_PLACE]!
    const A = (i32[at]! >> 2) / WORK_STRIDE
    const B = (i32[at + LANES]! >> 2) / WORK_STRIDE
    const end = data[i * HIT_STRIDE + Hit.Together]!
    if (A !== 0 && end < first[A]!) first[A] = end
    if (B !== 0 && end < first[B]!) first[B] = end
  }
}

/** @param which Twice a bounce, and one more at its second point. */
function noteStruck({ bounces, impacts }: ContactSolverData, which: number): void {
  const bounce = which >> 1
  bounces.data[bounce * SPECIAL + 1] = 1
  if (impacts.points[bounce] === 0) impacts.struck[impacts.struckCount++] = bounce
  impacts.points[bounce] = impacts.points[bounce]! | (1 << (which & 1))
}
