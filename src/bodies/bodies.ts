import type { Columns } from '../stores/columns.ts'
import type { MemoryColumns } from '../stores/memory-columns.ts'
import { AddressTable } from '../kernel/address-table.ts'
import { DRIFT_STRIDE, POSE_STRIDE, START_STRIDE, SURFACE_STRIDE, WAY_STRIDE } from './body-records.ts'
import type { StateList } from '../stores/state-list.ts'
import { Version } from '../stores/version.ts'

export { DRIFT_STRIDE, POSE_STRIDE, START_STRIDE, SURFACE_STRIDE, WAY_STRIDE } from './body-records.ts'

/** `awakeIndex` of a body that is not in the awake list. */
export const NOT_AWAKE = -1

/** `asleepIndex` of a body that is not in the list of sleepers. */
const NOT_ASLEEP = -1

/** What is out of the ordinary about a body or collider: bits of `Bodies.traits`. */
export enum Trait {
  /** The body has a `Motion`. */
  Motion = 1,
  /** The collider has a `OneWay`. */
  OneWay = 2,
  /** The body is swept against moving bodies too. */
  Bullet = 4,
  /** The collider's `Material` names a rule of its own for how values combine. */
  Rules = 8,
  /** The engine never puts the body to sleep. */
  NeverSleep = 16,
  /** The collider is round somewhere: a rocking body rolls on it. */
  Round = 32,
}

/** What an entity is to the engine: bits of `Bodies.role`. */
export enum Role {
  /** It moves as one, has mass and velocity. */
  Body = 1,
  /** It has a shape of its own in the broad phase: a body's own, or a child collider. */
  Collider = 2,
}

/**
 * What the engine knows of every body and collider beyond the user's components, by entity id, and the list of
 * awake bodies.
 *
 * | column | stride | holds |
 * | --- | --- | --- |
 * | role | 1 | {@link Role} bits |
 * | kind | 1 | {@link BodyKind}, for bodies |
 * | sensor | 1 | 1 when the collider only reports |
 * | exact | 1 | 1 when the collider's box in the broad phase is its shape: a static upright sharp box, and no sensor |
 * | traits | 1 | {@link Trait} bits |
 * | paused | 1 | how it sleeps, see {@link Pause} |
 * | bodyOf | 1 | the body that a collider belongs to: itself, or the parent of a child collider; else 0 |
 * | claimOf, firstChild, nextChild | 1 | the body that a child collider names, and the list of a body's children |
 * | idleOf, firstIdle, nextIdle | 1 | the same for colliders that are no part of the body that they name: disabled, or without a shape |
 * | loose | 1 | 1 when a child collider names nobody on purpose: its body went, or it was taken off |
 * | chain | 1 | points that the links of a chain were made from, 0 for every other body |
 * | pose | 8 | see below |
 * | start | 4 | where a collider was when the last step that moved it began: the first numbers of its pose |
 * | surface | 4 | friction, restitution, surface speed and rolling resistance of a collider, side by side |
 * | angle | 1 | the angle that cosine and sine were made from |
 * | localCenter | 2 | center of mass in the frame of the body |
 * | extent | 1 | distance from the center of mass to the farthest point of the body |
 * | reach | 1 | how far the body may move in a step without a sweep: half its smallest half width |
 * | quietTime | 1 | seconds for which the body was slower than the sleep speed, or only trembled: see `TIME_TO_CALM` |
 * | burden | 1 | the load for which its mass was raised in the last step that it was awake, `burdenShare` times the load if it was driven, 0 for none: see `Burdens` |
 * | drift | 8 | {@link Drift}: how it moves on the spot |
 * | quick | 1 | 1 when the body may move farther in this step than half the speculative distance |
 * | way | 3 | how far an awake body will go in the coming step if nothing stops it: x, y, turn; 0 for all others |
 * | islandNext | 1 | ring of bodies that fell asleep together; 0 when alone or awake |
 * | awakeIndex | 1 | place in `awake`, −1 when asleep or static |
 * | asleepIndex | 1 | place in `asleep`, −1 for all but dynamic bodies that sleep |
 *
 * A pose is one cache line with all that the narrow phase and the solver need of a collider and its body:
 *
 * | number | holds |
 * | --- | --- |
 * | 0, 1 | origin in the world |
 * | 2, 3 | cosine and sine |
 * | 4, 5 | origin less the body's center of mass, world axes |
 * | 6, 7 | inverse mass and inverse inertia of the body, 0 where it cannot be pushed |
 */
