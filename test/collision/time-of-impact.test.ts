import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Geometry } from '../../src/collision/geometry.ts'
import { POLYGON_STRIDE } from '../../src/collision/polygon-pool.ts'
import { Impact, SWEEP_STRIDE } from '../../src/collision/sweep-records.ts'
import { poseAt } from '../../src/collision/sweep.ts'
import { timeOfImpact } from '../../src/collision/time-of-impact.ts'
import { AddressTable } from '../../src/kernel/address-table.ts'
import { KernelMemory } from '../../src/kernel/kernel-memory.ts'
import { plainKernel } from '../../src/kernel/plain-kernel.ts'
import { ShapeType } from '../../components/shape-type.ts'
import { addressOf, layOut, sizesAt, writeSizes } from '../kernel/collide-tables.ts'
import {
  anyShape, pool, shapeArbitraries, shapeSeparation, testBox, testCapsule, testCircle, testLink, testRegular, testSegment, uniform,
} from './oracle.ts'
import type { TestPose, TestShape } from './oracle.ts'
import { SOAK } from '../support/soak.ts'

const TARGET = 0.00125
const TOLERANCE = 0.0003
const out = new Float64Array(6)

/** Center of mass at the start and at the end, angle at both, center of mass in the frame of the shape. */
type Motion = [number, number, number, number, number, number, number, number]

const memories = [new KernelMemory(), new KernelMemory(plainKernel)]
for (const memory of memories) layOut(memory, 2, 1)

function sweepOf([x, y, endX, endY, angle, endAngle, centerX, centerY]: Motion): Float64Array {
  return Float64Array.of(x, y, endX, endY, Math.cos(angle), Math.sin(angle), endAngle - angle, centerX, centerY)
}

/** Makes a shape that of an entity. */
function load(memory: KernelMemory, entity: number, { type, sizes }: TestShape): void {
  memory.u8[addressOf(memory, AddressTable.ShapeType, entity)] = type
  writeSizes(memory, entity, sizes)
  if (type !== ShapeType.Polygon) return
  const from = sizes[Geometry.Polygon]! * POLYGON_STRIDE
  memory.f64.set(pool.data.subarray(from, from + POLYGON_STRIDE), addressOf(memory, AddressTable.Polygons, entity) >> 3)
  memory.f64[sizesAt(memory, entity) + Geometry.Polygon] = entity
}

/** What both builds of the kernel find, in `out`. */
function run(a: TestShape, motionA: Motion, b: TestShape, motionB: Motion, limit = 1, radius: Float64Array | null = null): number {
  const [found, other] = memories.map((memory) => {
    load(memory, 1, a)
    load(memory, 2, b)
    const impact = new Float64Array(5)
    const state = timeOfImpact(memory, 1, sweepOf(motionA), 2, sweepOf(motionB), radius, Float64Array.of(TARGET, TOLERANCE, limit), impact)
    return { state, impact }
  })
  expect(other).toEqual(found)
  out.set(found!.impact, 1)
  return found!.state
}

const pose = new Float64Array(4)

function placeAt(motion: Motion, f: number): TestPose {
  const sweep = sweepOf(motion)
  expect(sweep).toHaveLength(SWEEP_STRIDE)
  poseAt(sweep, 0, Float64Array.of(f), 0, pose, 0)
  return { x: pose[0]!, y: pose[1]!, angle: motion[4] + f * (motion[5] - motion[4]) }
}

function gapAt(a: TestShape, motionA: Motion, b: TestShape, motionB: Motion, f: number): number {
  return shapeSeparation(a, placeAt(motionA, f), b, placeAt(motionB, f))
}

const STILL: Motion = [0, 0, 0, 0, 0, 0, 0, 0]

