import { ShapeType } from '../../components/shape-type.ts'
import { BodyKind } from '../bodies/body-kind.ts'
import { Role, Trait } from '../bodies/bodies.ts'
import { sortItems } from '../stores/sort-items.ts'
import { ContactFlag, NOT_ACTIVE } from '../contacts/contact-record.ts'
import { EndReason } from '../contacts/pair-events.ts'
import { ItemBuffer } from '../stores/buffers.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { dropParted, removeContact } from '../contact-rules/contacts.ts'
import { writeFatBox } from '../caches/fat-box.ts'
import { noteStart, placeChild, writeSurface } from '../caches/pose.ts'
import { usePolygon } from '../caches/shape-points.ts'
import { wakeBody } from '../sleep/waking.ts'

/**
 * Makes an entity's shape a part of a body and of the broad phase. Its geometry, its filter and the body's pose must
 * have been read.
 * Its neighbors are searched for also when it is made asleep: one that is awake may lie in its place already.
 */
export function attachCollider(physics: PhysicsWorld, collider: number, body: number, sensor: boolean): void {
  const { bodies } = physics
  writeSurface(physics, collider)
  // The links of a chain are colliders; the chain as a whole is none.
  if (physics.collision.shapeType[collider] === ShapeType.Chain) return
  bodies.role[collider] = bodies.role[collider]! | Role.Collider
  bodies.bodyOf[collider] = body
  bodies.sensor[collider] = sensor ? 1 : 0
  if (sensor) physics.collision.sensorCount++
  const oneWay = physics.presence.OneWay.has(collider)
  bodies.traits[collider] = (bodies.traits[collider]! & ~Trait.OneWay) | (oneWay ? Trait.OneWay : 0)
  if (collider !== body) {
    bodies.angle[collider] = NaN
    placeChild(physics, collider)
  }
  noteStart(physics, collider)
  writeFatBox(physics, collider)
  let added = false
  try {
    physics.collision.broadPhase.add(collider, bodies.kind[body] === BodyKind.Static)
    added = true
  } finally {
    // A broad phase of the user threw: the collider is not in it.
    if (!added) forgetCollider(physics, collider)
  }
  physics.collision.moved.add(collider)
}

/** Takes a collider out of the broad phase. Its touches end, with events. */
export function detachCollider(physics: PhysicsWorld, collider: number): void {
  const { bodies } = physics
  const { contacts } = physics.collision
  if (!bodies.isCollider(collider)) return
  wakeTouching(physics, collider)
  while (contacts.head[collider] !== 0) removeContact(physics, contacts.head[collider]! >>> 1, EndReason.Removed)
  physics.collision.moved.remove(collider)
  physics.collision.searched.remove(collider)
  physics.collision.woken.remove(collider)
  physics.collision.broadPhase.remove(collider)
  forgetCollider(physics, collider)
}

function forgetCollider(physics: PhysicsWorld, collider: number): void {
  physics.version.noteBuild()
  const { bodies } = physics
  usePolygon(physics, collider, 0)
  if (bodies.sensor[collider] === 1) physics.collision.sensorCount--
  bodies.sensor[collider] = 0
  bodies.role[collider] = bodies.role[collider]! & ~Role.Collider
  bodies.bodyOf[collider] = 0
}

/** Takes in a new place or size of a collider. */
export function replaceCollider(physics: PhysicsWorld, collider: number): void {
  writeFatBox(physics, collider)
  physics.collision.broadPhase.update(collider)
  physics.collision.moved.add(collider)
  lookAgain(physics, collider)
}

/** Looks once again at the touches of a collider with what stands still or rests, and that no push can wake. */
function lookAgain({ bodies, collision: { contacts }, sleep }: PhysicsWorld, collider: number): void {
  for (let edge = contacts.head[collider]!; edge !== 0; edge = contacts.next[edge]!) {
    if (contacts.activeIndex[edge >>> 1] !== NOT_ACTIVE) continue
    const flags = contacts.flags[edge >>> 1]!
    if ((flags & (ContactFlag.Sensor | ContactFlag.Driven)) === 0) continue
    contacts.activate(edge >>> 1)
    // Sensors are put aside by themselves, see `finishSensor`.
    if ((flags & ContactFlag.Sensor) === 0) sleep.settling.add(bodies.bodyOf[collider]!)
  }
}

/** Takes in what a collider may touch. */
export function noteFilter(physics: PhysicsWorld, collider: number): void {
  physics.version.noteBuild()
  const { known } = physics.lifecycle
  const { category, mask, group } = physics.stores.CollisionFilter
  if (collider >= mask.length) return
  known.category[collider] = category[collider]!
  known.mask[collider] = mask[collider]!
  known.group[collider] = group[collider]!
}

/** Whether what a collider may touch was written since it was taken in. */
export function isRefiltered(physics: PhysicsWorld, collider: number): boolean {
  const { known } = physics.lifecycle
  const { category, mask, group } = physics.stores.CollisionFilter
  return (
    collider < mask.length &&
    (known.category[collider] !== (category[collider]! | 0) || known.mask[collider] !== (mask[collider]! | 0) || known.group[collider] !== group[collider])
  )
}

/** Takes in what a collider may touch now: pairs that may not any more end, and others are searched for. */
export function refilter(physics: PhysicsWorld, collider: number): void {
  noteFilter(physics, collider)
  dropParted(physics, collider)
  physics.collision.moved.add(collider)
}

/** Lets the neighbors of all colliders of a body be searched for again. */
export function searchAnew(physics: PhysicsWorld, body: number): void {
  const { bodies } = physics
  const { moved } = physics.collision
  for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c)) moved.add(c)
}

/** Wakes what touched a collider: what it rested on may be gone. */
export function wakeTouching(physics: PhysicsWorld, collider: number): void {
  const { bodies } = physics
  const { contacts } = physics.collision
  for (let edge = contacts.head[collider]!; edge !== 0; edge = contacts.next[edge]!) {
    const holds = contacts.flags[edge >>> 1]! & (ContactFlag.Touching | ContactFlag.Sensor)
    const other = bodies.bodyOf[contacts.otherOf(edge)]!
    if (holds === ContactFlag.Touching && bodies.kind[other] === BodyKind.Dynamic) wakeBody(physics, other)
  }
}

const reached = new ItemBuffer()
const around = new Float64Array(4)
/** What holds something while the user is asked. */
export const regionScratch = [reached, around]

/** Wakes the bodies that a static collider was put upon: nothing is searched for them while they sleep. */
export function wakeRegion(physics: PhysicsWorld, collider: number): void {
  const { bodies } = physics
  const { broadPhase } = physics.collision
  if (bodies.restingCount === 0 || bodies.sensor[collider] === 1) return
  const { minX, minY, maxX, maxY } = physics.stores.BroadphaseAABB
  reached.clear()
  around[0] = minX[collider]!
  around[1] = minY[collider]!
  around[2] = maxX[collider]!
  around[3] = maxY[collider]!
  broadPhase.region(around, reached)
  // Bodies wake in the order of their ids, whichever broad phase found them.
  reached.count = sortItems(reached.items, reached.count)
  for (let i = 0; i < reached.count; i++) {
    const other = bodies.bodyOf[reached.items[i]!]!
    if (bodies.kind[other] === BodyKind.Dynamic && !bodies.isAwake(other)) wakeBody(physics, other)
  }
}
