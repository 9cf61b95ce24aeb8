import { LANES, PointField } from '../solver/contact-groups.ts'
import { Ahead, FOLLOWED, Followed, type Foresight } from '../state/foreseen-contacts.ts'

/** Whether the first side of a row is the world. */
export function isSingle(i32: Int32Array, lane: number): boolean {
  return i32[lane >> 1] === 0
}

/** How far both bodies have turned in the step: cosine and sine of A, then of B. */
const turns = new Float64Array(4)

/** Reads how far a body has turned, to place `to` of {@link turns}: 0 for A, 2 for B. */
export function loadTurn(from: Float32Array | Float64Array, at: number, to: number): void {
  turns[to] = from[at]!
  turns[to + 1] = from[at + 1]!
}

/** What {@link measureExcess} found. */
export const excess = new Float64Array(1)

/**
 * Finds by how much the separation of a point is larger at {@link turns} than its row says; what
 * is the same at any turn is left out.
 */
export function measureExcess(
  { data, followed, behind }: Foresight, n: number, k: number, f32: Float32Array, p: number, single: boolean,
): void {
  const at = 4 * n + 2 * k
  measureSide(data, followed[n * FOLLOWED + Followed.B]!, f32, p + PointField.CrossB * LANES, behind, at + 1, 2)
  if (single) return
  const ofB = excess[0]!
  measureSide(data, followed[n * FOLLOWED + Followed.A]!, f32, p + PointField.CrossA * LANES, behind, at, 0)
  excess[0] = ofB - excess[0]!
}

/**
 * The part of one body: n · R(q − h) corner less n · R(q) anchor, where q is how far it has turned, and h how far it has
 * at the hit, from which its anchor is.
 * @param f Where the row has anchor × normal; anchor · normal is two places on.
 */
function measureSide(
  data: Float64Array, side: number, f32: Float32Array, f: number, behind: Float64Array, i: number, t: number,
): void {
  const cross = f32[f]!
  const dot = f32[f + (PointField.DotA - PointField.CrossA) * LANES]!
  const c = turns[t]!
  const s = turns[t + 1]!
  const hc = data[side + Ahead.Cosine]!
  const hs = data[side + Ahead.Sine]!
  const corner = dot + behind[i]!
  excess[0] = (c * hc + s * hs) * corner + (s * hc - c * hs) * cross - c * dot - s * cross
}
