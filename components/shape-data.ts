import { ShapeType } from './shape-type.ts'
import { LEAST_LENGTH_UNIT, LEAST_SIZE, MOST_LENGTH_UNIT, MOST_SIZE } from './limits.ts'
import { rangeViolation, ruleViolation } from './spec.ts'
import { checkNames } from '../src/check-names.ts'
import { shown } from '../src/shown.ts'

/** A point in the frame of a shape. Unit: length. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** A shape as data, made by {@link circle}, {@link box} and the others, for `set(Shape, …)`. */
export interface ShapeData {
  readonly type: ShapeType
  readonly halfWidth: number
  readonly halfHeight: number
  readonly radius: number
  /** x and y of the points of a polygon, segment or chain, in turn. */
  readonly points?: Float64Array
  /** Whether a chain joins its last point to its first. */
  readonly loop?: boolean
  /** Whether a chain holds back from both sides. */
  readonly twoSided?: boolean
  /** Of a chain that others go on at: x and y of the point before its first and of the one after its last, NaN for none. */
  readonly ends?: Float64Array
}

/** See {@link chain}. */
export interface ChainOptions {
  /** Whether the last point is joined to the first. Default false. */
  readonly loop?: boolean | undefined
  /** Whether it holds back what comes from its right, too. Default false. */
  readonly twoSided?: boolean | undefined
  /**
   * Where another chain comes from that ends at the first point of this one, and where one leads that begins at its last: bodies
   * slide over the joint of the two as over those within a chain. Default: it ends there, with a corner as that of a wall.
   */
  readonly before?: Point | undefined
  readonly after?: Point | undefined
}

/**
 * A disc.
 * @param radius Unit: length, greater than 0.
 * @throws RangeError on a radius that is not finite and positive.
 */
export function circle(radius: number): ShapeData {
  requireSize('circle', 'radius', radius)
  return { type: ShapeType.Circle, halfWidth: 0, halfHeight: 0, radius }
}

/**
 * A box that turns with its body.
 * @param halfWidth Half the extent along the body's x axis. Unit: length, greater than 0.
 * @param halfHeight Half the extent along the body's y axis. Unit: length, greater than 0.
 * @throws RangeError on a size that is not finite and positive.
 */
export function box(halfWidth: number, halfHeight: number): ShapeData {
  requireSize('box', 'halfWidth', halfWidth)
  requireSize('box', 'halfHeight', halfHeight)
  return { type: ShapeType.Box, halfWidth, halfHeight, radius: 0 }
}

/**
 * A box that turns with its body, by its full size: the same as `box(width / 2, height / 2)`.
 * @param width The whole extent along the body's x axis. Unit: length, greater than 0.
 * @param height The whole extent along the body's y axis. Unit: length, greater than 0.
 * @throws RangeError on a size that is not finite and positive.
 */
export function rect(width: number, height: number): ShapeData {
  requireSize('rect', 'width', width)
  requireSize('rect', 'height', height)
  return { type: ShapeType.Box, halfWidth: width / 2, halfHeight: height / 2, radius: 0 }
}

/**
 * A box that never turns: its sides stay parallel to the world's axes, and a dynamic body that has it does not rotate.
 * @param halfWidth Half the width. Unit: length, greater than 0.
 * @param halfHeight Half the height. Unit: length, greater than 0.
 * @throws RangeError on a size that is not finite and positive.
 */
export function aabb(halfWidth: number, halfHeight: number): ShapeData {
  requireSize('aabb', 'halfWidth', halfWidth)
  requireSize('aabb', 'halfHeight', halfHeight)
  return { type: ShapeType.Aabb, halfWidth, halfHeight, radius: 0 }
}

/**
 * A stadium: everything within `radius` of a line along an axis of the body.
 * @param halfLength Half the length of that line. Unit: length, greater than 0.
 * @param radius Unit: length, greater than 0.
 * @param axis Along which axis of the body the line lies: `y` for one that stands. Default `x`.
 * @throws RangeError on a size that is not finite and positive, and on an axis that there is not.
 */
export function capsule(halfLength: number, radius: number, axis: 'x' | 'y' = 'x'): ShapeData {
  requireSize('capsule', 'halfLength', halfLength)
  requireSize('capsule', 'radius', radius)
  if (axis === 'x') return { type: ShapeType.Capsule, halfWidth: halfLength, halfHeight: 0, radius }
  if (axis === 'y') return { type: ShapeType.Capsule, halfWidth: 0, halfHeight: halfLength, radius }
  throw new RangeError(`capsule: axis must be 'x' or 'y', got ${shown(axis)}`)
}

/**
 * A convex polygon of 3 to 8 points, given in the order in which they stand around it, either way, with corners rounded by `radius`.
 * @param points Around the body's origin. Unit: length.
 * @param radius What is added all around. Unit: length, default 0.
 * @throws RangeError on a radius that is negative or not finite. The points are checked when the shape is set.
 */
export function polygon(points: readonly Point[], radius = 0): ShapeData {
  const violation = ruleViolation('nonNegative', radius) || rangeViolation(radius, 0, MOST_SIZE * MOST_LENGTH_UNIT)
  if (violation) throw new RangeError(`polygon: radius ${violation}, got ${shown(radius)}`)
  return { type: ShapeType.Polygon, halfWidth: 0, halfHeight: 0, radius, points: flatten('polygon', points) }
}

