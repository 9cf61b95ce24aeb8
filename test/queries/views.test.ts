import { type World, addComponents, addEntity, createWorld, set } from 'bitecs'
import { describe, expect, it } from 'vitest'
import {
  EntityBuffer, type Physics, addPhysics, box, castRay, castRayAll, castRays, castShape, circle, distance, nearest, queryContacts, queryPairs,
  queryPoint, queryRegion, queryShape, queryView, stepPhysics, touching,
} from '../../src/index.ts'

interface Place {
  readonly world: World
  readonly physics: Physics
  readonly ground: number
  readonly crates: number[]
}

/** A ground with `count` crates on it. */
function place(count: number): Place {
  const world = createWorld()
  const physics = addPhysics(world)
  const { Position, Shape, Static } = physics.components
  const add = (x: number, y: number, halfX: number, ...more: object[]) => {
    const entity = addEntity(world)
    addComponents(world, entity, set(Position, { x, y }), set(Shape, box(halfX, 0.5)), ...more)
    return entity
  }
  const ground = add(0, -0.5, 50, Static)
  const crates = Array.from({ length: count }, (_, i) => add(2 * i - 5, 0.5, 0.5))
  for (let i = 0; i < 20; i++) stepPhysics(world, 1 / 60)
  return { world, physics, ground, crates }
}

const probe = circle(0.4)

/** Each function that returns something of its own, by what it returns. */
const CALLS: Record<string, (p: Place, x: number) => object> = {
  touching: (p) => touching(p.world, p.ground),
  queryContacts: (p) => queryContacts(p.world, p.ground),
  queryPairs: (p) => queryPairs(p.world),
  queryPoint: (p, x) => queryPoint(p.world, x, 0.5),
  queryRegion: (p, x) => queryRegion(p.world, x, 0.4, x + 20, 0.6),
  queryView: (p, x) => queryView(p.world, x, 0.4, x + 20, 0.6),
  queryShape: (p, x) => queryShape(p.world, probe, x, 0.5, 0),
  castRay: (p, x) => castRay(p.world, x - 3, 0.5, 50, 0.5)!,
  castRayAll: (p, x) => castRayAll(p.world, x - 3, 0.5, 50, 0.5),
  castRays: (p, x) => castRays(p.world, [x - 3, 0.5, 50, 0.5]),
  castShape: (p, x) => castShape(p.world, probe, x - 3, 0.6, 0, 50, 0)!,
  nearest: (p, x) => nearest(p.world, x, 0.5, 2),
  distance: (p) => distance(p.world, p.ground, p.crates.at(-1)!)!,
}

/** What a result says, without its identity. */
const told = (result: object): string => {
  const fields = FIELDS.filter((field) => field in result).map((field) => (result as Record<string, unknown>)[field])
  return JSON.stringify(fields, (_, value) => (ArrayBuffer.isView(value) ? [...(value as Float64Array)] : value))
}

const FIELDS = [
  'count', 'entities', 'others', 'a', 'b', 'x', 'y', 'nx', 'ny', 'separation', 'impulse', 'distance', 'fraction', 'entity',
  'ax', 'ay', 'bx', 'by',
]

/** Those that give lists, in which one loops. */
const LISTS = Object.keys(CALLS).filter((name) => !['castRay', 'castShape', 'distance'].includes(name))

describe('a list that was overwritten', () => {
  for (const name of LISTS) {
    it(`says so in the middle of a loop: ${name}`, () => {
      const p = place(5)
      const call = CALLS[name]!
      const outer = call(p, -5) as { count: number }
      expect(outer.count).toBeGreaterThan(0)
      let rounds = 0
      const loop = () => {
        for (let i = 0; i < outer.count; i++, rounds++) for (let n = 0; n < 70; n++) call(p, -1)
      }
      expect(loop).toThrow(new RegExp(`^${name}: this result was overwritten by a later call of ${name} in the same world\\. Pass`))
      expect(rounds).toBe(1)
      // Who holds a view that was given out again gets to know, too.
      for (let n = 1; n < 200; n++) {
        const held = call(p, -5) as { count: number }
        for (let i = 0; i < n; i++) call(p, -1)
        if (n % 61 !== 0) expect(() => held.count).toThrow(/was overwritten/)
      }
    })
  }

  it('is not, when a buffer was given', () => {
    const { world, ground, crates } = place(5)
    const outer = touching(world, ground, null, new EntityBuffer())
    const seen: number[] = []
    for (let i = 0; i < outer.count; i++) {
      seen.push(outer.entities[i]!)
      const inner = touching(world, outer.entities[i]!)
      expect([inner.count, inner.entities[0]]).toEqual([1, ground])
    }
    expect(seen).toEqual(crates)
  })
})

describe('a view belongs to its world and its function', () => {
  for (const [name, call] of Object.entries(CALLS)) {
    it(name, () => {
      const one = place(5)
      const two = place(3)
      const result = call(one, -5)
      const before = told(result)
      for (const [other, callOther] of Object.entries(CALLS)) {
        callOther(two, -3)
        if (other !== name) callOther(one, -1)
      }
      expect(told(result)).toBe(before)
    })
  }
})
