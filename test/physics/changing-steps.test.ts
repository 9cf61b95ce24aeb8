import { describe, expect, test } from 'vitest'
import {
  type PhysicsOptions, box, capsule, circle, createSnapshots, diffWorlds, distanceJoint, getJointReaction, motorJoint, rect, revoluteJoint, spawnBody, stepPhysics, wake,
  weldJoint,
} from '../../src/index.ts'
import { Random } from '../fuzz/random.ts'
import { JointWorld } from '../joints/joint-world.ts'

/** Lengths of steps as of a game that passes on what its frames took. Unit: s. */
function lengths(seed: number, count: number): number[] {
  const random = new Random(seed)
  return Array.from({ length: count }, () => 1 / 144 + random.next() * (1 / 30 - 1 / 144))
}

/** Bodies of three shapes between walls; the round ones resist rolling. */
function pile(count: number, seed: number): JointWorld {
  const lab = new JointWorld()
  const random = new Random(seed)
  spawnBody(lab.world, { shape: rect(12, 1), y: -0.5, type: 'static' })
  for (const x of [-2.5, 2.5]) spawnBody(lab.world, { shape: rect(1, 20), x, y: 10, type: 'static' })
  for (let i = 0; i < count; i++) {
    const shape = [box(0.25, 0.2), circle(0.25), capsule(0.15, 0.15)][i % 3]!
    const [x, y] = [-1.5 + (i % 5) * 0.7 + 0.1 * random.next(), 0.5 + 0.7 * Math.floor(i / 5)]
    spawnBody(lab.world, { shape, x, y, angle: 6 * random.next(), material: { rollingResistance: 0.02 } })
  }
  return lab
}

/** Circles hinged to their neighbors, hung up at both upper corners: loops, which no tree solves at once. */
function net(side: number): JointWorld {
  const lab = new JointWorld()
  const bodies: number[] = []
  for (let k = 0; k < side * side; k++) {
    const [x, y] = [k % side, -Math.floor(k / side)]
    bodies.push(spawnBody(lab.world, { shape: circle(0.4), x, y, type: y === 0 && (x === 0 || x === side - 1) ? 'static' : 'dynamic' }))
    if (x > 0) lab.joint(revoluteJoint(bodies[k - 1]!, bodies[k]!, { x: x - 0.5, y }))
    if (y < 0) lab.joint(revoluteJoint(bodies[k - side]!, bodies[k]!, { x, y: y + 0.5 }))
  }
  return lab
}

const MASS = 2

/** Bodies that hang on each other: by a rod, a weld that is soft, hinges with a limit and without, and what a motor holds up. */
function hang(options: PhysicsOptions = {}): { lab: JointWorld; joints: number[] } {
  const lab = new JointWorld(options)
  const hook = spawnBody(lab.world, { shape: circle(0.1), type: 'static' })
  const bodies = [hook]
  for (let i = 1; i < 7; i++) bodies.push(spawnBody(lab.world, { shape: circle(0.2), y: -0.6 * i, mass: { mass: MASS } }))
  const anchor = (i: number) => ({ x: 0, y: -0.6 * i })
  const joints = [
    distanceJoint(hook, bodies[1]!), weldJoint(bodies[1]!, bodies[2]!, { ...anchor(1), spring: { hertz: 8, dampingRatio: 1 }, angularSpring: { hertz: 8, dampingRatio: 1 } }),
    revoluteJoint(bodies[2]!, bodies[3]!, { ...anchor(2), limit: { lower: -0.1, upper: 0.1 } }), revoluteJoint(bodies[3]!, bodies[4]!, anchor(3)),
    weldJoint(bodies[4]!, bodies[5]!, anchor(4)), motorJoint(bodies[5]!, bodies[6]!, { motor: { maxForce: 200, maxTorque: 50 } }),
  ].map((joint) => lab.joint(joint))
  return { lab, joints }
}

/** Takes steps until all sleep. Returns the seconds that took, infinite where some do not. */
function restTime({ world, physics }: JointWorld, steps: readonly number[]): number {
  let time = 0
  for (const dt of steps) {
    stepPhysics(world, dt)
    time += dt
    if (physics.stats.awake === 0) return time
  }
  return Infinity
}

