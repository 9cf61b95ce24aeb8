import {
  cellOfBox, FOLD_STRIDES, ITEM_CEILING, LEAST_COLUMNS, LEAST_ROWS, type Levels, MAX_LEVELS, MIN_CELL_BITS, PLANNED, POPULATED,
} from './layout.ts'
import { Store, reserveCells, reserveItem, reserveSorted } from './store.ts'

/**
 * One buffer: a header of 64-bit floats, the level table, boxes (64-bit floats), then items
 * and starts (32-bit). A loaded tree answers in the same order as the saved one.
 */

/** "QTREE" as a number that no other kind of file begins with. */
const MAGIC = 0x5154524545
const VERSION = 3
/** Numbers before the level table. */
const HEADER = 17
/** Numbers of one level: side, reach, cells, stride, column, row, columns, rows, foldArea, first, filled and its bounds. */
const LEVEL = 15

export function saveStore(store: Store): ArrayBuffer {
  const { levels, used } = store
  const numbers = HEADER + MAX_LEVELS * LEVEL + 33 + used * 4
  const starts = levels.cellCount + 2
  const buffer = new ArrayBuffer(numbers * 8 + (used + starts) * 4)
  const floats = new Float64Array(buffer, 0, numbers)
  floats.set([
    MAGIC, VERSION, buffer.byteLength, store.count, used, levels.count, levels.cellCount, levels.classScale,
    levels.crowding[POPULATED]!, store.elastic ? 1 : 0, store.stale ? 1 : 0, store.relocated, store.worn,
    levels.plannedFor, levels.uses, levels.crowding[PLANNED]!, store.strain,
  ])
  for (let level = 0; level < MAX_LEVELS; level++) saveLevel(levels, level, floats)
  const classes = HEADER + MAX_LEVELS * LEVEL
  floats.set(levels.ofClass, classes)
  floats.set(store.boxes.subarray(0, used * 4), classes + 33)
  const integers = new Int32Array(buffer, numbers * 8)
  integers.set(store.items.subarray(0, used))
  integers.set(store.starts.subarray(0, starts), used)
  return buffer
}

function saveLevel(levels: Levels, level: number, floats: Float64Array): void {
  const at = HEADER + level * LEVEL
  floats[at] = levels.side[level]!
  floats[at + 1] = levels.reach[level]!
  floats[at + 2] = levels.cells[level]!
  floats[at + 3] = levels.stride[level]!
  floats[at + 4] = levels.column[level]!
  floats[at + 5] = levels.row[level]!
  floats[at + 6] = levels.columns[level]!
  floats[at + 7] = levels.rows[level]!
  floats[at + 8] = levels.foldArea[level]!
  floats[at + 9] = levels.first[level]!
  floats[at + 10] = levels.filled[level]!
  for (let i = 0; i < 4; i++) floats[at + 11 + i] = levels.bounds[level * 4 + i]!
}

function loadLevel(levels: Levels, level: number, floats: Float64Array): void {
  const at = HEADER + level * LEVEL
  levels.side[level] = floats[at]!
  levels.reach[level] = floats[at + 1]!
  levels.cells[level] = floats[at + 2]!
  levels.stride[level] = floats[at + 3]!
  levels.column[level] = floats[at + 4]!
  levels.row[level] = floats[at + 5]!
  levels.columns[level] = floats[at + 6]!
  levels.rows[level] = floats[at + 7]!
  levels.foldArea[level] = floats[at + 8]!
  levels.first[level] = floats[at + 9]!
  levels.filled[level] = floats[at + 10]!
  levels.inverse[level] = 1 / floats[at]!
  for (let i = 0; i < 4; i++) levels.bounds[level * 4 + i] = floats[at + 11 + i]!
}

function refuse(why: string): never {
  throw new Error(`Quadtree.load: ${why}; pass a buffer that came from save()`)
}

