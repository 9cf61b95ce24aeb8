import { Prefab, addComponent, entityExists, hasComponent, removeEntity } from 'bitecs'
import { ShapeType } from '../../components/shape-type.ts'
import { BodyKind } from '../bodies/body-kind.ts'
import { DirtyReason, type PhysicsWorld } from '../world.ts'
import { createBody, destroyBody, refreshBody, restByTag } from './body-lifecycle.ts'
import { expandChain, refreshLinks, removeLinks } from './chain.ts'
import { checkEntity } from './check.ts'
import { detachCollider, searchAnew } from './collider-lifecycle.ts'
import { wakeBody } from './waking.ts'

/**
 * Takes in what happened to the dirty entities: makes, remakes and removes bodies and their colliders.
 *
 * Everything is checked before anything changes. When a check fails the queue is left as it is, so that the next
 * step looks again after the cause was mended.
 */
export function syncBodies(physics: PhysicsWorld): void {
  const { dirty } = physics
  if (dirty.count === 0) return
  dirty.compact()
  for (let i = 0; i < dirty.count; i++) checkEntity(physics, dirty.items[i]!)
  // Children name their bodies first. Chains make links here, which are children and stand behind them in the queue.
  for (let i = 0; i < dirty.count; i++) syncClaims(physics, dirty.items[i]!)
  const { count } = dirty
  // What is made asleep comes last: what is put beside it now was there first, and must not wake it.
  for (let i = 0; i < count; i++) if (!isBornAsleep(physics, dirty.items[i]!)) syncNow(physics, dirty.items[i]!)
  for (let i = 0; i < count; i++) syncNow(physics, dirty.items[i]!)
  dirty.dropFirst(count)
  physics.naming.clear()
}

/** Takes in one entity. It is out of the queue before, so that what an observer of the user does to it is not lost. */
function syncNow(physics: PhysicsWorld, entity: number): void {
  const { dirty } = physics
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
  const { ecs, components, bodies, dirty } = physics
  const named = wantedBody(physics, entity)
  if (named === 0 && hasComponent(ecs, entity, components.ChainLink)) removeEntity(ecs, entity)
  const claimed = bodies.claimOf[entity]!
  if (named !== 0 || claimed !== 0) {
    // Whatever changed of it, the collider is made anew with its body.
    detachCollider(physics, entity)
    if (claimed !== named) bodies.unclaim(entity)
    if (claimed !== named && named !== 0) bodies.claim(entity, named)
    if (claimed !== 0) dirty.add(claimed, DirtyReason.Edited)
    if (named !== 0) dirty.add(named, DirtyReason.Edited)
  }
  syncChain(physics, entity)
}

function syncChain(physics: PhysicsWorld, entity: number): void {
  const { components, bodies, dirty } = physics
  const isChain = isBodyEntity(physics, entity) && components.Shape.type[entity] === ShapeType.Chain
  const wanted = isChain ? components.Shape.geometry[entity]! : 0
  const rebuilt = bodies.chain[entity] !== wanted || (dirty.flag[entity]! & DirtyReason.Structure) !== 0
  if (!rebuilt) {
    if (wanted !== 0) refreshLinks(physics, entity)
    return
  }
  if (bodies.chain[entity] !== 0) removeLinks(physics, entity)
  if (wanted !== 0) expandChain(physics, entity)
}

/** The body that an entity wants to be a part of, or 0. */
function wantedBody(physics: PhysicsWorld, entity: number): number {
  const { ecs, components } = physics
  const child =
    hasComponent(ecs, entity, components.Collider) &&
    hasComponent(ecs, entity, components.Shape) &&
    !hasComponent(ecs, entity, components.Disabled) &&
    !hasComponent(ecs, entity, Prefab)
  return child ? components.Collider.body[entity]! : 0
}

/** Whether the components make the entity a body. */
function isBodyEntity(physics: PhysicsWorld, entity: number): boolean {
  const { ecs, components } = physics
  return (
    entityExists(ecs, entity) &&
    hasComponent(ecs, entity, components.Position) &&
    (hasComponent(ecs, entity, components.Shape) || physics.bodies.firstChild[entity] !== 0) &&
    !hasComponent(ecs, entity, components.Collider) &&
    !hasComponent(ecs, entity, components.Disabled) &&
    !hasComponent(ecs, entity, Prefab)
  )
}

function isBornAsleep(physics: PhysicsWorld, entity: number): boolean {
  return !physics.bodies.isBody(entity) && hasComponent(physics.ecs, entity, physics.components.Sleeping)
}

function kindOf(physics: PhysicsWorld, entity: number): BodyKind {
  const { ecs, components } = physics
  if (hasComponent(ecs, entity, components.Static)) return BodyKind.Static
  return hasComponent(ecs, entity, components.Kinematic) ? BodyKind.Kinematic : BodyKind.Dynamic
}

function syncEntity(physics: PhysicsWorld, entity: number, reasons: number): void {
  const { ecs, components, bodies } = physics
  if (!isBodyEntity(physics, entity)) {
    destroyBody(physics, entity)
    return
  }
  const kind = kindOf(physics, entity)
  const asleep = hasComponent(ecs, entity, components.Sleeping) && kind !== BodyKind.Static
  if (bodies.isBody(entity) && isOtherBody(physics, entity, kind)) destroyBody(physics, entity)
  if (!bodies.isBody(entity)) {
    addMissingComponents(physics, entity, kind)
    // An observer of the user may have taken it away just now.
    if (isBodyEntity(physics, entity)) createBody(physics, entity, kind, asleep)
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

/** Whether kind, sensor or type of shape changed, so that its contacts have to end. */
function isOtherBody(physics: PhysicsWorld, entity: number, kind: BodyKind): boolean {
  const { ecs, components, bodies } = physics
  const shaped = hasComponent(ecs, entity, components.Shape)
  const type = shaped ? components.Shape.type[entity] : ShapeType.None
  const sensor = hasComponent(ecs, entity, components.Sensor)
  return (
    bodies.kind[entity] !== kind ||
    (bodies.isCollider(entity) && (bodies.sensor[entity] === 1) !== sensor) ||
    physics.shapeType[entity] !== type
  )
}

/**
 * What a body needs and the user did not add is added for them, so that their queries find it.
 * The arrays keep what is in them: the user may have written there already.
 */
function addMissingComponents(physics: PhysicsWorld, entity: number, kind: BodyKind): void {
  const { components } = physics
  const { Rotation, BroadphaseAABB, Velocity } = components
  addOwn(physics, entity, Rotation)
  addOwn(physics, entity, BroadphaseAABB)
  if (kind !== BodyKind.Static) addOwn(physics, entity, Velocity)
}

function addOwn(physics: PhysicsWorld, entity: number, component: object): void {
  if (!entityExists(physics.ecs, entity) || hasComponent(physics.ecs, entity, component)) return
  physics.announceOwn(entity, component)
  addComponent(physics.ecs, entity, component)
}
