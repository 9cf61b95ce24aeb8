import { NO_GRAVITY, circleShape, enclosure, viewOf, withMaterial } from './parts.ts'
import { between, createRandom } from './random.ts'
import { defineScene } from './types.ts'

const WALL = 6

export const gas = defineScene({
  name: 'gas',
  title: 'Gas',
  category: 'Motion',
  description: 'Ten thousand elastic circles without gravity or friction in a closed box. Every body moves in '
    + 'every step, so this is a test of the broad phase more than of the solver.',
  lookFor: 'The colors tell where each molecule began, and mix by diffusion. Color by speed shows the '
    + 'speeds of Maxwell and Boltzmann settle in; the total energy stays what it was.',
  opening: { count: 4000 },
}, ({ count = 10000, seed = 21 }) => {
  const random = createRandom(seed)
  const pitch = 0.8
  const columns = Math.max(1, Math.round(Math.sqrt(count * 1.45)))
  const rows = Math.ceil(count / columns)
  const width = columns * pitch + 1
  const height = rows * pitch + 1
  const bodies = enclosure(width, height, WALL).map((body) => withMaterial(body, 0, 1))
  const shape = circleShape(0.2)
  for (let i = 0; i < count; i++) {
    bodies.push({
      x: ((i % columns) - (columns - 1) / 2) * pitch + between(random, -0.15, 0.15),
      y: (Math.floor(i / columns) - (rows - 1) / 2) * pitch + between(random, -0.15, 0.15),
      vx: between(random, -6, 6),
      vy: between(random, -6, 6),
      shape,
      friction: 0,
      restitution: 1,
    })
  }
  return {
    gravity: NO_GRAVITY,
    bodies,
    view: viewOf(-width / 2, -height / 2, width / 2, height / 2),
    // A slow molecule must still bounce, and must not be put to sleep.
    settings: { restitutionThreshold: 0, allowSleep: false },
  }
})
