import { cos, sin } from '../../src/math/rotation.ts'
import { EARTH_GRAVITY, boxShape, circleShape, viewOf } from './parts.ts'
import { between, createRandom } from './random.ts'
import { defineScene, type BodyData, type Drive } from './types.ts'

const WALL_HALF = 1.5
/** Radians a second. */
const SPEED = 0.4
const HALF_PI = Math.PI / 2

export const tumbler = defineScene({
  name: 'tumbler',
  title: 'Tumbler',
  category: 'Motion',
  description: 'Two thousand bodies in a drum that turns without end. The drum is four kinematic boxes: they are '
    + 'moved by velocity, push everything and are pushed by nothing.',
  lookFor: 'The avalanche: the heap is carried up the wall until it is too steep and slides back down. '
    + 'Nothing ever sleeps here and nothing may leave.',
}, ({ count = 2000, seed = 41 }) => {
  const random = createRandom(seed)
  const columns = Math.max(1, Math.ceil(Math.sqrt(count)))
  const pitch = 0.8
  const inner = (columns * pitch) / 2 + 1.5
  const bodies: BodyData[] = []
  for (let side = 0; side < 4; side++) bodies.push(drumWall(side, inner))
  for (let i = 0; i < count; i++) {
    bodies.push({
      x: ((i % columns) - (columns - 1) / 2) * pitch + between(random, -0.03, 0.03),
      y: (Math.floor(i / columns) - (columns - 1) / 2) * pitch,
      shape: i % 4 === 3
        ? circleShape(between(random, 0.22, 0.34))
        : boxShape(between(random, 0.2, 0.34), between(random, 0.2, 0.34)),
    })
  }
  const reach = (inner + 2 * WALL_HALF) * 1.42
  return {
    gravity: EARTH_GRAVITY,
    bodies,
    view: viewOf(-reach, -reach, reach, reach, 0.02),
    drive: turnDrum(inner + WALL_HALF),
  }
})

/** Wall number `side` of the drum at angle 0. Its local y axis points away from the center. */
function drumWall(side: number, inner: number): BodyData {
  const distance = inner + WALL_HALF
  const angle = side * HALF_PI
  return {
    x: -sin(angle) * distance,
    y: cos(angle) * distance,
    angle,
    shape: boxShape(inner + 2 * WALL_HALF, WALL_HALF),
    kind: 'kinematic',
  }
}

/**
 * A wall moved by its tangent velocity would leave its circle a little in each
 * step. The velocity is the chord from its place now to its place one step later,
 * so that it lands on the circle.
 */
function turnDrum(distance: number): Drive {
  return (stepIndex, dt, api) => {
    for (let side = 0; side < 4; side++) {
      const from = side * HALF_PI + SPEED * stepIndex * dt
      const to = side * HALF_PI + SPEED * (stepIndex + 1) * dt
      const vx = (-(sin(to) - sin(from)) * distance) / dt
      const vy = ((cos(to) - cos(from)) * distance) / dt
      api.setVelocity(side, vx, vy, SPEED)
    }
  }
}
