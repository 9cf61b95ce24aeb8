import type { EntityId, World } from 'bitecs'
import { exists } from '../exists.ts'
import { shown } from '../shown.ts'
import { ShapeType } from '../../components/shape-type.ts'
import { placeIn } from '../../components/spec.ts'
import { DISTANCE_STRIDE, Gap } from '../collision/distance.ts'
import { Geometry, GEOMETRY_STRIDE, LinkSides } from '../collision/geometry.ts'
import { boxesOverlap } from '../contact-rules/contacts.ts'
import { ContactFlag } from '../contacts/contact-record.ts'
import { kindOf } from '../lifecycle/sync.ts'
import { BodyKind } from '../bodies/body-kind.ts'
import { measureColliders } from '../contact-rules/measure-colliders.ts'
import { type Query, ask } from '../queries/state.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { partingJoint } from './parting-joint.ts'
import { PairReason } from './pair-reason.ts'
import { whyNoCollider } from './why-no-collider.ts'

/** What {@link explainPair} found out. */
export interface PairExplanation {
  readonly reason: PairReason
  /** The same as a sentence. */
  readonly text: string
  /** The two colliders that it is about; the entities themselves where one has none. */
  readonly a: EntityId
  readonly b: EntityId
  /** Whether they touch as of the last step, as `isTouching` has it. */
  readonly touches: boolean
  /** Whether they push each other. */
  readonly pushes: boolean
  /** Of their surfaces, or of their fat boxes where `reason` says so; negative in overlap. NaN where it does not matter. Unit: length. */
  readonly distance: number
}

/** What was found out about two colliders. */
interface Verdict {
  reason: PairReason
  why: string
  a: number
  b: number
  distance: number
}

/**
 * Why two entities do or do not collide, by what queries see: the first thing that keeps them apart, or how they touch. A body
 * stands for all its colliders. Made for a person who looks, not for every pair in every step: it makes a record and a sentence.
 * @throws Error when the world has no physics.
 */
export function explainPair(world: World, a: EntityId, b: EntityId): PairExplanation {
  return ask(world, 'explainPair', null, explain, a, b)
}

function explain({ physics }: Query, a: EntityId, b: EntityId): PairExplanation {
  const verdict = judgeEntities(physics!, a, b)
  const { reason, why, distance } = verdict
  const touches = reason >= PairReason.Sensor
  const pushes = reason === PairReason.Touching
  const does = pushes ? 'collide' : touches ? 'touch, but do not push each other' : 'do not collide'
  return { reason, text: `Entities ${shown(a)} and ${shown(b)} ${does}: ${why}.`, a: verdict.a, b: verdict.b, touches, pushes, distance }
}

function judgeEntities(physics: PhysicsWorld, a: EntityId, b: EntityId): Verdict {
  const none = (reason: PairReason, why: string): Verdict => ({ reason, why, a, b, distance: NaN })
  for (const entity of [a, b]) {
    if (!exists(physics.ecs, entity)) return none(PairReason.Missing, `entity ${shown(entity)} does not exist`)
  }
  if (a === b) return none(PairReason.Same, 'they are one and the same')
  for (const entity of [a, b]) {
    const why = whyNoCollider(physics, entity)
    if (why !== '') return none(PairReason.NoCollider, why)
  }
  let best = none(PairReason.NoCollider, 'one of the two has no collider')
  let found = false
  for (let one = first(physics, a); one !== 0; one = next(physics, a, one)) {
    for (let two = first(physics, b); two !== 0; two = next(physics, b, two)) {
      const verdict = judge(physics, one, two)
      const nearer = verdict.reason === best.reason && verdict.distance < best.distance
      if (!found || verdict.reason > best.reason || nearer) best = verdict
      found = true
    }
  }
  return best
}

function first({ bodies }: PhysicsWorld, entity: number): number {
  return bodies.isBody(entity) ? bodies.firstCollider(entity) : entity
}

function next({ bodies }: PhysicsWorld, entity: number, collider: number): number {
  return bodies.isBody(entity) ? bodies.nextCollider(entity, collider) : 0
}

