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

it('worlds that are made otherwise differ in what only one of them has', () => {
  const world = makeWorld()
  addFields(world)
  expect(diffWorlds(world, makeWorld())).toMatchObject({ entity: 0, column: expect.stringContaining('fields.') as string, a: 0, b: NaN })
  expect(diffWorlds(makeWorld(), world)).toMatchObject({ entity: 0, column: expect.stringContaining('fields.') as string, a: NaN, b: 0 })
})
