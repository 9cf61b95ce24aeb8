import type { PairBuffer } from '../../src/quadtree/index.ts'

/** What a good programmer would write by hand for boxes of about one size. */
export interface Columns {
  count: number
  minX: Float64Array
  minY: Float64Array
  maxX: Float64Array
  maxY: Float64Array
}

/**
 * A uniform grid over typed arrays: counting sort by the cell of the center, boxes copied in cell
 * order, half of the neighbors. The cell is as large as the largest box (tuned by the caller).
 * For mixed sizes, larger boxes go to a second list that is tested against the cells they cover.
 */
export class TunedGrid {
  starts = new Int32Array(0)
  cellOf: Int32Array
  boxes: Float64Array
  ids: Int32Array
  large: Int32Array

  constructor(capacity: number) {
    this.cellOf = new Int32Array(capacity)
    this.boxes = new Float64Array(capacity * 4)
    this.ids = new Int32Array(capacity)
    this.large = new Int32Array(capacity)
  }

  pairs(c: Columns, cell: number, width: number, height: number, out: PairBuffer): number {
    out.clear()
    const columns = Math.ceil(width / cell) + 2, rows = Math.ceil(height / cell) + 2
    const cells = columns * rows
    if (this.starts.length < cells + 1) this.starts = new Int32Array(cells + 1)
    const { starts, cellOf, boxes, ids, large } = this
    const { minX, minY, maxX, maxY, count } = c
    const inverse = 1 / cell
    let larges = 0
    starts.fill(0, 0, cells + 1)
    for (let i = 1; i <= count; i++) {
      if (maxX[i]! - minX[i]! > cell || maxY[i]! - minY[i]! > cell) {
        large[larges++] = i
        cellOf[i - 1] = -1
        continue
      }
      let x = ((minX[i]! + maxX[i]!) * 0.5 * inverse + 1) | 0
      let y = ((minY[i]! + maxY[i]!) * 0.5 * inverse + 1) | 0
      x = x < 1 ? 1 : x > columns - 2 ? columns - 2 : x
      y = y < 1 ? 1 : y > rows - 2 ? rows - 2 : y
      const k = y * columns + x
      cellOf[i - 1] = k
      starts[k]!++
    }
    let sum = 0
    for (let k = 0; k <= cells; k++) {
      sum += starts[k]!
      starts[k] = sum
    }
    for (let i = count - 1; i >= 0; i--) {
      const k = cellOf[i]!
      if (k < 0) continue
      const e = starts[k]! - 1
      starts[k] = e
      ids[e] = i + 1
      boxes[e * 4] = minX[i + 1]!
      boxes[e * 4 + 1] = minY[i + 1]!
      boxes[e * 4 + 2] = maxX[i + 1]!
      boxes[e * 4 + 3] = maxY[i + 1]!
    }
    this.neighbors(columns, rows, out)
    for (let l = 0; l < larges; l++) this.largeOne(c, l, larges, columns, rows, inverse, out)
    return out.count
  }

  private neighbors(columns: number, rows: number, out: PairBuffer): void {
    const { starts, boxes, ids } = this
    out.reserve(ids.length * 4)
    const a = out.a, b = out.b
    let n = 0
    for (let y = 1; y < rows - 1; y++) {
      for (let x = 1; x < columns - 1; x++) {
        const k = y * columns + x
        const end = starts[k + 1]!
        const next = starts[k + 2]!
        const below = starts[k + columns - 1]!, belowEnd = starts[k + columns + 2]!
        for (let e = starts[k]!; e < end; e++) {
          const x0 = boxes[e * 4]!, y0 = boxes[e * 4 + 1]!, x1 = boxes[e * 4 + 2]!, y1 = boxes[e * 4 + 3]!
          const id = ids[e]!
          for (let o = e + 1; o < next; o++) {
            if (boxes[o * 4]! <= x1 && boxes[o * 4 + 2]! >= x0 && boxes[o * 4 + 1]! <= y1 && boxes[o * 4 + 3]! >= y0) {
              const other = ids[o]!
              a[n] = id < other ? id : other
              b[n++] = id < other ? other : id
            }
          }
          for (let o = below; o < belowEnd; o++) {
            if (boxes[o * 4]! <= x1 && boxes[o * 4 + 2]! >= x0 && boxes[o * 4 + 1]! <= y1 && boxes[o * 4 + 3]! >= y0) {
              const other = ids[o]!
              a[n] = id < other ? id : other
              b[n++] = id < other ? other : id
            }
          }
        }
      }
    }
    out.count = n
  }

