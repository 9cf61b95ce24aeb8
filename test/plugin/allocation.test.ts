import { addEntity, createWorld, getAllEntities, removeEntity, set } from 'bitecs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addPhysics, box, chain, circle, hashWorld } from '../../src/index.ts'
import { validate } from '../support/validate.ts'
import { TestWorld } from '../support/worlds.ts'
import { inner } from '../support/inner.ts'

/** An allocator that fails when it is told to, and gives memory that was used before. */
function allocator() {
  const plan = {
    left: Infinity,
    allocate: (bytes: number): ArrayBuffer => {
      if (plan.left-- <= 0) throw new RangeError('out of memory')
      const buffer = new ArrayBuffer(bytes)
      new Uint8Array(buffer).fill(0xa5)
      return buffer
    },
  }
  return plan
}

function fill(t: TestWorld, count: number): void {
  t.addGround()
  for (let i = 0; i < count; i++) t.add(i % 2 === 0 ? box(0.4, 0.3) : circle(0.35), (i % 3) - 1, 0.6 + i * 0.5)
}

describe('an allocation that fails', () => {
  test('is the error of the addition, and the world goes on as it was', () => {
    fc.assert(fc.property(fc.nat(60), fc.boolean(), (allowed, brings) => {
      const plan = allocator()
      const Position = { x: [] as number[], y: new Float32Array(3) }
      const t = new TestWorld({ allocate: plan.allocate, capacity: 16, ...(brings ? { components: { Position } } : {}) })
      const other = new TestWorld({ capacity: 16, ...(brings ? { components: { Position: { x: [] as number[], y: new Float32Array(3) } } } : {}) })
      for (const world of [t, other]) {
        fill(world, 14)
        world.step(20)
      }
      plan.left = allowed
      let failed = 0
      for (let i = 0; i < 3; i++) {
        // The sixteenth id is the first that does not fit.
        let entity = 0
        try {
          entity = t.ball(0, 9)
        } catch (error) {
          failed++
          expect(String(error)).toMatch(/out of memory/)
          for (const id of getAllEntities(t.world)) if (id > 15) entity = id
        }
        removeEntity(t.world, entity)
        removeEntity(other.world, other.ball(0, 9))
        t.step(5)
        other.step(5)
        expect(hashWorld(t.world)).toBe(hashWorld(other.world))
        validate(t.physics)
      }
      expect(failed > 0).toBe(inner(t.physics).columns.capacity === 16)
      plan.left = Infinity
      for (const world of [t, other]) {
        fill(world, 20)
        world.step(30)
      }
      expect(hashWorld(t.world)).toBe(hashWorld(other.world))
      validate(t.physics)
    }), { numRuns: 40 })
  })

  test('leaves no links of a chain behind, and the next step makes all of them', () => {
    for (const allowed of [0, 1, 30]) {
      const plan = allocator()
      const t = new TestWorld({ allocate: plan.allocate, capacity: 16 })
      const floor = t.add(chain(Array.from({ length: 30 }, (_, i) => ({ x: i - 15, y: 0 }))), 0, 0, t.components.Static)
      const ball = t.ball(0, 1)
      plan.left = allowed
      for (let i = 0; i < 2; i++) {
        expect(() => t.step()).toThrow('out of memory')
        expect(getAllEntities(t.world).length).toBe(2)
      }
      plan.left = Infinity
      t.step(60)
      expect(getAllEntities(t.world).length).toBe(31)
      expect(t.components.Position.y[ball]).toBeCloseTo(0.5, 1)
      validate(t.physics)
      removeEntity(t.world, floor)
      t.step()
      expect(getAllEntities(t.world)).toEqual([ball])
    }
  })
})

test('memory that was used before does no harm, and too little of it is refused', () => {
  const t = new TestWorld({ allocate: allocator().allocate })
  const plain = new TestWorld()
  for (const world of [t, plain]) {
    fill(world, 20)
    addEntity(world.world, set(world.components.Shape, circle(0.2)), set(world.components.Collider, { body: 3, x: 0.4 }))
    world.step(60)
  }
  expect(hashWorld(t.world)).toBe(hashWorld(plain.world))
  validate(t.physics)
  expect(() => addPhysics(createWorld(), { allocate: (bytes) => new ArrayBuffer(bytes / 2) })).toThrow(/allocate was asked for \d+ bytes and gave \d+/)
  expect(() => addPhysics(createWorld(), { allocate: () => undefined as never })).toThrow(/gave undefined/)
})
