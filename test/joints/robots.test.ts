import { addComponents, set } from 'bitecs'
import { describe, expect, test } from 'vitest'
import { box, capsule, createSnapshots, getJointCoordinate, hashWorld, revoluteJoint, stepPhysics } from '../../src/index.ts'
import { JointWorld } from './joint-world.ts'

/** How fast anything is steered to turn at most, in radians a second; each hinge is asked for no more. */
const TURNS = 2
/** Of a link, in meters, and how far from the middle of the torso the first hinges are. */
const LINK = 0.5
const SHOULDER = Math.hypot(0.5, 0.2)

interface RobotOptions {
  readonly limbs: number
  readonly links: number
  readonly maxTorque: number
  /** The density of the torso; a link has 1. */
  readonly torso: number
  readonly limit?: number
  readonly substeps?: number
  readonly gravity?: number
}

/** A torso with limbs of links, each hinge with a motor and limits, that nothing in the world holds. */
function makeRobot({ limbs, links, maxTorque, torso: density, limit, substeps = 4, gravity = 0 }: RobotOptions) {
  const t = new JointWorld({ substeps, allowSleep: false, gravity: { x: 0, y: -gravity } })
  const { CollisionFilter, Material, Rotation } = t.components
  const bodies: number[] = []
  const motors: number[] = []
  const add = (body: number, heavy: number): number => {
    addComponents(t.world, body, set(CollisionFilter, { category: 2, mask: 1 }), set(Material, { density: heavy }))
    bodies.push(body)
    return body
  }
  const torso = add(t.add(box(0.6, 0.3), 0, 4), density)
  for (let limb = 0; limb < limbs; limb++) {
    const [right, up] = [limb % 2 === 0 ? 1 : -1, limb < 2 ? -1 : 1]
    let last = torso
    for (let k = 0; k < links; k++) {
      const y = 4 + up * (0.2 + k * LINK)
      const link = add(t.add(capsule(LINK / 2, 0.08), 0.5 * right, y + (up * LINK) / 2), 1)
      addComponents(t.world, link, set(Rotation, { angle: Math.PI / 2 }))
      motors.push(t.joint(revoluteJoint(last, link, {
        x: 0.5 * right, y, motor: { speed: 0, maxTorque }, ...(limit !== undefined && { limit: { lower: -limit, upper: limit } }),
      })))
      last = link
    }
  }
  const { Joint, Velocity, Mass } = t.components
  /** Steers each hinge to an angle that goes to and fro, and a little beyond its limits. */
  const steer = (time: number): void => {
    motors.forEach((motor, i) => {
      const speed = 8 * (1.1 * (limit ?? 1) * Math.sin(time * (1 + 0.3 * (i % 5)) + i) - getJointCoordinate(t.world, motor).value)
      Joint.speed[motor] = Math.max(-TURNS, Math.min(TURNS, speed))
    })
  }
  const fastest = (): number => Math.max(...bodies.map((body) => Math.hypot(Velocity.x[body]!, Velocity.y[body]!)))
  const momentum = (): number => {
    const { mass } = Mass
    return Math.hypot(...[Velocity.x, Velocity.y].map((v) => bodies.reduce((sum, body) => sum + mass[body]! * v[body]!, 0)))
  }
  return { t, motors, steer, fastest, momentum }
}

/**
 * In space a link goes no faster against the torso than its hinges together turn it, each times its way to it; and the torso turns no faster against
 * all of that than the fastest of them.
 */
function fastestSteered(links: number): number {
  let speed = 0
  for (let i = 0; i < links; i++) speed += TURNS * LINK * (links - i)
  return speed + TURNS * links * (SHOULDER + links * LINK)
}

// One by one their motors found what they should together never: of 30 robots at 60 Hz half reached 36 m/s, one 90 (box2d3-wasm 23 and 69).
describe.each([[30, 1], [30, 4], [60, 4], [120, 1], [120, 8]])('at %i Hz, with %i substeps', (rate, substeps) => {
  test.each([[2, 4, 1], [3, 2, 1], [4, 2, 4], [3, 3, 3], [2, 3, 20]])('a robot of %i limbs of %i links goes no faster than it is steered, its torso %i times as dense', (limbs, links, torso) => {
    for (const maxTorque of [60, 1000, 20_000]) {
      for (const limit of [undefined, 0.6]) {
        const { t, motors, steer, fastest, momentum } = makeRobot({ limbs, links, maxTorque, torso, substeps, ...(limit !== undefined && { limit }) })
        for (let step = 0; step < 4 * rate; step++) {
          steer(step / rate)
          stepPhysics(t.world, 1 / rate)
          expect(fastest()).toBeLessThan(fastestSteered(links))
        }
        expect(momentum()).toBeLessThan(1e-3)
        if (limit !== undefined) for (const motor of motors) expect(Math.abs(getJointCoordinate(t.world, motor).value)).toBeLessThan(limit + 0.01)
      }
    }
  })
})

// Whether a robot is solved at once is up to its largest torques, which are written plainly: what is restored has to find the same.
test('a robot whose motors become strong goes on with the same bits where it is saved and put back', () => {
  const play = (restores: boolean): number => {
    const { t, motors, steer } = makeRobot({ limbs: 2, links: 4, maxTorque: 1, torso: 1 })
    const snapshots = restores ? createSnapshots(t.world) : undefined
    for (let step = 0; step < 90; step++) {
      if (step === 30) for (const motor of motors) t.components.Joint.maxTorque[motor] = 1000
      if (step === 60) for (const motor of motors) t.components.Joint.maxTorque[motor] = 0.5
      steer(step / 60)
      t.step()
      if (snapshots && step % 10 === 5) {
        snapshots.save()
        t.step()
        snapshots.restore()
      }
    }
    return hashWorld(t.world)
  }
  expect(play(true)).toBe(play(false))
})
