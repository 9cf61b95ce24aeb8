import fc from 'fast-check'
import { addComponents, set } from 'bitecs'
import { describe, expect, test } from 'vitest'
import {
  aabb, circle, distanceJoint, filterJoint, gearJoint, getJointCoordinate, getPointVelocity, type JointData, markChanged, motorJoint, polygon, prismaticJoint, pulleyJoint,
  rect, revoluteJoint, stepPhysics, weldJoint, wheelJoint,
} from '../../src/index.ts'
import { JointWorld } from './joint-world.ts'

const AXIS = { x: 0.6, y: 0.8 }

const KINDS: Record<string, (a: number, b: number) => JointData> = {
  rod: (a, b) => distanceJoint(a, b, { localA: { x: 0.2, y: 0.1 }, localB: { x: -0.3, y: 0.4 } }),
  hinge: (a, b) => revoluteJoint(a, b, { x: 1, y: 0.5 }),
  slide: (a, b) => prismaticJoint(a, b, { x: 1, y: 0.5, axis: AXIS }),
  wheel: (a, b) => wheelJoint(a, b, { x: 1, y: 0.5, axis: AXIS }),
  weld: (a, b) => weldJoint(a, b, { x: 1, y: 0.5 }),
  motor: (a, b) => motorJoint(a, b),
  pulley: (a, b) => pulleyJoint(a, b, { groundA: { x: -1, y: 5 }, groundB: { x: 2, y: 4 }, ratio: 1.5, localB: { x: 0.5, y: 0 } }),
}

/** Two bodies whose centers of mass are where they are put: at their origins, and away from that of B. */
function pair() {
  const t = new JointWorld({ gravity: { x: 0, y: 0 } })
  const { CollisionFilter, Mass } = t.components
  const a = t.add(circle(0.5), 0, 0)
  const b = t.add(polygon([{ x: 0, y: 0 }, { x: 2, y: 0 }, { x: 0, y: 1 }]), 2, 1)
  const center = { x: 0.7, y: -0.2 }
  addComponents(t.world, b, set(Mass, { centerX: center.x, centerY: center.y }))
  for (const body of [a, b]) addComponents(t.world, body, set(CollisionFilter, { mask: 0 }))
  return { t, a, b, center }
}

const number = fc.double({ min: -3, max: 3, noNaN: true })
const motion = fc.record({ x: number, y: number, angular: number })

describe.each(Object.keys(KINDS))('the coordinate of a joint: %s', (kind) => {
  test('its speed is how fast its value changes as the bodies move on', () => {
    fc.assert(fc.property(motion, motion, number, (ofA, ofB, angle) => {
      const { t, a, b, center } = pair()
      const { Position, Rotation, Velocity } = t.components
      const joint = t.joint(KINDS[kind]!(a, b))
      Rotation.angle[b] = angle
      addComponents(t.world, a, set(Velocity, ofA))
      addComponents(t.world, b, set(Velocity, ofB))
      markChanged(t.world, b)
      const { value, speed } = getJointCoordinate(t.world, joint)
      // Turned and moved about its center of mass, for a moment.
      const moment = 1e-6
      const move = (body: number, { x, y, angular }: typeof ofA, middle: typeof center): void => {
        const turned = (by: number) => ({ x: Math.cos(by) * middle.x - Math.sin(by) * middle.y, y: Math.sin(by) * middle.x + Math.cos(by) * middle.y })
        const before = turned(Rotation.angle[body]!)
        const after = turned(Rotation.angle[body]! + moment * angular)
        Rotation.angle[body] = Rotation.angle[body]! + moment * angular
        Position.x[body] = Position.x[body]! + before.x - after.x + moment * x
        Position.y[body] = Position.y[body]! + before.y - after.y + moment * y
        markChanged(t.world, body)
      }
      move(a, ofA, { x: 0, y: 0 })
      move(b, ofB, center)
      const later = getJointCoordinate(t.world, joint).value
      expect((later - value) / moment).toBeCloseTo(speed, 3)
    }), { numRuns: 60 })
  })

  test('is what it was when the joint was set, and stays so where it is held', () => {
    const { t, a, b } = pair()
    const joint = t.joint(KINDS[kind]!(a, b))
    const first = getJointCoordinate(t.world, joint).value
    if (kind !== 'rod' && kind !== 'pulley') expect(first).toBeCloseTo(0, 12)
    else expect(first).toBeCloseTo(t.components.Joint.rest[joint]!, 12)
    stepPhysics(t.world, 1 / 60)
    expect(getJointCoordinate(t.world, joint)).toEqual({ value: expect.closeTo(first, 6), speed: expect.closeTo(0, 6) })
  })
})

