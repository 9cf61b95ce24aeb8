import { ShapeType } from './shape-type.ts'
import { type ComponentSpec, float, ruleViolation } from './spec.ts'

/** The shape of a collider, around the origin of its body. Unit: length. Set it with `set(Shape, circle(0.5))`. */
export interface Shape {
  /** One of {@link ShapeType}. Default 0: no shape yet. */
  type: Uint8Array
  /** Half the width of a box; half the length of a capsule's core. */
  halfWidth: Float64Array
  /** Half the height of a box. */
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

/** Says what makes these values unusable as a shape, or returns `''`. */
export function shapeViolation(shape: ShapeValues): string {
  switch (shape.type) {
    case ShapeType.Circle:
      return sizeViolation('radius', shape.radius)
    case ShapeType.Box:
    case ShapeType.Aabb:
      return (
        sizeViolation('halfWidth', shape.halfWidth) ||
        sizeViolation('halfHeight', shape.halfHeight) ||
        roundingViolation(shape.radius)
      )
    case ShapeType.Capsule:
      return sizeViolation('halfWidth', shape.halfWidth) || sizeViolation('radius', shape.radius)
    case ShapeType.Polygon:
    case ShapeType.Segment:
    case ShapeType.Chain:
      if (shape.geometry === 0) return 'it has no points: use set(Shape, polygon(points)) or the like'
      return roundingViolation(shape.radius)
    case ShapeType.None:
      return 'type was never set: use set(Shape, circle(radius)) or another shape'
    default:
      return `type ${shape.type} is not a shape type`
  }
}

function sizeViolation(field: string, value: number): string {
  if (value > 0 && value < Infinity) return ''
  const violation = ruleViolation('positive', value)
  return violation && `${field} ${violation}, got ${value}`
}

function roundingViolation(radius: number): string {
  if (radius >= 0 && radius < Infinity) return ''
  const violation = ruleViolation('nonNegative', radius)
  return violation && `radius ${violation}, got ${radius}`
}
