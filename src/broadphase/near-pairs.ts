import { AddressTable, NearBit } from '../kernel/address-table.ts'
import type { KernelMemory } from '../kernel/kernel-memory.ts'
import type { ItemBuffer, PairBuffer } from '../stores/buffers.ts'
import type { Doubts } from '../stores/doubts.ts'
import { MemoryColumns } from '../stores/memory-columns.ts'
import type { FatBoxes, MoveList } from './broad-phase.ts'
import type { ItemList } from './item-list.ts'

/** Fewer boxes are no work for anybody. (Each compared with each by the kernel, steps of 36 to 65 boxes took 1.01 to 1.09 of the time.) */
const FEW = 128

/** One of so many boxes has to have moved: else a search for each is less. */
const MANY_MOVED = 4

/** With fewer pairs, a box, than one in so many, trees find the few there are sooner: in a gas of 0.4 pairs a box their search takes 0.8 of the time. */
const LONELY = 2

/** After so many such searches running there is room made for them: all that has just come counts as moved, and may rest from now on. */
const RUNNING = 3

/** Searches of a world that does not suit the kernel's grid, before it is looked at again. */
const REST = 64

/** Numbers in a box, integers in a pair. */
const BOX_STRIDE = 4
const PAIR_STRIDE = 2

/** Of the pairs that are found nearly all are known. Where more than these are new, a box, they are found by the trees. */
const PAIRS_OF_BOX = 2

/** Integers for where cells begin, a box. */
const STARTS_OF_BOX = 5

/** Room for this part of the boxes more: they come one by one. */
const SPARE = 1 / 4
/** What is that many times too large is given back. */
const ROOMY = 4

/** The joints of a world. */
interface PartedBodies {
  /** How many joints keep their bodies from colliding. */
  readonly partingCount: number
}

/** The table of contacts. */
interface KnownPairs {
  readonly count: number
  /** The contact of two colliders, the lower id first; 0 for none. */
  find(a: number, b: number): number
}

/**
 * The pair search of a world in which much moves, by the kernel: it finds in one pass over a grid of equal cells which pairs of boxes are not in
 * the table of contacts. Of 7,000 pairs that the boxes of a tumbler make in each step 60 are not; to find them all, and to ask for each whether it
 * is known, took a sixth of the step.
 *
 * Most are known by their boxes. With each item goes a box {@link before} that it had: all pairs of which these overlap are in the table, unless
 * both belong to one body, both are fixed, or a joint keeps them from colliding. So it is where all that a search finds is taken in. A pair that is not, or is removed, is in {@link Doubts}:
 * if these boxes of its items overlap, one of them has none from then on, until it moves again. What overlaps now, and did not before, is looked up.
 */
export class NearPairs {
  /** Of each box minX, minY, maxX, maxY; what it is called; its bits, see {@link NearBit}. */
  boxes!: Float64Array
  items!: Uint32Array
  private before!: Float64Array
  private bits!: Uint8Array
  private pairs!: Uint32Array
  /** How many boxes there are of the search at hand, and how many have a box before. */
  private count = 0
  private known = 0
  private readonly memory: KernelMemory
  readonly doubts: Doubts
  private readonly room: MemoryColumns
  private running = 0
  private wait = 0
  private readonly contacts: KnownPairs
  private readonly joints: PartedBodies

  /** @param contacts The pairs that are known. */
  constructor(memory: KernelMemory, doubts: Doubts, contacts: KnownPairs, joints: PartedBodies) {
    this.memory = memory
    this.contacts = contacts
    this.joints = joints
    this.doubts = doubts
    const room = (this.room = new MemoryColumns(memory, 0))
    room.define(this, 'boxes', 'f64', AddressTable.NearBoxes, BOX_STRIDE)
    room.define(this, 'before', 'f64', AddressTable.NearBefore, BOX_STRIDE)
    room.define(this, 'items', 'u32', AddressTable.NearNames)
    room.define(this, 'bits', 'u8', AddressTable.NearBits)
    room.define(this, 'cells', 'u32', AddressTable.NearCells)
    room.define(this, 'sorted', 'f32', AddressTable.NearSorted, BOX_STRIDE)
    room.define(this, 'sortedBefore', 'f32', AddressTable.NearSortedBefore, BOX_STRIDE)
    room.define(this, 'order', 'u32', AddressTable.NearOrder)
    room.define(this, 'starts', 'u32', AddressTable.NearStarts, STARTS_OF_BOX)
    room.define(this, 'found', 'u32', AddressTable.NearFound)
    room.define(this, 'pairs', 'u32', AddressTable.NearPairs, PAIR_STRIDE * PAIRS_OF_BOX)
    room.open()
  }

