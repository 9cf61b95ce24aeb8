import { addComponents, set } from 'bitecs'
import { expect, test } from 'vitest'
import { capsule, distance, isSleeping, isTouching, polygon, queryContacts } from '../../src/index.ts'
import { validate } from '../support/validate.ts'
import { TestWorld } from '../support/worlds.ts'
import { inner } from '../support/inner.ts'

const square = polygon([{ x: -0.5, y: -0.5 }, { x: 0.5, y: -0.5 }, { x: 0.5, y: 0.5 }, { x: -0.5, y: 0.5 }])

test('bodies whose contact was refused for a while and is not any more share an island again', () => {
  const t = new TestWorld()
  t.addGround()
  const lower = t.add(square, 0, 0.5)
  const upper = t.add(square, 0, 1.5)
  const other = t.add(square, 6, 3)
  let refuses = false
  t.physics.hooks.preSolve = ({ a, b }) => !refuses || a !== lower || b !== upper
  t.step(2)
  refuses = true
  // The islands are made anew meanwhile.
  inner(t.physics).sleep.islands.markStale()
  for (let i = 0; i < 17; i++) {
    t.components.Position.y[upper] = 1.5
    t.step()
  }
  expect(inner(t.physics).sleep.islands.find(upper)).not.toBe(inner(t.physics).sleep.islands.find(lower))
  refuses = false
  t.step()
  validate(t.physics)
  expect(isTouching(t.world, lower, upper)).toBe(true)
  expect(inner(t.physics).sleep.islands.find(upper)).toBe(inner(t.physics).sleep.islands.find(lower))
  expect(isSleeping(t.world, other)).toBe(false)
})

test('what sleeps is not woken by what passes through it because the hook refuses', () => {
  const t = new TestWorld()
  t.addGround()
  const sleeper = t.add(square, 0, 0.5)
  t.step(60)
  expect(isSleeping(t.world, sleeper)).toBe(true)
  const { Velocity, Motion } = t.components
  const ghost = t.add(square, -2, 0.8, set(Velocity, { x: 2 }), set(Motion, { gravityScale: 0 }))
  t.physics.hooks.preSolve = ({ a, b }) => a !== sleeper || b !== ghost
  let touched = 0
  for (let i = 0; i < 120; i++) {
    t.step()
    touched += isTouching(t.world, sleeper, ghost) ? 1 : 0
    expect(t.physics.events.wake.count).toBe(0)
  }
  expect(touched).toBeGreaterThan(30)
  expect(isSleeping(t.world, sleeper)).toBe(true)
  // Without the hook it is in the way like anything else.
  t.physics.hooks.preSolve = null
  t.components.Position.x[ghost] = -0.9
  t.step(2)
  expect(isSleeping(t.world, sleeper)).toBe(false)
})

test('a contact that is refused presses with nothing', () => {
  const t = new TestWorld({ allowSleep: false })
  t.addGround()
  const body = t.add(square, 0, 0.5)
  t.step(30)
  const pressed = () => {
    const { count, impulse } = queryContacts(t.world, body)
    return Array.from({ length: count }, (_, i) => impulse[i]!)
  }
  expect(Math.min(...pressed())).toBeGreaterThan(0)
  t.physics.hooks.preSolve = () => false
  t.step()
  expect(pressed()).toEqual([0, 0])
})

test('a contact that a hook which throws kept from being finished is a new one in the next step: it hits as fast as it came', () => {
  const t = new TestWorld({ allowSleep: false, gravity: { x: 0, y: 0 } })
  const { Material, Velocity, Position } = t.components
  t.addGround()
  t.add(square, 0, 0.5)
  const ball = t.ball(6, 0.7, set(Material, { restitution: 1 }))
  let throws = false
  t.physics.hooks.preSolve = () => {
    if (throws) throw new Error('no')
    return true
  }
  t.step(2)
  Position.y[ball] = 0.505
  Velocity.y[ball] = -3
  throws = true
  expect(() => t.step()).toThrow('no')
  throws = false
  t.step()
  const { contactHit } = t.physics.events
  expect([contactHit.count, contactHit.b[0], contactHit.approachSpeed[0]]).toEqual([1, ball, expect.closeTo(3, 6)])
  expect(Velocity.y[ball]).toBeCloseTo(3, 2)
})

test('a hook that throws leaves no points of another moment to the other contacts', () => {
  const t = new TestWorld({ allowSleep: false, gravity: { x: 0, y: 0 } })
  t.addGround()
  const first = t.add(square, 0, 0.5)
  // Just above the reach of a contact.
  const second = t.add(square, 6, 0.5205)
  let throws = false
  t.physics.hooks.preSolve = () => {
    if (throws) throw new Error('no')
    return true
  }
  t.step(3)
  const count = () => queryContacts(t.world, second).count
  expect([queryContacts(t.world, first).count, count()]).toEqual([2, 0])
  // It comes into reach in the step that fails.
  t.components.Position.y[second] = 0.5
  throws = true
  expect(() => t.step()).toThrow('no')
  throws = false
  t.step()
  expect(count()).toBe(2)
  expect(isTouching(t.world, second, 1)).toBe(true)
})

test.each([0, 20, 60, 90])('preSolve tells how far apart two are of which one comes fast and turns by %d radians a second', (angular) => {
  let seen = 0
  for (let i = 0; i < 40; i++) {
    const t = new TestWorld({ gravity: { x: 0, y: 0 } })
    const still = t.ball(0, 0, t.components.Static)
    const rod = t.add(capsule(3, 0.1), 1, 1 + i * 0.1)
    addComponents(t.world, rod, set(t.components.Rotation, { angle: i }), set(t.components.Velocity, { x: -i / 4, y: -60, angular }))
    const apart = distance(t.world, still, rod)!.distance
    t.physics.hooks.preSolve = ({ separation }) => {
      if (separation > 0) expect(separation).toBeCloseTo(apart, 4)
      seen += separation > 0 ? 1 : 0
      return true
    }
    t.step()
  }
  expect(seen).toBeGreaterThan(3)
})
