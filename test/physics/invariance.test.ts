import { describe, expect, test } from 'vitest'
import { aabb, box, capsule, circle, polygon, type ShapeData } from '../../src/index.ts'
import { Lab, check, checkBelow, randomNumbers } from './lab.ts'
import { inner } from '../support/inner.ts'

/** The shapes of the mixed scene, scaled. */
function shapes(s: number): ShapeData[] {
  return [
    circle(0.4 * s),
    box(0.4 * s, 0.3 * s),
    capsule(0.3 * s, 0.2 * s),
    polygon([{ x: -0.4 * s, y: -0.3 * s }, { x: 0.5 * s, y: -0.2 * s }, { x: 0, y: 0.5 * s }], 0.05 * s),
    aabb(0.3 * s, 0.4 * s),
  ]
}

interface Heap {
  lab: Lab
  bodies: number[]
}

/** Thirty bodies of every shape that fall onto each other, at a scale and a place. */
function heap(options: object, scale = 1, x = 0, y = 0, seed = 3): Heap {
  const lab = new Lab(options)
  const random = randomNumbers(seed)
  lab.add(box(20 * scale, scale), x, y - scale, { kind: 'static' })
  for (const side of [-5, 5]) lab.add(box(scale, 9 * scale), x + side * scale, y + 9 * scale, { kind: 'static' })
  const kinds = shapes(scale)
  const bodies: number[] = []
  for (let i = 0; i < 30; i++) {
    const px = x + (((i % 5) - 2) * 1.1 + 0.3 * random()) * scale
    const py = y + (1 + Math.floor(i / 5) * 1.3) * scale
    const setup = { angle: 3 * random(), vx: (random() - 0.5) * 2 * scale, material: { restitution: i % 3 === 0 ? 0.4 : 0 } }
    bodies.push(lab.add(kinds[i % 5]!, px, py, setup))
  }
  return { lab, bodies }
}

/** The farthest that a body of the second world is from where it is in the first, both worlds being stepped. */
function difference(one: Heap, two: Heap, seconds: number, scale: number, x: number, y: number): number {
  let off = 0
  one.lab.run(seconds, () => {
    two.lab.step()
    one.bodies.forEach((body, i) => {
      const other = two.bodies[i]!
      const dx = (two.lab.x(other) - x) / scale - one.lab.x(body)
      const dy = (two.lab.y(other) - y) / scale - one.lab.y(body)
      off = Math.max(off, Math.hypot(dx, dy))
    })
  })
  return off
}

/** Experiments that do not blow up the last digit: a tower, a disc that rolls into it, a sliding box, a bouncing ball. */
function calm(options: object, scale = 1, x = 0, y = 0): Heap {
  const lab = new Lab(options)
  lab.add(box(40 * scale, scale), x, y - scale, { kind: 'static' })
  const bodies = Array.from({ length: 8 }, (_, i) => lab.add(box(0.5 * scale, 0.5 * scale), x, y + (0.5 + i) * scale))
  bodies.push(lab.add(circle(0.4 * scale), x - 3 * scale, y + 0.4 * scale, { vx: 2 * scale }))
  bodies.push(lab.add(box(0.5 * scale, 0.2 * scale), x + 3 * scale, y + 0.2 * scale, { vx: 6 * scale }))
  bodies.push(lab.add(circle(0.5 * scale), x - 9 * scale, y + 4 * scale, { material: { restitution: 0.8 } }))
  return { lab, bodies }
}

describe('a world a thousand meters away looks the same', () => {
  test('for 10 s, where nothing magnifies the last digit', () => {
    const off = difference(calm({}), calm({}, 1, 1000, -1000), 10, 1, 1000, -1000)
    checkBelow('difference after 10 s, 1,000 m away', off, 1e-4)
  })

  test('in a heap, until the collisions have magnified the last digit', () => {
    const off = difference(heap({}), heap({}, 1, 1000, -1000), 0.5, 1, 1000, -1000)
    checkBelow('difference of a heap after 0.5 s, 1,000 m away', off, 1e-6)
    const far = heap({}, 1, 1000, -1000)
    far.lab.run(12)
    expect(inner(far.lab.physics).bodies.awakeCount).toBe(0)
  })
})

