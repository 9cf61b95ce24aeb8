import { set } from 'bitecs'
import { expect, test } from 'vitest'
import { type System, box, capsule, circle, distanceJoint, hashWorld, polygon, revoluteJoint } from '../../src/index.ts'
import { plainKernel } from '../../src/kernel/plain-kernel.ts'
import { simdKernel } from '../../src/kernel/simd-kernel.ts'
import { JointWorld } from '../joints/joint-world.ts'
import { inner } from '../support/inner.ts'
import { random } from '../support/bowl.ts'
import { TestWorld } from '../support/worlds.ts'

const nothing: System = { name: 'Nothing', run: () => {}, perSubstep: true }

/** What falls, bounces, turns as it lands, and rolls. */
function rain(options: object, substeps: number, seed: number): JointWorld {
  const world = new JointWorld({ gravity: { x: 1, y: -10 }, substeps, ...options })
  const { Material, Rotation, Velocity, Static } = world.components
  const next = random(seed)
  const shapes = [box(0.5, 0.3), circle(0.4), capsule(0.4, 0.2), polygon([{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 0.2, y: 0.7 }])]
  world.add(box(30, 1), 0, -1, Static, set(Material, { restitution: 0.2 }))
  for (let i = 0; i < 40; i++) {
    world.add(
      shapes[i % 4]!, 2 * (i % 8) - 8, 1 + 1.5 * Math.floor(i / 8), set(Rotation, { angle: 6 * next() }),
      set(Velocity, { x: 6 * next() - 3, y: -20 * next(), angular: 20 * next() - 10 }),
      set(Material, { restitution: i % 3 === 0 ? 0.6 : 0, rollingResistance: i % 5 === 0 ? 0.02 : 0 }),
    )
  }
  return world
}

/** The same, of which neighbors hang together by hinges with motors, ropes and springs, in loops and in trees. */
function jointedRain(options: object, substeps: number, seed: number): JointWorld {
  const world = rain(options, substeps, seed)
  for (let i = 0; i < 39; i++) {
    // The ground has the first id.
    const [a, b] = [i + 2, i + 3]
    const [from, to] = [{ x: world.x(a), y: world.y(a) }, { x: world.x(b), y: world.y(b) }]
    if (i % 3 === 0) world.joint(revoluteJoint(a, b, { ...from, limit: { lower: -1, upper: 1 }, motor: { speed: 3, maxTorque: 20 } }))
    else if (i % 3 === 1) world.joint(distanceJoint(a, b, { limit: { lower: 0, upper: Math.hypot(to.x - from.x, to.y - from.y) } }))
    else if (i % 2 === 0) world.joint(distanceJoint(a, b, { spring: { hertz: 3, dampingRatio: 0.2 } }))
  }
  return world
}

test.each([
  ['SIMD', simdKernel, rain], ['plain', plainKernel, rain], ['SIMD, with joints', simdKernel, jointedRain], ['plain, with joints', plainKernel, jointedRain],
])('%s: substeps in one call are those in turns', (_, kernel, make) => {
  const seen = { bounces: 0, rollers: 0, renewed: 0 }
  for (const [substeps, dt] of [[1, 1 / 120], [4, 1 / 60], [4, 1 / 30], [9, 1 / 30]] as const) {
    const one = make({ kernel }, substeps, substeps)
    const other = make({ kernel }, substeps, substeps)
    other.physics.systems.splice(5, 0, nothing)
    for (let step = 0; step < 50; step++) {
      one.step(dt)
      other.step(dt)
      const { solver, collision } = inner(one.physics)
      expect([solver.atOnce, inner(other.physics).solver.atOnce]).toEqual([true, false])
      expect(hashWorld(one.world)).toBe(hashWorld(other.world))
      seen.bounces += solver.rows.impacts.visits
      seen.rollers += solver.rows.rollers.count
      const { foresight } = collision
      for (let i = 0; i < foresight.count; i++) seen.renewed += foresight.renewals[i]!
    }
  }
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(100)
})

test('where axes are locked they are taken in turns', () => {
  const world = new TestWorld({ gravity: { x: 1, y: -10 } })
  world.add(circle(1), 0, 0, set(world.components.Motion, { lockX: 1 }))
  world.step()
  expect(inner(world.physics).solver.atOnce).toBe(false)
})

test('where somebody looks at how long stages take, each has its own time', () => {
  const world = rain({}, 4, 1)
  world.physics.profiling = true
  for (let step = 0; step < 20; step++) world.step()
  const { systems, timings } = world.physics
  for (const stage of ['Resolve', 'Integrate']) expect(timings[systems.findIndex(({ name }) => name === stage)], stage).toBeGreaterThan(0)
})
