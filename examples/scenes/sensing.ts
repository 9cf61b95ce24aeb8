import { cos, sin } from '../../src/math/rotation.ts'
import { EARTH_GRAVITY, NO_GRAVITY, boxShape, circleShape, enclosure, floor, viewOf, wall } from './parts.ts'
import { between, createRandom } from './random.ts'
import { defineScene, type BodyData, type MotionData } from './types.ts'

export const sensors = defineScene({
  name: 'sensors',
  title: 'Sensors',
  category: 'Contacts',
  description: 'Four zones that feel and never push: two that stand still, one that sweeps through the crowd, one on '
    + 'a body that is thrown about itself.',
  lookFor: 'A zone lights up while something is in it, the more the brighter. The counters of the panel show how many '
    + 'came in and how many left: those two never drift apart.',
}, ({ count = 120, seed = 71 }) => {
  const random = createRandom(seed)
  const bodies: BodyData[] = [
    { x: 0, y: 0, shape: boxShape(0.3, 8), kind: 'kinematic', sensor: true, angular: 0.6 },
    { x: -8, y: 3, shape: circleShape(2.6), kind: 'static', sensor: true },
    { x: 8, y: -3, shape: boxShape(2.6, 1.8), kind: 'static', sensor: true },
    {
      x: 0, y: 5, vx: 4, vy: 3, shape: circleShape(0.5), restitution: 1, friction: 0,
      parts: [{ shape: circleShape(2), x: 0, y: 0, sensor: true }],
    },
    ...enclosure(28, 17, 1).map((body) => ({ ...body, friction: 0, restitution: 1 })),
  ]
  for (let i = 0; i < count; i++) {
    bodies.push({
      x: between(random, -13, 13), y: between(random, -8, 8), vx: between(random, -4, 4), vy: between(random, -4, 4),
      shape: i % 2 === 0 ? circleShape(0.25) : boxShape(0.24), friction: 0, restitution: 1,
    })
  }
  return {
    gravity: NO_GRAVITY, bodies, view: viewOf(-15, -9.5, 15, 9.5, 0.03),
    settings: { allowSleep: false, restitutionThreshold: 0 },
  }
})

const PLAYER = 1
const GHOST = 2
const WORLD = 4
const ALL = 0xffffffff

export const filters = defineScene({
  name: 'filters',
  title: 'Layers and filters',
  category: 'Contacts',
  description: 'Circles and boxes fall on three shelves. The first shelf holds everything, the second only circles, '
    + 'the third only boxes. Capsules are ghosts: they touch the world but not each other.',
  lookFor: 'Each shape falls through the shelf that is not for it. The capsules lie in each other on the ground.',
}, ({ count = 120, seed = 72 }) => {
  const random = createRandom(seed)
  const circles = 8
  const boxes = 16
  const shelf = (y: number, x: number, mask: number): BodyData => ({
    x, y, shape: boxShape(7, 0.2), kind: 'static', filter: { category: WORLD, mask },
  })
  const bodies: BodyData[] = [
    shelf(14, -8, PLAYER | circles | boxes), shelf(9, 8, circles), shelf(4.5, 8, boxes),
    { ...floor(0, 0, 16, 1), filter: { category: WORLD, mask: ALL } },
    { ...wall(-17, 10, 1, 11), filter: { category: WORLD, mask: ALL } },
    { ...wall(17, 10, 1, 11), filter: { category: WORLD, mask: ALL } },
  ]
  for (let i = 0; i < count; i++) {
    const kind = i % 3
    bodies.push({
      x: between(random, -15, 15), y: 17 + Math.floor(i / 12) * 1.4,
      shape: kind === 0 ? circleShape(0.4) : kind === 1 ? boxShape(0.38) : { type: 'capsule', halfLength: 0.3, radius: 0.25 },
      filter: kind === 0 ? { category: circles, mask: circles | boxes | WORLD }
        : kind === 1 ? { category: boxes, mask: circles | boxes | WORLD }
          : { category: GHOST, mask: WORLD },
    })
  }
  return { gravity: EARTH_GRAVITY, bodies, view: viewOf(-18, -2, 18, 24, 0.03) }
})

export const motion = defineScene({
  name: 'motion',
  title: 'Locks, damping, gravity',
  category: 'Contacts',
  description: 'From left to right: gravity of one, a half, none and upward; little and much damping; a speed limit; '
    + 'then bodies that may not turn, not move sideways, not move up and down.',
  lookFor: 'Throw things at them with the mouse. What is locked gives way only in the directions that are left to it.',
}, () => {
  const bodies: BodyData[] = [floor(0, 0, 20, 1), floor(0, 21, 20, 0.5), wall(-20, 10, 1, 11), wall(20, 10, 1, 11)]
  const settings: readonly MotionData[] = [
    { gravityScale: 1 }, { gravityScale: 0.5 }, { gravityScale: 0 }, { gravityScale: -0.3 },
    { linearDamping: 1 }, { linearDamping: 6 }, { maxSpeed: 2 },
    { lockRotation: true }, { lockX: true }, { lockY: true }, { angularDamping: 4 },
  ]
  settings.forEach((own, i) => {
    const x = (i - (settings.length - 1) / 2) * 3.4
    bodies.push({ x, y: 12, angle: 0.2, angular: 3, shape: boxShape(0.7, 0.5), motion: own })
    bodies.push({ x: x + 0.5, y: 17, shape: circleShape(0.45), restitution: 0.3 })
  })
  for (let k = 0; k < 14; k++) {
    const angle = k * 0.9
    bodies.push({ x: cos(angle) * 14, y: 1 + Math.abs(sin(angle)), shape: circleShape(0.35), vx: -cos(angle) * 6 })
  }
  return { gravity: EARTH_GRAVITY, bodies, view: viewOf(-21, -2, 21, 22, 0.03) }
})
