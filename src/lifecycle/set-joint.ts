import type { Point } from '../../components/shape-data.ts'
import { JointKind } from '../../components/joint-kind.ts'
import { atan2, sincos } from '../math/rotation.ts'
import { type JointValues, jointViolation } from './check-joint.ts'
import type { PhysicsWorld } from '../state/world.ts'
import type { Data, Fields } from './fields.ts'
import { coordinateOf, lengthOf } from './joint-coordinate.ts'
import { angleOf, placePoint } from './place-point.ts'
import { shown } from '../shown.ts'

const values: JointValues = {
  kind: 0, a: 0, b: 0, rest: 0, limited: 0, lower: 0, upper: 0, springHertz: 0, stiffness: 0, damping: 0, maxForce: 0, ratio: 1,
}
const NAMES = Object.keys(values) as (keyof JointValues)[]

/**
 * Writes a joint. Points in the world become frames of its bodies, by the poses that these have now.
 * @throws RangeError that says what is wrong with it; then nothing is written.
 */
export function setJoint(physics: PhysicsWorld, fields: Fields, entity: number, data: Data): void {
  fields.take(data)
  const a = fields.after('a', entity)
  const b = fields.after('b', entity)
  look(fields, entity)
  if (data['measure'] === 1) values.rest = 1
  const violation = jointViolation(physics, values)
  if (violation) throw new RangeError(violation)
  const kind = fields.after('kind', entity)
  if (kind === JointKind.Gear) measureGear(physics, fields, entity, data)
  else if (kind === JointKind.Distance || kind === JointKind.Pulley) placeEnds(physics, fields, entity, data, a, b)
  else if (data['at'] !== undefined || data['atB'] === 1) placeFrames(physics, fields, data, a, b)
  look(fields, entity)
  const late = jointViolation(physics, values)
  if (late) throw new RangeError(late)
  fields.write(entity)
}

function look(fields: Fields, entity: number): void {
  for (const name of NAMES) values[name] = fields.after(name, entity)
}

/** Both anchors at one point of the world, and the axis of both along one direction. */
function placeFrames(physics: PhysicsWorld, fields: Fields, data: Data, a: number, b: number): void {
  const { Position } = physics.components
  const at = data['atB'] === 1 ? { x: Position.x[b]!, y: Position.y[b]! } : pointOf(data, 'at')
  const axis = data['axis'] === undefined ? { x: 1, y: 0 } : pointOf(data, 'axis')
  if (axis.x === 0 && axis.y === 0) throw new RangeError('axis is (0, 0), which is no direction')
  const angle = atan2(axis.y, axis.x)
  placeEnd(physics, fields, 'a', a, at)
  placeEnd(physics, fields, 'b', b, at)
  fields.put('aAngle', angle - angleOf(physics, a))
  fields.put('bAngle', angle - angleOf(physics, b))
}

/** The ends of a distance joint: where they are not given they are the origins of the bodies. */
function placeEnds(physics: PhysicsWorld, fields: Fields, entity: number, data: Data, a: number, b: number): void {
  if (data['from'] !== undefined) placeEnd(physics, fields, 'a', a, pointOf(data, 'from'))
  if (data['to'] !== undefined) placeEnd(physics, fields, 'b', b, pointOf(data, 'to'))
  if (data['measure'] !== 1) return
  const one = worldOf(physics, fields, entity, 'a', a)
  const two = worldOf(physics, fields, entity, 'b', b)
  if (fields.after('kind', entity) === JointKind.Pulley) {
    const up = (point: Point, side: 'A' | 'B') => {
      return lengthOf(point.x - fields.after(`ground${side}X`, entity), point.y - fields.after(`ground${side}Y`, entity))
    }
    fields.put('rest', up(one, 'A') + fields.after('ratio', entity) * up(two, 'B'))
    return
  }
  fields.put('rest', lengthOf(two.x - one.x, two.y - one.y))
}

/** What the gear keeps is the sum as it is now. */
function measureGear(physics: PhysicsWorld, fields: Fields, entity: number, data: Data): void {
  if (data['measure'] !== 1) return
  const one = coordinateOf(physics, fields.after('a', entity))
  fields.put('rest', one + fields.after('ratio', entity) * coordinateOf(physics, fields.after('b', entity)))
}

const turn = new Float64Array(2)
const placed = new Float64Array(2)

function placeEnd(physics: PhysicsWorld, fields: Fields, side: 'a' | 'b', body: number, { x, y }: Point): void {
  const { Position } = physics.components
  sincos(angleOf(physics, body), turn, 0)
  const dx = x - Position.x[body]!
  const dy = y - Position.y[body]!
  fields.put(`${side}x`, turn[0]! * dx + turn[1]! * dy)
  fields.put(`${side}y`, turn[0]! * dy - turn[1]! * dx)
}

function worldOf(physics: PhysicsWorld, fields: Fields, entity: number, side: 'a' | 'b', body: number): Point {
  placePoint(physics, body, fields.after(`${side}x`, entity), fields.after(`${side}y`, entity), placed)
  return { x: placed[0]!, y: placed[1]! }
}

function pointOf(data: Data, key: string): Point {
  const point = Object(data[key]) as Partial<Point>
  for (const part of ['x', 'y'] as const) {
    const value = point[part]
    if (typeof value === 'number' && Number.isFinite(value)) continue
    throw new RangeError(`${key === 'at' ? '' : `${key}.`}${part} must be a finite number, got ${shown(value)}`)
  }
  return point as Point
}
