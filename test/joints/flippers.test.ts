/** A flipper or a piston that its motor starts within a step throws the ball, and does not pass it: when the step begins nothing tells of its speed. */
import { addComponents, addEntity, createWorld } from 'bitecs'
import { expect, it } from 'vitest'
import { addPhysics, box, circle, hashWorld, prismaticJoint, revoluteJoint, set, setVelocity, spawnBody, stepPhysics } from '../../src/index.ts'

const [HALF, DOWN] = [0.75, -0.4]

/** Whether the ball came to be below the flipper. */
function passes(hz: number, speed: number, at: number, over: number, fall: number, start: number, bullet: boolean): boolean {
  const world = createWorld()
  const { Position, Rotation, Joint, Bullet } = addPhysics(world).components
  const [c, s] = [Math.cos(DOWN), Math.sin(DOWN)]
  const post = spawnBody(world, { shape: circle(0.05), type: 'static', filter: { mask: 0 } })
  const flipper = spawnBody(world, { shape: box(HALF, 0.06), x: HALF * c, y: HALF * s, angle: DOWN, material: { density: 5, restitution: 0.2 } })
  const hinge = addEntity(world)
  addComponents(world, hinge, set(Joint, revoluteJoint(post, flipper, { x: 0, y: 0, limit: { lower: 0, upper: 1 }, motor: { speed: -5, maxTorque: 5000 } })))
  const ball = spawnBody(world, { shape: circle(0.1), x: at * c - 0.161 * s, y: at * s + 0.161 * c + over })
  if (bullet) addComponents(world, ball, Bullet)
  if (fall > 0) setVelocity(world, ball, 0, -fall)
  for (let i = 0; i < hz / 4; i++) {
    if (i === start) Joint.speed[hinge] = speed
    stepPhysics(world, 1 / hz)
    const [x, y, angle] = [Position.x[ball]!, Position.y[ball]!, Rotation.angle[flipper]!]
    const along = x * Math.cos(angle) + y * Math.sin(angle)
    if (along > 0 && along < 2 * HALF && y * Math.cos(angle) - x * Math.sin(angle) < -0.02) return true
  }
  return false
}

it.each([[60, 20, false], [60, 30, false], [120, 50, false], [30, 30, true], [60, 50, true]] as const)('at %d Hz and %d rad/s, a bullet: %s', (hz, speed, bullet) => {
  for (const at of [0.4, 0.8, 1.2]) {
    expect(passes(hz, speed, at, 0.03, 0, 1, bullet), `a ball that nearly lies on it, ${at}`).toBe(false)
    expect(passes(hz, speed, at, 0.5, 5, Math.round(hz * 0.08), bullet), `a ball that falls on it, ${at}`).toBe(false)
  }
})

it('a piston that starts within a step goes through no ball', () => {
  for (const [hz, speed] of [[30, 20], [60, 40]] as const) for (const over of [0, 0.03]) {
    const world = createWorld()
    const { Position, Joint } = addPhysics(world).components
    const post = spawnBody(world, { shape: circle(0.05), y: -5, type: 'static', filter: { mask: 0 } })
    const piston = spawnBody(world, { shape: box(0.5, 0.05), material: { density: 5 } })
    const slide = addEntity(world)
    addComponents(world, slide, set(Joint, prismaticJoint(post, piston, { x: 0, y: 0, axis: { x: 0, y: 1 }, limit: { lower: 0, upper: 2 }, motor: { speed: -5, maxForce: 1e5 } })))
    const ball = spawnBody(world, { shape: circle(0.1), x: 0.1, y: 0.151 + over })
    for (let i = 0; i < hz / 4; i++) {
      if (i === 1) Joint.speed[slide] = speed
      stepPhysics(world, 1 / hz)
      expect(Position.y[ball]!, `${hz} Hz, ${over} over it, step ${i}`).toBeGreaterThan(Position.y[piston]!)
    }
  }
})

// Hung up by its middle it was taken to go at no number.
it.each([0, 1])('a motor on what is kinematic changes nothing, %d from its hinge', (x) => {
  const [one, two] = [0, 30].map((speed) => {
    const world = createWorld()
    const { Joint } = addPhysics(world).components
    const post = spawnBody(world, { shape: circle(0.05), type: 'static', filter: { mask: 0 } })
    const arm = spawnBody(world, { shape: box(1, 0.1), x, type: 'kinematic' })
    setVelocity(world, arm, 0, 0, 1)
    addComponents(world, addEntity(world), set(Joint, revoluteJoint(post, arm, { x: 0, y: 0, motor: { speed, maxTorque: 100 } })))
    spawnBody(world, { shape: box(0.1, 0.1), x: x + 0.5, y: 0.4 })
    for (let i = 0; i < 60; i++) stepPhysics(world, 1 / 60)
    return hashWorld(world)
  })
  expect(one).toBe(two)
})
