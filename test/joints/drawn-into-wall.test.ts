import { addEntity, set } from 'bitecs'
import { expect, test } from 'vitest'
import { box, circle, getJointReaction, queryContacts, revoluteJoint } from '../../src/index.ts'
import { Lab } from '../physics/lab.ts'

// Found by random programs: impulses grew by 1e4 a step until they were no numbers, and threw it at 4,000 m/s.
test('a body with a locked axis that a joint draws into a wall is held there', () => {
  const lab = new Lab({ substeps: 4, gravity: { x: 0, y: -9.81 } })
  const { Joint, Position, Velocity } = lab.c
  lab.add(box(20, 1), -0.4, -0.46, { kind: 'static', angle: 3.9205142869614065 })
  const body = lab.add(box(0.6613216362893581, 0.9854989221319557), -0.013337946217507113, -0.003286912338808179, {
    angle: 0.9388002902269363, motion: { maxSpeed: 30, lockX: 1 },
  })
  const puller = lab.add(circle(0.5), 0.4949163047131151, -0.20182942925021052, {
    kind: 'kinematic', vx: 1.685524258762598, vy: 1.0439043790102005, angular: -8.197245540563017,
  })
  const joint = addEntity(lab.world, set(Joint, revoluteJoint(puller, body, { x: 0.3397676586173475, y: -0.0019719868432730436 })))
  let fastest = 0
  for (let i = 0; i < 60; i++) {
    lab.step()
    const { x, y, torque } = getJointReaction(lab.world, joint)
    const contacts = queryContacts(lab.world, body)
    const numbers = [x, y, torque, Position.y[body]!, Velocity.y[body]!, ...contacts.impulse.subarray(0, contacts.count)]
    expect(numbers.every((number) => Math.abs(number) < 1e30), `step ${i}: ${numbers.join(' ')}`).toBe(true)
    fastest = Math.max(fastest, Math.abs(Velocity.y[body]!))
  }
  expect(fastest).toBeLessThan(10)
})
