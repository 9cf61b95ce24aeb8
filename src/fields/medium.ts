import { type ShapeType as ShapeTypeOf } from '../../components/shape-type.ts'
import { Pose } from '../bodies/body-records.ts'
import { POSE_STRIDE } from '../bodies/bodies.ts'
import { ShapeExtent, findExtent } from '../collision/shape-extent.ts'
import { Acting, actingField, findFlow } from './acting-field.ts'
import { Push, PUSH_STRIDE } from './field-records.ts'
import type { FieldState } from './field-state.ts'

/** The part of a medium that a collider is in the way of. */
export const obstacle = new Float64Array(4)
export enum Obstacle {
  /** From the body's center of mass to the middle of what the medium pushes. */
  X = 0,
  Y = 1,
  /** How wide and high that is. */
  Width = 2,
  Height = 3,
}

const extent = new Float64Array(4)

/** Adds what wind or a current does to a body, and to one of its colliders. */
export function addMedium(state: FieldState, field: number, body: number, collider: number, slot: number, first: boolean): void {
  const { physics } = state
  const { bodies, collision } = physics
  const { numbers } = actingField
  findFlow(physics, field, body)
  if (first) addRates(state, slot)
  if (numbers[Acting.Drag] === 0) return
  findExtent(collision.shapeType[collider] as ShapeTypeOf, collision.sizesOf(collider), collision.placeOf(collider), collision.polygons,
    bodies.pose, collider * POSE_STRIDE, extent)
  const c = collider * POSE_STRIDE
  obstacle[Obstacle.X] = extent[ShapeExtent.X]! + bodies.pose[c + Pose.FromCenterX]!
  obstacle[Obstacle.Y] = extent[ShapeExtent.Y]! + bodies.pose[c + Pose.FromCenterY]!
  obstacle[Obstacle.Width] = extent[ShapeExtent.Width]!
  obstacle[Obstacle.Height] = extent[ShapeExtent.Height]!
  addDrag(state, body, slot)
}

/** Lets a body take on the velocity and spin of the medium, at the field's rates. */
export function addRates({ push }: FieldState, slot: number): void {
  const { numbers } = actingField
  const p = slot * PUSH_STRIDE
  const rate = numbers[Acting.Rate]! * numbers[Acting.Share]!
  const spinRate = numbers[Acting.SpinRate]! * numbers[Acting.Share]!
  push[p + Push.Rate] = push[p + Push.Rate]! + rate
  push[p + Push.SpinRate] = push[p + Push.SpinRate]! + spinRate
  if (actingField.calm) return
  push[p + Push.RateX] = push[p + Push.RateX]! + rate * numbers[Acting.FlowX]!
  push[p + Push.RateY] = push[p + Push.RateY]! + rate * numbers[Acting.FlowY]!
  push[p + Push.SpinRateW] = push[p + Push.SpinRateW]! + spinRate * numbers[Acting.Spin]!
}

/**
 * Adds drag by the square of the speed on what `obstacle` says. It grows with the width that is turned to the motion; the
 * torque of what sits aside of the center of mass is found for the velocity as it is now, and never more than stops it.
 */
export function addDrag({ physics, push }: FieldState, body: number, slot: number): void {
  const { pose } = physics.bodies
  const { Velocity } = physics.components
  const { numbers } = actingField
  const b = body * POSE_STRIDE
  const p = slot * PUSH_STRIDE
  const inverseMass = pose[b + Pose.InverseMass]!
  const inverseInertia = pose[b + Pose.InverseInertia]!
  const drag = numbers[Acting.Drag]!
  const width = obstacle[Obstacle.Width]!
  const height = obstacle[Obstacle.Height]!
  const alongX = drag * height
  const alongY = drag * width
  const flowX = numbers[Acting.FlowX]!
  const flowY = numbers[Acting.FlowY]!
  push[p + Push.SquareX] = push[p + Push.SquareX]! + alongX * inverseMass
  push[p + Push.SquareY] = push[p + Push.SquareY]! + alongY * inverseMass
  if (!actingField.calm) {
    push[p + Push.SquareXU] = push[p + Push.SquareXU]! + alongX * inverseMass * flowX
    push[p + Push.SquareYU] = push[p + Push.SquareYU]! + alongY * inverseMass * flowY
  }
  if (inverseInertia === 0) return
  // A turning plate pushes the medium with spin · distance: the integral of |distance|³ over a width w is w⁴ / 32.
  const square = (drag * inverseInertia * (width * width * width * width + height * height * height * height)) / 32
  push[p + Push.SpinSquare] = push[p + Push.SpinSquare]! + square
  if (!actingField.calm) push[p + Push.SpinSquareW] = push[p + Push.SpinSquareW]! + square * numbers[Acting.Spin]!
  const x = obstacle[Obstacle.X]!
  const y = obstacle[Obstacle.Y]!
  const spin = Velocity.angular[body]!
  const windX = flowX - Velocity.x[body]! + spin * y
  const windY = flowY - Velocity.y[body]! - spin * x
  const speed = Math.sqrt(windX * windX + windY * windY)
  const least = 1 + numbers[Acting.StepTime]! * speed * Math.max(alongX, alongY) * (inverseMass + inverseInertia * (x * x + y * y))
  push[p + Push.Spin] = push[p + Push.Spin]! + ((x * alongY * windY - y * alongX * windX) * speed * inverseInertia) / least
}
