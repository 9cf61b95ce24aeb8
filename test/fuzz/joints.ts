import { type World, entityExists, hasComponent } from 'bitecs'
import {
  type JointData, JointEnd, JointKind, distanceJoint, filterJoint, gearJoint, getJointReaction, jointsOf, motorJoint, prismaticJoint, pulleyJoint,
  revoluteJoint, weldJoint, wheelJoint,
} from '../../src/index.ts'
import { must } from './failure.ts'
import { type Seen, isBare, isBodyEntity, isPresent } from './model.ts'
import type { JointName, JointSpec } from './operations.ts'

/** A joint of a program. */
export interface Held {
  readonly name: number
  readonly entity: number
  readonly kind: JointName
  /** Two bodies; of a gear two joints. */
  readonly a: number
  readonly b: number
  /** It broke, or was switched off and on or made anew since: its events say nothing more. */
  changed: boolean
  /** In which step it was taken in, or not yet. */
  fresh: boolean
}

/** What the model needs to see of a world with joints. */
export interface SeenJoints extends Seen {
  readonly joints: ReadonlyMap<number, Held>
}

/** The data of a joint between two entities. */
export function jointOf({ kind, limit, spring, motor, weak, collide, x, y }: JointSpec, a: number, b: number): JointData {
  const common = { collideConnected: collide, ...(weak === 'none' ? {} : { breakForce: 20, removeBroken: weak === 'gone' }) }
  const line = {
    ...common, ...(limit ? { limit: { lower: -0.5, upper: 0.7 } } : {}), ...(spring ? { spring: { hertz: 3, dampingRatio: 0.5 } } : {}),
  }
  const [force, torque] = motor ? [{ motor: { speed: 2, maxForce: 20 } }, { motor: { speed: -2, maxTorque: 20 } }] : [{}, {}]
  switch (kind) {
    case 'distance': return distanceJoint(a, b, { ...line, ...force, limit: { lower: 0.5, upper: 2 } })
    case 'revolute': return revoluteJoint(a, b, { ...line, ...torque, x, y })
    case 'prismatic': return prismaticJoint(a, b, { ...line, ...force, axis: { x: 1, y: 1 } })
    case 'weld': return weldJoint(a, b, { ...common, ...(spring ? { spring: { hertz: 3 }, angularSpring: { hertz: 2 } } : {}) })
    case 'wheel': return wheelJoint(a, b, { ...line, ...torque })
    case 'motor': return motorJoint(a, b, { ...common, motor: { x: 1, maxForce: 20, maxTorque: 10 }, ...(spring ? { spring: { hertz: 3, maxForce: 30 } } : {}) })
    case 'pulley': return pulleyJoint(a, b, { ...common, groundA: { x: -3, y: 12 }, groundB: { x: 3, y: 12 }, ratio: limit ? 2 : 1 })
    case 'gear': return gearJoint(a, b, { ratio: limit ? -2 : 0.5 })
    default: return filterJoint(a, b)
  }
}

/** Whether a joint can have this end: the step says so of what is none. */
export function canHold(seen: Seen, body: number): boolean {
  const { Position, Collider } = seen.physics.components
  const { world } = seen
  return entityExists(world, body) && hasComponent(world, body, Position) && !hasComponent(world, body, Collider) && !isBare(seen, body)
}

export function canGear({ world, joints }: SeenJoints, joint: Held | undefined): joint is Held {
  return joint !== undefined && entityExists(world, joint.entity) && joints.has(joint.name) && (joint.kind === 'revolute' || joint.kind === 'prismatic')
}

function isOn({ world, physics: { components } }: Seen, { entity }: Held): boolean {
  return components.Joint.enabled[entity] === 1 && isThere(world, components, entity)
}

function isThere(world: World, { Disabled, Joint }: Seen['physics']['components'], entity: number): boolean {
  return entityExists(world, entity) && hasComponent(world, entity, Joint) && !hasComponent(world, entity, Disabled)
}

/** The pairs of bodies that joints keep from colliding, as `low high`. Of those of which it is not sure, where `doubtful`. */
export function partedBodies(seen: SeenJoints, doubtful: boolean): Set<string> {
  const pairs = new Set<string>()
  for (const joint of seen.joints.values()) {
    const { entity, kind, a, b, fresh, changed } = joint
    if (kind === 'gear' || seen.physics.components.Joint.collideConnected[entity] === 1) continue
    const sure = isOn(seen, joint) && !fresh && !changed && isPresent(seen, a) && isPresent(seen, b)
    if (sure || doubtful) pairs.add(`${Math.min(a, b)} ${Math.max(a, b)}`)
  }
  return pairs
}

/** Every joint that there is has its ends, is listed by them and has a finite reaction; each that broke did so once. */
export function checkJoints(seen: SeenJoints): void {
  const { world, physics, slots } = seen
  const { jointBreak } = physics.events
  const expected = new Map<number, number[]>()
  for (const held of seen.joints.values()) {
    const { entity, a, b } = held
    if (!entityExists(world, entity)) continue
    must(entityExists(world, a) && entityExists(world, b), 'joint without its ends', () => `${entity} of ${a} and ${b}`)
    for (const end of [a, b]) expected.set(end, [...(expected.get(end) ?? []), entity])
    const { x, y, torque } = getJointReaction(world, entity)
    must([x, y, torque].every(Number.isFinite), 'reaction not finite', () => `${entity}: ${x} ${y} ${torque}`)
  }
  for (const { entity } of slots.values()) {
    if (!isBodyEntity(seen, entity)) continue
    const list = jointsOf(world, entity)
    const told = [...list.entities.subarray(0, list.count)].join()
    const known = (expected.get(entity) ?? []).sort((one, two) => one - two).join()
    must(told === known, 'jointsOf disagrees', () => `of ${entity}: ${told}, but there are ${known}`)
  }
  for (let i = 0; i < jointBreak.count; i++) {
    const [joint, force, torque] = [jointBreak.joint[i]!, jointBreak.force[i]!, jointBreak.torque[i]!]
    must(Number.isFinite(force + torque), 'break not finite', () => `${joint}: ${force} ${torque}`)
    if (jointBreak.reason[i] !== JointEnd.Overload) continue
    must(!entityExists(world, joint) || physics.components.Joint.kind[joint] !== JointKind.None, 'break of no joint', () => String(joint))
  }
}

/** A step went well: what was new to it is known, and what has broken is off. */
export function settleJoints({ physics, joints }: SeenJoints): void {
  const { jointBreak } = physics.events
  const broken = new Set(jointBreak.joint.subarray(0, jointBreak.count))
  for (const held of joints.values()) {
    held.changed = broken.has(held.entity)
    held.fresh = false
  }
}
