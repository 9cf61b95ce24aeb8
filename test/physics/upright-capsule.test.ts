import { addEntity, setComponent } from 'bitecs'
import { expect, test } from 'vitest'
import {
  ShapeType, box, capsule, castRay, circle, getMass, polygon, queryPoint, set, setVelocity, spawnBody, stepPhysics,
} from '../../src/index.ts'
import { TestWorld } from '../support/worlds.ts'

test('a capsule along y moves as one along x that was turned by a right angle', () => {
  const worlds = (['x', 'y'] as const).map((axis) => {
    const t = new TestWorld()
    t.addGround()
    t.add(circle(1), 3, 0.4, t.components.Static)
    t.add(polygon([{ x: -5, y: 0 }, { x: -3, y: 0 }, { x: -5, y: 1 }]), 0, 0, t.components.Static)
    const bodies = [-3.2, -1, 0.2, 2.6].map((x, i) => spawnBody(t.world, {
      shape: capsule(0.6, 0.25, axis), x, y: 2 + i * 0.3, angle: (axis === 'x' ? Math.PI / 2 : 0) + 0.2 * i, velocity: { x: i, angular: i },
    }))
    return { t, bodies }
  })
  const [one, other] = [worlds[0]!, worlds[1]!]
  for (const [i, body] of one.bodies.entries()) {
    expect(getMass(other.t.world, body).mass).toBe(getMass(one.t.world, body).mass)
    expect(getMass(other.t.world, body).inertia).toBe(getMass(one.t.world, body).inertia)
    expect(other.bodies[i]).toBe(body)
  }
  for (let step = 0; step < 50; step++) {
    one.t.step()
    other.t.step()
    for (const body of one.bodies) {
      const [p, q] = [one.t.components, other.t.components]
      expect(q.Position.x[body]).toBeCloseTo(p.Position.x[body]!, 5)
      expect(q.Position.y[body]).toBeCloseTo(p.Position.y[body]!, 5)
      expect(q.Rotation.angle[body]! + Math.PI / 2).toBeCloseTo(p.Rotation.angle[body]!, 5)
    }
  }
  // They have met the floor, the circle and the slope by then.
  expect(other.t.physics.stats.contacts).toBeGreaterThan(2)
})

test('it stands at the height of its half length and radius, where rays and points find it', () => {
  const t = new TestWorld()
  t.addGround()
  const hero = spawnBody(t.world, { shape: capsule(0.5, 0.3, 'y'), y: 0.9, motion: { lockRotation: true } })
  for (let i = 0; i < 120; i++) stepPhysics(t.world, 1 / 60)
  expect(t.components.Position.y[hero]).toBeCloseTo(0.8, 2)
  expect(castRay(t.world, 0, 5, 0, -5)!.y).toBeCloseTo(1.6, 2)
  expect(castRay(t.world, -5, 0.8, 5, 0.8)!.x).toBeCloseTo(-0.3, 9)
  expect(queryPoint(t.world, 0, 1.5).count).toBe(1)
  expect(queryPoint(t.world, 0.4, 0.8).count).toBe(0)
  const { minX, minY, maxX, maxY } = t.components.BroadphaseAABB
  expect(maxY[hero]! - minY[hero]!).toBeGreaterThan(1.6)
  expect(maxX[hero]! - minX[hero]!).toBeLessThan(1.2)
})

test('fast and small it does not go through a wall', () => {
  const t = new TestWorld({ gravity: { x: 0, y: 0 } })
  t.add(box(0.05, 5), 10, 0, t.components.Static)
  const dart = spawnBody(t.world, { shape: capsule(0.3, 0.02, 'y') })
  setVelocity(t.world, dart, 900, 0)
  t.step(5)
  expect(t.components.Position.x[dart]!).toBeLessThan(10)
})

test('a shape that was set by its fields lies along x where it has a half width, whatever its half height was before', () => {
  const t = new TestWorld()
  const entity = t.add(box(2, 1), 0, 0)
  setComponent(t.world, entity, t.components.Shape, { type: ShapeType.Capsule, halfWidth: 2, radius: 0.1 })
  t.step()
  const { minY, maxY } = t.components.BroadphaseAABB
  expect(maxY[entity]! - minY[entity]!).toBeLessThan(0.9)
})

test('sizes and axes that are none are refused', () => {
  const t = new TestWorld()
  expect(() => capsule(1, 1, 'z' as 'x')).toThrow("capsule: axis must be 'x' or 'y', got 'z'")
  expect(() => capsule(-1, 1, 'y')).toThrow('capsule: halfLength must be greater than 0, got -1')
  const { Shape } = t.components
  const bad = set(Shape, { type: ShapeType.Capsule, halfWidth: 0, halfHeight: 1e9, radius: 1 })
  expect(() => setComponent(t.world, addEntity(t.world), Shape, bad.data)).toThrow(/halfHeight must be at most 1000000/)
})
