import { shapeViolation } from '../../components/shape.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { addPoints, holdPoints, knowsPoints, retainPoints } from '../caches/shape-points.ts'
import type { Data, Fields } from './fields.ts'

/** What a shape may carry besides its fields: points, which go to a pool and leave a handle. */
export const SHAPE_EXTRAS: readonly string[] = ['points', 'loop', 'twoSided']

/** Bits of the fields in `Fields.given`, in the order of the component's specification. */
enum Given {
  Type = 1,
  HalfWidth = 2,
  HalfHeight = 4,
  Radius = 8,
  Geometry = 16,
}

const shape = { type: 0, halfWidth: 0.5, halfHeight: 0.5, radius: 0.5, geometry: 0 }

/**
 * Writes the whole shape that comes of partial data; points are taken into their pool last, when all else is known to
 * be sound.
 * @throws RangeError that says what is wrong with it.
 */
export function setShape(physics: PhysicsWorld, fields: Fields, entity: number, data: Data): void {
  const { Shape } = physics.components
  fields.take(data)
  const { given, values } = fields
  const points = data['points'] as Float64Array | undefined
  const named = (given & Given.Geometry) !== 0
  const retyped = (given & Given.Type) !== 0
  shape.type = retyped ? values[0]! : Shape.type[entity]!
  shape.halfWidth = (given & Given.HalfWidth) !== 0 ? values[1]! : Shape.halfWidth[entity]!
  shape.halfHeight = (given & Given.HalfHeight) !== 0 ? values[2]! : Shape.halfHeight[entity]!
  shape.radius = (given & Given.Radius) !== 0 ? values[3]! : Shape.radius[entity]!
  shape.geometry = named ? values[4]! : Shape.geometry[entity]!
  if (retyped && !named) shape.geometry = points !== undefined ? 1 : 0
  const violation = shapeViolation(shape, physics.settings.lengthUnit)
  if (violation) throw new RangeError(violation)
  if (points !== undefined) {
    shape.geometry = addPoints(physics, shape.type, points, shape.radius, data['loop'] === true, data['twoSided'] === true)
    holdPoints(physics, entity, shape.type, shape.geometry)
  } else if (named && shape.geometry !== 0) {
    if (!knowsPoints(physics, shape.type, shape.geometry)) {
      throw new RangeError(`this world knows no points ${shape.geometry}`)
    }
    retainPoints(physics, shape.type, shape.geometry)
    holdPoints(physics, entity, shape.type, shape.geometry)
  } else if (retyped) {
    holdPoints(physics, entity, 0, 0)
  }
  Shape.type[entity] = shape.type
  Shape.halfWidth[entity] = shape.halfWidth
  Shape.halfHeight[entity] = shape.halfHeight
  Shape.radius[entity] = shape.radius
  Shape.geometry[entity] = shape.geometry
}
