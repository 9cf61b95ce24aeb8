import { addEntity, set } from 'bitecs'
import { expect, test } from 'vitest'
import { box, circle, getJointReaction, queryContacts, revoluteJoint } from '../../src/index.ts'
import { Lab } from '../physics/lab.ts'

// Found by a random program, with a maxSpeed of 3 that keeps it at 8 by now: impulses grew by 1e4 a step until they were no numbers.
test('a body that a joint draws into a wall keeps impulses that are numbers', () => {
  const lab = new Lab({ substeps: 8, gravity: { x: 0, y: -9.81 } })
  const { Joint, Position, Velocity } = lab.c
  lab.add(box(20, 1), -0.406, -0.463, { kind: 'static', angle: 1.962 })
  const body = lab.add(box(0.886, 0.669212), 0.088, 0.227, { angle: 2.868, motion: { maxSpeed: 1000, lockY: 1 } })
  lab.attach(body, box(0.42, 0.225), 0.123, 0.668)
  const puller = lab.add(circle(0.5), -0.254, 0.048, { kind: 'kinematic', vx: 3.556, vy: -1.089, angular: -5.831 })
  const joint = addEntity(lab.world, set(Joint, revoluteJoint(puller, body, { x: 0.15, y: -0.024 })))
  let fastest = 0
  for (let i = 0; i < 60; i++) {
    lab.step()
    const { x, y, torque } = getJointReaction(lab.world, joint)
    const contacts = queryContacts(lab.world, body)
    const numbers = [x, y, torque, Position.x[body]!, Velocity.x[body]!, ...contacts.impulse.subarray(0, contacts.count)]
    expect(numbers.every((number) => Math.abs(number) < 1e30), `step ${i}: ${numbers.join(' ')}`).toBe(true)
    fastest = Math.max(fastest, Math.abs(Velocity.x[body]!))
  }
  // It is as bad as that: else this says nothing.
  expect(fastest).toBeGreaterThan(100)
})
