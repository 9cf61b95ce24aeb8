import { expect, test } from 'vitest'
import { largePyramid } from '../../examples/scenes/pyramids.ts'
import { box, maxPenetration } from './engine.ts'
import { Lab, check, checkBelow } from './lab.ts'

test('a pyramid of 5,050 boxes stands', () => {
  const lab = new Lab()
  const bodies = largePyramid.create().bodies.map((body) => {
    if (body.shape.type !== 'box') throw new Error('the pyramid is made of boxes')
    return lab.add(box(body.shape.halfWidth, body.shape.halfHeight), body.x, body.y, body.kind === 'static' ? { kind: 'static' } : {})
  })
  expect(bodies.length).toBe(5051)
  const places = bodies.map((body) => [lab.x(body), lab.y(body)])
  lab.run(2.5)
  const moved = (i: number) => Math.hypot(lab.x(bodies[i]!) - places[i]![0]!, lab.y(bodies[i]!) - places[i]![1]!)
  const sideways = Math.max(...bodies.map((body, i) => Math.abs(lab.x(body) - places[i]![0]!)))
  check('sag of the top of 100 rows', moved(5050), 0, 0.5)
  checkBelow('what moved sideways', sideways, 0.02)
  checkBelow('overlap in the pyramid', maxPenetration(lab.world), 0.03)
  const before = lab.y(bodies[5050]!)
  lab.run(0.5)
  checkBelow('speed of the top of the pyramid', Math.abs(lab.y(bodies[5050]!) - before) / 0.5, 0.01)
})
