import { addComponent, removeComponent, removeEntity } from 'bitecs'
import { ShapeType } from '../../components/shape-type.ts'
import { BodyKind } from '../bodies/body-kind.ts'
import { POSE_STRIDE } from '../bodies/bodies.ts'
import { Pause, Pose } from '../bodies/body-records.ts'
import { forgetStress } from '../contact-rules/forget-impulses.ts'
import { DirtyReason } from '../state/lifecycle-state.ts'
import type { LifecycleState } from '../state/lifecycle-state.ts'
import { Phase, type PhysicsWorld } from '../state/world.ts'
import { createBodies, createBody, destroyBody, refreshBody, restByTag, sleepsByItself } from './body-lifecycle.ts'
import { expandChain, refreshLinks, removeLinks } from './chain.ts'
import { checkEntity } from './check.ts'
import { detachCollider, searchAnew } from './collider-lifecycle.ts'
import { withdraw } from '../caches/preview.ts'
import { wakeBody } from '../sleep/waking.ts'

/** Bodies that are made function by function: their records are in the cache still, and observers of the user run before few of them. */
const AT_ONCE = 512

/** Radians: who was turned by more while it was disabled is somewhere else. */
const ELSEWHERE_TURN = 0.01

/**
 * Takes in what happened to the dirty entities: makes, remakes and removes bodies and their colliders.
 *
 * Everything is checked before anything changes. When a check fails the queue is left as it is, so that the next
 * step looks again after the cause was mended.
 */
export function syncBodies(physics: PhysicsWorld): void {
  const { dirty } = physics.lifecycle
  withdraw(physics)
  retakeNewborn(physics)
  if (dirty.count === 0) {
    dirty.giveBack()
    physics.lifecycle.preview.unseen.giveBack()
    return
  }
  dirty.compact()
  physics.version.noteBuild()
  for (let i = 0; i < dirty.count; i++) checkEntity(physics, dirty.items[i]!)
  // Children name their bodies first. Chains make links here, which are children and stand behind them in the queue.
  for (let i = 0; i < dirty.count; i++) syncClaims(physics, dirty.items[i]!)
  const { count } = dirty
  // What is made asleep comes last: what is put beside it now was there first, and must not wake it.
  for (let i = 0; i < count; i = syncSome(physics, i, count));
  for (let i = 0; i < count; i++) syncNow(physics, dirty.items[i]!)
  dirty.dropFirst(count)
  physics.lifecycle.naming.clear()
  showRest(physics.lifecycle)
}

/** What changed while the rest was taken in is all that the queries have not seen. */
function showRest({ dirty, preview }: LifecycleState): void {
  preview.unseen.clear()
  for (let i = 0; i < dirty.count; i++) if (dirty.flag[dirty.items[i]!] !== 0) preview.unseen.add(dirty.items[i]!)
}

/**
 * What a query made asleep is made anew by the step, with all that happened to it since: so it does not matter for what
 * becomes of a body whether somebody asked a question between two writes to it.
 */
function retakeNewborn(physics: PhysicsWorld): void {
  const { presence } = physics
  const { newborn, dirty } = physics.lifecycle
  if (newborn.count === 0 || physics.phase <= Phase.Beginning) return
  newborn.compact()
  for (let i = 0; i < newborn.count; i++) {
    if (presence.Sleeping.has(newborn.items[i]!)) dirty.add(newborn.items[i]!, DirtyReason.Edited)
  }
}

/** Takes in some of the dirty entities from `first` on, but not what is made asleep. Returns where the others begin. */
function syncSome(physics: PhysicsWorld, first: number, count: number): number {
  const { dirty } = physics.lifecycle
  const kind = newKind(physics, dirty.items[first]!)
  let end = first + 1
  if (kind !== BodyKind.None) while (end < count && end - first < AT_ONCE && newKind(physics, dirty.items[end]!) === kind) end++
  if (kind !== BodyKind.None && makeBodies(physics, first, end, kind)) return end
  for (let i = first; i < end; i++) if (!isBornAsleep(physics, dirty.items[i]!)) syncNow(physics, dirty.items[i]!)
  return end
}

