import type { RareColumns } from '../../components/index.ts'
import type { Columns } from '../stores/columns.ts'
import { ActingForces } from '../bodies/acting-forces.ts'
import { FORCE_STRIDE } from '../bodies/body-records.ts'
import { PathPool, listPaths } from '../collision/path-pool.ts'
import { AddressTable } from '../kernel/address-table.ts'
import { ItemBuffer } from '../stores/buffers.ts'
import { ChangeQueue } from '../stores/change-queue.ts'
import { EntityQueue } from '../stores/entity-queue.ts'
import type { MemoryColumns } from '../stores/memory-columns.ts'
import { KnownValues } from './known-values.ts'
import { TARGET_STRIDE } from './lifecycle-records.ts'
import { Preview } from './preview.ts'
import type { Remains } from './remains.ts'
import type { StateList } from '../stores/state-list.ts'
import { Version } from '../stores/version.ts'

/** Why an entity is in the dirty queue: bits of its flag. */
export enum DirtyReason {
  /** A component came or went: is it still the same kind of body? */
  Structure = 1,
  /** Data was set or announced with `markChanged`: pose, size or mass may have changed. */
  Edited = 2,
  /** The user tagged it `Sleeping`. */
  Slept = 4,
  /** The user took the tag `Sleeping` away. */
  Woken = 8,
  /** What it may touch changed: pairs have to be searched anew. */
  Filtered = 16,
  /** It lost what made it a body while it slept by itself. */
  Bared = 32,
}

/** How far a kinematic body is on the way that it was told: bits of its flag in `steered`. */
export enum Steering {
  /** To be taken in by the next step. */
  Told = 1,
  /** It moves there in the running step. */
  Moving = 2,
}

/** What came, changed, left and was asked for since the last step, and what had been taken in by then. */
export class LifecycleState {
  /** Entities to look at before the next step. Flags are {@link DirtyReason}s. */
  readonly dirty: ChangeQueue
  /** What queries see of them meanwhile. */
  readonly preview: Preview
  /** Child colliders that were told of which body they are a part since the last step. */
  readonly naming: EntityQueue
  /** Entities with a `OneWay`, whose direction is looked at in each step. */
  readonly oneWays: EntityQueue
  /** Bodies that were made asleep by a query since the last step: what is done to them until the next is part of their making. */
  readonly newborn: EntityQueue
  /** Bodies whose joints and contacts were let begin anew since the last step, as what held them let go. */
  readonly relieved: EntityQueue
  /** Bodies that left while the solver ran. */
  readonly leaving: EntityQueue
  readonly known: KnownValues
  /** The points of this world's segments and chains. */
  readonly paths: PathPool
  /** By entity: the points that its Shape holds a reference to, and for which type of shape. As long as {@link makeRoomForPoints} made it. */
  heldPoints!: Uint32Array
  heldType!: Uint8Array
  /** By collider: the polygon that its geometry record names, with a reference of its own: a shape may be set anew in a step. */
  usedPolygon!: Uint32Array
  /** Of who holds and uses which points. */
  readonly points = new Version()
  /** Bodies on which a force acts in the coming step. */
  readonly forced: EntityQueue
  /** By body: force x, y and torque of the coming step. Empty until {@link makeRoomForForces}. */
  force!: Float64Array
  /** The forces of the running step. */
  readonly acting = new ActingForces()
  /** Kinematic bodies of this world, in the order of their making. */
  readonly kinematics = new ItemBuffer()
  /** Kinematic bodies that were told where to be. Flags are {@link Steering}s. */
  readonly steered: EntityQueue
  /** By body: the x, y and angle that it was told. As long as {@link makeRoomForTargets} made it. */
  target!: Float64Array
  /** Components that were added, removed or set so far by anybody but the engine: a hook must leave it as it is. */
  changes = 0
  /** The component that the engine itself is about to add to or remove from this entity: not to be looked at. */
  private ownEntity = 0
  private ownComponent: object | null = null

  private readonly shared: MemoryColumns
  private readonly held: Columns
  private readonly targets: Columns

  constructor(columns: Columns, rare: RareColumns, shared: MemoryColumns, before?: Remains) {
    this.shared = shared
    this.targets = columns.another(0)
    this.paths = before?.paths ?? new PathPool()
    this.known = new KnownValues(rare)
    this.held = columns.another(before?.heldPoints.length ?? 1)
    this.held.define(this, 'heldPoints', 'u32')
    this.held.define(this, 'heldType', 'u8')
    this.held.define(this, 'usedPolygon', 'u32')
    if (before !== undefined) {
      this.heldPoints.set(before.heldPoints)
      this.heldType.set(before.heldType)
    }
    this.preview = new Preview(columns)
    this.dirty = new ChangeQueue(columns, this.preview.unseen)
    this.naming = new EntityQueue(rare.Collider)
    this.oneWays = new EntityQueue(rare.OneWay)
    this.newborn = new EntityQueue(columns)
    this.relieved = new EntityQueue(columns)
    this.leaving = new EntityQueue(columns)
    this.forced = new EntityQueue(columns)
    shared.define(this, 'force', 'f64', AddressTable.Force, FORCE_STRIDE, 0, true)
    this.steered = new EntityQueue(columns)
    this.targets.define(this, 'target', 'f64', TARGET_STRIDE)
  }

  /** To be called before a force is written. */
  makeRoomForForces(): void {
    const { shared } = this
    if (shared.shortCapacity < shared.capacity) shared.grow(shared.capacity, shared.capacity)
  }

  /** To be called before an entity holds or uses points. To give them back needs no room: it may not fail. */
  makeRoomForPoints(entity: number): void {
    if (entity >= this.held.capacity) this.held.grow(this.shared.capacity)
  }

  /** To be called before a target is written. */
  makeRoomForTargets(): void {
    this.targets.grow(this.shared.capacity)
  }

  /** Announces a component change that the engine makes itself. */
  announceOwn(entity: number, component: object | null): void {
    this.ownEntity = entity
    this.ownComponent = component
  }

  /** What was announced and has not come yet: others may be, before it is announced again. */
  holdOwn(): { readonly entity: number; readonly component: object | null } {
    return { entity: this.ownEntity, component: this.ownComponent }
  }

  /** Whether a change is the announced one. It is expected once: observers of the user may make others meanwhile. */
  takeOwn(entity: number, component: object): boolean {
    if (this.ownEntity !== entity || this.ownComponent !== component) return false
    this.ownEntity = 0
    this.ownComponent = null
    return true
  }
}

/**
 * What decides the future of it. The preview is taken back before anything is saved, and what acts is none between two steps.
 */
export function listLifecycle(list: StateList, state: LifecycleState): void {
  const targets = state['targets']
  const held = state['held']
  list.begin('lifecycle')
    .queue(state.dirty, 'dirty').queue(state.preview.unseen, 'unseen').queue(state.naming, 'naming').queue(state.oneWays, 'oneWays')
    .queue(state.newborn, 'newborn').queue(state.relieved, 'relieved').queue(state.leaving, 'leaving').queue(state.forced, 'forced').queue(state.steered, 'steered')
    .columns(targets, list.byEntity(targets))
    .versioned(state.points, () => list.columns(held, list.byEntity(held)))
    .items(state.kinematics, 'kinematics')
    .scratch(state.preview, 'slot')
    .passOver(state.preview, state.acting, state.points)
  listPaths(list, state.paths)
}
