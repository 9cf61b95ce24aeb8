import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  Field,
  FIELDS_ONE,
  FIELDS_TWO,
  GROUP_BYTES_ONE,
  GROUP_BYTES_TWO,
  LANES,
  POINT_FIELDS,
  PUSH_BYTES,
  PointField,
  WORK_BYTES,
} from '../../src/solver/contact-groups.ts'
import { bringJoints } from '../../src/lifecycle/bring-joints.ts'
import { KernelMemory } from '../../src/kernel/kernel-memory.ts'
import { plainKernel } from '../../src/kernel/plain-kernel.ts'
import { simdKernel } from '../../src/kernel/simd-kernel.ts'
import { AddressTable, TABLE_START } from '../../src/kernel/address-table.ts'
import type { Kernel } from '../../src/kernel/kernel.ts'
import { OWNER_STRIDE, Owner, WORLD } from '../../src/kernel/filling.ts'
import { Roller, ROLLER_STRIDE } from '../../src/solver/roller-records.ts'
import { DRIVE_BYTES, STATE_BYTES } from '../../src/solver/motion-records.ts'
import { SOAK } from '../support/soak.ts'
import { fillGroups, layOut, randomCase } from './random-case.ts'

const BODIES = 24
const GROUPS = 12
/** Behind the stack and the address table. */
const RATES = 8192
const RUN = RATES + 32
const WORK = RATES + 64
const PUSH = WORK + (BODIES + 1) * WORK_BYTES
const LISTED = RATES + 2048
const STATE = LISTED + 256
const DRIVE = STATE + BODIES * STATE_BYTES
const ROWS = DRIVE + BODIES * DRIVE_BYTES

/** A source of numbers of all sizes, with zeros of both signs among them. */
function numbers(seed: number): () => number {
  let state = seed | 1
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0
    const unit = (state >>> 8) / 2 ** 24
    if (unit < 0.1) return 0
    if (unit < 0.12) return -0
    return (unit - 0.55) * 10 ** ((state >>> 5) % 4)
  }
}

function fill(memory: KernelMemory, seed: number, points: 1 | 2, idle: number): void {
  memory.resize(memory.addRegion(), ROWS + GROUPS * GROUP_BYTES_TWO)
  const next = numbers(seed)
  const { f32, i32, f64 } = memory
  for (let i = RATES / 4; i < LISTED / 4; i++) f32[i] = next()
  for (let i = STATE / 8; i < ROWS / 8; i++) f64[i] = next()
  for (let body = 0; body <= BODIES; body++) {
    f32[(WORK + body * WORK_BYTES) / 4 + 3] = 0
    f32[(PUSH + body * PUSH_BYTES) / 4 + 3] = 0
  }
  f32.set([240, 9.07, 3, 0, 240, 18.1, 3, 0], RATES / 4)
  f64[AddressTable.SubstepTime / 8] = 1 / 240
  const fields = points === 1 ? FIELDS_ONE : FIELDS_TWO
  for (let group = 0; group < GROUPS; group++) {
    const at = (ROWS + group * (points === 1 ? GROUP_BYTES_ONE : GROUP_BYTES_TWO)) / 4
    for (let i = 2 * LANES; i < fields * LANES; i++) f32[at + i] = next()
    for (let lane = 0; lane < LANES; lane++) {
      // Eight bodies, none twice; sometimes the world.
      i32[at + lane] = lane === 3 && group % 3 === 0 ? 0 : (((group + lane * 6) % BODIES) + 1) * WORK_BYTES
      i32[at + LANES + lane] = (((group + 3 + lane * 6) % BODIES) + 1) * WORK_BYTES
      i32[at + Field.Bits * LANES + lane] = next() > 0 ? Math.floor(Math.abs(next()) * 32) % 32 : 0
      for (let k = 0; k < points; k++) {
        const p = at + (Field.Points + k * POINT_FIELDS) * LANES + lane
        f32[p + PointField.InverseMass * LANES] = Math.abs(next()) + 0.1
        f32[p + PointField.Normal * LANES] = group < idle ? 0 : Math.abs(next())
        f32[p + PointField.Tangent * LANES] = group < idle ? 0 : next()
        if (group < idle) f32[p + PointField.Base * LANES] = 1e6
      }
    }
  }
}