/** What kind of body an entity is to become that is none yet and out of the ordinary in nothing: without parts, and awake. Else none. */
function newKind(physics: PhysicsWorld, entity: number): BodyKind {
  const { bodies, presence } = physics
  if (physics.lifecycle.dirty.flag[entity] === 0 || bodies.isBody(entity) || !isBodyEntity(physics, entity)) return BodyKind.None
  if (presence.Sleeping.has(entity) || bodies.firstChild[entity] !== 0 || bodies.isCollider(entity)) return BodyKind.None
  const kind = kindOf(physics, entity)
  return kind === BodyKind.Dynamic || (kind === BodyKind.Static && bodies.restingCount === 0) ? kind : BodyKind.None
}

/** Makes bodies of the dirty entities from `first` to `end`, unless observers of the user did something to entities just now. */
function makeBodies(physics: PhysicsWorld, first: number, end: number, kind: BodyKind): boolean {
  const { dirty, changes } = physics.lifecycle
  let whole = first
  let added = false
  try {
    for (; whole < end; whole++) added = addMissing(physics, dirty.items[whole]!, kind) || added
  } finally {
    // Where one threw, those before it are bodies all the same; where it did more than that, the next step makes them.
    if (physics.lifecycle.changes === changes) makeSound(physics, first, whole, kind, added)
  }
  return physics.lifecycle.changes === changes
}

/** @param written Whether observers of the user may have written anything to any of them. */
function makeSound(physics: PhysicsWorld, first: number, end: number, kind: BodyKind, written: boolean): void {
  const { dirty } = physics.lifecycle
  let sound = written ? first : end
  try {
    for (; sound < end; sound++) checkEntity(physics, dirty.items[sound]!)
  } finally {
    createBodies(physics, dirty.items, first, sound, kind)
    for (let i = first; i < sound; i++) dirty.flag[dirty.items[i]!] = 0
  }
}

/** Takes in one entity. It is out of the queue before, so that what an observer of the user does to it is not lost. */
function syncNow(physics: PhysicsWorld, entity: number): void {
  const { dirty } = physics.lifecycle
  const reasons = dirty.flag[entity]!
  if (reasons === 0) return
  dirty.flag[entity] = 0
  let done = false
  try {
    syncEntity(physics, entity, reasons)
    done = true
  } finally {
    // An observer of the user threw: the next step takes the entity in.
    if (!done) dirty.flag[entity] = dirty.flag[entity]! | reasons
  }
}

/** Brings the list of a body's children up to date, and the links of a chain. */
function syncClaims(physics: PhysicsWorld, entity: number): void {
  const { ecs, bodies, presence } = physics
  const { dirty } = physics.lifecycle
  // Most are bodies of their own.
  const named = presence.Collider.has(entity) ? wantedBody(physics, entity) : 0
  if (named === 0 && presence.ChainLink.has(entity)) removeEntity(ecs, entity)
  const claimed = bodies.claimed(entity)
  if (named !== 0 || claimed !== 0) {
    // Whatever changed of it, the collider is made anew with its body.
    detachCollider(physics, entity)
    if (claimed !== named) bodies.unclaim(entity)
    if (named === 0) bodies.loose[entity] = 1
    if (claimed !== named && named !== 0) bodies.claim(entity, named)
    if (claimed !== 0) dirty.add(claimed, DirtyReason.Edited)
    if (named !== 0) dirty.add(named, DirtyReason.Edited)
  }
  bodies.setIdle(entity, named === 0 ? idlyNamed(physics, entity) : 0)
  syncChain(physics, entity)
}

function syncChain(physics: PhysicsWorld, entity: number): void {
  const { bodies } = physics
  if (physics.stores.Shape.type[entity] !== ShapeType.Chain && bodies.chainOf(entity) === 0) return
  const wanted = wantedPath(physics, entity)
  if (!needsLinks(physics, entity)) {
    if (wanted !== 0) refreshLinks(physics, entity)
    return
  }
  if (bodies.chainOf(entity) !== 0) removeLinks(physics, entity)
  if (wanted !== 0) expandChain(physics, entity)
}

/** Whether the links of a chain have to be made, made anew or removed. */
export function needsLinks(physics: PhysicsWorld, entity: number): boolean {
  const { bodies } = physics
  const { dirty } = physics.lifecycle
  const wanted = wantedPath(physics, entity)
  if (wanted === 0 && bodies.chainOf(entity) === 0) return false
  return bodies.chainOf(entity) !== wanted || (dirty.flag[entity]! & DirtyReason.Structure) !== 0
}

/** The points of which an entity wants to be a chain, or 0. */
function wantedPath(physics: PhysicsWorld, entity: number): number {
  const { type, geometry } = physics.stores.Shape
  return type[entity] === ShapeType.Chain && isBodyEntity(physics, entity) ? geometry[entity]! : 0
}

