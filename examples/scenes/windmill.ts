import { Blueprint } from '../builders/blueprint.ts'
import { EARTH_GRAVITY, boxShape, circleShape, viewOf, wall } from './parts.ts'
import { between, createRandom } from './random.ts'
import { defineScene } from './types.ts'

export const windmill = defineScene({
  name: 'windmill',
  title: 'Windmill and doors',
  category: 'Machines',
  description: 'Two mills on hinges, the left one with a motor; a gear makes the right one turn against it. They throw balls at doors '
    + 'that springs shut; the inner ones open to both sides, the outer ones only inward, as their limits say.',
  lookFor: 'The mills keep their step. Doors swing as far as they may, without bouncing off their limits, and fall shut.',
}, ({ count = 110, seed = 125 }) => {
  const random = createRandom(seed)
  const made = new Blueprint([
    { x: 0, y: 0, shape: { type: 'chain', points: BOWL, loop: false }, kind: 'static', friction: 0.3 },
  ])
  const mills = [-3.4, 3.4].map((x, side) => {
    const blade = boxShape(2.2, 0.12)
    const mill = made.body({
      x, y: 3.7, shape: blade, density: 2, friction: 0.6, parts: [{ shape: blade, x: 0, y: 0, angle: Math.PI / 2, density: 2, friction: 0.6 }],
    })
    return made.joint({
      type: 'revolute', a: 0, b: mill, x, y: 3.7, ...(side === 0 ? { motor: { speed: 4, maxTorque: 3000 } } : {}),
    })
  })
  made.joint({ type: 'gear', a: mills[0], b: mills[1], ratio: 1 })
  for (const side of [-1, 1]) {
    const inward = side > 0 ? { lower: -1.4, upper: 0 } : { lower: 0, upper: 1.4 }
    for (const [x, top, limit] of [[7.2, 5.9, { lower: -1.4, upper: 1.4 }], [11.4, 7.4, inward]] as const) {
      const lintel = made.body(wall(side * x, top + 0.6, 0.35, 0.6))
      const door = made.body({ x: side * x, y: top - 1.8, shape: boxShape(0.12, 1.8), density: 0.4, friction: 0.3 })
      made.joint({ type: 'revolute', a: lintel, b: door, x: side * x, y: top, limit, spring: { hertz: 0.6, dampingRatio: 0.25 } })
    }
  }
  for (let i = 0; i < count; i++) {
    made.body({
      x: between(random, -6, 6), y: 7 + (i % 12) * 0.7, shape: circleShape(between(random, 0.2, 0.28)), restitution: 0.3, friction: 0.3,
    })
  }
  return { gravity: EARTH_GRAVITY, ...made, view: viewOf(-17, -1, 17, 15, 0.03) }
})

/** A bowl from left to right in which everything rolls back under the mills. */
const BOWL = [
  { x: -16, y: 22 }, { x: -16, y: 5.2 }, { x: -6.4, y: 1.6 }, { x: -5, y: 0.9 }, { x: -3.4, y: 0.6 }, { x: 0, y: 1 },
  { x: 3.4, y: 0.6 }, { x: 5, y: 0.9 }, { x: 6.4, y: 1.6 }, { x: 16, y: 5.2 }, { x: 16, y: 22 },
]
