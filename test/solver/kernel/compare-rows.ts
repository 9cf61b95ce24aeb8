import { expect } from 'vitest'
import { Frame } from '../../../src/kernel/frame.ts'
import type { MemoryViews } from '../../../src/memory/memory.ts'
import { Field, GROUP_BYTES_ONE, GROUP_BYTES_TWO, LANES, POINT_FIELDS } from '../../../src/solver/contact-groups.ts'
import { OWNER_STRIDE } from '../../../src/kernel/filling.ts'
import type { PlainRows, Run } from './plain-rows.ts'

/** Rows, wherever they lie. */
export interface Rows {
  readonly i32: Int32Array
  readonly runs: readonly Run[]
  /** In turn: twice the contact, and one more if it has two points; the float at which its lane begins. */
  readonly owners: ArrayLike<number>
}

/** What a kernel filled. */
export function rowsIn({ i32 }: MemoryViews, runs: readonly Run[]): Rows {
  return { i32, runs, owners: ownersIn(i32) }
}

export function plainRows({ i32, runs, owners }: PlainRows): Rows {
  return { i32, runs, owners }
}

export function ownersIn(i32: Int32Array): Int32Array {
  const first = i32[Frame.Owners / 4]! / 4
  return i32.subarray(first, first + i32[Frame.OwnerCount / 4]! * OWNER_STRIDE)
}

export function groupBytes(stream: number): number {
  return (stream & 1) === 0 ? GROUP_BYTES_ONE : GROUP_BYTES_TWO
}

/** The same contacts in the same lanes, and the same bits in them; where the runs lie may differ. */
export function expectSameRows(rows: Rows, oracle: Rows): void {
  expect(firstDifference(lanesOf(rows), lanesOf(oracle)), 'lanes').toBe(-1)
  for (let stream = 0; stream < 4; stream++) {
    expect(firstDifference(groupsOf(rows, stream), groupsOf(oracle, stream)), `stream ${stream}`).toBe(-1)
  }
}

/** The first place in which two lists differ, or -1. Much faster than `toEqual` where lists are long. */
export function firstDifference(a: Int32Array, b: Int32Array): number {
  const shared = Math.min(a.length, b.length)
  for (let i = 0; i < shared; i++) if (a[i] !== b[i]) return i
  return a.length === b.length ? -1 : shared
}

/** Each owner, with the place of its lane counted from the first group of its stream. */
function lanesOf({ owners, runs }: Rows): Int32Array {
  const before = runs.map(({ stream }, r) => {
    return runs.slice(0, r).reduce((sum, { stream: s, first, end }) => sum + (s === stream ? end - first : 0), 0)
  })
  const lanes: number[] = []
  for (let o = 0; o < owners.length; o += OWNER_STRIDE) {
    const at = owners[o + 1]! * 4
    const r = runs.findIndex(({ first, end }) => first <= at && at < end)
    lanes.push(owners[o]!, runs[r]!.stream, before[r]! + at - runs[r]!.first)
  }
  return Int32Array.from(lanes)
}

/** All groups of a stream, one after the other, without the numbers that nothing writes. */
function groupsOf({ i32, runs }: Rows, stream: number): Int32Array {
  const used = (Field.Points + (1 + (stream & 1)) * POINT_FIELDS) * LANES
  const numbers: number[] = []
  for (const run of runs) {
    if (run.stream !== stream) continue
    for (let at = run.first; at < run.end; at += groupBytes(stream)) {
      for (let i = 0; i < used; i++) numbers.push(i32[at / 4 + i]!)
    }
  }
  return Int32Array.from(numbers)
}
