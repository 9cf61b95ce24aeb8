import type { EntityId, World } from 'bitecs'
import { AIR_DENSITY } from '../../components/field-data.ts'
import { MOST_NUMBER } from '../../components/limits.ts'
import { Pose } from '../bodies/body-records.ts'
import { POSE_STRIDE } from '../bodies/bodies.ts'
import { checkNames } from '../check-names.ts'
import { applyForce, applyTorque, requireDynamic } from '../control.ts'
import { WindSum, windSum, windUpon } from './outline.ts'
import { shown } from '../shown.ts'

/** How wind acts upon a body. */
export interface WindOptions {
  /** Drag coefficient: along the wind. Default 1. */
  readonly drag?: number | undefined
  /** Lift coefficient: across the wind, to the side to which what it meets gives way. Default 0. */
  readonly lift?: number | undefined
  /** Mass per area of the air. Default 0.1. */
  readonly density?: number | undefined
  /** Length of the coming step, seconds: the force is never more than brings a body to the speed of the wind in it. Default 1/60. */
  readonly dt?: number | undefined
}

const OPTION_NAMES = ['drag', 'lift', 'density', 'dt']

/**
 * Lets wind push one body during the coming step, by what of its outline faces it, and wakes it. The force is
 * ½ · density · width · speed², with the speed against the body. Call it before each step; an area of wind is `windField`.
 * @param windX, windY Velocity of the air, length/s.
 * @throws Error when the entity is no dynamic body. @throws RangeError on numbers that are not finite, or beyond 10¹².
 */
export function applyWind(world: World, entity: EntityId, windX: number, windY: number, options: WindOptions = {}): void {
  checkNames(options, OPTION_NAMES, 'applyWind')
  const { drag = 1, lift = 0, density = AIR_DENSITY, dt = 1 / 60 } = options
  for (const value of [windX, windY, drag, lift, density, dt]) {
    if (!Number.isFinite(value) || Math.abs(value) > MOST_NUMBER) throw new RangeError(`applyWind: the numbers for entity ${shown(entity)} must be finite and at most ${MOST_NUMBER}, got ${shown(value)}.`)
  }
  if (drag < 0 || density < 0 || dt < 0) {
    throw new RangeError(`applyWind: drag, density and dt for entity ${shown(entity)} must not be negative, got ${drag}, ${density} and ${dt}.`)
  }
  const physics = requireDynamic(world, entity, 'applyWind')
  // Wakes it, and is refused where no force may act.
  applyForce(world, entity, 0, 0)
  const { bodies } = physics
  windSum.fill(0)
  const wind = { x: windX, y: windY, drag, lift }
  for (let c = bodies.firstCollider(entity); c !== 0; c = bodies.nextCollider(entity, c)) {
    if (bodies.sensor[c] === 0) windUpon(physics, entity, c, wind)
  }
  const b = entity * POSE_STRIDE
  const { Velocity } = physics.components
  const x = 0.5 * density * windSum[WindSum.X]!
  const y = 0.5 * density * windSum[WindSum.Y]!
  const torque = 0.5 * density * windSum[WindSum.Torque]!
  const rx = windX - Velocity.x[entity]!
  const ry = windY - Velocity.y[entity]!
  const speed = Math.sqrt(rx * rx + ry * ry)
  // Force / speed is a rate of change for each kilogram: implicit in it, no wind overshoots.
  const force = Math.sqrt(x * x + y * y) * bodies.pose[b + Pose.InverseMass]!
  const left = speed > 0 ? 1 / (1 + (dt * force) / speed) : 1
  applyForce(world, entity, x * left, y * left)
  applyTorque(world, entity, torque * left)
}
