import type { Region } from '../stores/memory.ts'
import { AddressTable } from '../kernel/address-table.ts'
import type { KernelMemory } from '../kernel/kernel-memory.ts'
import type { Columns } from '../stores/columns.ts'
import { EntityQueue } from '../stores/entity-queue.ts'
import { ItemBuffer } from '../stores/buffers.ts'
import { sortItems } from '../stores/sort-items.ts'
import { JOINT_BYTES, JOINT_STRIDE, JointRecord } from './joint-record.ts'
import type { Extent, StateList } from '../stores/state-list.ts'

const FIRST_JOINTS = 16

/**
 * For so many steps, its own among them, a joint whose numbers somebody moved counts as one that is moved: who does so 60 times a second may step 240 times.
 * Larger: what is rewritten twice for other reasons is mended as fast as if it had been moved.
 */
export const MOVES_LAST = 5

/**
 * The joints of a world that are known to be sound. Each has a place for its record, from 1 on, and hangs in the lists of
 * both of its bodies; an edge is twice the place, and one more on the side of B.
 *
 * The columns by entity are those of worlds with joints: they grow when the first one comes.
 */
export class JointTable {
  /** The columns of the component, and those here that are by joint entity. */
  readonly columns: Columns
  private readonly allColumns: Columns
  /** Joint entities that came or changed since the last step. */
  readonly dirty: EntityQueue
  /** By joint entity: the place of its record, or 0. */
  placeOf!: Uint32Array
  /** By entity: the first edge of the list of a body, as far as there is room: see {@link first}. */
  head!: Uint32Array
  /** By edge. */
  next = new Uint32Array(2 * FIRST_JOINTS)
  /** By place: the joint entity and its ends, 0 where the place is free. */
  entity = new Uint32Array(FIRST_JOINTS)
  a = new Uint32Array(FIRST_JOINTS)
  b = new Uint32Array(FIRST_JOINTS)
  /** By place: 1 where it is switched on; where its bodies do not collide; where it can break; where its numbers may be written plainly. */
  on = new Uint8Array(FIRST_JOINTS)
  parting = new Uint8Array(FIRST_JOINTS)
  fragile = new Uint8Array(FIRST_JOINTS)
  driven = new Uint8Array(FIRST_JOINTS)
  /** The joints by entity, each by its place: the order in which they are solved. First `count` entries, after {@link settle}. */
  order = new Uint32Array(FIRST_JOINTS)
  count = 0
  /** How many keep their bodies from colliding, and how many can break. */
  partingCount = 0
  fragileCount = 0
  /** Places whose numbers somebody moved in the last steps: see {@link JointPart.Moved}; and by place for how many steps more that counts, {@link MOVES_LAST} in its own. */
  readonly moving = new ItemBuffer(8)
  moves = new Uint8Array(FIRST_JOINTS)
  /** Joint entities that broke in this step and are to be removed. */
  readonly broken = new ItemBuffer(8)
  /** The records, {@link JOINT_STRIDE} numbers each. */
  record!: Float64Array
  readonly memory: KernelMemory
  private readonly region: Region
  private capacity = 0
  private free: number[] = []
  private used = 1
  /** Whether joints came, went or changed since the rows were packed. */
  changed = true
  /** Whether any came, or had its impulses forgotten: rows begin with what the record says, also where one just like it was at its place before. */
  came = false
  private sorted = true
  /** Entries of the order whose joints are gone. */
  private left = 0

  /**
   * @param entities Those that all entities have.
   * @param own Those of the component.
   */
  constructor(entities: Columns, own: Columns, memory: KernelMemory) {
    this.allColumns = entities
    this.columns = own
    this.memory = memory
    this.region = memory.addRegion()
    memory.follow(() => this.view())
    this.columns.define(this, 'head', 'u32')
    this.columns.define(this, 'placeOf', 'u32')
    this.dirty = new EntityQueue(this.columns)
  }

  /** The place of a joint entity, or 0 where it is none that is known. */
  find(entity: number): number {
    return entity < this.columns.capacity ? this.placeOf[entity]! : 0
  }

  /** Takes in a joint. Its record is all 0. */
  add(entity: number, a: number, b: number): number {
    // Bodies may have come since the component had its first joint.
    if (Math.max(a, b) >= this.columns.capacity) this.columns.grow(this.allColumns.capacity)
    const place = this.free.pop() ?? this.used++
    if (place >= this.capacity) this.grow(place + 1)
    this.placeOf[entity] = place
    this.entity[place] = entity
    this.record.fill(0, place * JOINT_STRIDE, (place + 1) * JOINT_STRIDE)
    // A joint may have been here that a restored state knows nothing of.
    this.parting[place] = 0
    this.fragile[place] = 0
    this.hang(place, a, b)
    this.order[this.count++] = place
    this.sorted = false
    this.came = true
    return place
  }

  /** Forgets a joint. */
  remove(place: number): void {
    this.setParting(place, false)
    this.setFragile(place, false)
    this.unhang(place)
    this.placeOf[this.entity[place]!] = 0
    this.entity[place] = 0
    // What the running step has yet to do about it is nothing.
    this.record[place * JOINT_STRIDE + JointRecord.Parts] = 0
    this.changed = true
    this.left++
  }

  /**
   * Brings the order up to date: by the ids of the joints, so that it does not depend on when they came. Places that were
   * left are given out again from here on, so not while a step works on the records.
   */
  settle(): void {
    if (this.isSettled) return
    this.changed = true
    const { order, entity, placeOf } = this
    let kept = 0
    for (let i = 0; i < this.count; i++) {
      const place = order[i]!
      if (entity[place] === 0) this.free.push(place)
      else order[kept++] = entity[place]!
    }
    this.count = sortItems(order, kept)
    for (let i = 0; i < this.count; i++) order[i] = placeOf[order[i]!]!
    this.sorted = true
    this.left = 0
  }

