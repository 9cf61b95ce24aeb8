import { describe, expect, test } from 'vitest'
import { ShapeType } from '../../components/shape-type.ts'
import { box, capsule, circle, maxPenetration, polygon } from '../../src/index.ts'
import { Lab, check, checkBelow, randomNumbers } from './lab.ts'
import { inner } from '../support/inner.ts'

/** Boxes of a meter upon each other. */
function tower(lab: Lab, count: number, offset = 0): number[] {
  lab.floor()
  return Array.from({ length: count }, (_, i) => lab.add(box(0.5, 0.5), (i % 2 === 0 ? 1 : -1) * offset, 0.5 + i))
}

describe('towers', () => {
  test('ten boxes with the topmost 100 times heavier stand for ten seconds and sink less than a quarter box', () => {
    const lab = new Lab({ allowSleep: false })
    lab.floor()
    const boxes = Array.from({ length: 10 }, (_, i) => lab.add(box(0.5, 0.5), 0, 0.5 + i, { material: { density: i === 9 ? 100 : 1 } }))
    let deepest = 0
    lab.run(10, () => {
      deepest = Math.max(deepest, maxPenetration(lab.world))
    })
    checkBelow('sag under a top 100 times heavier', 9.5 - lab.y(boxes[9]!), 0.25)
    check('it stands upright, x', lab.x(boxes[9]!), 0, 0.05)
    check('it stands upright, angle', lab.angle(boxes[9]!), 0, 0.01)
    checkBelow('deepest overlap under the heavy top', deepest, 0.1)
  })

  test('with sleep switched off a tower of 20 boxes does not lean in a minute', () => {
    const lab = new Lab({ allowSleep: false })
    const boxes = tower(lab, 20)
    lab.run(60)
    checkBelow('lean of a tower of 20 after a minute', Math.abs(lab.x(boxes[19]!)), 1e-3)
    check('its height', lab.y(boxes[19]!), 19.5, 0.1)
  })

  test('a tower of 20 boxes with offsets of ±1 cm does not lean in a minute', () => {
    const lab = new Lab({ allowSleep: false })
    const boxes = tower(lab, 20, 0.01)
    lab.run(5)
    const x = lab.x(boxes[19]!)
    lab.run(55)
    check('lean of a tower with offsets from 5 s to 60 s', lab.x(boxes[19]!), x, 5e-3)
    checkBelow('its lean since the start', Math.abs(lab.x(boxes[19]!) + 0.01), 0.02)
    check('its height', lab.y(boxes[19]!), 19.5, 0.1)
  })

  test.each([7, 8])('a tower of %i boxes upon which another falls stops swaying and sleeps', (count) => {
    for (let offset = 0.04; offset < 0.2; offset += 0.04) {
      const lab = new Lab()
      tower(lab, count, offset / 4)
      const last = lab.add(box(0.5, 0.5), offset, count + 1.5)
      lab.run(8)
      expect(lab.physics.stats.awake, `beside the middle by ${offset}`).toBe(0)
      check('its height', lab.y(last), count + 0.5, 0.02)
    }
  })

  test('a tower of 60 boxes stands, and sleeps', () => {
    const lab = new Lab()
    const boxes = tower(lab, 60)
    lab.run(20)
    checkBelow('lean of a tower of 60', Math.abs(lab.x(boxes[59]!)), 0.05)
    check('its height', lab.y(boxes[59]!), 59.5, 0.6)
    expect(inner(lab.physics).bodies.awakeCount).toBe(0)
  })

  test('a tower of 60 boxes stands for ten seconds with sleep switched off', () => {
    const lab = new Lab({ allowSleep: false })
    const boxes = tower(lab, 60)
    lab.run(10)
    checkBelow('lean of a tower of 60 without sleep', Math.abs(lab.x(boxes[59]!)), 0.05)
    check('its height', lab.y(boxes[59]!), 59.5, 0.6)
  })
})

/**
 * A house of cards: levels of cards of 1 m that lean on each other in pairs, with a flat card over every two pairs.
 * @param degrees Angle of a card against the vertical.
 */
function cardHouse(lab: Lab, levels: number, degrees: number): number[] {
  const thick = 0.01
  const half = 0.5
  const a = (degrees * Math.PI) / 180
  const halfHeight = half * Math.cos(a) + thick * Math.sin(a)
  const halfWidth = half * Math.sin(a) + thick * Math.cos(a)
  const pitch = 4 * halfWidth * 0.98
  const material = { friction: 0.7 }
  lab.floor(material)
  const cards: number[] = []
  let y = 0
  for (let level = 0; level < levels; level++) {
    const pairs = levels - level
    for (let i = 0; i < pairs; i++) {
      const x = (i - (pairs - 1) / 2) * pitch
      cards.push(lab.add(box(thick, half), x - halfWidth, y + halfHeight, { angle: -a, material }))
      cards.push(lab.add(box(thick, half), x + halfWidth, y + halfHeight, { angle: a, material }))
    }
    y += 2 * halfHeight
    for (let i = 0; i < pairs - 1; i++) {
      const x = (i - (pairs - 2) / 2) * pitch
      cards.push(lab.add(box(pitch * 0.495, thick), x, y + thick, { material }))
    }
    y += 2 * thick
  }
  return cards
}

