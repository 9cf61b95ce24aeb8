import { Blueprint } from '../builders/blueprint.ts'
import { RAGDOLL_PARTS, ragdoll } from '../builders/ragdoll.ts'
import { EARTH_GRAVITY, bin, circleShape, viewOf, wall } from './parts.ts'
import { between, createRandom } from './random.ts'
import { defineScene, type BodyData, type Drive } from './types.ts'

const TOP = 17
/** Seconds from one fall to the next. */
const PERIOD = 0.75

export const ragdolls = defineScene({
  name: 'ragdolls',
  title: 'Ragdolls',
  category: 'Joints',
  description: 'Ragdolls of eleven parts fall over pegs onto a heap. The one that has lain longest falls again.',
  lookFor: 'Elbows, knees and necks turn as far as they may and no further. What the heap is pressed by pulls nobody apart.',
}, ({ count = 28 }) => {
  const made = new Blueprint(bin(11, 6, 0.6))
  for (let row = 0; row < 3; row++) {
    for (let i = 0; i < 2 + (row % 2); i++) {
      made.body({ x: (i - (1 + (row % 2)) / 2) * 4, y: 7.5 + row * 2.7, shape: circleShape(0.4), kind: 'static', friction: 0.2 })
    }
  }
  made.body({ ...wall(-7.3, 8.6, 0.3, 3.4), angle: 0.55 })
  made.body({ ...wall(7.3, 8.6, 0.3, 3.4), angle: -0.55 })
  const first = made.bodies.length
  for (let i = 0; i < count; i++) {
    ragdoll(made, 0, TOP, { scale: 1.2, stiffness: 0.02, common: { absent: true, friction: 0.4 } })
  }
  return { gravity: EARTH_GRAVITY, ...made, view: viewOf(-10, -0.6, 10, 16, 0.03), drive: falls(made.bodies, first, count) }
})

/** Drops one after the other, and then the first again. */
function falls(bodies: readonly BodyData[], first: number, count: number): Drive {
  return (stepIndex, dt, api) => {
    const period = Math.round(PERIOD / dt)
    if (stepIndex % period !== 0) return
    const turn = stepIndex / period
    const random = createRandom(123 + turn)
    const body = first + (turn % count) * RAGDOLL_PARTS
    const [shift, vx] = [between(random, -3.5, 3.5) - bodies[body].x, between(random, -3, 3)]
    if (turn >= count) for (let k = 0; k < RAGDOLL_PARTS; k++) api.despawn(body + k)
    for (let k = 0; k < RAGDOLL_PARTS; k++) api.spawn(body + k, bodies[body + k].x + shift, bodies[body + k].y, vx, -2)
  }
}

export const ragdollBin = defineScene({
  name: 'ragdoll-bin',
  title: 'Two hundred ragdolls',
  category: 'Joints',
  description: 'Two hundred ragdolls with limbs of boxes, 2,200 bodies and 2,000 joints with limits, fall into a bin and lie there.',
  lookFor: 'The heap comes to rest and falls asleep.',
}, ({ count = 200, seed = 124 }) => {
  const random = createRandom(seed)
  const columns = Math.max(4, Math.ceil(Math.sqrt(count * 1.6)))
  const width = columns * 0.95 + 1
  const made = new Blueprint(bin(width, 14, 2))
  for (let i = 0; i < count; i++) {
    const x = ((i % columns) - (columns - 1) / 2) * 0.95 + between(random, -0.1, 0.1)
    ragdoll(made, x, 1.2 + Math.floor(i / columns) * 2.1, { square: true })
  }
  return { gravity: EARTH_GRAVITY, ...made, view: viewOf(-width / 2 - 2, -1, width / 2 + 2, 15, 0.03) }
})
