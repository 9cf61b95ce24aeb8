import { describe, expect, test } from 'vitest'
import { box, capsule, circle, polygon } from '../../src/index.ts'
import { buildScene } from '../../examples/scenes/build.ts'
import { createRandom } from '../../examples/scenes/random.ts'
import { makePile } from '../../examples/scenes/piles.ts'
import { whole } from '../support/soak.ts'
import { Lab } from './lab.ts'

const penta = polygon([0, 1, 2, 3, 4].map((i) => {
  const angle = (i * 2 * Math.PI) / 5 + Math.PI / 10
  return { x: 0.35 * Math.cos(angle), y: 0.35 * Math.sin(angle) }
}))

/** Metres a second, of the farthest point: what rocks so slowly is asleep in a world that lets bodies sleep, and may keep its swing. */
const QUIET = 0.025

/** How high its origin is above what it stands on, and how far its farthest point is from it. */
const SHAPES = [
  ['box', box(0.3, 0.2), 0.2, Math.hypot(0.3, 0.2)],
  ['plank', box(1, 0.1), 0.1, Math.hypot(1, 0.1)],
  ['pentagon', penta, 0.35 * Math.cos(Math.PI / 5), 0.35],
  ['capsule', capsule(0.3, 0.15), 0.15, 0.45],
] as const

const rough = { friction: 1 }

describe('what rocks on a ball comes to rest and never swings up', () => {
  test.each(SHAPES)('%s', (_, shape, height, extent) => {
    for (const hz of [30, 60, 120]) {
      for (const substeps of whole([1, 4, 16], [1, 4])) {
        for (const held of [true, false]) {
          const lab = new Lab({ allowSleep: false, substeps, hz })
          lab.floor()
          lab.add(circle(0.5), 0, 0.5, { material: rough, ...(held ? { kind: 'static' } : {}) })
          for (const side of [-0.6, 0.6]) lab.add(box(0.1, 0.5), side, 0.5, { kind: 'static', material: rough })
          const body = lab.add(shape, 0, 1 + height, { angular: 0.5, material: rough })
          const widest = (): number => {
            let most = 0
            lab.run(5, () => { most = Math.max(most, Math.abs(lab.w(body))) })
            return most
          }
          lab.run(1)
          const amplitudes = [widest(), widest(), widest()]
          const told = `${hz} Hz, ${substeps} substeps, ${held ? 'on a fixed ball' : 'on a loose one'}: ${amplitudes}`
          expect(amplitudes[1]!, told).toBeLessThanOrEqual(Math.max(amplitudes[0]! * 1.0001 + 1e-5, QUIET / extent))
          expect(amplitudes[2]!, told).toBeLessThanOrEqual(Math.max(amplitudes[1]! * 1.0001 + 1e-5, QUIET / extent))
          // It still lies on the ball.
          expect(lab.y(body), told).toBeGreaterThan(0.95 + height)
        }
      }
    }
  })
})

test('a disc that rolls on the level goes on for ever', () => {
  const lab = new Lab({ allowSleep: false })
  lab.add(box(400, 1), 0, -1, { kind: 'static', material: rough })
  const disc = lab.add(circle(0.5), -300, 0.5, { vx: 5, angular: -10, material: rough })
  lab.run(60)
  expect(lab.vx(disc)).toBeCloseTo(5, 3)
})

test.each([30, 60, 240])('what rolls slowly is not taken for what rocks, at %i Hz', (hz) => {
  for (const speed of [0.06, 0.1, 0.18]) {
    const lab = new Lab({ hz })
    lab.add(box(40, 1), 0, -1, { kind: 'static', material: rough })
    const disc = lab.add(circle(0.5), 0, 0.5, { vx: speed, angular: -2 * speed, material: rough })
    lab.run(10)
    expect(lab.vx(disc) / speed).toBeCloseTo(1, 2)
  }
  // Nor is one that begins to, down a slope of half a degree (a = 2/3 g sin), but for the 0.2 s in which it may be either.
  const lab = new Lab({ hz, gravity: { x: 10 * Math.sin(0.01), y: -10 * Math.cos(0.01) } })
  lab.add(box(40, 1), 0, -1, { kind: 'static', material: rough })
  const disc = lab.add(circle(0.5), 0, 0.5, { material: rough })
  lab.run(5)
  expect(lab.vx(disc) / ((2 / 3) * 10 * Math.sin(0.01) * 5)).toBeGreaterThan(0.96)
  expect(lab.vx(disc) / ((2 / 3) * 10 * Math.sin(0.01) * 5)).toBeLessThan(1.01)
})

