import { addComponents, addEntity, createWorld, removeEntity, set } from 'bitecs'
import { createSnapshotDeserializer, createSnapshotSerializer } from 'bitecs/serialization'
import { expect, test } from 'vitest'
import { type Physics, addPhysics, bodyOf, box, circle, getMass, polygon, queryPoint, stepPhysics } from '../../src/index.ts'
import { TestWorld } from '../support/worlds.ts'
import { validate } from '../support/validate.ts'
import { inner } from '../support/inner.ts'

/** What a game saves: all but the boxes of the broad phase, which the engine makes. */
function saved({ components: c }: Physics): object[] {
  return [c.Position, c.Rotation, c.Velocity, c.Shape, c.Material, c.Mass, c.Motion, c.CollisionFilter, c.Collider, c.Static, c.Sleeping]
}

test('a snapshot of circles and boxes goes on in a fresh world as it does in its own', () => {
  const t = new TestWorld()
  t.addGround()
  for (let i = 0; i < 12; i++) t.add(i % 3 === 0 ? circle(0.5) : box(0.5, 0.5), (i % 4) * 2, 0.5 + Math.floor(i / 4) * 1.01)
  t.step(200)
  const world = createWorld()
  const physics = addPhysics(world, { gravity: t.physics.settings.gravity })
  addEntity(world)
  const ids = createSnapshotDeserializer(world, saved(physics))(createSnapshotSerializer(t.world, saved(t.physics))())
  for (let i = 0; i < 60; i++) stepPhysics(world, 1 / 60)
  t.step(60)
  validate(physics)
  expect(physics.stats.bodies).toBe(t.physics.stats.bodies)
  for (const [was, is] of ids) {
    expect(physics.components.Position.x[is]).toBeCloseTo(t.components.Position.x[was]!, 2)
    expect(physics.components.Position.y[is]).toBeCloseTo(t.components.Position.y[was]!, 2)
  }
})

test('a restored child collider names the restored body, not the entity that has its old id', () => {
  const t = new TestWorld()
  const body = t.ball(0, 0)
  const child = addEntity(t.world)
  addComponents(t.world, child, set(t.components.Shape, circle(0.2)), set(t.components.Collider, { body, x: 1 }))
  // Growth makes new arrays: they are links still.
  inner(t.physics).ensureCapacity(inner(t.physics).columns.capacity)
  t.step()
  const world = createWorld()
  const physics = addPhysics(world)
  addEntity(world)
  const ids = createSnapshotDeserializer(world, saved(physics))(createSnapshotSerializer(t.world, saved(t.physics))())
  stepPhysics(world, 1 / 60)
  expect(bodyOf(world, ids.get(child)!)).toBe(ids.get(body))
  expect(ids.get(body)).not.toBe(body)
  expect(getMass(world, ids.get(body)!).mass).toBe(getMass(t.world, body).mass)
})

test('a center of mass is restored, and one that follows from the shape goes on doing so', () => {
  const t = new TestWorld({ gravity: {} })
  const given = t.add(box(1, 1), 0, 0)
  const free = t.add(box(1, 1), 9, 0)
  addComponents(t.world, given, set(t.components.Mass, { centerX: 0.25, centerY: -0.5 }))
  addComponents(t.world, free, set(t.components.Mass, { mass: 3 }))
  t.step()
  const world = createWorld()
  const physics = addPhysics(world, { gravity: {} })
  addEntity(world)
  const ids = createSnapshotDeserializer(world, saved(physics))(createSnapshotSerializer(t.world, saved(t.physics))())
  stepPhysics(world, 1 / 60)
  for (const entity of [given, free]) expect(getMass(world, ids.get(entity)!)).toEqual(getMass(t.world, entity))
  expect(getMass(world, ids.get(given)!)).toMatchObject({ x: 0.25, y: -0.5 })
  expect(getMass(world, ids.get(free)!)).toMatchObject({ mass: 3, x: 9, y: 0 })
})

test('the points of a polygon that was restored into its world outlive the one that it was copied from', () => {
  const t = new TestWorld({ gravity: {} })
  const { Shape } = t.components
  const first = t.add(polygon([{ x: -1, y: 0 }, { x: 1, y: 0 }, { x: 0, y: 1 }]), 0, 0)
  t.step()
  const ids = createSnapshotDeserializer(t.world, saved(t.physics))(createSnapshotSerializer(t.world, saved(t.physics))())
  const copy = ids.get(first)!
  t.step()
  removeEntity(t.world, first)
  const large = t.add(polygon([{ x: -9, y: 0 }, { x: 9, y: 0 }, { x: 0, y: 9 }]), 50, 0)
  t.step()
  expect(Shape.geometry[large]).not.toBe(Shape.geometry[copy])
  expect(queryPoint(t.world, 3, 0.5).count).toBe(0)
  removeEntity(t.world, copy)
  removeEntity(t.world, large)
  const again = t.add(polygon([{ x: -2, y: 0 }, { x: 2, y: 0 }, { x: 0, y: 2 }]), 0, 0)
  expect(Shape.geometry[again], 'both handles are free again').toBe(1)
})
