import { set } from 'bitecs'
import { expect, test } from 'vitest'
import { box, distance, isTouching, stepPhysics } from '../../src/index.ts'
import { TestWorld } from '../support/worlds.ts'
import { validate } from '../support/validate.ts'

test('what a kinematic body left on its last step does not touch it once it stands still', () => {
  const t = new TestWorld()
  const { Static, Kinematic, Velocity } = t.components
  const wall = t.add(box(1, 1), 0, 0, Static)
  const door = t.add(box(1, 1), 1.95, 0, Kinematic, set(Velocity, { x: 2 }))
  t.step()
  expect(isTouching(t.world, wall, door)).toBe(true)
  // The narrow phase of this step finds it where it began: within the wall.
  stepPhysics(t.world, 0.1)
  expect(distance(t.world, wall, door)!.distance).toBeGreaterThan(0.1)
  Velocity.x[door] = 0
  t.step()
  expect(isTouching(t.world, wall, door)).toBe(false)
  expect(t.ends()).toEqual([`${wall}-${door}`])
  validate(t.physics)
})
