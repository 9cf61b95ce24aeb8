import { expect, test } from 'vitest'
import { circle, box, setVelocity } from '../../src/index.ts'
import { Lab } from './lab.ts'

/** How far above its place in the stack any body comes after the stack was hit from below, in metres. */
function hop(count: number, round: boolean, speed: number, lift: boolean): number {
  const lab = new Lab({ allowSleep: false, gravity: { x: 0, y: -10 } })
  const ground = lab.add(box(20, 1), 0, -1, { kind: lift ? 'kinematic' : 'static' })
  const bodies = Array.from({ length: count }, (_, i) => lab.add(round ? circle(0.5) : box(0.5, 0.5), 0, i + (lift ? 0.5 : 0.6), { vy: lift ? 0 : -speed }))
  let most = 0
  if (lift) lab.run(0.5)
  for (let i = 0; i < 100; i++) {
    if (lift) setVelocity(lab.world, ground, 0, speed)
    lab.step()
    // It lands within the first tenth of a second.
    if (i > 6) bodies.forEach((body, place) => { most = Math.max(most, lab.y(body) - lab.y(ground) - 1.5 - place) })
  }
  return most
}

// Nothing in it bounces. 10 boxes that fell at 10 m/s sprang up by 3.4 m, 20 at 5 m/s by 0.94.
test.each([[10, 10, 1.1], [20, 5, 0.05], [5, 5, 0.25]])('a stack of %i that lands at %d m/s hardly springs up', (count, speed, most) => {
  for (const round of [false, true]) expect(hop(count, round, speed, false), round ? 'circles' : 'boxes').toBeLessThan(most)
})

test('nor does one on a lift that starts at once', () => {
  expect(hop(10, false, 5, true)).toBeLessThan(0.25)
})
