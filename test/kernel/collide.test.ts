import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ShapeType } from '../../components/shape-type.ts'
import { BodyKind } from '../../src/bodies/body-kind.ts'
import { collidePair } from '../collision/reference/collide.ts'
import { LinkSides } from '../../src/collision/geometry.ts'
import { POLYGON_STRIDE, createPolygonPool, registerPolygon } from '../../src/collision/polygon-pool.ts'
import { ContactFlag, Manifold } from '../../src/contacts/contact-record.ts'
import { AddressTable, UNSEEN } from '../../src/kernel/address-table.ts'
import { KernelMemory } from '../../src/kernel/kernel-memory.ts'
import { plainKernel } from '../../src/kernel/plain-kernel.ts'
import { SOAK } from '../support/soak.ts'
import { addressOf, difference, expectManifold, layOut, numbers, sizesAt, writeSizes } from './collide-tables.ts'

const BODIES = 9
const CONTACTS = (BODIES * (BODIES - 1)) / 2
const MARGIN = 0.02
const SLOP = 0.005
const FRAMES = 4

interface Body {
  type: number
  kind: number
  awake: boolean
  x: number
  y: number
  angle: number
  width: number
  height: number
  radius: number
  reach: number
}

interface Pair {
  flags: number
  old: number
  features: [number, number]
}

/** Whole and half units, so that faces and corners meet exactly, with a little gap or overlap, or none of that. */
const coordinate = fc.tuple(
  fc.integer({ min: -4, max: 4 }),
  fc.constantFrom(0, 0, 0.001, -0.001, 0.01, -0.015, 0.3),
).map(([half, more]) => half / 2 + more)

const angle = fc.oneof(
  fc.constantFrom(0, 0, Math.PI / 2, Math.PI, -Math.PI / 4, Math.PI / 4, 1e-9, 0.001, -0.03),
  fc.double({ min: -3, max: 3, noNaN: true }),
)

const size = fc.oneof(fc.constantFrom(0.5, 0.5, 0.25, 1, 1.5, 0.004), fc.double({ min: 0.01, max: 2, noNaN: true }))

const box = fc.constantFrom<number[]>(ShapeType.Box, ShapeType.Box, ShapeType.Aabb)
const circle = fc.constant<number>(ShapeType.Circle)
const anyType = fc.constantFrom<number[]>(
  ShapeType.Circle, ShapeType.Box, ShapeType.Aabb, ShapeType.Capsule, ShapeType.Polygon, ShapeType.Segment, ShapeType.Chain,
)

const pool = createPolygonPool()
for (const points of [[-0.5, -0.4, 0.5, -0.4, 0, 0.6], [-1, -0.1, 1, -0.1, 1, 0.1, 0, 0.12, -1, 0.1], [0, -1, 1, 0, 0, 1, -1, 0]]) {
  registerPolygon(pool, points)
}

/** The geometry record of a body of any shape. Sizes decide about what else there is to a segment or polygon. */
function geometryOf({ type, width, height, radius, reach }: Body): number[] {
  if (type === ShapeType.Polygon) return [0, 0, radius, reach === 0.5 ? 1 : reach === 0.1 ? 2 : 3]
  if (type !== ShapeType.Segment) return [width, height, radius]
  const sides = reach === 0.5 ? LinkSides.Left : reach === 0.1 ? LinkSides.Both : LinkSides.Free
  return [-width, 0, radius, sides, width, 0, 0, 0, -2 * width, height - 1, 2 * width, 1 - height]
}

const bodyOf = (type: fc.Arbitrary<number>): fc.Arbitrary<Body> => fc.record({
  type,
  kind: fc.constantFrom(BodyKind.Dynamic, BodyKind.Dynamic, BodyKind.Dynamic, BodyKind.Static, BodyKind.Kinematic),
  awake: fc.constantFrom(true, true, true, true, false),
  x: coordinate,
  y: coordinate,
  angle,
  width: size,
  height: size,
  radius: fc.constantFrom(0, 0, 0, 0, 0, 0.1),
  reach: fc.constantFrom(0.5, 0.1, 0.01),
}).map((body) => body.type === ShapeType.Circle ? { ...body, radius: body.width } : body)

