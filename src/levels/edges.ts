import type { Cells } from './cells.ts'
import { CornerRows } from './corner-rows.ts'
import { Crossings } from './crossings.ts'
import { EDGE_STRIDE, Edge } from './edge.ts'
import { NEIGHBOR_U, NEIGHBOR_V, NOTHING, type Rim, isFull, without } from './rims.ts'
import { roomFor } from './room.ts'
import { LATTICE } from './tile-kinds.ts'

/** What a cell is to the outlines of its group: nothing, all of it solid, or a part. */
const EMPTY = 0
const FULL = 1
const PART = 2

/**
 * Edges at which something solid of a group of kinds ends, as their starts, with what is solid on their left as u is right
 * and v is up. Sides of full cells in line are one edge as long as they are of one kind: it begins at one corner where the
 * outline turns and ends at the next one of that row or column of corners. So one look at each corner, row by row, finds
 * them with those that go on from them.
 */
export class Edges {
  /** See {@link Edge}: in one array, since who follows them reads all of one and then goes elsewhere. */
  data: Int32Array
  count = 0
  /** How many of them begin at corners of full cells: these come first, row by row from left to right. */
  atCorners = 0
  private readonly cells: Cells
  private readonly width: number
  private readonly height: number
  /** By kind. */
  private readonly classes: Uint8Array
  /** By column of corners: the corner above that waits for the one below. And the one to the left in the row. */
  private readonly openColumns: Int32Array
  private openRow = 0
  private readonly crossings = new Crossings()

  constructor(cells: Cells, width: number, height: number, rims: readonly (Rim | null)[]) {
    this.cells = cells
    this.width = width
    this.height = height
    this.openColumns = new Int32Array(width + 1)
    this.classes = Uint8Array.from(rims, (rim) => (rim === null ? EMPTY : isFull(rim) ? FULL : PART))
    // What is not used of it costs no memory, since it is not touched; growing cost a third of all time.
    this.data = new Int32Array((1024 + (cells.length >> 2)) * EDGE_STRIDE)
    this.scan()
    this.atCorners = this.count
    if (!this.classes.includes(PART)) return
    this.pushParts(rims)
    this.crossings.join(this.data)
  }

  /**
   * Looks at each corner where cells differ both across and down: elsewhere nothing ends or turns, and no kind changes. These
   * corners are found 32 at a time: with a comparison for each cell that took three times as long.
   */
  private scan(): void {
    const rows = new CornerRows(this.cells, this.width, this.height, this.classes)
    const { words, width } = rows
    for (let row = 0; row <= this.height; row++) {
      rows.advance(row)
      this.reserve(this.count + 2 * (width + 1))
      for (let word = 0; word < words.length; word++) {
        for (let bits = words[word]!; bits !== 0; bits &= bits - 1) {
          this.pushCorner((word << 5) + 31 - Math.clz32(bits & -bits), row)
        }
      }
    }
  }

  private kindAt(column: number, row: number): number {
    return this.cells[row * this.width + column]!
  }

  private pushCorner(column: number, row: number): void {
    const { cells, classes, width, height } = this
    const at = row * width + column
    const ul = column > 0 && row > 0 ? classes[cells[at - width - 1]!]! : EMPTY
    const ll = column > 0 && row < height ? classes[cells[at - 1]!]! : EMPTY
    const ur = column < width && row > 0 ? classes[cells[at - width]!]! : EMPTY
    const lr = column < width && row < height ? classes[cells[at]!]! : EMPTY
    if ((ul | ll | ur | lr) >= PART) this.pushStubs(column, row, ul, ll, ur, lr)
    // Where four kinds of full cells meet there is none.
    else if ((ul & ll & ur & lr) === EMPTY) this.pushFull(column, row, ul, ll, ur, lr)
  }

  private push(u: number, v: number): number {
    const at = this.count * EDGE_STRIDE
    this.data[at + Edge.U] = u
    this.data[at + Edge.V] = v
    this.data[at + Edge.Kind] = 0
    return this.count++
  }

  /**
   * A corner of full cells. Where two of them touch at it only there are two edges, each along a free cell, which so has an
   * inner corner there that nothing gets stuck in.
   */
  private pushFull(column: number, row: number, ul: number, ll: number, ur: number, lr: number): void {
    const edge = this.push(column * LATTICE, row * LATTICE)
    const other = ul === lr && ll === ur ? this.push(column * LATTICE, row * LATTICE) : edge
    const left = this.openRow
    const above = this.openColumns[column]!
    if (ul !== ur) this.linkUp(edge, above, column, row, ul === FULL)
    if (ul !== ll) this.linkLeft(ul === FULL ? other : edge, left, column, row, ll === FULL)
    if (ll !== lr) this.openDown(other, column, row, ll === FULL)
    if (ur !== lr) this.openRight(ul === FULL ? edge : other, column, row, lr === FULL)
  }

