import { BodyKind } from '../bodies/body-kind.ts'
import { type Bodies, NOT_AWAKE, Role, Trait } from '../bodies/bodies.ts'
import { ContactFlag } from '../contacts/contact-record.ts'
import { EndReason } from '../contacts/pair-events.ts'
import { ItemBuffer } from '../stores/buffers.ts'
import type { LifecycleState } from '../state/lifecycle-state.ts'
import { Phase, type PhysicsWorld } from '../state/world.ts'
import { attachCollider, detachCollider, isRefiltered, noteFilter, replaceCollider, wakeRegion, wakeTouching } from './collider-lifecycle.ts'
import { dropParted } from '../contact-rules/contacts.ts'
import { forgetStress } from '../contact-rules/forget-impulses.ts'
import { endTouch } from '../contact-rules/touches.ts'
import { followFatBox } from '../caches/fat-box.ts'
import { dropForeseen } from '../continuous/foreseen.ts'
import { forgetManifolds } from '../caches/kept-manifolds.ts'
import { updateMass } from '../caches/mass.ts'
import { updateOneWay } from '../contact-rules/one-way.ts'
import { movePose, noteStart, placeChild, writeGeometry, writePose, writeSurface } from '../caches/pose.ts'
import { withdrawOne } from '../caches/preview.ts'
import { leaveRing, settle, sleepBody, startMoving, wakeBody, wakeJointed } from '../sleep/waking.ts'
import { FORCE_STRIDE, Pause } from '../bodies/body-records.ts'

/** Makes a body of an entity whose components are known to be sound, with its own shape and its child colliders. */
export function createBody(physics: PhysicsWorld, body: number, kind: BodyKind, asleep: boolean): void {
  const { bodies } = physics
  begin(physics, body, kind, asleep)
  writeGeometry(physics, body)
  noteFilter(physics, body)
  updateTraits(physics, body)
  placeAnew(physics, body)
  let attached = false
  try {
    attachColliders(physics, body)
    attached = true
  } finally {
    // A broad phase of the user threw: the next step makes the body anew.
    if (!attached) destroyBody(physics, body)
  }
  updateMass(physics, body)
  if (!asleep && kind !== BodyKind.Static) startMoving(physics, body)
  else if (kind === BodyKind.Dynamic) settle(physics, body)
  if (!asleep) wakeJointed(physics, body)
  else if (wasMissed(physics, body)) wakeBody(physics, body)
  if (asleep && !bodies.isAwake(body) && physics.phase <= Phase.Beginning) physics.lifecycle.newborn.add(body)
}

/**
 * Does what {@link createBody} does for the entities from `first` to `end`, all of one kind and none asleep, function by function: in
 * a fresh process V8 has each of them compiled within the first thousand bodies, and interprets little of the rest. Static
 * ones only where nothing rests: they wake nobody here.
 */
export function createBodies(physics: PhysicsWorld, entities: Uint32Array, first: number, end: number, kind: BodyKind): void {
  for (let i = first; i < end; i++) begin(physics, entities[i]!, kind, false)
  each(physics, entities, first, end, writeGeometry)
  each(physics, entities, first, end, noteFilter)
  each(physics, entities, first, end, updateTraits)
  each(physics, entities, first, end, placeAnew)
  let attached = false
  try {
    each(physics, entities, first, end, attachColliders)
    attached = true
  } finally {
    if (!attached) each(physics, entities, first, end, destroyBody)
  }
  each(physics, entities, first, end, updateMass)
  if (kind !== BodyKind.Static) each(physics, entities, first, end, startMoving)
  each(physics, entities, first, end, wakeJointed)
}

/** Calls a function for the entities from `first` to `end`. */
function each(
  physics: PhysicsWorld, entities: Uint32Array, first: number, end: number, visit: (physics: PhysicsWorld, entity: number) => void,
): void {
  for (let i = first; i < end; i++) visit(physics, entities[i]!)
}

function begin(physics: PhysicsWorld, body: number, kind: BodyKind, asleep: boolean): void {
  const { bodies } = physics
  bodies.role[body] = bodies.role[body]! | Role.Body
  bodies.kind[body] = kind
  bodies.awakeIndex[body] = NOT_AWAKE
  bodies.islandNext[body] = 0
  bodies.lists.note()
  bodies.quietTime[body] = 0
  if (bodies.burden[body] !== 0) bodies.burdened.note()
  bodies.burden[body] = 0
  bodies.paused[body] = !asleep ? Pause.None : bodies.paused[body] === Pause.Kept ? Pause.Kept : Pause.Told
  bodies.count++
  if (kind === BodyKind.Static) bodies.staticCount++
  if (kind === BodyKind.Kinematic) physics.lifecycle.kinematics.push(body)
}

