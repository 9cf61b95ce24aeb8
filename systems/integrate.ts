import { applyLocks } from '../src/solver/body-states.ts'
import { applyRestitution } from '../src/solver/restitution.ts'
import { applyRollingResistance } from '../src/solver/rolling.ts'
import { relaxContacts } from '../src/solver/solve-contacts.ts'
import type { PhysicsWorld } from '../src/world.ts'

/**
 * Sixth system, once a substep: moves the bodies, then takes the velocity back that only served to push overlap out.
 * Then bodies bounce.
 */
export function integrate(physics: PhysicsWorld): void {
  const { settings, states, rows } = physics
  states.move(physics.solvedCount)
  relaxContacts(rows, states)
  applyRollingResistance(rows, states)
  applyRestitution(rows, states, settings.restitutionThreshold)
  applyLocks(states)
  physics.substep++
}
