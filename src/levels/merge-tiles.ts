import { type ShapeData, polygon, rect } from '../../components/shape-data.ts'
import { checkNames } from '../check-names.ts'
import { type KindSurface, bodyOf, surfaceOf } from './body-of-kind.ts'
import type { LevelBody } from './level-body.ts'
import { traceOutlines } from './outlines.ts'
import { CELLS_STRIDE, CellList, mergeCells } from './rectangles.ts'
import { type KnownGrid, type Placement, TILE_OPTIONS, type TileGrid, type TileOptions, knowGrid } from './tile-grid.ts'
import type { KnownKind } from './tile-kinds.ts'
import { shown } from '../shown.ts'

/** What `mergeTiles` takes. Everything has a default. */
export interface MergeOptions extends TileOptions {
  /**
   * What solid cells become. `rectangles`: boxes, and polygons for slopes, which hold back what is inside of them too;
   * `outlines`: chains around all solid cells, in fewer colliders, which hold back what comes from outside. One-way cells
   * and sensors become rectangles in either case. Default `rectangles`.
   */
  readonly to?: 'rectangles' | 'outlines' | undefined
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
  if (to !== 'rectangles' && to !== 'outlines') throw new RangeError(`mergeTiles: to must be 'rectangles' or 'outlines', got ${shown(to)}.`)
  const { width, height, cells, kinds, place } = knowGrid(grid, options, 'mergeTiles')
  const outlined = to === 'rectangles' ? [] : kinds.map((kind) => (isOutlined(kind) ? kind : null))
  const merged = new CellList(64 + (cells.length >> 4))
  const boxed = kinds.map((kind, i) => (outlined[i] ? null : kind))
  if (boxed.some(Boolean)) mergeCells(cells, width, boxed, 0, 0, width, height, merged)
  const bodies: LevelBody[] = []
  // As long as it becomes from the start: while it grew a million bodies took twice as long.
  bodies.length = countBodies(merged, kinds)
  const maker = new BodyMaker(kinds, place)
  for (let i = 0, count = 0; i < merged.count; i++) count = maker.put(bodies, count, merged.data, i * CELLS_STRIDE)
  if (to === 'outlines') for (const body of traceOutlines(cells, width, height, outlined, place)) bodies.push(body)
  return bodies
}

/** How many bodies become of rectangles of cells: the parts of a cell that is no rectangle are one each. */
function countBodies({ count, data }: CellList, kinds: KnownGrid['kinds']): number {
  let bodies = 0
  for (let i = 0; i < count; i++) {
    const { rectangle, parts } = kinds[data[i * CELLS_STRIDE + 4]!]!
    bodies += rectangle === null ? parts.length : 1
  }
  return bodies
}

/** Whether cells of a kind have outlines, which hold back from outside and from every direction. */
function isOutlined(kind: KnownKind | null | undefined): kind is KnownKind {
  return kind !== null && kind !== undefined && kind.oneWay === undefined && kind.kind.sensor !== true
}

/** Shapes that cells of one kind have, each made once. */
interface KindShapes {
  readonly known: KnownKind
  readonly surface: KindSurface | null
  /** By width and height in cells, for a kind that is a rectangle. */
  readonly boxes: Map<number, ShapeData>
  readonly parts: readonly ShapeData[]
}

/** Makes bodies of rectangles of cells. */
export class BodyMaker {
  private readonly kinds: (KindShapes | undefined)[] = []
  private readonly known: KnownGrid['kinds']
  private readonly place: Placement

  constructor(kinds: KnownGrid['kinds'], place: Placement) {
    this.known = kinds
    this.place = place
  }

  /**
   * Writes the bodies of the rectangle of cells at `data[at]` to `bodies[count]` and on: a box, or the polygons of one cell.
   * @returns The count with them.
   */
  put(bodies: LevelBody[], count: number, data: Int32Array, at: number): number {
    const kind = data[at + 4]!
    const shapes = this.kinds[kind] ?? this.prepare(kind)
    const { originX, originY, tileWidth, down } = this.place
    const { rectangle } = shapes.known
    if (rectangle === null) {
      const x = originX + tileWidth * (data[at]! + 0.5)
      const y = originY + down * (data[at + 1]! + 0.5)
      for (const shape of shapes.parts) bodies[count++] = bodyOf(shape, x, y, kind, shapes.surface)
      return count
    }
    const width = data[at + 2]! - 1 + rectangle[2]! - rectangle[0]!
    const height = data[at + 3]! - 1 + rectangle[3]! - rectangle[1]!
    const x = originX + tileWidth * (data[at]! + rectangle[0]! + width / 2)
    const y = originY + down * (data[at + 1]! + rectangle[1]! + height / 2)
    bodies[count] = bodyOf(this.boxOf(shapes, data[at + 2]!, data[at + 3]!, width, height), x, y, kind, shapes.surface)
    return count + 1
  }

  private boxOf({ boxes }: KindShapes, across: number, rows: number, width: number, height: number): ShapeData {
    const key = across * 65537 + rows
    const known = boxes.get(key)
    if (known !== undefined) return known
    const box = rect(width * this.place.tileWidth, height * this.place.tileHeight)
    boxes.set(key, box)
    return box
  }

  private prepare(kind: number): KindShapes {
    const known = this.known[kind]!
    const parts = known.parts.map((part) => partShape(part, this.place))
    const shapes = { known, surface: surfaceOf(known), boxes: new Map<number, ShapeData>(), parts }
    this.kinds[kind] = shapes
    return shapes
  }
}

/** The polygon of a part of a cell, around the middle of the cell, counter-clockwise with y up. */
function partShape(part: Float64Array, place: Placement): ShapeData {
  const points = []
  for (let k = 0; k < part.length; k += 2) {
    const i = place.down < 0 ? part.length - 2 - k : k
    points.push({ x: (part[i]! - 0.5) * place.tileWidth, y: (part[i + 1]! - 0.5) * place.down })
  }
  return polygon(points)
}
