import { place, placeStart } from './layout.ts'
import type { Store } from './store.ts'

/** Called with the cell of a node (not its loose bounds), its depth (0 is coarsest) and entries. */
export type NodeVisitor = (
  minX: number, minY: number, maxX: number, maxY: number, depth: number, count: number,
) => void

/**
 * Visits every node that holds an entry. Entries of one cell may be of different places that fold
 * onto it: each place is a node of its own, reported at its first entry.
 */
export function visitStore(store: Store, visit: NodeVisitor): void {
  const levels = store.levels
  for (let level = levels.count; level >= 0; level--) {
    if (levels.filled[level] === 0) continue
    const depth = levels.count - level
    if (levels.cells[level] === 1) {
      const at = level * 4
      const bounds = levels.bounds
      visit(bounds[at]!, bounds[at + 1]!, bounds[at + 2]!, bounds[at + 3]!, depth, levels.filled[level]!)
      continue
    }
    for (let cell = levels.first[level]!; cell < levels.first[level + 1]!; cell++) {
      const begin = store.starts[cell]!, end = store.starts[cell + 1]!
      for (let entry = begin; entry < end; entry++) visitNode(store, level, depth, begin, entry, end, visit)
    }
  }
}

function visitNode(
  store: Store, level: number, depth: number, begin: number, entry: number, end: number, visit: NodeVisitor,
): void {
  if (store.items[entry] === 0) return
  const column = columnOf(store, level, entry), row = rowOf(store, level, entry)
  let count = 0
  for (let other = begin; other < end; other++) {
    if (store.items[other] === 0 || columnOf(store, level, other) !== column || rowOf(store, level, other) !== row) continue
    if (other < entry) return
    count++
  }
  const side = store.levels.side[level]!
  const minX = placeStart(column, side), minY = placeStart(row, side)
  visit(minX, minY, minX + side, minY + side, depth, count)
}

function columnOf(store: Store, level: number, entry: number): number {
  return place((store.boxes[entry * 4]! + store.boxes[entry * 4 + 2]!) * 0.5 * store.levels.inverse[level]!)
}

function rowOf(store: Store, level: number, entry: number): number {
  return place((store.boxes[entry * 4 + 1]! + store.boxes[entry * 4 + 3]!) * 0.5 * store.levels.inverse[level]!)
}
