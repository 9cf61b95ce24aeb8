import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NOT_AWAKE } from '../../src/bodies/bodies.ts'
import { Geometry, GEOMETRY_STRIDE } from '../../src/collision/geometry.ts'
import { Manifold, MANIFOLD_STRIDE } from '../../src/contacts/contact-record.ts'
import { AddressTable } from '../../src/kernel/address-table.ts'
import { KernelMemory } from '../../src/kernel/kernel-memory.ts'
import { plainKernel } from '../../src/kernel/plain-kernel.ts'
import { FAR, Field, LANES, PointField, WORK_BYTES, WORK_STRIDE } from '../../src/solver/contact-groups.ts'
import { FollowedRow, Renewal } from '../../src/solver/followed-records.ts'
import { FollowedRows } from '../../src/solver/followed-rows.ts'
import { Work } from '../../src/solver/motion-records.ts'
import { uniform } from '../collision/oracle.ts'

const THRESHOLD = 1
/** Long enough that half of what meets was apart as the substep began. */
const SUBSTEP = 0.25
/** Places of what is laid out, in bytes from the start of the region. */
const AT = { ids: 0, awake: 64, points: 128, geometry: 192, manifold: 512, work: 1024, state: 1280, lane: 2048, foreseen: 4096 }

/** Contact 1 of bodies 1 and 2 in a memory, with a row in lane 0 of a group. */
class Laid {
  readonly memory: KernelMemory
  readonly rows: FollowedRows
  readonly start: number

  constructor(memory: KernelMemory) {
    this.memory = memory
    const region = memory.addRegion()
    memory.resize(region, 8192)
    this.rows = new FollowedRows(memory)
    this.rows.reset(4)
    this.start = region.start
    const { i32 } = memory
    const put = (slot: AddressTable, at: number): void => { i32[slot >> 2] = this.start + at }
    put(AddressTable.A, AT.ids)
    put(AddressTable.B, AT.ids + 8)
    put(AddressTable.BodyOf, AT.ids + 16)
    put(AddressTable.AwakeIndex, AT.awake)
    put(AddressTable.PointCount, AT.points)
    put(AddressTable.Geometry, AT.geometry)
    put(AddressTable.Manifold, AT.manifold)
    put(AddressTable.Work, AT.work)
    put(AddressTable.State, AT.state)
    put(AddressTable.ForeseenOf, AT.foreseen)
    i32.set([0, 1, 0, 2, 0, 1, 2], (this.start + AT.ids) >> 2)
    memory.u8[this.start + AT.points + 1] = 1
    memory.f64[AddressTable.Threshold >> 3] = THRESHOLD
    memory.f64[AddressTable.SubstepTime >> 3] = SUBSTEP
  }

  /** The row's number in its lane. */
  field(place: number): number {
    return ((this.start + AT.lane) >> 2) + place * LANES
  }

  point(place: PointField): number {
    return this.field(Field.Points + place)
  }

  work(record: number, place: Work): number {
    return ((this.start + AT.work) >> 2) + record * WORK_STRIDE + place
  }
}

const laid = [new Laid(new KernelMemory()), new Laid(new KernelMemory(plainKernel))]

const side = fc.record({
  arm: fc.tuple(uniform(-2, 2), uniform(-2, 2)), radius: fc.constantFrom(0, 0.5), hit: uniform(-1.5, 1.5), turn: uniform(-1.5, 1.5),
  moved: fc.tuple(uniform(-1, 1), uniform(-1, 1)), velocity: fc.tuple(uniform(-3, 3), uniform(-3, 3), uniform(-3, 3)),
})
const row = fc.record({
  a: side, b: side, normal: uniform(-3, 3), base: uniform(-0.5, 0.5), separation: uniform(-0.1, 0.1), coming: fc.boolean(),
  /** Which sides move. */
  moving: fc.constantFrom('both', 'a', 'b'), bounces: fc.boolean(), held: fc.constantFrom(0, 0, 2), heldBefore: fc.boolean(), inverseMass: uniform(0.5, 2),
})
type Side = typeof side extends fc.Arbitrary<infer T> ? T : never
type Row = typeof row extends fc.Arbitrary<infer T> ? T : never

