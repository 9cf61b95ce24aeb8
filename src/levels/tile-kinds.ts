import type { CollisionFilter } from '../../components/collision-filter.ts'
import type { Material } from '../../components/material.ts'
import type { OneWay } from '../../components/one-way.ts'
import type { Point } from '../../components/shape-data.ts'
import type { ValuesOf } from '../../components/values.ts'
import { areaOf, convexParts } from './convex-parts.ts'
import { shown } from '../shown.ts'

/**
 * What of a cell is solid, by name, as the level is drawn: `full`; `half`, its lower half; `rise` and `fall`, a slope of 45°
 * that goes up and down from left to right; `rise-low` and `rise-high`, the two cells of a slope that goes up by one cell
 * in two (26.6°), and `fall-high` and `fall-low`, those of one that goes down.
 */
export type TileShape = 'full' | 'half' | 'rise' | 'fall' | 'rise-low' | 'rise-high' | 'fall-high' | 'fall-low'

/** What cells with one number are. Everything has a default: `{}` is a full solid cell. */
export interface TileKind {
  /**
   * What of the cell is solid: a name, the points of a polygon, or those of several. Points are within the cell as it
   * is drawn: (0, 0) is its lower left corner and (1, 1) its upper right one, whichever way y points in the world. They are taken
   * to the nearest 1/1024. Default `full`.
   */
  readonly shape?: TileShape | readonly Point[] | readonly (readonly Point[])[] | undefined
  /** Whether the shape is mirrored left to right. Default false. */
  readonly flipX?: boolean | undefined
  /** Whether the shape is mirrored upside down: slopes become those of a ceiling. Default false. */
  readonly flipY?: boolean | undefined
  /** Friction, restitution …; see {@link Material}. Default: none. */
  readonly material?: ValuesOf<Material> | undefined
  /** What it collides with; see {@link CollisionFilter}. Default: none, which is everything. */
  readonly filter?: ValuesOf<CollisionFilter> | undefined
  /** Whether it holds back only from above as the level is drawn, or the direction from which it does, in the world. Default false. */
  readonly oneWay?: boolean | ValuesOf<OneWay> | undefined
  /** Whether it reports what overlaps it instead of holding it back. Default false. */
  readonly sensor?: boolean | undefined
}

/** Kinds by the numbers of their cells, from 1 to 65,535; `null` for cells that are drawn and not solid. 0 is always empty. */
export type TileKinds = { readonly [kind: number]: TileKind | null }

/** The largest number of a cell. */
export const MOST_KINDS = 65535

/** Points of cells lie on a lattice, so that those of neighbors are the same to the last bit. */
export const LATTICE = 1024

/** A kind made ready. Points are in the frame of the cell: u along the columns, v along the rows, from 0 to 1. */
export interface KnownKind {
  readonly number: number
  readonly kind: TileKind
  /** Where the shape is a rectangle: u and v of its first and its last corner. */
  readonly rectangle: Float64Array | null
  /** Convex polygons of at most 8 points that make up the shape; empty for a rectangle. */
  readonly parts: readonly Float64Array[]
  /** The polygons as they were given, with positive area in the axes u and v. */
  readonly outlines: readonly Float64Array[]
  /** Whether cells in a row, and cells in a column, may become one. */
  readonly joinsAcross: boolean
  readonly joinsDown: boolean
  readonly oneWay: ValuesOf<OneWay> | undefined
}

const NAMED: Readonly<Record<TileShape, readonly number[]>> = {
  full: [0, 0, 1, 0, 1, 1, 0, 1],
  half: [0, 0, 1, 0, 1, 0.5, 0, 0.5],
  rise: [0, 0, 1, 0, 1, 1],
  fall: [0, 0, 1, 0, 0, 1],
  'rise-low': [0, 0, 1, 0, 1, 0.5],
  'rise-high': [0, 0, 1, 0, 1, 1, 0, 0.5],
  'fall-high': [0, 0, 1, 0, 1, 0.5, 0, 1],
  'fall-low': [0, 0, 1, 0, 0, 0.5],
}

const FIELDS = ['shape', 'flipX', 'flipY', 'material', 'filter', 'oneWay', 'sensor']

/** Which way the level is laid out; see `TileOptions`. */
export interface TileLayout {
  readonly rows: 'down' | 'up'
  readonly y: 'up' | 'down'
}

/** What cells are where no kinds are given: whatever is not 0 is solid. */
const PLAIN: TileKinds = { 1: {} }

/**
 * Makes kinds ready, by their numbers.
 * @throws RangeError or TypeError that names the kind and what is wrong with it.
 */
export function knowKinds(kinds: TileKinds = PLAIN, layout: TileLayout, caller: string): (KnownKind | null | undefined)[] {
  if (typeof kinds !== 'object' || kinds === null) throw new TypeError(`${caller}: kinds must be an object such as { 1: {} }, got ${shown(kinds)}.`)
  const known: (KnownKind | null | undefined)[] = [null]
  for (const key of Object.keys(kinds)) {
    const number = Number(key)
    if (!(Number.isInteger(number) && number >= 1 && number <= MOST_KINDS)) {
      throw new RangeError(`${caller}: kinds are numbered from 1 to ${MOST_KINDS}, and 0 is empty; got '${key}'.`)
    }
    const kind = kinds[number]!
    known[number] = kind === null ? null : knowKind(number, kind, layout, caller)
  }
  return known
}

