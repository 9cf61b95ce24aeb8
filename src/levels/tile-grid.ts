import { LEAST_LENGTH_UNIT, LEAST_SIZE, MOST_LENGTH_UNIT, MOST_SIZE } from '../../components/limits.ts'
import { rangeViolation } from '../../components/spec.ts'
import type { Cells } from './cells.ts'
import { type KnownKind, MOST_KINDS, type TileKinds, type TileLayout, knowKinds } from './tile-kinds.ts'
import { shown } from '../shown.ts'

/** Cells of a level: `cells` row after row, each the number of its kind, 0 for nothing. Or a list of rows, all of one length. */
export type TileGrid =
  | { readonly width: number; readonly height: number; readonly cells: ArrayLike<number> }
  | readonly ArrayLike<number>[]

/** Where the cells are in the world, and what their numbers mean. */
export interface TileOptions {
  /** Size of a cell, or its width and height. Unit: length. Default 1. */
  readonly tileSize?: number | { readonly width: number; readonly height: number } | undefined
  /** The outer corner of the first cell of the first row: columns and rows go on from there. Unit: length. Default (0, 0). */
  readonly origin?: { readonly x: number; readonly y: number } | undefined
  /** Which way y points in the world: up, or down as on a screen. Default `up`. */
  readonly y?: 'up' | 'down' | undefined
  /** Where rows go from the first to the last, as the level is drawn. Default `down`, as text is written and in all editors. */
  readonly rows?: 'down' | 'up' | undefined
  /** What the numbers mean. Default: everything but 0 is solid, and alike. */
  readonly kinds?: TileKinds | undefined
}

export const TILE_OPTIONS = ['tileSize', 'origin', 'y', 'rows', 'kinds']

/** Cells in a row, and in a column, at most; and in all. */
const MOST_SIDE = 65536
const MOST_CELLS = 2 ** 28

/** The kinds of a grid in which all that is not 0 is alike. */
const PLAIN: readonly unknown[] = [null, null]

/** A grid and its options made ready. */
export interface KnownGrid<C extends Cells = Cells> {
  readonly width: number
  readonly height: number
  /** The cells that were given where they are as they have to be; else a copy. */
  readonly cells: C
  readonly kinds: readonly (KnownKind | null | undefined)[]
  readonly place: Placement
}

/** From columns and rows to the world: x = originX + tileWidth · column, y = originY + down · row. */
export interface Placement {
  readonly originX: number
  readonly originY: number
  readonly tileWidth: number
  readonly tileHeight: number
  /** By how much y grows from row to row: below 0 where rows go against it. */
  readonly down: number
}

/** @throws RangeError or TypeError on a grid or an option that cannot be used, with the place of what is wrong. */
export function knowGrid(grid: TileGrid, options: TileOptions, caller: string): KnownGrid {
  const layout = layoutOf(options, caller)
  const place = placementOf(options, layout, caller)
  const kinds = knowKinds(options.kinds, layout, caller)
  const { width, height, cells } = cellsOf(grid, caller)
  return { width, height, cells: checkCells(cells, width, kinds, options.kinds === undefined, caller), kinds, place }
}

/** The same with cells of its own, to be written. */
export function ownGrid(grid: TileGrid, options: TileOptions, caller: string): KnownGrid<Uint16Array> {
  const known = knowGrid(grid, options, caller)
  return { ...known, cells: Uint16Array.from(known.cells) }
}

function layoutOf({ rows = 'down', y = 'up' }: TileOptions, caller: string): TileLayout {
  if (rows !== 'down' && rows !== 'up') throw new RangeError(`${caller}: rows must be 'down' or 'up', got ${shown(rows)}.`)
  if (y !== 'up' && y !== 'down') throw new RangeError(`${caller}: y must be 'up' or 'down', got ${shown(y)}.`)
  return { rows, y }
}

function placementOf({ tileSize = 1, origin = { x: 0, y: 0 } }: TileOptions, { rows, y }: TileLayout, caller: string): Placement {
  const size = typeof tileSize === 'number' ? { width: tileSize, height: tileSize } : tileSize
  if (!(typeof size === 'object' && size !== null && size.width > 0 && size.height > 0 && size.width < Infinity && size.height < Infinity)) {
    const got = typeof tileSize === 'object' && tileSize !== null ? `${tileSize.width} × ${tileSize.height}` : String(tileSize)
    throw new RangeError(`${caller}: tileSize must be finite and greater than 0, got ${got}.`)
  }
  for (const side of [size.width, size.height]) {
    // Those of the largest and the smallest unit: how long the unit is here only a world knows, and `spawnLevel` holds them against it.
    const violation = rangeViolation(side, LEAST_SIZE * LEAST_LENGTH_UNIT, MOST_SIZE * MOST_LENGTH_UNIT)
    if (violation !== '') throw new RangeError(`${caller}: tileSize ${violation}, got ${shown(side)}.`)
  }
  if (!(typeof origin === 'object' && origin !== null && Number.isFinite(origin.x) && Number.isFinite(origin.y))) {
    throw new RangeError(`${caller}: origin must be a point such as { x: 0, y: 0 }, with finite numbers.`)
  }
  const along = (rows === 'down') === (y === 'down')
  return { originX: origin.x, originY: origin.y, tileWidth: size.width, tileHeight: size.height, down: along ? size.height : -size.height }
}

