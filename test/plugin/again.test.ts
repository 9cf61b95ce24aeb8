import { $internal, type InternalWorld, addComponent, addEntity, createWorld, hasComponent, query, removeEntity, set } from 'bitecs'
import { expect, test } from 'vitest'
import { addPhysics, box, chain, circle, hashWorld, isSleeping, polygon, queryPoint, removePhysics, stepPhysics } from '../../src/index.ts'
import { validate } from '../support/validate.ts'
import { TestWorld } from '../support/worlds.ts'
import { inner } from '../support/inner.ts'
import { SOAK } from '../support/soak.ts'

test('physics that is taken off and added again finds its components, its bodies and their data', () => {
  const t = new TestWorld({ capacity: 16 })
  const { Collider, Shape, Position, OneWay, Velocity, Sleeping, Static } = t.components
  t.add(chain([{ x: -20, y: 0 }, { x: 0, y: 0 }, { x: 20, y: 0 }]), 0, 0, Static)
  const hull = t.add(polygon([{ x: -0.5, y: -0.5 }, { x: 0.7, y: -0.5 }, { x: 0, y: 0.6 }]), 3, 2)
  const body = t.ball(-3, 4, set(Velocity, { x: 1 }))
  const child = addEntity(t.world, set(Shape, circle(0.3)), set(Collider, { body, y: 1 }))
  const platform = t.add(box(1, 0.1), 9, 2, OneWay, Static)
  const sleeper = t.ball(12, 5, Sleeping)
  for (let i = 0; i < 20; i++) t.ball(-8 + (i % 3), 1 + i)
  t.step(40)
  const links = inner(t.physics).bodies.count
  const state = () => [body, hull, sleeper].map((entity) => [Position.x[entity], Position.y[entity], Velocity.x[entity], Velocity.y[entity]])
  const before = state()
  const { components } = removePhysics(t.world)
  const again = addPhysics(t.world, { capacity: 16 })
  for (const name of Object.keys(components) as (keyof typeof components)[]) expect(again.components[name], name).toBe(components[name])
  expect(state()).toEqual(before)
  queryPoint(t.world, 0, 0)
  expect([inner(again).bodies.count, inner(again).bodies.bodyOf[child], isSleeping(t.world, sleeper), inner(again).lifecycle.oneWays.count]).toEqual([links, body, true, 1])
  expect(hasComponent(t.world, platform, OneWay)).toBe(true)
  for (let i = 0; i < 200; i++) stepPhysics(t.world, 1 / 60)
  validate(again)
  expect(Position.y[hull]).toBeGreaterThan(0.3)
  expect(Position.y[body]).toBeGreaterThan(0.2)
  removeEntity(t.world, hull)
  stepPhysics(t.world, 1 / 60)
  validate(again)
  expect(inner(again).collision.polygons.end).toBe(1)
})

test('a child collider whose body went stays without one when physics is taken off and added again', () => {
  const t = new TestWorld()
  const { Collider, Shape } = t.components
  const body = t.ball(0, 5)
  const orphan = addEntity(t.world, set(Shape, circle(0.3)), set(Collider, { body, y: 1 }))
  const off = addEntity(t.world, set(Shape, circle(0.3)), set(Collider, { body: t.ball(4, 5), y: 1 }))
  t.step(1)
  removeEntity(t.world, body)
  addComponent(t.world, off, set(Collider, { body: 0 }))
  for (let again = 0; again < 2; again++) {
    removePhysics(t.world)
    const physics = addPhysics(t.world)
    queryPoint(t.world, 0, 5)
    stepPhysics(t.world, 1 / 60)
    expect([Collider.body[orphan], Collider.body[off], inner(physics).bodies.count]).toEqual([0, 0, 1])
  }
  // A body goes after the physics came and before it has taken anything in.
  const last = addEntity(t.world, set(Shape, circle(0.3)), set(Collider, { body: off - 1 }))
  expect(Collider.body[last]).toBe(off - 1)
  stepPhysics(t.world, 1 / 60)
  removePhysics(t.world)
  addPhysics(t.world)
  removeEntity(t.world, off - 1)
  queryPoint(t.world, 0, 5)
  stepPhysics(t.world, 1 / 60)
  expect(Collider.body[last]).toBe(0)
  // One that never was given a body is told as before.
  const forgotten = addEntity(t.world, set(Shape, circle(0.3)), Collider)
  expect(() => stepPhysics(t.world, 1 / 60)).toThrow(`Collider of entity ${forgotten}: body was never given`)
})

test('stores that were brought come and go, and the engine keeps its own for later', () => {
  const world = createWorld()
  const own = addPhysics(world).components.Position
  removePhysics(world)
  const Position = { x: new Float64Array(64), y: new Float64Array(64) }
  const brought = addPhysics(world, { components: { Position } })
  expect(brought.components.Position).toBe(Position)
  removePhysics(world)
  expect(addPhysics(world).components.Position).toBe(own)
})

test('many times on one world leave nothing behind', () => {
  const world = createWorld()
  const { componentMap, queriesHashMap } = (world as unknown as InternalWorld)[$internal]
  const cycle = () => {
    const { Position, Shape } = addPhysics(world).components
    const ball = addEntity(world)
    addComponent(world, ball, set(Position, { x: 1 }))
    addComponent(world, ball, set(Shape, circle(0.5)))
    stepPhysics(world, 1 / 60)
    queryPoint(world, 1, 0)
    removeEntity(world, ball)
    removePhysics(world)
  }
  for (let i = 0; i < 3; i++) cycle()
  const counted = () => [componentMap.size, queriesHashMap.size]
  const before = counted()
  const time = () => {
    const start = performance.now()
    for (let i = 0; i < 10; i++) cycle()
    return performance.now() - start
  }
  let [first, last] = [Infinity, Infinity]
  for (let i = 0; i < 5; i++) first = Math.min(first, time())
  for (let i = 0; i < (SOAK ? 800 : 300); i++) cycle()
  for (let i = 0; i < 5; i++) last = Math.min(last, time())
  expect(counted()).toEqual(before)
  // 13 times as long before, after a thousand.
  expect(last / first).toBeLessThan(3)
})

test('physics that is added again does the same whatever bitECS queries were asked before', () => {
  const run = (asked: boolean): [string, number] => {
    const world = createWorld()
    const { Position, Shape, Collider } = addPhysics(world).components
    const body = addEntity(world)
    addComponent(world, body, set(Position, { x: 0.1, y: 0.2 }))
    const attach = (i: number): number => {
      const child = addEntity(world)
      addComponent(world, child, set(Collider, { body, x: 0.31 * i, y: 0.17 * i * i }))
      addComponent(world, child, set(Shape, circle(0.1 + 0.07 * i)))
      return child
    }
    const children = [0, 1, 2, 3].map(attach)
    stepPhysics(world, 1 / 60)
    removeEntity(world, children[1]!)
    // Then the next one comes last in bitECS's lists, otherwise it takes the place of the one that went.
    if (asked) for (const component of [Collider, Shape]) query(world, [component])
    attach(4)
    removePhysics(world)
    const physics = addPhysics(world)
    for (let i = 0; i < 20; i++) stepPhysics(world, 1 / 60)
    const { firstChild, nextChild } = inner(physics).bodies
    const order: number[] = []
    for (let child = firstChild[body]!; child !== 0; child = nextChild[child]!) order.push(child)
    return [order.join(), hashWorld(world)]
  }
  expect(run(true)).toEqual(run(false))
})
