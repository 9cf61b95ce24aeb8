import { hasComponent, observe, onAdd, onRemove } from 'bitecs'
import { expect, test } from 'vitest'
import { box, spawnBody } from '../../src/index.ts'
import { inner } from '../support/inner.ts'
import { validate } from '../support/validate.ts'
import { TestWorld } from '../support/worlds.ts'

test('an observer that throws while a body is taken in leaves nothing lost', () => {
  const t = new TestWorld()
  let angry = true
  observe(t.world, onAdd(t.components.BroadphaseAABB), () => { if (angry) throw new Error('not today') })
  const ball = t.ball(0, 5)
  expect(() => t.step()).toThrow('not today')
  angry = false
  t.step()
  expect(inner(t.physics).bodies.isBody(ball)).toBe(true)
  validate(t.physics)
})

test.each([
  ['Position.x', 'static', (c: TestWorld['components'], entity: number): void => { c.Position.x[entity] = NaN }],
  ['Rotation.angle', 'static', (c: TestWorld['components'], entity: number): void => { c.Rotation.angle[entity] = Infinity }],
  ['halfWidth', 'dynamic', (c: TestWorld['components'], entity: number): void => { c.Shape.halfWidth[entity] = NaN }],
  ['density', 'dynamic', (c: TestWorld['components'], entity: number): void => { c.Material.density[entity] = NaN }],
] as const)('what one spoils of a body that is taken in is an error until it is mended: %s, %s', (field, type, spoil) => {
  const t = new TestWorld()
  const first = t.ball(4, 5)
  const body = spawnBody(t.world, { shape: box(0.5, 0.5), y: -3, type, material: {} })
  observe(t.world, onAdd(t.components.BroadphaseAABB), (entity) => { if (entity === body) spoil(t.components, entity) })
  for (let i = 0; i < 2; i++) {
    expect(() => t.step()).toThrow(new RegExp(`${field}.* of entity ${body}|of entity ${body}.*${field}`))
    expect(inner(t.physics).bodies.isBody(first)).toBe(true)
    expect(inner(t.physics).bodies.isBody(body)).toBe(false)
  }
  const { BroadphaseAABB, Material, Position, Rotation, Shape } = t.components
  Position.x[body] = Rotation.angle[body] = 0
  Shape.halfWidth[body] = 0.5
  Material.density[body] = 1
  t.step()
  expect(inner(t.physics).bodies.isBody(body)).toBe(true)
  expect(BroadphaseAABB.maxX[body]).toBeGreaterThan(0.4)
  validate(t.physics)
})

test('one that throws at a tag of sleep leaves the tags of the others right', () => {
  const t = new TestWorld()
  t.addGround()
  const balls = [-4, 0, 4].map((x) => t.ball(x, 0.5))
  const tagged = (): boolean[] => balls.map((ball) => hasComponent(t.world, ball, t.components.Sleeping))
  let angry = balls[0]
  const once = (entity: number): void => {
    if (entity !== angry) return
    angry = 0
    throw new Error('not today')
  }
  observe(t.world, onAdd(t.components.Sleeping), once)
  observe(t.world, onRemove(t.components.Sleeping), once)
  expect(() => t.step(60)).toThrow('not today')
  t.step(60)
  expect(tagged()).toEqual([true, true, true])
  angry = balls[1]!
  for (const ball of balls) t.components.Velocity.y[ball] = 3
  expect(() => t.step()).toThrow('not today')
  t.step()
  expect(tagged()).toEqual([false, false, false])
  validate(t.physics)
})
