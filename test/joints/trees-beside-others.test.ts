import { expect, test } from 'vitest'
import { box, circle, distanceJoint, revoluteJoint, weldJoint, wheelJoint } from '../../src/index.ts'
import { JointWorld } from './joint-world.ts'

/**
 * Nodes are solved two at a time, and trees in batches: which of them go together depends on all trees of a world. What comes of a
 * tree does not.
 */

const LINKS = 13

/** A chain that swings from a post, of links of which some are held in another way than by hinges; its bodies. */
function addChain(t: JointWorld, at: number, links: number, odd: number): number[] {
  const bodies: number[] = []
  let last = t.add(box(0.1, 0.1), at, 0, t.components.Static)
  for (let i = 1; i <= links; i++) {
    const [x, y] = [at + 0.4 * i, 0.3 * (i % 2)]
    const next = t.heavy(i % 3 === 0 ? circle(0.1) : box(0.15, 0.05), x, y, i === links ? 30 : 0.1 + 0.05 * (i % 4))
    const point = { x: x - 0.2, y: 0.15 }
    if (i % odd === 0) t.joint(distanceJoint(last, next))
    else if (i % odd === 1) t.joint(weldJoint(last, next, point))
    else if (i % odd === 2) t.joint(revoluteJoint(last, next, { ...point, limit: { lower: -0.3, upper: 0.3 } }))
    else t.joint(revoluteJoint(next, last, point))
    bodies.push(next)
    last = next
  }
  return bodies
}

function placesOf(t: JointWorld, bodies: readonly number[]): number[] {
  return bodies.flatMap((body) => [t.x(body), t.y(body), t.angle(body)])
}

test.each([5, 7, 100])('a chain moves beside others as it does alone: one of %i links in another way', (odd) => {
  const alone = new JointWorld({ allowSleep: false })
  const chain = addChain(alone, 0, LINKS, odd)
  const worlds = [[12, 14], [40], [13, 2, 1, 17, 60]].map((others) => {
    const t = new JointWorld({ allowSleep: false })
    others.slice(1).forEach((links, i) => addChain(t, 200 * (i + 1), links, 4 + i))
    const same = addChain(t, 0, LINKS, odd)
    addChain(t, -100, others[0]!, 6)
    return { t, same }
  })
  for (let step = 0; step < 40; step++) {
    alone.step()
    const is = placesOf(alone, chain)
    for (const { t, same } of worlds) {
      t.step()
      expect(placesOf(t, same)).toEqual(is)
    }
  }
  // It did move.
  expect(alone.y(chain[LINKS - 1]!)).toBeLessThan(-0.5)
})

/**
 * So slowly that nothing is bent or tamed, which is decided for a batch at once. A row of boxes on driven hinges with limits and on wheel joints with springs, without a post where it is short; its
 * bodies.
 */
function addMachine(t: JointWorld, at: number, links: number, first: number): number[] {
  const bodies: number[] = []
  let last = links < LINKS ? t.heavy(box(0.2, 0.2), at, 0, 2) : t.add(box(0.1, 0.1), at, 0, t.components.Static)
  if (links < LINKS) bodies.push(last)
  for (let i = 1; i <= links; i++) {
    const [x, y] = [at + 0.4 * i, 0.2 * (i % 2)]
    const next = t.heavy(box(0.15, 0.05), x, y, 0.2 + 0.1 * (i % 3))
    const motor = { speed: i % 2 === 0 ? 1.5 : -1, maxTorque: i % 4 === 0 ? 0.1 : 5 }
    const point = { x: x - 0.2, y: 0.1 }
    if ((i + first) % 2 === 0) t.joint(revoluteJoint(last, next, { ...point, motor, limit: { lower: -0.5, upper: 0.4 } }))
    else t.joint(wheelJoint(last, next, { ...point, axis: { x: 0.6, y: 0.8 }, motor, spring: { hertz: 4, dampingRatio: 0.3 }, limit: { lower: -0.1, upper: 0.1 } }))
    bodies.push(next)
    last = next
  }
  return bodies
}

test.each([[LINKS, 0], [LINKS, 1], [2, 0], [3, 1], [2, 1]])('a machine of %i driven joints moves beside others as it does alone (%i)', (links, first) => {
  const alone = new JointWorld({ allowSleep: false })
  const machine = addMachine(alone, 0, links, first)
  const worlds = [[0], [1], [1, 0, 1, 0]].map((others) => {
    const t = new JointWorld({ allowSleep: false })
    others.slice(1).forEach((kind, i) => addMachine(t, 200 * (i + 1), links, kind))
    const same = addMachine(t, 0, links, first)
    addMachine(t, -100, links, others[0]!)
    return { t, same }
  })
  let turned = 0
  for (let step = 0; step < 60; step++) {
    alone.step()
    const is = placesOf(alone, machine)
    for (const { t, same } of worlds) {
      t.step()
      expect(placesOf(t, same)).toEqual(is)
    }
    turned = Math.max(turned, ...machine.map((body) => Math.abs(alone.angle(body))))
  }
  expect(turned).toBeGreaterThan(0.2)
})