/** Has the substeps work on all bodies. */
function listAll({ i32, kernel }: KernelMemory): void {
  const places: [AddressTable, number][] = [
    [AddressTable.State, STATE], [AddressTable.Drive, DRIVE], [AddressTable.Work, WORK], [AddressTable.Push, PUSH], [AddressTable.Listed, LISTED],
    [AddressTable.Axes, LISTED + BODIES * 4],
  ]
  for (const [slot, at] of places) i32[slot / 4] = at
  expect(kernel.listBound(BODIES, 0, 0)).toBe(BODIES)
}

/** Has the passes go through all groups, as one run. */
function runOver({ i32, kernel }: KernelMemory, stream: number): Kernel {
  const end = ROWS + GROUPS * (stream & 1 ? GROUP_BYTES_TWO : GROUP_BYTES_ONE)
  i32.set([stream, ROWS, end], RUN / 4)
  const places: [AddressTable, number][] = [
    [AddressTable.Runs, RUN], [AddressTable.RunCount, 1], [AddressTable.Rates, RATES], [AddressTable.Work, WORK], [AddressTable.Push, PUSH],
  ]
  for (const [slot, at] of places) i32[slot / 4] = at
  return kernel
}

/** Every bit of both memories, where they differ. */
function difference(a: KernelMemory, b: KernelMemory): string {
  for (let i = RATES / 4; i < (ROWS + GROUPS * GROUP_BYTES_TWO) / 4; i++) {
    if (a.i32[i] !== b.i32[i]) return `float ${i}: ${a.f32[i]} and ${b.f32[i]}`
  }
  return ''
}

function compare(points: 1 | 2, run: (memory: KernelMemory) => void): void {
  fc.assert(fc.property(fc.nat(), fc.nat(GROUPS), (seed, idle) => {
    const fast = new KernelMemory()
    const plain = new KernelMemory(plainKernel)
    fill(fast, seed, points, idle)
    fill(plain, seed, points, idle)
    const before = [...fast.i32.subarray(0, ROWS / 4)]
    run(fast)
    run(plain)
    expect(difference(fast, plain)).toBe('')
    if (idle < GROUPS) expect([...fast.i32.subarray(0, ROWS / 4)]).not.toEqual(before)
  }), { numRuns: SOAK ? 2000 : 100 })
}

/** The place of the first integer from the address table on in which two memories differ, or -1: before is the stack. */
function firstDifference(a: KernelMemory, b: KernelMemory): number {
  expect(a.bytes).toBe(b.bytes)
  return a.i32.findIndex((bits, i) => i >= TABLE_START / 4 && bits !== b.i32[i])
}

/** Room for groups at first: it has to grow. */
const ROOM = 2 * GROUP_BYTES_TWO

const sizes = fc.record({
  seed: fc.nat(),
  colliders: fc.integer({ min: 2, max: 60 }),
  contacts: fc.nat(400),
  hub: fc.boolean(),
})

