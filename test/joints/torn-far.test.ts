import { expect, test } from 'vitest'
import { box, prismaticJoint, setVelocity, weldJoint } from '../../src/index.ts'
import { JointWorld } from './joint-world.ts'
import { letFall } from './random-structures.ts'

// Heavy bodies tear these off by up to 60 m; what was torn followed arcs as long as that, and won 153 and 23 times the energy of its fall.
test.each([
  { seed: 976, kinds: undefined, hz: 240, substeps: 1, unit: 1 },
  { seed: 125, kinds: ['wheel'] as const, hz: 30, substeps: 4, unit: 30 },
])('what is torn off by its load drives nothing, seed $seed', ({ seed, kinds, ...conditions }) => {
  const { gain, fastest } = letFall({ seed, bodies: 20, loops: true, ratio: 1000, ...(kinds ? { kinds } : {}) }, conditions, 4)
  expect(gain).toBeLessThan(0.01)
  expect(fastest).toBeLessThan(60)
})

// They were turned back, by 8 rad/s for all that time, and a ring of bodies in which they cannot be turned back spun itself up to 110 m/s.
test.each(['weld', 'slide', 'weld in a tree'])('whole turns made while a %s is off are not turned back', (kind) => {
  const t = new JointWorld({ gravity: { x: 0, y: 0 } })
  const { Joint, Static } = t.components
  const tree = kind === 'weld in a tree'
  const base = tree ? t.add(box(0.1, 0.1), 0, 0) : t.add(box(0.1, 0.1), 0, 0, Static)
  for (let i = 0, last = base; tree && i < 12; i++) {
    const next = t.add(box(0.1, 0.1), 1 + i, 0)
    t.joint(weldJoint(last, next))
    last = next
  }
  const body = t.add(box(0.5, 0.1), 0, 0)
  t.components.CollisionFilter.mask[body] = 0
  const held = t.joint(kind === 'slide' ? prismaticJoint(base, body, { axis: { x: 1, y: 0 } }) : weldJoint(base, body))
  Joint.enabled[held] = 0
  setVelocity(t.world, body, 0, 0, 12)
  t.step(65)
  expect(Math.abs(t.angle(body) - 13)).toBeLessThan(0.1)
  Joint.enabled[held] = 1
  t.step(60)
  expect(Math.abs(t.angle(body) - t.angle(base) - 4 * Math.PI)).toBeLessThan(0.01)
})
