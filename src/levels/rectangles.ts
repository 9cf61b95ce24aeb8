import type { Cells } from './cells.ts'
import type { KnownKind } from './tile-kinds.ts'

/** Numbers of a rectangle of cells in a {@link CellList}: its first column and row, width, height and kind. */
export const CELLS_STRIDE = 5

/** Rectangles of cells, five numbers each. */
export class CellList {
  data: Int32Array
  count = 0

  /** @param room For how many there is room before it grows. What is not used of it costs no memory: it is not touched. */
  constructor(room: number) {
    this.data = new Int32Array(room * CELLS_STRIDE)
  }

  push(column: number, row: number, width: number, kind: number): void {
    if ((this.count + 1) * CELLS_STRIDE > this.data.length) {
      const larger = new Int32Array(this.data.length * 2)
      larger.set(this.data)
      this.data = larger
    }
    const at = this.count++ * CELLS_STRIDE
    this.data[at] = column
    this.data[at + 1] = row
    this.data[at + 2] = width
    this.data[at + 3] = 1
    this.data[at + 4] = kind
  }
}

/** By column: the last rectangle that begins there, and one more. */
let open = new Int32Array(0)

/**
 * Merges the cells of a region into rectangles, in the order of their first cells: runs of one kind within a row, and equal
 * runs below each other. So a floor is one rectangle as wide as it is flat, however uneven what lies under it; and a cell
 * that changes leaves the rectangles beside and under its row as they are. Taking as much as fits of each free cell, widest
 * first, makes 2 percent fewer of them in caves and lets every bump reach down through the floor.
 * @param out Is added to.
 */
export function mergeCells(
  cells: Cells, stride: number, kinds: readonly (KnownKind | null | undefined)[],
  firstColumn: number, firstRow: number, endColumn: number, endRow: number, out: CellList,
): void {
  const width = endColumn - firstColumn
  if (open.length < width) open = new Int32Array(width)
  else open.fill(0, 0, width)
  for (let row = firstRow; row < endRow; row++) {
    const start = row * stride
    const end = start + endColumn
    for (let at = start + firstColumn; at < end; ) {
      const kind = cells[at]!
      if (kind === 0) {
        at++
        continue
      }
      const known = kinds[kind]
      if (known === null || known === undefined) {
        at++
        continue
      }
      const from = at++
      if (known.joinsAcross) while (at < end && cells[at] === kind) at++
      const column = from - start
      const above = (open[column - firstColumn]! - 1) * CELLS_STRIDE
      const { data } = out
      const goesOn = (
        above >= 0 && known.joinsDown && data[above] === column && data[above + 4] === kind &&
        data[above + 2] === at - from && row === data[above + 1]! + data[above + 3]!
      )
      if (goesOn) data[above + 3] = data[above + 3]! + 1
      else {
        out.push(column, row, at - from, kind)
        open[column - firstColumn] = out.count
      }
    }
  }
}
