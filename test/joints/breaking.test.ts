import { addComponent, addEntity, entityExists, observe, onRemove, removeEntity, set } from 'bitecs'
import { describe, expect, test } from 'vitest'
import { JointEnd, box, distanceJoint, weldJoint } from '../../src/index.ts'
import { inner } from '../support/inner.ts'
import { JointWorld } from './joint-world.ts'

describe('breaking', () => {
  test('in the step of the overload, with the force', () => {
    const t = new JointWorld()
    const ground = t.add(box(0.1, 0.1), 0, 0, t.components.Static)
    const body = t.heavy(box(0.2, 0.2), 0, -2, 3)
    const holds = t.joint(distanceJoint(ground, body, { breakForce: 31 }))
    t.seconds(1)
    expect(t.physics.events.jointBreak.count).toBe(0)
    addComponent(t.world, body, set(t.components.Mass, { mass: 3.2 }))
    t.step()
    const { jointBreak } = t.physics.events
    expect([jointBreak.count, jointBreak.joint[0], jointBreak.a[0], jointBreak.b[0], jointBreak.reason[0]]).toEqual([1, holds, ground, body, JointEnd.Overload])
    expect(jointBreak.force[0]).toBeGreaterThan(31)
    expect(jointBreak.force[0]).toBeLessThan(32.5)
    expect(t.components.Joint.enabled[holds]).toBe(0)
    t.seconds(0.5)
    expect(t.y(body)).toBeLessThan(-3)
    expect(t.physics.events.jointBreak.count).toBe(0)
  })

  test.each(['a system behind the solver', 'an observer'])('removes nothing else where %s removed the joint and its id went to another', (who) => {
    const t = new JointWorld()
    const ground = t.add(box(0.1, 0.1), 0, 0, t.components.Static)
    const joints = [-1, 1].map((x) => t.joint(distanceJoint(ground, t.heavy(box(0.2, 0.2), x, -2, 3), { breakForce: 1, removeBroken: true })))
    const made: number[] = []
    const swap = (joint: number): void => {
      if (made.length > 0) return
      made.push(0)
      removeEntity(t.world, joint)
      made[0] = addEntity(t.world)
      expect(made).toEqual([joint])
    }
    if (who === 'an observer') observe(t.world, onRemove(t.components.Joint), (joint) => swap(joints.find((other) => other !== joint)!))
    else t.physics.systems.push({ name: 'debris', run: ({ events }) => { if (events.jointBreak.count > 0) swap(events.jointBreak.joint[0]!) } })
    t.step(5)
    expect(made.map((entity) => entityExists(t.world, entity))).toEqual([true])
    expect(joints.filter((joint) => entityExists(t.world, joint))).toEqual(made)
  })

  test('removes no other joint that got the id of a broken one after an observer threw', () => {
    const t = new JointWorld()
    const ground = t.add(box(0.1, 0.1), 0, 0, t.components.Static)
    const bodies = [-1, 1].map((x) => t.heavy(box(0.2, 0.2), x, -2, 3))
    const broken = bodies.map((body) => t.joint(distanceJoint(ground, body, { breakForce: 1, removeBroken: true })))
    let angry = true
    observe(t.world, onRemove(t.components.Joint), () => {
      if (!angry) return
      angry = false
      throw new Error('not today')
    })
    expect(() => t.step(5)).toThrow('not today')
    for (const joint of broken) if (entityExists(t.world, joint)) t.remove(joint)
    const others = bodies.map((body) => t.joint(distanceJoint(ground, body)))
    expect([...others].sort()).toEqual(broken)
    t.step(3)
    expect(others.map((joint) => entityExists(t.world, joint))).toEqual([true, true])
  })

  test('by torque, and removes the entity if asked', () => {
    const t = new JointWorld()
    const ground = t.add(box(0.1, 0.1), 0, 0, t.components.Static)
    const beam = t.heavy(box(1, 0.1), 1, 0, 3)
    const weld = t.joint(weldJoint(ground, beam, { x: 0, y: 0, breakTorque: 20, removeBroken: true }))
    t.step(20)
    expect(entityExists(t.world, weld)).toBe(false)
    expect(t.y(beam)).toBeLessThan(-0.1)
    expect(inner(t.physics).joints.count).toBe(0)
  })
})
