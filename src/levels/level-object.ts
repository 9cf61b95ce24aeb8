import { type Point, type ShapeData, chain, circle, polygon, rect } from '../../components/shape-data.ts'
import { cos, sin } from '../math/rotation.ts'
import { areaOf, convexParts } from './convex-parts.ts'
import type { LevelBody } from './level-body.ts'
import type { TileOptions } from './tile-grid.ts'
import { shown } from '../shown.ts'

/** Where pixels of an editor, with y down, are in the world. */
export interface PixelOptions {
  /** Length of a pixel in the world. Default: such that a cell is 1 wide. */
  readonly scale?: number | undefined
  /** Where the map's upper left corner is in the world. Unit: length. Default (0, 0). */
  readonly origin?: { readonly x: number; readonly y: number } | undefined
  /** Which way y points in the world: up, or down as in the editor. Default `up`. */
  readonly y?: 'up' | 'down' | undefined
}

/** What may be a body of an object: moved by forces, never, or by its velocity only. */
export type ObjectBody = 'static' | 'dynamic' | 'kinematic'

/** An object or entity of a map, in the units of the world. */
export interface LevelObject {
  /** What the editor knows it by. */
  readonly id: number | string
  readonly name: string
  /** The class that it was given in Tiled, or the identifier of the entity in LDtk. */
  readonly type: string
  /** Names of its layer, with those of its groups before it, joined by a slash. */
  readonly layer: string
  readonly form: 'rectangle' | 'ellipse' | 'polygon' | 'polyline' | 'point' | 'tile' | 'text' | 'entity'
  /** Its middle; the place itself of a point, a polygon or a polyline. */
  readonly x: number
  readonly y: number
  /** Radians, counter-clockwise with y up. */
  readonly angle: number
  /** Of a rectangle, an ellipse, a tile or an entity; else 0. */
  readonly width: number
  readonly height: number
  /** Its points around (x, y), not turned by the angle; empty where it has none. */
  readonly points: readonly Point[]
  /** Its shape around (x, y), for `spawnBody`; several where it is not convex, none for a point and a text. */
  readonly shapes: readonly ShapeData[]
  /** As which body it is among the `bodies`, or null. */
  readonly body: ObjectBody | null
  readonly visible: boolean
  readonly tags: readonly string[]
  /** Custom properties, or fields. */
  readonly properties: Readonly<Record<string, unknown>>
}

/** What importers return. */
export interface ImportedLevel {
  /** All solid cells and all objects that are to be bodies, for `spawnLevel`. */
  readonly bodies: readonly LevelBody[]
  /** Layers of cells, for `createTileLevel(world, layer.grid, layer.options)`. Their cells are in {@link bodies} too. */
  readonly layers: readonly LevelLayer[]
  /** All objects, whether they are bodies or not. */
  readonly objects: readonly LevelObject[]
  /** The size of the map. Unit: length. */
  readonly width: number
  readonly height: number
  /** Custom properties of the map, or fields of the level. */
  readonly properties: Readonly<Record<string, unknown>>
}

/** A layer of cells that are solid. */
export interface LevelLayer {
  readonly name: string
  readonly grid: { readonly width: number; readonly height: number; readonly cells: Uint16Array }
  /** What `mergeTiles` and `createTileLevel` take for it. */
  readonly options: TileOptions
  readonly properties: Readonly<Record<string, unknown>>
}

/** From pixels to the world. */
export class PixelFrame {
  readonly scale: number
  /** 1 where y points down in the world as well. */
  readonly sign: 1 | -1
  readonly y: 'up' | 'down'
  readonly originX: number
  readonly originY: number

  constructor({ scale, origin = { x: 0, y: 0 }, y = 'up' }: PixelOptions, cell: number, caller: string) {
    this.scale = scale === undefined ? 1 / cell : scale
    if (!(Number.isFinite(this.scale) && this.scale > 0)) throw new RangeError(`${caller}: scale must be finite and greater than 0, got ${shown(scale)}.`)
    if (y !== 'up' && y !== 'down') throw new RangeError(`${caller}: y must be 'up' or 'down', got ${shown(y)}.`)
    if (!(typeof origin === 'object' && origin !== null && Number.isFinite(origin.x) && Number.isFinite(origin.y))) {
      throw new RangeError(`${caller}: origin must be a point such as { x: 0, y: 0 }, with finite numbers.`)
    }
    this.y = y
    this.sign = y === 'down' ? 1 : -1
    this.originX = origin.x
    this.originY = origin.y
  }

