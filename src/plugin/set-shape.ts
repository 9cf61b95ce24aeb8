import { ShapeType } from '../../components/shape-type.ts'
import { shapeViolation } from '../../components/shape.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { addPoints, holdPoints, knowsPoints, retainPoints } from '../caches/shape-points.ts'
import type { Data, Fields } from '../lifecycle/fields.ts'

/** What a shape may carry besides its fields: points, which go to a pool and leave a handle. */
export const SHAPE_EXTRAS: readonly string[] = ['points', 'loop', 'twoSided', 'ends']

/** Places of the fields in `Fields.given` and `values`, in the order of the component's specification. */
enum Field {
  Type = 0,
  HalfWidth = 1,
  HalfHeight = 2,
  Radius = 3,
  Geometry = 4,
}

const shape = { type: 0, halfWidth: 0.5, halfHeight: 0.5, radius: 0.5, geometry: 0 }

/**
 * Writes the whole shape that comes of partial data; points are taken into their pool last, when all else is known to
 * be sound.
 * @throws RangeError that says what is wrong with it.
 */
export function setShape(physics: PhysicsWorld, fields: Fields, entity: number, data: Data): void {
  const { Shape } = physics.stores
  fields.take(data)
  const { given, values } = fields
  const points = data['points'] as Float64Array | undefined
  const named = given[Field.Geometry] === 1
  const retyped = given[Field.Type] === 1
  shape.type = retyped ? values[Field.Type]! : Shape.type[entity]!
  shape.halfWidth = given[Field.HalfWidth] === 1 ? values[Field.HalfWidth]! : Shape.halfWidth[entity]!
  shape.halfHeight = given[Field.HalfHeight] === 1 ? values[Field.HalfHeight]! : Shape.halfHeight[entity]!
  shape.radius = given[Field.Radius] === 1 ? values[Field.Radius]! : Shape.radius[entity]!
  shape.geometry = named ? values[Field.Geometry]! : Shape.geometry[entity]!
  if (retyped && !named) shape.geometry = points !== undefined ? 1 : 0
  const violation = shapeViolation(shape, physics.settings.lengthUnit)
  if (violation) throw new RangeError(violation)
  if (points !== undefined || (named && shape.geometry !== 0)) {
    physics.lifecycle.makeRoomForPoints(entity)
    if (shape.type === ShapeType.Segment) physics.collision.makeRoomForLine(entity)
  }
  if (points !== undefined) {
    const ends = data['ends'] as Float64Array | undefined
    const path = { points, loop: data['loop'] === true, twoSided: data['twoSided'] === true, ends }
    shape.geometry = addPoints(physics, shape.type, shape.radius, path)
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
  physics.version.stores.Shape.note()
  Shape.type[entity] = shape.type
  Shape.halfWidth[entity] = shape.halfWidth
  Shape.halfHeight[entity] = shape.halfHeight
  Shape.radius[entity] = shape.radius
  Shape.geometry[entity] = shape.geometry
}
