import type { Columns } from '../../components/columns.ts'
import { POSE_STRIDE } from '../bodies/bodies.ts'
import { BodyKind } from '../bodies/body-kind.ts'
import { EntityQueue } from '../bodies/entity-queue.ts'
import { GEOMETRY_STRIDE } from '../collision/geometry.ts'
import type { PhysicsWorld } from '../world.ts'

/** Whole numbers of a note: see {@link note}. */
const INTS = 10
/** Fractional numbers of a note: pose, geometry, box, angle. */
const FLOATS = POSE_STRIDE + GEOMETRY_STRIDE + 5

/** Places in the whole numbers of a note where the broad phase stands: none of it, moving or fixed. */
const WAS = 8
const IS = 9

/** How a collider is in the broad phase. */
export enum Member {
  None = 0,
  Moving = 1,
  Fixed = 2,
}

/**
 * What queries between two steps see of the changes that the next step will take in. The records of what changed are
 * written and the broad phase is told, so that queries need not know of any of this; but what stood there before is
 * noted, and {@link withdraw} puts it back, bit for bit, before anything else works with it. So a query leaves no trace,
 * and what was changed is taken in by the step alone, as a whole.
 */
export class Preview {
  /** Entities that changed since the queries looked. */
  readonly unseen: EntityQueue
  /** By entity: its note, 0 for none. */
  slot!: Uint32Array
  /** Notes that there are. */
  count = 0
  /** The step whose end the queries looked for plain writes at. */
  seenStep = -1
  /** While the queries look: what the engine makes then may be observed by the user, who may ask too. */
  looking = false
  /** How often it was withdrawn. */
  withdrawals = 0
  /** By note, from 1 up. */
  entities = new Uint32Array(16)
  ints = new Uint32Array(16 * INTS)
  floats = new Float64Array(16 * FLOATS)

  constructor(columns: Columns) {
    this.unseen = new EntityQueue(columns)
    columns.define(this, 'slot', 'u32')
  }

  /** Where the pose that an entity with a note really has begins in {@link floats}. */
  poseOf(entity: number): number {
    return this.slot[entity]! * FLOATS
  }

  makeRoom(): void {
    if (this.count < this.entities.length) return
    const size = this.count * 2
    const { entities, ints, floats } = this
    this.entities = new Uint32Array(size)
    this.entities.set(entities)
    this.ints = new Uint32Array(size * INTS)
    this.ints.set(ints)
    this.floats = new Float64Array(size * FLOATS)
    this.floats.set(floats)
  }
}

/** Notes the records of an entity that are about to be changed, unless they were. */
export function note(physics: PhysicsWorld, entity: number): void {
  const { preview, bodies, geometry, shapeType } = physics
  if (preview.slot[entity] !== 0) return
  preview.count++
  preview.makeRoom()
  const slot = preview.count
  preview.slot[entity] = slot
  preview.entities[slot] = entity
  const { ints, floats } = preview
  const i = slot * INTS
  ints[i] = bodies.role[entity]!
  ints[i + 1] = bodies.sensor[entity]!
  ints[i + 2] = bodies.exact[entity]!
  ints[i + 3] = bodies.bodyOf[entity]!
  ints[i + 4] = bodies.claimOf[entity]!
  ints[i + 5] = bodies.firstChild[entity]!
  ints[i + 6] = bodies.nextChild[entity]!
  ints[i + 7] = shapeType[entity]!
  ints[i + WAS] = ints[i + IS] = memberOf(physics, entity)
  const f = slot * FLOATS
  const g = f + POSE_STRIDE
  const b = g + GEOMETRY_STRIDE
  const { minX, minY, maxX, maxY } = physics.components.BroadphaseAABB
  for (let k = 0; k < POSE_STRIDE; k++) floats[f + k] = bodies.pose[entity * POSE_STRIDE + k]!
  for (let k = 0; k < GEOMETRY_STRIDE; k++) floats[g + k] = geometry[entity * GEOMETRY_STRIDE + k]!
  floats[b] = minX[entity]!
  floats[b + 1] = minY[entity]!
  floats[b + 2] = maxX[entity]!
  floats[b + 3] = maxY[entity]!
  floats[b + 4] = bodies.angle[entity]!
}