  toX(pixels: number): number {
    return this.originX + this.scale * pixels
  }

  toY(pixels: number): number {
    return this.originY + this.sign * this.scale * pixels
  }

  /** Points around an object's place. */
  toPoints(pixels: readonly Point[]): Point[] {
    return pixels.map(({ x, y }) => ({ x: this.scale * x, y: this.sign * this.scale * y }))
  }

  /** The angle in the world of one that is clockwise in pixels. */
  toAngle(radians: number): number {
    return radians === 0 ? 0 : this.sign * radians
  }
}

/** A point turned clockwise as it is seen with y down. */
export function turnPoint({ x, y }: Point, radians: number): Point {
  const c = cos(radians)
  const s = sin(radians)
  return { x: c * x - s * y, y: s * x + c * y }
}

/** An eighth of a turn as a share of the radius. */
const DIAGONAL = Math.SQRT1_2
const OCTAGON: readonly (readonly [number, number])[] = [
  [1, 0], [DIAGONAL, DIAGONAL], [0, 1], [-DIAGONAL, DIAGONAL], [-1, 0], [-DIAGONAL, -DIAGONAL], [0, -1], [DIAGONAL, -DIAGONAL],
]

/** The points of an ellipse around (0, 0): eight, as many as a polygon may have. */
export function ellipsePoints(width: number, height: number): Point[] {
  return OCTAGON.map(([x, y]) => ({ x: (x * width) / 2, y: (y * height) / 2 }))
}

/** The shape of an ellipse: a disc where it is round. */
export function ellipseShape(width: number, height: number): ShapeData {
  return width === height ? circle(width / 2) : polygon(ellipsePoints(width, height))
}

export function rectangleShape(width: number, height: number): ShapeData {
  return rect(width, height)
}

/** The convex shapes of a polygon. @throws RangeError on one that has no area or crosses itself. */
export function polygonShapes(points: readonly Point[], place: string): ShapeData[] {
  const flat = points.flatMap(({ x, y }) => [x, y])
  const area = areaOf(flat)
  if (points.length < 3 || area === 0) throw new RangeError(`${place}: a polygon has at least 3 points and an area.`)
  const parts = convexParts(area > 0 ? Float64Array.from(flat) : reversed(flat), place)
  return parts.map((part) => polygon(Array.from({ length: part.length / 2 }, (_, i) => ({ x: part[2 * i]!, y: part[2 * i + 1]! }))))
}

function reversed(flat: readonly number[]): Float64Array {
  const out = new Float64Array(flat.length)
  for (let i = 0, k = flat.length - 2; k >= 0; i += 2, k -= 2) out.set([flat[k]!, flat[k + 1]!], i)
  return out
}

/** The chain along a polyline, which holds back from both sides; points that repeat the one before are left out. */
export function polylineShapes(points: readonly Point[], place: string): ShapeData[] {
  const distinct = points.filter(({ x, y }, i) => i === 0 || x !== points[i - 1]!.x || y !== points[i - 1]!.y)
  if (distinct.length < 2) throw new RangeError(`${place}: a polyline has at least 2 points.`)
  return [chain(distinct, { twoSided: true })]
}

/** The bodies of an object. @throws RangeError where it cannot be one. */
export function bodiesOf(object: LevelObject, surface: Omit<LevelBody, 'shape' | 'x' | 'y' | 'kind'>, place: string): LevelBody[] {
  const { body, shapes, x, y, angle } = object
  if (body === null) return []
  if (shapes.length === 0) throw new RangeError(`${place} is a ${object.form}, which has no shape to be a body with.`)
  if (body !== 'static' && shapes.length > 1) {
    throw new RangeError(
      `${place} is not convex, or has more than 8 points, and so takes ${shapes.length} shapes; a ${body} body of a map has one. ` +
        'Draw it as several, or make its body from the shapes of its object.',
    )
  }
  return shapes.map((shape) => ({ shape, x, y, angle, type: body, kind: 0, ...surface }))
}
