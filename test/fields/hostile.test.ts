import { addComponent, addComponents, addEntity, removeComponent, removeEntity, set } from 'bitecs'
import { expect, test } from 'vitest'
import {
  type FieldData, aabb, box, buoyancyField, capsule, circle, conveyorField, currentField, dragField, explode, forceField, gravityField,
  radialField, setWaterSurface, stepPhysics, windField,
} from '../../src/index.ts'
import { validate } from '../support/validate.ts'
import { FieldWorld } from './field-world.ts'

const WILD: FieldData[] = [
  forceField({ x: 1e15, y: -1e15 }), gravityField({ x: 1e12, y: 1e12, gravityScale: -1e6 }), radialField({ strength: 1e15, swirl: -1e15 }),
  radialField({ strength: 1e12, falloff: 'inverse-square', radius: 1e-6 }), windField({ x: 1e12, y: -1e12, drag: 1e6, density: 1e15 }),
  currentField({ x: 1e12, linearDrag: 1e6, angularDrag: 1e6 }), dragField({ linearDrag: 1e6, angularDrag: 1e6, drag: 1e6, density: 1e15 }),
  buoyancyField({ density: 1e15, drag: 1e6 }), buoyancyField({ density: 1e-15, surface: 1e12 }),
  buoyancyField({ wave: { height: 1e6, length: 1e-6, speed: 1e9 }, flow: { x: 1e12 }, variation: 1e6, frequency: 1e6 }),
  conveyorField({ x: 1e12, y: 1e12, grip: 1e6 }),
]

test('no field, however wild, makes a number that is none, alone or on top of others', () => {
  for (const dt of [1 / 30, 1 / 240]) {
    for (const [lengthUnit, size] of [[1, 0.5], [30, 15], [1, 1e4]] as const) {
      for (let first = 0; first <= WILD.length; first++) {
        const t = new FieldWorld({ gravity: { x: 0, y: 10 * lengthUnit }, lengthUnit }, dt)
        const fields = first < WILD.length ? [WILD[first]!] : WILD
        for (const data of fields) t.field(data, aabb(20 * size, 20 * size))
        const bodies = [t.body(circle(size), 0, 0), t.body(box(size, size / 2), 3 * size, 0, 1e-6), t.body(capsule(size, size / 3), -3 * size, size, 1e4, 1)]
        t.run(10 * dt)
        for (const body of bodies) {
          const { x, y, vx, vy, w, angle } = t.at(body)
          expect([dt, size, first, [x, y, vx, vy, w, angle].every(Number.isFinite)]).toEqual([dt, size, first, true])
        }
        validate(t.physics)
      }
    }
  }
})

test('fields come and go at any time, on anything', () => {
  const t = new FieldWorld({ gravity: { x: 0, y: -10 } })
  const { Field, Position, Shape, Disabled, Sensor, Static } = t.components
  t.addGround()
  // Without a shape, on a body that is solid, on a dynamic one, and on each other's bodies.
  const bare = addEntity(t.world)
  addComponent(t.world, bare, set(Field, windField({ x: 3 })))
  const bodies = Array.from({ length: 12 }, (_, i) => t.body(i % 2 === 0 ? circle(0.5) : box(0.5, 0.4), i * 0.9 - 5, 1 + i * 0.2))
  addComponent(t.world, bodies[0]!, set(Field, radialField({ strength: 30 })))
  addComponent(t.world, bodies[1]!, set(Field, conveyorField({ x: 2 })))
  const water = t.field(buoyancyField(), aabb(5, 5))
  setWaterSurface(t.world, water, { left: 0, spacing: 1, heights: Float64Array.of(-0.3, 1e12, 0.2) })
  t.run(0.5)
  removeEntity(t.world, bare)
  removeComponent(t.world, bodies[0]!, Field)
  addComponent(t.world, water, Disabled)
  t.run(0.2)
  removeComponent(t.world, water, Disabled)
  t.run(0.2)
  removeEntity(t.world, bodies[1]!)
  removeComponent(t.world, water, Shape)
  t.run(0.1)
  removeEntity(t.world, water)
  // Their ids are used again, for what has no field.
  const again = [t.ball(20, 3), t.ball(22, 3), t.ball(24, 3)]
  t.run(1)
  for (const body of again) expect(t.at(body).x).toBe(body === again[0] ? 20 : body === again[1] ? 22 : 24)
  // A field is added and the world grows in the same step.
  for (let i = 0; i < 700; i++) t.ball(100 + 2 * i, 3)
  const late = addEntity(t.world)
  addComponents(t.world, late, set(Position, { x: 100 }), set(Shape, circle(5)), Static, Sensor, set(Field, dragField({ linearDrag: 2 })))
  expect(explode(t.world, 100, 2, { radius: 4, impulse: -1e12 })).toBeGreaterThan(0)
  t.run(0.1)
  validate(t.physics)
  for (const body of bodies.slice(2)) expect(Number.isFinite(t.at(body).x)).toBe(true)
})

test('one who stands still at the very origin of a pull stays there, and one beside it comes to rest', () => {
  for (const dt of [1 / 30, 1 / 60, 1 / 240]) {
    const t = new FieldWorld({ gravity: { x: 0, y: 0 } }, dt)
    t.field(radialField({ strength: 1e6, linearDrag: 5 }), circle(20))
    const [mid, side] = [t.body(circle(0.1), 0, 0), t.body(circle(0.1), 3, 0)]
    addComponent(t.world, side, set(t.components.CollisionFilter, { group: -1 }))
    addComponent(t.world, mid, set(t.components.CollisionFilter, { group: -1 }))
    t.run(4)
    expect([t.at(mid).x, t.at(mid).y]).toEqual([0, 0])
    expect([dt, Math.abs(t.at(side).x) < 20]).toEqual([dt, true])
  }
})

test('a height of water that is no number is refused with its place, by the step before anything moves', () => {
  const t = new FieldWorld({ gravity: { x: 0, y: -10 } })
  const water = t.field(buoyancyField({ wave: { height: 0.1, length: 4, speed: 1 } }), aabb(5, 5))
  const ball = t.body(circle(0.5), 0, 0)
  const heights = new Float64Array(4)
  for (const bad of [NaN, Infinity, -Infinity, 1e300]) {
    const text = `height 2 of the water surface of entity ${water} is ${bad}.`
    expect(() => setWaterSurface(t.world, water, { left: 0, spacing: 1, heights: Float64Array.of(0, 0, bad) })).toThrow(`setWaterSurface: ${text}`)
    setWaterSurface(t.world, water, { left: 0, spacing: 1, heights })
    t.run(0.1)
    const [before, time] = [t.at(ball).y, t.components.Field.time[water]]
    heights[2] = bad
    for (let i = 0; i < 3; i++) expect(() => stepPhysics(t.world, 1 / 60)).toThrow(`stepPhysics: ${text}`)
    expect([t.at(ball).y, t.components.Field.time[water]]).toEqual([before, time])
    heights[2] = 0
    setWaterSurface(t.world, water, { left: 0, spacing: 1, heights, update: (row) => row.fill(bad, 2) })
    expect(() => stepPhysics(t.world, 1 / 60)).toThrow(`stepPhysics: ${text}`)
    heights.fill(0)
    setWaterSurface(t.world, water, { left: 0, spacing: 1, heights })
    t.run(0.1)
    expect(t.at(ball).y).not.toBe(before)
  }
})
