import { createWorld } from 'bitecs'
import { expect, test } from 'vitest'
import { addPhysics, circle, setVelocity, spawnBody, stepPhysics } from '../../src/index.ts'
import { randomNumbers } from './lab.ts'

const DT = 1 / 60

interface Disc { x: number; y: number; vx: number; vy: number; r: number }

/** How near two discs are at a time, if they go on: from surface to surface. */
function gap(a: Disc, b: Disc, time: number): number {
  return Math.hypot(b.x - a.x + time * (b.vx - a.vx), b.y - a.y + time * (b.vy - a.vy)) - a.r - b.r
}

/** The same at the time of the step when they are nearest. */
function leastGap(a: Disc, b: Disc): number {
  const vx = b.vx - a.vx, vy = b.vy - a.vy
  const time = -((b.x - a.x) * vx + (b.y - a.y) * vy) / (vx * vx + vy * vy)
  return gap(a, b, Math.min(Math.max(time, 0), DT))
}

/** Discs of sizes and speeds far apart, a few of which reach far beyond the rest. */
function discs(count: number, next: () => number): Disc[] {
  return Array.from({ length: count }, () => {
    const r = 0.02 + 0.1 * next()
    const speed = next() < 0.03 ? 2000 : 100 * next()
    const turn = 2 * Math.PI * next()
    return { x: -1000 + 20 * next(), y: 500 + 20 * next(), vx: speed * Math.cos(turn), vy: speed * Math.sin(turn), r }
  })
}

test('of many kinematic discs that fly through each other each touch is reported', () => {
  const next = randomNumbers(11)
  let met = 0
  for (let round = 0; round < 10; round++) {
    const all = discs(400, next)
    const world = createWorld()
    const { events, systems } = addPhysics(world)
    const ids = all.map(({ x, y, r }) => spawnBody(world, { shape: circle(r), x, y, type: 'kinematic' }))
    // So late in the step the pair search has not seen where they will be.
    const start = () => all.forEach(({ vx, vy }, i) => setVelocity(world, ids[i]!, vx, vy))
    systems.splice(3, 0, { name: 'Start', run: start })
    stepPhysics(world, DT)
    const reported = new Set<string>()
    for (let i = 0; i < events.contactBegin.count; i++) reported.add(`${events.contactBegin.a[i]} ${events.contactBegin.b[i]}`)
    all.forEach((a, i) => {
      for (let k = i + 1; k < all.length; k++) {
        const b = all[k]!
        // Those that lie apart before and after, and in each other between: only who looks along their ways finds them.
        if (gap(a, b, 0) < 0.1 || gap(a, b, DT) < 0.1 || leastGap(a, b) > -0.02) continue
        met++
        expect(reported, `round ${round}, discs ${i} and ${k}`).toContain(`${ids[i]} ${ids[k]}`)
      }
    })
  }
  expect(met).toBeGreaterThan(500)
})
