import { expect, test } from 'vitest'
import { box, revoluteJoint } from '../../src/index.ts'
import { JointPlan } from '../../src/joints/joint-record.ts'
import { inner } from '../support/inner.ts'
import { JointWorld } from './joint-world.ts'

/** How many nodes of trees there are: a body each, and one more for each joint to the world. */
function nodesOf(t: JointWorld): number {
  t.step()
  const { joints } = inner(t.physics).solver
  return joints['memory'].i32[(joints['region'].start >> 2) + JointPlan.Nodes]!
}

/** Limbs of equal parts around a trunk of four times the mass of one; the trunk, and the last part of the last limb. */
function addFigure(t: JointWorld, limbs: number, parts: number): { trunk: number; last: number } {
  const trunk = t.heavy(box(0.4, 0.4), 0, 0, 4)
  let last = trunk
  for (let limb = 0; limb < limbs; limb++) {
    const angle = (2 * Math.PI * limb) / limbs
    const [x, y] = [Math.cos(angle), Math.sin(angle)]
    last = trunk
    for (let part = 1; part <= parts; part++) {
      const next = t.heavy(box(0.2, 0.1), part * x, part * y, 1)
      t.joint(revoluteJoint(last, next, { x: (part - 0.5) * x, y: (part - 0.5) * y, limit: { lower: -1, upper: 1 } }))
      last = next
    }
  }
  return { trunk, last }
}

const free = { gravity: { x: 0, y: 0 }, allowSleep: false }

test('a figure of many parts that nothing holds is solved joint by joint, where no way through it is long', () => {
  const t = new JointWorld(free)
  addFigure(t, 5, 5)
  expect(nodesOf(t)).toBe(0)
})

test('it is solved at once where the world holds it', () => {
  const t = new JointWorld(free)
  const { last } = addFigure(t, 5, 5)
  t.joint(revoluteJoint(t.add(box(0.1, 0.1), 9, 0, t.components.Static), last, { x: t.x(last), y: t.y(last) }))
  expect(nodesOf(t)).toBe(27)
})

test.each([[2, 6, 13], [3, 6, 19], [5, 6, 31]])('it is solved at once where the way from the end of one of %i limbs of %i parts to that of another has twelve joints', (limbs, parts, nodes) => {
  const t = new JointWorld(free)
  addFigure(t, limbs, parts)
  expect(nodesOf(t)).toBe(nodes)
})
