import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildScene } from '../../../examples/scenes/build.ts'
import { findScene } from '../../../examples/scenes/index.ts'
import {
  Field,
  GROUP_BYTES_ONE,
  GROUP_BYTES_TWO,
  LANES,
  POINT_FIELDS,
  PUSH_STRIDE,
  PointField,
} from '../../../src/solver/contact-groups.ts'
import { OPEN, OWNER_STRIDE, STREAMS } from '../../../src/solver/kernel/filling.ts'
import { Frame } from '../../../src/memory/frame.ts'
import { SolverMemory } from '../../../src/solver/kernel/memory.ts'
import { ContactSolverData, prepareContacts } from '../../../src/solver/prepare-contacts.ts'
import { PLACE } from '../../../src/solver/special-rows.ts'
import { fillGroups, isSolved, layOut, randomCase } from './prepare-case.ts'
import type { Case, Filled, Run, Size } from './prepare-case.ts'

/** Rows as the code in JavaScript that the kernel replaces makes them. */
interface Oracle {
  readonly runs: readonly Run[]
  readonly owners: Int32Array
  readonly data: ContactSolverData
}

/** What {@link ContactSolverData} keeps to itself. */
interface Inside {
  readonly runs: Int32Array
  readonly runCount: number
  readonly owners: Int32Array
  readonly ownerCount: number
}

const ROOM = 2 * GROUP_BYTES_TWO

const sizes: fc.Arbitrary<Size & { groups: number }> = fc.record({
  seed: fc.nat(),
  colliders: fc.integer({ min: 2, max: 60 }),
  contacts: fc.nat(400),
  hub: fc.boolean(),
  groups: fc.integer({ min: 1, max: 9 }),
})

function asBefore(of: Case): Oracle {
  const { contacts, bodies, states, islands, softness, material } = of
  const data = new ContactSolverData(states.memory)
  prepareContacts(data, contacts, bodies, states, islands, softness, material)
  const { runs, runCount, owners, ownerCount } = data.contacts as unknown as Inside
  return {
    runs: Array.from({ length: runCount }, (_, r) => {
      return { stream: runs[3 * r]!, first: runs[3 * r + 1]!, end: runs[3 * r + 2]! }
    }),
    owners: owners.subarray(0, ownerCount * OWNER_STRIDE),
    data,
  }
}

/** All groups of a stream, one after the other, without the numbers that nothing writes. */
function groupsOf(memory: SolverMemory, runs: readonly Run[], stream: number): number[] {
  const points = 1 + (stream & 1)
  const bytes = points === 1 ? GROUP_BYTES_ONE : GROUP_BYTES_TWO
  const used = (Field.Points + points * POINT_FIELDS) * LANES
  const numbers: number[] = []
  for (const run of runs) {
    if (run.stream !== stream) continue
    for (let at = run.first; at < run.end; at += bytes) {
      for (let i = 0; i < used; i++) numbers.push(memory.i32[at / 4 + i]!)
    }
  }
  return numbers
}

/** Each owner, with the place of its lane counted from the first group of its stream. */
function lanesOf(owners: Int32Array, runs: readonly Run[]): number[] {
  const lanes: number[] = []
  for (let o = 0; o < owners.length; o += OWNER_STRIDE) {
    const at = owners[o + 1]! * 4
    const run = runs.findIndex(({ first, end }) => first <= at && at < end)
    let before = 0
    for (const { stream, first, end } of runs.slice(0, run)) if (stream === runs[run]!.stream) before += end - first
    lanes.push(owners[o]!, runs[run]!.stream, before + at - runs[run]!.first)
  }
  return lanes
}

function ownersIn({ i32 }: SolverMemory): Int32Array {
  const first = i32[Frame.Owners / 4]! / 4
  return i32.subarray(first, first + i32[Frame.OwnerCount / 4]! * OWNER_STRIDE)
}

/** Groups that were closed with free lanes, because a body was in all that were open: others than the last eight. */
function closedEarly(owners: Int32Array, runs: readonly Run[]): number {
  const lanes = new Map<number, number>()
  for (let o = 1; o < owners.length; o += OWNER_STRIDE) {
    const group = owners[o]! & -LANES
    lanes.set(group, (lanes.get(group) ?? 0) + 1)
  }
  const notFull = Array.from({ length: STREAMS }, () => 0)
  for (const [group, taken] of lanes) {
    const run = runs.find(({ first, end }) => first <= group * 4 && group * 4 < end)!
    if (taken < LANES) notFull[run.stream]!++
  }
  return notFull.reduce((sum, count) => sum + Math.max(count - OPEN, 0), 0)
}

function column({ i32 }: SolverMemory, place: Frame, length: number): number[] {
  const first = i32[place / 4]! / 4
  return [...i32.subarray(first, first + length)]
}