/**
 * A line without thickness that holds back from both sides. It has no area: a dynamic body needs a `Mass` with it.
 * @throws RangeError on a point that is not finite, or two equal points.
 */
export function segment(x1: number, y1: number, x2: number, y2: number): ShapeData {
  const points = flatten('segment', [{ x: x1, y: y1 }, { x: x2, y: y2 }])
  requireDistinct('segment', points, false)
  return { type: ShapeType.Segment, halfWidth: 0, halfHeight: 0, radius: 0, points }
}

/**
 * A line through many points that holds back what comes from its left, seen along the points in a world where y points
 * up: draw floors from left to right there. In a world where y points down, as on a screen, the same drawing lets
 * everything fall through: draw floors from right to left, or make the chain two-sided. Bodies slide over its joints
 * without a bump.
 * @param points At least two, 3 for a loop. Unit: length.
 * @param options Whether it is a loop, or {@link ChainOptions}. A one-sided chain holds a body as long as its middle is
 *   on the left; a two-sided one pushes it out to the side its middle is on. Default: neither a loop nor two-sided.
 * @throws RangeError on too few points, a point that is not finite, or a point that repeats the one before; on a loop with
 *   a point before or after it.
 */
export function chain(points: readonly Point[], options: boolean | ChainOptions = false): ShapeData {
  if (typeof options !== 'boolean' && (typeof options !== 'object' || options === null)) {
    throw new TypeError(`chain: the options must be an object, or whether it is a loop, got ${shown(options)}`)
  }
  if (typeof options === 'object') checkNames(options, ['loop', 'twoSided', 'before', 'after'], 'chain')
  const { loop = false, twoSided = false, before, after }: ChainOptions = typeof options === 'boolean' ? { loop: options } : options
  if (typeof loop !== 'boolean' || typeof twoSided !== 'boolean') {
    throw new TypeError(`chain: loop and twoSided must be true or false, got ${shown(loop)} and ${shown(twoSided)}`)
  }
  return chainOf(flatten('chain', points), loop, endsOf(before, after), twoSided)
}

/** The same of what {@link ShapeData} has. @throws RangeError where {@link chain} does. */
export function chainOf(points: Float64Array, loop: boolean, ends: Float64Array | null, twoSided = false): ShapeData {
  const least = loop ? 3 : 2
  if (points.length < 2 * least) throw new RangeError(`chain: at least ${least} points are needed, got ${points.length / 2}`)
  requireDistinct('chain', points, loop)
  const data: ShapeData = { type: ShapeType.Chain, halfWidth: 0, halfHeight: 0, radius: 0, points, loop, twoSided }
  if (ends === null) return data
  if (loop) throw new RangeError('chain: a loop has no end, so no point before or after it')
  const last = points.length - 2
  if (ends[0] === points[0] && ends[1] === points[1]) throw new RangeError('chain: the point before it is its first')
  if (ends[2] === points[last] && ends[3] === points[last + 1]) throw new RangeError('chain: the point after it is its last')
  return { ...data, ends }
}

function endsOf(before: Point | undefined, after: Point | undefined): Float64Array | null {
  if (before === undefined && after === undefined) return null
  const ends = new Float64Array(4).fill(NaN)
  if (before !== undefined) ends.set(flatten('chain: before', [before]))
  if (after !== undefined) ends.set(flatten('chain: after', [after]), 2)
  return ends
}

function flatten(shape: string, points: readonly Point[]): Float64Array {
  if (!Array.isArray(points)) throw new TypeError(`${shape}: the points must be an array of { x, y }, got ${shown(points)}`)
  const flat = new Float64Array(points.length * 2)
  points.forEach((point: Point | null | undefined, i) => {
    const x = point?.x
    const y = point?.y
    if (x === undefined && y === undefined) throw new TypeError(`${shape}: point ${i} must be an object such as { x: 0, y: 1 }, got ${shown(point)}`)
    if (!Number.isFinite(x) || !Number.isFinite(y)) throw new RangeError(`${shape}: point ${i} must be finite, got (${shown(x)}, ${shown(y)})`)
    flat[2 * i] = x!
    flat[2 * i + 1] = y!
  })
  return flat
}

function requireDistinct(shape: string, points: Float64Array, loop: boolean): void {
  const count = points.length / 2
  for (let i = 0; i < (loop ? count : count - 1); i++) {
    const next = i + 1 < count ? i + 1 : 0
    if (points[2 * i] === points[2 * next] && points[2 * i + 1] === points[2 * next + 1]) {
      throw new RangeError(`${shape}: points ${i} and ${next} are equal`)
    }
  }
}

function requireSize(shape: string, field: string, value: number): void {
  // Which unit the world counts in is not known yet: what no world can take is refused here, the rest by set().
  const violation =
    ruleViolation('positive', value) || rangeViolation(value, LEAST_SIZE * LEAST_LENGTH_UNIT, MOST_SIZE * MOST_LENGTH_UNIT)
  if (violation) throw new RangeError(`${shape}: ${field} ${violation}, got ${shown(value)}`)
}