describe('the kernel in WebAssembly gives every bit of the one in JavaScript', () => {
  test('it is there to be compared', () => {
    expect(simdKernel(65536).kernel.move.toString()).toContain('[native code]')
    expect(plainKernel(65536).kernel.move.toString()).not.toContain('[native code]')
  })

  for (const stream of [0, 1, WORLD, WORLD + 1]) {
    const points = stream & 1 ? 2 : 1
    test(`soft pass, stream ${stream}`, () => compare(points, (memory) => runOver(memory, stream).pressContacts()))
    test(`rigid pass, stream ${stream}`, () => compare(points, (memory) => runOver(memory, stream).relaxContacts()))
  }

  test('contacts with the world come last, whatever the order of the runs', () => {
    const [one, other] = [new KernelMemory(), new KernelMemory()]
    for (const memory of [one, other]) fill(memory, 5, 1, 0)
    const half = ROWS + (GROUPS / 2) * GROUP_BYTES_ONE
    const end = ROWS + GROUPS * GROUP_BYTES_ONE
    runOver(one, 0)
    one.i32.set([WORLD, ROWS, half, 0, half, end], RUN / 4)
    one.i32[AddressTable.RunCount / 4] = 2
    one.kernel.pressContacts()
    runOver(other, 0)
    for (const run of [[0, half, end], [WORLD, ROWS, half]]) {
      other.i32.set(run, RUN / 4)
      other.kernel.pressContacts()
    }
    const [same, less] = [one, other].map(({ i32 }) => [...i32.subarray(WORK / 4, ROWS / 4)])
    expect(same).toEqual(less)
  })

  test('velocities', () => compare(1, (memory) => {
    listAll(memory)
    memory.kernel.accelerate(BODIES)
  }))

  test('positions', () => compare(1, (memory) => {
    listAll(memory)
    memory.kernel.move(BODIES)
  }))

  test('rows, the push they give, the impulses they keep, and what resists rolling', () => {
    const seen = { rows: 0, sunk: 0, foreign: 0, grown: 0, special: 0 }
    fc.assert(fc.property(sizes, fc.integer({ min: 1, max: 9 }), (size, groups) => {
      const of = randomCase(size)
      const fast = new KernelMemory()
      const plain = new KernelMemory(plainKernel)
      const filled = fillGroups(fast, of, layOut(fast, of, ROOM), groups)
      expect(fillGroups(plain, of, layOut(plain, of, ROOM), groups)).toEqual(filled)
      expect(firstDifference(fast, plain)).toBe(-1)
      const sunk: number[][] = [[], []]
      for (const [n, { i32, f32, f64, kernel }] of [fast, plain].entries()) {
        const owners = i32[AddressTable.Owners / 4]! / 4
        for (let o = 0; o < i32[AddressTable.OwnerCount / 4]!; o++) {
          const lane = i32[owners + o * OWNER_STRIDE + Owner.Lane]!
          f32[lane + (Field.Points + PointField.Normal) * LANES] = o + 1
        }
        kernel.storeImpulses()
        for (let row = kernel.findSunk(0); row < i32[AddressTable.OwnerCount / 4]!; row = kernel.findSunk(row + 1)) sunk[n]!.push(row)
        kernel.layRollers()
        const rollers = i32[AddressTable.Rollers / 4]!
        for (let r = 0; r < i32[AddressTable.SpecialCount / 4]!; r++) f64[rollers / 8 + (r * ROLLER_STRIDE + Roller.Impulse) / 2] = r % 7 - 3
        kernel.warmRollers()
        kernel.relaxRollers()
      }
      expect(firstDifference(fast, plain)).toBe(-1)
      expect(sunk[1]).toEqual(sunk[0])
      seen.sunk += sunk[0]!.length
      seen.rows += fast.i32[AddressTable.OwnerCount / 4]!
      seen.foreign += filled.foreign
      seen.grown += filled.grown
      seen.special += fast.i32[AddressTable.SpecialCount / 4]!
    }), { numRuns: 100 })
    for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(100)
  })

  test('no function is left out', () => {
    const here = ['accelerate', 'findSunk', 'finish', 'layRollers', 'listBound', 'move', 'prepare', 'pressContacts', 'relaxContacts', 'relaxRollers', 'storeImpulses', 'takeSubsteps', 'warmRollers']
    // In collide.test.ts, ahead.test.ts, match-points.test.ts, continuous/free-ways.test.ts, solver/islands.test.ts, follow.test.ts, followed.test.ts, renewed-rows.test.ts, near-pairs.test.ts, worlds.test.ts, solver/burdens.test.ts, joints/heavy-on-wheels.test.ts and collision/time-of-impact.test.ts.
    const elsewhere = [
      'beginLoad', 'collide', 'collidePair', 'commit', 'endImpacts', 'findBegun', 'findFree', 'findImpacts', 'findIslands', 'findJolts', 'findPairs', 'findWays', 'follow', 'followHits', 'followRows', 'followTurns', 'foresee', 'forgetImpacts', 'gather', 'giveBack', 'holdSpared', 'howFollowed', 'linkContacts', 'look', 'lookOn',
      'lowerMasses', 'matchPoints', 'mayHit', 'placeImpacts', 'prepareAhead', 'raiseMasses', 'renewRows', 'renews', 'resolveImpacts', 'spreadLoads', 'timeOfImpact',
    ]
    const joints = ['bounceJoints', 'packJoints', 'prepareJoints', 'pressJoints', 'pressTrees', 'relaxJoints', 'relaxTrees', 'storeJoints', 'takeSubstepsWithJoints']
    const compared = [...here, ...elsewhere].sort()
    bringJoints()
    expect(Object.keys(simdKernel(65536).kernel).sort()).toEqual(compared)
    expect(Object.keys(simdKernel(65536).joints()).sort()).toEqual(joints)
    expect(Object.keys(plainKernel(65536).kernel).sort()).toEqual([...compared, ...joints].sort())
  })
})
