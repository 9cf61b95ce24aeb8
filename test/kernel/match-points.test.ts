import { describe, expect, test } from 'vitest'
import { ShapeType } from '../../components/shape-type.ts'
import { BodyKind } from '../../src/bodies/body-kind.ts'
import { Manifold } from '../../src/contacts/contact-record.ts'
import { AddressTable } from '../../src/kernel/address-table.ts'
import { KernelMemory } from '../../src/kernel/kernel-memory.ts'
import { plainKernel } from '../../src/kernel/plain-kernel.ts'
import { simdKernel } from '../../src/kernel/simd-kernel.ts'
import { addressOf, layOut } from './collide-tables.ts'

/** The name of the point at a corner of A and one of B. */
const at = (a: number, b: number): number => a | (b << 8)

interface Case {
  kinds?: [BodyKind, BodyKind]
  types?: [ShapeType, ShapeType]
  old: number[]
  now: number[]
  separation?: number
}

/** The impulses of the new points of a contact, those of the old ones being (1, 2) and (3, 4). */
function carry(maker: typeof plainKernel, { kinds = [BodyKind.Dynamic, BodyKind.Dynamic], types = [ShapeType.Box, ShapeType.Polygon], old, now, separation = 0 }: Case): number[] {
  const memory = new KernelMemory(maker)
  layOut(memory, 2, 1)
  const { u8, i32, f32 } = memory
  for (const [i, kind] of kinds.entries()) {
    i32[addressOf(memory, AddressTable.BodyOf, i + 1) >> 2] = i + 1
    u8[addressOf(memory, AddressTable.Kind, i + 1)] = kind
    u8[addressOf(memory, AddressTable.ShapeType, i + 1)] = types[i]!
  }
  i32[addressOf(memory, AddressTable.A, 1) >> 2] = 1
  i32[addressOf(memory, AddressTable.B, 1) >> 2] = 2
  memory.f64[AddressTable.Margin >> 3] = 0.02
  memory.f64[(addressOf(memory, AddressTable.Manifold, 1) >> 3) + Manifold.Separation0] = separation
  i32.set(now, addressOf(memory, AddressTable.Feature, 1) >> 2)
  memory.f64[AddressTable.Margin >> 3] = 0.02
  memory.f64[(addressOf(memory, AddressTable.Manifold, 1) >> 3) + Manifold.Separation0] = separation
  const o = addressOf(memory, AddressTable.Impulse, 1) >> 2
  f32.set([1, 2, 3, 4], o)
  memory.kernel.matchPoints(1, old[0]!, old[1] ?? 0, old.length, now.length)
  return [...f32.subarray(o, o + 2 * now.length)]
}

describe.each([['SIMD', simdKernel], ['plain', plainKernel]] as const)('which impulses a point keeps, %s', (_, maker) => {
  const floor: [BodyKind, BodyKind] = [BodyKind.Static, BodyKind.Dynamic]

  test('those of the point with its name', () => {
    expect(carry(maker, { old: [at(1, 2), at(2, 1)], now: [at(2, 1), at(1, 2)] })).toEqual([3, 4, 1, 2])
    expect(carry(maker, { old: [at(1, 2), at(2, 1)], now: [at(2, 1)] })).toEqual([3, 4])
    expect(carry(maker, { old: [at(1, 2)], now: [at(1, 2), at(2, 1)] })).toEqual([1, 2, 0, 0])
  })

  test('those of the only point, where one corner is the same', () => {
    expect(carry(maker, { old: [at(1, 2)], now: [at(0, 2)] })).toEqual([1, 2])
    expect(carry(maker, { old: [at(1, 2)], now: [at(1, 3)] })).toEqual([1, 2])
    expect(carry(maker, { old: [at(1, 2)], now: [at(2, 1)] })).toEqual([0, 0])
    // Of two points one would have those of both.
    expect(carry(maker, { old: [at(1, 2), at(2, 1)], now: [at(1, 3)] })).toEqual([0, 0])
  })

  test('on what is static those of the corner of the body, whatever it lies on', () => {
    expect(carry(maker, { kinds: floor, old: [at(3, 2), at(2, 1)], now: [at(1, 1), at(0, 2)] })).toEqual([3, 4, 1, 2])
    expect(carry(maker, { kinds: floor, old: [at(3, 2)], now: [at(3, 1)] })).toEqual([0, 0])
    expect(carry(maker, { kinds: [BodyKind.Dynamic, BodyKind.Static], old: [at(3, 2), at(2, 1)], now: [at(2, 0)] })).toEqual([3, 4])
  })

  test('of what is jammed those with the same name, whatever it is in', () => {
    const moved = { old: [at(3, 2), at(2, 1)], now: [at(1, 1), at(0, 2)] }
    expect(carry(maker, { ...moved, kinds: floor, separation: -0.03 })).toEqual([0, 0, 0, 0])
    expect(carry(maker, { ...moved, kinds: floor, separation: -0.01 })).toEqual([3, 4, 1, 2])
    expect(carry(maker, { old: [at(1, 2)], now: [at(0, 2)], separation: -0.03 })).toEqual([0, 0])
    expect(carry(maker, { old: [at(1, 2), at(2, 1)], now: [at(2, 1)], separation: -0.03 })).toEqual([3, 4])
  })

  test('on what is driven those with the same name, each tooth of a gear hits by itself', () => {
    const driven: [BodyKind, BodyKind] = [BodyKind.Kinematic, BodyKind.Dynamic]
    expect(carry(maker, { kinds: driven, old: [at(3, 2), at(2, 1)], now: [at(1, 1), at(0, 2)] })).toEqual([0, 0, 0, 0])
  })

  test('where something is jammed, those with the same name', () => {
    expect(carry(maker, { old: [at(1, 2)], now: [at(0, 2)], separation: -0.019 })).toEqual([1, 2])
    expect(carry(maker, { old: [at(1, 2)], now: [at(0, 2)], separation: -0.021 })).toEqual([0, 0])
    expect(carry(maker, { kinds: floor, old: [at(3, 2)], now: [at(1, 2)], separation: -0.021 })).toEqual([0, 0])
    expect(carry(maker, { old: [at(1, 2)], now: [at(1, 2)], separation: -0.021 })).toEqual([1, 2])
  })

  test('with a circle, which has no corners, those with the same name', () => {
    const types: [ShapeType, ShapeType] = [ShapeType.Box, ShapeType.Circle]
    expect(carry(maker, { types, old: [0], now: [0] })).toEqual([1, 2])
    expect(carry(maker, { types, old: [at(0, 3)], now: [0] })).toEqual([0, 0])
    expect(carry(maker, { types, kinds: floor, old: [at(3, 0)], now: [0] })).toEqual([0, 0])
  })
})