  /** Whether the kernel is to search for so many moved ones among so many boxes. Begins a search then. */
  begin(moved: number, count: number): boolean {
    if (count < FEW || moved * MANY_MOVED < count || (this.contacts.count + this.joints.partingCount) * LONELY < count) {
      this.running = 0
      return false
    }
    if (++this.running < RUNNING || --this.wait > 0) return false
    if (!this.fit(count)) {
      this.wait = REST
      return false
    }
    if (this.known > count) this.known = count
    if (this.doubts.ofAll) this.known = 0
    this.count = 0
    return true
  }

  /** Takes in the boxes of a list. */
  take(list: ItemList, fixed: boolean, from: FatBoxes, { flag }: MoveList): void {
    const { minX, minY, maxX, maxY } = from
    const { boxes, items: names, bits, known, count: first } = this
    const { items, count } = list
    const kind = fixed ? NearBit.Fixed : 0
    for (let i = 0, place = first; i < count; i++, place++) {
      const item = items[i]!
      const at = place * BOX_STRIDE
      boxes[at] = minX[item]!
      boxes[at + 1] = minY[item]!
      boxes[at + 2] = maxX[item]!
      boxes[at + 3] = maxY[item]!
      if (place >= known || names[place] !== item) this.forget(place)
      names[place] = item
      bits[place] = flag[item] === 0 ? kind : kind | NearBit.Moved
    }
    this.count = first + count
  }

  /** Sees to it that no pair is taken for one that is known though there were doubts about it. To be called with the lists that were taken in, in their order. */
  takeDoubts(list: ItemList, second: ItemList | null): void {
    const { a, b, count } = this.doubts.pairs
    for (let i = 0; i < count; i++) {
      const one = placeIn(list, second, a[i]!)
      const two = placeIn(list, second, b[i]!)
      if (one >= 0 && (b[i] === 0 || (two >= 0 && this.overlapped(one, two)))) this.forget(one)
    }
    this.doubts.clear()
  }

  /** Lists the places of the boxes that moved. */
  listMoved(out: ItemBuffer): void {
    const { bits, count } = this
    out.clear()
    for (let place = 0; place < count; place++) if ((bits[place]! & NearBit.Moved) !== 0) out.push(place)
  }

  /**
   * Appends the pairs that are in no contact. Who takes them in notes doubts about those that he does not.
   * Returns false, and appends none, where the boxes are none for the kernel.
   */
  search(out: PairBuffer): boolean {
    const found = this.memory.kernel.findPairs(this.count, this.count * PAIRS_OF_BOX)
    this.known = this.count
    if (found < 0) {
      this.wait = REST
      return false
    }
    const { pairs } = this
    for (let i = 0; i < found; i++) out.push(pairs[i * PAIR_STRIDE]!, pairs[i * PAIR_STRIDE + 1]!)
    return true
  }

  /** Whether a search leaves out a pair of boxes that overlap, the lower id first: it is known, or both belong to one body. */
  leavesOut(a: number, b: number): boolean {
    const { i32 } = this.memory
    const bodyOf = i32[AddressTable.BodyOf >> 2]! >> 2
    return i32[bodyOf + a] === i32[bodyOf + b] || this.contacts.find(a, b) !== 0
  }

  /** Makes room for so many boxes. Returns false where there is no memory for it: the trees need none of it. */
  private fit(count: number): boolean {
    const { room } = this
    const wanted = Math.ceil(count * (1 + SPARE))
    try {
      if (count > room.capacity) room.grow(wanted)
      else if (count * ROOMY < room.capacity) room.shrink(wanted)
      return true
    } catch (error) {
      if (error instanceof RangeError) return false
      throw error
    }
  }

  private overlapped(one: number, two: number): boolean {
    const { before } = this
    const a = one * BOX_STRIDE
    const b = two * BOX_STRIDE
    return before[a]! <= before[b + 2]! && before[a + 2]! >= before[b]! && before[a + 1]! <= before[b + 3]! && before[a + 3]! >= before[b + 1]!
  }

  /** Of the pairs of what is at a place none is known by its box: that is behind itself, and overlaps nothing. */
  private forget(place: number): void {
    const { before } = this
    const at = place * BOX_STRIDE
    before[at] = before[at + 1] = Infinity
    before[at + 2] = before[at + 3] = -Infinity
  }
}

/** The place of an item in two lists, one behind the other, or −1. */
function placeIn(list: ItemList, second: ItemList | null, item: number): number {
  const place = list.place(item)
  if (place >= 0 || second === null) return place
  const behind = second.place(item)
  return behind < 0 ? behind : list.count + behind
}
