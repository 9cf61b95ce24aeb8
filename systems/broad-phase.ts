import { searchPairs } from '../src/contact-rules/search-pairs.ts'
import type { Physics } from '../src/state/physics.ts'
import { innerOf } from '../src/state/registry.ts'

/** Second system: finds what came near the colliders that left their fat box, or woke. */
export function broadPhase(face: Physics): void {
  const physics = innerOf(face)
  const { moved, searched, woken } = physics.collision
  // The last step did not get as far as NarrowPhase, or through it: a hook threw.
  for (let i = 0; i < searched.count; i++) if (searched.flag[searched.items[i]!] !== 0) moved.add(searched.items[i]!)
  searched.clear()
  woken.compact()
  for (let i = 0; i < woken.count; i++) moved.add(woken.items[i]!)
  woken.clear()
  searchPairs(physics, moved)
  // What a system of the user moves from here on is left to the next search.
  searched.takeOver(moved)
}
