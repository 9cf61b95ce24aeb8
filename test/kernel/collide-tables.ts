import { TABLE_END, TABLE_START, AddressTable } from '../../src/kernel/address-table.ts'
import type { KernelMemory } from '../../src/kernel/kernel-memory.ts'

/** The columns that `collide` works on, with the bytes of one record. */
const BY_ENTITY: [AddressTable, number][] = [
  [AddressTable.Pose, 64],
  [AddressTable.Geometry, 96],
  [AddressTable.Reach, 8],
  [AddressTable.Extent, 8],
  [AddressTable.Way, 24],
  [AddressTable.Polygons, 320],
  [AddressTable.FirstChild, 4],
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
  [AddressTable.Flags, 1],
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