/** Which side of the contact the row has as A, `null` for the world, and which as B. */
function sidesOf({ a, b, moving }: Row): [Side | null, Side] {
  return moving === 'both' ? [a, b] : moving === 'a' ? [null, a] : [null, b]
}

function write(one: Laid, of: Row): number {
  const { memory, start, rows } = one
  const { f32, f64, i32 } = memory
  const nx = Math.cos(of.normal), ny = Math.sin(of.normal)
  i32.set([NOT_AWAKE, of.moving === 'b' ? NOT_AWAKE : 0, of.moving === 'a' ? NOT_AWAKE : of.moving === 'b' ? 0 : 1], (start + AT.awake) >> 2)
  for (const [id, { radius }] of [[1, of.a], [2, of.b]] as const) f64[((start + AT.geometry) >> 3) + id * GEOMETRY_STRIDE + Geometry.Radius] = radius
  f64[((start + AT.manifold) >> 3) + MANIFOLD_STRIDE + Manifold.Separation0] = of.separation
  const at = rows.place(0)
  sidesOf(of).forEach((one_, i) => {
    const record = i === 0 ? (one_ === null ? 0 : 1) : of.moving === 'both' ? 2 : 1
    i32[one.field(i)] = record * WORK_BYTES
    const [ax, ay] = one_?.arm ?? [0, 0]
    f32[one.point(i === 0 ? PointField.CrossA : PointField.CrossB)] = ax * ny - ay * nx
    f32[one.point(i === 0 ? PointField.DotA : PointField.DotB)] = ax * nx + ay * ny
    f64[(at + (i === 0 ? FollowedRow.CosA : FollowedRow.CosB)) >> 1] = Math.cos(one_?.hit ?? 0)
    f64[(at + (i === 0 ? FollowedRow.SinA : FollowedRow.SinB)) >> 1] = Math.sin(one_?.hit ?? 0)
    const [x, y, spin] = one_?.velocity ?? [0, 0, 0]
    f32.set([x, y, spin, 0, ...(one_?.moved ?? [0, 0]), Math.cos(one_?.turn ?? 0), Math.sin(one_?.turn ?? 0)], one.work(record, Work.X))
  })
  f32[one.field(Field.NormalX)] = nx
  f32[one.field(Field.NormalY)] = ny
  f32[one.point(PointField.Base)] = of.base
  f32[one.point(PointField.InverseMass)] = of.inverseMass
  f32[one.point(PointField.Normal)] = of.heldBefore ? 1 : 0
  i32[at + FollowedRow.Lane] = (start + AT.lane) >> 2
  i32[at + FollowedRow.Solved] = 1
  i32[at + FollowedRow.Contact] = 1
  i32[at + FollowedRow.Renewal] = Renewal.AsItTurns
  i32[at + FollowedRow.Bounces] = of.bounces ? 1 : 0
  memory.u8[start + AT.foreseen + 1] = of.coming ? 1 : 0
  rows.count = 1
  memory.kernel.followRows()
  expect(i32[at + FollowedRow.Points]).toBe(1)
  f32[one.point(PointField.Normal)] = of.held
  return at
}

const turned = ([x, y]: readonly [number, number], angle: number): [number, number] =>
  [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)]

/** How much farther along the normal a corner is than at the hit: it goes round the center of mass, `gap` and a radius from the anchor. */
function cornerRise(of: Row, one: Side | null, sign: number): number {
  if (one === null) return 0
  const n = [Math.cos(of.normal), Math.sin(of.normal)] as const
  const away = sign * (one.radius + (of.coming ? 0 : of.separation / 2))
  const corner = [one.arm[0] + away * n[0], one.arm[1] + away * n[1]] as const
  const now = turned(corner, one.turn - one.hit)
  return (now[0] - corner[0]) * n[0] + (now[1] - corner[1]) * n[1]
}

