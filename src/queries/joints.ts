import type { EntityId, World } from 'bitecs'
import { requireOut } from '../check-names.ts'
import { exists } from '../exists.ts'
import { JOINT_STRIDE, JointRecord } from '../joints/joint-record.ts'
import { isJoint } from '../lifecycle/joint-lifecycle.ts'
import { requirePhysics } from '../state/registry.ts'
import { Phase, type PhysicsWorld } from '../state/world.ts'
import { ItemBuffer } from '../stores/buffers.ts'
import { EntityBuffer, type EntityView, sortEntities } from './entity-buffer.ts'
import { shown } from '../shown.ts'

const found = new ItemBuffer()
const lent = new EntityBuffer()

/**
 * The joints of a body, sorted by id.
 * @param out Where to write. Default: a view that is valid until the next call.
 * @throws Error when the entity does not exist. @throws TypeError on an `out` that is no buffer.
 */
export function jointsOf(world: World, body: EntityId, out: EntityBuffer = lent): EntityView {
  const physics = requirePhysics(world, 'jointsOf')
  if (!exists(world, body)) throw new Error(`jointsOf: entity ${shown(body)} does not exist.`)
  requireOut(out, 'jointsOf')
  const { joints } = physics
  const { dirty } = joints
  const { a, b } = physics.stores.Joint
  found.clear()
  for (let edge = joints.first(body); edge !== 0; edge = joints.next[edge]!) {
    const joint = joints.entity[edge >>> 1]!
    if (dirty.flag[joint] === 0) found.push(joint)
  }
  // What no step has taken in yet: as it is set now.
  for (let i = 0; i < dirty.count; i++) {
    const joint = dirty.items[i]!
    if (dirty.flag[joint] !== 0 && isJoint(physics, joint) && (a[joint] === body || b[joint] === body)) found.push(joint)
  }
  sortEntities(found, out, 'jointsOf')
  return out
}

/** What a joint did to its body B in the last step, the mean of its substeps. */
export interface JointReaction {
  /** Force upon B at its anchor, along world x and y, newtons. The same force the other way acts upon A. */
  x: number
  y: number
  /** Torque upon B about its anchor, newton-meters, positive counter-clockwise. */
  torque: number
}

/**
 * What a joint does to its body B: the force that it holds, springs, limits and motors among it. Of bodies that sleep it is
 * what it was when they fell asleep; 0 while the joint is off. While the solver runs it is what an earlier step left.
 * @param out Where to write. Default: a new object.
 * @throws Error when the entity is no joint. @throws TypeError on an `out` that nothing can be written to.
 */
export function getJointReaction(
  world: World, joint: EntityId, out: JointReaction = { x: 0, y: 0, torque: 0 },
): JointReaction {
  const physics = requirePhysics(world, 'getJointReaction')
  const { joints } = physics
  if (!exists(world, joint) || !isJoint(physics, joint)) throw new Error(`getJointReaction: entity ${shown(joint)} is no joint.`)
  const place = joints.find(joint)
  const r = place * JOINT_STRIDE
  const on = place !== 0 && joints.isOn(place)
  requireOut(out, 'getJointReaction')
  storeReactions(physics)
  out.x = on ? joints.record[r + JointRecord.ForceX]! : 0
  out.y = on ? joints.record[r + JointRecord.ForceY]! : 0
  out.torque = on ? joints.record[r + JointRecord.Torque]! : 0
  return out
}

/** Brings the records up to date. While the solver works on the rows they stay as they are, and tell of an earlier step. */
export function storeReactions({ phase, solver }: PhysicsWorld): void {
  if (phase !== Phase.Solving) solver.joints.store()
}
