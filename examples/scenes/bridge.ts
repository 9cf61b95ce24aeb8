import { Blueprint } from '../builders/blueprint.ts'
import { bridge } from '../builders/bridge.ts'
import { EARTH_GRAVITY, boxShape, circleShape, viewOf, wall } from './parts.ts'
import { between, createRandom } from './random.ts'
import { defineScene } from './types.ts'

const SPAN = 30
const PITCH = 9

export const bridges = defineScene({
  name: 'bridge',
  title: 'Bridges with loads',
  category: 'Joints',
  description: 'Three bridges of sixty hinged planks, each under twenty boxes and balls that fall on it.',
  lookFor: 'The planks stay together where the loads lie; without friction in their hinges the bridges swing on. '
    + 'Layer 5 shows the forces: they are largest at the ends.',
}, ({ rows = 3, count = 20, seed = 121 }) => {
  const random = createRandom(seed)
  const made = new Blueprint()
  for (let row = 0; row < rows; row++) {
    const y = row * PITCH
    const left = made.body(wall(-SPAN / 2 - 1.5, y - 3, 1.5, 3))
    const right = made.body(wall(SPAN / 2 + 1.5, y - 3, 1.5, 3))
    bridge(made, { body: left, x: -SPAN / 2, y }, { body: right, x: SPAN / 2, y }, { planks: 60, halfHeight: 0.15, density: 1.5 })
    for (let i = 0; i < count; i++) {
      const size = between(random, 0.3, 0.6)
      made.body({
        x: (i - (count - 1) / 2) * (20 / count), y: y + 1.5 + (i % 3) * 1.4,
        shape: i % 4 === 3 ? circleShape(size) : boxShape(size, between(random, 0.3, 0.6)),
      })
    }
  }
  return { gravity: EARTH_GRAVITY, ...made, view: viewOf(-SPAN / 2 - 3, -6, SPAN / 2 + 3, (rows - 1) * PITCH + 5, 0.03) }
})
