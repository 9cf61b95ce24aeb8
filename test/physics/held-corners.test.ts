/** What holds a body at its corner goes on holding it: light bodies under heavy ones, with corners in seams, never came to rest. */
import { expect, test } from 'vitest'
import { box, polygon } from '../../src/index.ts'
import { buildScene } from '../../examples/scenes/build.ts'
import { makePile } from '../../examples/scenes/piles.ts'
import { whole } from '../support/soak.ts'
import { Lab } from './lab.ts'

const triangle = polygon([{ x: 0.65, y: 0 }, { x: -0.325, y: 0.5629 }, { x: -0.325, y: -0.5629 }])

test.each(whole([[1, 0], [1, 0.6], [2, 0], [4, 0.6], [16, 0.6]], [[1, 0], [1, 0.6]]))(
  'a triangle over a whole tile is held by that, too: %i substeps, restitution %d',
  (substeps, restitution) => {
    for (const depth of [0.02, 0.05, 0.08, 0.1]) {
      const lab = new Lab({ substeps, gravity: { x: 0, y: -10 } })
      const material = { restitution, friction: 0.5 }
      for (let x = 3.5; x < 9; x++) lab.add(box(0.5, 0.5), x, -0.5, { kind: 'static', material })
      // Its lower side goes over the corner at (6, 0) and ends within the floor, beyond the next one at (7, 0).
      const tilt = Math.atan(depth)
      const [c, s] = [Math.cos(tilt), Math.sin(tilt)]
      const [along, up] = [0.4670, 0.325]
      const body = lab.add(triangle, 6 + along * c + up * s, up * c - along * s, { angle: Math.PI / 2 - tilt, material })
      lab.run(3)
      // Held by the corner before it alone it tipped 12 cm into the floor, was put up, and tipped again.
      const about = `${depth} m deep`
      expect(lab.y(body), about).toBeGreaterThan(0.32)
      expect(lab.speed(body), about).toBeLessThan(0.02)
    }
  })

/** Without those impulses 5 of 72 such piles never slept, two of these with mixed shapes that bounce. */
test.each(whole(
  [
    ['mixed', 'tiles', 0.6, [1, 2, 3, 4, 5, 6, 7, 8], 1], ['mixed', 'tiles', 0.1, [6], 0], ['mixed', 'tiles', 0, [6], 0],
    ['triangle', 'plane', 0.6, [4], 0], ['mixed', 'plane', 0.3, [3], 0],
  ] as const,
  [['mixed', 'tiles', 0.6, [1, 2, 3, 4, 5, 6, 7, 8], 1], ['triangle', 'plane', 0.6, [4], 0]] as const,
))('piles of shape %s on %s, e %d, seeds %j, half of each 50 times as dense, sleep within 14 s, but for %i', (shape, ground, restitution, seeds, most) => {
  const late = seeds.filter((seed) => {
    const built = buildScene(makePile({ shape, ground, restitution, seed, friction: 0.5, gravity: 10, sizes: 1, densities: 50, count: 200 }))
    for (let i = 0; i < 14 * 60 && (i < 120 || built.physics.stats.awake > 0); i++) built.step()
    return built.physics.stats.awake > 0
  })
  expect(late.length, `seeds ${late.join(', ')}`).toBeLessThanOrEqual(most)
})
