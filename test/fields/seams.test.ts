import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type FieldData, type ShapeData, aabb, box, buoyancyField, capsule, circle, getWetFraction, polygon, setWaterSurface } from '../../src/index.ts'
import { FieldWorld } from './field-world.ts'

/** By half its height, as a share of the unit. */
const SHAPES: ((unit: number) => ShapeData)[] = [
  (u) => box(0.8 * u, 0.4 * u), (u) => circle(0.5 * u), (u) => capsule(0.5 * u, 0.3 * u),
  (u) => polygon([{ x: -0.7 * u, y: -0.4 * u }, { x: 0.7 * u, y: -0.4 * u }, { x: 0.6 * u, y: 0.4 * u }, { x: -0.6 * u, y: 0.4 * u }]),
]

interface Sea {
  readonly unit: number
  /** 1 with y up, −1 with y down. */
  readonly up: number
  readonly uneven: boolean
}

/** A world with water from −40 to 40 in one area, or in two that meet in the middle, the right one in place of the left. */
function flood({ unit, up, uneven }: Sea, seam: boolean, data: FieldData): FieldWorld {
  const t = new FieldWorld({ gravity: { x: 0, y: -10 * up * unit }, lengthUnit: unit })
  const area = (x: number, halfWidth: number, more: object): void => {
    const field = t.field({ ...data, surface: 6 * unit, ...more }, aabb(halfWidth * unit, 8 * unit), x * unit, -6 * up * unit)
    // The same heights in the world, as each of them sees it: from its origin, to the right of up.
    if (!uneven) return
    const heights = Float64Array.from({ length: 161 }, (_, i) => 0.3 * unit * Math.sin((up * (i - 80)) / 6))
    setWaterSurface(t.world, field, { left: (up > 0 ? -40 - x : x - 40) * unit, spacing: 0.5 * unit, heights })
  }
  if (!seam) area(0, 40, {})
  else {
    area(-20, 20, {})
    area(20, 20, { priority: 1, replaces: true })
  }
  return t
}

const sea = fc.record({ unit: fc.constantFrom(1, 30), up: fc.constantFrom(1, -1), uneven: fc.boolean() })
const near = fc.double({ min: -1.2, max: 1.2, noNaN: true })

test('over the seam of two waters, of which one replaces the other, a body floats as in one', () => {
  fc.assert(fc.property(sea, fc.constantFrom(...SHAPES), near, fc.double({ min: -1, max: 1, noNaN: true }), fc.constantFrom(2, 3), (where, shape, x, y, density) => {
    const data = buoyancyField({ density })
    const [one, two] = [false, true].map((seam) => {
      const t = flood(where, seam, data)
      const body = t.body(shape(where.unit), x * where.unit, y * where.unit, 1, 0.1)
      return { t, body }
    })
    for (let second = 0; second < 4; second++) {
      one!.t.run(1)
      two!.t.run(1)
      const [a, b] = [one!.t.at(one!.body), two!.t.at(two!.body)]
      for (const key of ['x', 'y', 'angle'] as const) {
        expect(Math.abs(a[key] - b[key])).toBeLessThan(1e-6 * where.unit)
      }
      expect(getWetFraction(two!.t.world, two!.body)).toBeCloseTo(getWetFraction(one!.t.world, one!.body), 6)
    }
  }), { numRuns: 25 })
})

test('across a seam a raft drifts without a hop: it is as deep on the left as in the middle and on the right', () => {
  for (const unit of [1, 30]) {
    for (const up of [1, -1]) {
      const t = flood({ unit, up, uneven: false }, true, buoyancyField({ density: 2, linearDrag: 0, drag: 0, angularDrag: 1 }))
      const raft = t.body(box(0.8 * unit, 0.4 * unit), -4 * unit, 0, 1)
      t.run(3)
      t.components.Velocity.x[raft] = 2 * unit
      let [least, most] = [Infinity, -Infinity]
      t.run(4, () => {
        least = Math.min(least, t.at(raft).y)
        most = Math.max(most, t.at(raft).y)
      })
      expect(t.at(raft).x).toBeGreaterThan(2 * unit)
      expect(most - least).toBeLessThan(0.002 * unit)
    }
  }
})

test('where neither of two waters replaces the other both lift what touches both, never more than twice', () => {
  const lift = (x: number): number => {
    const t = new FieldWorld({ gravity: { x: 0, y: -10 } })
    for (const side of [-1, 1]) t.field(buoyancyField({ density: 2, drag: 0, linearDrag: 0, angularDrag: 0 }), aabb(20, 8), 20 * side, -8)
    const body = t.body(box(0.5, 0.5), x, -3)
    t.run(1 / 60)
    return t.at(body).vy * 60 + 10
  }
  expect(lift(-3)).toBeCloseTo(20, 6)
  expect(lift(3)).toBeCloseTo(20, 6)
  expect(lift(0)).toBeCloseTo(40, 6)
})
