import { addComponents, set } from 'bitecs'
import { expect, test } from 'vitest'
import { box, circle, getJointReaction, revoluteJoint, weldJoint } from '../../src/index.ts'
import { JointWorld } from './joint-world.ts'

/** A hub with a motor of 2 rad/s, to which a blade of 4 m and 16 kg is welded. */
function windmill(radius: number, maxTorque: number, substeps: number) {
  const t = new JointWorld({ gravity: { x: 0, y: 0 }, substeps })
  const post = t.add(circle(0.1), 0, 0, t.components.Static)
  const hub = t.add(circle(radius), 0, 0)
  const blade = t.heavy(box(2, 0.2), 2, 0, 16)
  const motor = t.joint(revoluteJoint(post, hub, { x: 0, y: 0, motor: { speed: 2, maxTorque } }))
  t.joint(weldJoint(hub, blade, { x: 0, y: 0 }))
  for (const body of [post, hub, blade]) addComponents(t.world, body, set(t.components.CollisionFilter, { mask: 0 }))
  return { t, blade, motor, spin: () => t.components.Velocity.angular[blade]! }
}

// By the inertia of the hub alone the blade swung between 0 and 4 rad/s for more than 10 s.
test.each([[0.5, 1], [0.5, 4], [0.2, 4], [0.1, 4], [0.1, 8]])('the motor of a hub of %d m turns what is welded to it at its speed, with %i substeps', (radius, substeps) => {
  const { t, spin } = windmill(radius, 1e6, substeps)
  t.seconds(0.2)
  for (let i = 0; i < 300; i++) {
    t.step()
    expect(Math.abs(spin() - 2)).toBeLessThan(0.02)
  }
})

test('it pushes with no more than its torque, and holds a load with as much as it takes', () => {
  const { t, blade, spin, motor } = windmill(0.2, 1000, 4)
  // Of hub and blade about the hinge.
  const inertia = 16 * ((16 + 0.16) / 12 + 4) + (Math.PI * 0.2 ** 4) / 2
  t.seconds(0.1)
  expect(spin()).toBeCloseTo((1000 / inertia) * 0.1, 2)
  expect(getJointReaction(t.world, motor).torque).toBeCloseTo(1000, 1)
  t.components.Joint.speed[motor] = 0
  t.seconds(1)
  t.physics.settings.gravity.y = -10
  t.seconds(0.5)
  for (let i = 0; i < 60; i++) {
    t.step()
    expect(Math.abs(spin())).toBeLessThan(2e-3)
  }
  // The blade weighs 160 N, and its middle is 2 m out.
  expect(getJointReaction(t.world, motor).torque).toBeCloseTo(320 * Math.cos(t.angle(blade)), 0)
})

test('two motors, one on the blade of the other, both keep their speeds', () => {
  const { t, blade, spin } = windmill(0.2, 1e6, 4)
  const rotor = t.add(circle(0.1), 4, 0)
  const tail = t.heavy(box(0.5, 0.1), 4.5, 0, 2)
  addComponents(t.world, tail, set(t.components.CollisionFilter, { mask: 0 }))
  t.joint(revoluteJoint(blade, rotor, { x: 4, y: 0, motor: { speed: -5, maxTorque: 1e6 } }))
  t.joint(weldJoint(rotor, tail, { x: 4, y: 0 }))
  t.seconds(2)
  for (let i = 0; i < 120; i++) {
    t.step()
    expect(spin()).toBeCloseTo(2, 1)
    expect(t.components.Velocity.angular[tail]! - spin()).toBeCloseTo(-5, 1)
  }
})