/** In the order in which the engine asks. */
function judge(physics: PhysicsWorld, a: number, b: number): Verdict {
  const { bodies, collision: { contacts } } = physics
  const verdict = (reason: PairReason, why: string, distance = NaN): Verdict => ({ reason, why, a, b, distance })
  const bodyA = bodies.bodyOf[a]!
  const bodyB = bodies.bodyOf[b]!
  const sensor = bodies.sensor[a] === 1 ? a : bodies.sensor[b] === 1 ? b : 0
  if (bodyA === bodyB) return verdict(PairReason.SameBody, a === b ? 'they are one and the same' : `both are parts of body ${bodyA}`)
  const contact = contacts.find(Math.min(a, b), Math.max(a, b))
  const pending = isPending(physics, a) || isPending(physics, b)
  if (sensor === 0 && !isDynamic(physics, bodyA) && !isDynamic(physics, bodyB)) {
    const still = kindOf(physics, bodyA) === BodyKind.Static && kindOf(physics, bodyB) === BodyKind.Static
    if (still) return verdict(PairReason.Immovable, 'both are Static')
    const walker = characterOf(physics, bodyA, bodyB)
    // Both may move, and are reported then.
    const touching = contact !== 0 && (contacts.flags[contact]! & ContactFlag.Touching) !== 0
    if (walker !== 0 && !touching) return judgeCharacter(physics, walker, a, b)
    const resting = contact === 0 && !pending && !bodies.isAwake(bodyA) && !bodies.isAwake(bodyB)
    if (resting) return verdict(PairReason.Immovable, 'neither of the two is dynamic, and what is Kinematic stands still')
  }
  const joint = partingJoint(physics, bodyA, bodyB)
  if (joint !== 0) {
    return verdict(PairReason.Joined, `joint ${joint} holds them together, and its collideConnected is 0`)
  }
  const filtered = judgeFilters(physics, a, b)
  if (filtered !== null) return verdict(filtered[0], filtered[1])
  return judgePlaces(physics, a, b, contact, sensor, pending)
}

function characterOf({ presence: { Character } }: PhysicsWorld, bodyA: number, bodyB: number): number {
  return Character.has(bodyA) ? bodyA : Character.has(bodyB) ? bodyB : 0
}

/** A step does nothing about a character and what cannot be pushed: its move does, by the same filters. */
function judgeCharacter(physics: PhysicsWorld, walker: number, a: number, b: number): Verdict {
  const verdict = (reason: PairReason, why: string): Verdict => ({ reason, why, a, b, distance: measure(physics, a, b) })
  const filtered = judgeFilters(physics, a, b)
  if (filtered !== null) return verdict(filtered[0], filtered[1])
  const other = physics.bodies.bodyOf[a] === walker ? b : a
  const oneWay = physics.presence.OneWay.has(other) ? `, once all of it was beyond that, which is OneWay` : ''
  return verdict(PairReason.Immovable, `neither of the two is dynamic, so a step leaves them alone; but moveCharacter holds ${walker} back from ${other}${oneWay}`)
}

/** What masks and groups say: null where they have nothing against it. */
function judgeFilters({ stores }: PhysicsWorld, a: number, b: number): [PairReason, string] | null {
  const { category, mask, group } = stores.CollisionFilter
  const [ours, theirs] = [placeIn(mask, a), placeIn(mask, b)]
  if (group[ours] !== 0 && group[ours] === group[theirs]) {
    return group[ours]! > 0 ? null : [PairReason.Group, `both are in group ${group[ours]}, and what is in a negative group never touches`]
  }
  for (const [one, two, m, c] of [[a, b, ours, theirs], [b, a, theirs, ours]] as const) {
    if ((mask[m]! & category[c]!) !== 0) continue
    return [
      PairReason.Mask,
      `the mask of ${one} is ${bits(mask[m]!)}, which has no category of ${two}: that is in ${bits(category[c]!)}`,
    ]
  }
  return null
}

function bits(value: number): string {
  return `0x${(value >>> 0).toString(16)}`
}

