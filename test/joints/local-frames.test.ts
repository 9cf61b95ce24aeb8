import { addComponents, addEntity } from 'bitecs'
import { expect, it } from 'vitest'
import { type JointData, circle, prismaticJoint, revoluteJoint, set, spawnBody, wheelJoint } from '../../src/index.ts'
import { TestWorld } from '../support/worlds.ts'

const t = new TestWorld()
const { Joint } = t.components
const car = spawnBody(t.world, { shape: circle(1), x: 10, y: 5 })
const wheel = spawnBody(t.world, { shape: circle(0.4), x: 11, y: 4 })

function fieldsOf(data: JointData): number[] {
  const joint = addEntity(t.world)
  addComponents(t.world, joint, set(Joint, data))
  return (['ax', 'ay', 'aAngle', 'bx', 'by', 'bAngle'] as const).map((field) => Joint[field][joint]!)
}

const [localA, localB] = [{ x: 1, y: -1 }, { x: 0, y: 0 }]
const at = { x: 11, y: 4 }

it('local frames are what a point in the world comes to where neither body is turned, with the same axis', () => {
  const [x, y] = [0.6, 0.8]
  expect(fieldsOf(wheelJoint(car, wheel, { localA, localB }))).toEqual(fieldsOf(wheelJoint(car, wheel, at)))
  expect(fieldsOf(wheelJoint(car, wheel, { localA, localB, axis: { x, y } }))).toEqual(fieldsOf(wheelJoint(car, wheel, { ...at, axis: { x, y } })))
  expect(fieldsOf(prismaticJoint(car, wheel, { localA, localB }))).toEqual(fieldsOf(prismaticJoint(car, wheel, at)))
  expect(fieldsOf(prismaticJoint(car, wheel, { localA, localB, axis: { x, y } }))).toEqual(fieldsOf(prismaticJoint(car, wheel, { ...at, axis: { x, y } })))
  expect(fieldsOf(wheelJoint(car, wheel, { localA: { ...localA, angle: 0.3 }, localB }))).toEqual([1, -1, 0.3, 0, 0, 0])
})

it('frames that cannot be meant are refused', () => {
  const axis = { x: 0, y: 1 }
  expect(() => wheelJoint(car, wheel, { localA: { ...localA, angle: 1 }, localB, axis })).toThrow('joint: give either axis or the angles of localA and localB')
  expect(() => wheelJoint(car, wheel, { localA, localB, axis: { x: 0, y: 0 } })).toThrow('joint: axis must be a direction such as { x: 0, y: 1 }, got (0, 0)')
  expect(() => revoluteJoint(car, wheel, { localA: null as never, localB })).toThrow('joint: localA: the options must be an object, got null.')
  expect(() => revoluteJoint(car, wheel, { localA: { x: 0, Y: 1 } as never, localB })).toThrow("joint: localA: there is no option 'Y'.")
})

it('a vector of another library is taken for its x and y', () => {
  class Vector3 {
    readonly x = 1
    readonly y = -1
    readonly z = 0
  }
  expect(fieldsOf(wheelJoint(car, wheel, { localA: new Vector3(), localB }))).toEqual(fieldsOf(wheelJoint(car, wheel, { localA, localB })))
  expect(() => wheelJoint(car, wheel, { localA: { x: 1, y: 1, angel: 3 } as { x: number; y: number }, localB })).toThrow("there is no option 'angel'")
})
