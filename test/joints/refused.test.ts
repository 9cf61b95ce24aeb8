import { addComponent, addComponents, addEntity, hasComponent, removeEntity, set } from 'bitecs'
import { describe, expect, test } from 'vitest'
import {
  box, circle, distanceJoint, gearJoint, getJointReaction, jointsOf, motorJoint, prismaticJoint, pulleyJoint, revoluteJoint, stepPhysics, weldJoint,
} from '../../src/index.ts'
import { inner } from '../support/inner.ts'
import { JointWorld } from './joint-world.ts'

function pair(): { t: JointWorld; a: number; b: number } {
  const t = new JointWorld()
  t.addGround()
  return { t, a: t.add(box(0.5, 0.5), 0, 0.5), b: t.add(box(0.5, 0.5), 1, 0.5) }
}

describe('bad input', () => {
  const nan = Number.NaN
  const cases: [string, (t: JointWorld, a: number, b: number, part: number) => unknown, RegExp][] = [
    ['one body', (_t, a) => revoluteJoint(a, a, { x: 0, y: 0 }), /a and b are both entity \d+/],
    ['no body', (_t, a) => revoluteJoint(a, 0, { x: 0, y: 0 }), /b names no body/],
    ['a dead body', (t, a, b) => { removeEntity(t.world, b); return weldJoint(a, b) }, /b is entity \d+, which does not exist/],
    ['no body at all', (t, a) => weldJoint(addEntity(t.world), a), /a is entity \d+, which is no body: it has no Position/],
    ['a part of a body', (_t, a, _b, part) => weldJoint(a, part), /b is entity \d+, which is a part of body \d+. Name that body/],
    ['limits the wrong way', (_t, a, b) => revoluteJoint(a, b, { limit: { lower: 2, upper: 1 } }), /lower is 2, above upper, which is 1/],
    ['a limit that is none', (_t, a, b) => revoluteJoint(a, b, { limit: { lower: nan, upper: 1 } }), /lower must be finite/],
    ['a point that is none', (_t, a, b) => revoluteJoint(a, b, { x: nan, y: 0 }), /x must be a finite number, got NaN/],
    ['half a point', (_t, a, b) => revoluteJoint(a, b, { x: 1 }), /y must be a finite number, got undefined/],
    ['negative hertz', (_t, a, b) => weldJoint(a, b, { spring: { hertz: -1 } }), /springHertz must not be negative/],
    ['a spring given twice', (_t, a, b) => distanceJoint(a, b, { spring: { hertz: 5, stiffness: 40 } }), /springHertz is 5 and stiffness is 40: a spring is given either by hertz/],
    ['a damper beside hertz', (_t, a, b) => motorJoint(a, b, { spring: { hertz: 5, damping: 3 } }), /springHertz is 5 and damping is 3: a spring is given either by hertz/],
    ['no stiffness', (_t, a, b) => weldJoint(a, b, { hertz: 0 }), /hertz must be greater than 0/],
    ['no axis', (_t, a, b) => prismaticJoint(a, b, { axis: { x: 0, y: 0 } }), /axis is \(0, 0\)/],
    ['no length', (_t, a, b) => distanceJoint(a, b, { length: 0 }), /the length is 0, but must be greater than 0/],
    ['a length that is none', (_t, a, b) => distanceJoint(a, b, { length: nan }), /rest must be finite, got NaN/],
    ['endless force', (_t, a, b) => motorJoint(a, b, { motor: { maxForce: Infinity } }), /maxForce must be finite/],
    ['a gear of what is no joint', (_t, a, b) => gearJoint(a, b), /a is entity \d+, which is no revolute or prismatic joint/],
    ['a gear of one joint', (t, a, b) => { const j = t.joint(revoluteJoint(a, b)); return gearJoint(j, j) }, /a and b are both entity \d+. A joint holds two joints/],
    ['no kind', (_t, a, b) => ({ a, b }), /kind was never set/],
    ['a strange kind', (_t, a, b) => ({ kind: 99, a, b }), /kind must be at most/],
    ['a strange field', (_t, a, b) => ({ ...weldJoint(a, b), stif: 1 }), /there is no field 'stif'/],
  ]

  test.each(cases)('%s', (_name, make, message) => {
    const { t, a, b } = pair()
    const part = addEntity(t.world)
    const { Joint, Shape, Collider } = t.components
    addComponents(t.world, part, set(Shape, circle(0.2)), set(Collider, { body: a }))
    const entity = addEntity(t.world)
    const act = () => addComponents(t.world, entity, set(Joint, make(t, a, b, part) as Record<string, number>))
    expect(act).toThrow(message)
    expect(act).toThrow(new RegExp(`Joint of entity ${entity}`))
    expect(hasComponent(t.world, entity, Joint)).toBe(false)
    t.step()
    expect(inner(t.physics).joints.find(entity)).toBe(0)
  })

  // By what makes the data: no entity has it yet.
  test.each<[string, () => unknown, string]>([
    ['a ratio beside stiffness', () => weldJoint(1, 2, { spring: { stiffness: 5, dampingRatio: 1 } }), 'weldJoint: spring: dampingRatio goes with hertz'],
    ['two lengths', () => distanceJoint(1, 2, { length: 2, spring: { hertz: 1, rest: 3 } }), 'distanceJoint: length is 2 and spring.rest is 3'],
    ['an end', () => distanceJoint(1, 2, { from: { x: 0, y: 1 }, localA: { x: 0, y: 0 } }), 'distanceJoint: give either from or localA'],
    ['an end of a pulley', () => pulleyJoint(1, 2, { groundA: { x: 0, y: 5 }, groundB: { x: 1, y: 5 }, to: { x: 0, y: 1 }, localB: { x: 0, y: 0 } }), 'pulleyJoint: give either to or localB'],
  ])('%s, given twice', (_name, make, message) => {
    expect(make).toThrow(message)
  })

  test('a spring that is given in the other way is no more what it was, and a plain write that gives it twice is refused', () => {
    const { t, a, b } = pair()
    const { Joint } = t.components
    const joint = t.joint(distanceJoint(a, b, { spring: { hertz: 5, dampingRatio: 1 } }))
    addComponents(t.world, joint, set(Joint, distanceJoint(a, b, { spring: { stiffness: 40 } })))
    expect([Joint.springHertz[joint], Joint.springRatio[joint], Joint.stiffness[joint]]).toEqual([0, 0, 40])
    t.step()
    Joint.springHertz[joint] = 5
    expect(() => t.step()).toThrow(new RegExp(`Joint of entity ${joint}: springHertz is 5 and stiffness is 40`))
    Joint.springHertz[joint] = 0
    t.step()
    addComponents(t.world, joint, set(Joint, distanceJoint(a, b, { spring: { hertz: 3 } })))
    expect([Joint.springHertz[joint], Joint.stiffness[joint]]).toEqual([3, 0])
    t.step()
  })

  test('plain writes that are no numbers are refused by the step, and nothing changes', () => {
    const { t, a, b } = pair()
    const joint = t.joint(revoluteJoint(a, b, { x: 0.5, y: 0.5, motor: { speed: 1, maxTorque: 5 } }))
    t.step()
    t.components.Joint.speed[joint] = nan
    expect(() => t.step()).toThrow(new RegExp(`Joint.speed of entity ${joint} is NaN, but must be finite`))
    t.components.Joint.speed[joint] = 2
    t.step()
  })

  test('a joint that was never set, and one whose body never got a shape', () => {
    const { t, a } = pair()
    const joint = addEntity(t.world)
    addComponent(t.world, joint, t.components.Joint)
    expect(() => t.step()).toThrow(new RegExp(`Joint of entity ${joint}: kind was never set`))
    const point = addEntity(t.world)
    addComponent(t.world, point, set(t.components.Position, { x: 1, y: 1 }))
    addComponent(t.world, joint, set(t.components.Joint, weldJoint(a, point)))
    expect(() => t.step()).toThrow(new RegExp(`b is entity ${point}, which is no body: it has no Shape`))
    removeEntity(t.world, joint)
    stepPhysics(t.world, 1 / 60)
  })

  test('a reaction of what is no joint', () => {
    const { t, a } = pair()
    expect(() => getJointReaction(t.world, a)).toThrow(new RegExp(`entity ${a} is no joint`))
    expect(() => jointsOf(t.world, 999)).toThrow(/entity 999 does not exist/)
  })
})