  /** Ends an edge from above, or begins one that leads up. */
  private linkUp(edge: number, above: number, column: number, row: number, comes: boolean): void {
    if (comes) this.data[above * EDGE_STRIDE + Edge.Next] = edge
    else {
      this.data[edge * EDGE_STRIDE + Edge.Next] = above
      this.data[edge * EDGE_STRIDE + Edge.Kind] = this.kindAt(column, row - 1)
    }
  }

  private linkLeft(edge: number, left: number, column: number, row: number, comes: boolean): void {
    if (comes) this.data[left * EDGE_STRIDE + Edge.Next] = edge
    else {
      this.data[edge * EDGE_STRIDE + Edge.Next] = left
      this.data[edge * EDGE_STRIDE + Edge.Kind] = this.kindAt(column - 1, row - 1)
    }
  }

  /** Begins an edge that leads down, or lets one that comes from below wait for its start. */
  private openDown(edge: number, column: number, row: number, leaves: boolean): void {
    this.openColumns[column] = edge
    if (leaves) this.data[edge * EDGE_STRIDE + Edge.Kind] = this.kindAt(column - 1, row)
  }

  private openRight(edge: number, column: number, row: number, leaves: boolean): void {
    this.openRow = edge
    if (leaves) this.data[edge * EDGE_STRIDE + Edge.Kind] = this.kindAt(column, row)
  }

  /** The sides of full cells beside free ones that end at a corner with a part of a cell, to be joined with those of the part. */
  private pushStubs(column: number, row: number, ul: number, ll: number, ur: number, lr: number): void {
    if (ul !== ur && ul < PART && ur < PART) {
      const edge = this.pushStub(column, row, ul === FULL, 0, -1)
      this.linkUp(edge, this.openColumns[column]!, column, row, ul === FULL)
    }
    if (ul !== ll && ul < PART && ll < PART) {
      const edge = this.pushStub(column, row, ll === FULL, -1, 0)
      this.linkLeft(edge, this.openRow, column, row, ll === FULL)
    }
    if (ll !== lr && ll < PART && lr < PART) this.openDown(this.pushStub(column, row, lr === FULL, 0, 1), column, row, ll === FULL)
    if (ur !== lr && ur < PART && lr < PART) this.openRight(this.pushStub(column, row, ur === FULL, 1, 0), column, row, lr === FULL)
  }

  /** @param comes Whether the edge ends there. @param du, dv Where it lies, seen from the corner. */
  private pushStub(column: number, row: number, comes: boolean, du: number, dv: number): number {
    const edge = this.push(column * LATTICE, row * LATTICE)
    if (comes) this.crossings.arrive(edge, column * LATTICE, row * LATTICE, -du, -dv)
    else this.crossings.depart(edge, du, dv)
    return edge
  }

  /** The edges of parts of cells, and those of full cells beside them. */
  private pushParts(rims: readonly (Rim | null)[]): void {
    const { cells, classes, width, height } = this
    for (let row = 0, at = 0; row < height; row++) {
      for (let column = 0; column < width; column++, at++) {
        const kind = cells[at]!
        if (classes[kind] !== PART) continue
        const rim = rims[kind]!
        for (const [u1, v1, u2, v2] of rim.inner) this.pushPart(column + u1, row + v1, column + u2, row + v2, kind)
        for (let side = 0; side < 4; side++) {
          const u = column + NEIGHBOR_U[side]!
          const v = row + NEIGHBOR_V[side]!
          const beside = u < 0 || v < 0 || u >= width || v >= height ? 0 : cells[v * width + u]!
          const cover = rim.covers[side]!
          const other = rims[beside]?.covers[side ^ 2] ?? NOTHING
          this.pushSide(column, row, side, without(cover, other), kind)
          if (classes[beside] === FULL) this.pushSide(u, v, side ^ 2, without(other, cover), beside)
        }
      }
    }
  }

  /** Intervals of a side of a cell. */
  private pushSide(column: number, row: number, side: number, intervals: readonly number[], kind: number): void {
    for (let i = 0; i < intervals.length; i += 2) {
      const from = intervals[i]!
      const to = intervals[i + 1]!
      if (side === 0) this.pushPart(column + from, row, column + to, row, kind)
      else if (side === 1) this.pushPart(column + 1, row + from, column + 1, row + to, kind)
      else if (side === 2) this.pushPart(column + to, row + 1, column + from, row + 1, kind)
      else this.pushPart(column, row + to, column, row + from, kind)
    }
  }

  private pushPart(u1: number, v1: number, u2: number, v2: number, kind: number): void {
    this.reserve(this.count + 1)
    const edge = this.push(u1 * LATTICE, v1 * LATTICE)
    const du = (u2 - u1) * LATTICE
    const dv = (v2 - v1) * LATTICE
    this.data[edge * EDGE_STRIDE + Edge.Kind] = kind
    this.crossings.depart(edge, du, dv)
    this.crossings.arrive(edge, u2 * LATTICE, v2 * LATTICE, du, dv)
  }

  private reserve(count: number): void {
    this.data = roomFor(this.data, count * EDGE_STRIDE)
  }
}
