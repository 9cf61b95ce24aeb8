/** Nothing is felt of the seams of a floor by what is exactly above one when a step begins, at any speed. */
import { describe, expect, it } from 'vitest'
import { type ShapeData, box, capsule, chain, circle, polygon, segment } from '../../src/index.ts'
import { whole } from '../support/soak.ts'
import { Lab } from './lab.ts'

const still = { kind: 'static', material: { friction: 0 } } as const

/** Floors of so many meters from 0 to the right, with their top at 0. */
const floors: Record<string, (lab: Lab, length: number) => void> = {
  tiles: (lab, length) => {
    for (let x = 0; x < length; x++) lab.add(box(0.5, 0.5), x + 0.5, -0.5, still)
  },
  'boxes of 16 m': (lab, length) => {
    for (let x = 0; x < length; x += 16) lab.add(box(8, 0.5), x + 8, -0.5, still)
  },
  'chains of 4 m': (lab, length) => {
    for (let x = 0; x < length; x += 4) lab.add(chain([{ x, y: 0 }, { x: x + 4, y: 0 }]), 0, 0, still)
  },
  // A disc pressed on them at 7 m/s lost half of that in a second, and a box lay still after a meter.
  segments: (lab, length) => {
    for (let x = 0; x < length; x++) lab.add(segment(x, 0, x + 1, 0), 0, 0, still)
  },
  // Where a chain ends at a tile a box at 2 m/s lost half of that, and jumped by 7 cm.
  'chains and tiles by turns': (lab, length) => {
    for (let x = 0; x < length; x += 4) {
      lab.add(chain([{ x, y: 0 }, { x: x + 3, y: 0 }]), 0, 0, still)
      lab.add(box(0.5, 0.5), x + 3.5, -0.5, still)
    }
  },
}

const movers: Record<string, readonly [shape: ShapeData, down: number]> = {
  circle: [circle(0.5), 0.5],
  capsule: [capsule(0.3, 0.3), 0.3],
  'upright capsule': [capsule(0.3, 0.3, 'y'), 0.6],
  box: [box(0.4, 0.4), 0.4],
}

describe.each(Object.entries(floors))('on %s', (_, lay) => {
  it.each(Object.entries(movers))('a %s goes on as it goes', (name, [shape, down]) => {
    for (const speed of whole([1, 2, 3, 5, 6, 7, 12, 15, 25, 30], [1, 3, 25])) {
      const lab = new Lab()
      const length = speed < 10 ? 64 : 256
      lay(lab, length)
      // At whole speeds the steps meet the seams to the last digits.
      const entity = lab.add(shape, 2, down, { vx: speed, material: { friction: 0 }, motion: { lockRotation: 1 } })
      lab.run(0.2)
      let fastest = 0
      lab.run(Math.min((length - 4) / speed - 0.5, whole([8], [4])[0]!), () => {
        fastest = Math.max(fastest, Math.abs(lab.vy(entity)))
      })
      const place = `${name} at ${speed} m/s`
      expect(fastest, `${place}: vertical velocity`).toBeLessThan(5e-5)
      expect(Math.abs(lab.vx(entity) / speed - 1), `${place}: loss of speed`).toBeLessThan(1e-6)
    }
  })
})

// A box falls by more than the slop in a step of 30 Hz that looks ahead, and met the side of the tile in it.
it.each([1, 5])('a box slides from a chain onto a tile at 30 Hz and %d m/s, where a step ends at the seam', (speed) => {
  const lab = new Lab({ hz: 30 })
  lab.add(chain([{ x: -10, y: 0 }, { x: 0, y: 0 }]), 0, 0, still)
  lab.add(box(5, 0.5), 5, -0.5, still)
  const entity = lab.add(box(0.2, 0.2), -3, 0.2, { vx: speed, material: { friction: 0 }, motion: { lockRotation: 1 } })
  lab.run(4 / speed)
  expect(lab.x(entity)).toBeCloseTo(1, 5)
})

