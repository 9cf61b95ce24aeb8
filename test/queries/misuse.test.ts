import { type World, addComponents, addEntity, createWorld, set } from 'bitecs'
import { describe, expect, it } from 'vitest'
import {
  ContactBuffer,
  EntityBuffer,
  HitBuffer,
  PairBuffer,
  type QueryFilter,
  addPhysics,
  box,
  castRay,
  castRayAll,
  castRayAny,
  castRays,
  castShape,
  circle,
  distance,
  getPhysics,
  isTouching,
  nearest,
  queryContacts,
  queryPairs,
  queryPoint,
  queryRegion,
  queryShape,
  queryView,
  stepPhysics,
  touching,
} from '../../src/index.ts'

function twoBalls() {
  const world = createWorld()
  const { Position, Shape } = addPhysics(world).components
  for (const x of [0, 5]) addComponents(world, addEntity(world), set(Position, { x, y: 0 }), set(Shape, circle(1)))
  return world
}

function fail(): boolean {
  throw new Error('mine')
}

/** Every query that takes a filter, asked with one. */
const FILTERED: Record<string, (world: World, filter: QueryFilter) => unknown> = {
  queryPoint: (world, filter) => queryPoint(world, 0, 0, filter),
  queryRegion: (world, filter) => queryRegion(world, 0, 0, 1, 1, filter),
  queryView: (world, filter) => queryView(world, 0, 0, 1, 1, filter),
  queryShape: (world, filter) => queryShape(world, circle(1), 0, 0, 0, filter),
  castRay: (world, filter) => castRay(world, 0, 0, 1, 1, filter),
  castRayAny: (world, filter) => castRayAny(world, 0, 0, 1, 1, filter),
  castRayAll: (world, filter) => castRayAll(world, 0, 0, 1, 1, filter),
  castRays: (world, filter) => castRays(world, [0, 0, 1, 1], 1, filter),
  castShape: (world, filter) => castShape(world, circle(1), 0, 0, 0, 1, 1, filter),
  nearest: (world, filter) => nearest(world, 0, 0, 1, 9, filter),
  distance: (world, filter) => distance(world, 1, 2, filter),
  touching: (world, filter) => touching(world, 1, filter),
  isTouching: (world, filter) => isTouching(world, 1, 2, filter),
  queryContacts: (world, filter) => queryContacts(world, 1, filter),
  queryPairs: (world, filter) => queryPairs(world, undefined, undefined, filter),
}

/** Every query that takes numbers: with sound ones, and which of them may be infinite. */
const NUMBERED: [name: string, sound: number[], mayBeInfinite: number[], ask: (world: World, n: number[]) => unknown][] = [
  ['queryPoint', [0, 0], [], (world, [x, y]) => queryPoint(world, x!, y!)],
  ['queryRegion', [0, 0, 1, 1], [0, 1, 2, 3], (world, [a, b, c, d]) => queryRegion(world, a!, b!, c!, d!)],
  ['queryView', [0, 0, 1, 1], [0, 1, 2, 3], (world, [a, b, c, d]) => queryView(world, a!, b!, c!, d!)],
  ['queryShape', [0, 0, 0], [], (world, [x, y, angle]) => queryShape(world, circle(1), x!, y!, angle!)],
  ['castRay', [0, 0, 1, 1], [], (world, [a, b, c, d]) => castRay(world, a!, b!, c!, d!)],
  ['castRayAny', [0, 0, 1, 1], [], (world, [a, b, c, d]) => castRayAny(world, a!, b!, c!, d!)],
  ['castRayAll', [0, 0, 1, 1], [], (world, [a, b, c, d]) => castRayAll(world, a!, b!, c!, d!)],
  ['castRays', [0, 0, 1, 1, 0, 0, 1, 1], [], (world, rays) => castRays(world, rays)],
  ['castShape', [0, 0, 0, 1, 1], [], (world, [x, y, angle, dx, dy]) => castShape(world, circle(1), x!, y!, angle!, dx!, dy!)],
  ['nearest', [0, 0, 1, 9], [3], (world, [x, y, k, limit]) => nearest(world, x!, y!, k!, limit)],
]