  private largeOne(
    c: Columns, l: number, larges: number, columns: number, rows: number, inverse: number, out: PairBuffer,
  ): void {
    const { starts, boxes, ids, large } = this
    const i = large[l]!
    const x0 = c.minX[i]!, y0 = c.minY[i]!, x1 = c.maxX[i]!, y1 = c.maxY[i]!
    for (let m = l + 1; m < larges; m++) {
      const j = large[m]!
      if (c.minX[j]! <= x1 && c.maxX[j]! >= x0 && c.minY[j]! <= y1 && c.maxY[j]! >= y0) out.push(i, j)
    }
    const left = Math.max(1, Math.floor(x0 * inverse + 0.5)), right = Math.min(columns - 2, Math.floor(x1 * inverse + 1.5))
    const top = Math.min(rows - 2, Math.floor(y1 * inverse + 1.5))
    for (let y = Math.max(1, Math.floor(y0 * inverse + 0.5)); y <= top; y++) {
      const end = starts[y * columns + right + 1]!
      for (let o = starts[y * columns + left]!; o < end; o++) {
        if (boxes[o * 4]! <= x1 && boxes[o * 4 + 2]! >= x0 && boxes[o * 4 + 1]! <= y1 && boxes[o * 4 + 3]! >= y0) {
          out.push(Math.min(i, ids[o]!), Math.max(i, ids[o]!))
        }
      }
    }
  }
}

/** Radix sort on the lower x (16 bits, two passes of 8), then a sweep. */
export class RadixSweep {
  keys: Uint16Array
  order: Int32Array
  spare: Int32Array
  boxes: Float64Array
  readonly counts = new Int32Array(257)

  constructor(capacity: number) {
    this.keys = new Uint16Array(capacity + 1)
    this.order = new Int32Array(capacity)
    this.spare = new Int32Array(capacity)
    this.boxes = new Float64Array(capacity * 4)
  }

  private pass(from: Int32Array, to: Int32Array, count: number, shift: number): void {
    const { counts, keys } = this
    counts.fill(0)
    for (let i = 0; i < count; i++) counts[((keys[from[i]!]! >> shift) & 255) + 1]!++
    for (let d = 0; d < 256; d++) counts[d + 1]! += counts[d]!
    for (let i = 0; i < count; i++) {
      const id = from[i]!
      to[counts[(keys[id]! >> shift) & 255]!++] = id
    }
  }

  pairs(c: Columns, width: number, out: PairBuffer): number {
    out.clear()
    const { keys, order, spare, boxes } = this
    const { minX, minY, maxX, maxY, count } = c
    const scale = 65535 / (width + 100)
    for (let i = 1; i <= count; i++) {
      keys[i] = Math.max(0, (minX[i]! + 50) * scale) | 0
      order[i - 1] = i
    }
    this.pass(order, spare, count, 0)
    this.pass(spare, order, count, 8)
    const slack = 1 / scale
    for (let e = 0; e < count; e++) {
      const i = order[e]!
      boxes[e * 4] = minX[i]!
      boxes[e * 4 + 1] = minY[i]!
      boxes[e * 4 + 2] = maxX[i]!
      boxes[e * 4 + 3] = maxY[i]!
    }
    for (let e = 0; e < count; e++) {
      const x0 = boxes[e * 4]!, y0 = boxes[e * 4 + 1]!, x1 = boxes[e * 4 + 2]!, y1 = boxes[e * 4 + 3]!
      const id = order[e]!
      for (let o = e + 1; o < count && boxes[o * 4]! <= x1 + slack; o++) {
        if (boxes[o * 4 + 1]! <= y1 && boxes[o * 4 + 3]! >= y0 && boxes[o * 4]! <= x1 && boxes[o * 4 + 2]! >= x0) {
          const other = order[o]!
          out.push(id < other ? id : other, id < other ? other : id)
        }
      }
    }
    return out.count
  }
}
