import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { convexHull } from '../../src/collision/hull.ts'
import {
  POLYGON_REFERENCES, POLYGON_STRIDE, createPolygonPool, registerPolygon, reindexPolygons, releasePolygon, retainPolygon,
} from '../../src/collision/polygon-pool.ts'

const hull = new Float64Array(16)

describe('hull', () => {
  const angles = fc.uniqueArray(fc.integer({ min: 0, max: 71 }), { minLength: 3, maxLength: 8 })
  const pointsAt = (steps: number[]) => steps.flatMap(k => [Math.cos(k * Math.PI / 36), Math.sin(k * Math.PI / 36)])

  it('refuses every order of points but the two that go around, which are those whose sides do not cross', () => {
    fc.assert(fc.property(angles, (steps) => {
      const crosses = (a: number, b: number, c: number, d: number) => {
        const within = (k: number) => (k - a) * (k - b) < 0
        return a !== c && a !== d && b !== c && b !== d && within(c) !== within(d)
      }
      const side = (i: number) => [steps[i]!, steps[(i + 1) % steps.length]!] as const
      const crossed = steps.some((_, i) => steps.some((__, j) => crosses(...side(i), ...side(j))))
      if (crossed) expect(() => convexHull(pointsAt(steps), hull)).toThrow(/polygon: the outline crosses itself; give the points in the order/)
      else expect(convexHull(pointsAt(steps), hull)).toBe(steps.length)
    }), { numRuns: 500 })
    expect(() => convexHull([0, 0, 1, 1, 1, 0, 0, 1], hull)).toThrow(/crosses itself/)
  })

  it('puts points counter-clockwise, whichever way they go around and wherever they begin', () => {
    fc.assert(fc.property(angles, fc.nat(7), fc.boolean(), (given, first, back) => {
      const steps = [...given].sort((a, b) => (back ? b - a : a - b))
      steps.push(...steps.splice(0, first % steps.length))
      const points = pointsAt(steps)
      const count = convexHull(points, hull)
      expect(count).toBe(steps.length)
      for (let i = 0; i < count; i++) {
        const at = (k: number) => [hull[(k % count) * 2]!, hull[(k % count) * 2 + 1]!] as const
        const [ax, ay] = at(i)
        const [bx, by] = at(i + 1)
        const [cx, cy] = at(i + 2)
        expect((bx - ax) * (cy - by) - (by - ay) * (cx - bx)).toBeGreaterThan(0)
        expect(hull[0]! <= ax).toBe(true)
      }
    }))
  })

  it('drops a point on an edge', () => {
    expect(convexHull([0, 0, 1, 0, 2, 0, 2, 2, 0, 2], hull)).toBe(4)
    expect([...hull.subarray(0, 8)]).toEqual([0, 0, 2, 0, 2, 2, 0, 2])
  })

  it('refuses what is no convex polygon, by name', () => {
    expect(() => convexHull([0, 0, 1, 0], hull)).toThrow(/2 points given, 3 to 8 are allowed/)
    expect(() => convexHull(Array.from({ length: 18 }, (_, i) => i * i), hull)).toThrow(/9 points given/)
    expect(() => convexHull([0, 0, 1, 0, 1], hull)).toThrow(/no whole number of points/)
    expect(() => convexHull([0, 0, 1, NaN, 1, 1], hull)).toThrow(/point 1 \(1, NaN\) is not finite/)
    expect(() => convexHull([0, 0, 1, 0, 1, Infinity], hull)).toThrow(/point 2/)
    expect(() => convexHull([0, 0, 1, 0, 1, 1, 0, 0], hull)).toThrow(/point 3 \(0, 0\) repeats point 0/)
    expect(() => convexHull([2, 2, 2, 2, 2, 2], hull)).toThrow(/repeats/)
    expect(() => convexHull([0, 0, 1, 1, 2, 2], hull)).toThrow(/on one line/)
    expect(() => convexHull([0, 0, 4, 0, 4, 4, 0, 4, 2, 1], hull)).toThrow(/point 4 \(2, 1\) lies inside the hull/)
    expect(() => convexHull([0, 0, 4, 0, 4, 4, 3.9, 2], hull)).toThrow(/concave/)
  })
})

describe('polygon pool', () => {
  const square = [0, 0, 1, 0, 1, 1, 0, 1]

  it('shares equal polygons and frees them with the last reference', () => {
    const pool = createPolygonPool()
    const first = registerPolygon(pool, square)
    expect(first).toBe(1)
    expect(registerPolygon(pool, [1, 1, 0, 1, 0, 0, 1, 0])).toBe(first)
    const rounded = registerPolygon(pool, square, 0.1)
    expect(rounded).toBe(2)
    retainPolygon(pool, first)
    expect(pool.data[first * POLYGON_STRIDE + POLYGON_REFERENCES]).toBe(3)
    releasePolygon(pool, first)
    releasePolygon(pool, first)
    releasePolygon(pool, first)
    expect(() => releasePolygon(pool, first)).toThrow(/cannot release handle 1/)
    expect(() => retainPolygon(pool, 0)).toThrow(/cannot retain handle 0/)
    expect(() => retainPolygon(pool, 99)).toThrow(/no polygon is registered/)
    expect(registerPolygon(pool, [0, 0, 2, 0, 0, 2])).toBe(first)
    expect(() => registerPolygon(pool, square, -1)).toThrow(/rounding radius -1/)
    expect(() => registerPolygon(pool, square, NaN)).toThrow(/rounding radius NaN/)
  })

  it('behaves like a plain list under random calls, growing and reindexed', () => {
    const calls = fc.array(fc.tuple(fc.constantFrom('add', 'drop', 'reindex'), fc.nat(30)), { maxLength: 120 })
    fc.assert(fc.property(calls, (list) => {
      const pool = createPolygonPool(1)
      const model = new Map<number, { handle: number, count: number }>()
      for (const [action, k] of list) {
        const known = model.get(k)
        if (action === 'add') {
          const handle = registerPolygon(pool, [0, 0, 1 + k, 0, 0, 1])
          if (known) {
            expect(handle).toBe(known.handle)
            known.count++
          } else {
            let lowest = 1
            const used = new Set([...model.values()].map(m => m.handle))
            while (used.has(lowest)) lowest++
            expect(handle).toBe(lowest)
            model.set(k, { handle, count: 1 })
          }
        } else if (action === 'drop') {
          if (!known) continue
          releasePolygon(pool, known.handle)
          if (--known.count === 0) model.delete(k)
        } else {
          reindexPolygons(pool)
        }
      }
      for (const { handle, count } of model.values()) {
        expect(pool.data[handle * POLYGON_STRIDE + POLYGON_REFERENCES]).toBe(count)
      }
    }), { numRuns: 200 })
  })
})
