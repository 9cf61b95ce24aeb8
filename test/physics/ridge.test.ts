import { expect, test } from 'vitest'
import { box, chain } from '../../src/index.ts'
import { Lab } from './lab.ts'

/** A chain over a joint in the middle, from which it goes down on both sides with `slope`; drawn so that above is its front. */
function ridge(slope: number) {
  const x = 4 * Math.cos(slope), y = -4 * Math.sin(slope)
  return chain([{ x: -x, y }, { x: 0, y: 0 }, { x, y }])
}

// It sank in by 0.58 m, until the sweep held its middle, and stayed there.
test.each([0.0075, 0.05, 0.25, 0.6])('a box that stands on its corner, pressed 10 mm into a joint, comes out: slope %d', (slope) => {
  const lab = new Lab()
  lab.add(ridge(slope), 0, 0, { kind: 'static', material: { friction: 1 } })
  const body = lab.add(box(0.5, 0.5), 0, Math.SQRT1_2 - 0.01, { angle: Math.PI / 4, motion: { lockRotation: 1 }, material: { friction: 1 } })
  lab.run(1)
  expect(lab.y(body) + Math.abs(lab.x(body)) * Math.tan(slope)).toBeGreaterThan(Math.SQRT1_2 - 1e-3)
})