/** The body that an entity wants to be a part of, or 0. */
export function wantedBody(physics: PhysicsWorld, entity: number): number {
  const { Collider, Shape, Disabled, Prefab } = physics.presence
  const child = Collider.has(entity) && Shape.has(entity) && !Disabled.has(entity) && !Prefab.has(entity)
  return child ? physics.components.Collider.body[entity]! : 0
}

/** The body that a collider names though it is no part of it now, or 0. It must not name the next one with that id. */
function idlyNamed(physics: PhysicsWorld, entity: number): number {
  const { Collider, Position, Prefab } = physics.presence
  if (!Collider.has(entity) || Prefab.has(entity)) return 0
  const body = physics.components.Collider.body[entity]!
  return Position.has(body) ? body : 0
}

/** Whether the components make the entity a body. */
export function isBodyEntity(physics: PhysicsWorld, entity: number): boolean {
  const { Position, Shape, Collider, Disabled, Prefab } = physics.presence
  return (
    Position.has(entity) &&
    (Shape.has(entity) || physics.bodies.firstChild[entity] !== 0) &&
    !Collider.has(entity) &&
    !Disabled.has(entity) &&
    !Prefab.has(entity)
  )
}

function isBornAsleep(physics: PhysicsWorld, entity: number): boolean {
  const fresh = !physics.bodies.isBody(entity) || physics.lifecycle.newborn.flag[entity] !== 0
  return fresh && physics.presence.Sleeping.has(entity) && !isBared(physics, entity, physics.lifecycle.dirty.flag[entity]!)
}

export function kindOf(physics: PhysicsWorld, entity: number): BodyKind {
  const { Static, Kinematic } = physics.presence
  if (Static.has(entity)) return BodyKind.Static
  return Kinematic.has(entity) ? BodyKind.Kinematic : BodyKind.Dynamic
}

function syncEntity(physics: PhysicsWorld, entity: number, reasons: number): void {
  const { bodies } = physics
  if (!isBodyEntity(physics, entity)) {
    const bared = sleepsByItself(bodies, entity) && !physics.presence.Disabled.has(entity)
    destroyBody(physics, entity)
    if (bared || isBared(physics, entity, reasons)) dropTag(physics, entity)
    return
  }
  const kind = kindOf(physics, entity)
  const bared = isBared(physics, entity, reasons)
  const asleep = kind !== BodyKind.Static && physics.presence.Sleeping.has(entity) && !bared
  if (asleep && physics.lifecycle.newborn.flag[entity] !== 0) destroyBody(physics, entity)
  if (!bodies.isBody(entity)) {
    makeBody(physics, entity, kind, asleep)
    if (bared) dropTag(physics, entity)
    return
  }
  if (isOtherBody(physics, entity, kind)) {
    remakeBody(physics, entity, kind, asleep, reasons)
    return
  }
  if ((reasons & (DirtyReason.Edited | DirtyReason.Structure)) !== 0) {
    addMissingComponents(physics, entity, kind)
    if (!bodies.isBody(entity)) return
    refreshBody(physics, entity)
  }
  if ((reasons & DirtyReason.Filtered) !== 0) searchAnew(physics, entity)
  if ((reasons & DirtyReason.Slept) !== 0 && asleep) restByTag(physics, entity)
  else if ((reasons & DirtyReason.Woken) !== 0 && !asleep) wakeBody(physics, entity)
}

/**
 * Whether an entity still has the tag of a sleep that ended when it lost its shape or place, or was put elsewhere while it was disabled: it
 * would hang asleep where nothing holds it.
 */
function isBared(physics: PhysicsWorld, entity: number, reasons: number): boolean {
  if ((reasons & DirtyReason.Slept) !== 0 || !physics.presence.Sleeping.has(entity)) return false
  return (reasons & DirtyReason.Bared) !== 0 || wasPutElsewhere(physics, entity)
}

/** Whether an entity that slept by itself when it was disabled is somewhere else now: picked up, and dropped there. */
function wasPutElsewhere(physics: PhysicsWorld, entity: number): boolean {
  const { bodies, components: { Position, Rotation }, presence, tolerances } = physics
  if (bodies.paused[entity] !== Pause.Kept) return false
  const p = entity * POSE_STRIDE
  const way = Math.abs(Position.x[entity]! - bodies.pose[p + Pose.X]!) + Math.abs(Position.y[entity]! - bodies.pose[p + Pose.Y]!)
  const turn = presence.Rotation.has(entity) ? Math.abs(Rotation.angle[entity]! - bodies.angle[entity]!) : 0
  return way > tolerances.linearSlop || turn > ELSEWHERE_TURN
}

