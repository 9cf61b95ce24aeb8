import { addComponents, addEntity, createWorld, removeEntity, set } from 'bitecs'
import { describe, expect, it } from 'vitest'
import {
  type EntityView, type PairView, type QueryFilter, addPhysics, box, circle, distance, isTouching, queryContacts,
  queryPairs, stepPhysics, touching,
} from '../../src/index.ts'

/** A plank upon four boxes, with a sensor at its end that reaches into the last of them. */
function table() {
  const world = createWorld()
  const physics = addPhysics(world)
  const { Position, Shape, Static, Sensor, Collider } = physics.components
  const add = (x: number, y: number, halfX: number, ...more: object[]) => {
    const entity = addEntity(world)
    addComponents(world, entity, set(Position, { x, y }), set(Shape, box(halfX, 0.5)), ...more)
    return entity
  }
  const plank = add(0, 1.5, 5)
  const legs = [-4, -1, 2, 4].map((x) => add(x, 0.5, 0.5, Static))
  const bell = addEntity(world)
  addComponents(world, bell, set(Shape, circle(0.4)), set(Collider, { body: plank, x: 4, y: -0.7 }), Sensor)
  for (let i = 0; i < 3; i++) stepPhysics(world, 1 / 60)
  return { world, physics, plank, legs, bell }
}

const listOf = (view: EntityView): number[] => Array.from(view.entities.subarray(0, view.count))
const pairsOf = (view: PairView): number[][] => Array.from({ length: view.count }, (_, i) => [view.a[i]!, view.b[i]!])

/** The colliders that `plank` meets, by each of the questions that give a list. */
function questions({ world, plank }: ReturnType<typeof table>): Record<string, (filter?: QueryFilter) => number[]> {
  return {
    touching: (filter) => listOf(touching(world, plank, filter)),
    queryContacts: (filter) => {
      const view = queryContacts(world, plank, filter)
      return [...new Set(view.others.subarray(0, view.count))]
    },
    queryPairs: (filter) => pairsOf(queryPairs(world, undefined, undefined, filter)).map(([a, b]) => (a === plank ? b! : a!)),
  }
}

