import { expect } from 'vitest'
import { Owner, OWNER_STRIDE, WORLD } from '../../src/kernel/filling.ts'
import { AddressTable } from '../../src/kernel/address-table.ts'
import type { KernelMemory } from '../../src/kernel/kernel-memory.ts'
import {
  Field, GROUP_BYTES_ONE, GROUP_BYTES_TWO, LANES, POINT_FIELDS, PUSH_STRIDE, PointField, RATES_STRIDE, Rate, RowBits, WORK_BYTES, WORK_STRIDE,
} from '../../src/solver/contact-groups.ts'
import { Lock } from '../../src/solver/lock.ts'
import type { Case, Run } from './random-case.ts'
import { type Contact, type Impulses, type Motion, type Rates, type Side, answer, contactsOf, grip, pressAndRub, push, separationOf, solveContact } from './textbook.ts'

/** A contact and where its row is. */
export interface Placed {
  readonly contact: Contact
  /** The float at which its lane begins. */
  readonly lane: number
  /** The first byte of its group. */
  readonly group: number
}

const RELATIVE = 2e-6

function near(got: number, wanted: number, size: number, what: string): void {
  if (!(Math.abs(got - wanted) <= RELATIVE * (1e-6 + Math.abs(wanted) + size))) throw new Error(`${what} is ${got}, not ${wanted}`)
}

/** As `expect`, which takes too long for hundreds of thousands of numbers. */
function same(got: number | undefined, wanted: number, what: string): void {
  if (got !== wanted) throw new Error(`${what} is ${got}, not ${wanted}`)
}

/** Each contact that is to be solved has one row with the numbers of the textbook, in the right stream. */
export function expectRows(of: Case, memory: KernelMemory, runs: readonly Run[]): Placed[] {
  const { i32, f32 } = memory
  const wanted = contactsOf(of)
  const owners = i32[AddressTable.Owners / 4]! / 4
  expect(i32[AddressTable.OwnerCount / 4]).toBe(wanted.length)
  return wanted.map((contact, i) => {
    // In the order of the active list.
    const lane = i32[owners + i * OWNER_STRIDE + Owner.Lane]!
    same(i32[owners + i * OWNER_STRIDE + Owner.Contact], contact.id * 2 + contact.points.length - 1, 'owner')
    const stream = contact.points.length - 1 + (contact.a.record === 0 ? 2 : 0)
    const run = runs.find((each) => each.first <= lane * 4 && lane * 4 < each.end)
    same(run?.stream, stream, 'stream')
    same(i32[lane], contact.a.record * WORK_BYTES, 'A')
    same(i32[lane + LANES], contact.b.record * WORK_BYTES, 'B')
    expectNumbers(contact, (place) => f32[lane + place * LANES]!)
    same(i32[lane + Field.Bits * LANES], bitsOf(contact), 'bits')
    return { contact, lane, group: (lane & -LANES) * 4 }
  })
}

function bitsOf({ a, b, early }: Contact): number {
  const bits = ({ inverseMass, inverseMasses: [x, y] }: Side, ofX: RowBits, ofY: RowBits): number =>
    inverseMass === 0 ? 0 : (x === 0 ? ofX : 0) | (y === 0 ? ofY : 0)
  return (early ? RowBits.RubsEarly : 0) | bits(a, RowBits.LocksAX, RowBits.LocksAY) | bits(b, RowBits.LocksBX, RowBits.LocksBY)
}

