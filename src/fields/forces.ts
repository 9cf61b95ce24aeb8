import { FieldKind, Falloff } from '../../components/field-kind.ts'
import { Pose } from '../bodies/body-records.ts'
import { POSE_STRIDE } from '../bodies/bodies.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { Acting, actingField, findFactor, findFlow } from './acting-field.ts'
import { Belt, Push, PUSH_STRIDE } from './field-records.ts'
import { addRates } from './medium.ts'
import type { FieldState } from './field-state.ts'

/** Adds what a field does to a body as a whole: everything but media that push by its shape. */
export function addForces(state: FieldState, field: number, body: number, slot: number): void {
  const { Field } = state.physics.components
  const kind = Field.kind[field]
  if (kind === FieldKind.Conveyor) addBelt(state, field, body, slot)
  else if (kind === FieldKind.Radial) addPull(state, field, body, slot)
  else addPush(state, field, body, slot)
  if (Field.linearDrag[field] === 0 && Field.angularDrag[field] === 0) return
  const { numbers } = actingField
  // Against the field's own body: what pushes does not flow.
  numbers[Acting.FlowX] = numbers[Acting.VelocityX]!
  numbers[Acting.FlowY] = numbers[Acting.VelocityY]!
  actingField.calm = false
  addRates(state, slot)
}

function addPush({ physics, push }: FieldState, field: number, body: number, slot: number): void {
  const { Field } = physics.components
  const { numbers } = actingField
  findFactor(physics, field, body)
  const p = slot * PUSH_STRIDE
  const scale = numbers[Acting.Factor]! * (Field.perMass[field] === 1 ? 1 : physics.bodies.pose[body * POSE_STRIDE + Pose.InverseMass]!)
  push[p + Push.X] = push[p + Push.X]! + scale * numbers[Acting.X]!
  push[p + Push.Y] = push[p + Push.Y]! + scale * numbers[Acting.Y]!
}

function addPull({ physics, push }: FieldState, field: number, body: number, slot: number): void {
  const { Field, Velocity } = physics.components
  const { pose } = physics.bodies
  const { numbers } = actingField
  findFactor(physics, field, body)
  const b = body * POSE_STRIDE
  const middle = numbers[Acting.Middle]!
  const dx = numbers[Acting.OriginX]! - pose[b + Pose.X]! + pose[b + Pose.FromCenterX]! - middle * Velocity.x[body]!
  const dy = numbers[Acting.OriginY]! - pose[b + Pose.Y]! + pose[b + Pose.FromCenterY]! - middle * Velocity.y[body]!
  pullAt(physics, field, dx, dy, pull)
  const scale = numbers[Acting.Factor]! * (Field.perMass[field] === 1 ? 1 : pose[b + Pose.InverseMass]!)
  let x = scale * pull[0]!
  let y = scale * pull[1]!
  // No farther than to the origin in one step: beyond it the pull points back, and the body would shake forever.
  const dt = numbers[Acting.StepTime]!
  const inward = (x * dx + y * dy) * dt * dt
  const squared = dx * dx + dy * dy
  if (inward > squared) {
    x *= squared / inward
    y *= squared / inward
  }
  const p = slot * PUSH_STRIDE
  push[p + Push.X] = push[p + Push.X]! + x
  push[p + Push.Y] = push[p + Push.Y]! + y
}

const pull = new Float64Array(2)

/** Writes the pull of a radial field where its origin is at (dx, dy) from; nothing at the very origin, which has no direction. */
export function pullAt({ components: { Field } }: PhysicsWorld, field: number, dx: number, dy: number, out: Float64Array): void {
  out[0] = 0
  out[1] = 0
  const distance = Math.sqrt(dx * dx + dy * dy)
  if (distance === 0) return
  const radius = Field.radius[field]!
  let part = 1 / distance
  if (distance < radius) part = 1 / radius
  else if (Field.falloff[field] === Falloff.Inverse) part = radius / distance / distance
  else if (Field.falloff[field] === Falloff.InverseSquare) part = ((radius / distance) * (radius / distance)) / distance
  out[0] = (Field.strength[field]! * dx + Field.swirl[field]! * dy) * part
  out[1] = (Field.strength[field]! * dy - Field.swirl[field]! * dx) * part
}

function addBelt(state: FieldState, field: number, body: number, slot: number): void {
  const { numbers } = actingField
  const { Field } = state.physics.components
  const x = numbers[Acting.X]!
  const y = numbers[Acting.Y]!
  const speed = Math.sqrt(x * x + y * y)
  if (speed === 0) return
  findFlow(state.physics, field, body)
  const r = state.addBelt(slot)
  const { belts } = state
  belts[r + Belt.X] = x / speed
  belts[r + Belt.Y] = y / speed
  belts[r + Belt.Speed] = (numbers[Acting.FlowX]! * x + numbers[Acting.FlowY]! * y) / speed
  belts[r + Belt.Grip] = Field.grip[field]!
}
