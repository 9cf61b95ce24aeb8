import { describe, expect, test } from 'vitest'
import { type ShapeData, box, capsule, circle, getMass, polygon, segment } from '../../src/index.ts'
import { FLOATS, Lab, check, randomNumbers } from './lab.ts'
import { whole } from '../support/soak.ts'

const SHAPES: readonly [string, ShapeData][] = [
  ['circle', circle(0.1)],
  ['box', box(0.1, 0.15)],
  ['capsule', capsule(0.15, 0.06)],
  ['polygon', polygon([{ x: -0.1, y: -0.1 }, { x: 0.15, y: 0 }, { x: -0.1, y: 0.1 }])],
]

const smooth = { friction: 0 }

describe('bullets hit each other', () => {
  for (const speed of [50, 200]) {
    for (const [name, shape] of SHAPES) {
      test(`head-on at ${speed} m/s: ${name}`, () => {
        let passed = 0
        for (let i = 0; i < whole([50], [20])[0]!; i++) {
          const random = randomNumbers(i + 1)
          const lab = new Lab({ gravity: {} })
          // Kept on one line: round shapes that meet off their middles go past each other after it.
          const near = { bullet: true, material: smooth, motion: { lockRotation: 1, lockY: 1 } }
          const left = lab.add(shape, -2 - random(), 0, { ...near, vx: speed })
          const right = lab.add(shape, 2 + random(), 0.05 * (random() - 0.5), { ...near, vx: -speed * (0.5 + random()) })
          lab.run(0.2)
          if (lab.x(left) > lab.x(right)) passed++
        }
        expect(passed).toBe(0)
      })
    }
  }

  test('two of one mass hand over their momentum, whatever their ids', () => {
    for (const sign of [1, -1]) {
      const lab = new Lab({ gravity: {} })
      const setup = { bullet: true, material: { restitution: 1, friction: 0 } }
      const a = lab.add(circle(0.1), -3 * sign, 0, { ...setup, vx: 120 * sign })
      const b = lab.add(circle(0.1), 3 * sign, 0, { ...setup, vx: -60 * sign })
      lab.run(0.2)
      check('momentum of two bullets', lab.vx(a) + lab.vx(b), 60 * sign, 200 * FLOATS)
      expect(sign * (lab.x(b) - lab.x(a))).toBeGreaterThan(0.2)
    }
  })

  test('one that overtakes another does not pass it', () => {
    for (let i = 0; i < 30; i++) {
      const lab = new Lab({ gravity: {} })
      const setup = { bullet: true, material: smooth }
      const ahead = lab.add(circle(0.1), 0, 0, { ...setup, vx: 60 })
      const behind = lab.add(circle(0.1), -1 - i * 0.13, 0, { ...setup, vx: 300 })
      lab.run(0.3)
      expect(lab.x(behind)).toBeLessThan(lab.x(ahead))
    }
  })

  test('two whose ways cross meet only if they are there at the same time', () => {
    const run = (late: number): number => {
      const lab = new Lab({ gravity: {} })
      const setup = { bullet: true, material: smooth }
      const a = lab.add(circle(0.1), -2.02, 0, { ...setup, vx: 240 })
      lab.add(circle(0.1), 0, -2.02 - late, { ...setup, vy: 240 })
      lab.run(0.1)
      return lab.vx(a)
    }
    expect(run(0)).toBeLessThan(200)
    check('speed of a bullet that crossed behind another', run(1), 240, 1e-9)
  })

  test('also a slow or a sleeping one', () => {
    for (const target of [{ vx: 0.1 }, { sleeping: true }]) {
      const lab = new Lab({ gravity: {} })
      const slow = lab.add(box(0.1, 0.5), 0, 0, { ...target, bullet: true, material: smooth })
      const fast = lab.add(circle(0.1), -3, 0, { vx: 250, bullet: true, material: smooth })
      lab.run(0.1)
      expect(lab.x(fast)).toBeLessThan(lab.x(slow))
    }
  })

  test('what one of them hits first holds it back from the other', () => {
    const lab = new Lab({ gravity: {} })
    lab.add(box(0.025, 5), 0, 0, { kind: 'static' })
    const setup = { bullet: true, material: smooth }
    const a = lab.add(circle(0.1), -2, 0, { ...setup, vx: 300 })
    const b = lab.add(circle(0.1), 2, 0, { ...setup, vx: -300 })
    lab.run(0.2, () => {
      expect(lab.x(a)).toBeLessThan(0)
      expect(lab.x(b)).toBeGreaterThan(0)
    })
  })

  test('a row of them stops one after the other, in the same way from either side', () => {
    const run = (sign: number): number[] => {
      const lab = new Lab({ gravity: {} })
      const setup = { bullet: true, material: smooth }
      const row = Array.from({ length: 6 }, (_, i) => lab.add(circle(0.1), sign * (1 + 0.5 * i), 0, { ...setup, vx: -sign * 150 }))
      const last = lab.add(circle(0.1), -sign * 2, 0, { ...setup, vx: sign * 150 })
      lab.run(0.1, () => {
        for (let i = 1; i < row.length; i++) expect(sign * (lab.x(row[i]!) - lab.x(row[i - 1]!))).toBeGreaterThan(0)
        expect(sign * (lab.x(row[0]!) - lab.x(last))).toBeGreaterThan(0)
      })
      return [...row, last].map((body) => sign * lab.x(body))
    }
    run(-1).forEach((x, i) => expect(x).toBeCloseTo(run(1)[i]!, 1))
  })

  test('not those that filters or hooks keep apart', () => {
    for (const how of ['filter', 'filterPair'] as const) {
      const lab = new Lab({ gravity: {} })
      if (how === 'filterPair') lab.physics.hooks.filterPair = () => false
      const setup = { bullet: true, material: smooth, filter: how === 'filter' ? { group: -1 } : {} }
      const a = lab.add(circle(0.1), -2, 0, { ...setup, vx: 200 })
      const b = lab.add(circle(0.1), 2, 0, { ...setup, vx: -200 })
      lab.run(0.1)
      expect(lab.x(a)).toBeGreaterThan(lab.x(b))
    }
  })
})