function cellsOf(grid: TileGrid, caller: string): { width: number; height: number; cells: ArrayLike<number> } {
  if (typeof grid !== 'object' || grid === null) {
    throw new TypeError(`${caller}: the grid must be { width, height, cells } or a list of rows, got ${shown(grid)}.`)
  }
  if (Array.isArray(grid)) return joinRows(grid as readonly ArrayLike<number>[], caller)
  const { width, height, cells } = grid as Exclude<TileGrid, readonly ArrayLike<number>[]>
  checkSide('width', width, caller)
  checkSide('height', height, caller)
  if (typeof cells !== 'object' || cells === null || typeof cells.length !== 'number') {
    throw new TypeError(`${caller}: the grid's cells must be an array of numbers, got ${shown(cells)}.`)
  }
  if (width * height > MOST_CELLS) throw new RangeError(`${caller}: ${width} × ${height} cells are too many for one level.`)
  if (cells.length === width * height) return { width, height, cells }
  throw new RangeError(`${caller}: ${width} × ${height} cells are ${width * height}, but the grid has ${cells.length}.`)
}

function checkSide(name: string, value: number, caller: string): void {
  if (Number.isInteger(value) && value >= 0 && value <= MOST_SIDE) return
  throw new RangeError(`${caller}: the grid's ${name} must be a whole number from 0 to ${MOST_SIDE}, got ${shown(value)}.`)
}

function joinRows(rows: readonly ArrayLike<number>[], caller: string): { width: number; height: number; cells: ArrayLike<number> } {
  const width = rows[0]?.length ?? 0
  const height = rows.length
  checkSide('width', width, caller)
  checkSide('height', height, caller)
  const cells = new Float64Array(width * height)
  for (let row = 0; row < height; row++) {
    const from = rows[row]
    if (typeof from !== 'object' || from === null) throw new TypeError(`${caller}: row ${row} must be an array of numbers, got ${shown(from)}.`)
    if (from.length !== width) {
      throw new RangeError(`${caller}: row ${row} has ${from.length} cells, but row 0 has ${width}. All rows must be of one length.`)
    }
    for (let column = 0; column < width; column++) {
      const cell: unknown = from[column]
      cells[row * width + column] = typeof cell === 'number' ? cell : NaN
    }
  }
  return { width, height, cells }
}

/** Checks cells; with `plain` whatever is not 0 becomes 1, kinds that are not solid become 0. */
function checkCells(
  cells: ArrayLike<number>, width: number, kinds: readonly (KnownKind | null | undefined)[], plain: boolean, caller: string,
): Cells {
  // A large level is large: it is not copied for nothing.
  if ((cells instanceof Uint8Array || cells instanceof Uint16Array) && hasOnly(cells, plain ? PLAIN : kinds)) return cells
  const out = new Uint16Array(cells.length)
  for (let i = 0; i < out.length; i++) {
    const kind = cells[i]!
    if (kind === 0) continue
    out[i] = kind
    // What was no whole number, or is too large, is another one there.
    if (out[i] === kind && (plain || kinds[kind] !== undefined)) {
      if (plain) out[i] = 1
      continue
    }
    throw cellError(kind, i % width, Math.floor(i / width), caller)
  }
  return out
}

/** Whether all cells are 0 or of a kind that there is. */
function hasOnly(cells: Cells, kinds: readonly unknown[]): boolean {
  const seen = new Uint8Array(65536)
  for (let i = 0; i < cells.length; i++) seen[cells[i]!] = 1
  return seen.every((was, kind) => was === 0 || kind === 0 || kinds[kind] !== undefined)
}

/** What is wrong with the number of a cell. */
export function cellError(kind: unknown, column: number, row: number, caller: string): RangeError {
  const place = `${caller}: the cell in column ${column} of row ${row} is ${shown(kind)}`
  if (!(typeof kind === 'number' && Number.isInteger(kind) && kind >= 0 && kind <= MOST_KINDS)) {
    return new RangeError(`${place}, but cells are whole numbers from 0 to ${MOST_KINDS}. Write 0 where there is nothing, and a number of that range for each kind.`)
  }
  return new RangeError(`${place}, and kinds has no ${kind}. Give it a kind, or null where it is not solid.`)
}