/** Whether a body that is back asleep, where it was disabled, is held to others that went on without it: they fell, and may rest elsewhere by now. */
function wasMissed({ bodies, joints }: PhysicsWorld, body: number): boolean {
  if (bodies.paused[body] !== Pause.Kept) return false
  for (let edge = joints.first(body); edge !== 0; edge = joints.next[edge]!) {
    const other = joints.otherOf(edge)
    if (joints.isOn(edge >>> 1) && bodies.kind[other] === BodyKind.Dynamic && bodies.paused[other] !== Pause.Kept) return true
  }
  return false
}

function placeAnew(physics: PhysicsWorld, body: number): void {
  physics.bodies.angle[body] = NaN
  writePose(physics, body)
}

function updateTraits(physics: PhysicsWorld, body: number): void {
  const { bodies } = physics
  const { Motion, Bullet, NeverSleep } = physics.presence
  const kept = bodies.traits[body]! & (Trait.OneWay | Trait.Rules | Trait.Round)
  const motion = Motion.has(body) ? Trait.Motion : 0
  const wakeful = NeverSleep.has(body) ? Trait.NeverSleep : 0
  bodies.traits[body] = kept | motion | wakeful | (Bullet.has(body) ? Trait.Bullet : 0)
}

export const attached = new ItemBuffer()

/** Attaches the body's own shape, whose geometry is written, and those of its children that are not attached yet. */
function attachColliders(physics: PhysicsWorld, body: number): void {
  const { bodies } = physics
  const { Shape, Sensor } = physics.presence
  attached.clear()
  if (!bodies.isCollider(body) && Shape.has(body)) {
    attachCollider(physics, body, body, Sensor.has(body))
    attached.push(body)
  }
  for (let child = bodies.firstChild[body]!; child !== 0; child = bodies.nextChild[child]!) {
    if (bodies.isCollider(child)) continue
    writeGeometry(physics, child)
    noteFilter(physics, child)
    attachCollider(physics, child, body, Sensor.has(child))
    attached.push(child)
  }
  if (bodies.kind[body] !== BodyKind.Static) return
  // All at once: the broad phase takes in what was added whenever it is asked.
  for (let i = 0; i < attached.count; i++) wakeRegion(physics, attached.items[i]!)
}

/**
 * Takes a body out of the simulation. Its touches end, with events, before this returns: the entity id may be
 * given to another entity at once. While the solver runs only the events are made; the rest follows after it.
 */
export function destroyBody(physics: PhysicsWorld, body: number): void {
  const { bodies } = physics
  if (!bodies.isBody(body)) return
  physics.version.noteBuild()
  physics.lifecycle.steered.remove(body)
  physics.lifecycle.newborn.remove(body)
  physics.lifecycle.forced.remove(body)
  physics.lifecycle.force.fill(0, body * FORCE_STRIDE, (body + 1) * FORCE_STRIDE)
  // First: what rested on it wakes, and the rest of the island, but not the body itself.
  leaveRing(physics, body)
  if (physics.phase === Phase.Solving) {
    if (physics.lifecycle.leaving.flag[body] === 0) endTouches(physics, body)
    physics.lifecycle.leaving.add(body)
    return
  }
  detachCollider(physics, body)
  for (let child = bodies.firstChild[body]!; child !== 0; child = bodies.nextChild[child]!) detachCollider(physics, child)
  if (bodies.isAwake(body)) bodies.removeAwake(body)
  bodies.removeAsleep(body)
  physics.sleep.islands.markStale()
  physics.sleep.retag.remove(body)
  if (bodies.kind[body] === BodyKind.Kinematic) removeKinematic(physics.lifecycle, body)
  if (bodies.kind[body] === BodyKind.Static) bodies.staticCount--
  bodies.role[body] = 0
  bodies.traits[body] = 0
  bodies.kind[body] = BodyKind.None
  bodies.count--
  // Last: it is none of those that they wake.
  wakeJointed(physics, body)
}

/** Whether a body fell asleep, and was not put to sleep by the user. */
export function sleepsByItself(bodies: Bodies, entity: number): boolean {
  return entity < bodies.role.length && bodies.kind[entity] === BodyKind.Dynamic && !bodies.isAwake(entity) && bodies.paused[entity] !== Pause.Told
}

/** An entity lost what made it a body or a collider. Its touches end before this returns, as in {@link destroyBody}. */
export function leaveSimulation(physics: PhysicsWorld, entity: number): void {
  const { bodies } = physics
  withdrawOne(physics, entity)
  if (entity >= bodies.role.length) return
  physics.version.noteMotion()
  bodies.paused[entity] = Pause.None
  if (bodies.role[entity] === 0) return
  if (bodies.isBody(entity)) {
    if (physics.phase !== Phase.Solving) letGo(physics, entity)
    destroyBody(physics, entity)
    return
  }
  if (physics.phase !== Phase.Solving) {
    detachCollider(physics, entity)
  } else if (physics.lifecycle.leaving.flag[entity] === 0) {
    endTouchesOf(physics, entity)
    physics.lifecycle.leaving.add(entity)
  }
}