function bits(floats: Float32Array): number[] {
  return [...new Int32Array(floats.buffer, floats.byteOffset, floats.length)]
}

/** As a step would, the passes change impulses. */
function press({ f32 }: SolverMemory, owners: Int32Array): void {
  for (let o = 0; o < owners.length; o += OWNER_STRIDE) {
    for (let k = 0; k <= (owners[o]! & 1); k++) {
      const p = owners[o + 1]! + (Field.Points + k * POINT_FIELDS) * LANES
      f32[p + PointField.Normal * LANES] = f32[p + PointField.Normal * LANES]! + k + 1
      f32[p + PointField.Tangent * LANES] = f32[p + PointField.Tangent * LANES]! - o
    }
  }
}

function expectAsBefore(memory: SolverMemory, of: Case, filled: Filled, oracle: Oracle): void {
  const { states, islands, bodies, contacts } = of
  expect(lanesOf(ownersIn(memory), filled.runs)).toEqual(lanesOf(oracle.owners, oracle.runs))
  for (let stream = 0; stream < STREAMS; stream++) {
    expect(groupsOf(memory, filled.runs, stream)).toEqual(groupsOf(states.memory, oracle.runs, stream))
  }
  const pushes = (bodies.awakeCount + 1) * PUSH_STRIDE
  expect(column(memory, Frame.Push, pushes)).toEqual(bits(states.push.subarray(0, pushes)))
  expect(column(memory, Frame.IslandParent, islands.parent.length)).toEqual([...new Int32Array(islands.parent)])
  const { bounces, rollers } = oracle.data
  const lanes = new Set<number>()
  for (const { place, count } of [bounces, rollers]) for (let i = 0; i < count; i++) lanes.add(place[i * PLACE]!)
  const special: number[] = []
  for (let o = 0; o < oracle.owners.length; o += OWNER_STRIDE) {
    if (lanes.has(oracle.owners[o + 1]!)) special.push(o / OWNER_STRIDE)
  }
  expect(column(memory, Frame.Special, memory.i32[Frame.SpecialCount / 4]!)).toEqual(special)
  press(memory, ownersIn(memory))
  memory.kernel.storeImpulses()
  press(states.memory, oracle.owners)
  oracle.data.contacts.storeImpulses(contacts)
  expect(column(memory, Frame.Impulse, contacts.impulse.length)).toEqual(bits(contacts.impulse))
}

/** The place of the first integer in which two memories differ, or -1. */
function difference(a: SolverMemory, b: SolverMemory): number {
  expect(a.bytes).toBe(b.bytes)
  for (let i = 0; i < a.i32.length; i++) if (a.i32[i] !== b.i32[i]) return i
  return -1
}

describe('contacts are prepared', () => {
  test('to the bit as by the JavaScript that came before, and in WebAssembly as without', () => {
    const seen = { rows: 0, foreign: 0, grown: 0, special: 0, closed: 0 }
    fc.assert(fc.property(sizes, ({ groups, ...size }) => {
      const of = randomCase(size)
      const fast = new SolverMemory()
      const plain = new SolverMemory(true)
      const filled = fillGroups(fast, of, layOut(fast, of, ROOM), groups)
      expect(fillGroups(plain, of, layOut(plain, of, ROOM), groups)).toEqual(filled)
      expect(difference(fast, plain)).toBe(-1)
      const oracle = asBefore(of)
      const solved = of.contacts.active.subarray(0, of.contacts.activeCount).filter((contact) => isSolved(of, contact))
      expect(oracle.owners.length).toBe(solved.length * OWNER_STRIDE)
      expectAsBefore(fast, of, filled, oracle)
      press(plain, ownersIn(plain))
      plain.kernel.storeImpulses()
      expect(difference(fast, plain)).toBe(-1)
      seen.rows += solved.length
      seen.foreign += filled.foreign
      seen.grown += filled.grown
      seen.special += fast.i32[Frame.SpecialCount / 4]!
      seen.closed += closedEarly(ownersIn(fast), filled.runs)
    }), { numRuns: 300 })
    for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(100)
  })

  test.each(['compounds', 'shapes', 'conveyors', 'motion', 'restitution', 'pyramid-820'])('of the scene %s', (name) => {
    const built = buildScene(findScene(name)!.create({}), { allowSleep: false })
    for (let step = 0; step < 120; step++) built.step()
    const { contacts, bodies, states, islands, softness, components } = built.physics
    const of = { contacts, bodies, states, islands, softness, material: components.Material }
    states.push.fill(0)
    const fast = new SolverMemory()
    const plain = new SolverMemory(true)
    const filled = fillGroups(fast, of, layOut(fast, of, ROOM), 64)
    fillGroups(plain, of, layOut(plain, of, ROOM), 64)
    expect(difference(fast, plain)).toBe(-1)
    expectAsBefore(fast, of, filled, asBefore(of))
  })
})
