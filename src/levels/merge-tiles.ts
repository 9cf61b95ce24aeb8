import { polygon, rect } from '../../components/shape-data.ts'
import type { LevelBody } from './level-body.ts'
import { traceOutlines } from './outlines.ts'
import { CELLS_STRIDE, CellList, mergeCells } from './rectangles.ts'
import { type Placement, TILE_OPTIONS, type TileGrid, type TileOptions, checkNames, knowGrid } from './tile-grid.ts'
import type { KnownKind } from './tile-kinds.ts'

/** What `mergeTiles` takes. Everything has a default. */
export interface MergeOptions extends TileOptions {
  /**
   * What solid cells become. `rectangles`: boxes, and polygons for slopes, which hold back what is inside of them too;
   * `outlines`: chains around all solid cells, in fewer colliders, which hold back what comes from outside. One-way cells
   * and sensors become rectangles in either case. Default `rectangles`.
   */
  readonly to?: 'rectangles' | 'outlines'
}

/**
 * Merges the cells of a level into few static bodies. Cells of different kinds are not merged.
 * @param grid The cells: `{ width, height, cells }`, or a list of rows.
 * @param options See {@link MergeOptions}.
 * @returns Bodies as data for {@link spawnLevel}; none for a grid without solid cells.
 * @throws RangeError or TypeError on a grid, a kind or an option that cannot be used, with the place of what is wrong.
 */
export function mergeTiles(grid: TileGrid, options: MergeOptions = {}): LevelBody[] {
  checkNames(options, [...TILE_OPTIONS, 'to'], 'mergeTiles')
  const { to = 'rectangles' } = options
  if (to !== 'rectangles' && to !== 'outlines') throw new RangeError(`mergeTiles: to must be 'rectangles' or 'outlines', got ${String(to)}.`)
  const { width, height, cells, kinds, place } = knowGrid(grid, options, 'mergeTiles')
  const outlined = to === 'rectangles' ? [] : kinds.map((kind) => (isOutlined(kind) ? kind : null))
  const merged = new CellList()
  mergeCells(cells, width, kinds.map((kind, i) => (outlined[i] ? null : kind)), 0, 0, width, height, merged)
  const bodies: LevelBody[] = []
  for (let i = 0; i < merged.count; i++) pushBodies(bodies, merged.data, i * CELLS_STRIDE, kinds, place)
  if (to === 'outlines') for (const body of traceOutlines(cells, width, height, outlined, place)) bodies.push(body)
  return bodies
}

/** Whether cells of a kind have outlines, which hold back from outside and from every direction. */
function isOutlined(kind: KnownKind | null | undefined): kind is KnownKind {
  return kind !== null && kind !== undefined && kind.oneWay === undefined && kind.kind.sensor !== true
}

/** Adds the bodies of a rectangle of cells: a box, or the polygons of one cell. */
export function pushBodies(
  bodies: LevelBody[], data: Int32Array, at: number, kinds: readonly (KnownKind | null | undefined)[], place: Placement,
): void {
  const known = kinds[data[at + 4]!]!
  const column = data[at]!
  const row = data[at + 1]!
  const { rectangle } = known
  if (rectangle === null) {
    for (const part of known.parts) bodies.push(partBody(known, part, column, row, place))
    return
  }
  const width = data[at + 2]! - 1 + rectangle[2]! - rectangle[0]!
  const height = data[at + 3]! - 1 + rectangle[3]! - rectangle[1]!
  const x = place.originX + place.tileWidth * (column + rectangle[0]! + width / 2)
  const y = place.originY + place.down * (row + rectangle[1]! + height / 2)
  bodies.push({ shape: rect(width * place.tileWidth, height * place.tileHeight), x, y, ...surfaceOf(known) })
}

/** The polygon of a part of one cell, around the middle of the cell. */
function partBody(known: KnownKind, part: Float64Array, column: number, row: number, place: Placement): LevelBody {
  const points = []
  for (let i = 0; i < part.length; i += 2) {
    points.push({ x: (part[i]! - 0.5) * place.tileWidth, y: (part[i + 1]! - 0.5) * place.down })
  }
  const x = place.originX + place.tileWidth * (column + 0.5)
  const y = place.originY + place.down * (row + 0.5)
  return { shape: polygon(points), x, y, ...surfaceOf(known) }
}

/** What a body has of its kind. */
export function surfaceOf({ number, kind, oneWay }: KnownKind): Omit<LevelBody, 'shape' | 'x' | 'y'> {
  const { material, filter, sensor } = kind
  return {
    kind: number, ...(material === undefined ? {} : { material }), ...(filter === undefined ? {} : { filter }),
    ...(oneWay === undefined ? {} : { oneWay }), ...(sensor === true ? { sensor } : {}),
  }
}
