import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ShapeType } from '../../components/shape-type.ts'
import { MAX_VERTICES, loadConvex } from '../../src/collision/convex.ts'
import { Geometry, LINE_STRIDE } from '../../src/collision/geometry.ts'
import { MASS_STRIDE, computeMass } from '../../src/collision/mass.ts'
import { createPolygonPool, registerPolygon, releasePolygon } from '../../src/collision/polygon-pool.ts'
import { ShapeCore } from '../../src/collision/shape-core.ts'
import { anyShape, pool } from './oracle.ts'

/** What a core says of a shape. */
function saidOf(core: ShapeCore): number[] {
  return [core.count, ...core.vertices.slice(0, core.count * 2), ...core.mass]
}

/** The distance from the middle of its vertices to the nearest line through two neighboring ones. */
function thinnest(vertices: Float64Array, count: number): number {
  if (count < 3) return 0
  const at = (i: number): [number, number] => [vertices[(i % count) * 2]!, vertices[(i % count) * 2 + 1]!]
  const corners = Array.from({ length: count }, (_, i) => at(i))
  const x = corners.reduce((sum, [u]) => sum + u, 0) / count
  const y = corners.reduce((sum, [, v]) => sum + v, 0) / count
  return Math.min(...corners.map(([ax, ay], i) => {
    const [bx, by] = at(i + 1)
    return Math.abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / Math.hypot(bx - ax, by - ay)
  }))
}

test('says of each shape what it is, whichever came before', () => {
  const core = new ShapeCore()
  const vertices = new Float64Array(MAX_VERTICES * 2)
  const mass = new Float64Array(MASS_STRIDE)
  const sequence = fc.array(fc.tuple(anyShape, fc.integer({ min: 1, max: 3 })), { minLength: 1, maxLength: 12 })
  fc.assert(fc.property(sequence, (shapes) => {
    for (const [shape, times] of shapes) {
      for (let i = 0; i < times; i++) core.take(shape.type, shape.sizes, 0, pool)
      const count = loadConvex(shape.type, shape.sizes, 0, pool, vertices, new Float64Array(MAX_VERTICES * 2))
      computeMass(shape.type, shape.sizes, 0, pool, mass, 0)
      expect(saidOf(core)).toEqual([count, ...vertices.slice(0, count * 2), ...mass])
      const distance = thinnest(core.vertices, core.count)
      expect(Math.abs(core.halfWidth[0]! - distance)).toBeLessThanOrEqual(1e-9 * (1 + distance))
    }
  }))
})

test('looks anew at points whose number was given to others', () => {
  const polygons = createPolygonPool()
  const sizes = new Float64Array(LINE_STRIDE)
  const core = new ShapeCore()
  const areaOf = (points: number[]): number => {
    const handle = registerPolygon(polygons, points)
    expect(handle).toBe(1)
    sizes[Geometry.Polygon] = handle
    core.take(ShapeType.Polygon, sizes, 0, polygons)
    releasePolygon(polygons, handle)
    return core.mass[0]!
  }
  expect(areaOf([0, 0, 1, 0, 0, 1])).toBeCloseTo(0.5, 12)
  expect(areaOf([0, 0, 4, 0, 0, 1])).toBeCloseTo(2, 12)
})
