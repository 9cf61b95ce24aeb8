import { ShapeType } from '../../components/shape-type.ts'
import type { Columns } from '../stores/columns.ts'
import type { BroadPhase, BroadPhaseFactory, FatBoxes } from '../broadphase/broad-phase.ts'
import { NearPairs } from '../broadphase/near-pairs.ts'
import { speedUp } from '../broadphase/quadtree-broad-phase.ts'
import { GEOMETRY_STRIDE, LINE_STRIDE } from '../collision/geometry.ts'
import { PolygonCopy } from '../collision/polygon-copy.ts'
import { type PolygonPool, listPolygons } from '../collision/polygon-pool.ts'
import { listContacts } from '../contacts/contact-state.ts'
import { ContactTable } from '../contacts/contact-table.ts'
import { HitList } from '../contacts/hit-list.ts'
import { PairSort } from '../contacts/pair-sort.ts'
import { TodoList } from '../contacts/todo-list.ts'
import { AddressTable } from '../kernel/address-table.ts'
import type { JointTable } from '../joints/joint-table.ts'
import type { KernelMemory } from '../kernel/kernel-memory.ts'
import { PairBuffer } from '../stores/buffers.ts'
import { EntityQueue } from '../stores/entity-queue.ts'
import { MemoryColumns } from '../stores/memory-columns.ts'
import { Foresight, listForesight } from './foreseen-contacts.ts'
import type { StateList } from '../stores/state-list.ts'
import type { Version } from '../stores/version.ts'

/** Shapes where they are, and what is near, touches or will meet. */
export class CollisionState {
  /** Sizes of each collider, see `collision/geometry.ts`: of a line only the first ones. */
  geometry!: Float64Array
  /** All sizes of those that are lines. As long as {@link makeRoomForLine} made it. */
  lines!: Float64Array
  /** `ShapeType` of each collider as it was last taken in. */
  shapeType!: Uint8Array
  /** The polygons that shapes of this world have. */
  readonly polygons: PolygonPool
  /** The same where the kernel finds them. */
  readonly polygonCopy: PolygonCopy
  readonly contacts: ContactTable
  readonly broadPhase: BroadPhase
  /** Colliders that left their fat box since the last pair search. */
  readonly moved: EntityQueue
  /** Those around which the last pair search looked, until NarrowPhase has dropped their pairs that parted. */
  readonly searched: EntityQueue
  /** Colliders of bodies that woke since the last pair search: pairs in which both rest are not kept. */
  readonly woken: EntityQueue
  /** Bodies that moved so far in this step that they could have passed through something. */
  readonly fast: EntityQueue
  /** What will meet in the running step. */
  readonly foresight = new Foresight()
  readonly candidates = new PairBuffer()
  readonly pairSort = new PairSort()
  /** What the narrow phase is to do about contacts, beyond what the kernel has done. */
  readonly left: TodoList
  /** The contacts of which a hit may come in the running step. */
  readonly hits: HitList
  /** Colliders that are sensors. */
  sensorCount = 0

  private readonly lineColumns: MemoryColumns

  constructor(
    columns: Columns, shared: MemoryColumns, memory: KernelMemory, polygons: PolygonPool, boxes: FatBoxes, makeBroadPhase: BroadPhaseFactory, joints: JointTable, room: number,
  ) {
    this.polygons = polygons
    shared.define(this, 'geometry', 'f64', AddressTable.Geometry, GEOMETRY_STRIDE)
    shared.define(this, 'shapeType', 'u8', AddressTable.ShapeType)
    // Most worlds have no line or few of them, which came first.
    this.lineColumns = new MemoryColumns(memory, 1)
    this.lineColumns.define(this, 'lines', 'f64', AddressTable.Lines, LINE_STRIDE)
    this.lineColumns.open()
    this.contacts = new ContactTable(shared, memory, room)
    this.left = new TodoList(memory)
    this.hits = new HitList(memory)
    this.moved = new EntityQueue(columns)
    this.searched = new EntityQueue(columns)
    this.woken = new EntityQueue(columns)
    this.fast = new EntityQueue(columns)
    this.polygonCopy = new PolygonCopy(memory, polygons)
    this.broadPhase = makeBroadPhase(boxes)
    speedUp(this.broadPhase, new NearPairs(memory, this.contacts.doubts, this.contacts, joints))
  }

  /** The array with all sizes of a collider: they begin at {@link placeOf}. */
  sizesOf(collider: number): Float64Array {
    return this.shapeType[collider] === ShapeType.Segment ? this.lines : this.geometry
  }

  placeOf(collider: number): number {
    return this.shapeType[collider] === ShapeType.Segment ? collider * LINE_STRIDE : collider * GEOMETRY_STRIDE
  }

  /** To be called before an entity becomes a line. May replace the memory. */
  makeRoomForLine(entity: number): void {
    const { lineColumns } = this
    if (entity >= lineColumns.capacity) lineColumns.grow(Math.max(entity + 1, 2 * lineColumns.capacity))
  }
}

/**
 * What decides the future of it. The broad phase is told what changed, and finds what it found; see `src/snapshots/members.ts`.
 * @param version Stays the same as long as all contacts do.
 * @param build Stays the same as long as all shapes do.
 */
export function listCollision(list: StateList, state: CollisionState, version: Version, build: Version): void {
  list.begin('collision')
    .queue(state.moved, 'moved').queue(state.searched, 'searched').queue(state.woken, 'woken').queue(state.fast, 'fast')
    .counts(state, 'sensorCount')
    .versioned(build, () => list.columns(state['lineColumns'], list.byEntity(state['lineColumns'])))
    .passOver(state.broadPhase, state.candidates, state.pairSort, state.left, state.hits, state.polygonCopy)
  listForesight(list, state.foresight)
  listContacts(list, state.contacts, version)
  listPolygons(list, state.polygons)
}
