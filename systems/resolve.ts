import { ShapeType } from '../components/shape-type.ts'
import { BodyKind } from '../src/bodies/body-kind.ts'
import { ACCELERATION_STRIDE, STATE_STRIDE, integrateVelocities } from '../src/solver/body-states.ts'
import { prepareContacts } from '../src/solver/prepare-contacts.ts'
import { solveContacts, warmStart } from '../src/solver/solve-contacts.ts'
import { Phase, type PhysicsWorld } from '../src/world.ts'

/**
 * Fourth system, once a substep: applies forces and finds the velocities that keep bodies from sinking into each
 * other. Contacts are soft: what overlaps is pushed apart at a rate that never rings.
 * Source of the algorithm: Catto, "Solver2D", 2024 ("soft step").
 */
export function resolve(physics: PhysicsWorld, dt: number): void {
  const { settings, states, rows, softness } = physics
  const h = dt / settings.substeps
  if (physics.substep === 0) beginSolving(physics, h)
  integrateVelocities(states, physics.solvedCount, h)
  warmStart(rows, states)
  solveContacts(rows, states, h, softness, settings.lengthUnit)
}

function beginSolving(physics: PhysicsWorld, h: number): void {
  const { bodies, states, rows, contacts, components, settings } = physics
  physics.phase = Phase.Solving
  physics.solvedCount = bodies.awakeCount
  physics.softness.update(h)
  gatherStates(physics)
  prepareContacts(rows, contacts, bodies, states, components.Material, settings.restitutionThreshold)
}

/** Copies the velocities of the awake bodies into the working set, and what accelerates them. */
function gatherStates(physics: PhysicsWorld): void {
  const { bodies, states, settings, tolerances, shapeType } = physics
  const { Velocity } = physics.components
  const { awake, awakeCount, kind } = bodies
  states.reserve(awakeCount)
  const { state, acceleration } = states
  const { x: gx, y: gy } = settings.gravity
  const maxSquared = tolerances.maxSpeed * tolerances.maxSpeed
  for (let i = 0; i < awakeCount; i++) {
    const entity = awake[i]!
    const s = i * STATE_STRIDE
    const a = i * ACCELERATION_STRIDE
    const pulled = kind[entity] === BodyKind.Dynamic
    state[s] = Velocity.x[entity]!
    state[s + 1] = Velocity.y[entity]!
    state[s + 2] = shapeType[entity] === ShapeType.Aabb ? 0 : Velocity.angular[entity]!
    state[s + 3] = 0
    state[s + 4] = 0
    state[s + 5] = 1
    state[s + 6] = 0
    state[s + 7] = 0
    acceleration[a] = pulled ? gx : 0
    acceleration[a + 1] = pulled ? gy : 0
    acceleration[a + 2] = 0
    acceleration[a + 3] = maxSquared
  }
}
