import { expect, test } from 'vitest'
import { largePyramid } from '../../examples/scenes/pyramids.ts'
import { box, maxPenetration } from '../../src/index.ts'
import { Lab, checkBelow } from './lab.ts'

test('a pyramid of 5,050 boxes stands', () => {
  const lab = new Lab()
  const bodies = largePyramid.create().bodies.map((body) => {
    if (body.shape.type !== 'box') throw new Error('the pyramid is made of boxes')
    return lab.add(box(body.shape.halfWidth, body.shape.halfHeight), body.x, body.y, body.kind === 'static' ? { kind: 'static' } : {})
  })
  expect(bodies.length).toBe(5051)
  const places = bodies.map((body) => [lab.x(body), lab.y(body)])
  lab.run(10)
  // It begins without a single impulse: waves run up and down until the lowest rows carry all that is above.
  const up = Math.max(...bodies.map((body, i) => Math.abs(lab.y(body) - places[i]![1]!)))
  const aside = Math.max(...bodies.map((body, i) => Math.abs(lab.x(body) - places[i]![0]!)))
  checkBelow('sag of 100 rows in 10 s, of 100 m', up, 1)
  checkBelow('shear: what moved sideways in 10 s', aside, 0.3)
  checkBelow('overlap in the pyramid', maxPenetration(lab.world), 0.03)
  for (const body of bodies) expect(Math.abs(lab.angle(body))).toBeLessThan(0.03)
  expect(lab.physics.stats.awake, 'it rests').toBe(0)
}, 180_000)
