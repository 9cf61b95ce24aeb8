import { sin } from '../../src/math/rotation.ts'
import { Blueprint } from '../builders/blueprint.ts'
import { bridge } from '../builders/bridge.ts'
import { type Car, car } from '../builders/car.ts'
import { EARTH_GRAVITY, boxShape, circleShape, viewOf, wall } from './parts.ts'
import { defineScene, type Driven, type PointData } from './types.ts'

const START = -30
/** The ravine that the bridge is over. */
const RAVINE = { left: 6, right: 18, depth: 5 }
const END = 40
/** Radians a second of the wheels. */
const SPEED = 20
/** Seconds that it drives by itself in one direction. */
const PATROL = 16

export const carOnHills = defineScene({
  name: 'car',
  title: 'Car on hills',
  category: 'Machines',
  description: 'A car with sprung wheels, hills, a bridge, a seesaw and boxes. It drives to and fro until you take the wheel: '
    + 'arrow keys left and right, or the buttons.',
  lookFor: 'The wheels give way and stay on their axles. The bridge bends under the car, the seesaw tips.',
}, () => {
  const made = new Blueprint()
  const ground = made.body({ x: 0, y: 0, shape: { type: 'chain', points: hills() }, kind: 'static', friction: 0.9 })
  made.body(wall(START - 0.5, 4, 0.5, 4))
  made.body(wall(END + 0.5, 4, 0.5, 4))
  const [left, right] = [{ body: ground, x: RAVINE.left, y: -0.1 }, { body: ground, x: RAVINE.right, y: -0.1 }]
  bridge(made, left, right, { planks: 20, sag: 0.35, halfHeight: 0.12, density: 1.5 })
  const seesaw = made.body({ x: 25, y: 0.75, shape: boxShape(3.4, 0.12), density: 0.5, friction: 0.9, angle: 0.15 })
  made.joint({ type: 'revolute', a: ground, b: seesaw, x: 25, y: 0.75, limit: { lower: -0.35, upper: 0.05 } })
  for (let i = 0; i < 10; i++) {
    made.body({ x: 33 + (i % 2) * 1.05, y: 0.5 + Math.floor(i / 2), shape: i % 3 === 2 ? circleShape(0.48) : boxShape(0.5), density: 0.2 })
  }
  const driven = car(made, START + 6, 1)
  return {
    gravity: EARTH_GRAVITY, ...made, view: viewOf(START, -RAVINE.depth, START + 32, 9, 0), follow: driven.body, ...drives(driven),
    controls: [
      { keys: ['ArrowLeft', 'a'], label: '←', text: 'drive to the left' },
      { keys: ['ArrowRight', 'd'], label: '→', text: 'drive to the right' },
    ],
  }
})

/** The ground, from left to right; level at both ends and around the bridge and the seesaw. */
function hills(): PointData[] {
  const points: PointData[] = [{ x: START - 2, y: 0 }, { x: START + 10, y: 0 }]
  for (let k = 1; k < 52; k++) {
    const rise = Math.min(1, k / 20, (52 - k) / 10)
    points.push({ x: START + 10 + k * 0.45, y: rise * (0.8 + 0.8 * sin(k * 0.36) + 0.1 * sin(k * 1.1)) })
  }
  const { left, right, depth } = RAVINE
  points.push({ x: left, y: 0 }, { x: left + 1.5, y: -depth }, { x: right - 1.5, y: -depth }, { x: right, y: 0 }, { x: END + 2, y: 0 })
  return points
}

/** To and fro, until somebody has held a control. */
function drives({ body, axles }: Car): Driven {
  const now = new Float64Array(4)
  const memory = new Float64Array(1)
  return { memory, drive: (stepIndex, dt, api) => {
    const wish = Number(api.held(1)) - Number(api.held(0))
    if (stepIndex === 0) memory[0] = 0
    else if (wish !== 0) memory[0] = 1
    api.read(body, now)
    const right = (stepIndex * dt) % (2 * PATROL) < PATROL
    const arrived = right ? now[0] > END - 5 : now[0] < START + 5
    const direction = memory[0] === 1 ? wish : arrived ? 0 : right ? 1 : -1
    for (const axle of axles) api.setMotor(axle, -direction * SPEED)
  } }
}
