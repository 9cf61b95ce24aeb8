import { type World, addComponents, addEntity, createWorld, set } from 'bitecs'
import { describe, expect, it } from 'vitest'
import {
  type Physics, addPhysics, box, castRay, castRayAll, castRays, castShape, circle, distance, nearest, queryContacts, queryPairs,
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
const told = (result: object): string => JSON.stringify(result, (_, value) => (ArrayBuffer.isView(value) ? [...(value as Float64Array)] : value))

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
