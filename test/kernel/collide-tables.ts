import { expect } from 'vitest'
import { ShapeType } from '../../components/shape-type.ts'
import { measureDistance } from '../../src/collision/distance.ts'
import { GEOMETRY_STRIDE, Geometry, LINE_STRIDE, LinkSides } from '../../src/collision/geometry.ts'
import type { PolygonPool } from '../../src/collision/polygon-pool.ts'
import { TABLE_END, TABLE_START, AddressTable } from '../../src/kernel/address-table.ts'
import type { KernelMemory } from '../../src/kernel/kernel-memory.ts'

/** The columns that `collide` works on, with the bytes of one record. */
const BY_ENTITY: [AddressTable, number][] = [
  [AddressTable.Pose, 64],
  [AddressTable.Geometry, 32],
  [AddressTable.Lines, 96],
  [AddressTable.Reach, 8],
  [AddressTable.Extent, 8],
  [AddressTable.QuietTime, 8],
  [AddressTable.Way, 24],
  [AddressTable.Polygons, 320],
  [AddressTable.FirstChild, 4],
  [AddressTable.FirstEdge, 4],
  [AddressTable.BodyOf, 4],
  [AddressTable.AwakeIndex, 4],
  [AddressTable.ShapeType, 1],
  [AddressTable.Kind, 1],
  [AddressTable.Quick, 1],
]

const BY_CONTACT: [AddressTable, number][] = [
  [AddressTable.Manifold, 64],
  [AddressTable.Impulse, 16],
  [AddressTable.Feature, 8],
  [AddressTable.Todo, 8],
  [AddressTable.Known, 32],
  [AddressTable.Ahead, 4],
  [AddressTable.A, 4],
  [AddressTable.B, 4],
  [AddressTable.Active, 4],
  [AddressTable.ActiveIndex, 4],
  [AddressTable.NextEdge, 8],
  [AddressTable.Flags, 1],
  [AddressTable.ForeseenOf, 1],
  [AddressTable.PointCount, 1],
]

const BYTES = new Map([...BY_ENTITY, ...BY_CONTACT])

/** Makes room for the columns, and writes to the address table where they are. Ids count from 1. */
export function layOut(memory: KernelMemory, entities: number, contacts: number): void {
  let at = TABLE_END
  const places: [AddressTable, number][] = []
  const add = (columns: [AddressTable, number][], count: number): void => {
    for (const [column, bytes] of columns) {
      places.push([column, at])
      at += Math.ceil((bytes * (count + 1)) / 64) * 64
    }
  }
  add(BY_ENTITY, entities)
  add(BY_CONTACT, contacts)
  memory.resize(memory.addRegion(), at)
  for (const [column, place] of places) memory.i32[column >> 2] = place
}

/** The first byte of a record. */
export function addressOf(memory: KernelMemory, column: AddressTable, id: number): number {
  return memory.i32[column >> 2]! + id * BYTES.get(column)!
}

/** The first number of the sizes of a collider whose type is written. */
export function sizesAt(memory: KernelMemory, collider: number): number {
  const line = memory.u8[addressOf(memory, AddressTable.ShapeType, collider)] === ShapeType.Segment
  return addressOf(memory, line ? AddressTable.Lines : AddressTable.Geometry, collider) >> 3
}

/** Writes the sizes of a collider whose type is written. */
export function writeSizes(memory: KernelMemory, collider: number, sizes: ArrayLike<number>): void {
  const first = Array.from(sizes).slice(0, GEOMETRY_STRIDE)
  memory.f64.set(first, addressOf(memory, AddressTable.Geometry, collider) >> 3)
  if (memory.u8[addressOf(memory, AddressTable.ShapeType, collider)] !== ShapeType.Segment) return
  memory.f64.set(Array.from(sizes).slice(0, LINE_STRIDE), addressOf(memory, AddressTable.Lines, collider) >> 3)
}

/** Where the memories differ, told; empty if every bit is the same. */
export function difference(a: KernelMemory, b: KernelMemory): string {
  for (let i = 0; i < a.i32.length; i++) {
    if (a.i32[i] === b.i32[i] || i < TABLE_START / 4) continue
    return `byte ${4 * i}: ${a.i32[i]} or ${a.f64[i >> 1]}, and ${b.i32[i]} or ${b.f64[i >> 1]}`
  }
  return ''
}

/** A source of numbers from 0 to 1. */
export function numbers(seed: number): () => number {
  let state = seed | 1
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0
    return (state >>> 8) / 2 ** 24
  }
}

/**
 * By the manifold that is expected: its numbers; or where there is none, a distance that the shapes have at least. Links of
 * chains have none of which something is known.
 */
export function expectManifold(
  after: KernelMemory, contact: number, manifold: Float64Array, count: number, pair: Float64Array, pool: PolygonPool | null,
): void {
  const m = addressOf(after, AddressTable.Manifold, contact) >> 3
  const found = after.f64.slice(m, m + 8)
  const [a, b] = [AddressTable.A, AddressTable.B].map((side) => after.i32[addressOf(after, side, contact) >> 2]!) as [number, number]
  const typeOf = (entity: number): number => after.u8[addressOf(after, AddressTable.ShapeType, entity)]!
  const sizesOf = (entity: number): number => sizesAt(after, entity)
  const isLink = (entity: number): boolean =>
    typeOf(entity) === ShapeType.Segment && after.f64[sizesOf(entity) + Geometry.Sides] !== LinkSides.Free
  if (count === 0 && found[4]! > 0 && !isLink(a) && !isLink(b)) {
    const between = new Float64Array(7)
    measureDistance(typeOf(a), after.f64, sizesOf(a), typeOf(b), after.f64, sizesOf(b), pair, pool, between, 0)
    expect(found[4]).toBeLessThanOrEqual(between[0]! + 1e-9)
  }
  if (count === 0) {
    // A direction in which they are apart, if any was found.
    const length = Math.hypot(found[0]!, found[1]!)
    if (length !== 0) expect(length).toBeCloseTo(1, 9)
    for (const i of [0, 1, 4]) found[i] = manifold[i]!
  }
  expect([...found]).toEqual([...manifold])
}
