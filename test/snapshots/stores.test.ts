import { createWorld } from 'bitecs'
import { describe, expect, it } from 'vitest'
import { addFields, addPhysics, circle, createSnapshots, diffWorlds, spawnBody } from '../../src/index.ts'

function makeWorld() {
  const world = createWorld()
  addPhysics(world)
  spawnBody(world, { shape: circle(1) })
  return world
}

type Columns = Record<string, Float64Array | Int16Array | number[]>

const of = (value: number): Float64Array => new Float64Array(4).fill(value)

describe('stores that have other columns than when they were saved', () => {
  it('get back what they had, each in its own, and nothing in what came since', () => {
    const One: Columns = { kept: of(1), lost: of(2), other: of(3), list: [4, 5] }
    const Two: Columns = { last: of(6) }
    const snapshots = createSnapshots(makeWorld(), { stores: [One, Two] })
    snapshots.save()
    for (const store of [One, Two]) for (const column of Object.values(store)) column.fill(100)
    const { kept } = One
    delete One['lost']
    One['new'] = of(7)
    One['listed'] = [8, 9]
    One['other'] = new Int16Array(9).fill(10)
    One['list'] = of(11)
    snapshots.restore()
    expect(One).toEqual({
      kept: of(1), lost: of(2), other: Float64Array.of(3, 3, 3, 3, 0, 0, 0, 0, 0), list: [4, 5], new: of(0), listed: [],
    })
    expect(One['kept']).toBe(kept)
    expect(Two).toEqual({ last: of(6) })
  })

  it('leave nothing of those that they have lost in a slot that is saved again, nor in its file', () => {
    const One: Columns = { a: of(1), b: of(2) }
    const snapshots = createSnapshots(makeWorld(), { slots: 2, stores: [One] })
    snapshots.save()
    delete One['b']
    snapshots.save(0)
    One['a']!.fill(5)
    snapshots.fromBytes(1, snapshots.toBytes(0))
    snapshots.restore(1)
    expect(One).toEqual({ a: of(1) })
  })

  it('come out of a file by their places, and then by their names', () => {
    const One: Columns = { a: of(1), b: of(2) }
    const snapshots = createSnapshots(makeWorld(), { slots: 2, stores: [One] })
    snapshots.save()
    snapshots.fromBytes(1, snapshots.toBytes())
    const { b } = One
    delete One['a']
    b!.fill(9)
    snapshots.restore(1)
    expect(One).toEqual({ a: of(1), b: of(2) })
  })
})

it('count to what snapshots hold', () => {
  const Big = { value: new Float64Array(50_000), list: Array.from({ length: 1000 }, () => 1) }
  const [without, withThem] = [[], [Big]].map((stores) => {
    const snapshots = createSnapshots(makeWorld(), { slots: 2, stores })
    snapshots.save(0)
    snapshots.save(1)
    return snapshots.bytes
  })
  expect(withThem! - without!).toBeGreaterThanOrEqual(2 * 8 * 51_000)
})

describe('what a store has and snapshots do not save', () => {
  it.each([
    ['numbers of 64 bits', { hp: of(1), seed: new BigUint64Array(2) }, "'seed' of stores[1] is a BigUint64Array, which snapshots do not save"],
    ['what is no list of numbers', { hp: of(1), raw: new DataView(new ArrayBuffer(8)) }, "'raw' of stores[1] is a DataView"],
    ['stores within a store', { hp: of(1), home: { x: of(1), y: of(2) } }, "'home' of stores[1] holds arrays of its own"],
    ['a list of numbers within one', { hp: of(1), home: { name: 'home', list: [undefined, 5] } }, "'home' of stores[1] holds arrays of its own"],
  ])('is refused: %s', (_, store, told) => {
    expect(() => createSnapshots(makeWorld(), { stores: [{ value: of(1) }, store] })).toThrow(`createSnapshots: ${told}`)
  })

  it('is passed over where it is no array: names, functions', () => {
    createSnapshots(makeWorld(), { stores: [{ hp: of(1), name: 'health', sprite: { src: 'a.png' }, draw: () => {}, none: null }] }).save()
  })

  it('is passed over where its arrays are none of numbers: names, a list that is empty', () => {
    const of3 = { hp: of(1), meta: { names: ['a', 'b'], mixed: [1, 'a'] }, cfg: { pool: [], holes: [undefined] }, far: { deep: { list: [1] } }, who: new Set([1]) }
    const snapshots = createSnapshots(makeWorld(), { stores: [of3] })
    snapshots.save()
    of3.hp[0] = 5
    of3.cfg.holes.length = 0
    snapshots.restore()
    expect([of3.hp[0], of3.cfg.holes, of3.meta.names]).toEqual([1, [], ['a', 'b']])
  })
})

it('worlds that are made otherwise differ in what only one of them has', () => {
  const world = makeWorld()
  addFields(world)
  expect(diffWorlds(world, makeWorld())).toMatchObject({ entity: 0, column: expect.stringContaining('fields.') as string, a: 0, b: NaN })
  expect(diffWorlds(makeWorld(), world)).toMatchObject({ entity: 0, column: expect.stringContaining('fields.') as string, a: NaN, b: 0 })
})
