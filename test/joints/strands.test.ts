import { addComponents, set } from 'bitecs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { circle, distanceJoint } from '../../src/index.ts'
import { JointWorld } from './joint-world.ts'

/** A body of a tree: to which one before it leads, by a rope or a rod, and how heavy it is. */
interface Link {
  readonly back: number
  readonly rope: boolean
  readonly slack: number
  readonly mass: number
  readonly angle: number
  readonly speed: number
}

/**
 * What is held between the middles of bodies alone is a strand, and solved by its own code; where a single anchor is a hair off, all of its tree is
 * solved by that for any joints: each is the oracle of the other one.
 */
function hang(links: readonly Link[], held: boolean, off: number, gravity: number, substeps: number) {
  const t = new JointWorld({ gravity: { x: 0, y: -gravity }, substeps, allowSleep: false })
  const { Sensor, Static, Velocity, Mass } = t.components
  const bodies = [held ? t.add(circle(0.1), 0, 0, Static, Sensor) : t.add(circle(0.1), 0, 0, Sensor)]
  for (const [i, { back, rope, slack, mass, angle, speed }] of links.entries()) {
    const parent = bodies[Math.max(0, i - back)]!
    const [x, y] = [t.x(parent) + 0.4 * Math.cos(angle), t.y(parent) + 0.4 * Math.sin(angle)]
    const body = t.add(circle(0.1), x, y, Sensor)
    addComponents(t.world, body, set(Mass, { mass, inertia: 0.005 * mass }))
    // Nothing passes through another one's middle, where it is chance which way a rope leads.
    Velocity.x[body] = speed
    Velocity.y[body] = 0.7 * speed + 0.1 * i
    t.joint(distanceJoint(parent, body, {
      from: { x: t.x(parent), y: t.y(parent) }, to: { x: x + (i === 0 ? off : 0), y }, ...(rope ? { limit: { lower: 0, upper: 0.4 + slack } } : { length: 0.4 }),
    }))
    bodies.push(body)
  }
  return { t, bodies }
}

const link = fc.record({
  back: fc.constantFrom(0, 0, 0, 1, 3), rope: fc.boolean(), slack: fc.constantFrom(0, 0, 0.1), mass: fc.constantFrom(1, 1, 1, 10, 50, 1000),
  angle: fc.double({ min: -3, max: 0, noNaN: true }), speed: fc.constantFrom(0, 0, 3, -3),
})

/** How far bodies are from where they are in the other world, at most. */
function farthest(one: ReturnType<typeof hang>, other: ReturnType<typeof hang>): number {
  return Math.max(...one.bodies.map((body, i) => Math.hypot(one.t.x(body) - other.t.x(other.bodies[i]!), one.t.y(body) - other.t.y(other.bodies[i]!))))
}

test('trees of ropes and rods between middles go where they go as trees of any joints', () => {
  let [tried, told] = [0, 0]
  fc.assert(fc.property(
    fc.array(link, { minLength: 2, maxLength: 24 }), fc.boolean(), fc.constantFrom(0, 10, 30), fc.constantFrom(1, 4, 8),
    (links, held, gravity, substeps) => {
      const [strand, tree, other] = [0, 1e-7, -1e-7].map((off) => hang(links, held, off, gravity, substeps))
      for (let i = 0; i < 30; i++) for (const { t } of [strand!, tree!, other!]) t.step()
      tried++
      // Both round floats elsewhere, by 2e-7 m. Where as little decides whether a rope holds, or chains whip, trees part from themselves as well: 6 to 10 of 60.
      if (farthest(tree!, other!) > 1e-4) return
      told++
      expect(farthest(strand!, tree!)).toBeLessThan(1e-3)
    },
  ), { numRuns: 60 })
  expect(told).toBeGreaterThan(0.8 * tried)
})

test('a strand of which a body gets its middle elsewhere becomes a tree of any joints', () => {
  const links = Array.from({ length: 14 }, (_, i) => ({ back: 0, rope: i % 2 === 0, slack: 0, mass: i === 13 ? 50 : 1, angle: -0.4, speed: 0 }))
  const worlds = [0, 1e-9].map((off) => hang(links, true, off, 10, 4))
  for (const { t, bodies } of worlds) {
    t.seconds(0.3)
    addComponents(t.world, bodies[7]!, set(t.components.Mass, { mass: 1, inertia: 0.005, centerX: 0.1, centerY: 0 }))
    t.seconds(0.7)
    // Off its middle what pulls turns it.
    expect(Math.abs(t.angle(bodies[7]!))).toBeGreaterThan(0.1)
  }
  expect(farthest(worlds[0]!, worlds[1]!)).toBeLessThan(1e-3)
})
