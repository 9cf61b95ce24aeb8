import type { System } from '../state/physics.ts'
import { Phase, type PhysicsWorld } from '../state/world.ts'

/**
 * Runs something while another function looks on after each system.
 * @param look Called with the name of the system, and the number of the substep, −1 outside of them.
 */
export function lookOn(physics: PhysicsWorld, look: (system: string, substep: number) => void, run: () => void): void {
  const { systems } = physics.face
  const before = [...systems]
  // Integrate counts the substeps.
  const counted = before.findIndex(({ name }) => name === 'Integrate')
  const spyAfter = ({ name, perSubstep = false }: System, place: number): System => ({
    name: `after ${name}`,
    perSubstep,
    run: () => look(name, perSubstep ? physics.solver.substep - (place < counted ? 0 : 1) : -1),
  })
  systems.splice(0, Infinity, ...before.flatMap((system, place) => [system, spyAfter(system, place)]))
  try {
    run()
  } finally {
    systems.splice(0, Infinity, ...before)
  }
}

/** Calls a function while the contacts have the impulses that the solver has come to, and puts back what they had. */
export function withImpulses(physics: PhysicsWorld, read: (impulses: ArrayLike<number>) => void): void {
  const { contacts } = physics.collision
  if (physics.phase !== Phase.Solving) return read(contacts.impulse)
  const before = contacts.impulse.slice()
  physics.solver.states.memory.kernel.storeImpulses()
  read(contacts.impulse)
  contacts.impulse.set(before)
}
