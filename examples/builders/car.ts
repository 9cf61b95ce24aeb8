import type { PointData } from '../scenes/types.ts'
import type { Blueprint } from './blueprint.ts'

export interface CarOptions {
  /** Times a length of 3.2 m. Default 1. */
  readonly scale?: number
  /** Kilograms a square meter of the body; of the wheels it is 1. Default 1. */
  readonly density?: number
  /** Newton-meters of each axle's motor for a scale and density of 1. Default 10. */
  readonly torque?: number
}

export interface Car {
  /** Place of the body. */
  readonly body: number
  /** Places of the two joints whose motors drive it: negative speeds go to the right. */
  readonly axles: readonly [rear: number, front: number]
}

/** Seen from the left, counter-clockwise. */
const BODY: readonly PointData[] = [
  { x: -1.6, y: -0.35 }, { x: 1.6, y: -0.35 }, { x: 1.65, y: 0.1 }, { x: 1.2, y: 0.35 }, { x: 0.3, y: 0.75 },
  { x: -1.1, y: 0.75 }, { x: -1.65, y: 0.3 },
]
const WHEEL_X = 1.05
const WHEEL_Y = -0.55
const WHEEL_RADIUS = 0.42

/** A car on two sprung wheels that are both driven. (x, y) is the middle of its body, 0.97 above the ground. */
export function car(to: Blueprint, x: number, y: number, { scale = 1, density = 1, torque = 10 }: CarOptions = {}): Car {
  const body = to.body({
    x, y, shape: { type: 'polygon', points: BODY.map((point) => ({ x: point.x * scale, y: point.y * scale })) }, density,
  })
  const axle = (side: number): number => {
    const [wheelX, wheelY] = [x + side * WHEEL_X * scale, y + WHEEL_Y * scale]
    const wheel = to.body({
      x: wheelX, y: wheelY, shape: { type: 'circle', radius: WHEEL_RADIUS * scale }, friction: 1.5, rollingResistance: 0.01 * scale,
    })
    return to.joint({
      type: 'wheel', a: body, b: wheel, x: wheelX, y: wheelY, axis: { x: 0, y: 1 },
      limit: { lower: -0.25 * scale, upper: 0.25 * scale },
      spring: { hertz: 4, dampingRatio: 0.8 },
      motor: { speed: 0, maxTorque: torque * density * scale * scale * scale },
    })
  }
  return { body, axles: [axle(-1), axle(1)] }
}
