import { addComponents, set } from 'bitecs'
import { expect, test } from 'vitest'
import { box, getJointReaction, type JointData, prismaticJoint, setVelocity } from '../../src/index.ts'
import { JointWorld } from './joint-world.ts'

const G = 10

/** A head that a joint holds, one with a motor at first, with two jaws on slides that squeeze a box of a mass. */
function claw(mass: number, hang?: (mast: number, head: number) => JointData, substeps = 4): { t: JointWorld; lift: number; load: number; weight: number } {
  const t = new JointWorld({ allowSleep: false, substeps })
  const { CollisionFilter, Material, Static } = t.components
  const weight = (mass + 4) * G
  const mast = t.add(box(0.1, 0.1), 0, 10, Static)
  const head = t.heavy(box(1, 0.2), 0, 1, 2)
  CollisionFilter.mask[head] = CollisionFilter.mask[mast] = 0
  const lift = t.joint(hang?.(mast, head) ?? prismaticJoint(mast, head, { axis: { x: 0, y: 1 }, motor: { speed: 0, maxForce: 3 * weight } }))
  for (const side of [-1, 1]) {
    const jaw = t.heavy(box(0.1, 0.8), 0.6 * side, 0, 1)
    addComponents(t.world, jaw, set(Material, { friction: 0.8 }))
    t.joint(prismaticJoint(head, jaw, { axis: { x: 1, y: 0 }, motor: { speed: -side, maxForce: 20 * mass } }))
  }
  const load = t.heavy(box(0.5, 0.5), 0, 0, mass)
  addComponents(t.world, load, set(Material, { friction: 0.8 }))
  t.seconds(1)
  return { t, lift, load, weight }
}

// Jaws that were given inertia for what they hold weighed as much more: 1.23 to 1.33 times all of it, and a motor of 1.15 times its weight let it down.
test.each([5, 20, 100, 1000])('a claw whose jaws squeeze %i times the mass of one weighs what it weighs, and is lifted by little more', (mass) => {
  const { t, lift, load, weight } = claw(mass)
  expect(getJointReaction(t.world, lift).y / weight).toBeCloseTo(1, 2)
  const before = t.y(load)
  addComponents(t.world, lift, set(t.components.Joint, { speed: 5, maxForce: 1.15 * weight }))
  t.seconds(0.5)
  // It is as slow to start as its inertia, not more.
  expect(t.y(load) - before).toBeGreaterThan(0.7 * 0.5 * 0.15 * G * 0.25)
})

test.each([5, 100])('it falls like anything else where nothing holds it: %i times', (mass) => {
  const { t, lift, load } = claw(mass)
  const before = t.y(load)
  addComponents(t.world, lift, set(t.components.Joint, { maxForce: 0 }))
  t.seconds(0.5)
  expect(before - t.y(load)).toBeGreaterThan(0.99 * 0.5 * G * 0.25)
})

// When the mass that the jaws have not was driven as they were accelerated in the step before, it pushed them on: from 1.2 m/s to 1.8 in 4 s.
test.each([[100, 2], [100, 4], [1000, 4]])('upon a spring it does not swing up by itself: %i times, %i Hz', (mass, hertz) => {
  const stiffness = (mass + 4) * (2 * Math.PI * hertz) ** 2
  const { t, load } = claw(mass, (mast, head) => prismaticJoint(mast, head, { axis: { x: 0, y: 1 }, spring: { stiffness, damping: 0 } }), 16)
  setVelocity(t.world, load, 0, 0.2)
  const fastest = (): number => {
    let most = 0
    for (let i = 0; i < 60; i++) {
      t.step()
      most = Math.max(most, Math.abs(t.components.Velocity.y[load]!))
    }
    return most
  }
  const first = fastest()
  t.seconds(3)
  expect(fastest()).toBeLessThan(first)
})
