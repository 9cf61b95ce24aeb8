import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ShapeType } from '../../components/shape-type.ts'
import { collidePair } from '../collision/reference/collide.ts'
import { ContactFlag } from '../../src/contacts/contact-record.ts'
import { AddressTable } from '../../src/kernel/address-table.ts'
import { KernelMemory } from '../../src/kernel/kernel-memory.ts'
import { plainKernel } from '../../src/kernel/plain-kernel.ts'
import { SOAK } from '../support/soak.ts'
import { addressOf, difference, expectManifold, layOut, numbers, sizesAt } from './collide-tables.ts'

const PAIRS = 300
const MARGIN = 0.02

/** Where the center of a circle is, seen from the box. */
enum Region { Inside, Middle, Diagonal, Side, Corner, OnCorner }

const regions = [Region.Inside, Region.Middle, Region.Diagonal, Region.Side, Region.Corner, Region.OnCorner]

/**
 * Circles around boxes, in every region and about as far away as it takes to touch, to be ahead of it, or neither.
 * Returns the regions by contact.
 */
function fillWithCircles(memory: KernelMemory, seed: number): Region[] {
  const next = numbers(seed)
  const among = <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)]!
  const made: Region[] = []
  layOut(memory, 2 * PAIRS, PAIRS)
  const { i32, u8, f32, f64 } = memory
  f64[AddressTable.Margin >> 3] = MARGIN
  f64[AddressTable.Slop >> 3] = 0.005
  for (let contact = 1; contact <= PAIRS; contact++) {
    const [w, h] = [among([0.5, 1, 0.1 + next()]), among([0.5, 1, 0.1 + next()])]
    const radius = among([0.5, 0.1, 0.05 + next()])
    const rounding = among([0, 0, 0, 0.1])
    const region = among(regions)
    made.push(region)
    const gap = rounding + radius + among([0, 0, MARGIN, -0.5 * radius, -next() * 0.1, next() * 0.04])
    const depth = next() * Math.min(w, h)
    const at = among([0, 0, next()])
    const way = among([Math.PI / 4, next() * Math.PI / 2, 1e-7, Math.PI / 2 - 1e-6])
    const [x, y] = {
      [Region.Inside]: [w * next(), h * next()],
      [Region.Middle]: [0, 0],
      [Region.Diagonal]: [w - depth, h - depth],
      [Region.Side]: among([[w + gap, h * at], [w * at, h + gap], [w, h * at]]),
      [Region.Corner]: [w + gap * Math.cos(way), h + gap * Math.sin(way)],
      [Region.OnCorner]: [w + among([0, 1e-13, 1e-9]), h + among([0, 1e-13, 1e-9])],
    }[region] as [number, number]
    const [px, py] = [x * among([1, -1]), y * among([1, -1])]
    const upright = next() < 0.4
    const turn = among([0, 0, Math.PI / 2, 6 * next()])
    // The rotation of what never turns is not looked at, nor is that of the circle.
    const [c, s] = upright ? [1, 0] : [Math.cos(turn), Math.sin(turn)]
    const origin = among([[0, 0], [0, 0], [100 * next(), -7]]) as [number, number]
    const box = 2 * contact - Number(next() < 0.5)
    const circle = 4 * contact - 1 - box
    u8[addressOf(memory, AddressTable.ShapeType, box)] = upright ? ShapeType.Aabb : ShapeType.Box
    u8[addressOf(memory, AddressTable.ShapeType, circle)] = ShapeType.Circle
    f64.set([...origin, Math.cos(turn), Math.sin(turn)], addressOf(memory, AddressTable.Pose, box) >> 3)
    // Zeros of either sign: those of the points that come of them are compared, too.
    const center = [origin[0] + c * px - s * py, origin[1] + s * px + c * py].map((sum) => sum || among([0, -0]))
    f64.set([...center, 0.6, 0.8], addressOf(memory, AddressTable.Pose, circle) >> 3)
    f64.set([w, h, rounding], addressOf(memory, AddressTable.Geometry, box) >> 3)
    f64.set([radius, radius, radius], addressOf(memory, AddressTable.Geometry, circle) >> 3)
    for (const entity of [box, circle]) i32[addressOf(memory, AddressTable.BodyOf, entity) >> 2] = entity
    i32[addressOf(memory, AddressTable.A, contact) >> 2] = 2 * contact - 1
    i32[addressOf(memory, AddressTable.B, contact) >> 2] = 2 * contact
    i32[addressOf(memory, AddressTable.Active, contact - 1) >> 2] = contact
    u8[addressOf(memory, AddressTable.Flags, contact)] = among([0, ContactFlag.Touching, ContactFlag.Touching])
    u8[addressOf(memory, AddressTable.PointCount, contact)] = among([0, 1, 1, 1, 2])
    i32.set([among([0, 0, 0x300]), among([0, 0x201])], addressOf(memory, AddressTable.Feature, contact) >> 2)
    f32.set([1, 2, 3, 4], addressOf(memory, AddressTable.Impulse, contact) >> 2)
  }
  return made
}

