import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Geometry, LINE_STRIDE } from '../../src/collision/geometry.ts'
import { createPolygonPool, registerPolygonOf } from '../../src/collision/polygon-pool.ts'
import { WET_STRIDE, Wet, findWet } from '../../src/collision/wet-area.ts'
import { type ShapeData, box, capsule, circle, polygon, rect } from '../../src/index.ts'
import { ShapeType } from '../../components/shape-type.ts'
import { clipUnder, coreOf, measure, outlineOf } from '../fields/outline.ts'

const pool = createPolygonPool()

/** What is found of a shape at (x, y), turned by `angle`. */
function wetOf(shape: ShapeData, x: number, y: number, angle: number): Float64Array {
  const sizes = new Float64Array(LINE_STRIDE)
  sizes[Geometry.HalfWidth] = shape.halfWidth
  sizes[Geometry.HalfHeight] = shape.halfHeight
  sizes[Geometry.Radius] = shape.radius
  if (shape.type === ShapeType.Polygon) sizes[Geometry.Polygon] = registerPolygonOf(pool, shape.points!, sizes, Geometry.Radius)
  const out = new Float64Array(WET_STRIDE).fill(NaN)
  const found = findWet(shape.type, sizes, 0, pool, Float64Array.of(x, y, Math.cos(angle), Math.sin(angle)), out)
  return found ? out : new Float64Array(WET_STRIDE)
}

const size = fc.double({ min: 0.05, max: 3, noNaN: true })
const number = (most: number) => fc.double({ min: -most, max: most, noNaN: true })

/** A convex polygon: points on an ellipse, in order. */
const corners = fc.tuple(fc.uniqueArray(fc.integer({ min: 0, max: 35 }), { minLength: 3, maxLength: 8 }), size, size, number(2), number(2))
  .filter(([turns]) => {
    // No gap of half of the circle: else it is thin beyond use.
    const sorted = [...turns].sort((a, b) => a - b)
    return sorted.every((turn, i) => (sorted[(i + 1) % sorted.length]! - turn + 36) % 36 < 18)
  })
  .map(([turns, a, b, x, y]) => [...turns].sort((p, q) => p - q).map((turn) => ({
    x: x + a * Math.cos((turn * Math.PI) / 18), y: y + b * Math.sin((turn * Math.PI) / 18),
  })))

const shapes: fc.Arbitrary<ShapeData> = fc.oneof(
  size.map((r) => circle(r)),
  fc.tuple(size, size).map(([w, h]) => box(w, h)),
  fc.tuple(size, size, size).map(([w, h, r]) => polygon([{ x: -w, y: -h }, { x: w, y: -h }, { x: w, y: h }, { x: -w, y: h }], r)),
  fc.tuple(size, size).map(([l, r]) => capsule(l, r)),
  corners.map((points) => polygon(points)),
  fc.tuple(corners, size).map(([points, r]) => polygon(points, r)),
)

describe('the wet part of a shape', () => {
  test('has the area, moments and sizes of the clipped outline, for any shape, turn and line', () => {
    fc.assert(fc.property(shapes, number(4), number(5), number(7), (shape, x, y, angle) => {
      const found = wetOf(shape, x, y, angle)
      const { corners: core, radius } = coreOf(shape)
      const outline = outlineOf(core, radius, angle, x, y, 6000)
      const wet = clipUnder(outline)
      const { area, mx, my } = measure(wet)
      const around = 12 * (1 + Math.abs(x) + Math.abs(y))
      // A fine polygon within an arc lacks a share of 2·10⁻⁷ of it.
      const near = 3e-6 * around
      expect(Math.abs(found[Wet.Area]! - area)).toBeLessThan(near)
      expect(Math.abs(found[Wet.MomentX]! - mx)).toBeLessThan(near * around)
      expect(Math.abs(found[Wet.MomentY]! - my)).toBeLessThan(near * around)
      if (wet.length < 3 || area < 1e-3) return
      const xs = wet.map((p) => p.x)
      const ys = wet.map((p) => p.y)
      // A line that all but touches a corner of the outline is found there to the root of its fineness.
      expect(Math.abs(found[Wet.Width]! - (Math.max(...xs) - Math.min(...xs)))).toBeLessThan(0.01)
      expect(Math.abs(found[Wet.Height]! - (Math.max(...ys) - Math.min(...ys)))).toBeLessThan(1e-4)
      const line = wet.filter((p) => p.y === 0).map((p) => p.x)
      const chord = line.length === 2 ? Math.abs(line[0]! - line[1]!) : 0
      if (outline.some((p) => p.y > 0.01) && outline.some((p) => p.y < -0.01)) {
        expect(Math.abs(found[Wet.Right]! - found[Wet.Left]! - chord)).toBeLessThan(0.01)
      }
    }), { numRuns: 400 })
  })

  test('of a circle is the segment of the textbook', () => {
    for (const depth of [0.01, 0.3, 1, 1.5, 1.99]) {
      const out = wetOf(circle(1), 0.4, 1 - depth, 0)
      const half = Math.acos(1 - depth)
      expect(out[Wet.Area]).toBeCloseTo(half - Math.sin(half) * Math.cos(half), 12)
      expect(out[Wet.Right]! - out[Wet.Left]!).toBeCloseTo(2 * Math.sin(half), 12)
      // The centroid of a segment is 2·sin³ / 3 / area from the middle.
      expect(out[Wet.MomentY]! / out[Wet.Area]! - (1 - depth)).toBeCloseTo(-(2 * Math.sin(half) ** 3) / 3 / out[Wet.Area]!, 10)
    }
  })

  test('of what lies exactly on the line, or touches it with a corner or an arc, is all, half or nothing of it', () => {
    expect(wetOf(box(1, 0.5), 0, 0.5, 0)[Wet.Area]).toBe(0)
    expect(wetOf(box(1, 0.5), 0, -0.5, 0)[Wet.Area]).toBeCloseTo(2, 12)
    expect(wetOf(box(1, 0.5), 0, 0, 0)[Wet.Area]).toBeCloseTo(1, 12)
    expect(wetOf(circle(1), 0, 1, 0)[Wet.Area]).toBe(0)
    for (const angle of [0, Math.PI / 2, Math.PI, -Math.PI / 2]) {
      const whole = 4 * 0.5 + Math.PI
      // Its ends are half circles, which begin on the line.
      expect(wetOf(capsule(0.5, 1), 0, 0, angle)[Wet.Area]).toBeCloseTo(whole / 2, 9)
      expect(wetOf(capsule(0.5, 1), 0, 0.5, angle)[Wet.Area]).toBeLessThan(whole / 2)
      expect(wetOf(capsule(0.5, 1), 0, -1.5, angle)[Wet.Area]).toBeCloseTo(whole, 9)
    }
    expect(wetOf(rect(2, 1), 0, -100, 1)[Wet.Area]).toBeCloseTo(2, 9)
  })
})
