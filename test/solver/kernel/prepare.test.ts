import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildScene } from '../../../examples/scenes/build.ts'
import { findScene } from '../../../examples/scenes/index.ts'
import { FRAME_START, Frame } from '../../../src/kernel/frame.ts'
import { Field, GROUP_BYTES_TWO, LANES, POINT_FIELDS, PUSH_STRIDE, PointField } from '../../../src/solver/contact-groups.ts'
import { OPEN, OWNER_STRIDE, STREAMS } from '../../../src/kernel/filling.ts'
import { KernelMemory } from '../../../src/kernel/memory.ts'
import { plainKernel } from '../../../src/kernel/plain-kernel.ts'
import { expectSameRows, firstDifference, ownersIn, plainRows, rowsIn } from './compare-rows.ts'
import { type Case, type PlainData, preparePlainly } from './plain-prepare.ts'
import type { Run } from './plain-rows.ts'
import { type Filled, type Size, fillGroups, isSolved, layOut, randomCase } from './prepare-case.ts'

const ROOM = 2 * GROUP_BYTES_TWO

const sizes: fc.Arbitrary<Size & { groups: number }> = fc.record({
  seed: fc.nat(),
  colliders: fc.integer({ min: 2, max: 60 }),
  contacts: fc.nat(400),
  hub: fc.boolean(),
  groups: fc.integer({ min: 1, max: 9 }),
})

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

function column({ i32 }: KernelMemory, place: Frame, length: number): number[] {
  const first = i32[place / 4]! / 4
  return [...i32.subarray(first, first + length)]
}

function bits(floats: Float32Array): number[] {
  return [...new Int32Array(floats.buffer, floats.byteOffset, floats.length)]
}

/** As a step would, the passes change impulses. */
function press(f32: Float32Array, owners: ArrayLike<number>): void {
  for (let o = 0; o < owners.length; o += OWNER_STRIDE) {
    for (let k = 0; k <= (owners[o]! & 1); k++) {
      const p = owners[o + 1]! + (Field.Points + k * POINT_FIELDS) * LANES
      f32[p + PointField.Normal * LANES] = f32[p + PointField.Normal * LANES]! + k + 1
      f32[p + PointField.Tangent * LANES] = f32[p + PointField.Tangent * LANES]! - o
    }
  }
}

function expectAsBefore(memory: KernelMemory, of: Case, filled: Filled, oracle: PlainData): void {
  const { states, islands, bodies, contacts } = of
  const { rows, bounces, rollers } = oracle
  expectSameRows(rowsIn(memory, filled.runs), plainRows(rows))
  const pushes = (bodies.awakeCount + 1) * PUSH_STRIDE
  expect(column(memory, Frame.Push, pushes)).toEqual(bits(states.push.subarray(0, pushes)))
  expect(column(memory, Frame.IslandParent, islands.parent.length)).toEqual([...new Int32Array(islands.parent)])
  const lanes = new Set([...bounces, ...rollers].map(({ lane }) => lane))
  const special: number[] = []
  for (let o = 0; o < rows.owners.length; o += OWNER_STRIDE) {
    if (lanes.has(rows.owners[o + 1]!)) special.push(o / OWNER_STRIDE)
  }
  expect(column(memory, Frame.Special, memory.i32[Frame.SpecialCount / 4]!)).toEqual(special)
  press(memory.f32, ownersIn(memory.i32))
  memory.kernel.storeImpulses()
  press(rows.f32, rows.owners)
  rows.storeImpulses(contacts)
  expect(column(memory, Frame.Impulse, contacts.impulse.length)).toEqual(bits(contacts.impulse))
}

/** The place of the first integer in which two memories differ, or -1. */
function difference(a: KernelMemory, b: KernelMemory): number {
  // The stack is before the frame.
  for (const { i32 } of [a, b]) i32.fill(0, 0, FRAME_START / 4)
  return firstDifference(a.i32, b.i32)
}

describe('contacts are prepared', () => {
  test('to the bit as by the JavaScript that came before, and in WebAssembly as without', () => {
    const seen = { rows: 0, foreign: 0, grown: 0, special: 0, closed: 0 }
    fc.assert(fc.property(sizes, ({ groups, ...size }) => {
      const of = randomCase(size)
      const fast = new KernelMemory()
      const plain = new KernelMemory(plainKernel)
      const filled = fillGroups(fast, of, layOut(fast, of, ROOM), groups)
      expect(fillGroups(plain, of, layOut(plain, of, ROOM), groups)).toEqual(filled)
      expect(difference(fast, plain)).toBe(-1)
      const oracle = preparePlainly(of)
      const solved = of.contacts.active.subarray(0, of.contacts.activeCount).filter((contact) => isSolved(of, contact))
      expect(oracle.rows.owners.length).toBe(solved.length * OWNER_STRIDE)
      expectAsBefore(fast, of, filled, oracle)
      press(plain.f32, ownersIn(plain.i32))
      plain.kernel.storeImpulses()
      expect(difference(fast, plain)).toBe(-1)
      seen.rows += solved.length
      seen.foreign += filled.foreign
      seen.grown += filled.grown
      seen.special += fast.i32[Frame.SpecialCount / 4]!
      seen.closed += closedEarly(ownersIn(fast.i32), filled.runs)
      expect(fast.kernel.prepare.toString()).toContain('[native code]')
    }), { numRuns: 300 })
    for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(100)
  })

  test.each(['compounds', 'shapes', 'conveyors', 'motion', 'restitution', 'pyramid-820'])('of the scene %s', (name) => {
    const built = buildScene(findScene(name)!.create({}), { allowSleep: false })
    for (let step = 0; step < 120; step++) built.step()
    const { contacts, bodies, states, islands, softness, components } = built.physics
    const of = { contacts, bodies, states, islands, softness, material: components.Material }
    states.push.fill(0)
    const fast = new KernelMemory()
    const plain = new KernelMemory(plainKernel)
    const filled = fillGroups(fast, of, layOut(fast, of, ROOM), 64)
    fillGroups(plain, of, layOut(plain, of, ROOM), 64)
    expect(difference(fast, plain)).toBe(-1)
    expectAsBefore(fast, of, filled, preparePlainly(of))
  })
})
