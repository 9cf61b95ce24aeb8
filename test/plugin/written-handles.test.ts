import { removeEntity } from 'bitecs'
import { expect, test } from 'vitest'
import { polygon, queryPoint } from '../../src/index.ts'
import { validate } from '../support/validate.ts'
import { TestWorld } from '../support/worlds.ts'

const small = polygon([{ x: -0.3, y: -0.3 }, { x: 0.3, y: -0.3 }, { x: 0.3, y: 0.3 }, { x: -0.3, y: 0.3 }])
const large = polygon([{ x: -1, y: -1 }, { x: 1, y: -1 }, { x: 1, y: 1 }, { x: -1, y: 1 }])

test.each([false, true])('the handle of another polygon that is written to a body that moves is taken in, asked before: %s', (asked) => {
  const t = new TestWorld({ allowSleep: false })
  const { Shape, Position } = t.components
  t.addGround()
  const body = t.add(small, 0, 0.3)
  const model = t.add(large, 30, 1)
  t.step(10)
  Shape.geometry[body] = Shape.geometry[model]!
  if (asked) {
    expect(queryPoint(t.world, 0.9, 0.5).entities[0]).toBe(body)
    expect(queryPoint(t.world, 0.9, 0.5).count).toBe(1)
  }
  t.step()
  validate(t.physics)
  expect(queryPoint(t.world, 0.9, 0.5).count).toBe(1)
  // It has a reference of its own.
  removeEntity(t.world, model)
  t.step(120)
  validate(t.physics)
  expect(Position.y[body]).toBeCloseTo(1, 1)
})

test('a handle that names nothing is told, and nothing is changed', () => {
  const t = new TestWorld({ allowSleep: false })
  const { Shape, Position } = t.components
  t.addGround()
  const body = t.add(small, 0, 0.3)
  t.step(10)
  const handle = Shape.geometry[body]!
  const y = Position.y[body]!
  Shape.geometry[body] = 77
  expect(() => t.step()).toThrow(`Shape of entity ${body}`)
  expect(Position.y[body]).toBe(y)
  Shape.geometry[body] = handle
  t.step(10)
  validate(t.physics)
  expect(Position.y[body]).toBeCloseTo(0.3, 2)
})