const BAD_FILTERS: [filter: object, kind: typeof TypeError | typeof RangeError, message: string][] = [
  [{ mask: 2 ** 33 }, RangeError, 'filter.mask must be an integer of 32 bits, got 8589934592.'],
  [{ mask: 'all' }, RangeError, "filter.mask must be an integer of 32 bits, got 'all'."],
  [{ category: 0.5 }, RangeError, 'filter.category must be an integer of 32 bits, got 0.5.'],
  [{ category: NaN }, RangeError, 'filter.category must be an integer of 32 bits, got NaN.'],
  [{ exclude: NaN }, RangeError, 'filter.exclude must be an entity, got NaN.'],
  [{ exclude: -1 }, RangeError, 'filter.exclude must be an entity, got -1.'],
  [{ exclude: new Set([1]) }, TypeError, 'filter.exclude must be an entity or an array of entities, got an object (Set).'],
  [{ exclude: null }, TypeError, 'filter.exclude must be an entity or an array of entities, got null.'],
  [{ exclude: '1' }, TypeError, "filter.exclude must be an entity or an array of entities, got '1'."],
  [{ terms: {} }, TypeError, 'filter.terms must be a list of query terms such as [Enemy], got an object (Object).'],
  [{ terms: [7] }, TypeError, 'term 0 of the query terms is 7. Pass components, tags or operators. For one entity ask touching(world, entity).'],
  [{ terms: [{}, undefined] }, TypeError, 'term 1 of the query terms is undefined. Pass components, tags or operators.'],
  [{ predicate: true }, TypeError, 'filter.predicate must be a function, got true.'],
  [{ includeSensors: 'yes' }, TypeError, "filter.includeSensors must be true or false, got 'yes'."],
]

