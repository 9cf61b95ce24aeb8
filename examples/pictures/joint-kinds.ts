import { Blueprint } from '../builders/blueprint.ts'
import { EARTH_GRAVITY, NO_GRAVITY, boxShape, circleShape, wall } from '../scenes/parts.ts'
import type { Drive, PointData } from '../scenes/types.ts'

/** A picture of a kind of joint: a small world, and at which steps it is drawn. */
export interface JointPicture {
  readonly kind: string
  readonly title: string
  readonly blueprint: Blueprint
  readonly gravity: PointData
  /** Steps at which the bodies are drawn, the last one in full color. */
  readonly steps: readonly number[]
  readonly drive?: Drive
}

/** Meters that a picture shows around (0, 0). */
export const VIEW = { width: 8, height: 4.4 }

export const jointPictures: readonly JointPicture[] = [
  picture('revolute', 'A hinge turns, within its limits', [0, 14, 22, 34], (made) => {
    const post = made.body(wall(-1.4, 0.4, 0.15, 1.6))
    const door = made.body({ x: -0.2, y: 1.6, shape: boxShape(1.2, 0.12) })
    made.joint({ type: 'revolute', a: post, b: door, x: -1.4, y: 1.6, limit: { lower: -1.2, upper: 0.3 } })
  }),
  picture('distance', 'A rod, a rope that may go slack, a spring', [0, 20, 50], (made) => {
    const beam = made.body(wall(0, 1.9, 3.6, 0.1))
    const hang = (x: number, to: PointData, more: object): void => {
      const ball = made.body({ ...to, vx: 1.2, shape: circleShape(0.28) })
      made.joint({ type: 'distance', a: beam, b: ball, from: { x, y: 1.8 }, to, ...more })
    }
    hang(-2.8, { x: -2.8, y: -0.4 }, {})
    hang(-0.4, { x: -0.7, y: 0.9 }, { limit: { lower: 0, upper: 2.4 } })
    hang(2.2, { x: 2.2, y: 0.4 }, { spring: { hertz: 0.9, dampingRatio: 0.1 } })
  }),
  picture('prismatic', 'A slide, driven from limit to limit', [0, 50, 100], (made) => {
    const mast = made.body(wall(-1.6, 0, 0.2, 2))
    const lift = made.body({ x: 0, y: -1.4, shape: boxShape(1.3, 0.12) })
    made.joint({
      type: 'prismatic', a: mast, b: lift, x: -1.2, y: -1.4, axis: { x: 0, y: 1 }, limit: { lower: 0, upper: 2.8 },
      motor: { speed: 1.6, maxForce: 200 },
    })
    made.body({ x: 0.5, y: -1, shape: boxShape(0.28) })
  }),
  picture('weld', 'One piece, stiff above, soft below', [0, 30], (made) => {
    const side = made.body(wall(-3, 0, 0.3, 2))
    for (const [y, soft] of [[1.1, {}], [-0.5, { angularSpring: { hertz: 3, dampingRatio: 0.7 } }]] as const) {
      let holder = side
      for (let i = 0; i < 5; i++) {
        const piece = made.body({ x: -2.2 + i, y, shape: boxShape(0.5, 0.13) })
        made.joint({ type: 'weld', a: holder, b: piece, x: -2.7 + i, y, ...soft })
        holder = piece
      }
    }
  }),
  picture('wheel', 'Wheels slide along an axis of the car', [0, 40, 80], (made) => {
    const ground = { type: 'chain', points: [{ x: -4, y: -1.2 }, { x: -0.6, y: -1.2 }, { x: 0.3, y: -0.85 }, { x: 1.2, y: -1.2 }, { x: 4, y: -1.2 }] } as const
    made.body({ x: 0, y: 0, shape: ground, kind: 'static' })
    const car = made.body({ x: -2.4, y: -0.1, shape: boxShape(1.1, 0.3) })
    for (const side of [-0.75, 0.75]) {
      const at = { x: -2.4 + side, y: -0.8 }
      const wheel = made.body({ ...at, shape: circleShape(0.4), friction: 1.2 })
      made.joint({
        type: 'wheel', a: car, b: wheel, ...at, axis: { x: 0, y: 1 }, limit: { lower: -0.3, upper: 0.3 },
        spring: { hertz: 2.5, dampingRatio: 0.5 }, motor: { speed: -7, maxTorque: 10 },
      })
    }
  }),
  picture('motor', 'A hand draws a box along, with a limited force', [0, 25, 45, 65], (made) => {
    made.body(wall(0, -1.9, 4, 0.15))
    const hand = made.body({ x: -2.6, y: -1, shape: circleShape(0.12), kind: 'kinematic', filter: { mask: 0 } })
    const box = made.body({ x: -2.9, y: -1.3, shape: boxShape(0.45) })
    made.joint({ type: 'motor', a: hand, b: box, x: -2.6, y: -1, spring: { hertz: 1.2, dampingRatio: 0.8, maxForce: 25 } })
  }, EARTH_GRAVITY, (_, __, api) => api.setVelocity(1, 4.6, 2, 0)),
  picture('pulley', 'What one side gives, the other takes', [0, 45], (made) => {
    const [left, right] = [made.body({ x: -1.2, y: 0.3, shape: boxShape(0.4) }), made.body({ x: 1.2, y: -0.4, shape: boxShape(0.5) })]
    made.joint({
      type: 'pulley', a: left, b: right, from: { x: -1.2, y: 0.7 }, to: { x: 1.2, y: 0.1 },
      groundA: { x: -1.2, y: 1.9 }, groundB: { x: 1.2, y: 1.9 },
    })
  }),
  picture('gear', 'The small wheel turns twice as fast', [0, 25], (made) => {
    const post = made.body(wall(0, -1.9, 2.6, 0.1))
    const wheels = ([[-0.8, 1.2], [1, 0.6]] as const).map(([x, radius], i) => {
      const wheel = made.body({ x, y: 0.1, shape: circleShape(radius), filter: { mask: 0 } })
      return made.joint({ type: 'revolute', a: post, b: wheel, x, y: 0.1, ...(i === 0 ? { motor: { speed: 2, maxTorque: 500 } } : {}) })
    })
    made.joint({ type: 'gear', a: wheels[0]!, b: wheels[1]!, ratio: 0.5 })
  }, NO_GRAVITY),
  picture('filter', 'Two that do not collide, beside two that do', [0, 30, 70], (made) => {
    made.body(wall(0, -1.8, 3.6, 0.15))
    const boxes = [-1.7, 1.7].flatMap((x) => [-1.15, 1.2].map((y, i) => (
      made.body({ x: x + i * 0.3, y, shape: boxShape(0.5) })
    )))
    made.joint({ type: 'filter', a: boxes[0]!, b: boxes[1]! })
  }),
]

function picture(
  kind: string, title: string, steps: readonly number[], fill: (made: Blueprint) => void, gravity = EARTH_GRAVITY, drive?: Drive,
): JointPicture {
  const blueprint = new Blueprint()
  fill(blueprint)
  return { kind, title, blueprint, gravity, steps, ...(drive === undefined ? {} : { drive }) }
}
