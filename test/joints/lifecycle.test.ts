import { addComponent, entityExists, removeComponent, removeEntity, set } from 'bitecs'
import { describe, expect, test } from 'vitest'
import {
  JointEnd, box, circle, createSnapshots, distanceJoint, filterJoint, gearJoint, getJointReaction, hashWorld, isSleeping, jointsOf, markChanged, motorJoint, prismaticJoint, revoluteJoint, teleport, wake, weldJoint, wheelJoint,
} from '../../src/index.ts'
import { inner } from '../support/inner.ts'
import { JointWorld } from './joint-world.ts'

function pair(): { t: JointWorld; a: number; b: number } {
  const t = new JointWorld()
  t.addGround()
  return { t, a: t.add(box(0.5, 0.5), 0, 0.5), b: t.add(box(0.5, 0.5), 1, 0.5) }
}

describe('joints as entities', () => {
  test('jointsOf lists those of a body, by id', () => {
    const { t, a, b } = pair()
    const c = t.ball(3, 3)
    const joints = [t.joint(revoluteJoint(a, b, { x: 0.5, y: 0.5 })), t.joint(distanceJoint(c, a)), t.joint(filterJoint(b, c))]
    const of = (body: number) => { const { count, entities } = jointsOf(t.world, body); return [...entities.subarray(0, count)] }
    expect(of(a)).toEqual([joints[0], joints[1]])
    t.step()
    expect(of(b)).toEqual([joints[0], joints[2]])
    removeEntity(t.world, joints[1]!)
    expect(of(a)).toEqual([joints[0]])
    expect(of(c)).toEqual([joints[2]])
  })

  test('a body takes its joints along, with events, before its id is used again', () => {
    const { t, a, b } = pair()
    const joint = t.joint(revoluteJoint(a, b, { x: 0.5, y: 0.5 }))
    t.step()
    const late = t.joint(distanceJoint(a, b))
    removeEntity(t.world, a)
    expect([entityExists(t.world, joint), entityExists(t.world, late)]).toEqual([false, false])
    const { jointBreak } = t.physics.events
    expect([jointBreak.count, jointBreak.joint[0], jointBreak.a[0], jointBreak.b[0], jointBreak.reason[0]]).toEqual([2, joint, a, b, JointEnd.Removed])
    expect(jointBreak.joint[1]).toBe(late)
    const again = t.ball(0, 5)
    expect([joint, late, a]).toContain(again)
    t.step(3)
    expect(jointsOf(t.world, again).count).toBe(0)
    expect(jointsOf(t.world, b).count).toBe(0)
    expect(inner(t.physics).joints.count).toBe(0)
  })

  test('a recycled joint entity begins anew', () => {
    const { t, a, b } = pair()
    const joint = t.joint(revoluteJoint(a, b, { x: 0.5, y: 0.5, breakForce: 3, collideConnected: true, limit: { lower: 0, upper: 1 } }))
    removeEntity(t.world, joint)
    const again = t.joint(weldJoint(a, b))
    expect(again).toBe(joint)
    const { Joint } = t.components
    expect([Joint.breakForce[again], Joint.collideConnected[again], Joint.limited[again], Joint.hertz[again]]).toEqual([0, 0, 0, 60])
  })

  test('is off while it is disabled, by field or by tag, and holds again', () => {
    const t = new JointWorld()
    const ground = t.add(box(0.1, 0.1), 0, 0, t.components.Static)
    const body = t.ball(0, -2)
    const joint = t.joint(distanceJoint(ground, body))
    t.seconds(1)
    expect(t.y(body)).toBeCloseTo(-2, 2)
    const { Joint, Disabled } = t.components
    Joint.enabled[joint] = 0
    t.step(6)
    expect(t.y(body)).toBeLessThan(-2.03)
    expect(getJointReaction(t.world, joint)).toEqual({ x: 0, y: 0, torque: 0 })
    Joint.enabled[joint] = 1
    t.seconds(2)
    expect(t.y(body)).toBeCloseTo(-2, 2)
    addComponent(t.world, joint, Disabled)
    t.step(6)
    expect(t.y(body)).toBeLessThan(-2.03)
    removeComponent(t.world, joint, Disabled)
    t.seconds(2)
    expect(t.y(body)).toBeCloseTo(-2, 2)
  })

  test('rests while one of its bodies is disabled', () => {
    const t = new JointWorld()
    const ground = t.add(box(0.1, 0.1), 0, 0, t.components.Static)
    const body = t.ball(0, -2)
    t.joint(distanceJoint(ground, body))
    addComponent(t.world, ground, t.components.Disabled)
    t.step(10)
    expect(t.y(body)).toBeLessThan(-2.1)
    removeComponent(t.world, ground, t.components.Disabled)
    t.seconds(2)
    expect(t.y(body)).toBeCloseTo(-2, 2)
  })

  test('follows other ends and other numbers that are set', () => {
    const t = new JointWorld()
    const one = t.add(box(0.1, 0.1), 0, 0, t.components.Static)
    const two = t.add(box(0.1, 0.1), 5, 0, t.components.Static)
    const body = t.ball(2, -2)
    const joint = t.joint(distanceJoint(one, body))
    t.step()
    addComponent(t.world, joint, set(t.components.Joint, { a: two, rest: 1 }))
    t.seconds(2)
    expect(Math.hypot(t.x(body) - 5, t.y(body))).toBeCloseTo(1, 2)
    expect(jointsOf(t.world, one).count).toBe(0)
    t.components.Joint.rest[joint] = 2
    markChanged(t.world, joint)
    t.seconds(1)
    expect(Math.hypot(t.x(body) - 5, t.y(body))).toBeCloseTo(2, 1)
  })

  test('writes are announced before a step has taken the joint in, too', () => {
    const { t, a, b } = pair()
    const joint = t.joint(weldJoint(a, b))
    t.components.Joint.hertz[joint] = 30
    expect(() => markChanged(t.world, joint)).not.toThrow()
    t.components.Joint.hertz[joint] = -1
    markChanged(t.world, joint)
    expect(() => t.step()).toThrow(`Joint.hertz of entity ${joint} is -1`)
    removeComponent(t.world, joint, t.components.Joint)
    expect(() => markChanged(t.world, joint)).toThrow(`markChanged: entity ${joint} is no body`)
    t.step()
  })
})

