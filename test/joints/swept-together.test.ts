import { expect, test } from 'vitest'
import { box, circle, revoluteJoint } from '../../src/index.ts'
import { JointWorld } from './joint-world.ts'

/** A plank with a ball at either end. */
class Dumbbell extends JointWorld {
  readonly bodies: readonly number[]

  constructor(angle: number, speed: number, spin: number) {
    super({ gravity: { x: 0, y: 0 } })
    this.add(box(0.05, 20), 10, 0, this.components.Static)
    const [ux, uy] = [Math.cos(angle), Math.sin(angle)]
    const bodies = [-1, 0, 1].map((side) => {
      // Of masses that are far apart: they are solved at once, so that nothing but a sweep can stretch them.
      const body = this.heavy(side === 0 ? box(0.4, 0.1) : circle(0.1), side * 0.8 * ux, side * 0.8 * uy, side === 0 ? 20 : 1)
      this.components.Rotation.angle[body] = angle
      this.components.Velocity.x[body] = speed
      return body
    })
    for (const side of [-1, 1]) this.joint(revoluteJoint(bodies[1]!, bodies[1 + side]!, { x: side * 0.4 * ux, y: side * 0.4 * uy }))
    this.components.Velocity.angular[bodies[1]!] = spin
    this.bodies = bodies
  }

  /** How far the ends of its joints are apart. */
  stretch(): number {
    const spot = (body: number, x: number) => [this.x(body) + x * Math.cos(this.angle(body)), this.y(body) + x * Math.sin(this.angle(body))]
    return Math.max(...[-1, 1].map((side) => {
      const [p, q] = [spot(this.bodies[1]!, side * 0.4), spot(this.bodies[1 + side]!, -side * 0.4)]
      return Math.hypot(p[0]! - q[0]!, p[1]! - q[1]!)
    }))
  }
}

test('what is fast stays in one piece when one of its bodies hits a wall', () => {
  let worst = 0
  for (let n = 0; n < 30; n++) {
    const t = new Dumbbell(n * 0.37, 20 + n, n % 5)
    for (let i = 0; i < 30; i++) {
      t.step()
      worst = Math.max(worst, t.stretch())
      for (const body of t.bodies) expect(t.x(body)).toBeLessThan(10)
    }
  }
  // What is left is the turn of one substep.
  expect(worst).toBeLessThan(0.3)
})

test('at any speed nothing of it gets through, and it comes together again', () => {
  for (let n = 0; n < 30; n++) {
    const t = new Dumbbell(n * 0.37, 100 + 7 * n, n % 5)
    // What was torn off goes round at 49 rad/s at 268 m/s: that takes longest.
    for (let i = 0; i < 80; i++) {
      t.step()
      for (const body of t.bodies) expect(t.x(body), `${100 + 7 * n} m/s`).toBeLessThan(10)
    }
    expect(t.stretch()).toBeLessThan(0.07)
  }
})