/** Runs random sweeps that turn by up to `most` radians; returns the share of hits that were left unsure. */
function checkSweeps(most: number, runs: number): number {
  const place = uniform(-6, 6)
  const turn = uniform(-most / 2, most / 2)
  const center = uniform(-0.5, 0.5)
  const sweep = fc.tuple(place, place, place, place, turn, turn, center, center)
  let hits = 0
  let unsure = 0
  fc.assert(fc.property(anyShape, sweep, anyShape, sweep, (a, sweepA, b, sweepB) => {
    const state = run(a, sweepA, b, sweepB)
    const f = out[1]!
    const label = `${a.label} ${sweepA} against ${b.label} ${sweepB}: ${state} at ${f}`
    for (let i = 0; i <= 150; i++) {
      const at = f * i / 150
      if (state === Impact.AtStart) break
      const gap = gapAt(a, sweepA, b, sweepB, at)
      if (gap <= TARGET - TOLERANCE) expect(gap, `${label}, gap at ${at}`).toBeGreaterThan(TARGET - TOLERANCE)
    }
    if (state === Impact.Hit || state === Impact.AtStart) {
      expect(gapAt(a, sweepA, b, sweepB, f), label).toBeLessThan(TARGET + TOLERANCE + 1e-6)
    }
    if (state === Impact.None) expect(f).toBe(1)
    if (state === Impact.Hit) {
      hits++
      expect(Math.abs(Math.hypot(out[2]!, out[3]!) - 1)).toBeLessThan(1e-9)
    }
    if (state === Impact.Unsure) unsure++
  }), { numRuns: runs })
  expect(hits).toBeGreaterThan(runs / 20)
  return unsure / hits
}

