import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { castRayAtShape } from '../../src/collision/ray.ts'
import { castShapes } from '../../src/collision/shape-cast.ts'
import { ShapeType } from '../../components/shape-type.ts'
import {
  angleOf, anyPose, anyShape, pointCoreDistance, pool, shapeSeparation, testBox, testCircle, testLink, testRegular,
  testSegment, worldCore, uniform,
} from './oracle.ts'
import type { TestPose, TestShape } from './oracle.ts'

const out = new Float64Array(7)
const number = uniform(-6, 6)

/** Marches by the true distance: never past a surface. Returns the fraction, Infinity for none, NaN where it grazes. */
function march(distanceAt: (fraction: number) => number, length: number): number {
  let fraction = 0
  for (let i = 0; i < 4000; i++) {
    const distance = distanceAt(fraction)
    if (distance < 1e-9) return fraction
    fraction += distance / length
    if (fraction > 1) return Infinity
  }
  return NaN
}

function ray(s: TestShape, pose: TestPose, x: number, y: number, dx: number, dy: number, limit = 1): number {
  out.fill(7777)
  const record = Float64Array.of(0, pose.x, pose.y, Math.cos(pose.angle), Math.sin(pose.angle))
  const hit = castRayAtShape(s.type, s.sizes, 0, record, 1, Float64Array.of(0, x, y, dx, dy, limit), 1, pool, out, 1)
  expect(out[0]).toBe(7777)
  expect(out[4]).toBe(7777)
  if (hit === 0) expect(out[1]).toBe(7777)
  return hit
}

describe('ray', () => {
  it('hits where marching by the distance ends', () => {
    fc.assert(fc.property(anyShape, anyPose, number, number, number, number, (s, pose, x, y, dx, dy) => {
      const core = worldCore(s, { ...pose, angle: angleOf(s, pose) })
      const length = Math.hypot(dx, dy)
      if (length < 1e-3) return
      const away = (f: number) => pointCoreDistance([x + dx * f, y + dy * f], core) - s.radius
      const truth = march(away, length)
      if (Number.isNaN(truth)) return
      const label = `${s.label} ${JSON.stringify(pose)} ray ${x} ${y} ${dx} ${dy} truth ${truth}`
      const hit = ray(s, pose, x, y, dx, dy)
      if (truth === Infinity) {
        // A ray that ends on the border or brushes a corner may be judged either way.
        if (hit === 1) expect(away(out[1]!), label).toBeLessThan(1e-6)
        return
      }
      if (hit === 0) {
        expect(away(1) > -1e-6 || truth > 1 - 1e-6, label).toBe(true)
        let least = Infinity
        for (let i = 0; i <= 2000; i++) least = Math.min(least, away(i / 2000))
        expect(least, label).toBeGreaterThan(-1e-3)
        return
      }
      expect(Math.abs(away(out[1]!)) < 1e-6 || out[1] === 0, label).toBe(true)
      expect(Math.abs(out[1]! - truth) * length < 1e-3, `${label} got ${out[1]}`).toBe(true)
      if (out[1] === 0 && out[2] === 0 && out[3] === 0) {
        expect(away(0), label).toBeLessThan(1e-9)
      } else {
        expect(Math.abs(Math.hypot(out[2]!, out[3]!) - 1), label).toBeLessThan(1e-9)
        expect(out[2]! * dx + out[3]! * dy, label).toBeLessThan(1e-9)
        // A little way out along the normal the distance has grown by as much.
        const px = x + dx * out[1]! + out[2]! * 1e-4
        const py = y + dy * out[1]! + out[3]! * 1e-4
        expect(pointCoreDistance([px, py], core) - s.radius, label).toBeGreaterThan(0.99e-4 - 1e-6)
      }
    }), { numRuns: 2500 })
  })

  it('aims at the middle and always hits', () => {
    fc.assert(fc.property(anyShape, anyPose, uniform(0, 6.28), (s, pose, angle) => {
      const core = worldCore(s, { ...pose, angle: angleOf(s, pose) })
      const mx = core.reduce((sum, p) => sum + p[0], 0) / core.length
      const my = core.reduce((sum, p) => sum + p[1], 0) / core.length
      const x = mx + 20 * Math.cos(angle)
      const y = my + 20 * Math.sin(angle)
      if (s.core.length === 2 && s.radius === 0) return
      expect(ray(s, pose, x, y, (mx - x) * 2, (my - y) * 2)).toBe(1)
      expect(out[1]!).toBeLessThanOrEqual(0.5)
      expect(ray(s, pose, x, y, (mx - x) * 2, (my - y) * 2, out[1]! * 0.999)).toBe(0)
    }), { numRuns: 1000 })
  })

  it('has defined answers at the edge of the question', () => {
    const box = testBox(1, 1)
    const still = { x: 0, y: 0, angle: 0 }
    expect(ray(box, still, 0.5, 0.5, 3, 0)).toBe(1)
    expect([...out.subarray(1, 4)].map(v => v + 0)).toEqual([0, 0, 0])
    expect(ray(box, still, 1, 0, 3, 0)).toBe(1)
    expect(ray(box, still, 0.5, 0.5, 0, 0)).toBe(1)
    expect(ray(box, still, 1.5, 0.5, 0, 0)).toBe(0)
    expect(ray(box, still, -3, 1, 6, 0)).toBe(1)
    expect(out[1]).toBeCloseTo(1 / 3, 12)
    expect(ray(box, still, -3, 1.0000001, 6, 0)).toBe(0)
    const line = testSegment([-1, 0], [1, 0])
    expect(ray(line, still, 0, 1, 0, -2)).toBe(1)
    expect([...out.subarray(1, 4)].map(v => v + 0)).toEqual([0.5, 0, 1])
    expect(ray(line, still, 0, -1, 0, 2)).toBe(1)
    expect([...out.subarray(1, 4)].map(v => v + 0)).toEqual([0.5, 0, -1])
    expect(ray(line, still, -3, 0, 4, 0)).toBe(1)
    expect([...out.subarray(1, 4)].map(v => v + 0)).toEqual([0.5, -1, 0])
    const link = testLink([-2, 0], [-1, 0], [1, 0], [2, 0])
    expect(ray(link, still, 0, 1, 0, -2)).toBe(1)
    expect(ray(link, still, 0, -1, 0, 2)).toBe(0)
    expect(ray({ ...box, type: ShapeType.Chain }, still, -3, 0, 6, 0)).toBe(0)
  })
})

