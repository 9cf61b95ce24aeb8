import type { Physics } from '../../src/state/physics.ts'
import { innerOf } from '../../src/state/registry.ts'
import type { PhysicsWorld } from '../../src/state/world.ts'

/** What the engine keeps behind the face that users get. Tests that look there all come this way. */
export function inner(physics: Physics): PhysicsWorld {
  return innerOf(physics)
}
