import { addComponent, addEntity, createWorld, set } from 'bitecs'
import { expect, test } from 'vitest'
import { addPhysics, circle, distanceJoint, jointsOf, spawnBody, stepPhysics } from '../../src/index.ts'

test('a joint of an old entity holds bodies that came long after the first joint', () => {
  const world = createWorld()
  const { Joint } = addPhysics(world, { capacity: 8 }).components
  const spawn = (x: number): number => spawnBody(world, { shape: circle(0.5), x, y: 0 })
  const [one, other] = [addEntity(world), addEntity(world)]
  addComponent(world, one, set(Joint, distanceJoint(spawn(0), spawn(2))))
  stepPhysics(world, 1 / 60)
  const late = Array.from({ length: 100 }, (_, i) => spawn(4 + 2 * i))
  const [a, b] = [late[98]!, late[99]!]
  expect(jointsOf(world, b).count).toBe(0)
  addComponent(world, other, set(Joint, distanceJoint(a, b)))
  stepPhysics(world, 1 / 60)
  for (const body of [a, b]) {
    const { count, entities } = jointsOf(world, body)
    expect([count, entities[0]]).toEqual([1, other])
  }
})
