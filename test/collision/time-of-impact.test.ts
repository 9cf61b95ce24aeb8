import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  IMPACT_AT_START, IMPACT_HIT, IMPACT_NONE, IMPACT_UNSURE, timeOfImpact,
} from '../../src/collision/time-of-impact.ts'
import { poseAt } from '../../src/collision/sweep.ts'
import {
  anyShape, pool, shapeArbitraries, shapeSeparation, testBox, testCapsule, testCircle, testLink, testRegular, testSegment, uniform,
} from './oracle.ts'
import type { TestPose, TestShape } from './oracle.ts'

const TARGET = 0.00125
const TOLERANCE = 0.0003
const out = new Float64Array(7)

type Sweep = [number, number, number, number, number, number, number, number]

function run(a: TestShape, sweepA: Sweep, b: TestShape, sweepB: Sweep, limit = 1): number {
  out.fill(7777)
  const state = timeOfImpact(
    a.type, a.sizes, 0, Float64Array.of(0, ...sweepA), 1, b.type, b.sizes, 0, Float64Array.of(0, ...sweepB), 1,
    Float64Array.of(TARGET, TOLERANCE, limit), pool, out, 1,
  )
  expect(out[0]).toBe(7777)
  expect(out[6]).toBe(7777)
  return state
}

const pose = new Float64Array(4)

function placeAt(sweep: Sweep, f: number): TestPose {
  poseAt(Float64Array.from(sweep), 0, Float64Array.of(f), 0, pose, 0)
  return { x: pose[0]!, y: pose[1]!, angle: sweep[4] + f * (sweep[5] - sweep[4]) }
}

function gapAt(a: TestShape, sweepA: Sweep, b: TestShape, sweepB: Sweep, f: number): number {
  return shapeSeparation(a, placeAt(sweepA, f), b, placeAt(sweepB, f))
}

const STILL: Sweep = [0, 0, 0, 0, 0, 0, 0, 0]

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
      if (state === IMPACT_AT_START) break
      const gap = gapAt(a, sweepA, b, sweepB, at)
      if (gap <= TARGET - TOLERANCE) expect(gap, `${label}, gap at ${at}`).toBeGreaterThan(TARGET - TOLERANCE)
    }
    if (state === IMPACT_HIT || state === IMPACT_AT_START) {
      expect(gapAt(a, sweepA, b, sweepB, f), label).toBeLessThan(TARGET + TOLERANCE + 1e-6)
    }
    if (state === IMPACT_NONE) expect(f).toBe(1)
    if (state === IMPACT_HIT) {
      hits++
      expect(Math.abs(Math.hypot(out[2]!, out[3]!) - 1)).toBeLessThan(1e-9)
    }
    if (state === IMPACT_UNSURE) unsure++
  }), { numRuns: runs })
  expect(hits).toBeGreaterThan(runs / 20)
  return unsure / hits
}

describe('time of impact', () => {
  it('never passes a touch and stops only near one', () => {
    expect(checkSweeps(3, 800)).toBeLessThan(0.005)
  })

  it('holds for shapes that turn round and round, but for a rare one that needs more rounds than there are', () => {
    expect(checkSweeps(16, 500)).toBeLessThan(0.05)
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
          const sweep: Sweep = [-9 * Math.cos(slant), y - 9 * Math.sin(slant), -9 * Math.cos(slant) + dx * 4, y - 9 * Math.sin(slant) + dy * 4, from, to, 0, 0]
          const state = run(s, sweep, wall, STILL)
          expect([IMPACT_HIT, IMPACT_UNSURE], `${s.label} ${sweep}`).toContain(state)
          expect(out[2]!).toBeGreaterThan(0)
        }), { numRuns: 60 })
    }
  })

  it('stops a rod that spins fast, where the ends of its sweep are clear', () => {
    const rod = testBox(1, 0.02)
    const post = testCircle(0.05)
    for (const turns of [0.5, 1, 3, 10]) {
      const state = run(rod, [0, 0, 0, 0, 0.3, 0.3 + turns * 2 * Math.PI, 0, 0], post, [0, 0.8, 0, 0.8, 0, 0, 0, 0])
      expect(state).toBe(IMPACT_HIT)
      const angle = 0.3 + out[1]! * turns * 2 * Math.PI
      // The rod's upper face meets the post a little before it is upright.
      expect(angle).toBeGreaterThan(1.3)
      expect(angle).toBeLessThan(Math.PI / 2)
    }
  })

  it('lets a wheel spin just over the floor', () => {
    const wheel = testRegular(6, 0.5, 1, 0)
    const floor = testBox(50, 1)
    expect(run(wheel, [0, 0.51, 3, 0.51, 0, 60, 0, 0], floor, [0, -1, 0, -1, 0, 0, 0, 0])).toBe(IMPACT_NONE)
    expect(run(wheel, [0, 0.49, 3, 0.49, 0, 60, 0, 0], floor, [0, -1, 0, -1, 0, 0, 0, 0])).toBe(IMPACT_HIT)
  })

  it('has the closed form of a ball against a wall', () => {
    expect(run(testCircle(0.5), [0, 0, 10, 0, 0, 0, 0, 0], testBox(1, 1), [6, 0, 6, 0, 0, 0, 0, 0])).toBe(IMPACT_HIT)
    expect(out[1]!).toBeCloseTo(0.45 - TARGET / 10, 4)
    expect(out[2]!).toBeCloseTo(1, 9)
    expect(out[4]!).toBeCloseTo(5, 2)
    expect(run(testCircle(0.5), [0, 0, 10, 0, 0, 0, 0, 0], testBox(1, 1), [6, 0, 6, 0, 0, 0, 0, 0], 0.4)).toBe(IMPACT_NONE)
    expect(out[1]).toBe(0.4)
  })

  it('says so when the shapes touch at the start', () => {
    expect(run(testCircle(0.5), [0, 0, 10, 0, 0, 0, 0, 0], testBox(1, 1), [1.5, 0, 1.5, 0, 0, 0, 0, 0])).toBe(IMPACT_AT_START)
    expect(out[1]).toBe(0)
  })

  it('is the same far from the origin', () => {
    const shift = (s: Sweep, d: number): Sweep => [s[0] + d, s[1] - d, s[2] + d, s[3] - d, s[4], s[5], s[6], s[7]]
    const a: Sweep = [-5, 0.3, 5, 0.1, 0, 9, 0.1, 0]
    const b: Sweep = [0, 1, 0, -1, 0, -3, 0, 0.2]
    expect(run(testCapsule(1, 0.1), a, testBox(0.3, 2), b)).toBe(IMPACT_HIT)
    const near = out[1]!
    expect(run(testCapsule(1, 0.1), shift(a, 4096), testBox(0.3, 2), shift(b, 4096))).toBe(IMPACT_HIT)
    expect(out[1]!).toBeCloseTo(near, 9)
  })

  it('a chain is passed from behind, a segment is not', () => {
    const link = testLink([-9, 0], [-8, 0], [8, 0], [9, 0])
    const up: Sweep = [0, -2, 0, 2, 0, 3, 0, 0]
    const down: Sweep = [0, 2, 0, -2, 0, 3, 0, 0]
    const box = testBox(0.2, 0.1)
    expect(run(box, down, link, STILL)).toBe(IMPACT_HIT)
    expect(run(box, up, link, STILL)).toBe(IMPACT_NONE)
    expect(run(link, STILL, box, up)).toBe(IMPACT_NONE)
    expect(run(box, up, testSegment([-8, 0], [8, 0]), STILL)).toBe(IMPACT_HIT)
  })
})
