import { removeEntity } from 'bitecs'
import type { Joint } from '../../components/joint.ts'
import { JointKind } from '../../components/joint-kind.ts'
import { JointEnd } from '../contacts/joint-events.ts'
import { BodyKind } from '../bodies/body-kind.ts'
import { dropParted } from '../contact-rules/contacts.ts'
import { forgetStress } from '../contact-rules/forget-impulses.ts'
import { JOINT_STRIDE, JointRecord } from '../joints/joint-record.ts'
import { endMoves } from '../joints/moved.ts'
import { isRewritten, writeRecord } from '../joints/write-record.ts'
import { wakeBody } from '../sleep/waking.ts'
import { Phase, type PhysicsWorld } from '../state/world.ts'
import type { ItemBuffer } from '../stores/buffers.ts'
import { checkJoint } from './check-joint.ts'
import { searchAnew } from './collider-lifecycle.ts'

/** Takes in the joints that came or changed, and plain writes to those that are known. */
export function takeInJoints(physics: PhysicsWorld): void {
  const { joints } = physics
  const { dirty } = joints
  // Rows are made anew of what is written to the records.
  if (dirty.count > 0 || !joints.isSettled) physics.solver.joints.store()
  if (dirty.count > 0) {
    let fresh = 0
    for (let i = 0; i < dirty.count; i++) {
      const entity = dirty.items[i]!
      if (!isJoint(physics, entity)) continue
      checkJoint(physics, entity)
      physics.solver.joints.require()
      if (joints.find(entity) === 0) fresh++
    }
    joints.reserve(fresh)
    // Gears are added to it on the way, when what they couple comes or goes.
    for (let i = 0; i < dirty.count; i++) {
      const entity = dirty.items[i]!
      if (dirty.flag[entity] === 0) continue
      dirty.flag[entity] = 0
      syncJoint(physics, entity)
    }
    dirty.clear()
  }
  joints.settle()
  // What is set is in the list of changes: nobody else writes where nobody has the arrays.
  if (physics.version.stores.Joint.isOpen) watchJoints(physics)
  if (joints.moving.count > 0) endMoves(joints)
  physics.lifecycle.relieved.clear()
}

/** Whether the components make the entity a joint. */
export function isJoint({ presence }: PhysicsWorld, entity: number): boolean {
  return presence.Joint.has(entity) && !presence.Prefab.has(entity)
}

function syncJoint(physics: PhysicsWorld, entity: number): void {
  const { joints, stores: { Joint } } = physics
  let place = joints.find(entity)
  if (!isJoint(physics, entity)) {
    if (place !== 0) dropJoint(physics, place)
    return
  }
  const a = Joint.a[entity]!
  const b = Joint.b[entity]!
  if (place === 0) {
    place = joints.add(entity, a, b)
    lookAtGears(physics, entity)
  } else if (joints.a[place] !== a || joints.b[place] !== b) {
    dropJoint(physics, place)
    place = joints.add(entity, a, b)
    lookAtGears(physics, entity)
  }
  takeIn(physics, place)
}

/** Gears name the places of the joints that they couple: these are others, or gone. */
function lookAtGears({ joints, stores }: PhysicsWorld, entity: number): void {
  for (let edge = joints.first(entity); edge !== 0; edge = joints.next[edge]!) {
    // The entity may be a body, too.
    if (stores.Joint.kind[joints.entity[edge >>> 1]!] !== JointKind.Gear) continue
    joints.record[(edge >>> 1) * JOINT_STRIDE + JointRecord.Parts] = 0
    joints.changed = true
    joints.dirty.add(joints.entity[edge >>> 1]!)
  }
}

/** Brings what is known of a joint up to date, and wakes its bodies. */
function takeIn(physics: PhysicsWorld, place: number, broke = false): void {
  const { joints, stores: { Joint }, bodies } = physics
  const entity = joints.entity[place]!
  const enabled = Joint.enabled[entity] === 1
  // It stays in the lists of its bodies: these take it along when they go.
  const on = enabled && !physics.presence.Disabled.has(entity)
  // What breaks by a load is a part of what goes on: the rest has its impulses.
  if (!on && !broke) letGo(physics, place)
  joints.changed = true
  if (writeRecord(Joint, entity, joints, place)) joints.noteMoved(place)
  if (Joint.kind[entity] === JointKind.Gear) couple(physics, place)
  if (!on) joints.record[place * JOINT_STRIDE + JointRecord.Parts] = 0
  joints.on[place] = enabled ? 1 : 0
  const limits = Joint.breakForce[entity]! > 0 || Joint.breakTorque[entity]! > 0
  joints.setFragile(place, on && limits)
  joints.driven[place] = on && isDriven(Joint, entity) ? 1 : 0
  part(physics, place, on && Joint.collideConnected[entity] === 0 && Joint.kind[entity] !== JointKind.Gear)
  // Links that are gone are found when the islands are made anew.
  physics.sleep.islands.markStale()
  wakeEnds(physics, place)
  physics.sleep.islands.joinEnds(bodies, joints, place)
}

