import { sin } from '../../src/math/rotation.ts'
import { EARTH_GRAVITY, boxShape, circleShape, floor, viewOf, wall } from './parts.ts'
import { between, createRandom } from './random.ts'
import { defineScene, type BodyData, type Drive, type DriveApi } from './types.ts'

export const oneWay = defineScene({
  name: 'one-way',
  title: 'One-way platforms',
  category: 'Platforms',
  description: 'Six storeys of platforms that hold back only what comes from above. Everything on them hops, '
    + 'each body in a rhythm of its own.',
  lookFor: 'On the way up a body passes through the platform, on the way down it lands. '
    + 'Nothing pops or sticks halfway.',
}, ({ count = 60, seed = 61 }) => {
  const random = createRandom(seed)
  const bodies: BodyData[] = [floor(0, 0, 16, 1), wall(-16, 10, 1, 11), wall(16, 10, 1, 11)]
  for (let storey = 1; storey <= 6; storey++) {
    for (let k = 0; k < 4; k++) {
      bodies.push({
        x: (k - 1.5) * 7.4 + (storey % 2 === 0 ? 1.6 : -1.6), y: storey * 3, shape: boxShape(2.4, 0.12), kind: 'static',
        oneWay: { x: 0, y: 1 },
      })
    }
  }
  const first = bodies.length
  for (let i = 0; i < count; i++) {
    bodies.push({
      x: between(random, -13, 13), y: 1 + (i % 6) * 3,
      shape: i % 3 === 0 ? circleShape(0.42) : i % 3 === 1 ? boxShape(0.4) : { type: 'capsule', halfLength: 0.25, radius: 0.35 },
    })
  }
  return { gravity: EARTH_GRAVITY, bodies, view: viewOf(-17, -1, 17, 22, 0.03), drive: hops(first, count, seed) }
})

/** Throws each body up now and then, the one in this direction, the other in that. */
function hops(first: number, count: number, seed: number): Drive {
  return (stepIndex, dt, api) => {
    const period = Math.max(1, Math.round(2 / dt))
    for (let i = 0; i < count; i++) {
      if ((stepIndex + i * 17) % period !== 0) continue
      const random = createRandom(seed + i * 7919 + stepIndex)
      api.setVelocity(first + i, between(random, -2.5, 2.5), between(random, 8.5, 10.5), between(random, -3, 3))
    }
  }
}

export const conveyors = defineScene({
  name: 'conveyors',
  title: 'Conveyor belts',
  category: 'Platforms',
  description: 'Belts are static bodies whose surface has a speed. They carry parcels to and fro and down, '
    + 'from the fastest belt to the slowest.',
  lookFor: 'Color by speed: each parcel takes on the speed of the belt that it lies on. '
    + 'The lowest belt runs against the heap and keeps it on the move.',
}, ({ count = 90, seed = 62 }) => {
  const random = createRandom(seed)
  const bodies: BodyData[] = []
  for (let level = 0; level < 4; level++) {
    const direction = level % 2 === 0 ? 1 : -1
    bodies.push({
      x: -direction * 3, y: 16 - level * 4, shape: { type: 'capsule', halfLength: 11, radius: 0.5 }, kind: 'static',
      tangentSpeed: direction * (6 - level), friction: 0.9,
    })
  }
  bodies.push(wall(-17, 8, 1, 14), wall(17, 8, 1, 14))
  bodies.push({ ...floor(0, -1, 16, 1), tangentSpeed: 1.5, friction: 0.9 })
  for (let i = 0; i < count; i++) {
    bodies.push({
      x: -12 + (i % 12) * 1.5 + between(random, -0.1, 0.1), y: 18 + Math.floor(i / 12) * 1.3,
      shape: boxShape(between(random, 0.3, 0.6), between(random, 0.3, 0.5)),
      friction: 0.7,
    })
  }
  return { gravity: EARTH_GRAVITY, bodies, view: viewOf(-18, -3, 18, 24, 0.03) }
})

const SHUTTLE_REACH = 3.8
const LIFT_REACH = 6

export const elevators = defineScene({
  name: 'elevators',
  title: 'Elevators and shuttles',
  category: 'Platforms',
  description: 'Kinematic platforms go up and down and from side to side, a paddle turns without end. They are moved '
    + 'by velocity alone: they carry and push and are never pushed.',
  lookFor: 'The stacks ride along without slipping. The paddle flings what it catches at them.',
}, ({ seed = 63 }) => {
  const random = createRandom(seed)
  const bodies: BodyData[] = [
    { x: -12.2, y: 7, shape: boxShape(2.6, 0.3), kind: 'kinematic' },
    { x: 12.2, y: 7, shape: boxShape(2.6, 0.3), kind: 'kinematic' },
    { x: 0, y: 4, shape: boxShape(2.6, 0.3), kind: 'kinematic', friction: 0.9 },
    { x: 0, y: 12, shape: boxShape(2.6, 0.3), kind: 'kinematic', friction: 0.9 },
    { x: 0, y: 18.5, shape: boxShape(3.2, 0.2), kind: 'kinematic' },
    floor(0, -2, 16, 1), wall(-17, 10, 1, 13), wall(17, 10, 1, 13),
  ]
  for (const [x, y] of [[-12.2, 7.3], [12.2, 7.3], [0, 4.3], [0, 12.3]]) {
    for (let row = 0; row < 4; row++) {
      for (let k = 0; k < 4 - row; k++) {
        bodies.push({ x: x + (k - (3 - row) / 2) * 0.9, y: y + 0.4 + row * 0.8, shape: boxShape(0.4), friction: 0.9 })
      }
    }
  }
  for (let i = 0; i < 40; i++) {
    bodies.push({ x: between(random, -4, 4), y: 20 + i * 0.5, shape: circleShape(between(random, 0.25, 0.4)) })
  }
  return { gravity: EARTH_GRAVITY, bodies, view: viewOf(-18, -3, 18, 24, 0.03), drive: rides }
})

/** The way to the place one step later, so that the platforms end where they began after each round. */
const rides: Drive = (stepIndex, dt, api: DriveApi) => {
  const velocity = (rate: number, phase: number): number => (
    (sin(rate * (stepIndex + 1) * dt + phase) - sin(rate * stepIndex * dt + phase)) / dt
  )
  const lift = velocity(0.8, 0) * LIFT_REACH
  api.setVelocity(0, 0, lift, 0)
  api.setVelocity(1, 0, -lift, 0)
  const shuttle = velocity(0.7, 0) * SHUTTLE_REACH
  api.setVelocity(2, shuttle, 0, 0)
  api.setVelocity(3, -shuttle, 0, 0)
  api.setVelocity(4, 0, 0, 1.6)
}