function cast(a: TestShape, poseA: TestPose, b: TestShape, poseB: TestPose, dx: number, dy: number): number {
  const pair = Float64Array.of(
    poseB.x - poseA.x, poseB.y - poseA.y, Math.cos(poseA.angle), Math.sin(poseA.angle),
    Math.cos(poseB.angle), Math.sin(poseB.angle), 0, 0,
  )
  const before = [...pair]
  out.fill(7777)
  const hit = castShapes(a.type, a.sizes, 0, b.type, b.sizes, 0, pair, Float64Array.of(dx, dy, 1), 0, pool, out, 1)
  expect([...pair]).toEqual(before)
  expect(out[0]).toBe(7777)
  expect(out[6]).toBe(7777)
  return hit
}

function at(x: number, y = 0): TestPose {
  return { x, y, angle: 0 }
}

describe('shape cast', () => {
  it('hits where marching by the distance ends', () => {
    let hits = 0
    fc.assert(fc.property(anyShape, anyPose, anyShape, anyPose, number, number, (a, poseA, b, poseB, dx, dy) => {
      const length = Math.hypot(dx, dy)
      if (length < 1e-3) return
      const away = (f: number) => shapeSeparation(a, { ...poseA, x: poseA.x + dx * f, y: poseA.y + dy * f }, b, poseB)
      const label = `${a.label} ${JSON.stringify(poseA)} to ${b.label} ${JSON.stringify(poseB)} by ${dx} ${dy}`
      const start = away(0)
      const hit = cast(a, poseA, b, poseB, dx, dy)
      if (start < 1e-9) {
        if (hit === 1) expect(out[1], label).toBeLessThan(1e-6)
        return
      }
      const truth = march(away, length)
      if (Number.isNaN(truth)) return
      if (truth === Infinity || hit === 0) {
        if (truth === Infinity && hit === 0) return
        if (hit === 1) expect(away(out[1]!), label).toBeLessThan(1e-6)
        let least = Infinity
        for (let i = 0; i <= 100; i++) least = Math.min(least, away(i / 100))
        if (hit === 0) expect(least, label).toBeGreaterThan(-5e-3)
        return
      }
      hits++
      expect(Math.abs(out[1]! - truth) * length, `${label} truth ${truth} got ${out[1]}`).toBeLessThan(1e-3)
      expect(Math.abs(away(out[1]!)), label).toBeLessThan(1e-6)
      expect(Math.abs(Math.hypot(out[2]!, out[3]!) - 1), label).toBeLessThan(1e-9)
      expect(out[2]! * dx + out[3]! * dy, label).toBeLessThanOrEqual(1e-9)
      const x = poseA.x + out[4]!
      const y = poseA.y + out[5]!
      const there = { ...poseA, x: poseA.x + dx * out[1]!, y: poseA.y + dy * out[1]! }
      expect(Math.abs(pointCoreDistance([x, y], worldCore(a, there)) - a.radius), label).toBeLessThan(1e-5)
      expect(Math.abs(pointCoreDistance([x, y], worldCore(b, poseB)) - b.radius), label).toBeLessThan(1e-5)
    }), { numRuns: 2000 })
    expect(hits).toBeGreaterThan(200)
  })

  it('a shape that overlaps may leave but not go deeper', () => {
    const box = testBox(1, 1)
    expect(cast(box, at(1.9), box, at(0), -1, 0)).toBe(1)
    expect([...out.subarray(1, 4)].map(v => v + 0)).toEqual([0, 1, 0])
    expect(cast(box, at(1.9), box, at(0), 1, 0)).toBe(0)
    expect(cast(box, at(1.9), box, at(0), 0, 1)).toBe(0)
    expect(cast(box, at(2), box, at(0), 0, 5)).toBe(0)
    expect(cast(box, at(2), box, at(0), 1, 0)).toBe(0)
    expect(cast(box, at(2), box, at(0), -1, 0)).toBe(1)
    expect(cast(testCircle(1), at(0), { ...box, type: ShapeType.None }, at(0), 1, 0)).toBe(0)
  })

  it('a chain is passed from behind', () => {
    const link = testLink([-2, 0], [-1, 0], [1, 0], [2, 0])
    const hexagon = testRegular(6, 0.3, 1, 0)
    expect(cast(hexagon, at(0, 2), link, at(0), 0, -4)).toBe(1)
    expect(cast(hexagon, at(0, -2), link, at(0), 0, 4)).toBe(0)
  })
})