describe('unusable questions', () => {
  it('are errors that say what to do', () => {
    const world = twoBalls()
    expect(() => queryPoint(world, NaN, 0)).toThrow(/queryPoint: the point must be finite, got \(NaN, 0\)/)
    expect(() => queryRegion(world, 1, 0, 0, 1)).toThrow(/queryRegion: the region is \(1, 0\) to \(0, 1\).*minimum first/)
    expect(() => queryRegion(world, 0, NaN, 1, 1)).toThrow(RangeError)
    expect(() => queryView(world, 0, 0, 1, -1)).toThrow(/queryView/)
    expect(() => queryShape(world, circle(1), 0, Infinity, 0)).toThrow(/queryShape: the pose must be finite/)
    expect(() => queryShape(world, { ...circle(1), radius: -1 }, 0, 0, 0)).toThrow(/queryShape: the shape cannot be used: radius/)
    expect(() => castRay(world, 0, 0, NaN, 0)).toThrow(/castRay: the ends of a ray must be finite, got \(0, 0\) to \(NaN, 0\)/)
    expect(() => castRayAny(world, Infinity, 0, 0, 0)).toThrow(/castRayAny/)
    expect(() => castRayAll(world, 0, 0, 0, -Infinity)).toThrow(/castRayAll/)
    expect(() => castRays(world, [0, 0, 1, 1, 0, 0, NaN, 1])).toThrow(/castRays: the ends/)
    expect(() => castRays(world, [0, 0, 1, 1], 2)).toThrow(/castRays: 2 rays need 8 numbers, there are 4/)
    expect(() => castShape(world, box(1, 1), 0, 0, 0, NaN, 0)).toThrow(/castShape: the way must be finite/)
    expect(() => nearest(world, 0, NaN, 1)).toThrow(/nearest: the point/)
    expect(() => nearest(world, 0, 0, 0)).toThrow(/nearest: k must be a whole number from 1 up, got 0/)
    expect(() => nearest(world, 0, 0, 1.5)).toThrow(/k must be/)
    expect(() => nearest(world, 0, 0, 1, -1)).toThrow(/maxDistance must be a number that is not negative/)
    expect(() => distance(world, 1, 1)).toThrow(/distance: both entities are 1/)
    expect(() => distance(world, 1, 99)).toThrow(/distance: entity 99 does not exist/)
    expect(() => touching(world, addEntity(world))).toThrow(/touching: entity 3 is neither a body nor a collider/)
    expect(() => isTouching(world, 1, 3)).toThrow(/isTouching: entity 3 is neither/)
    expect(() => queryContacts(world, 98)).toThrow(/queryContacts: entity 98 does not exist/)
    expect(() => queryPoint(createWorld(), 0, 0)).toThrow(/this world has no physics. Call addPhysics/)
    // And none of them has left anything behind.
    expect(queryPoint(world, 0, 0).count).toBe(1)
  })

  it.each(Object.entries(FILTERED))('of %s about a filter are errors, too', (name, ask) => {
    const world = twoBalls()
    for (const [filter, kind, message] of BAD_FILTERS) {
      const question = () => ask(world, filter)
      expect(question).toThrow(kind)
      expect(question).toThrow(`${name}: ${message}`)
    }
    if (name !== 'queryPairs') {
      expect(() => ask(world, 5 as QueryFilter)).toThrow(`${name}: the filter must be an object, got 5.`)
      expect(() => ask(world, fail as object)).toThrow(`${name}: the filter must be an object, got a function.`)
      const old = `${name}: 'count' is no field of a filter (mask, category, exclude, terms, predicate, includeSensors).`
      expect(() => ask(world, new EntityBuffer() as object)).toThrow(old)
    }
    // An empty one is a filter, and none of the others has left anything behind.
    expect(() => ask(world, {})).not.toThrow()
    expect(() => ask(world, { mask: undefined, exclude: [], terms: [] } as object)).not.toThrow()
    expect(queryPoint(world, 0, 0).count).toBe(1)
  })

  it.each(NUMBERED)('of %s with any number that is none are errors', (name, sound, mayBeInfinite, ask) => {
    const world = twoBalls()
    expect(() => ask(world, sound)).not.toThrow()
    sound.forEach((_, place) => {
      for (const bad of [NaN, Infinity, -Infinity]) {
        const question = () => ask(world, sound.map((number, at) => (at === place ? bad : number)))
        // The lower bounds of a region may be as low, the upper ones as high as can be; a limit may be none.
        const fits = mayBeInfinite.includes(place) && (name === 'nearest' || place > 1 ? bad === Infinity : bad === -Infinity)
        if (fits) expect(question).not.toThrow()
        else expect(question).toThrow(RangeError)
        if (!fits) expect(question).toThrow(`${name}: `)
      }
    })
    expect(queryPoint(world, 0, 0).count).toBe(1)
  })

  it('of queryPairs are errors that name the argument', () => {
    const world = twoBalls()
    const bad = (value: unknown) => value as never
    expect(() => queryPairs(world, bad({ candidates: true }))).toThrow(/^queryPairs: termsA must be a list of query terms such as \[Enemy\]/)
    expect(() => queryPairs(world, [], bad('Enemy'))).toThrow(/^queryPairs: termsB must be a list .* got 'Enemy'/)
    expect(() => queryPairs(world, bad([undefined]))).toThrow(/^queryPairs: term 0 of the query terms is undefined/)
    expect(() => queryPairs(world, [], [], bad(3))).toThrow(/^queryPairs: the options must be an object, got 3\./)
    expect(() => queryPairs(world, [], [], { out: bad({ a: [], b: [], count: 0 }) })).toThrow(/^queryPairs: out must .* new PairBuffer/)
    expect(() => queryPairs(world, [], [], { mask: 1, out: bad({}) })).toThrow(/^queryPairs: out must have columns/)
  })

  it('throw out of a predicate without harm', () => {
    const world = twoBalls()
    expect(() => castRay(world, -5, 0, 5, 0, { predicate: fail })).toThrow('mine')
    expect(() => queryPoint(world, 0, 0, { predicate: fail })).toThrow('mine')
    expect(castRay(world, -5, 0, 5, 0)!.entity).toBe(1)
  })
})

