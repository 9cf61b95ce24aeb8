import { ShapeType } from './shape-type.ts'
import { LEAST_SIZE, MOST_SIZE } from './limits.ts'
import { type ComponentSpec, float, rangeViolation, ruleViolation } from './spec.ts'
import { shown } from '../src/shown.ts'

/** The shape of a collider, around the origin of its body. Unit: length. Set it with `set(Shape, circle(0.5))`. */
export interface Shape {
  /** One of {@link ShapeType}. Default 0: no shape yet. */
  type: Uint8Array
  /** Half the width of a box; half the length of the core of a capsule along x, 0 of one along y. */
  halfWidth: Float64Array
  /** Half the height of a box; half the length of the core of a capsule along y. */
  halfHeight: Float64Array
  /** Radius of a circle or capsule; rounding of a polygon. */
  radius: Float64Array
  /** Which points a polygon, segment or chain has, in a pool of the world. Set it through `polygon(…)` and the like. */
  geometry: Uint32Array
}

export const shapeSpec: ComponentSpec<'type' | 'halfWidth' | 'halfHeight' | 'radius' | 'geometry'> = {
  name: 'Shape',
  fields: {
    type: { kind: 'u8', initial: ShapeType.None, rule: 'uint32' },
    halfWidth: float(0, 'nonNegative'),
    halfHeight: float(0, 'nonNegative'),
    radius: float(0, 'nonNegative'),
    geometry: { kind: 'u32', initial: 0, rule: 'uint32' },
  },
}

/** What {@link shapeViolation} looks at. */
export interface ShapeValues {
  readonly type: number
  readonly halfWidth: number
  readonly halfHeight: number
  readonly radius: number
  readonly geometry: number
}

/**
 * Says what makes these values unusable as a shape, or returns `''`.
 * @param unit The length unit of the world, in which sizes are limited.
 */
export function shapeViolation(shape: ShapeValues, unit: number): string {
  switch (shape.type) {
    case ShapeType.Circle:
      return sizeViolation('radius', shape.radius, unit)
    case ShapeType.Box:
    case ShapeType.Aabb:
      return (
        sizeViolation('halfWidth', shape.halfWidth, unit) ||
        sizeViolation('halfHeight', shape.halfHeight, unit) ||
        roundingViolation(shape.radius, unit)
      )
    case ShapeType.Capsule:
      return (
        (isUpright(shape) ? sizeViolation('halfHeight', shape.halfHeight, unit) : sizeViolation('halfWidth', shape.halfWidth, unit)) ||
        sizeViolation('radius', shape.radius, unit)
      )
    case ShapeType.Polygon:
    case ShapeType.Segment:
    case ShapeType.Chain:
      if (shape.geometry === 0) return 'it has no points: use set(Shape, polygon(points)) or the like'
      return roundingViolation(shape.radius, unit)
    case ShapeType.None:
      return 'type was never set: use set(Shape, circle(radius)) or another shape'
    default:
      return `type ${shown(shape.type)} is not a shape type`
  }
}

/** Whether a capsule lies along y. */
function isUpright({ halfWidth, halfHeight }: ShapeValues): boolean {
  return halfWidth === 0 && halfHeight !== 0
}

function sizeViolation(field: string, value: number, unit: number): string {
  if (typeof value === 'number' && value >= LEAST_SIZE * unit && value <= MOST_SIZE * unit) return ''
  const violation = ruleViolation('positive', value) || lengthViolation(value, unit)
  return violation && `${field} ${violation}, got ${shown(value)}`
}

function roundingViolation(radius: number, unit: number): string {
  if (typeof radius === 'number' && radius >= 0 && radius <= MOST_SIZE * unit) return ''
  const violation = ruleViolation('nonNegative', radius) || lengthViolation(radius, unit)
  return violation && `radius ${violation}, got ${shown(radius)}`
}

function lengthViolation(value: number, unit: number): string {
  const violation = rangeViolation(value, LEAST_SIZE * unit, MOST_SIZE * unit)
  return violation && `${violation}, with a lengthUnit of ${unit}`
}

/** Says what makes the points of a polygon, segment or chain unusable, or returns `''`. */
export function pointsViolation(points: ArrayLike<number>, unit: number): string {
  let minX = Infinity, minY = Infinity, maxX = -Infinity, maxY = -Infinity
  for (let i = 0; i < points.length; i += 2) {
    const x = points[i]!
    const y = points[i + 1]!
    if (!(Math.abs(x) <= MOST_SIZE * unit && Math.abs(y) <= MOST_SIZE * unit)) {
      return `point ${i / 2} is (${x}, ${y}), but points must be within ${MOST_SIZE * unit}, with a lengthUnit of ${unit}`
    }
    minX = Math.min(minX, x)
    minY = Math.min(minY, y)
    maxX = Math.max(maxX, x)
    maxY = Math.max(maxY, y)
  }
  if (Math.max(maxX - minX, maxY - minY) >= LEAST_SIZE * unit) return ''
  return `the points span less than ${LEAST_SIZE * unit}, with a lengthUnit of ${unit}`
}
