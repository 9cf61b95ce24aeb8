import { cos, sin } from '../../src/math/rotation.ts'
import { NO_GRAVITY, circleShape, enclosure, viewOf } from './parts.ts'
import { between, createRandom } from './random.ts'
import { defineScene, type BodyData, type Drive } from './types.ts'

const HALF_WIDTH = 60
const HALF_HEIGHT = 40
/** Steps between two looks of a walker at its aim: they take turns. */
const THINK_EVERY = 6
const WALK_SPEED = 4
const SENSORS = 200
/** Bullets a second, at most one for each ten walkers; how long each flies, how fast, from how many places. */
const FIRE_RATE = 300
const BULLET_SECONDS = 1
const BULLET_SPEED = 35
const TURRETS = 12

export const arena = defineScene({
  name: 'arena',
  title: 'Arena',
  category: 'Motion',
  description: 'Three thousand circles, seen from above, press toward a point that wanders. Two hundred sensors count them, '
    + 'and three hundred bullets a second are fired into them, each gone after a second.',
  lookFor: 'The crowd packs and flows without humming. The zones brighten with those inside.',
}, ({ count = 3000, seed = 96 }) => {
  const random = createRandom(seed)
  const bodies: BodyData[] = enclosure(2 * HALF_WIDTH, 2 * HALF_HEIGHT, 4)
  for (let i = 0; i < SENSORS; i++) {
    const [column, row] = [i % 20, Math.floor(i / 20)]
    bodies.push({
      x: (column - 9.5) * (HALF_WIDTH / 10), y: (row - 4.5) * (HALF_HEIGHT / 5), shape: circleShape(1.5), kind: 'static', sensor: true,
    })
  }
  const firstWalker = bodies.length
  const columns = Math.ceil(Math.sqrt(count * 1.5))
  for (let i = 0; i < count; i++) {
    bodies.push({
      x: ((i % columns) - (columns - 1) / 2) * 1.2 + between(random, -0.2, 0.2),
      y: (Math.floor(i / columns) - count / columns / 2) * 1.2 + between(random, -0.2, 0.2),
      shape: circleShape(between(random, 0.25, 0.35)), friction: 0.2, motion: { linearDamping: 1 },
    })
  }
  const firstBullet = bodies.length
  const rate = Math.min(FIRE_RATE, Math.ceil(count / 10))
  for (let i = 0; i < rate * BULLET_SECONDS + 60; i++) {
    bodies.push({
      x: 0, y: 0, shape: circleShape(0.12), density: 4, friction: 0.2, absent: true, bullet: true, motion: { lockRotation: true },
    })
  }
  const walks = walk(firstWalker, count)
  const fires = fire(rate, firstBullet, bodies.length - firstBullet)
  return {
    gravity: NO_GRAVITY, bodies, view: viewOf(-HALF_WIDTH, -HALF_HEIGHT, HALF_WIDTH, HALF_HEIGHT, 0.03),
    drive(stepIndex, dt, api) {
      walks(stepIndex, dt, api)
      fires(stepIndex, dt, api)
    },
  }
})

/** Where the walkers want to be. */
function aimX(time: number): number {
  return sin(time * 0.19) * HALF_WIDTH * 0.6
}

function aimY(time: number): number {
  return cos(time * 0.31) * HALF_HEIGHT * 0.6
}

function walk(first: number, count: number): Drive {
  const now = new Float64Array(4)
  return (stepIndex, dt, api) => {
    const time = stepIndex * dt
    const [x, y] = [aimX(time), aimY(time)]
    for (let i = stepIndex % THINK_EVERY; i < count; i += THINK_EVERY) {
      api.read(first + i, now)
      const dx = x - now[0]
      const dy = y - now[1]
      const distance = Math.sqrt(dx * dx + dy * dy)
      // Slower where it has come close, so that nobody runs past.
      const speed = Math.min(WALK_SPEED, distance) / Math.max(distance, 1e-9)
      api.setVelocity(first + i, dx * speed, dy * speed, 0)
    }
  }
}

/** Fires from turrets around the walls at the aim, and takes away what has flown for its time. */
function fire(rate: number, first: number, places: number): Drive {
  return (stepIndex, dt, api) => {
    const fired = (step: number): number => Math.floor(Math.max(0, step) * dt * rate)
    const life = Math.round(BULLET_SECONDS / dt)
    for (let k = fired(stepIndex - life); k < fired(stepIndex + 1 - life); k++) api.despawn(first + (k % places))
    const [aimAtX, aimAtY] = [aimX(stepIndex * dt), aimY(stepIndex * dt)]
    for (let k = fired(stepIndex); k < fired(stepIndex + 1); k++) {
      const angle = ((k % TURRETS) + 0.5) * (2 * Math.PI / TURRETS)
      const x = cos(angle) * (HALF_WIDTH - 2)
      const y = sin(angle) * (HALF_HEIGHT - 2)
      const spread = ((k * 7919) % 101) / 101 - 0.5
      const dx = aimAtX - x + spread * 20
      const dy = aimAtY - y - spread * 20
      const speed = BULLET_SPEED / Math.sqrt(dx * dx + dy * dy)
      api.spawn(first + (k % places), x, y, dx * speed, dy * speed)
    }
  }
}
