import { FAR, Field, LANES, POINT_FIELDS, PointField } from '../solver/contact-groups.ts'
import { Work } from '../solver/motion-records.ts'
import { FOLLOWED, Followed } from '../state/foreseen-contacts.ts'
import type { PhysicsWorld } from '../state/world.ts'

/** Notes whether the points of a row that bounces hold anything as a substep begins. */
export function noteLoads({ collision: { foresight: { followed, loaded } }, solver: { rows } }: PhysicsWorld, n: number): void {
  const lane = followed[n * FOLLOWED + Followed.Lane]!
  for (let k = 0; k <= (lane & 1); k++) {
    loaded[2 * n + k] = rows.contacts.memory.f32[(lane >> 1) + (Field.Points + k * POINT_FIELDS + PointField.Normal) * LANES]! > 0 ? 1 : 0
  }
}

/**
 * Lets point `k` of row `n`, which bounces, be as it is until the next substep, if its bodies came together there in this one, fast enough to
 * bounce, and impacts had not seen that: what turns goes along arcs, and they look straight ahead. The pass that takes velocity back would
 * hold it without a bounce. At 30 Hz and one substep 185 of 400 triangles without loss that fell on a floor lost energy so, up to all of it.
 */
export function letBounce(physics: PhysicsWorld, n: number, k: number): void {
  const { collision: { foresight }, settings, solver: { rows, states: { work } } } = physics
  // What held something before may hold a load.
  if (foresight.loaded[2 * n + k] !== 0) return
  const { f32, i32 } = rows.contacts.memory
  const row = foresight.followed[n * FOLLOWED + Followed.Lane]! >> 1
  const p = row + (Field.Points + k * POINT_FIELDS) * LANES
  const held = f32[p + PointField.Normal * LANES]!
  const a = i32[row]! >> 2, b = i32[row + LANES]! >> 2
  const nx = f32[row + Field.NormalX * LANES]!, ny = f32[row + Field.NormalY * LANES]!
  const crossA = f32[p + PointField.CrossA * LANES]!, crossB = f32[p + PointField.CrossB * LANES]!
  const parting = nx * (work[b]! - work[a]!) + ny * (work[b + 1]! - work[a + 1]!) + work[b + 2]! * crossB - work[a + 2]! * crossA
  if (parting - held * f32[p + PointField.InverseMass * LANES]! > -settings.restitutionThreshold) return
  const base = f32[p + PointField.Base * LANES]!
  if (held === 0) {
    const anchorA = work[a + Work.Cos]! * f32[p + PointField.DotA * LANES]! + work[a + Work.Sin]! * crossA
    const anchorB = work[b + Work.Cos]! * f32[p + PointField.DotB * LANES]! + work[b + Work.Sin]! * crossB
    const moved = nx * (work[b + Work.MovedX]! - work[a + Work.MovedX]!) + ny * (work[b + Work.MovedY]! - work[a + Work.MovedY]!)
    if (base + moved + anchorB - anchorA > 0) return
  }
  foresight.spared[foresight.sparedCount] = p
  foresight.sparedBase[foresight.sparedCount++] = base
  f32[p + PointField.Base * LANES] = FAR
}

/** Has the points that were let be held again, and notes what holds something as the next substep begins. */
export function holdSpared(physics: PhysicsWorld): void {
  const { collision: { foresight }, solver: { rows } } = physics
  const { spared, sparedBase, sparedCount, followedCount, bounces } = foresight
  const { f32 } = rows.contacts.memory
  for (let i = 0; i < sparedCount; i++) f32[spared[i]! + PointField.Base * LANES] = sparedBase[i]!
  foresight.sparedCount = 0
  for (let n = 0; n < followedCount; n++) if (bounces[n] !== 0) noteLoads(physics, n)
}