describe('time of impact', () => {
  it('never passes a touch and stops only near one', () => {
    expect(checkSweeps(3, SOAK ? 4000 : 120)).toBeLessThan(0.005)
  })

  it('holds for shapes that turn round and round, but for a rare one that needs more rounds than there are', () => {
    expect(checkSweeps(16, SOAK ? 4000 : 80)).toBeLessThan(0.05)
  })

  it('stops 300 m/s at a wall of 5 cm, at every angle and for every shape', () => {
    const wall = testBox(0.025, 40)
    const angle = uniform(-3.1, 3.1)
    const height = uniform(-2, 2)
    for (const name of Object.keys(shapeArbitraries) as (keyof typeof shapeArbitraries)[]) {
      fc.assert(fc.property(shapeArbitraries[name], angle, angle, uniform(-0.6, 0.6), height,
        (s, from, to, slant, y) => {
          const dx = 5 * Math.cos(slant)
          const dy = 5 * Math.sin(slant)
          const sweep: Motion = [-9 * Math.cos(slant), y - 9 * Math.sin(slant), -9 * Math.cos(slant) + dx * 4, y - 9 * Math.sin(slant) + dy * 4, from, to, 0, 0]
          const state = run(s, sweep, wall, STILL)
          expect([Impact.Hit, Impact.Unsure], `${s.label} ${sweep}`).toContain(state)
          expect(out[2]!).toBeGreaterThan(0)
        }), { numRuns: 60 })
    }
  })

  it('stops a rod that spins fast, where the ends of its sweep are clear', () => {
    const rod = testBox(1, 0.02)
    const post = testCircle(0.05)
    for (const turns of [0.5, 1, 3, 10]) {
      const state = run(rod, [0, 0, 0, 0, 0.3, 0.3 + turns * 2 * Math.PI, 0, 0], post, [0, 0.8, 0, 0.8, 0, 0, 0, 0])
      expect(state).toBe(Impact.Hit)
      const angle = 0.3 + out[1]! * turns * 2 * Math.PI
      // The rod's upper face meets the post a little before it is upright.
      expect(angle).toBeGreaterThan(1.3)
      expect(angle).toBeLessThan(Math.PI / 2)
    }
  })

  it('lets a wheel spin just over the floor', () => {
    const wheel = testRegular(6, 0.5, 1, 0)
    const floor = testBox(50, 1)
    expect(run(wheel, [0, 0.51, 3, 0.51, 0, 60, 0, 0], floor, [0, -1, 0, -1, 0, 0, 0, 0])).toBe(Impact.None)
    expect(run(wheel, [0, 0.49, 3, 0.49, 0, 60, 0, 0], floor, [0, -1, 0, -1, 0, 0, 0, 0])).toBe(Impact.Hit)
  })

  it('has the closed form of a ball against a wall', () => {
    expect(run(testCircle(0.5), [0, 0, 10, 0, 0, 0, 0, 0], testBox(1, 1), [6, 0, 6, 0, 0, 0, 0, 0])).toBe(Impact.Hit)
    expect(out[1]!).toBeCloseTo(0.45 - TARGET / 10, 4)
    expect(out[2]!).toBeCloseTo(1, 9)
    expect(out[4]!).toBeCloseTo(5, 2)
    expect(run(testCircle(0.5), [0, 0, 10, 0, 0, 0, 0, 0], testBox(1, 1), [6, 0, 6, 0, 0, 0, 0, 0], 0.4)).toBe(Impact.None)
    expect(out[1]).toBe(0.4)
  })

  it('says so when the shapes touch at the start', () => {
    expect(run(testCircle(0.5), [0, 0, 10, 0, 0, 0, 0, 0], testBox(1, 1), [1.5, 0, 1.5, 0, 0, 0, 0, 0])).toBe(Impact.AtStart)
    expect(out[1]).toBe(0)
  })

  it('is the same far from the origin', () => {
    const shift = (s: Motion, d: number): Motion => [s[0] + d, s[1] - d, s[2] + d, s[3] - d, s[4], s[5], s[6], s[7]]
    const a: Motion = [-5, 0.3, 5, 0.1, 0, 9, 0.1, 0]
    const b: Motion = [0, 1, 0, -1, 0, -3, 0, 0.2]
    expect(run(testCapsule(1, 0.1), a, testBox(0.3, 2), b)).toBe(Impact.Hit)
    const near = out[1]!
    expect(run(testCapsule(1, 0.1), shift(a, 4096), testBox(0.3, 2), shift(b, 4096))).toBe(Impact.Hit)
    expect(out[1]!).toBeCloseTo(near, 9)
  })

  it('a chain is passed from behind, a segment is not', () => {
    const link = testLink([-9, 0], [-8, 0], [8, 0], [9, 0])
    const up: Motion = [0, -2, 0, 2, 0, 3, 0, 0]
    const down: Motion = [0, 2, 0, -2, 0, 3, 0, 0]
    const box = testBox(0.2, 0.1)
    expect(run(box, down, link, STILL)).toBe(Impact.Hit)
    expect(run(box, up, link, STILL)).toBe(Impact.None)
    expect(run(link, STILL, box, up)).toBe(Impact.None)
    expect(run(box, up, testSegment([-8, 0], [8, 0]), STILL)).toBe(Impact.Hit)
  })

  it('knows thin shapes in one line, whose faces do not part them', () => {
    const ends: Motion = [-4, 0, 6, 0, 0, 0, 0, 0]
    for (const [a, b, room] of [
      [testCapsule(1, 0.1), testCapsule(0.5, 0.2), 4 - 1.8], [testSegment([-1, 0], [1, 0]), testSegment([-0.5, 0], [0.5, 0]), 4 - 1.5],
      [testCapsule(1, 0.1), testCircle(0.3), 4 - 1.4], [testCircle(0.3), testSegment([-1, 0], [1, 0]), 4 - 1.3],
      [testCapsule(1, 0.1), testBox(0.5, 0.4), 4 - 1.6], [testCircle(0.25), testCircle(0.25), 4 - 0.5],
    ] as const) {
      expect(run(a, ends, b, STILL), `${a.label} ${b.label}`).toBe(Impact.Hit)
      expect(Math.abs(10 * out[1]! - room + TARGET)).toBeLessThan(2 * TOLERANCE)
      expect([out[2]!, out[3]!]).toEqual([1, 0])
    }
    // Crossed, or one upon the other, they touch at the start.
    expect(run(testSegment([-1, 0], [1, 0]), STILL, testSegment([0, -1], [0, 1]), STILL)).toBe(Impact.AtStart)
    expect(run(testSegment([-1, 0], [1, 0]), STILL, testSegment([0.5, 0], [3, 0]), STILL)).toBe(Impact.AtStart)
  })

  it('sweeps a disc in the place of a shape', () => {
    const sweep: Motion = [0, 0, 10, 0, 0, 2, 0, 0]
    expect(run(testBox(3, 3), sweep, testBox(1, 1), [6, 0, 6, 0, 0, 0, 0, 0], 1, Float64Array.of(0.5))).toBe(Impact.Hit)
    expect(out[1]!).toBeCloseTo(0.45 - TARGET / 10, 4)
  })
})