function judgePlaces(physics: PhysicsWorld, a: number, b: number, contact: number, sensor: number, pending: boolean): Verdict {
  const { bodies, collision } = physics
  const { contacts, moved } = collision
  const verdict = (reason: PairReason, why: string, distance: number): Verdict => ({ reason, why, a, b, distance })
  const distance = measure(physics, a, b)
  if (contact !== 0 && !pending && (contacts.flags[contact]! & ContactFlag.Touching) !== 0) {
    return judgeTouch(physics, a, b, contact, sensor, distance)
  }
  if (!boxesOverlap(physics, a, b)) {
    const gap = boxGap(physics, a, b)
    return verdict(PairReason.BoxesApart, `their fat boxes are ${text(gap)} apart`, gap)
  }
  if (distance > 0) return verdict(PairReason.ShapesApart, `they are near, but their shapes are ${text(distance)} apart`, distance)
  const link = isLink(physics, a) ? a : isLink(physics, b) ? b : 0
  if (contact !== 0 && !pending && link !== 0) {
    return verdict(PairReason.Behind, `${link} is a link of a chain, which holds back from its left only, and the other is behind it`, distance)
  }
  const rest = !bodies.isAwake(bodies.bodyOf[a]!) && !bodies.isAwake(bodies.bodyOf[b]!)
  if (contact === 0 && !pending && rest && sensor === 0) {
    return verdict(PairReason.Resting, 'both rest, and nobody looks for what rests: wake one of them', distance)
  }
  // A search that found them near has made a contact, but for those that the hook refused. It asks again when one has moved on.
  const searched = contact === 0 && !pending && moved.flag[a] === 0 && moved.flag[b] === 0
  if (searched) return verdict(PairReason.Refused, 'the hook filterPair said no when it was asked, and is asked again when one of the two moves on', distance)
  return verdict(PairReason.Pending, `they overlap by ${text(-distance)}, and the next step will find out`, distance)
}

/** What becomes of a touch. */
function judgeTouch(physics: PhysicsWorld, a: number, b: number, contact: number, sensor: number, distance: number): Verdict {
  const { bodies, collision: { contacts } } = physics
  const verdict = (reason: PairReason, why: string): Verdict => ({ reason, why, a, b, distance })
  const flags = contacts.flags[contact]!
  if ((flags & ContactFlag.Sensor) !== 0) return verdict(PairReason.Sensor, `${sensor} is a Sensor, which only reports`)
  if ((flags & ContactFlag.Driven) !== 0) return verdict(PairReason.Driven, 'neither of the two is dynamic')
  if ((flags & ContactFlag.Passing) !== 0) {
    const oneWay = physics.presence.OneWay.has(a) ? a : b
    return verdict(PairReason.Passing, `${oneWay} is OneWay, and the other came from a side from which it lets through`)
  }
  if ((flags & ContactFlag.Skipped) !== 0) return verdict(PairReason.Skipped, 'the hook preSolve said no in the last step')
  if ((flags & ContactFlag.Grazing) !== 0) {
    return verdict(PairReason.Grazing, 'they only graze each other at a seam, where a neighbor holds them')
  }
  const asleep = !bodies.isAwake(bodies.bodyOf[a]!) && !bodies.isAwake(bodies.bodyOf[b]!) ? ', and both rest' : ''
  const points = contacts.pointCount[contact]!
  return verdict(PairReason.Touching, `they touch in ${points} ${points === 1 ? 'point' : 'points'}${asleep}`)
}

function isDynamic(physics: PhysicsWorld, body: number): boolean {
  return kindOf(physics, body) === BodyKind.Dynamic
}

/** Whether something of a collider or its body changed that no step has taken in. */
function isPending({ bodies, lifecycle: { dirty, preview } }: PhysicsWorld, collider: number): boolean {
  const body = bodies.bodyOf[collider]!
  return (dirty.flag[collider]! | dirty.flag[body]! | preview.slot[collider]! | preview.slot[body]!) !== 0
}

function isLink({ collision: { shapeType, geometry } }: PhysicsWorld, collider: number): boolean {
  return shapeType[collider] === ShapeType.Segment && geometry[collider * GEOMETRY_STRIDE + Geometry.Sides] !== LinkSides.Free
}

function boxGap({ stores: { BroadphaseAABB } }: PhysicsWorld, a: number, b: number): number {
  const { minX, minY, maxX, maxY } = BroadphaseAABB
  const dx = Math.max(0, minX[a]! - maxX[b]!, minX[b]! - maxX[a]!)
  const dy = Math.max(0, minY[a]! - maxY[b]!, minY[b]! - maxY[a]!)
  return Math.sqrt(dx * dx + dy * dy)
}

const measured = new Float64Array(DISTANCE_STRIDE)

function measure(physics: PhysicsWorld, one: number, two: number): number {
  measureColliders(physics, one, two, measured)
  return measured[Gap.Distance]!
}

/** A length with three digits. */
function text(length: number): string {
  return String(Number(length.toPrecision(3)))
}
