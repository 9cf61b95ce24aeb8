import { describe, expect, it } from 'vitest'
import { box, distance, isTouching, polygon, queryShape } from '../../src/index.ts'
import { fuzzManifolds } from '../fuzz/fuzz-manifolds.ts'
import { Lab } from '../physics/lab.ts'
import { SOAK } from '../support/soak.ts'

/** Half the side of the crates. */
const HALF = 0.25

const hill = [
  { x: 4, y: 0 }, { x: 2, y: 0.06 }, { x: 0, y: 0.08 }, { x: -2, y: 0.06 }, { x: -4, y: 0 }, { x: -4, y: -1 }, { x: 4, y: -1 },
]
/** A slab of 8 m by 20 cm whose top is all but straight. */
const slab = [
  { x: 4, y: 0 }, { x: 2, y: 0.01 }, { x: 0, y: 0.0135 }, { x: -2, y: 0.01 }, { x: -4, y: 0 }, { x: -4, y: -0.2 }, { x: 4, y: -0.2 },
]

/** Height of the top of an outline, whose points come from right to left. */
function topAt(outline: readonly { x: number; y: number }[], x: number): number {
  for (let i = 0; i + 1 < outline.length; i++) {
    const { x: x1, y: y1 } = outline[i]!
    const { x: x0, y: y0 } = outline[i + 1]!
    if (x >= x0 && x <= x1 && x1 > x0) return y0 + ((y1 - y0) * (x - x0)) / (x1 - x0)
  }
  throw new Error(`${x} is beside the outline`)
}

/** The highest place of the top below a crate that stands upright at `x`. */
function highestBelow(outline: readonly { x: number; y: number }[], x: number): number {
  const between = outline.slice(0, 5).filter((p) => Math.abs(p.x - x) < HALF)
  return Math.max(topAt(outline, x - HALF), topAt(outline, x + HALF), ...between.map((p) => p.y))
}

describe('edges of nearly one direction', () => {
  for (const [name, outline] of [['a hill', hill], ['a slab', slab]] as const) {
    it(`${name} is seen by all queries wherever a crate is pressed into it`, () => {
      for (let i = 0; i < 49; i += SOAK ? 1 : 3) {
        const x = -3.6 + 0.15 * i
        for (const depth of [0.004, 0.01, 0.016]) {
          const lab = new Lab()
          const ground = lab.add(polygon(outline), 0, 0, { kind: 'static' })
          const y = highestBelow(outline, x) + HALF - depth
          const crate = lab.add(box(HALF, HALF), x, y)
          const place = `${name}, crate at ${x}, ${depth} deep`
          const apart = distance(lab.world, ground, crate)!
          // Upright faces of both shapes are within 2 degrees of the vertical.
          expect(Math.abs(apart.distance + depth), `${place}: ${apart.distance}`).toBeLessThan(0.05 * depth)
          const found = queryShape(lab.world, box(HALF, HALF), x, y, 0)
          expect([...found.entities.subarray(0, found.count)], place).toContain(ground)
          lab.step()
          expect(isTouching(lab.world, ground, crate), place).toBe(true)
        }
      }
    })

    it(`crates rest on ${name}, not in it`, () => {
      for (let i = 0; i < 25; i++) {
        const x = -3.6 + 0.3 * i
        const lab = new Lab()
        const ground = lab.add(polygon(outline), 0, 0, { kind: 'static', material: { friction: 1 } })
        const crate = lab.add(box(HALF, HALF), x, highestBelow(outline, x) + HALF - 0.01, { material: { friction: 1 } })
        lab.run(2)
        const apart = distance(lab.world, ground, crate)!.distance
        expect(apart, `${name}, crate at ${x}`).toBeGreaterThan(-0.006)
        expect(apart, `${name}, crate at ${x}`).toBeLessThan(0.001)
      }
    })
  }

  it('a slab with a curved bottom rests on its lowest point, whichever point comes first', () => {
    const outline = [
      { x: -4, y: 0 }, { x: -2, y: -0.015 }, { x: 0, y: -0.02 }, { x: 2, y: -0.015 }, { x: 4, y: 0 }, { x: 4, y: 0.5 }, { x: -4, y: 0.5 },
    ]
    for (let first = 0; first < outline.length; first++) {
      const turned = [...outline.slice(first), ...outline.slice(0, first)]
      const lab = new Lab()
      const ground = lab.add(box(10, 1), 0, -1, { kind: 'static' })
      const body = lab.add(polygon(turned), 0, 0.02)
      lab.run(2)
      const apart = distance(lab.world, ground, body)!.distance
      expect(apart, `from point ${first}`).toBeGreaterThan(-0.006)
      expect(lab.c.Position.y[body], `from point ${first}`).toBeGreaterThan(0.013)
    }
  })
})

describe('all pairs of convex shapes', () => {
  it('agree with brute force over all features', () => {
    // The long run: node examples/run.mjs test/fuzz/manifold.ts 10000000
    const { faults, flickering, pairs } = fuzzManifolds(60_000, 21, 3)
    expect(faults).toEqual([])
    // Many of the pairs are placed where features change.
    expect(flickering / pairs).toBeLessThan(0.06)
  })
})