function memberOf({ bodies }: PhysicsWorld, entity: number): Member {
  if (!bodies.isCollider(entity)) return Member.None
  return bodies.kind[bodies.bodyOf[entity]!] === BodyKind.Static ? Member.Fixed : Member.Moving
}

/** How an entity with a note is in the broad phase now. */
export function membership({ preview }: PhysicsWorld, entity: number): Member {
  return preview.ints[preview.slot[entity]! * INTS + IS]!
}

/** Puts an entity with a note into the broad phase, takes it out, or says that its box is another one. */
export function enlist(physics: PhysicsWorld, entity: number, wanted: Member): void {
  const { preview, broadPhase } = physics
  const i = preview.slot[entity]! * INTS + IS
  const is = preview.ints[i]!
  preview.ints[i] = wanted
  if (is === wanted) {
    if (is !== Member.None) broadPhase.update(entity)
    return
  }
  if (is !== Member.None) broadPhase.remove(entity)
  if (wanted !== Member.None) broadPhase.add(entity, wanted === Member.Fixed)
}

/** Puts everything back as it was before the queries looked. What has not been taken in by a step is to be seen again. */
export function withdraw(physics: PhysicsWorld): void {
  const { preview } = physics
  if (preview.count === 0) return
  preview.withdrawals++
  preview.seenStep = -1
  for (let slot = preview.count; slot > 0; slot--) {
    const entity = preview.entities[slot]!
    restore(physics, slot, entity)
    enlist(physics, entity, preview.ints[slot * INTS + WAS]!)
    preview.slot[entity] = 0
    if (physics.dirty.flag[entity] !== 0) preview.unseen.add(entity)
  }
  preview.count = 0
}

function restore(physics: PhysicsWorld, slot: number, entity: number): void {
  const { preview, bodies, geometry, shapeType } = physics
  const { ints, floats } = preview
  const i = slot * INTS
  bodies.role[entity] = ints[i]!
  bodies.sensor[entity] = ints[i + 1]!
  bodies.exact[entity] = ints[i + 2]!
  bodies.bodyOf[entity] = ints[i + 3]!
  bodies.claimOf[entity] = ints[i + 4]!
  bodies.firstChild[entity] = ints[i + 5]!
  bodies.nextChild[entity] = ints[i + 6]!
  shapeType[entity] = ints[i + 7]!
  const f = slot * FLOATS
  const g = f + POSE_STRIDE
  const b = g + GEOMETRY_STRIDE
  const { minX, minY, maxX, maxY } = physics.components.BroadphaseAABB
  for (let k = 0; k < POSE_STRIDE; k++) bodies.pose[entity * POSE_STRIDE + k] = floats[f + k]!
  for (let k = 0; k < GEOMETRY_STRIDE; k++) geometry[entity * GEOMETRY_STRIDE + k] = floats[g + k]!
  minX[entity] = floats[b]!
  minY[entity] = floats[b + 1]!
  maxX[entity] = floats[b + 2]!
  maxY[entity] = floats[b + 3]!
  bodies.angle[entity] = floats[b + 4]!
}

/**
 * The same for an entity that is about to leave. One that only the queries know, by itself, is taken out alone, so that
 * spawning and removing between queries stays cheap.
 */
export function withdrawOne(physics: PhysicsWorld, entity: number): void {
  const { preview, bodies } = physics
  const slot = preview.slot[entity] ?? 0
  if (slot === 0 && (bodies.role[entity] ?? 0) === 0) return
  const i = slot * INTS
  const { ints } = preview
  const alone =
    slot !== 0 &&
    (ints[i]! | ints[i + 4]! | ints[i + 5]! | ints[i + 6]!) === 0 &&
    (bodies.claimOf[entity]! | bodies.firstChild[entity]! | bodies.nextChild[entity]!) === 0
  if (!alone) {
    withdraw(physics)
    return
  }
  restore(physics, slot, entity)
  enlist(physics, entity, Member.None)
}