/** How far an anchor is along the normal where its body has turned so far. */
function anchor(of: Row, one: Side | null, turn: number): number {
  if (one === null) return 0
  const [x, y] = turned(one.arm, turn)
  return x * Math.cos(of.normal) + y * Math.sin(of.normal)
}

describe.each(laid)('rows that are followed as their bodies turn', (one) => {
  const { memory } = one
  const { f32, i32, kernel } = memory

  test('have the separation of the corners, which go round', () => {
    fc.assert(fc.property(row, (of) => {
      const at = write(one, of)
      kernel.followTurns(0)
      const [a, b] = sidesOf(of)
      const before = of.base + anchor(of, b, b.hit) - anchor(of, a, a?.hit ?? 0)
      const after = f32[one.point(PointField.Base)]! + anchor(of, b, b.turn) - anchor(of, a, a?.turn ?? 0)
      expect(after - before).toBeCloseTo(cornerRise(of, b, 1) - cornerRise(of, a, -1), 5)
      expect(i32[at + FollowedRow.Pressed]).toBe(of.held > 0 ? 1 : 0)
    }))
  })

  test('are let be for a substep where they came together unseen', () => {
    let spared = 0
    fc.assert(fc.property(row, (of) => {
      write(one, of)
      kernel.followTurns(0)
      const base = f32[one.point(PointField.Base)]!
      write(one, of)
      kernel.followTurns(1)
      const [a, b] = sidesOf(of)
      const n = [Math.cos(of.normal), Math.sin(of.normal)] as const
      const speed = (s: Side | null): number =>
        s === null ? 0 : (s.velocity[0] - s.velocity[2] * s.arm[1]) * n[0] + (s.velocity[1] + s.velocity[2] * s.arm[0]) * n[1]
      const along = (s: Side | null): number => (s === null ? 0 : s.moved[0] * n[0] + s.moved[1] * n[1] + anchor(of, s, s.turn))
      const parting = speed(b) - speed(a)
      const unheld = parting - of.held * of.inverseMass
      const apart = base + along(b) - along(a)
      // What was together before may be squeezed.
      const before = apart - SUBSTEP * parting
      fc.pre(Math.abs(unheld + THRESHOLD) > 1e-4 && Math.abs(apart) > 1e-4 && Math.abs(before) > 1e-4)
      const lets = of.bounces && !of.heldBefore && unheld < -THRESHOLD && before > 0 && (of.held > 0 || apart < 0)
      expect(f32[one.point(PointField.Base)]).toBe(lets ? Math.fround(FAR) : base)
      kernel.holdSpared()
      expect(f32[one.point(PointField.Base)]).toBe(base)
      if (lets) spared++
    }), { numRuns: 400 })
    expect(spared).toBeGreaterThan(10)
  })

  test('are left out where nothing turns them: a hit to come between corners', () => {
    const still: Side = { arm: [1, 0], radius: 0, hit: 0, turn: 0, moved: [0, 0], velocity: [0, 0, 0] }
    const of: Row = { a: still, b: still, normal: 0, base: 0, separation: 0, coming: true, moving: 'both', bounces: false, held: 0, heldBefore: false, inverseMass: 1 }
    const at = write(one, of)
    i32[at + FollowedRow.Renewal] = Renewal.Never
    kernel.followRows()
    expect(i32[at + FollowedRow.Points]).toBe(0)
    memory.u8[one.start + AT.foreseen + 1] = 0
    kernel.followRows()
    expect(i32[at + FollowedRow.Points]).toBe(1)
  })
})

test('both builds know rows by the same numbers', () => {
  const [fast, plain] = laid as [Laid, Laid]
  fc.assert(fc.property(row, (of) => {
    for (const one of [fast, plain]) {
      write(one, of)
      one.memory.kernel.followTurns(1)
    }
    for (const place of [PointField.Base, PointField.Normal]) expect(fast.memory.f32[fast.point(place)]).toBe(plain.memory.f32[plain.point(place)])
  }))
})