describe('gears', () => {
  test('go with a joint that they couple, rest while it is off, and follow it', () => {
    const t = new JointWorld({ gravity: { x: 0, y: 0 }, allowSleep: false })
    const ground = t.add(box(0.1, 0.1), 0, 5, t.components.Static)
    const [one, two] = [t.ball(-2, 0), t.ball(2, 0)]
    const a = t.joint(revoluteJoint(ground, one, { x: -2, y: 0 }))
    const b = t.joint(revoluteJoint(ground, two, { x: 2, y: 0 }))
    const gear = t.joint(gearJoint(a, b))
    t.components.Velocity.angular[one] = 2
    t.step(10)
    const { angular } = t.components.Velocity
    expect([angular[one]!, angular[two]!].map((w) => w.toFixed(3))).toEqual(['1.000', '-1.000'])
    t.components.Joint.enabled[a] = 0
    t.step()
    angular[one] = 5
    t.step(3)
    expect(angular[two]).toBeCloseTo(-1, 2)
    expect(jointsOf(t.world, a).entities[0]).toBe(gear)
    removeEntity(t.world, b)
    expect(entityExists(t.world, gear)).toBe(false)
    expect(t.physics.events.jointBreak.joint[0]).toBe(gear)
    t.step(2)
    expect(inner(t.physics).joints.count).toBe(1)
  })
})

describe('collisions of jointed bodies', () => {
  test('there are none unless asked, and contacts follow a flip', () => {
    const t = new JointWorld({ gravity: { x: 0, y: 0 } })
    const a = t.add(box(0.5, 0.5), 0, 0)
    const b = t.add(box(0.5, 0.5), 0.9, 0)
    const joint = t.joint(filterJoint(a, b))
    t.step(10)
    expect(t.physics.events.contactBegin.count).toBe(0)
    expect(t.x(b) - t.x(a)).toBeCloseTo(0.9, 6)
    removeEntity(t.world, joint)
    t.step()
    expect(t.begins()).toEqual([`${a}-${b}`])
    const again = t.joint(filterJoint(a, b))
    t.step()
    expect(t.ends()).toEqual([`${a}-${b}`])
    addComponent(t.world, again, set(t.components.Joint, { collideConnected: 1 }))
    t.step()
    expect(t.begins()).toEqual([`${a}-${b}`])
  })

  test('two joints on one pair: the pair collides only when neither forbids it', () => {
    const t = new JointWorld({ gravity: { x: 0, y: 0 } })
    const a = t.add(box(0.5, 0.5), 0, 0)
    const b = t.add(box(0.5, 0.5), 0.9, 0)
    const [one, two] = [t.joint(filterJoint(a, b)), t.joint(filterJoint(b, a))]
    t.step(2)
    removeEntity(t.world, one)
    t.step(2)
    expect(t.physics.stats.contacts).toBe(0)
    removeEntity(t.world, two)
    t.step(2)
    expect(t.physics.stats.contacts).toBe(1)
  })
})

