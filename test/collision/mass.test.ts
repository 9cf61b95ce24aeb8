import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeBounds } from '../../src/collision/bounds.ts'
import { computeMass } from '../../src/collision/mass.ts'
import { ShapeType } from '../../components/shape-type.ts'
import {
  anyPose, anyShape, pool, testBox, testCapsule, testCircle, testPolygon, testRegular, testSegment, worldCore,
} from './oracle.ts'
import type { Point, TestShape } from './oracle.ts'

const out = new Float64Array(6)

function massOf(s: TestShape): { area: number, x: number, y: number, moment: number } {
  out.fill(7777)
  computeMass(s.type, s.sizes, 0, pool, out, 1)
  expect(out[0]).toBe(7777)
  expect(out[5]).toBe(7777)
  return { area: out[1]!, x: out[2]!, y: out[3]!, moment: out[4]! }
}

/** Outline of a rounded core as a fine polygon, and its moments by the shoelace sums. */
function numericMass(core: Point[], radius: number): { area: number, x: number, y: number, moment: number } {
  const steps = 40000
  let area = 0, mx = 0, my = 0, moment = 0
  const support = (angle: number): Point => {
    const nx = Math.cos(angle)
    const ny = Math.sin(angle)
    let best = core[0]!
    for (const p of core) if (p[0] * nx + p[1] * ny > best[0] * nx + best[1] * ny) best = p
    return [best[0] + nx * radius, best[1] + ny * radius]
  }
  let a = support(0)
  for (let i = 1; i <= steps; i++) {
    const b = support(i * 2 * Math.PI / steps)
    const cross = a[0] * b[1] - a[1] * b[0]
    area += cross / 2
    mx += cross * (a[0] + b[0]) / 6
    my += cross * (a[1] + b[1]) / 6
    moment += cross * (a[0] ** 2 + a[1] ** 2 + a[0] * b[0] + a[1] * b[1] + b[0] ** 2 + b[1] ** 2) / 12
    a = b
  }
  const x = mx / area
  const y = my / area
  return { area, x, y, moment: moment - area * (x * x + y * y) }
}

describe('mass', () => {
  it('has the closed forms', () => {
    const circle = massOf(testCircle(2))
    expect(circle.area).toBeCloseTo(4 * Math.PI, 12)
    expect(circle.moment).toBeCloseTo(8 * Math.PI, 12)
    const box = massOf(testBox(1, 2))
    expect(box).toEqual({ area: 8, x: 0, y: 0, moment: expect.closeTo(8 * (4 + 16) / 12, 12) })
    const capsule = massOf(testCapsule(1, 0.5))
    expect(capsule.area).toBeCloseTo(2 + Math.PI / 4, 12)
    const disc = Math.PI / 4
    const half = 4 * 0.5 / (3 * Math.PI)
    const expected = 2 * (4 + 1) / 12 + disc * (0.25 / 2 - half * half) + disc * (1 + half) ** 2
    expect(capsule.moment).toBeCloseTo(expected, 12)
    const triangle = massOf(testPolygon([[0, 0], [3, 0], [0, 3]]))
    expect(triangle.area).toBeCloseTo(4.5, 12)
    expect(triangle.x).toBeCloseTo(1, 12)
    expect(triangle.y).toBeCloseTo(1, 12)
    expect(triangle.moment).toBeCloseTo(3 ** 4 / 18, 12)
    expect(massOf(testSegment([0, 0], [2, 4]))).toEqual({ area: 0, x: 1, y: 2, moment: 0 })
  })

  it('agrees with the integral over a fine outline, rounded and off-center', () => {
    for (const s of [
      testRegular(5, 1.3, 0.6, 0.4, 0.3, 2, -1), testRegular(3, 1, 1, 0.1, 0.5), testRegular(8, 1, 0.3, 0.2, 0.05, 0, 3),
      testBox(1, 0.3, 0.2), testCapsule(0.8, 0.4), testRegular(7, 1, 0.5, 1, 0, -3, 2),
    ]) {
      const exact = massOf(s)
      const numeric = numericMass(s.core, s.radius)
      expect(exact.area / numeric.area).toBeCloseTo(1, 6)
      expect(exact.x).toBeCloseTo(numeric.x, 6)
      expect(exact.y).toBeCloseTo(numeric.y, 6)
      expect(exact.moment / numeric.moment).toBeCloseTo(1, 5)
    }
  })

  it('loses nothing far from the origin', () => {
    const near = massOf(testRegular(6, 1, 0.7, 0.2, 0.1))
    const far = massOf(testRegular(6, 1, 0.7, 0.2, 0.1, 1000, 1000))
    expect(far.area).toBeCloseTo(near.area, 9)
    expect(far.moment).toBeCloseTo(near.moment, 8)
    expect(far.x).toBeCloseTo(1000 + near.x, 9)
  })
})

describe('bounds', () => {
  it('are tight for every shape', () => {
    fc.assert(fc.property(anyShape, anyPose, (s, pose) => {
      const core = worldCore(s, pose)
      const record = Float64Array.of(0, pose.x, pose.y, Math.cos(pose.angle), Math.sin(pose.angle))
      out.fill(7777)
      computeBounds(s.type, s.sizes, 0, record, 1, pool, out, 1)
      expect(out[0]).toBe(7777)
      expect(out[5]).toBe(7777)
      expect(out[1]).toBeCloseTo(Math.min(...core.map(p => p[0])) - s.radius, 9)
      expect(out[2]).toBeCloseTo(Math.min(...core.map(p => p[1])) - s.radius, 9)
      expect(out[3]).toBeCloseTo(Math.max(...core.map(p => p[0])) + s.radius, 9)
      expect(out[4]).toBeCloseTo(Math.max(...core.map(p => p[1])) + s.radius, 9)
    }), { numRuns: 1000 })
  })

  it('of nothing are a point', () => {
    computeBounds(ShapeType.None, testBox(1, 1).sizes, 0, Float64Array.of(3, 4, 1, 0), 0, pool, out, 0)
    expect([...out.subarray(0, 4)]).toEqual([3, 4, 3, 4])
  })
})
