import type { World } from 'bitecs'
import { requirePhysics } from '../state/registry.ts'

/**
 * Drops all events of a world: to be called after they were read, where `keepEvents` is on. Without it steps do this by
 * themselves, and who reads after each step need not.
 * @throws Error when the world has no physics.
 */
export function clearEvents(world: World): void {
  const { eventBuffers } = requirePhysics(world, 'clearEvents')
  for (let i = 0; i < eventBuffers.length; i++) eventBuffers[i]!.clear()
}
