import type { PhysicsWorld } from '../src/world.ts'
import { addPair } from '../src/world/contacts.ts'

/**
 * Second system: finds the colliders that came near those that left their fat box, and takes new pairs into the
 * persistent pair table. Pairs are sorted first, so that the order of contacts does not depend on the broad phase.
 */
export function broadPhase(physics: PhysicsWorld): void {
  const { moved, candidates, pairSort } = physics
  if (moved.count === 0) return
  moved.compact()
  candidates.clear()
  physics.broadPhase.computePairs(moved, candidates)
  pairSort.sort(candidates)
  const { a, b, count } = candidates
  for (let i = 0; i < count; i++) addPair(physics, a[i]!, b[i]!)
}
