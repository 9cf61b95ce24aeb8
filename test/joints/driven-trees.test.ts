import { addComponents, set } from 'bitecs'
import { expect, test } from 'vitest'
import { BROAD_PHASES } from '../../examples/broad-phases.ts'
import { type PhysicsOptions, applyTorque, box, circle, createSnapshots, getJointReaction, hashWorld, revoluteJoint } from '../../src/index.ts'
import { plainKernel } from '../../src/kernel/plain-kernel.ts'
import { JointWorld } from './joint-world.ts'

interface ShaftOptions {
  readonly wheels: number
  readonly maxTorque: number
  readonly limit?: number
  /** Whether each joint names its wheel first. */
  readonly swapped?: boolean
  readonly substeps?: number
  readonly breakTorque?: (joint: number) => number | undefined
}

/** Wheels around one axle, each on the one before, the first on the world: what acts at their common center turns none of them, so torques tell all. */
function makeShaft({ wheels, maxTorque, limit, swapped = false, substeps = 4, breakTorque }: ShaftOptions) {
  const t = new JointWorld({ substeps, allowSleep: false, gravity: { x: 0, y: 0 } })
  const { CollisionFilter, Static } = t.components
  const inertia = (i: number): number => 0.5 + 0.3 * i
  const bodies = [t.add(box(0.1, 0.1), 0, 0, Static)]
  const joints: number[] = []
  for (let i = 0; i < wheels; i++) {
    const wheel = t.heavy(circle(0.5), 0, 0, 2, inertia(i))
    addComponents(t.world, wheel, set(CollisionFilter, { mask: 0 }))
    const ends: [number, number] = swapped ? [wheel, bodies.at(-1)!] : [bodies.at(-1)!, wheel]
    const most = breakTorque?.(i)
    joints.push(t.joint(revoluteJoint(...ends, {
      x: 0, y: 0, motor: { speed: 0, maxTorque }, ...(limit !== undefined && { limit: { lower: -limit, upper: limit } }),
      ...(most !== undefined && { breakTorque: most }),
    })))
    bodies.push(wheel)
  }
  /** What each joint did to its wheel in the last step, N·m. */
  const told = (): number[] => joints.map((joint) => (swapped ? -1 : 1) * getJointReaction(t.world, joint).torque)
  return { t, wheels: bodies.slice(1), joints, inertia, told }
}

test.each([
  ['motors that hold', { wheels: 4, maxTorque: 500 }],
  ['motors that are too weak', { wheels: 5, maxTorque: 3 }],
  ['motors and limits', { wheels: 4, maxTorque: 500, limit: 0.1 }],
  ['weak motors and limits', { wheels: 4, maxTorque: 3, limit: 0.1 }],
  ['weak motors and limits, one substep', { wheels: 4, maxTorque: 3, limit: 0.1, substeps: 1 }],
  ['more limits than motors are rows beside', { wheels: 7, maxTorque: 20, limit: 0.1 }],
].flatMap(([name, options]) => [false, true].map((swapped) => [name, swapped ? 'first' : 'second', { ...options as ShaftOptions, swapped }] as const)))(
  'the torques of %s in a tree are what turns their wheels, which are the %s end', (_, __, options) => {
    const { t, wheels, joints, inertia, told } = makeShaft(options)
    const { angular } = t.components.Velocity
    let [most, largest] = [0, 0]
    for (let step = 0; step < 240; step++) {
      joints.forEach((joint, i) => { t.components.Joint.speed[joint] = 2 * Math.sin(0.05 * step * (1 + i)) })
      const load = 8 * Math.sin(0.03 * step)
      applyTorque(t.world, wheels.at(-1)!, load)
      const before = wheels.map((wheel) => angular[wheel]!)
      t.step()
      const torques = told()
      largest = Math.max(largest, ...torques.map(Math.abs))
      wheels.forEach((wheel, i) => {
        const turned = torques[i]! - (torques[i + 1] ?? -load)
        most = Math.max(most, Math.abs(turned - inertia(i) * (angular[wheel]! - before[i]!) * 60))
      })
    }
    expect(most).toBeLessThan(1e-3)
    // What is too weak pushes with all it has, and limits with more.
    if (options.maxTorque < 8) expect(largest / options.maxTorque > 1.1).toBe(options.limit !== undefined)
  },
)

test.each([false, true])('a joint in a tree breaks by what its motor holds, whichever way (swapped: %s)', (swapped) => {
  for (const sign of [-1, 1]) {
    const { t, wheels, joints } = makeShaft({ wheels: 5, maxTorque: 500, swapped, breakTorque: (i) => (i === 2 ? 20.5 : undefined) })
    for (let load = 1; load <= 20; load++) {
      applyTorque(t.world, wheels.at(-1)!, sign * load)
      t.step()
      expect(t.physics.events.jointBreak.count).toBe(0)
    }
    applyTorque(t.world, wheels.at(-1)!, sign * 21)
    t.step()
    expect([...t.physics.events.jointBreak.joint.subarray(0, t.physics.events.jointBreak.count)]).toEqual([joints[2]])
  }
})

test('what a motor presses into a limit of its own breaks nothing', () => {
  const { t, joints, told } = makeShaft({ wheels: 4, maxTorque: 100, limit: 0, breakTorque: () => 5 })
  for (const joint of joints) {
    t.components.Joint.upper[joint] = 1
    t.components.Joint.speed[joint] = -1
  }
  t.seconds(1)
  expect(t.physics.events.jointBreak.count).toBe(0)
  for (const torque of told()) expect(Math.abs(torque)).toBeLessThan(1e-3)
})

/** Two arms, of two and four limits beside motors, that beat about among boxes. With `restored` each step begins with a state that was put back. */
function beat(options: PhysicsOptions, restored = false): number[] {
  const t = new JointWorld(options)
  t.add(box(20, 1), 0, -4, t.components.Static)
  for (let i = 0; i < 12; i++) t.add(box(0.3, 0.3), i - 6, -2.7)
  const joints: number[] = []
  for (const [x, limits] of [[-4, 2], [1, 4]] as const) {
    let before = t.add(box(0.1, 0.1), x, 0, t.components.Static)
    for (let i = 0; i < 5; i++) {
      const link = t.heavy(box(0.4, 0.1), x + 0.8 * i + 0.4, 0, 1)
      joints.push(t.joint(revoluteJoint(before, link, {
        x: x + 0.8 * i, y: 0, motor: { speed: 0, maxTorque: i % 2 === 0 ? 400 : 15 }, ...(i < limits && { limit: { lower: -0.5, upper: 0.3 } }),
      })))
      before = link
    }
  }
  const hashes: number[] = []
  for (let step = 0; step < 150; step++) {
    if (restored) {
      const snapshots = createSnapshots(t.world)
      snapshots.save()
      snapshots.restore()
    }
    joints.forEach((joint, i) => { t.components.Joint.speed[joint] = 4 * Math.sin(0.04 * step * (1 + i % 3) + i) })
    t.step()
    hashes.push(hashWorld(t.world))
  }
  return hashes
}

test('motors that are rows come to the same bits on all broad phases, without SIMD, and from states that were put back', () => {
  const usual = beat({})
  for (const broadPhase of Object.values(BROAD_PHASES)) expect(beat({ broadPhase })).toEqual(usual)
  expect(beat({ kernel: plainKernel })).toEqual(usual)
  expect(beat({}, true)).toEqual(usual)
})