export class Bodies {
  role!: Uint8Array
  kind!: Uint8Array
  sensor!: Uint8Array
  exact!: Uint8Array
  traits!: Uint8Array
  paused!: Uint8Array
  bodyOf!: Uint32Array
  claimOf!: Uint32Array
  firstChild!: Uint32Array
  nextChild!: Uint32Array
  idleOf!: Uint32Array
  firstIdle!: Uint32Array
  nextIdle!: Uint32Array
  loose!: Uint8Array
  chain!: Uint32Array
  pose!: Float64Array
  start!: Float64Array
  surface!: Float32Array
  angle!: Float64Array
  localCenter!: Float64Array
  extent!: Float64Array
  reach!: Float64Array
  quietTime!: Float64Array
  drift!: Float32Array
  burden!: Float32Array
  quick!: Uint8Array
  way!: Float64Array
  islandNext!: Uint32Array
  awakeIndex!: Int32Array
  asleepIndex!: Int32Array

  /** The bodies that are simulated: awake dynamic ones, and kinematic ones that move. First `awakeCount` entries. */
  awake!: Uint32Array
  awakeCount = 0
  /** The dynamic bodies that sleep, whose velocity is 0. First `asleepCount` entries. */
  asleep!: Uint32Array
  asleepCount = 0
  /** Of both lists, the places in them, and the rings: see `islandNext`. */
  readonly lists = new Version()
  /** Of {@link burden}, which stays 0 in most worlds. */
  readonly burdened = new Version()
  /** Bodies of every kind. */
  count = 0
  /** Bodies that never move. */
  staticCount = 0

  private readonly shared: MemoryColumns
  private readonly parts: Columns

  /** @param parts Those of the component that makes an entity a part of another: they have room when somebody has it. */
  constructor(columns: Columns, shared: MemoryColumns, parts: Columns) {
    this.shared = shared
    this.parts = parts
    for (const key of ['claimOf', 'idleOf', 'firstIdle', 'nextIdle', 'chain']) parts.define(this, key, 'u32')
    columns.define(this, 'role', 'u8')
    shared.define(this, 'kind', 'u8', AddressTable.Kind)
    columns.define(this, 'sensor', 'u8')
    columns.define(this, 'exact', 'u8')
    shared.define(this, 'traits', 'u8', AddressTable.Traits)
    columns.define(this, 'paused', 'u8')
    shared.define(this, 'bodyOf', 'u32', AddressTable.BodyOf)
    shared.define(this, 'firstChild', 'u32', AddressTable.FirstChild)
    shared.define(this, 'nextChild', 'u32', AddressTable.NextChild)
    columns.define(this, 'loose', 'u8')
    shared.define(this, 'pose', 'f64', AddressTable.Pose, POSE_STRIDE)
    shared.define(this, 'start', 'f64', AddressTable.Start, START_STRIDE)
    shared.define(this, 'surface', 'f32', AddressTable.Surface, SURFACE_STRIDE)
    shared.define(this, 'angle', 'f64', AddressTable.Angle)
    shared.define(this, 'localCenter', 'f64', AddressTable.LocalCenter, 2)
    shared.define(this, 'extent', 'f64', AddressTable.Extent)
    shared.define(this, 'reach', 'f64', AddressTable.Reach)
    shared.define(this, 'quietTime', 'f64', AddressTable.QuietTime)
    shared.define(this, 'drift', 'f32', AddressTable.Drift, DRIFT_STRIDE)
    shared.define(this, 'burden', 'f32', AddressTable.Burden)
    shared.define(this, 'quick', 'u8', AddressTable.Quick)
    shared.define(this, 'way', 'f64', AddressTable.Way, WAY_STRIDE)
    columns.define(this, 'islandNext', 'u32')
    shared.define(this, 'awakeIndex', 'i32', AddressTable.AwakeIndex, 1, NOT_AWAKE)
    columns.define(this, 'asleepIndex', 'i32', 1, NOT_ASLEEP)
    shared.define(this, 'awake', 'u32', AddressTable.Awake)
    columns.define(this, 'asleep', 'u32')
  }

  /** Bodies that could move and do not: asleep, or kinematic and standing still. */
  get restingCount(): number {
    return this.count - this.staticCount - this.awakeCount
  }

  isBody(entity: number): boolean {
    return (this.role[entity]! & Role.Body) !== 0
  }

  isCollider(entity: number): boolean {
    return (this.role[entity]! & Role.Collider) !== 0
  }

  isAwake(body: number): boolean {
    return this.awakeIndex[body] !== NOT_AWAKE
  }

  /** The first collider of a body, or 0: its own, then its children. */
  firstCollider(body: number): number {
    return this.bodyOf[body] === body ? body : this.firstAttached(this.firstChild[body]!)
  }

  /** The collider of a body that follows `collider`, or 0. */
  nextCollider(body: number, collider: number): number {
    return this.firstAttached(collider === body ? this.firstChild[body]! : this.nextChild[collider]!)
  }

  /** The body that a child collider names, or 0. */
  claimed(child: number): number {
    return this.claimOf[child] ?? 0
  }