/** Two bodies meet in space, thin or thick, the left one a bullet. Returns by what part of the momentum of that one theirs changes. */
function lostMomentum(seed: number, line = false): number {
  const random = randomNumbers(seed)
  const lab = new Lab({ gravity: {} })
  const shape = (): ShapeData => {
    const kind = random()
    if (kind < 0.5) return box(0.4 + random(), 0.03 + 0.15 * random())
    if (kind < 0.7) return capsule(0.3 + random(), 0.05 + 0.1 * random())
    return kind < 0.85 ? circle(0.1 + 0.2 * random()) : box(0.2 + 0.2 * random(), 0.2 + 0.2 * random())
  }
  const speed = [10, 40, 120][Math.floor(3 * random())]!
  const spin = [0, 6, 20][Math.floor(3 * random())]!
  const material = { friction: random() < 0.5 ? 0 : 0.6, restitution: random() < 0.5 ? 0 : 0.4 }
  const a = lab.add(shape(), -2 - random(), 0.5 * (random() - 0.5), { bullet: true, material, angle: 6 * random(), vx: speed, angular: spin * (2 * random() - 1) })
  const other = line ? segment(-0.4 - 0.5 * random(), 0, 0.5, 0.1) : shape()
  const b = lab.add(other, 2 * random() - 0.5, 0.5 * (random() - 0.5), { ...line && { mass: { mass: 0.3, inertia: 0.05 } }, material, angle: 6 * random(), vx: random() < 0.5 ? 0 : -speed / 2, angular: spin * (2 * random() - 1) })
  const { Velocity } = lab.physics.components
  const momentum = (axis: 'x' | 'y'): number => [a, b].reduce((sum, body) => sum + getMass(lab.world, body).mass * Velocity[axis][body]!, 0)
  const x = momentum('x'), y = momentum('y')
  lab.run(0.5)
  return Math.hypot(momentum('x') - x, momentum('y') - y) / (getMass(lab.world, a).mass * speed)
}

test('what a bullet is in as a step begins does not hold it: what they have of momentum stays', () => {
  for (let seed = 1; seed <= whole([1000], [60])[0]!; seed++) {
    expect(lostMomentum(seed), `seed ${seed}`).toBeLessThan(1e-5)
    expect(lostMomentum(seed, true), `a line, seed ${seed}`).toBeLessThan(1e-5)
  }
})

test('what nearly all of 300 bullets do in a step does not depend on the order in which they were made', () => {
  const run = (order: readonly number[]): number[] => {
    const lab = new Lab({ gravity: {} })
    const ids: number[] = []
    for (const k of order) {
      const random = randomNumbers(k + 1)
      const flight = 7 * random()
      ids[k] = lab.add(circle(0.05), 40 * random(), 40 * random(), {
        vx: 100 * Math.cos(flight), vy: 100 * Math.sin(flight), bullet: true, material: smooth,
      })
    }
    lab.step()
    return ids.flatMap((id) => [lab.x(id), lab.y(id)])
  }
  const order = Array.from({ length: 300 }, (_, i) => i)
  const straight = run(order)
  // A contact is the same from both sides; but three that meet in a step are solved in the order of their ids.
  const other = run(order.map((k) => order.length - 1 - k))
  expect(other.filter((x, i) => Math.abs(x - straight[i]!) > 1e-6).length).toBeLessThan(18)
})