const T = ContactFlag.Touching
const pair: fc.Arbitrary<Pair> = fc.record({
  flags: fc.constantFrom<number[]>(0, 0, T, T, T, T, T | ContactFlag.Grazing, ContactFlag.Grazing, 2, 4, 9, 16, 33),
  old: fc.constantFrom(0, 1, 1, 2, 2),
  features: fc.tuple(fc.constantFrom(0, 0x300, 0x201, 0x102, 0x003), fc.constantFrom(0x103, 0x301, 0)),
})

const shift = fc.constantFrom(0, 0.002, -0.01, 0.1)
const nudges = fc.array(fc.tuple(fc.nat(BODIES - 1), shift, fc.constantFrom(0, 0.001, 0.2)))

interface Table {
  bodies: Body[]
  pairs: Pair[]
  asking: boolean
  frames: [number, number, number][][]
}

const tableOf = (type: fc.Arbitrary<number>): fc.Arbitrary<Table> => fc.record({
  bodies: fc.array(bodyOf(type), { minLength: BODIES, maxLength: BODIES }),
  pairs: fc.array(pair, { minLength: CONTACTS, maxLength: CONTACTS }),
  asking: fc.constantFrom(false, false, false, false, true),
  frames: fc.array(nudges, { minLength: FRAMES, maxLength: FRAMES }),
})

function fill(memory: KernelMemory, { bodies, pairs, asking }: Table): void {
  layOut(memory, BODIES, CONTACTS)
  const { i32, u8, f32, f64 } = memory
  f64[AddressTable.Margin >> 3] = MARGIN
  f64[AddressTable.Slop >> 3] = SLOP
  i32[AddressTable.Asking >> 2] = asking ? 1 : 0
  bodies.forEach((body, i) => {
    const entity = i + 1
    u8[addressOf(memory, AddressTable.ShapeType, entity)] = body.type
    // Colliders of the next body but one now and then, to tell the columns by collider from those by body.
    i32[addressOf(memory, AddressTable.BodyOf, entity) >> 2] = body.reach === 0.5 ? entity : ((entity + 1) % BODIES) + 1
    u8[addressOf(memory, AddressTable.Kind, entity)] = body.kind
    i32[addressOf(memory, AddressTable.AwakeIndex, entity) >> 2] = body.awake ? i : -1
    f64[addressOf(memory, AddressTable.Reach, entity) >> 3] = body.reach
    f64.set([body.x, body.y, Math.cos(body.angle), Math.sin(body.angle)], addressOf(memory, AddressTable.Pose, entity) >> 3)
    writeSizes(memory, entity, geometryOf(body))
  })
  f64.set(pool.data.subarray(0, pool.end * POLYGON_STRIDE), i32[AddressTable.Polygons >> 2]! >> 3)
  let contact = 0
  for (let a = 1; a <= BODIES; a++) {
    for (let b = a + 1; b <= BODIES; b++) {
      const { flags, old, features } = pairs[contact++]!
      i32[addressOf(memory, AddressTable.A, contact) >> 2] = a
      i32[addressOf(memory, AddressTable.B, contact) >> 2] = b
      u8[addressOf(memory, AddressTable.Flags, contact)] = flags
      u8[addressOf(memory, AddressTable.PointCount, contact)] = old
      // Two circles only ever have one feature.
      const round = bodies[a - 1]!.type === ShapeType.Circle && bodies[b - 1]!.type === ShapeType.Circle
      i32.set(round ? [0, 0] : features, addressOf(memory, AddressTable.Feature, contact) >> 2)
      f32.set([1, 2, 3, 4], addressOf(memory, AddressTable.Impulse, contact) >> 2)
      forget(memory, contact)
      i32[addressOf(memory, AddressTable.Active, CONTACTS - contact) >> 2] = contact
    }
  }
}

/** No manifold is to be kept: what is kept is tried in whole worlds. */
function forget(memory: KernelMemory, contact: number): void {
  memory.f32[addressOf(memory, AddressTable.Known, contact) >> 2] = NaN
}