test('a ball that rolls down another one takes the work of gravity', () => {
  // v² = 4/3 g h for a rolling disc, until it leaves: looked at before.
  const lab = new Lab({ allowSleep: false, gravity: { x: 0, y: -10 } })
  lab.add(circle(5), 0, -5, { kind: 'static', material: { friction: 10 } })
  const ball = lab.add(circle(0.5), 0.55, Math.sqrt(5.5 * 5.5 - 0.55 * 0.55) - 5, { material: { friction: 10 } })
  const top = lab.y(ball)
  while (lab.x(ball) < 2.2) lab.step()
  const speed = lab.speed(ball)
  expect(speed * speed).toBeCloseTo((4 / 3) * 10 * (top - lab.y(ball)), 0)
  expect(Math.abs((speed * speed) / ((4 / 3) * 10 * (top - lab.y(ball))) - 1)).toBeLessThan(0.02)
})

test('a plank that rocks on a ball is at rest within 20 s', () => {
  const lab = new Lab()
  lab.floor()
  lab.add(circle(0.5), 0, 0.5, { kind: 'static', material: rough })
  const plank = lab.add(box(1, 0.12), 0, 1.12, { angular: 0.3, material: rough })
  lab.run(20)
  let most = 0
  lab.run(3, () => { most = Math.max(most, Math.abs(lab.w(plank))) })
  expect(most).toBeLessThan(0.05)
})

/** Piles in which one body flickered between two manifolds and kept all awake, or rocked on two points. */
test.each([['triangle', 0.3, 3], ['capsule', 0.6, 1], ['rounded', 0.3, 3], ['mixed', 0.6, 7]] as const)(
  'a pile of shape %s, e %s, seed %s, sleeps within 14 s', (shape, restitution, seed) => {
    const pile = makePile({ shape, restitution, friction: 0.5, gravity: 10, sizes: 1, densities: 1, ground: 'plane', count: 200, seed })
    const built = buildScene(pile)
    for (let i = 0; i < 14 * 60 && (i < 120 || built.physics.stats.awake > 0); i++) built.step()
    expect(built.physics.stats.awake).toBe(0)
  })

/** Of rounded boxes half of the piles on a chain at 30 Hz never slept: two rocked on each other. */
test('most piles of rounded boxes on a chain sleep at 30 Hz', () => {
  let late = 0
  for (let seed = 1; seed <= 8; seed++) {
    const built = buildScene(makePile({ shape: 'rounded', restitution: 0, friction: 2, gravity: 10, sizes: 1, densities: 1, ground: 'chain', count: 200, seed }), { dt: 1 / 30 })
    for (let i = 0; i < 12 * 30; i++) built.step()
    if (built.physics.stats.awake > 0) late++
  }
  expect(late).toBeLessThan(3)
})

test('most piles of boxes without friction come to rest, and do not swing on the corners of others for good', () => {
  const slick = { friction: 0 }
  let moving = 0
  for (let seed = 1; seed <= 8; seed++) {
    const lab = new Lab({ allowSleep: true })
    const random = createRandom(seed)
    lab.floor()
    for (const side of [-1, 1]) lab.add(box(1, 20), side * 5, 20, { kind: 'static', material: slick })
    const bodies = Array.from({ length: 60 }, (_, i) => (
      lab.add(box(0.4, 0.3), ((i % 4) - 1.5) * 1.9 + 0.2 * random(), 1 + Math.floor(i / 4) * 1.2, { angle: 6 * random(), material: slick })
    ))
    lab.run(14)
    if (bodies.some((body) => Math.hypot(lab.vx(body), lab.vy(body)) > 0.01)) moving++
  }
  // 27 of 60; with normals from the beginning of the step 13 of 16.
  expect(moving).toBeLessThanOrEqual(5)
})