describe('sleep', () => {
  test('what hangs together sleeps and wakes together', () => {
    const t = new JointWorld()
    const ground = t.add(box(0.1, 0.1), 0, 0, t.components.Static)
    const bodies = [t.ball(0, -1.5), t.ball(0, -3), t.ball(0, -4.5)]
    t.joint(distanceJoint(ground, bodies[0]!))
    t.joint(distanceJoint(bodies[0]!, bodies[1]!))
    t.joint(distanceJoint(bodies[1]!, bodies[2]!))
    t.seconds(3)
    expect(bodies.map((body) => isSleeping(t.world, body))).toEqual([true, true, true])
    wake(t.world, bodies[2]!)
    expect(bodies.map((body) => isSleeping(t.world, body))).toEqual([false, false, false])
  })

  test('one that moves keeps the other awake', () => {
    const t = new JointWorld({ gravity: { x: 0, y: 0 } })
    const still = t.heavy(box(0.5, 0.5), 0, 0, 1e6)
    const spins = t.add(circle(0.5), 3, 0)
    t.joint(revoluteJoint(still, spins, { x: 3, y: 0, motor: { speed: 5, maxTorque: 10 } }))
    t.seconds(3)
    expect(isSleeping(t.world, still)).toBe(false)
  })

  test('bodies that were put to sleep one by one wake along a chain', () => {
    const t = new JointWorld({ gravity: { x: 0, y: 0 } })
    const bodies = Array.from({ length: 3000 }, (_, i) => t.add(circle(0.2), i, 0, t.components.Sleeping))
    for (let i = 1; i < bodies.length; i++) t.joint(distanceJoint(bodies[i - 1]!, bodies[i]!))
    t.step()
    for (const body of bodies) addComponent(t.world, body, t.components.Sleeping)
    t.step()
    expect(t.physics.stats.awake).toBe(0)
    teleport(t.world, bodies[0]!, -0.5, 0)
    expect(t.physics.stats.awake + 0).toBe(0)
    t.step()
    expect(t.physics.stats.awake).toBe(3000)
  })

  test('a kinematic body that begins to move wakes what hangs on it', () => {
    const t = new JointWorld()
    const hand = t.add(box(0.1, 0.1), 0, 0, t.components.Kinematic)
    const body = t.ball(0, -2)
    t.joint(distanceJoint(hand, body))
    t.seconds(3)
    expect(isSleeping(t.world, body)).toBe(true)
    t.components.Velocity.x[hand] = 1
    t.seconds(5)
    expect(isSleeping(t.world, body)).toBe(false)
    expect(Math.abs(t.x(body) - t.x(hand))).toBeLessThan(1)
  })
})

test('a joint that takes the place of another between the same bodies begins with none of its impulses', () => {
  for (const make of [revoluteJoint, weldJoint, distanceJoint, prismaticJoint, wheelJoint, motorJoint]) {
    const play = (throughFile: boolean): number => {
      const t = new JointWorld()
      const peg = t.add(circle(0.2), 0, 10, t.components.Static)
      const load = t.add(box(2, 2), 3, 10)
      const first = t.joint(make(peg, load))
      t.step(30)
      removeEntity(t.world, first)
      expect(t.joint(make(peg, load))).toBe(first)
      if (throughFile) {
        // A file has no rows that could be gone on with.
        const snapshots = createSnapshots(t.world)
        snapshots.save()
        snapshots.fromBytes(0, snapshots.toBytes())
        snapshots.restore()
      }
      t.step()
      return hashWorld(t.world)
    }
    expect([make.name, play(false)]).toEqual([make.name, play(true)])
  }
})

test('asking what a joint does within a step, from any system, changes not one bit', () => {
  const play = (place: number, perSubstep: boolean): number => {
    const t = new JointWorld()
    let last = t.add(circle(0.2), 0, 10, t.components.Static)
    const joints: number[] = []
    for (let i = 1; i < 8; i++) {
      const link = t.add(circle(0.2), i, 10)
      joints.push(t.joint(revoluteJoint(last, link, { x: i - 0.5, y: 10 })))
      last = link
    }
    const run = (): void => { for (const joint of joints) getJointReaction(t.world, joint) }
    if (place >= 0) t.physics.systems.splice(place, 0, { name: 'ask', run, perSubstep })
    t.step(40)
    return hashWorld(t.world)
  }
  const plain = play(-1, false)
  for (const place of [0, 1, 2, 3, 4, 7]) expect([place, play(place, false)]).toEqual([place, plain])
  for (const place of [4, 5, 6]) expect([place, play(place, true)]).toEqual([place, plain])
})