describe('lengthUnit', () => {
  test('with a power of two the same run comes out, to the last bit', () => {
    const meters = heap({})
    const units = heap({ lengthUnit: 128 }, 128)
    meters.lab.run(6, () => units.lab.step())
    meters.bodies.forEach((body, i) => {
      const other = units.bodies[i]!
      expect(units.lab.x(other) / 128).toBe(meters.lab.x(body))
      expect(units.lab.y(other) / 128).toBe(meters.lab.y(body))
      expect(units.lab.angle(other)).toBe(meters.lab.angle(body))
    })
    expect(inner(units.lab.physics).bodies.awakeCount).toBe(inner(meters.lab.physics).bodies.awakeCount)
  })

  test('lengthUnit 100 gives the pixel version of the same run', () => {
    const off = difference(calm({}), calm({ lengthUnit: 100 }, 100), 10, 100, 0, 0)
    checkBelow('difference after 10 s at 100 pixels per meter, in meters', off, 1e-4)
    const grown = difference(heap({}), heap({ lengthUnit: 100 }, 100), 0.5, 100, 0, 0)
    checkBelow('difference of a heap after 0.5 s at 100 pixels per meter, in meters', grown, 1e-4)
  })
})

/** Runs an experiment at four step rates and compares what it measures with the value at 240 Hz. */
function compareRates(row: string, tolerance: number, measure: (hz: number) => number): void {
  const reference = measure(240)
  for (const hz of [30, 60, 120]) check(`${row} at ${hz} Hz, against 240 Hz`, measure(hz), reference, tolerance)
}

describe('the same result at 30, 60, 120 and 240 Hz', () => {
  test('where a projectile is', () => {
    compareRates('height of a projectile after 2 s', 0.5 * 9.81 * 2 * (1 / 120), (hz) => {
      const lab = new Lab({ hz })
      const body = lab.add(circle(0.3), 0, 0, { vx: 3, vy: 12 })
      lab.run(2)
      return lab.y(body)
    })
  })

  test('how far a box slides', () => {
    compareRates('sliding distance', 5 / 120 + 0.01, (hz) => {
      const lab = new Lab({ hz })
      lab.floor({ friction: 0.4 })
      const body = lab.add(box(0.5, 0.2), 0, 0.2, { vx: 5, material: { friction: 0.4 } })
      lab.run(4)
      return lab.x(body)
    })
  })

  test('how high a ball bounces', () => {
    // A bounce takes effect at the end of a substep: at 30 Hz up to 8 ms of gravity come off.
    compareRates('bounce height', 0.1, (hz) => {
      const lab = new Lab({ hz })
      lab.floor({ friction: 0 })
      const ball = lab.add(circle(0.5), 0, 3.5, { material: { restitution: 0.8, friction: 0 } })
      let top = 0
      let rising = false
      lab.run(1.6, () => {
        rising ||= lab.vy(ball) > 0
        if (rising) top = Math.max(top, lab.y(ball))
      })
      return top - 0.5
    })
  })

  test('how fast a disc rolls', () => {
    compareRates('speed of a disc after 2 s on an incline', 0.03, (hz) => {
      const a = 0.3
      const lab = new Lab({ hz })
      lab.add(box(200, 1), Math.sin(a), -Math.cos(a), { kind: 'static', angle: a })
      const body = lab.add(circle(0.5), -Math.sin(a) * 0.5, Math.cos(a) * 0.5)
      lab.run(2)
      return lab.speed(body)
    })
  })

  test('where a stack comes to rest', () => {
    compareRates('height of the tenth box', 0.03, (hz) => {
      const lab = new Lab({ hz })
      lab.floor()
      const boxes = Array.from({ length: 10 }, (_, i) => lab.add(box(0.5, 0.5), 0, 0.5 + i * 1.01))
      lab.run(5)
      return lab.y(boxes[9]!)
    })
  })

  // One heap in thirty takes longer, at any rate.
  test('how many heaps are asleep after 10 s', () => {
    for (const hz of [30, 60, 120, 240]) {
      const asleep = [3, 4, 5, 6].filter((seed) => {
        const { lab } = heap({ hz }, 1, 0, 0, seed)
        lab.run(10)
        return inner(lab.physics).bodies.awakeCount === 0
      })
      expect(asleep.length, `${hz} Hz`).toBeGreaterThanOrEqual(3)
    }
  })
})