function expectNumbers(contact: Contact, read: (place: number) => number): void {
  const { a, b, normal: [nx, ny], tangent, points } = contact
  near(read(Field.NormalX), nx, 0, 'normal x')
  near(read(Field.NormalY), ny, 0, 'normal y')
  near(read(Field.Friction), contact.friction, 0, 'friction')
  near(read(Field.MassA), a.inverseMass, 0, 'inverse mass of A')
  near(read(Field.InertiaA), a.inverseInertia, 0, 'inverse inertia of A')
  near(read(Field.MassB), b.inverseMass, 0, 'inverse mass of B')
  near(read(Field.InertiaB), b.inverseInertia, 0, 'inverse inertia of B')
  near(read(Field.Belt), contact.belt, 1, 'belt')
  near(read(Field.Compliance), contact.compliance, 0, 'compliance')
  near(read(Field.Give), 1 / (1 + contact.compliance), 0, 'give')
  points.forEach((p, k) => {
    const of = (place: PointField): number => read(Field.Points + k * POINT_FIELDS + place)
    const reach = Math.hypot(...p.a) + Math.hypot(...p.b)
    near(of(PointField.CrossA), p.a[0] * ny - p.a[1] * nx, reach, 'r × n of A')
    near(of(PointField.CrossB), p.b[0] * ny - p.b[1] * nx, reach, 'r × n of B')
    near(of(PointField.DotA), p.a[0] * nx + p.a[1] * ny, reach, 'r · n of A')
    near(of(PointField.DotB), p.b[0] * nx + p.b[1] * ny, reach, 'r · n of B')
    near(of(PointField.Base) + of(PointField.DotB) - of(PointField.DotA), p.separation, reach, 'separation')
    near(of(PointField.InverseMass), answer(contact, [nx, ny], p), 0, 'inverse effective mass')
    near(1 / of(PointField.TangentMass), answer(contact, tangent, p), 0, 'effective mass along the tangent')
    same(of(PointField.Normal), p.normalImpulse, 'normal impulse')
    same(of(PointField.Tangent), p.tangentImpulse, 'tangent impulse')
  })
  const [p, q] = points
  if (q === undefined) near(1 / read(Field.Across), answer(contact, [nx, ny], p!), 0, 'effective mass')
  else near(read(Field.Across), answer(contact, [nx, ny], p!, q), answer(contact, [nx, ny], p!), 'coupling')
}

/** No body is in a group twice, no contact elsewhere than in a group, and none of the runs' groups is without one. */
export function expectGroups(placed: readonly Placed[], runs: readonly Run[]): void {
  const groups = new Map<number, Placed[]>()
  for (const each of placed) groups.set(each.group, [...(groups.get(each.group) ?? []), each])
  expect(new Set(placed.map(({ lane }) => lane)).size).toBe(placed.length)
  for (const members of groups.values()) {
    const records = members.flatMap(({ contact: { a, b } }) => [a.record, b.record]).filter((record) => record !== 0)
    same(new Set(records).size, records.length, 'the number of bodies in a group')
  }
  const covered: number[] = []
  for (const { stream, first, end } of runs) {
    const bytes = (stream & 1) === 0 ? GROUP_BYTES_ONE : GROUP_BYTES_TWO
    for (let at = first; at < end; at += bytes) covered.push(at)
  }
  const taken = [...groups.keys()].sort((x, y) => x - y)
  same(covered.length, taken.length, 'the number of groups')
  covered.sort((x, y) => x - y).forEach((at, i) => same(at, taken[i]!, 'a group'))
}

/** The push is what it was before, and what the impulses so far change; along locked axes it may be anything, since `applyLocks` takes it out. */
export function expectPush(contacts: readonly Contact[], before: Float32Array, after: Float32Array, axes: Uint8Array): void {
  const none = (): Motion => ({ velocity: [0, 0], spin: 0, moved: [0, 0], cos: 1, sin: 0 })
  const sums = Array.from({ length: before.length / PUSH_STRIDE }, none)
  const sizes = new Float64Array(sums.length)
  for (const contact of contacts) {
    const { a, b, normal, tangent, points } = contact
    for (const p of points) {
      const of: [Motion, Motion] = [none(), none()]
      const { normalImpulse: n, tangentImpulse: t } = p
      push(contact, of, p, [n * normal[0] + t * tangent[0], n * normal[1] + t * tangent[1]])
      for (const [i, { record }] of [a, b].entries()) {
        if (record === 0) continue
        const sum = sums[record]!
        const { velocity: [x, y], spin } = of[i]!
        sum.velocity = [sum.velocity[0] + x, sum.velocity[1] + y]
        sum.spin += spin
        sizes[record]! += Math.abs(x) + Math.abs(y) + Math.abs(spin)
      }
    }
  }
  sums.forEach(({ velocity: [x, y], spin }, record) => {
    const at = record * PUSH_STRIDE
    const locks = record === 0 ? 0 : axes[record - 1]!
    for (const [k, change] of [x, y, spin].entries()) if (k === 2 || (locks & [Lock.X, Lock.Y][k]!) === 0) near(after[at + k]!, before[at + k]! + change, 1 + sizes[record]!, `push ${k} of ${record}`)
  })
}