describe('a predicate', () => {
  it('is asked once for each that would be reported else, by id', () => {
    const t = table()
    const { world, plank, legs } = t
    const asked: number[] = []
    const predicate = (entity: number) => asked.push(entity) > 0
    const filter = { predicate, exclude: legs[1]! }
    // Two points each, and the last one touches the bell too.
    expect(queryContacts(world, plank, { ...filter, includeSensors: true }).count).toBeGreaterThan(6)
    expect(asked).toEqual([legs[0], legs[2], legs[3]])
    asked.length = 0
    expect(listOf(touching(world, plank, filter))).toEqual([legs[0], legs[2], legs[3]])
    expect(asked).toEqual([legs[0], legs[2], legs[3]])
    asked.length = 0
    expect(isTouching(world, plank, legs[3]!, filter)).toBe(true)
    expect(isTouching(world, plank, legs[1]!, filter)).toBe(false)
    expect(asked).toEqual([legs[3]])
    asked.length = 0
    expect(distance(world, legs[0]!, plank, { predicate, includeSensors: false })!.distance).toBeLessThan(0.01)
    expect(asked).toEqual([plank])
    asked.length = 0
    queryPairs(world, undefined, undefined, { predicate, exclude: legs.slice(1) })
    expect(asked).toEqual([plank, legs[0]])
  })

  it('may ask the same question again', () => {
    const t = table()
    for (const [name, ask] of Object.entries(questions(t))) {
      const everyone = ask({ includeSensors: false })
      expect([name, everyone]).toEqual([name, t.legs])
      const others = (entity: number) => ask({ includeSensors: false, exclude: entity }).length
      const got = ask({ includeSensors: false, predicate: (entity) => entity === t.plank || (entity !== t.legs[2] && others(entity) === 3) })
      expect([name, got]).toEqual([name, [t.legs[0], t.legs[1], t.legs[3]]])
    }
    const { world, plank, legs } = t
    const far = (entity: number) => distance(world, legs[0]!, legs[3]!)!.distance > 6 && entity > 0
    expect(distance(world, legs[0]!, legs[1]!, { predicate: far })!.distance).toBeCloseTo(2, 9)
    expect(isTouching(world, plank, legs[0]!, { predicate: (entity) => isTouching(world, legs[1]!, entity, {}) })).toBe(false)
  })

  it('may even change the world: what it removed is found no more', () => {
    for (const name of ['touching', 'queryContacts', 'queryPairs']) {
      const t = table()
      const { world, physics, legs, plank } = t
      const { Position, Shape } = physics.components
      const predicate = (entity: number) => {
        if (entity === legs[0]) removeEntity(world, legs[1]!)
        for (let i = 0; i < 100; i++) addComponents(world, addEntity(world), set(Position, { x: 100 + i, y: 0 }), set(Shape, circle(0.1)))
        return entity !== legs[2]
      }
      expect([name, questions(t)[name]!({ predicate, includeSensors: false })]).toEqual([name, [legs[0], legs[3]]])
      expect([name, listOf(touching(world, plank))]).toEqual([name, [legs[0], legs[2], legs[3]]])
    }
    const { world, legs, plank, bell } = table()
    const predicate = (entity: number) => {
      if (entity === plank) removeEntity(world, bell)
      return entity !== plank
    }
    expect(distance(world, legs[0]!, plank, { predicate })).toBeNull()
    const gone = (entity: number) => {
      if (entity === legs[0]) removeEntity(world, plank)
      return true
    }
    expect(distance(world, plank, legs[0]!, { predicate: gone })).toBeNull()
  })

  it('that throws leaves nothing behind', () => {
    const t = table()
    const { world, plank, legs } = t
    const fail = (): boolean => { throw new Error('mine') }
    for (const ask of Object.values(questions(t))) {
      const before = ask()
      expect(() => ask({ predicate: fail })).toThrow('mine')
      expect(ask()).toEqual(before)
    }
    expect(() => isTouching(world, plank, legs[0]!, { predicate: fail })).toThrow('mine')
    expect(() => distance(world, plank, legs[0]!, { predicate: fail })).toThrow('mine')
    expect(isTouching(world, plank, legs[0]!)).toBe(true)
    expect(distance(world, plank, legs[0]!)).not.toBeNull()
  })
})

describe('sensors', () => {
  it('touch, unless they are left out, on whichever side they are', () => {
    const { world, plank, legs, bell } = table()
    const [solid, all] = [{ includeSensors: false }, { includeSensors: true }]
    expect(isTouching(world, bell, legs[3]!)).toBe(true)
    expect(isTouching(world, legs[3]!, bell, { mask: 1 })).toBe(true)
    expect(isTouching(world, bell, legs[3]!, solid)).toBe(false)
    expect(isTouching(world, legs[3]!, bell, solid)).toBe(false)
    expect(isTouching(world, plank, legs[3]!, solid)).toBe(true)
    expect(listOf(touching(world, legs[3]!))).toEqual([plank, bell].sort((a, b) => a - b))
    expect(listOf(touching(world, legs[3]!, solid))).toEqual([plank])
    expect(pairsOf(queryPairs(world)).flat()).toContain(bell)
    expect(pairsOf(queryPairs(world, undefined, undefined, solid)).flat()).not.toContain(bell)
    expect(distance(world, legs[3]!, bell)!.distance).toBeLessThan(0)
    expect(distance(world, bell, legs[3]!, solid)).toBeNull()
    expect(distance(world, legs[3]!, bell, solid)).toBeNull()
    const rows = queryContacts(world, legs[3]!, all)
    const bells = Array.from({ length: rows.count }, (_, i) => i).filter((i) => rows.others[i] === bell)
    expect(bells.length).toBe(1)
    // It reaches 0.6 down, and meets no force there.
    expect([rows.impulse[bells[0]!], Math.abs(rows.nx[bells[0]!]!), rows.ny[bells[0]!]]).toEqual([0, 0, 1])
    expect(rows.separation[bells[0]!]).toBeCloseTo(-0.6, 2)
    const { count } = rows
    expect(queryContacts(world, legs[3]!).count).toBe(count - 1)
  })
})
