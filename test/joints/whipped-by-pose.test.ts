/** Hands that are put elsewhere in each step, fast and far: their chains follow on, and are not whirled by what goes nowhere. */
import { addComponent, set } from 'bitecs'
import { expect, test } from 'vitest'
import { box, circle, distanceJoint, revoluteJoint, teleport } from '../../src/index.ts'
import { JointWorld } from './joint-world.ts'

const LINK = 0.4

/** Balls on rods, ropes or hinges that begin at a hand. */
class Chain {
  readonly t = new JointWorld({ allowSleep: false })
  readonly bodies: number[]

  constructor(joints: 'rods' | 'hinges', count: number, hand: 'Static' | 'Kinematic') {
    const { t } = this
    const { CollisionFilter, Sensor, [hand]: tag } = t.components
    this.bodies = [t.add(box(0.1, 0.1), 0, 0, tag, Sensor)]
    for (let k = 1; k <= count; k++) {
      const [before, ball] = [this.bodies[k - 1]!, t.add(circle(0.1), LINK * k, 0)]
      addComponent(t.world, ball, set(CollisionFilter, { mask: 0 }))
      t.joint(joints === 'rods' ? distanceJoint(before, ball) : revoluteJoint(before, ball, { x: LINK * (k - 0.5), y: 0 }))
      this.bodies.push(ball)
    }
  }

  step(x: number, y: number, hertz: number): void {
    teleport(this.t.world, this.bodies[0]!, x, y)
    this.t.seconds(1 / hertz, 1 / hertz)
  }

  /** How far any ball is farther from the one before than its link is long. */
  get torn(): number {
    const { t, bodies } = this
    return Math.max(...bodies.slice(1).map((ball, k) => Math.hypot(t.x(ball) - t.x(bodies[k]!), t.y(ball) - t.y(bodies[k]!)))) - LINK
  }

  get fastest(): number {
    const { Velocity } = this.t.components
    return Math.max(...this.bodies.slice(1).map((ball) => Math.hypot(Velocity.x[ball]!, Velocity.y[ball]!)))
  }
}

// By joints that mended as fast as the hand went, one after the other, chains of hinges were left behind by up to 96 m, of rods by 39.
test.each((['rods', 'hinges'] as const).flatMap((joints) => [8, 20].flatMap((count) => [30, 60, 120].map((hertz) => [joints, count, hertz] as const))))('a hand draws a chain of %s with %i balls along at 70 m/s, %i Hz', (joints, count, hertz) => {
  const chain = new Chain(joints, count, 'Kinematic')
  let most = 0
  for (let i = 1; i <= 3 * hertz; i++) {
    chain.step((70 * i) / hertz, 0, hertz)
    most = Math.max(most, chain.torn)
  }
  expect(most).toBeLessThan(1 + 2 * (70 / hertz))
})

// Followed as fast as it jumped, though it went nowhere, they were whirled at up to 244 m/s.
test.each((['Static', 'Kinematic'] as const).flatMap((hand) => (['rods', 'hinges'] as const).flatMap((joints) => [60, 120].map((hertz) => [hand, joints, hertz] as const))))('a %s hand that jumps to and fro by 2 m in each step whirls no %s, %i Hz', (hand, joints, hertz) => {
  for (const count of [2, 5, 12]) {
    const chain = new Chain(joints, count, hand)
    let fastest = 0
    for (let i = 1; i <= 3 * hertz; i++) {
      chain.step(i % 2 === 0 ? 1 : -1, 0, hertz)
      fastest = Math.max(fastest, chain.fastest)
    }
    expect(fastest, `${count} balls`).toBeLessThan(40)
  }
})