/** Moves some bodies a little, and makes contacts of what has points touch, as the narrow phase would. */
function advance(memory: KernelMemory, moves: [number, number, number][]): void {
  const { u8, f64, i32, f32 } = memory
  for (const [body, along, turn] of moves) {
    const p = addressOf(memory, AddressTable.Pose, body + 1) >> 3
    const next = Math.atan2(f64[p + 3]!, f64[p + 2]!) + turn
    f64.set([f64[p]! + along, f64[p + 1]! - along, Math.cos(next), Math.sin(next)], p)
  }
  for (let contact = 1; contact <= CONTACTS; contact++) {
    const flags = addressOf(memory, AddressTable.Flags, contact)
    if (u8[addressOf(memory, AddressTable.PointCount, contact)]! > 0 && contact % 3 > 0) u8[flags] = u8[flags]! | T
    f32.set([contact, 2, -3, 4], addressOf(memory, AddressTable.Impulse, contact) >> 2)
    forget(memory, contact)
  }
  i32[AddressTable.Touching >> 2] = 0
}

/** Writes how two colliders lie to each other. */
function placePair(memory: KernelMemory, a: number, b: number, margin: number, out: Float64Array): void {
  const { f64 } = memory
  const pA = addressOf(memory, AddressTable.Pose, a) >> 3
  const pB = addressOf(memory, AddressTable.Pose, b) >> 3
  out.set([f64[pB]! - f64[pA]!, f64[pB + 1]! - f64[pA + 1]!])
  out.set([f64[pA + 2]!, f64[pA + 3]!, f64[pB + 2]!, f64[pB + 3]!, margin, a + b], 2)
}

/** What a call leaves, found in the plain way: the manifolds of {@link collidePair}. */
function expectPlain(before: KernelMemory, after: KernelMemory, todo: Map<number, number>): void {
  const manifold = new Float64Array(8)
  const features = new Int32Array(2)
  const input = new Float64Array(8)
  for (let contact = 1; contact <= CONTACTS; contact++) {
    const a = before.i32[addressOf(before, AddressTable.A, contact) >> 2]!
    const b = before.i32[addressOf(before, AddressTable.B, contact) >> 2]!
    const typeA = before.u8[addressOf(before, AddressTable.ShapeType, a)]!
    const typeB = before.u8[addressOf(before, AddressTable.ShapeType, b)]!
    const m = addressOf(before, AddressTable.Manifold, contact) >> 3
    const f = addressOf(before, AddressTable.Feature, contact) >> 2
    const o = addressOf(before, AddressTable.Impulse, contact) >> 2
    manifold.set(before.f64.subarray(m, m + 8))
    features.set(before.i32.subarray(f, f + 2))
    const flags = before.u8[addressOf(before, AddressTable.Flags, contact)]!
    const old = before.u8[addressOf(before, AddressTable.PointCount, contact)]!
    const count = after.u8[addressOf(after, AddressTable.PointCount, contact)]!
    if (todo.get(contact) === UNSEEN) {
      expect(count).toBe(old)
      expect([...after.f64.subarray(m, m + 8)]).toEqual([...manifold])
    } else if ((flags & ContactFlag.Sensor) !== 0) {
      placePair(before, a, b, 0, input)
      const gA = sizesAt(before, a)
      const gB = sizesAt(before, b)
      const found = collidePair(typeA, before.f64, gA, typeB, before.f64, gB, input, new Float64Array(8), 0, new Int32Array(2), 0, pool)
      // Nothing is kept of where it is; and it is listed, with what was found, where it begins or ends.
      expect([...after.f64.subarray(m, m + 8)]).toEqual([...manifold])
      expect(todo.get(contact) ?? count).toBe(found)
      if (todo.has(contact)) expect(count).toBe(old)
      else expect(found > 0).toBe((flags & T) !== 0)
      expect([...after.i32.subarray(f, f + 2)]).toEqual([...features])
      continue
    } else {
      const { f64 } = before
      placePair(before, a, b, MARGIN, input)
      const gA = sizesAt(before, a)
      const gB = sizesAt(before, b)
      expect(collidePair(typeA, f64, gA, typeB, f64, gB, input, manifold, 0, features, 0, pool)).toBe(count)
      // Where there is no second point, its separation says that what is left behind of two that are apart is along no normal; not of two circles.
      if (count < 2 && !(typeA === ShapeType.Circle && typeB === ShapeType.Circle)) manifold[Manifold.Separation1] = 0
      expectManifold(after, contact, manifold, count, input, pool)
    }
    expect([...after.i32.subarray(f, f + 2)]).toEqual([...features])
    if (todo.get(contact) === UNSEEN) continue
    for (let k = 0; k < count; k++) {
      const named = before.i32.subarray(f, f + old)
      const from = isJammed(manifold, count) ? named.indexOf(features[k]!) : named.findIndex((id) => isSamePoint(before, a, b, id, features[k]!, old === 1 && count === 1))
      const impulse = from < 0 ? [0, 0] : [...before.f32.subarray(o + 2 * from, o + 2 * from + 2)]
      expect([...after.f32.subarray(o + 2 * k, o + 2 * k + 2)]).toEqual(impulse)
    }
  }
}

