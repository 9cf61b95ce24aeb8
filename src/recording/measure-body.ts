import type { EntityId, World } from 'bitecs'
import { requireOut } from '../check-names.ts'
import { exists } from '../exists.ts'
import { getMass } from '../control.ts'
import { queryContacts } from '../queries/contacts.ts'
import { ContactBuffer } from '../queries/contact-buffer.ts'
import { refresh } from '../queries/refresh.ts'
import { requirePhysics } from '../state/registry.ts'

/** What can be told of a body in one number. */
export interface BodyMeasures {
  /** Position of its origin. Unit: length. */
  x: number
  y: number
  /** Unit: length/s. */
  speed: number
  /** Rate of turn, radians/s, positive to the left. */
  spin: number
  /** Of its motion, and of its height against gravity, counted from where the world has its origin. Unit: mass · length²/s². */
  energy: number
  /** Points at which it touches others, sensors left out. */
  contacts: number
  /** The largest impulse at one of them in the last substep, mass · length/s. */
  impulse: number
}

/** The names of {@link BodyMeasures}. */
export const MEASURES = ['x', 'y', 'speed', 'spin', 'energy', 'contacts', 'impulse'] as const satisfies readonly (keyof BodyMeasures)[]

const points = new ContactBuffer()
const mass = { mass: 0, inertia: 0, x: 0, y: 0 }

/** Makes {@link BodyMeasures} to write to. */
export function createMeasures(): BodyMeasures {
  return { x: NaN, y: NaN, speed: NaN, spin: NaN, energy: NaN, contacts: NaN, impulse: NaN }
}

/** Whether an entity is a body, as the queries see it. */
export function isBody(world: World, entity: EntityId): boolean {
  const physics = requirePhysics(world, 'measureBody')
  refresh(physics)
  return exists(world, entity) && entity < physics.columns.capacity && physics.bodies.isBody(entity)
}

/**
 * Measures a body as of the last step.
 * @param out Where to write. Default: an object that is made for it.
 * @returns NaN for everything where there is no such body.
 * @throws Error without physics. @throws TypeError on an `out` that nothing can be written to.
 */
export function measureBody(world: World, entity: EntityId, out: BodyMeasures = createMeasures()): BodyMeasures {
  requireOut(out, 'measureBody')
  if (!isBody(world, entity)) return Object.assign(out, createMeasures())
  const physics = requirePhysics(world, 'measureBody')
  const { Position, Velocity, Motion } = physics.components
  const { gravity } = physics.settings
  const [vx, vy, spin] = [Velocity.x[entity]!, Velocity.y[entity]!, Velocity.angular[entity]!]
  getMass(world, entity, mass)
  out.x = Position.x[entity]!
  out.y = Position.y[entity]!
  out.speed = Math.sqrt(vx * vx + vy * vy)
  out.spin = spin
  const scale = physics.presence.Motion.has(entity) ? Motion.gravityScale[entity]! : 1
  const moving = 0.5 * mass.mass * (vx * vx + vy * vy) - mass.mass * scale * (gravity.x * mass.x + gravity.y * mass.y)
  // What cannot be pushed or turned has none.
  out.energy = (mass.mass < Infinity ? moving : 0) + (mass.inertia < Infinity ? 0.5 * mass.inertia * spin * spin : 0)
  queryContacts(world, entity, null, points)
  out.contacts = points.count
  out.impulse = 0
  for (let i = 0; i < points.count; i++) if (points.impulse[i]! > out.impulse) out.impulse = points.impulse[i]!
  return out
}