describe('questions at the edge', () => {
  it('a ray without length hits what holds its point', () => {
    const world = twoBalls()
    expect(castRay(world, 0.5, 0, 0.5, 0)).toMatchObject({ entity: 1, x: 0.5, y: 0, nx: 0, ny: 0, distance: 0, fraction: 0 })
    expect(castRay(world, 2.5, 0, 2.5, 0)).toBeNull()
    expect(castRayAny(world, 0.5, 0, 0.5, 0)).toBe(true)
    expect(castRayAll(world, 0.5, 0, 0.5, 0).count).toBe(1)
    const rows = castRays(world, [0.5, 0, 0.5, 0, 2.5, 0, 2.5, 0])
    expect([rows.entities[0], rows.fraction[0], rows.distance[0]]).toEqual([1, 0, 0])
    expect([rows.entities[1], rows.x[1], rows.fraction[1], rows.distance[1]]).toEqual([0, 2.5, 1, 0])
  })

  it('a shape that does not move hits nothing', () => {
    expect(castShape(twoBalls(), circle(1), 0.5, 0, 0, 0, 0)).toBeNull()
  })

  it('touching counts, one step of a double away does not', () => {
    const world = twoBalls()
    expect(queryRegion(world, 1, -1, 2, 1).count).toBe(1)
    expect(queryRegion(world, 1 + 2 ** -52, -1, 2, 1).count).toBe(0)
    expect(queryPoint(world, 6, 0).count).toBe(1)
    expect(queryPoint(world, 6 + 2 ** -50, 0).count).toBe(0)
  })

  it('a region without area holds what its line or point meets', () => {
    const world = twoBalls()
    expect([queryRegion(world, 0.5, 0, 0.5, 0).count, queryRegion(world, 0.9, 0.9, 0.9, 0.9).count]).toEqual([1, 0])
    expect([queryRegion(world, 0.5, 0, 4.5, 0).count, queryRegion(world, 2, -9, 2, 9).count]).toEqual([2, 0])
    expect(queryView(world, 0.5, 0, 0.5, 0).count).toBe(1)
  })

  it('no rays give no hits', () => {
    expect(castRays(twoBalls(), []).count).toBe(0)
  })
})

