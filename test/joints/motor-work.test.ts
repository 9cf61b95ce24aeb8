/** What motors of a tree of joints give to a figure in space, and take from it, is what they tell: their torque times the turn. */
import { describe, expect, test } from 'vitest'
import { getJointCoordinate, getJointReaction, stepPhysics } from '../../src/index.ts'
import { makeRobot } from './robot.ts'

const RATES = [[30, 1], [60, 2], [60, 4], [120, 8]] as const

type Robot = ReturnType<typeof makeRobot>

/** Steps a robot. Returns the work that its motors told of, an impulse times the mean of both speeds, and how much of it they gave or took. */
function work({ t, motors }: Robot, rate: number): { readonly sum: number; readonly much: number } {
  const speeds = (): number[] => motors.map((motor) => getJointCoordinate(t.world, motor).speed)
  const before = speeds()
  stepPhysics(t.world, 1 / rate)
  const done = speeds().map((speed, i) => (getJointReaction(t.world, motors[i]!).torque * (before[i]! + speed)) / (2 * rate))
  return { sum: done.reduce((sum, one) => sum + one, 0), much: done.reduce((sum, one) => sum + Math.abs(one), 0) }
}

/** Has all links of a robot spin. */
function spin({ t, bodies }: Robot, speed: number): void {
  bodies.forEach((body, i) => { t.components.Velocity.angular[body] = speed * (i % 3 - 1) })
}

describe.each(RATES)('at %i Hz, with %i substeps', (rate, substeps) => {
  test.each([[2, 4], [4, 2], [3, 3]])('the energy of a robot of %i limbs of %i links is what its motors gave it', (limbs, links) => {
    for (const maxTorque of [60, 5000]) {
      const robot = makeRobot({ limbs, links, maxTorque, torso: 1, substeps })
      let [begun, given, much, off, moved] = [0, 0, 0, 0, 0]
      for (let step = 0; step < 4 * rate; step++) {
        robot.steer(step / rate)
        const { sum, much: size } = work(robot, rate)
        // In the first steps it is brought to its speeds: within them the torque is no constant.
        if (step === 9) begun = robot.energy()
        if (step < 10) continue
        given += sum
        much += size
        off = Math.max(off, Math.abs(robot.energy() - begun - given))
        moved = Math.max(moved, Math.abs(robot.energy() - begun))
      }
      // The torque of a step is its mean: what that is off by is of the order of a step. Measured: up to 0.27.
      expect(off).toBeLessThan((0.4 * much) / rate)
      expect(moved).toBeGreaterThan(15 * off)
    }
  })

  test.each([[2, 4], [4, 2]])('one of %i limbs of %i links whose friction becomes strong, and weak again, wins nothing', (limbs, links) => {
    for (const [friction, strong] of [[0.02, 50], [0.02, 5000], [0.5, 5000]] as const) {
      const robot = makeRobot({ limbs, links, maxTorque: friction, torso: 1, substeps })
      const { maxTorque } = robot.t.components.Joint
      spin(robot, 9)
      let [last, rise] = [Infinity, 0]
      for (let step = 0; step < 2 * rate; step++) {
        if (step === rate / 2) for (const motor of robot.motors) maxTorque[motor] = strong
        if (step === rate) for (const motor of robot.motors) maxTorque[motor] = friction
        stepPhysics(robot.t.world, 1 / rate)
        const energy = robot.energy()
        if (step % (rate / 2) < 3 && step > 3) rise = Math.max(rise, energy / last - 1)
        last = energy
      }
      // What turns freely wins as much between two steps of one substep at 30 Hz: up to 1.2e-3; otherwise up to 1e-4.
      expect(rise).toBeLessThan(rate === 30 ? 2e-3 : 2e-4)
    }
  })
})

test.each([[120, 8], [240, 4]])('what slips under friction in all joints loses its torque times the ways that they turn, at %i Hz with %i substeps', (rate, substeps) => {
  for (const [limbs, links] of [[2, 3], [2, 4], [4, 2]] as const) {
    const maxTorque = 0.02
    const robot = makeRobot({ limbs, links, maxTorque, torso: 1, substeps })
    spin(robot, 9)
    stepPhysics(robot.t.world, 1 / rate)
    const turns = (): number[] => robot.motors.map((motor) => getJointCoordinate(robot.t.world, motor).value)
    const before = robot.energy()
    let [at, way] = [turns(), 0]
    for (let step = 0; step < rate / 2; step++) {
      stepPhysics(robot.t.world, 1 / rate)
      const now = turns()
      way += now.reduce((sum, value, i) => sum + Math.abs(value - at[i]!), 0)
      at = now
    }
    // What turns freely loses a little, too: 1.003 to 1.029.
    const part = (before - robot.energy()) / (maxTorque * way)
    expect(part).toBeGreaterThan(0.99)
    expect(part).toBeLessThan(1.04)
  }
})

// Slipping against what spins at 40 rad/s, either way.
test.each([1, -1])('a motor of a tree that pushes with all it has breaks by that torque, turned %i, and not by less', (way) => {
  for (const part of [0.9, 1.1]) {
    const { t, bodies, motors } = makeRobot({ limbs: 2, links: 4, maxTorque: 1000, torso: 1 })
    const { breakTorque, maxTorque, speed } = t.components.Joint
    maxTorque[motors[0]!] = 0.5
    breakTorque[motors[0]!] = 0.5 * part
    speed[motors[0]!] = -40 * way
    t.components.Velocity.angular[bodies[1]!] = 40 * way
    t.step()
    const { count, joint, torque } = t.physics.events.jointBreak
    expect(count).toBe(part < 1 ? 1 : 0)
    if (part > 1) expect(getJointReaction(t.world, motors[0]!).torque).toBeCloseTo(-0.5 * way, 4)
    else expect([joint[0], torque[0]]).toEqual([motors[0], expect.closeTo(0.5, 4)])
  }
})