function dropTag({ ecs, components, lifecycle, presence }: PhysicsWorld, entity: number): void {
  if (!presence.Sleeping.has(entity)) return
  lifecycle.announceOwn(entity, components.Sleeping)
  removeComponent(ecs, entity, components.Sleeping)
}

function makeBody(physics: PhysicsWorld, entity: number, kind: BodyKind, asleep: boolean): void {
  addMissingComponents(physics, entity, kind)
  // An observer of the user may have taken it away just now.
  if (isBodyEntity(physics, entity)) createBody(physics, entity, kind, asleep)
}

/** An edit wakes a dynamic body, with its island, unless the user put it to sleep together with the edit. */
function remakeBody(physics: PhysicsWorld, entity: number, kind: BodyKind, tagged: boolean, reasons: number): void {
  const { bodies, events } = physics
  const { retag } = physics.sleep
  const dynamic = kind === BodyKind.Dynamic && bodies.kind[entity] === BodyKind.Dynamic
  const asleep = tagged && (!dynamic || (reasons & DirtyReason.Slept) !== 0)
  if (dynamic && !asleep) wakeBody(physics, entity)
  const fallsAsleep = dynamic && asleep && bodies.isAwake(entity)
  if (!dynamic && kind === BodyKind.Dynamic) forgetStress(physics, entity)
  destroyBody(physics, entity)
  makeBody(physics, entity, kind, asleep)
  if (fallsAsleep && bodies.isBody(entity)) events.sleep.push(entity)
  if (tagged && !asleep) retag.add(entity)
}

/** Whether kind, sensor or type of shape changed, so that its contacts have to end. */
function isOtherBody(physics: PhysicsWorld, entity: number, kind: BodyKind): boolean {
  const { stores, bodies, presence } = physics
  const type = presence.Shape.has(entity) ? stores.Shape.type[entity] : ShapeType.None
  const sensor = presence.Sensor.has(entity)
  return (
    bodies.kind[entity] !== kind ||
    (bodies.isCollider(entity) && (bodies.sensor[entity] === 1) !== sensor) ||
    physics.collision.shapeType[entity] !== type
  )
}

/**
 * What a body needs and the user did not add is added for them, so that their queries find it.
 * The arrays keep what is in them: the user may have written there already.
 * @throws Error on what an observer of the user has made of the entity meanwhile: a wall with a place of NaN was there for good.
 */
function addMissingComponents(physics: PhysicsWorld, entity: number, kind: BodyKind): void {
  if (addMissing(physics, entity, kind)) checkEntity(physics, entity)
}

/** Returns whether anything was missing. */
function addMissing(physics: PhysicsWorld, entity: number, kind: BodyKind): boolean {
  const { components, presence } = physics
  const moves = kind !== BodyKind.Static
  if (presence.Rotation.has(entity) && isBoxed(physics, entity) && (!moves || presence.Velocity.has(entity))) return false
  if (!presence.Rotation.has(entity)) addOwn(physics, entity, components.Rotation)
  if (moves && !presence.Velocity.has(entity)) addOwn(physics, entity, components.Velocity)
  // Last: an observer of the user may have asked for it just now.
  if (!isBoxed(physics, entity)) addOwn(physics, entity, components.BroadphaseAABB)
  return true
}

function isBoxed({ boxes, presence }: PhysicsWorld, entity: number): boolean {
  return !boxes.isAsked || presence.BroadphaseAABB.has(entity)
}

/** Gives all bodies the `BroadphaseAABB` that they have not got: somebody has just asked for it, or saved states from before are put back. */
export function giveBoxes(physics: PhysicsWorld): void {
  const { bodies, components, lifecycle, presence } = physics
  const held = lifecycle.holdOwn()
  for (let entity = 1; entity < physics.columns.capacity; entity++) {
    if (bodies.isBody(entity) && !presence.BroadphaseAABB.has(entity)) addOwn(physics, entity, components.BroadphaseAABB)
  }
  lifecycle.announceOwn(held.entity, held.component)
}

function addOwn(physics: PhysicsWorld, entity: number, component: object): void {
  // An observer of the user may have removed the entity just now.
  if (!physics.presence.Position.has(entity)) return
  physics.lifecycle.announceOwn(entity, component)
  addComponent(physics.ecs, entity, component)
}
