import type { PhysicsWorld } from './world.ts'

/**
 * The world in which a character is moved now, or null: then a hook, an observer or a broad phase of the user was called by the
 * move, which keeps all that it found in variables of its modules.
 */
export const moving: { physics: PhysicsWorld | null } = { physics: null }

/** @throws Error while a character is moved, in whichever world. */
export function refuseWithinMove(caller: string): void {
  if (moving.physics === null) return
  throw new Error(
    `${caller}: moveCharacter is running. A hook, an observer or a broad phase that it calls must not move or turn a character of any world: ` +
      'note what is to be done, and do it when moveCharacter has returned.',
  )
}