/** The greatest speed in the last step. */
function fastest({ components: { Velocity } }: JointWorld, bodies: readonly number[]): number {
  return Math.max(...bodies.map((body) => Math.hypot(Velocity.x[body]!, Velocity.y[body]!)))
}

describe('steps of changing length', () => {
  test('let a pile come to rest', () => {
    for (const seed of [1, 2]) expect(restTime(pile(60, seed), lengths(seed, 500)), `seed ${seed}`).toBeLessThan(8)
  })

  test('let a pile come to rest where the number of substeps changes', () => {
    const lab = pile(60, 1)
    const random = new Random(5)
    let steps = 0
    do {
      lab.physics.settings.substeps = 2 + random.below(5)
      lab.step()
    } while (++steps < 480 && lab.physics.stats.awake > 0)
    expect(steps).toBeLessThan(480)
  })

  test('let a net hang still', () => {
    expect(restTime(net(8), lengths(3, 150))).toBeLessThan(3)
  })

  test('do not throw what slept when it wakes', () => {
    for (const [before, after] of [[1 / 144, 1 / 30], [1 / 30, 1 / 144]] as const) {
      const lab = new JointWorld()
      lab.addGround()
      const bodies = Array.from({ length: 10 }, (_, i) => lab.add(box(0.5, 0.5), 0, 0.5 + i))
      expect(restTime(lab, Array.from({ length: 600 }, () => before))).toBeLessThan(4)
      // Another that falls meanwhile takes steps of the other length.
      const other = lab.ball(20, 3)
      for (let i = 0; i < 5; i++) stepPhysics(lab.world, after)
      expect(lab.physics.stats.awake).toBe(1)
      wake(lab.world, bodies[0]!)
      let most = 0
      for (let i = 0; i < 60; i++) {
        stepPhysics(lab.world, after)
        most = Math.max(most, fastest(lab, bodies))
      }
      expect(lab.y(other)).toBeLessThan(3)
      expect(most, `${before} to ${after}`).toBeLessThan(0.1)
    }
  })

  test('leave the reactions of joints what they bear', () => {
    const { lab, joints } = hang({ allowSleep: false })
    lengths(7, 300).forEach((dt, step) => {
      stepPhysics(lab.world, dt)
      if (step < 200) return
      joints.forEach((joint, i) => {
        const weight = MASS * 10 * (joints.length - i)
        expect(Math.abs(getJointReaction(lab.world, joint).y - weight), `joint ${i}, step ${step}`).toBeLessThan(0.01 * weight)
      })
    })
  })

  test('go on to the bit from a state that was put back, and from a file', () => {
    for (const make of [() => pile(25, 3), () => net(4), () => hang().lab]) {
      const [lab, other] = [make(), make()]
      const steps = lengths(11, 100)
      const run = (one: JointWorld, from: number, to: number): void => {
        for (let i = from; i < to; i++) stepPhysics(one.world, steps[i]!)
      }
      const [snapshots, loaded] = [lab, other].map(({ world }) => createSnapshots(world))
      run(lab, 0, 60)
      snapshots!.save()
      const file = snapshots!.toBytes()
      run(lab, 60, 100)
      loaded!.fromBytes(0, file)
      loaded!.restore()
      run(other, 60, 100)
      expect(diffWorlds(lab.world, other.world)?.text).toBeUndefined()
      // What was in between had steps of other lengths.
      for (const dt of [1 / 10, 1 / 500]) stepPhysics(lab.world, dt)
      snapshots!.restore()
      run(lab, 60, 100)
      expect(diffWorlds(lab.world, other.world)?.text).toBeUndefined()
    }
  })

  test('of which one is very short or long throw nothing', () => {
    for (const odd of [1e-9, 1e-4, 0.25]) {
      const lab = pile(40, 4)
      lab.step(300)
      const bodies = Array.from({ length: 40 }, (_, i) => i + 4)
      let most = 0
      for (let i = 0; i < 60; i++) {
        for (const body of bodies) wake(lab.world, body)
        stepPhysics(lab.world, i % 20 === 0 ? odd : 1 / 60)
        most = Math.max(most, fastest(lab, bodies))
      }
      // As fast as what falls freely in that step: of 24 such piles the fastest gets 3.1 m/s in steps of a quarter of a second.
      expect(most, `${odd} s`).toBeLessThan(1 + 10 * odd)
    }
  })
})