function knowKind(number: number, kind: TileKind, layout: TileLayout, caller: string): KnownKind {
  const place = `${caller}: kind ${number}`
  if (typeof kind !== 'object') throw new TypeError(`${place} must be an object such as { shape: 'rise' }, got ${shown(kind)}.`)
  for (const name of Object.keys(kind)) {
    if (FIELDS.includes(name)) continue
    throw new RangeError(`${place}: there is no field '${name}'. The fields are ${FIELDS.join(', ')}.`)
  }
  const outlines = pointsOf(kind.shape ?? 'full', place).map((points) => place01(points, kind, layout, place))
  const rectangle = outlines.length === 1 ? rectangleOf(outlines[0]!) : null
  const parts = rectangle === null ? outlines.flatMap((outline) => convexParts(outline, place)) : []
  const oneWay = oneWayOf(kind, layout, place)
  const wide = rectangle !== null && rectangle[0] === 0 && rectangle[2] === 1
  const high = rectangle !== null && rectangle[1] === 0 && rectangle[3] === 1
  // A row of platforms is one; platforms above one another are not, since each has a top to stand on.
  return {
    number, kind, rectangle, parts, outlines, oneWay,
    joinsAcross: wide && (oneWay === undefined || oneWay.x === 0), joinsDown: high && (oneWay === undefined || oneWay.y === 0),
  }
}

function pointsOf(shape: NonNullable<TileKind['shape']>, place: string): number[][] {
  if (typeof shape === 'string') {
    const named = NAMED[shape]
    if (named !== undefined) return [[...named]]
    throw new RangeError(`${place}: there is no shape '${shape as string}'. The shapes are ${Object.keys(NAMED).join(', ')}; or give points.`)
  }
  if (!Array.isArray(shape) || shape.length === 0) throw new TypeError(`${place}: shape must be a name or a list of points.`)
  const polygons = (Array.isArray(shape[0]) ? shape : [shape]) as readonly (readonly Point[])[]
  return polygons.map((points) => points.flatMap((point, i) => {
    if (typeof point === 'object' && point !== null && point.x >= 0 && point.x <= 1 && point.y >= 0 && point.y <= 1) return [point.x, point.y]
    throw new RangeError(`${place}: point ${i} must be within the cell, from (0, 0) to (1, 1), got ${nameOfPoint(point)}.`)
  }))
}

function nameOfPoint(point: unknown): string {
  if (typeof point !== 'object' || point === null) return String(point)
  const { x, y } = point as Point
  return `(${x}, ${y})`
}

/** Brings points that are drawn with y up into the frame of the cell, on the lattice, around a positive area. */
function place01(points: readonly number[], kind: TileKind, layout: TileLayout, place: string): Float64Array {
  const down = (layout.rows === 'down') !== (kind.flipY === true)
  const out: number[] = []
  for (let i = 0; i < points.length; i += 2) {
    const x = Math.round(points[i]! * LATTICE) / LATTICE
    const y = Math.round(points[i + 1]! * LATTICE) / LATTICE
    out.push(kind.flipX === true ? 1 - x : x, down ? 1 - y : y)
  }
  const outline = Float64Array.from(out)
  const area = areaOf(outline)
  if (outline.length < 6 || area === 0) throw new RangeError(`${place}: a shape has at least 3 points and an area.`)
  if (area > 0) return outline
  for (let i = 0, k = outline.length - 2; i < outline.length; i += 2, k -= 2) {
    outline[i] = out[k]!
    outline[i + 1] = out[k + 1]!
  }
  return outline
}

/** The corners of a rectangle along the axes, or null. */
function rectangleOf(outline: Float64Array): Float64Array | null {
  if (outline.length !== 8) return null
  const us = [outline[0]!, outline[2]!, outline[4]!, outline[6]!]
  const vs = [outline[1]!, outline[3]!, outline[5]!, outline[7]!]
  const corners = Float64Array.of(Math.min(...us), Math.min(...vs), Math.max(...us), Math.max(...vs))
  const area = (corners[2]! - corners[0]!) * (corners[3]! - corners[1]!)
  return areaOf(outline) === area ? corners : null
}

function oneWayOf({ oneWay }: TileKind, layout: TileLayout, place: string): ValuesOf<OneWay> | undefined {
  if (oneWay === undefined || oneWay === false) return undefined
  if (oneWay === true) return { x: 0, y: layout.y === 'up' ? 1 : -1 }
  if (typeof oneWay !== 'object' || oneWay === null) {
    throw new TypeError(`${place}: oneWay must be true, false or a direction such as { x: 0, y: 1 }, got ${shown(oneWay)}.`)
  }
  const { x = 0, y = 1 } = oneWay
  if (Number.isFinite(x) && Number.isFinite(y) && (x !== 0 || y !== 0)) return { x, y }
  throw new RangeError(`${place}: oneWay must be true, false or a direction such as { x: 0, y: 1 }, got (${shown(x)}, ${shown(y)}).`)
}