describe('a card house of slender boxes stands', () => {
  for (const [levels, degrees] of [[3, 10], [4, 15], [4, 20], [5, 20], [3, 24]] as const) {
    test(`${levels} levels at ${degrees}°`, () => {
      const lab = new Lab()
      const cards = cardHouse(lab, levels, degrees)
      const before = cards.map((card) => lab.y(card))
      lab.run(10)
      const drop = Math.max(...cards.map((card, i) => before[i]! - lab.y(card)))
      checkBelow(`drop of a card house of ${levels} levels at ${degrees}°`, drop, 0.04)
    })
  }
})

/** A bin with a pile of every shape in it. */
function pile(lab: Lab, count: number, seed = 17): number[] {
  const random = randomNumbers(seed)
  lab.floor()
  for (const x of [-5, 5]) lab.add(box(0.5, 20), x, 20, { kind: 'static' })
  const shapes = [
    () => box(0.2 + 0.2 * random(), 0.2 + 0.2 * random()),
    () => circle(0.2 + 0.15 * random()),
    () => capsule(0.2 + 0.2 * random(), 0.15),
    () => polygon([{ x: -0.3, y: -0.3 }, { x: 0.4, y: -0.2 }, { x: 0.1, y: 0.4 }]),
    () => polygon([0, 1, 2, 3, 4].map((i) => ({ x: 0.35 * Math.cos(1.2566 * i), y: 0.35 * Math.sin(1.2566 * i) }))),
  ]
  return Array.from({ length: count }, (_, i) => lab.add(
    shapes[i % shapes.length]!(), ((i % 9) - 4) + 0.2 * random(), 0.6 + Math.floor(i / 9) * 0.9, { angle: 6 * random() },
  ))
}

/** The largest speed of any point of the bodies. */
function fastest(lab: Lab, bodies: readonly number[]): number {
  const { extent } = inner(lab.physics).bodies
  return Math.max(...bodies.map((body) => lab.speed(body) + Math.abs(lab.w(body)) * extent[body]!))
}

describe('a pile of mixed shapes', () => {
  test('comes to rest and sleeps within 12 s, in five random piles', () => {
    let asleep = 0
    for (let seed = 1; seed <= 5; seed++) {
      const lab = new Lab()
      const bodies = pile(lab, 150, seed)
      let since = NaN
      lab.run(12, () => {
        if (Number.isNaN(since) && inner(lab.physics).bodies.awakeCount === 0) since = lab.time
      })
      if (!Number.isNaN(since)) asleep++
      checkBelow('overlap in the pile', maxPenetration(lab.world), 0.03)
      for (const body of bodies) expect(Math.abs(lab.x(body))).toBeLessThan(4.5)
    }
    expect(asleep, 'piles that sleep').toBe(5)
  })

  test('does not creep for 60 simulated seconds, with sleep switched off', () => {
    for (const seed of [17, 18]) {
      const lab = new Lab({ allowSleep: false })
      const bodies = pile(lab, 60, seed)
      lab.run(20)
      // A free disc rolls on at whatever speed it has: nothing resists rolling here.
      const others = bodies.filter((body) => inner(lab.physics).collision.shapeType[body] !== ShapeType.Circle)
      const places = others.map((body) => [lab.x(body), lab.y(body)])
      let peak = 0
      lab.run(60, () => {
        peak = Math.max(peak, fastest(lab, bodies))
      })
      const creep = Math.max(...others.map((body, i) => Math.hypot(lab.x(body) - places[i]![0]!, lab.y(body) - places[i]![1]!)))
      checkBelow('creep of a pile in 60 s', creep, 0.01)
      checkBelow('peak speed of a resting pile', peak, 0.05)
    }
  })
})

test('no jitter: what rests does not move', () => {
  const lab = new Lab({ allowSleep: false })
  lab.floor()
  const bodies: number[] = []
  for (let row = 0; row < 8; row++) {
    for (let i = 0; i < 8 - row; i++) bodies.push(lab.add(box(0.5, 0.5), i - (7 - row) / 2, 0.5 + row))
  }
  bodies.push(lab.add(circle(0.5), 20, 0.5), lab.add(capsule(0.5, 0.3), 23, 0.3))
  lab.run(10)
  let peak = 0
  lab.run(10, () => {
    peak = Math.max(peak, fastest(lab, bodies))
  })
  checkBelow('peak speed of a resting pyramid', peak, 1e-3)
})

test('bodies that are spawned inside each other part slowly', () => {
  const lab = new Lab({ gravity: {} })
  const bodies = Array.from({ length: 9 }, (_, i) => lab.add(box(0.5, 0.5), (i % 3) * 0.3, Math.floor(i / 3) * 0.3))
  let peak = 0
  lab.run(3, () => {
    peak = Math.max(peak, fastest(lab, bodies))
  })
  checkBelow('speed of what was spawned overlapping', peak, 3)
  checkBelow('overlap after 3 s', maxPenetration(lab.world), 0.01)
})
