import { type HitBuffer, reserveHits } from './hit.ts'

let order = new Uint32Array(64)

/** Writes hits from near to far, at equal places by id, to another buffer. */
export function sortHits(from: HitBuffer, to: HitBuffer): void {
  const { count } = from
  if (order.length < count) order = new Uint32Array(Math.max(count, order.length * 2))
  for (let i = 0; i < count; i++) order[i] = i
  // A heap sort: in place, and never worse than n log n.
  for (let i = (count >>> 1) - 1; i >= 0; i--) sift(from, i, count)
  for (let end = count - 1; end > 0; end--) {
    const last = order[end]!
    order[end] = order[0]!
    order[0] = last
    sift(from, 0, end)
  }
  reserveHits(to, count)
  to.count = count
  for (let i = 0; i < count; i++) {
    const row = order[i]!
    to.entities[i] = from.entities[row]!
    to.x[i] = from.x[row]!
    to.y[i] = from.y[row]!
    to.nx[i] = from.nx[row]!
    to.ny[i] = from.ny[row]!
    to.distance[i] = from.distance[row]!
    to.fraction[i] = from.fraction[row]!
  }
}

function sift(hits: HitBuffer, start: number, count: number): void {
  const row = order[start]!
  let at = start
  for (;;) {
    let child = 2 * at + 1
    if (child >= count) break
    if (child + 1 < count && isAfter(hits, order[child + 1]!, order[child]!)) child++
    if (!isAfter(hits, order[child]!, row)) break
    order[at] = order[child]!
    at = child
  }
  order[at] = row
}

function isAfter(hits: HitBuffer, one: number, two: number): boolean {
  const difference = hits.fraction[one]! - hits.fraction[two]!
  return difference > 0 || (difference === 0 && hits.entities[one]! > hits.entities[two]!)
}