/** Names the records of the joints that a gear couples. It is off while one of them is not known. */
function couple({ joints }: PhysicsWorld, place: number): void {
  const r = place * JOINT_STRIDE
  const one = joints.find(joints.a[place]!)
  const two = joints.find(joints.b[place]!)
  joints.record[r + JointRecord.A] = one
  joints.record[r + JointRecord.B] = two
  if (one === 0 || two === 0) joints.record[r + JointRecord.Parts] = 0
}

/** Whether it has numbers that are expected to change from step to step. */
function isDriven(joints: Joint, entity: number): boolean {
  const kind = joints.kind[entity]!
  if (kind === JointKind.Motor) return true
  if (kind === JointKind.Pulley || kind === JointKind.Gear || kind === JointKind.Filter) return false
  const springs = joints.springHertz[entity]! > 0 || joints.stiffness[entity]! > 0 || joints.damping[entity]! > 0
  if (kind === JointKind.Weld) return springs || joints.angularHertz[entity]! > 0
  return springs || joints.limited[entity] === 1 || joints.maxForce[entity]! > 0 || joints.maxTorque[entity]! > 0
}

/** Lets two bodies collide or not: contacts that they have end, and others are searched for, those among them that a search found and left out. */
function part(physics: PhysicsWorld, place: number, parting: boolean): void {
  const { joints, bodies } = physics
  if ((joints.parting[place] === 1) === parting) return
  joints.setParting(place, parting)
  const a = joints.a[place]!
  if (!parting) searchAnew(physics, a)
  for (let c = bodies.firstCollider(a); c !== 0; c = bodies.nextCollider(a, c)) {
    if (parting) dropParted(physics, c)
    else physics.collision.contacts.doubts.add(c, 0)
  }
}

function wakeEnds(physics: PhysicsWorld, place: number): void {
  const { joints } = physics
  const a = joints.a[place]!
  const b = joints.b[place]!
  if (physics.stores.Joint.kind[joints.entity[place]!] !== JointKind.Gear) {
    wakeBody(physics, a)
    wakeBody(physics, b)
    return
  }
  if (joints.find(a) !== 0) wakeEnds(physics, joints.find(a))
  if (joints.find(b) !== 0) wakeEnds(physics, joints.find(b))
}

/** Notices plain writes to joints. All of them are checked before the first is taken in. */
function watchJoints(physics: PhysicsWorld): void {
  const { joints } = physics
  const { order, entity, on, driven, count } = joints
  const { enabled } = physics.stores.Joint
  let written = false
  for (let i = 0; i < count; i++) {
    const place = order[i]!
    // Most: what may be written to them is whether they are on.
    if (driven[place] === 0 && (enabled[entity[place]!] !== 0) === (on[place] === 1)) continue
    if (!isWritten(physics, place)) continue
    checkJoint(physics, joints.entity[place]!)
    written = true
  }
  if (!written) return
  physics.solver.joints.store()
  for (let i = 0; i < joints.count; i++) {
    const place = joints.order[i]!
    if (isWritten(physics, place)) takeIn(physics, place)
  }
}

function isWritten({ joints, stores: { Joint } }: PhysicsWorld, place: number): boolean {
  const entity = joints.entity[place]!
  const off = Joint.enabled[entity] === 0
  if (off === (joints.on[place] === 1)) return true
  return joints.driven[place] === 1 && !off && isRewritten(Joint, entity, joints.record, place)
}

/** A joint's component goes, or its entity; and with it the gears that couple it, with events. */
export function removeJoint(physics: PhysicsWorld, entity: number): void {
  const place = physics.joints.find(entity)
  if (place !== 0) dropJoint(physics, place)
  releaseJoints(physics, entity, true)
}

/** Forgets a joint: what it held wakes and may collide again. */
function dropJoint(physics: PhysicsWorld, place: number): void {
  const { joints } = physics
  letGo(physics, place)
  part(physics, place, false)
  wakeEnds(physics, place)
  lookAtGears(physics, joints.entity[place]!)
  physics.sleep.islands.markStale()
  forgetBroken(joints.broken, joints.entity[place]!)
  joints.remove(place)
}