/** What {@link expectPasses} met. */
export interface Met {
  /** Contacts compared that press, that are apart, and those with two rows too similar to be compared. */
  pressing: number
  apart: number
  skipped: number
  /** Those whose friction and normals were solved in turns. */
  gripped: number
}

/** Absolute, and relative to what happens: the kernel computes in floats. */
const ABSOLUTE = 2e-4
const PASS = 5e-4
/** Sixteen times in turns, what floats are off by adds up. */
const GRIPPED = 10
/** Rows so similar lose too many digits, in floats. */
const SIMILAR = 0.02
/** Where it is nearly 0, rounding decides whether a point is apart: length. */
const LEVEL = 1e-5

/** Runs a pass over one group after the other, and compares the impulses and velocities with those of the textbook. */
export function expectPasses(of: Case, memory: KernelMemory, placed: readonly Placed[], rigid: boolean, met: Met): void {
  const { kernel, f32 } = memory
  const { states } = of
  const byGroup = new Map<number, Placed[]>()
  for (const each of placed) byGroup.set(each.group, [...(byGroup.get(each.group) ?? []), each])
  const work = states.work.slice()
  for (const [group, members] of byGroup) {
    const { contact } = members[0]!
    const fixed = contact.a.record === 0
    const rates = states.ratesAt + (fixed ? RATES_STRIDE * 4 : 0)
    const two = contact.points.length === 2
    const end = group + (two ? GROUP_BYTES_TWO : GROUP_BYTES_ONE)
    const expected = members.map((each) => expectedOf(each, memory, states.workAt, rates, rigid))
    const { i32 } = memory
    i32.set([(two ? 1 : 0) + (fixed ? WORLD : 0), group, end], i32[AddressTable.Runs / 4]! / 4)
    i32[AddressTable.RunCount / 4] = 1
    if (rigid) kernel.relaxContacts()
    else kernel.pressContacts()
    for (const { contact: { a, b } } of members) {
      for (const record of [a.record, b.record]) copyRecord(states.work, work, record)
    }
    members.forEach((each, i) => compare(each, expected[i]!, f32, states.work, met))
  }
  // Nobody else has moved, and the world has not.
  expect(states.work.findIndex((number, i) => number !== work[i])).toBe(-1)
}

function copyRecord(from: Float32Array, to: Float32Array, record: number): void {
  if (record === 0) return
  const at = record * WORK_STRIDE
  for (let i = at; i < at + WORK_STRIDE; i++) to[i] = from[i]!
}

interface Expected {
  /** Before the pass. */
  readonly bodies: readonly [Motion, Motion]
  readonly impulses: Impulses
  /** After it, along the normal. */
  readonly normal: readonly number[]
  readonly rigid: boolean
  readonly rates: Rates
  readonly tolerance: number
  readonly skip: boolean
}

function motionAt(work: Float32Array, record: number): Motion {
  const [x, y, spin, , movedX, movedY, cos, sin] = work.subarray(record * WORK_STRIDE, (record + 1) * WORK_STRIDE)
  return { velocity: [x!, y!], spin: spin!, moved: [movedX!, movedY!], cos: cos!, sin: sin! }
}

function impulsesAt(f32: Float32Array, lane: number, points: number): Impulses {
  const read = (place: PointField) => Array.from({ length: points }, (_, k) => f32[lane + (Field.Points + k * POINT_FIELDS + place) * LANES]!)
  return { normal: read(PointField.Normal), tangent: read(PointField.Tangent) }
}

function expectedOf({ contact, lane }: Placed, { f32 }: KernelMemory, workAt: number, ratesAt: number, rigid: boolean): Expected {
  const work = f32.subarray(workAt / 4)
  const bodies = [motionAt(work, contact.a.record), motionAt(work, contact.b.record)] as const
  const impulses = impulsesAt(f32, lane, contact.points.length)
  const r = f32.subarray(ratesAt / 4)
  const rates: Rates = { substeps: r[Rate.Substeps]!, bias: r[Rate.Bias]!, maxPush: r[Rate.MaxPush]! }
  const speeds = (): number[] => bodies.flatMap(({ velocity, spin }, i) => {
    const reach = Math.max(...contact.points.map((p) => Math.hypot(...(i === 0 ? p.a : p.b))), 1)
    return [...velocity.map(Math.abs), Math.abs(spin) * reach]
  })
  const before = speeds()
  const level = contact.points.some((p) => Math.abs(separationOf(contact, bodies, p)) < LEVEL)
  const held = contact.points.reduce((sum, p, k) => {
    return sum + answer(contact, contact.normal, p) * Math.abs(impulses.normal[k]!) + answer(contact, contact.tangent, p) * Math.abs(impulses.tangent[k]!)
  }, 0)
  const start = structuredClone({ bodies, impulses })
  const difference = solveContact(contact, bodies, impulses, rates, rigid)
  const tolerance = ABSOLUTE + PASS * Math.max(...before, ...speeds(), held)
  return { ...start, normal: impulses.normal, rigid, rates, tolerance, skip: level || difference < SIMILAR }
}