  /** Points that the links of a chain were made from, or 0. */
  chainOf(body: number): number {
    return this.chain[body] ?? 0
  }

  /** @param points For others than 0 there has to be room, see {@link makeRoomForParts}. */
  setChain(body: number, points: number): void {
    if (body < this.chain.length) this.chain[body] = points
  }

  /** Whether somebody has parts, or had. */
  get hasParts(): boolean {
    return this.parts.capacity > 1
  }

  /** To be called before an entity gets parts, or becomes one. What ends needs no room: it may not fail. */
  makeRoomForParts(entity: number): void {
    if (entity >= this.parts.capacity) this.parts.grow(this.shared.capacity)
  }

  /** Lets a child collider name its body. */
  claim(child: number, body: number): void {
    this.makeRoomForParts(child)
    link(this.claimOf, this.firstChild, this.nextChild, child, body)
  }

  /** Takes a child collider out of the list of its body. */
  unclaim(child: number): void {
    unlink(this.claimOf, this.firstChild, this.nextChild, child)
  }

  /** Notes which body a collider names that is no part of it now, disabled or without a shape: 0 for none. */
  setIdle(child: number, body: number): void {
    if ((this.idleOf[child] ?? 0) === body) return
    this.makeRoomForParts(Math.max(child, body))
    unlink(this.idleOf, this.firstIdle, this.nextIdle, child)
    if (body !== 0) link(this.idleOf, this.firstIdle, this.nextIdle, child, body)
  }

  /** Puts a body at the end of the awake list. */
  addAwake(body: number): void {
    this.lists.note()
    this.awakeIndex[body] = this.awakeCount
    this.awake[this.awakeCount++] = body
  }

  /** Takes a body out of the awake list; the last one moves into its place. */
  removeAwake(body: number): void {
    this.lists.note()
    const index = this.awakeIndex[body]!
    const last = this.awake[--this.awakeCount]!
    this.awake[index] = last
    this.awakeIndex[last] = index
    this.awakeIndex[body] = NOT_AWAKE
    this.quick[body] = 0
    this.way.fill(0, body * WAY_STRIDE, (body + 1) * WAY_STRIDE)
    this.drift.fill(0, body * DRIFT_STRIDE, (body + 1) * DRIFT_STRIDE)
  }

  /** Puts a dynamic body at the end of the list of sleepers. */
  addAsleep(body: number): void {
    this.lists.note()
    this.asleepIndex[body] = this.asleepCount
    this.asleep[this.asleepCount++] = body
  }

  /** Takes a body out of the list of sleepers, if it is there; the last one moves into its place. */
  removeAsleep(body: number): void {
    const index = this.asleepIndex[body]!
    if (index === NOT_ASLEEP) return
    this.lists.note()
    const last = this.asleep[--this.asleepCount]!
    this.asleep[index] = last
    this.asleepIndex[last] = index
    this.asleepIndex[body] = NOT_ASLEEP
  }

  private firstAttached(child: number): number {
    let next = child
    while (next !== 0 && this.bodyOf[next] === 0) next = this.nextChild[next]!
    return next
  }
}

/** Puts a child in front of the list of its parent. */
function link(of: Uint32Array, first: Uint32Array, next: Uint32Array, child: number, parent: number): void {
  of[child] = parent
  next[child] = first[parent]!
  first[parent] = child
}

/** Takes a child out of the list that it is in, if any. */
function unlink(of: Uint32Array, first: Uint32Array, next: Uint32Array, child: number): void {
  const parent = of[child] ?? 0
  if (parent === 0) return
  if (first[parent] === child) {
    first[parent] = next[child]!
  } else {
    let before = first[parent]!
    while (next[before] !== child) before = next[before]!
    next[before] = next[child]!
  }
  next[child] = 0
  of[child] = 0
}

/** What rests goes nowhere, whatever it did before another state was put back. */
function stopResting({ awakeIndex, way }: Bodies): void {
  for (let body = 0; body < awakeIndex.length; body++) {
    if (awakeIndex[body] === NOT_AWAKE) way[body * WAY_STRIDE] = way[body * WAY_STRIDE + 1] = way[body * WAY_STRIDE + 2] = 0
  }
}

/** What decides the future of the bodies; the columns are listed with all others. */
export function listBodies(list: StateList, bodies: Bodies): void {
  // The next step begins with where all that is awake will go, and until then it is asked of what is quick.
  const quick = {
    get count() {
      return bodies.quick.includes(1) ? 1 : 0
    },
  }
  list.begin('bodies').counts(bodies, 'awakeCount', 'asleepCount', 'count', 'staticCount').passOver(bodies.lists, bodies.burdened)
    .counted(bodies, quick, 'way').after.push(() => stopResting(bodies))
}
