import { applyLocks } from '../src/solver/body-states.ts'
import { noteApproaches } from '../src/solver/restitution.ts'
import { warmStartRolling } from '../src/solver/rolling.ts'
import { pressContacts } from '../src/solver/solve-contacts.ts'
import type { PhysicsWorld } from '../src/world.ts'

/**
 * Fifth system, once a substep: applies forces and finds the velocities that keep bodies from sinking into each
 * other. Contacts are soft: what overlaps is pushed apart at a rate that never rings.
 * Source of the algorithm: Catto, "Solver2D", 2024 ("soft step").
 */
export function resolve(physics: PhysicsWorld): void {
  const { states, rows } = physics
  noteApproaches(rows, states)
  states.accelerate(physics.solvedCount)
  warmStartRolling(rows, states)
  pressContacts(rows, states)
  applyLocks(states)
}