/** Whether a point is so deep that its bodies do not rest there: names count as they are. */
function isJammed(manifold: Float64Array, count: number): boolean {
  return [Manifold.Separation0, Manifold.Separation1].some((place, k) => k < count && manifold[place]! < -MARGIN)
}

/** Whether a point is one of the step before, by the corners that name the two. `only`: neither step had another. */
function isSamePoint({ u8, i32 }: KernelMemory, a: number, b: number, old: number, now: number, only: boolean): boolean {
  const of = (column: AddressTable, entity: number): number => u8[i32[column >> 2]! + entity]!
  const isStatic = (entity: number): boolean => of(AddressTable.Kind, i32[(i32[AddressTable.BodyOf >> 2]! >> 2) + entity]!) === BodyKind.Static
  const [ofA, ofB] = [(old & 255) === (now & 255), old >> 8 === now >> 8]
  if ([a, b].some((entity) => of(AddressTable.ShapeType, entity) === ShapeType.Circle)) return ofA && ofB
  if (isStatic(a) !== isStatic(b)) return isStatic(a) ? ofB : ofA
  return only ? ofA || ofB : ofA && ofB
}

function copy(memory: KernelMemory): KernelMemory {
  const other = new KernelMemory(plainKernel)
  other.resize(other.addRegion(), memory.bytes - 256)
  other.i32.set(memory.i32)
  return other
}

function todoOf(memory: KernelMemory, entries: number): Map<number, number> {
  const at = memory.i32[AddressTable.Todo >> 2]! >> 2
  return new Map(Array.from({ length: entries }, (_, i) => [memory.i32[at + 2 * i]!, memory.i32[at + 2 * i + 1]!]))
}

/** How often the contacts of all runs came to what, so that none of it is never tried. */
interface Seen {
  unseen: number
  listed: number
  quiet: number
  /** Sensors that the kernel is done with. */
  sensors: number
  /** Those that it lists, with their overlap. */
  begun: number
  points: number[]
}

function compare(type: fc.Arbitrary<number>, runs = SOAK ? 300 : 80): Seen {
  const seen: Seen = { unseen: 0, listed: 0, quiet: 0, sensors: 0, begun: 0, points: [0, 0, 0] }
  fc.assert(fc.property(tableOf(type), (table) => {
    const fast = new KernelMemory()
    const plain = new KernelMemory(plainKernel)
    fill(fast, table)
    fill(plain, table)
    for (const moves of table.frames) {
      const before = copy(plain)
      const entries = fast.kernel.collide(0, CONTACTS)
      expect(plain.kernel.collide(0, CONTACTS)).toBe(entries)
      expect(difference(fast, plain)).toBe('')
      const todo = todoOf(plain, entries)
      expectPlain(before, plain, todo)
      for (const value of todo.values()) seen[value === UNSEEN ? 'unseen' : 'listed']++
      seen.quiet += CONTACTS - entries
      for (let contact = 1; contact <= CONTACTS; contact++) {
        seen.points[plain.u8[addressOf(plain, AddressTable.PointCount, contact)]!]!++
        const sensor = (plain.u8[addressOf(plain, AddressTable.Flags, contact)]! & ContactFlag.Sensor) !== 0
        if (sensor) seen[todo.has(contact) ? 'begun' : 'sensors']++
      }
      advance(fast, moves)
      advance(plain, moves)
    }
  }), { numRuns: runs })
  return seen
}

