import { cellOfBox, ITEM_CEILING, Levels } from './layout.ts'

/** The four columns of boxes, indexed by item. */
export interface Bounds {
  readonly minX: Float64Array | Float32Array
  readonly minY: Float64Array | Float32Array
  readonly maxX: Float64Array | Float32Array
  readonly maxY: Float64Array | Float32Array
}

/**
 * The memory of one tree. Everything is one flat array:
 *
 *   starts   | level 0: N₀ cells | level 1: N₁ cells | … | overflow | end |
 *   entries  | entries of cell 0 | entries of cell 1 | … | overflow       |   (boxes, items)
 *   entryOf  | by item: its entry + 1, 0 if it is not in the tree         |
 *
 * The entries of cell c are starts[c] .. starts[c + 1]. A hole is an entry with item 0 and an
 * inverted infinite box, which no test touches, so that loops over entries need not know holes.
 * The cell of an entry is not stored: it follows from its box.
 */
export class Store {
  readonly levels = new Levels()
  starts: Int32Array = new Int32Array(8)
  /** Four numbers an entry: minX, minY, maxX, maxY. */
  boxes: Float64Array
  items: Uint32Array
  /** The other half of a double buffer: rebuilds read one and write the other. */
  spareBoxes: Float64Array = new Float64Array(0)
  spareItems: Uint32Array = new Uint32Array(0)
  /** Cell of each box while it is sorted. */
  spareCells: Int32Array = new Int32Array(0)
  entryOf: Int32Array = new Int32Array(64)
  /** Live items. */
  count = 0
  /** Entries in use, holes and overflow included. */
  used = 0
  /** Entries that changed their cell since the last search. */
  relocated = 0
  /** The same since the last build. */
  worn = 0
  /** Tests of boxes in the overflow since the last build, while it was long. */
  strain = 0
  /** The cells no longer tell where the boxes are; the next search rebuilds first. */
  stale = false
  /** Builds leave holes, because entries have been seen to move. */
  elastic = false

  constructor(capacity: number) {
    this.boxes = new Float64Array(capacity * 4)
    this.items = new Uint32Array(capacity)
    this.reset()
  }

  /** Empty, with one list level. Does not touch `entryOf`. */
  reset(): void {
    const levels = this.levels
    levels.count = 0
    levels.cellCount = 0
    levels.plannedFor = 0
    levels.uses = 0
    levels.room = 1
    levels.classScale = 1
    levels.ofClass.fill(0)
    levels.cells[0] = 1
    levels.foldArea[0] = 0
    levels.stride[0] = 0
    levels.first[0] = 0
    levels.first[1] = 1
    levels.filled[0] = 0
    levels.reach[0] = 0
    levels.bounds[0] = levels.bounds[1] = Infinity
    levels.bounds[2] = levels.bounds[3] = -Infinity
    this.starts[0] = 0
    this.starts[1] = 0
    this.count = 0
    this.used = 0
    this.relocated = 0
    this.worn = 0
    this.strain = 0
    this.stale = false
    levels.crowding[0] = 1
  }
}

/** How large a buffer becomes that has to hold `count`. */
function grown(capacity: number, count: number): number {
  return Math.max(count, capacity + (capacity >> 1) + 16)
}

/** Room for `count` entries in the spare half; does not keep what is there. */
export function reserveSpare(store: Store, count: number): void {
  const capacity = store.spareItems.length
  if (count <= capacity) return
  const larger = grown(capacity, count)
  store.spareBoxes = new Float64Array(larger * 4)
  store.spareItems = new Uint32Array(larger)
}

export function reserveSpareCells(store: Store, count: number): void {
  const capacity = store.spareCells.length
  if (count > capacity) store.spareCells = new Int32Array(grown(capacity, count))
}

/** Room for `count` sorted entries; keeps them. */
export function reserveSorted(store: Store, count: number): void {
  const capacity = store.items.length
  if (count <= capacity) return
  const larger = grown(capacity, count)
  const { boxes, items } = store
  store.boxes = new Float64Array(larger * 4)
  store.boxes.set(boxes)
  store.items = new Uint32Array(larger)
  store.items.set(items)
}

export function reserveItem(store: Store, item: number): void {
  const length = store.entryOf.length
  if (item < length) return
  const larger = new Int32Array(Math.min(ITEM_CEILING, Math.max(item + 1, length * 2)))
  larger.set(store.entryOf)
  store.entryOf = larger
}

export function reserveCells(store: Store, count: number): void {
  if (count <= store.starts.length) return
  store.starts = new Int32Array(Math.max(count, store.starts.length * 2))
}

/** The level a cell belongs to. */
export function levelOfCell(store: Store, cell: number): number {
  const levels = store.levels
  let level = 0
  while (level < levels.count && cell >= levels.first[level + 1]!) level++
  return level
}

/** The first entry of a level. */
export function beginOfLevel(store: Store, level: number): number {
  return store.starts[store.levels.first[level]!]!
}

/** The entry after the last one of a level. */
export function endOfLevel(store: Store, level: number): number {
  return store.starts[store.levels.first[level + 1]!]!
}

/** The cell of an entry; of no meaning while the store is stale. */
export function cellOfEntry(store: Store, entry: number): number {
  const { levels, boxes } = store
  if (entry >= store.starts[levels.cellCount]!) return levels.cellCount
  const at = entry * 4
  return cellOfBox(levels, boxes, at)
}

/** A list longer than √count / 4, but no less than 16, would show in every search. */
export function overflowIsLong(overflow: number, count: number): boolean {
  return overflow > 16 && 16 * overflow * overflow > count
}

/** Whether it has so many that none is moved any more: it will be built anew. */
export function overflowIsFull(overflow: number, count: number): boolean {
  return overflow > 16 && overflow * overflow > 16 * count
}

/** Entries of the overflow, holes included. */
export function overflowOf(store: Store): number {
  return store.used - store.starts[store.levels.cellCount]!
}
