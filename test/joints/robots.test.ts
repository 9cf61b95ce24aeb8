import { describe, expect, test } from 'vitest'
import { BROAD_PHASES } from '../../examples/broad-phases.ts'
import { type PhysicsOptions, box, createSnapshots, getJointCoordinate, hashWorld, stepPhysics } from '../../src/index.ts'
import { plainKernel } from '../../src/kernel/plain-kernel.ts'
import { whole } from '../support/soak.ts'
import { LINK, SHOULDER, TURNS, makeRobot } from './robot.ts'

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
    for (const maxTorque of whole([60, 1000, 20_000], [60, 20_000])) {
      for (const limit of [undefined, 0.6]) {
        const { t, motors, steer, fastest, momentum } = makeRobot({ limbs, links, maxTorque, torso, substeps, ...(limit !== undefined && { limit }) })
        let most = 0
        for (let step = 0; step < 4 * rate; step++) {
          steer(step / rate)
          stepPhysics(t.world, 1 / rate)
          most = Math.max(most, fastest())
        }
        expect(most).toBeLessThan(fastestSteered(links))
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

// Eight hinges with limits: of more than four motors were no rows before.
test('robots on the ground come to the same bits on all broad phases, and without SIMD', () => {
  const play = (options: PhysicsOptions): number => {
    const { t, motors, steer } = makeRobot({ limbs: 4, links: 2, maxTorque: 40, torso: 2, limit: 0.5, gravity: 10, options })
    t.add(box(20, 1), 0, 1, t.components.Static)
    for (let step = 0; step < 120; step++) {
      if (step === 60) for (const motor of motors) t.components.Joint.maxTorque[motor] = 3
      steer(step / 60)
      t.step()
    }
    return hashWorld(t.world)
  }
  const usual = play({})
  for (const broadPhase of Object.values(BROAD_PHASES)) expect(play({ broadPhase })).toBe(usual)
  expect(play({ kernel: plainKernel })).toBe(usual)
})