function isLocked({ a, b }: Contact): boolean {
  return [a, b].some(({ inverseMasses: [x, y] }) => x !== y)
}

function compare({ contact, lane }: Placed, { bodies, impulses, normal, rigid, rates, tolerance, skip }: Expected, f32: Float32Array, work: Float32Array, met: Met): void {
  if (skip) {
    met.skipped++
    return
  }
  const got = impulsesAt(f32, lane, contact.points.length)
  const before = impulses.normal
  const alone = { bodies: structuredClone(bodies), impulses: { normal: [...normal], tangent: [...impulses.tangent] } }
  const tripped = rigid && !isLocked(contact) ? pressAndRub(contact, alone.bodies, alone.impulses, before, true) : 0
  // Whether it is more than a tenth of the push is up to rounding there.
  if (Math.abs(tripped - 0.1 * rates.maxPush) < tolerance) {
    met.skipped++
    return
  }
  if (tripped > 0.1 * rates.maxPush) {
    compareGripped(contact, alone, rates, GRIPPED * tolerance, got, work)
    met.gripped++
    return
  }
  if (got.normal.some((impulse) => impulse > 0)) met.pressing++
  else met.apart++
  const close = closeTo(contact, tolerance)
  contact.points.forEach((p, k) => close(got.normal[k]!, normal[k]!, answer(contact, contact.normal, p), `normal impulse ${k}`))
  // Friction goes by what presses: where a locked body answers much less along the normal than across it, what floats may
  // be off along the normal is 50 times as much across. So it is compared for the impulses that the kernel found.
  impulses.normal = got.normal
  pressAndRub(contact, bodies, impulses, before, rigid)
  contact.points.forEach((p, k) => {
    close(got.tangent[k]!, impulses.tangent[k]!, answer(contact, contact.tangent, p), `tangent impulse ${k}`)
  })
  compareMotion(contact, bodies, work, close)
}

type Close = (value: number, wanted: number, by: number, what: string) => void

function closeTo({ id }: Contact, tolerance: number): Close {
  return (value, wanted, by, what) => {
    if (!(Math.abs(value - wanted) * by <= tolerance)) throw new Error(`contact ${id}: ${what} is ${value}, not ${wanted}; by ${by}, the tolerance is ${tolerance}`)
  }
}

function compareMotion({ a, b }: Contact, bodies: readonly [Motion, Motion], work: Float32Array, close: Close): void {
  for (const [i, { record }] of [a, b].entries()) {
    if (record === 0) continue
    const { velocity, spin } = motionAt(work, record)
    velocity.forEach((value, axis) => close(value, bodies[i]!.velocity[axis]!, 1, `velocity ${axis} of ${'AB'[i]}`))
    close(spin, bodies[i]!.spin, 1, `spin of ${'AB'[i]}`)
  }
}

/** `alone`: what came of normals and friction one after the other. */
function compareGripped(
  contact: Contact, { bodies, impulses }: { bodies: readonly [Motion, Motion]; impulses: Impulses }, rates: Rates, tolerance: number, got: Impulses, work: Float32Array,
): void {
  const close = closeTo(contact, tolerance)
  grip(contact, bodies, impulses, rates)
  contact.points.forEach((p, k) => close(got.normal[k]!, impulses.normal[k]!, answer(contact, contact.normal, p), `normal impulse ${k} with friction`))
  contact.points.forEach((p, k) => {
    // As much as what presses is off, times its friction, what holds may be.
    const [along, across] = [answer(contact, contact.normal, p), answer(contact, contact.tangent, p)]
    close(got.tangent[k]!, impulses.tangent[k]!, 1 / (1 / across + contact.friction / along), `tangent impulse ${k} with normals`)
  })
  compareMotion(contact, bodies, work, close)
}