/** What stands still, or moves by itself, and leaves holds nothing any more. */
function letGo(physics: PhysicsWorld, body: number): void {
  if (physics.bodies.kind[body] !== BodyKind.Dynamic) forgetStress(physics, body)
}

/** Carries out the removals that were asked for while the solver ran. */
export function destroyLeaving(physics: PhysicsWorld): void {
  const { leaving } = physics.lifecycle
  if (leaving.count === 0) return
  for (let i = 0; i < leaving.count; i++) {
    const entity = leaving.items[i]!
    if (physics.bodies.isBody(entity)) {
      letGo(physics, entity)
      destroyBody(physics, entity)
    } else detachCollider(physics, entity)
  }
  leaving.clear()
}

/** Lets every child collider of a body go: the entity is no body any more, and its id may become another's. */
export function releaseChildren(physics: PhysicsWorld, body: number): void {
  const { bodies } = physics
  const { naming } = physics.lifecycle
  physics.version.noteBuild()
  withdrawOne(physics, body)
  const named = physics.components.Collider.body
  for (let child = bodies.firstIdle[body] ?? 0; child !== 0; child = bodies.firstIdle[body]!) {
    bodies.setIdle(child, 0)
    forgetName(physics, child, body)
  }
  for (let i = 0; i < naming.count; i++) {
    if (named[naming.items[i]!] === body) forgetName(physics, naming.items[i]!, body)
  }
  while (bodies.firstChild[body] !== 0) {
    const child = bodies.firstChild[body]!
    if (physics.phase === Phase.Solving) physics.lifecycle.leaving.add(child)
    else detachCollider(physics, child)
    bodies.unclaim(child)
    forgetName(physics, child, body)
    physics.lifecycle.dirty.add(child)
  }
}

/** The id of a child may have become another collider's already, of another body. */
function forgetName(physics: PhysicsWorld, child: number, body: number): void {
  const named = physics.components.Collider.body
  if (named[child] !== body) return
  named[child] = 0
  physics.bodies.loose[child] = 1
}

/** Takes in new data of a body that stays what it is. Wakes it, and what rested on one that stood still, or hung on it. */
export function refreshBody(physics: PhysicsWorld, body: number): void {
  const { bodies } = physics
  const rests = !bodies.isAwake(body)
  const still = rests && bodies.kind[body] !== BodyKind.Dynamic
  updateTraits(physics, body)
  writeGeometry(physics, body)
  if (bodies.isCollider(body)) {
    forgetManifolds(physics.collision, body)
    updateOneWay(physics, body)
  }
  movePose(physics, body)
  attachColliders(physics, body)
  updateMass(physics, body)
  for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c)) {
    writeSurface(physics, c)
    // A plain write to the filter beside a change that was announced: the step would find it known.
    if (isRefiltered(physics, c)) physics.collision.moved.add(c)
    noteFilter(physics, c)
    if (c !== body) placeChild(physics, c)
    noteStart(physics, c)
    if (rests) wakeTouching(physics, c)
    if (still) {
      replaceCollider(physics, c)
    } else if (followFatBox(physics, c)) {
      physics.collision.broadPhase.update(c)
      physics.collision.moved.add(c)
    }
    dropParted(physics, c)
  }
  // When all have their places: the broad phase takes in what changed whenever it is asked.
  for (let c = still ? bodies.firstCollider(body) : 0; c !== 0; c = bodies.nextCollider(body, c)) wakeRegion(physics, c)
  if (still) wakeJointed(physics, body)
  if (bodies.kind[body] === BodyKind.Dynamic) wakeBody(physics, body)
}

/** Puts a body to rest because the user tagged it, where its components have it now. */
export function restByTag(physics: PhysicsWorld, body: number): void {
  if (physics.bodies.isAwake(body)) refreshBody(physics, body)
  leaveRing(physics, body)
  sleepBody(physics, body)
}

function endTouches(physics: PhysicsWorld, body: number): void {
  const { bodies } = physics
  for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c)) endTouchesOf(physics, c)
}

/** Ends the touches of a collider while its contacts must stay where they are, and wakes what rested on it. */
function endTouchesOf(physics: PhysicsWorld, collider: number): void {
  const { contacts } = physics.collision
  wakeTouching(physics, collider)
  for (let edge = contacts.head[collider]!; edge !== 0; edge = contacts.next[edge]!) {
    dropForeseen(physics, edge >>> 1)
    const touching = (contacts.flags[edge >>> 1]! & ContactFlag.Touching) !== 0
    if (touching) endTouch(physics, edge >>> 1, EndReason.Removed)
  }
}

function removeKinematic({ kinematics }: LifecycleState, body: number): void {
  const index = kinematics.items.indexOf(body)
  kinematics.items.copyWithin(index, index + 1, kinematics.count--)
}