/** The manifolds as `collidePair` makes them, and the impulses. */
function expectPlain(before: KernelMemory, after: KernelMemory, contact: number): number {
  const { f64, i32, u8 } = before
  const [a, b] = [2 * contact - 1, 2 * contact]
  const [pA, pB] = [addressOf(before, AddressTable.Pose, a) >> 3, addressOf(before, AddressTable.Pose, b) >> 3]
  const f = addressOf(before, AddressTable.Feature, contact) >> 2
  const input = new Float64Array([f64[pB]! - f64[pA]!, f64[pB + 1]! - f64[pA + 1]!, 0, 0, 0, 0, MARGIN, 1])
  input.set([f64[pA + 2]!, f64[pA + 3]!, f64[pB + 2]!, f64[pB + 3]!], 2)
  const manifold = new Float64Array(8)
  const features = i32.slice(f, f + 2)
  const count = collidePair(
    u8[addressOf(before, AddressTable.ShapeType, a)]!, f64, sizesAt(before, a),
    u8[addressOf(before, AddressTable.ShapeType, b)]!, f64, sizesAt(before, b),
    input, manifold, 0, features, 0, null,
  )
  expect(after.u8[addressOf(after, AddressTable.PointCount, contact)]).toBe(count)
  expectManifold(after, contact, manifold, count, input, null)
  expect([...after.i32.subarray(f, f + 2)]).toEqual([...features])
  const old = u8[addressOf(before, AddressTable.PointCount, contact)]!
  const from = count === 0 ? 0 : [0, 1].findIndex((k) => k < old && i32[f + k] === 0)
  const o = addressOf(before, AddressTable.Impulse, contact) >> 2
  const impulse = from < 0 ? [0, 0] : [1 + 2 * from, 2 + 2 * from]
  expect([...after.f32.subarray(o, o + 2)]).toEqual(impulse)
  return count
}

test('circles in every region of a box: each bit in WebAssembly as in JavaScript, and as by collidePair', () => {
  const met = regions.map(() => [0, 0])
  fc.assert(fc.property(fc.nat(), (seed) => {
    const [fast, plain, before] = [new KernelMemory(), new KernelMemory(plainKernel), new KernelMemory(plainKernel)]
    const made = [fast, plain, before].map((memory) => fillWithCircles(memory, seed))[0]!
    const entries = fast.kernel.collide(0, PAIRS)
    expect(plain.kernel.collide(0, PAIRS)).toBe(entries)
    expect(difference(fast, plain)).toBe('')
    for (let contact = 1; contact <= PAIRS; contact++) {
      met[made[contact - 1]!]![expectPlain(before, fast, contact)]!++
    }
  }), { numRuns: SOAK ? 600 : 40 })
  expect(Math.min(...met.map(([, touching]) => touching!))).toBeGreaterThan(500)
  expect(Math.min(met[Region.Side]![0]!, met[Region.Corner]![0]!)).toBeGreaterThan(100)
}, SOAK ? 600_000 : 30_000)