describe('a given buffer', () => {
  it('that is too small is given larger columns', () => {
    const world = twoBalls()
    const entities = new EntityBuffer(1)
    expect(queryRegion(world, -9, -9, 9, 9, null, entities)).toBe(entities)
    expect([entities.count, entities.entities[0], entities.entities[1]]).toEqual([2, 1, 2])
    const plain = { count: 0, entities: new Uint32Array(0) }
    expect(queryView(world, -9, -9, 9, 9, null, plain).count).toBe(2)
    expect(plain.entities[1]).toBe(2)
    const hits = new HitBuffer(1)
    expect(castRayAll(world, -9, 0, 9, 0, null, hits)).toBe(hits)
    expect([hits.count, hits.entities[1], hits.x[1]]).toEqual([2, 2, 4])
    const near = new HitBuffer(1)
    expect([nearest(world, 0, 0, 9, 99, null, near).count, near.entities[1], near.distance[1]]).toEqual([2, 2, 4])
    const batch = new HitBuffer(1)
    expect([castRays(world, [-9, 0, 0, 0, 9, 0, 0, 0], 2, null, batch).count, batch.entities[1]]).toEqual([2, 2])
  })

  it('that is too small for many that touch, too', () => {
    const world = twoBalls()
    const points = new EntityBuffer(1)
    const { Position, Shape } = getPhysics(world)!.components
    addComponents(world, addEntity(world), set(Position, { x: 0, y: 0 }), set(Shape, box(9, 1)))
    expect([queryPoint(world, 0, 0, null, points).count, points.entities[1]]).toEqual([2, 3])
    const shapes = new EntityBuffer(1)
    expect([queryShape(world, circle(9), 0, 0, 0, null, shapes).count, shapes.entities[2]]).toEqual([3, 3])
    stepPhysics(world, 1 / 60)
    const met = new EntityBuffer(1)
    expect([touching(world, 3, null, met).count, met.entities[1]]).toEqual([2, 2])
    const contacts = new ContactBuffer(1)
    expect(queryContacts(world, 3, null, contacts).count).toBe(2)
    expect([contacts.others[1], Math.hypot(contacts.nx[1]!, contacts.ny[1]!)]).toEqual([2, 1])
    const pairs = new PairBuffer(1)
    expect([queryPairs(world, [], [], { out: pairs }).count, pairs.a[1], pairs.b[1]]).toEqual([2, 2, 3])
    expect(queryPairs(world, [], [], { mask: 1, out: new PairBuffer(1) }).count).toBe(2)
  })

  it('that fits is kept', () => {
    const world = twoBalls()
    const column = new Uint32Array(2)
    const out = { count: 0, entities: column }
    queryRegion(world, -9, -9, 9, 9, null, out)
    expect(out.entities).toBe(column)
  })

  it('that is none is refused', () => {
    const world = twoBalls()
    const none = { count: 0, entities: [] } as unknown as EntityBuffer
    expect(() => queryPoint(world, 0, 0, null, none)).toThrow(/queryPoint: out.entities must be a Uint32Array. Pass new EntityBuffer/)
    expect(() => castRayAll(world, 0, 0, 1, 0, null, {} as HitBuffer)).toThrow(/castRayAll: out must have columns.*new HitBuffer/)
    expect(() => castRays(world, [0, 0, 1, 0], 1, null, {} as HitBuffer)).toThrow(/castRays: out must have columns/)
    expect(() => nearest(world, 0, 0, 1, 9, null, {} as HitBuffer)).toThrow(/nearest: out must have columns/)
    expect(() => queryContacts(world, 1, null, {} as ContactBuffer)).toThrow(/queryContacts: out must have columns.*new ContactBuffer/)
    expect(() => touching(world, 1, null, none)).toThrow(/touching: out.entities must be/)
    expect(() => queryView(world, 0, 0, 1, 1, null, none)).toThrow(/queryView: out.entities must be/)
    expect(() => queryShape(world, circle(1), 0, 0, 0, null, none)).toThrow(/queryShape: out.entities must be/)
    // And the next question finds nothing left behind.
    expect(nearest(world, 0, 0, 1).count).toBe(1)
  })
})

describe('a step inside of a query', () => {
  const both = () => {
    const world = createWorld()
    const { Position, Shape } = addPhysics(world).components
    for (const x of [0, 0.5]) addComponents(world, addEntity(world), set(Position, { x, y: 0 }), set(Shape, circle(1)))
    stepPhysics(world, 1 / 60)
    return world
  }

  it.each(Object.entries(FILTERED))('is refused: %s', (_, ask) => {
    const world = both()
    const stepping = { predicate: () => { stepPhysics(world, 1 / 60); return true } }
    expect(() => ask(world, stepping)).toThrow('stepPhysics: a query of this world is running')
    // Nothing is left half done: the world steps on, and can be asked.
    stepPhysics(world, 1 / 60)
    expect(queryPoint(world, 0, 0).count).toBeGreaterThan(0)
  })

  it('of another world is nobody else\'s business', () => {
    const world = both()
    const other = both()
    expect(queryPoint(world, 0, 0, { predicate: () => { stepPhysics(other, 1 / 60); return true } }).count).toBe(2)
  })
})
