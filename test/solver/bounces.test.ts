import { expect, test } from 'vitest'
import { buildScene } from '../../examples/scenes/build.ts'
import { makePile } from '../../examples/scenes/piles.ts'
import { circle } from '../../src/index.ts'
import { Lab } from '../physics/lab.ts'
import { inner } from '../support/inner.ts'

test('every one of many balls that hit in the first step bounces, also where the list of bounces had to grow', () => {
  for (const count of [63, 64, 65, 66, 130, 300]) {
    const lab = new Lab({ gravity: {} })
    lab.floor({ restitution: 1, friction: 0 }, 1000)
    const material = { restitution: 1, friction: 0 }
    const balls = Array.from({ length: count }, (_, i) => lab.add(circle(0.5), i * 1.5 - 200, 0.501, { vy: -10, material }))
    lab.step()
    for (const ball of balls) expect(lab.vy(ball)).toBeCloseTo(10, 4)
  }
})

/** Visits of hits in a step, as a part of the contacts. */
function visitsPerContact(count: number, shape: 'box' | 'mixed', restitution: number, steps: number): number {
  const scene = makePile({ shape, restitution, friction: 0.5, gravity: 10, sizes: 1, densities: 1, ground: 'plane', count, seed: 3 })
  // All of it comes down at once.
  const { physics, step } = buildScene({ ...scene, bodies: scene.bodies.map((body) => (body.kind === 'static' ? body : { ...body, vy: -40 })) })
  const { impacts } = inner(physics).solver.rows
  let [visits, contacts] = [0, 0]
  for (let i = 0; i < steps; i++) {
    step()
    visits += impacts.visits
    contacts += physics.stats.contacts
  }
  return visits / contacts
}

/** Measured: 17.5 and 8.7 visits for a contact and step. */
test.each([['box', 20], ['mixed', 10]] as const)('a splash of many %s bodies looks at a hit few times', (shape, most) => {
  expect(visitsPerContact(800, shape, 0.6, 40)).toBeLessThan(most)
})

test('what hits alone is looked at once', () => {
  const lab = new Lab({ gravity: {} })
  lab.floor({ restitution: 1, friction: 0 }, 1000)
  for (let i = 0; i < 300; i++) lab.add(circle(0.5), i * 1.5 - 200, 0.501, { vy: -10, material: { restitution: 0.5, friction: 0 } })
  lab.step()
  expect(inner(lab.physics).solver.rows.impacts.visits).toBe(300)
})

test('where hundreds hit at once, cradles of five balls are as exact as one alone', () => {
  const lab = new Lab({ gravity: {}, allowSleep: false })
  const material = { restitution: 1, friction: 0 }
  const rows = Array.from({ length: 150 }, (_, row) => (
    Array.from({ length: 5 }, (__, i) => lab.add(circle(0.5), i, row * 3, { vx: i === 0 ? 3 : 0, material }))
  ))
  for (let i = 0; i < 5; i++) lab.step()
  for (const balls of rows) balls.forEach((ball, i) => { expect(lab.vx(ball)).toBeCloseTo(i === 4 ? 3 : 0, 4) })
})