/**
 * A joint ends that held what hangs together by others as well to something that is not pushed: they may have been under any stress, as if that had gone. A rag doll
 * that was pinned under the ground, and whose pin was taken out, was thrown at up to 119 m/s.
 */
function letGo(physics: PhysicsWorld, place: number): void {
  const { joints, bodies: { kind } } = physics
  // While the solver runs it has the impulses.
  if (physics.phase === Phase.Solving || !joints.isOn(place) || physics.stores.Joint.kind[joints.entity[place]!] === JointKind.Gear) return
  const a = joints.a[place]!
  const b = joints.b[place]!
  // What has left is no body any more.
  const held = isHolder(kind[a]!) ? b : isHolder(kind[b]!) ? a : 0
  if (held === 0 || kind[held] !== BodyKind.Dynamic) return
  const first = joints.first(held)
  if (joints.next[first] !== 0) forgetStress(physics, held)
}

function isHolder(kind: BodyKind): boolean {
  return kind === BodyKind.Static || kind === BodyKind.Kinematic
}

/** A joint that broke may go before its turn comes, and its id may become that of another joint. */
function forgetBroken(broken: ItemBuffer, entity: number): void {
  let kept = 0
  for (let i = 0; i < broken.count; i++) if (broken.items[i] !== entity) broken.items[kept++] = broken.items[i]!
  broken.count = kept
}

/**
 * Removes the joints of a body, or the gears of a joint, with events: its id may become another's at once.
 */
export function releaseJoints(physics: PhysicsWorld, body: number, gears = false): void {
  const { joints, stores, ecs, events } = physics
  const { dirty } = joints
  const { kind } = stores.Joint
  for (let edge = firstHeld(); edge !== 0; edge = firstHeld()) {
    const place = edge >>> 1
    const entity = joints.entity[place]!
    events.jointBreak.push(entity, joints.a[place]!, joints.b[place]!, JointEnd.Removed)
    dropJoint(physics, place)
    removeEntity(ecs, entity)
  }
  // Those that no step has taken in yet.
  for (let i = 0; i < dirty.count; i++) {
    const entity = dirty.items[i]!
    if (dirty.flag[entity] === 0 || !physics.presence.Joint.has(entity) || (kind[entity] === JointKind.Gear) !== gears) continue
    const a = stores.Joint.a[entity]!
    const b = stores.Joint.b[entity]!
    if (a !== body && b !== body) continue
    events.jointBreak.push(entity, a, b, JointEnd.Removed)
    removeEntity(ecs, entity)
  }

  function firstHeld(): number {
    let edge = joints.first(body)
    while (edge !== 0 && (kind[joints.entity[edge >>> 1]!] === JointKind.Gear) !== gears) edge = joints.next[edge]!
    return edge
  }
}

/** Ends the joints that were loaded beyond what they hold. Their entities go when the step is over. */
export function breakJoints(physics: PhysicsWorld): void {
  const { joints, stores, events, version } = physics
  if (joints.fragileCount === 0) return
  const { breakForce, breakTorque, enabled } = stores.Joint
  for (let i = 0; i < joints.count; i++) {
    const place = joints.order[i]!
    if (joints.fragile[place] === 0) continue
    const entity = joints.entity[place]!
    const r = place * JOINT_STRIDE
    const x = joints.record[r + JointRecord.ForceX]!
    const y = joints.record[r + JointRecord.ForceY]!
    const force = Math.sqrt(x * x + y * y)
    const torque = Math.abs(joints.record[r + JointRecord.Torque]!)
    const holds = (breakForce[entity] === 0 || force <= breakForce[entity]!) && (breakTorque[entity] === 0 || torque <= breakTorque[entity]!)
    if (holds) continue
    const event = events.jointBreak.push(entity, joints.a[place]!, joints.b[place]!, JointEnd.Overload)
    events.jointBreak.force[event] = force
    events.jointBreak.torque[event] = torque
    version.stores.Joint.note()
    enabled[entity] = 0
    takeIn(physics, place, true)
    if (stores.Joint.removeBroken[entity] === 1) joints.broken.push(entity)
  }
}

/** Removes the entities of joints that broke. Runs outside of the systems: observers of the user may run here. */
export function removeBroken(physics: PhysicsWorld): void {
  const { broken } = physics.joints
  while (broken.count > 0) removeEntity(physics.ecs, broken.items[--broken.count]!)
}
