import { expect, test } from 'vitest'
import { box, circle, createSnapshots, distanceJoint, hashWorld, revoluteJoint, setVelocity, weldJoint } from '../../src/index.ts'
import { createRandom } from '../../examples/scenes/random.ts'
import { JointWorld } from './joint-world.ts'

/** Bodies in free space, all at rest, whose joints do not fit together: the anchors are up to two meters apart. */
class Stressed extends JointWorld {
  private readonly parts: { body: number; mass: number; inertia: number }[] = []

  constructor(seed: number, links: readonly (readonly [number, number])[], count: number, weld: boolean) {
    super({ gravity: { x: 0, y: 0 }, allowSleep: false })
    const random = createRandom(seed)
    const between = (low: number, high: number) => low + random() * (high - low)
    for (let i = 0; i < count; i++) {
      const [halfWidth, halfHeight] = [between(0.3, 1.3), between(0.1, 0.2)]
      const mass = 4 * halfWidth * halfHeight
      const body = this.add(box(halfWidth, halfHeight), between(-1, 1), between(-1, 1))
      this.components.Rotation.angle[body] = between(0, 6)
      this.components.CollisionFilter.mask[body] = 0
      this.parts.push({ body, mass, inertia: (mass * (halfWidth ** 2 + halfHeight ** 2)) / 3 })
    }
    const spot = () => ({ x: between(-0.25, 0.25), y: between(-0.05, 0.05) })
    for (const [a, b] of links) {
      this.joint((weld ? weldJoint : revoluteJoint)(this.parts[a]!.body, this.parts[b]!.body, { localA: spot(), localB: spot() }))
    }
  }

  /** About the origin: the center of mass of all stays where it is. */
  angularMomentum(): number {
    const { Velocity } = this.components
    return this.parts.reduce((sum, { body, mass, inertia }) => (
      sum + mass * (this.x(body) * Velocity.y[body]! - this.y(body) * Velocity.x[body]!) + inertia * Velocity.angular[body]!
    ), 0)
  }
}

const LOOP = [[0, 1], [1, 2], [2, 3], [3, 0], [0, 2]] as const
const CHAIN = Array.from({ length: 14 }, (_, i) => [i, i + 1] as const)

test.each([
  ['loops of hinges, solved one by one', LOOP, 4, false],
  ['loops of welds, solved one by one', LOOP, 4, true],
  ['torn chains of hinges, solved at once', CHAIN, 15, false],
  ['torn chains of welds, solved at once', CHAIN, 15, true],
] as const)('%s do not turn themselves', (_, links, count, weld) => {
  for (let seed = 1; seed <= 5; seed++) {
    const t = new Stressed(seed, links, count, weld)
    for (let i = 0; i < 120; i++) {
      t.step()
      expect(Math.abs(t.angularMomentum()), `seed ${seed}, step ${i}`).toBeLessThan(2e-3)
    }
  }
})

test.each([1, -3])('round bodies that a rod presses together turn no faster by themselves, at %d rad/s', (spin) => {
  const t = new JointWorld({ gravity: { x: 0, y: 0 }, allowSleep: false })
  const { Velocity } = t.components
  const bodies = [-1, 1].map((side) => {
    const body = t.heavy(circle(0.5), side * 0.5, 0, 1, 0.125)
    Velocity.y[body] = side * 0.5 * spin
    Velocity.angular[body] = spin
    return body
  })
  t.joint(distanceJoint(bodies[0]!, bodies[1]!, { length: 0.9, collideConnected: true }))
  const momentum = () => bodies.reduce((sum, body) => (
    sum + t.x(body) * Velocity.y[body]! - t.y(body) * Velocity.x[body]! + 0.125 * Velocity.angular[body]!
  ), 0)
  const before = Math.abs(momentum())
  t.seconds(3)
  expect(Math.abs(momentum())).toBeLessThan(1.001 * before)
})

// The rows went on with impulses that the records had forgotten, and so did no world that came back from a snapshot.
test('what turns too fast forgets what its joints did in a world that goes on as in one that is restored', () => {
  const run = (restored: boolean): number[] => {
    const t = new JointWorld({ allowSleep: false })
    const [arm, ball] = [t.heavy(box(0.5, 0.1), 0, 0, 1), t.heavy(circle(0.2), 1, 0, 1)]
    t.joint(revoluteJoint(arm, ball, { x: 0.7, y: 0 }))
    setVelocity(t.world, arm, 0, 0, 1000)
    const snapshots = createSnapshots(t.world, { slots: 1 })
    return Array.from({ length: 6 }, () => {
      snapshots.save(0)
      if (restored) snapshots.restore(0)
      t.step()
      return hashWorld(t.world)
    })
  }
  expect(run(true)).toEqual(run(false))
})