const PAIRS = 400

/** Pairs of boxes of which faces or corners are about level along the axes of the first, from outside or from inside. */
function fillWithNeighbours(memory: KernelMemory, seed: number): void {
  const next = numbers(seed)
  const among = (values: number[]): number => values[Math.floor(next() * values.length)]!
  const little = (): number => among([1, 1, -1]) * 10 ** (-1 - 5 * next())
  const sizes = (): [number, number] => [among([0.5, 1, 0.2 + next()]), among([0.5, 1, 0.2 + next()])]
  layOut(memory, 2 * PAIRS, PAIRS)
  const { i32, u8, f64 } = memory
  f64[AddressTable.Margin >> 3] = among([MARGIN, 0.1])
  f64[AddressTable.Slop >> 3] = SLOP
  const place = (entity: number, x: number, y: number, turn: number, [w, h]: [number, number]): void => {
    u8[addressOf(memory, AddressTable.ShapeType, entity)] = ShapeType.Box
    f64.set([x, y, Math.cos(turn), Math.sin(turn)], addressOf(memory, AddressTable.Pose, entity) >> 3)
    f64.set([w, h, 0], addressOf(memory, AddressTable.Geometry, entity) >> 3)
  }
  for (let contact = 1; contact <= PAIRS; contact++) {
    const own = sizes()
    const other = sizes()
    const turn = among([0, 0, 6 * next()])
    const between = among([0, 1, 2, 3]) * Math.PI / 2 + among([0, little(), little(), 3 * next()])
    const [c, s] = [Math.abs(Math.cos(between)), Math.abs(Math.sin(between))]
    const depth = among([0, 0, next()])
    const away = (mine: number, its: number): number =>
      among([mine + its - depth, mine + its - depth, mine - its, next()]) + among([little(), little() / 50, next() * 1e-9])
    const x = away(own[0], c * other[0] + s * other[1])
    const y = away(own[1], s * other[0] + c * other[1])
    const quarter = among([0, 1, 2, 3]) * Math.PI / 2
    const [u, v] = [Math.cos(turn + quarter), Math.sin(turn + quarter)]
    const first = next() < 0.5 ? 2 * contact : 2 * contact - 1
    place(first, 0, 0, turn + quarter, own)
    place(4 * contact - 1 - first, u * x - v * y, v * x + u * y, turn + quarter + between, other)
    i32[addressOf(memory, AddressTable.A, contact) >> 2] = 2 * contact - 1
    i32[addressOf(memory, AddressTable.B, contact) >> 2] = 2 * contact
    i32[addressOf(memory, AddressTable.Active, contact - 1) >> 2] = contact
  }
}

describe('collide in WebAssembly gives every bit of that in JavaScript, and the manifolds of collidePair', () => {
  test('boxes', () => {
    const { listed, quiet, sensors, points } = compare(box)
    expect(Math.min(listed, quiet, 2 * sensors, ...points)).toBeGreaterThan(1000)
  })

  test('boxes side by side and corner to corner', () => {
    fc.assert(fc.property(fc.nat(), (seed) => {
      const fast = new KernelMemory()
      const plain = new KernelMemory(plainKernel)
      fillWithNeighbours(fast, seed)
      fillWithNeighbours(plain, seed)
      expect(fast.kernel.collide(0, PAIRS)).toBe(plain.kernel.collide(0, PAIRS))
      expect(difference(fast, plain)).toBe('')
    }), { numRuns: SOAK ? 400 : 80 })
  })

  test('circles', () => {
    const { listed, quiet, points } = compare(circle)
    expect(Math.min(listed, quiet, points[0]!, points[1]!)).toBeGreaterThan(1000)
  })

  test('boxes and circles', () => {
    const { listed, quiet, points } = compare(fc.oneof(circle, box))
    expect(Math.min(listed, quiet, points[0]!, points[1]!)).toBeGreaterThan(1000)
  })

  test('mixed shapes', () => {
    const { unseen, listed, quiet, sensors, begun, points } = compare(anyType, SOAK ? 600 : 100)
    expect(Math.min(unseen, listed, quiet, 2 * sensors, 16 * begun, ...points)).toBeGreaterThan(1000)
  })
})