// Both links took its core for one that lies beside them, and it fell by its whole way for a step.
it('an upright capsule that leans by rounding stands above the end of two links', () => {
  for (const lean of [0, 1e-16, 1e-13, 1e-12, 1e-10, 1e-9]) {
    for (const side of [-1, 1]) {
      for (const off of [-1.2, -0.5, 0, 0.3, 1, 1.2]) {
        const lab = new Lab()
        lab.add(chain([{ x: 2, y: 0 }, { x: 4, y: 0 }]), 0, 0, still)
        lab.add(chain([{ x: 4, y: 0 }, { x: 6, y: 0 }]), 0, 0, still)
        const entity = lab.add(capsule(0.075, 0.075, 'y'), 4 + 0.075 * off * lean, 0.15, { vy: -1, angle: side * lean, material: { friction: 0 } })
        lab.step()
        expect(lab.y(entity), `leaning by ${side * lean}, ${off} of that aside`).toBeGreaterThan(0.1495)
      }
    }
  }
})

describe('chains that know of each other', () => {
  const bends: Readonly<Record<string, readonly [number, number][]>> = {
    'a foot of a slope': [[-20, 0], [0, 0], [20, 12]],
    'a crest': [[-20, 12], [0, 12], [20, 0]],
    'a straight line': [[-20, 0], [0, 0], [20, 0]],
  }
  it.each(Object.entries(bends))('are one at %s', (_, [from, middle, to]) => {
    const [a, b, c] = [from!, middle!, to!].map(([x, y]) => ({ x, y }))
    for (const [name, [shape, down]] of Object.entries(movers)) {
      for (const speed of [2, 9]) {
        const run = (lay: (lab: Lab) => void): number[] => {
          const lab = new Lab()
          lay(lab)
          const entity = lab.add(shape, -4, a!.y + down, { vx: speed, material: { friction: 0 }, motion: { lockRotation: 1 } })
          lab.run(2)
          return [lab.x(entity), lab.y(entity), lab.vx(entity), lab.vy(entity)]
        }
        const one = run((lab) => lab.add(chain([a!, b!, c!]), 0, 0, still))
        const two = run((lab) => {
          lab.add(chain([a!, b!], { after: c! }), 0, 0, still)
          lab.add(chain([b!, c!], { before: a! }), 0, 0, still)
        })
        const apart = Math.max(...one.map((value, i) => Math.abs(value - two[i]!)))
        expect(apart, `${name} at ${speed} m/s: ${two.join(' ')} for ${one.join(' ')}`).toBeLessThan(1e-9)
      }
    }
  })

  it('refuse neighbors that are none', () => {
    const points = [{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 1, y: 1 }]
    expect(() => chain(points, { loop: true, before: { x: -1, y: 0 } })).toThrow('chain: a loop has no end, so no point before or after it')
    expect(() => chain(points, { before: { x: 0, y: 0 } })).toThrow('chain: the point before it is its first')
    expect(() => chain(points, { after: { x: 1, y: 1 } })).toThrow('chain: the point after it is its last')
    expect(() => chain(points, { after: { x: NaN, y: 1 } })).toThrow('chain: after: point 0 must be finite, got (NaN, 1)')
  })
})

// It ran into the end of the next one as if it came from under it, and lost all of its speed.
it.each([['to the right', 1], ['to the left', -1]] as const)('a triangle that is a hair below the row of free lines it lies on slides on, drawn %s', (_, drawn) => {
  const points = [0, 1, 2].map((i) => ({ x: 0.5 * Math.cos((2 * Math.PI * i) / 3), y: 0.5 * Math.sin((2 * Math.PI * i) / 3) }))
  for (const hz of [30, 60, 120]) {
    for (const substeps of whole([1, 2, 4], [1, 4])) {
      for (const depth of [0.0001, 0.0005, 0.001, 0.002]) {
        for (const speed of [5, -5, 20, -20]) {
          const lab = new Lab({ hz, substeps })
          for (let x = -30; x < 30; x++) lab.add(segment(-0.4 * drawn, 0, 0.4 * drawn, 0), 0.8 * x + 0.4, 0, still)
          const body = lab.add(polygon(points), 0.1, 0.25 - depth, { angle: Math.PI / 2, vx: speed, material: { friction: 0 } })
          lab.run(0.5)
          const place = `${hz} Hz, ${substeps} substeps, ${depth} m below, ${speed} m/s`
          expect(Math.abs(lab.vx(body) / speed - 1), place).toBeLessThan(0.01)
          expect(Math.abs(lab.y(body) - 0.25), place).toBeLessThan(0.005)
        }
      }
    }
  }
})