test('a hinge counts its turns, and a motor turns it as fast as it is told', () => {
  const t = new JointWorld()
  const wall = t.add(rect(1, 1), 0, 0, t.components.Static)
  const joint = t.joint(revoluteJoint(wall, t.heavy(circle(0.5), 0, 0, 1), { motor: { speed: 3, maxTorque: 100 } }))
  t.seconds(10)
  const out = { value: 0, speed: 0 }
  expect(getJointCoordinate(t.world, joint, out)).toBe(out)
  expect(out.speed).toBeCloseTo(3, 4)
  expect(out.value).toBeCloseTo(30, 1)
})

test('a limit is met where the coordinate says so, and a slack rope is shorter than its rest', () => {
  const t = new JointWorld()
  const wall = t.add(rect(1, 1), 0, 0, t.components.Static)
  const drawer = t.joint(prismaticJoint(wall, t.heavy(circle(0.2), 0, -2, 1), { axis: { x: 0, y: 1 }, limit: { lower: -1.5, upper: 0 } }))
  const left = t.heavy(circle(0.2), 5, 0, 1)
  const rope = t.joint(pulleyJoint(left, t.heavy(circle(0.2), 7, 0, 1), { groundA: { x: 5, y: 3 }, groundB: { x: 7, y: 3 }, length: 8 }))
  expect(getJointCoordinate(t.world, rope).value).toBeCloseTo(6, 12)
  t.seconds(3)
  expect(getJointCoordinate(t.world, drawer).value).toBeCloseTo(-1.5, 3)
  expect(getJointCoordinate(t.world, rope).value).toBeCloseTo(8, 3)
})

test('a gear tells the sum that it keeps', () => {
  const t = new JointWorld()
  const wall = t.add(rect(1, 1), 0, 0, t.components.Static)
  const wheel = (x: number, speed: number): number =>
    t.joint(revoluteJoint(wall, t.heavy(circle(0.3), x, 0, 1), speed === 0 ? {} : { motor: { speed, maxTorque: 100 } }))
  const [one, two] = [wheel(0, 2), wheel(1, 0)]
  const gear = t.joint(gearJoint(one, two, { ratio: 3 }))
  t.seconds(2)
  expect(getJointCoordinate(t.world, two).speed).toBeCloseTo(-2 / 3, 3)
  expect(getJointCoordinate(t.world, gear)).toEqual({ value: expect.closeTo(0, 3), speed: expect.closeTo(0, 3) })
})

test('what never turns has no angle, whatever its components say', () => {
  const t = new JointWorld({ gravity: { x: 0, y: 0 } })
  const { Kinematic, Rotation, Velocity } = t.components
  const platform = t.add(aabb(1, 0.2), 0, 0, Kinematic)
  addComponents(t.world, platform, set(Velocity, { x: 2, y: 0, angular: 3 }))
  Rotation.angle[platform] = 1
  const joint = t.joint(revoluteJoint(platform, t.heavy(circle(0.3), 0, -1, 1), { x: 0, y: 0 }))
  expect(getJointCoordinate(t.world, joint)).toEqual({ value: 0, speed: 0 })
  expect(getPointVelocity(t.world, platform, 1, 0)).toEqual({ x: 2, y: 0 })
})

test('what measures nothing is refused', () => {
  const { t, a, b } = pair()
  const joint = t.joint(filterJoint(a, b))
  expect(() => getJointCoordinate(t.world, joint)).toThrow(`getJointCoordinate: entity ${joint} is a filter joint, which measures nothing.`)
  expect(() => getJointCoordinate(t.world, a)).toThrow(`getJointCoordinate: entity ${a} is no joint.`)
})

test('a point of a body moves by its velocity and its turn about the center of mass', () => {
  const { t, b } = pair()
  const { Velocity, Static } = t.components
  addComponents(t.world, b, set(Velocity, { x: 1, y: 2, angular: 3 }))
  // The center of mass is at (2.7, 0.8).
  expect(getPointVelocity(t.world, b, 2.7, 0.8)).toEqual({ x: 1, y: 2 })
  expect(getPointVelocity(t.world, b, 3.7, 0.8)).toEqual({ x: 1, y: expect.closeTo(5, 12) })
  expect(getPointVelocity(t.world, b, 2.7, 1.8)).toEqual({ x: expect.closeTo(-2, 12), y: 2 })
  const wall = t.add(rect(1, 1), 9, 9, Static)
  expect(getPointVelocity(t.world, wall, 9, 9)).toEqual({ x: 0, y: 0 })
  expect(() => getPointVelocity(t.world, t.joint(filterJoint(wall, b)), 0, 0)).toThrow('is no body')
})