  /** Whether nothing came or went since {@link settle}. */
  get isSettled(): boolean {
    return this.sorted && this.left === 0
  }

  /** Notes that somebody moved the numbers of a joint in this step. */
  noteMoved(place: number): void {
    if (this.moves[place] === 0) this.moving.push(place)
    this.moves[place] = MOVES_LAST
  }

  setParting(place: number, parting: boolean): void {
    this.partingCount += (parting ? 1 : 0) - this.parting[place]!
    this.parting[place] = parting ? 1 : 0
  }

  setFragile(place: number, fragile: boolean): void {
    this.fragileCount += (fragile ? 1 : 0) - this.fragile[place]!
    this.fragile[place] = fragile ? 1 : 0
  }

  /** Whether a joint is there and acts. */
  isOn(place: number): boolean {
    return this.record[place * JOINT_STRIDE + JointRecord.Parts] !== 0
  }

  /** The first edge of the joints of a body, or 0. */
  first(body: number): number {
    return this.head[body] ?? 0
  }

  /** The body at the other end of the joint of an edge. */
  otherOf(edge: number): number {
    return (edge & 1) === 0 ? this.b[edge >>> 1]! : this.a[edge >>> 1]!
  }

  /** Whether a joint keeps two bodies from colliding. Looks through both lists at once, so it takes as long as the shorter. */
  parts(bodyA: number, bodyB: number): boolean {
    if (this.partingCount === 0) return false
    let one = this.first(bodyA)
    let two = this.first(bodyB)
    while (one !== 0 && two !== 0) {
      if (this.otherOf(one) === bodyB && this.parting[one >>> 1] === 1) return true
      if (this.otherOf(two) === bodyA && this.parting[two >>> 1] === 1) return true
      one = this.next[one]!
      two = this.next[two]!
    }
    return false
  }

  private hang(place: number, a: number, b: number): void {
    this.a[place] = a
    this.b[place] = b
    this.link(2 * place, a)
    this.link(2 * place + 1, b)
  }

  private unhang(place: number): void {
    this.unlink(2 * place, this.a[place]!)
    this.unlink(2 * place + 1, this.b[place]!)
  }

  private link(edge: number, body: number): void {
    this.next[edge] = this.head[body]!
    this.head[body] = edge
  }

  private unlink(edge: number, body: number): void {
    const { head, next } = this
    if (head[body] === edge) {
      head[body] = next[edge]!
      return
    }
    let before = head[body]!
    while (next[before] !== edge) before = next[before]!
    next[before] = next[edge]!
  }

  /** Makes room for so many more joints at once: each time it copies the memory of the kernel. */
  reserve(count: number): void {
    const places = this.used + Math.max(0, count - this.free.length)
    if (places > this.capacity) this.grow(places)
  }

  private grow(places: number): void {
    const capacity = Math.max(FIRST_JOINTS, this.capacity * 2, places)
    this.memory.resize(this.region, capacity * JOINT_BYTES)
    this.capacity = capacity
    this.view()
    this.next = enlarged(this.next, 2 * capacity)
    this.entity = enlarged(this.entity, capacity)
    this.a = enlarged(this.a, capacity)
    this.b = enlarged(this.b, capacity)
    this.order = enlarged(this.order, capacity)
    this.parting = enlargedBytes(this.parting, capacity)
    this.fragile = enlargedBytes(this.fragile, capacity)
    this.moves = enlargedBytes(this.moves, capacity)
    this.on = enlargedBytes(this.on, capacity)
    this.driven = enlargedBytes(this.driven, capacity)
  }

  private view(): void {
    if (this.region.bytes === 0) return
    this.record = new Float64Array(this.memory.u8.buffer, this.region.start, this.region.bytes / 8)
    this.memory.i32[AddressTable.Joints >> 2] = this.region.start
  }
}

function enlarged(array: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(length)
  larger.set(array.subarray(0, length))
  return larger
}

function enlargedBytes(array: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(length)
  larger.set(array.subarray(0, length))
  return larger
}

/** What decides the future of the joints. Their columns are listed with those of the component. */
export function listJoints(list: StateList, joints: JointTable): void {
  const places: Extent = {
    // The first place is nobody's: whether there is room for it is no part of the state.
    used: () => (joints['used'] > 1 ? joints['used'] : 0),
    reserve: (entries) => {
      if (joints['capacity'] < entries) joints['grow'](entries)
    },
    cleared: false,
  }
  // What lies behind them is left from others, and no state.
  const ordered: Extent = { ...places, used: () => joints.count }
  const free = joints['free']
  // Without joints nothing hangs on anybody.
  list.begin('joints').counted(joints, joints).array(joints, 'next', places, 2)
  for (const key of ['entity', 'a', 'b', 'on', 'parting', 'fragile', 'driven', 'moves']) list.array(joints, key, places)
  list.array(joints, 'order', ordered)
  // Where there was never a joint there are no records.
  if (joints.record === undefined) joints.record = new Float64Array(0)
  list.array(joints, 'record', places, JOINT_STRIDE)
    .array(joints, 'free', { used: () => free.length, reserve: () => {}, cleared: false })
    .counts(joints, 'count', 'partingCount', 'fragileCount', 'used', 'left')
    .flags(joints, 'sorted')
    .queue(joints.dirty, 'dirty')
    .items(joints.broken, 'broken')
    .items(joints.moving, 'moving')
    // The rows are packed anew.
    .scratch(joints, 'changed', 'came')
    .after.push(() => (joints.changed = true))
}