export function loadStore(buffer: ArrayBuffer): Store {
  if (!(buffer instanceof ArrayBuffer)) refuse('this is not an ArrayBuffer')
  const fixed = HEADER + MAX_LEVELS * LEVEL + 33
  if (buffer.byteLength < fixed * 8 || buffer.byteLength % 4 !== 0) refuse('the buffer is too short for a tree')
  const head = new Float64Array(buffer, 0, fixed)
  if (head[0] !== MAGIC) refuse('the buffer does not hold a tree')
  if (head[1] !== VERSION) refuse(`the tree has version ${head[1]}, this is version ${VERSION}`)
  const used = head[4]!, levelCount = head[5]!, cellCount = head[6]!
  const whole = Number.isInteger(used) && used >= 0 && Number.isInteger(cellCount) && cellCount >= 0
    && Number.isInteger(levelCount) && levelCount >= 0 && levelCount <= MAX_LEVELS - 2
  const bytes = (fixed + used * 4) * 8 + (used + cellCount + 2) * 4
  if (!whole || head[2] !== bytes || buffer.byteLength !== bytes) refuse('the buffer was cut or changed')
  const store = new Store(0)
  reserveSorted(store, used)
  reserveCells(store, cellCount + 2)
  const { levels } = store
  levels.count = levelCount
  levels.cellCount = cellCount
  levels.classScale = head[7]!
  store.count = head[3]!
  store.used = used
  levels.crowding[POPULATED] = head[8]!
  store.elastic = head[9] === 1
  store.stale = head[10] === 1
  store.relocated = head[11]!
  store.worn = head[12]!
  levels.plannedFor = head[13]!
  levels.uses = head[14]!
  levels.crowding[PLANNED] = head[15]!
  store.strain = head[16]!
  for (let level = 0; level < MAX_LEVELS; level++) loadLevel(levels, level, head)
  // Not what was planned, but what came of it: enough to see whether boxes outgrow the finest cells.
  levels.plannedCoarse = store.count - levels.filled[0]!
  levels.ofClass.set(head.subarray(fixed - 33, fixed))
  store.boxes.set(new Float64Array(buffer, fixed * 8, used * 4))
  const integers = new Int32Array(buffer, (fixed + used * 4) * 8)
  store.items.set(integers.subarray(0, used))
  store.starts.set(integers.subarray(used, used + cellCount + 2))
  checkLevels(store)
  checkEntries(store)
  return store
}

/**
 * Whether a level of more than one cell is a grid that `plan.ts` makes: in narrower or lower ones a search would meet a cell twice,
 * as a neighbor on both sides.
 */
function isGrid(levels: Levels, level: number): boolean {
  const cells = levels.cells[level]!, stride = levels.stride[level]!, foldArea = levels.foldArea[level]!
  const columns = levels.columns[level]!, rows = levels.rows[level]!
  if (!(levels.side[level]! > 0 && columns >= LEAST_COLUMNS && rows >= LEAST_ROWS)) return false
  if (foldArea === 0) return stride === columns && cells === columns * rows
  const bits = 31 - Math.clz32(cells)
  return cells === 1 << bits && bits >= MIN_CELL_BITS && stride === FOLD_STRIDES[bits] && foldArea === cells / 8
}

/** The table must describe grids that lie one after another. */
function checkLevels(store: Store): void {
  const { levels, starts } = store
  let cells = 0
  for (let level = 0; level <= levels.count; level++) {
    const own = levels.cells[level]!
    if (levels.first[level] !== cells || own < 1 || level === levels.count && own !== 1) refuse('its levels are damaged')
    if (own > 1 && !isGrid(levels, level)) refuse('its levels are damaged')
    cells += own
  }
  if (cells !== levels.cellCount + 1 || levels.first[levels.count + 1] !== cells) refuse('its levels are damaged')
  for (let i = 0; i < 33; i++) if (levels.ofClass[i]! > levels.count) refuse('its levels are damaged')
  if (starts[0] !== 0 || starts[cells] !== store.used) refuse('its cells are damaged')
  for (let cell = 0; cell < cells; cell++) if (starts[cell]! > starts[cell + 1]!) refuse('its cells are damaged')
}

/** Every entry must be a valid box of a new item, where the cells say that it is. */
function checkEntries(store: Store): void {
  const { levels, starts, boxes, items } = store
  let count = 0
  for (let entry = 0, at = 0; entry < store.used; entry++, at += 4) {
    const item = items[entry]!
    const minX = boxes[at]!, minY = boxes[at + 1]!, maxX = boxes[at + 2]!, maxY = boxes[at + 3]!
    if (item === 0) {
      if (minX !== Infinity || maxX !== -Infinity) refuse('its entries are damaged')
      continue
    }
    if (item >= ITEM_CEILING || !(minX <= maxX) || !(minY <= maxY)) refuse('its entries are damaged')
    if (!store.stale && entry < starts[levels.cellCount]!) {
      const cell = cellOfBox(levels, boxes, at)
      if (entry < starts[cell]! || entry >= starts[cell + 1]!) refuse('its entries are damaged')
    }
    reserveItem(store, item)
    if (store.entryOf[item] !== 0) refuse(`item ${item} is in it twice`)
    store.entryOf[item] = entry + 1
    count++
  }
  if (count !== store.count) refuse('its entries are damaged')
}
