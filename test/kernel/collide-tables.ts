import { expect } from 'vitest'
import { measureDistance } from '../../src/collision/distance.ts'
import type { PolygonPool } from '../../src/collision/polygon-pool.ts'
import { FRAME_END, FRAME_START, Frame } from '../../src/kernel/frame.ts'
import type { KernelMemory } from '../../src/kernel/memory.ts'

/** The columns that `collide` works on, with the bytes of one record. */
const BY_ENTITY: [Frame, number][] = [
  [Frame.Pose, 64],
  [Frame.Geometry, 96],
  [Frame.Reach, 8],
  [Frame.Extent, 8],
  [Frame.QuietTime, 8],
  [Frame.Way, 24],
  [Frame.Polygons, 320],
  [Frame.FirstChild, 4],
  [Frame.BodyOf, 4],
  [Frame.AwakeIndex, 4],
  [Frame.ShapeType, 1],
  [Frame.Kind, 1],
  [Frame.Quick, 1],
]

const BY_CONTACT: [Frame, number][] = [
  [Frame.Manifold, 64],
  [Frame.Impulse, 16],
  [Frame.Feature, 8],
  [Frame.Todo, 8],
  [Frame.Known, 32],
  [Frame.Ahead, 4],
  [Frame.A, 4],
  [Frame.B, 4],
  [Frame.Active, 4],
  [Frame.Flags, 1],
  [Frame.PointCount, 1],
]

const BYTES = new Map([...BY_ENTITY, ...BY_CONTACT])

/** Makes room for the columns, and writes to the frame where they are. Ids count from 1. */
export function layOut(memory: KernelMemory, entities: number, contacts: number): void {
  let at = FRAME_END
  const places: [Frame, number][] = []
  const add = (columns: [Frame, number][], count: number): void => {
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
export function addressOf(memory: KernelMemory, column: Frame, id: number): number {
  return memory.i32[column >> 2]! + id * BYTES.get(column)!
}

/** Where the memories differ, told; empty if every bit is the same. */
export function difference(a: KernelMemory, b: KernelMemory): string {
  for (let i = 0; i < a.i32.length; i++) {
    if (a.i32[i] === b.i32[i] || i < FRAME_START / 4) continue
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

/** By the manifold that is expected: its numbers; or where there is none, a distance that the shapes have at least. */
export function expectManifold(
  after: KernelMemory, contact: number, manifold: Float64Array, count: number, pair: Float64Array, pool: PolygonPool | null,
): void {
  const m = addressOf(after, Frame.Manifold, contact) >> 3
  const found = after.f64.slice(m, m + 8)
  if (count === 0 && found[4]! > 0) {
    const [a, b] = [Frame.A, Frame.B].map((side) => after.i32[addressOf(after, side, contact) >> 2]!) as [number, number]
    const typeOf = (entity: number): number => after.u8[addressOf(after, Frame.ShapeType, entity)]!
    const sizesOf = (entity: number): number => addressOf(after, Frame.Geometry, entity) >> 3
    const between = new Float64Array(7)
    measureDistance(typeOf(a), after.f64, sizesOf(a), typeOf(b), after.f64, sizesOf(b), pair, pool, between, 0)
    expect(found[4]).toBeLessThanOrEqual(between[0]! + 1e-9)
  }
  if (count === 0) found[4] = manifold[4]!
  expect([...found]).toEqual([...manifold])
}
