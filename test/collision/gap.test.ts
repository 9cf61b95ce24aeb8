import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gapOfShapes } from './engine-shapes.ts'
import { anyPose, anyShape, shapeSeparation, testCircle, testLink } from './oracle.ts'

const off = fc.tuple(fc.double({ min: -2, max: 2, noNaN: true }), fc.double({ min: -2, max: 2, noNaN: true }))

test('the gap of two shapes that stand is that of the oracle, wherever the first one is put', () => {
  fc.assert(fc.property(anyShape, anyPose, anyShape, anyPose, off, (a, poseA, b, poseB, [x, y]) => {
    const truth = shapeSeparation(a, { ...poseA, x: poseA.x + x, y: poseA.y + y }, b, poseB)
    expect(Math.abs(gapOfShapes(a, poseA, b, poseB, [x, y]) - truth), `${a.label} and ${b.label}`).toBeLessThan(2e-6)
  }), { numRuns: 2500 })
})

test('what is behind a link that holds on one side is infinitely far', () => {
  const floor = testLink([-2, 0], [-1, 0], [1, 0], [2, 0])
  const at = { x: 0, y: 0, angle: 0 }
  expect(gapOfShapes(testCircle(0.5), { ...at, y: 2 }, floor, at, [0, 0])).toBe(1.5)
  expect(gapOfShapes(testCircle(0.5), { ...at, y: 2 }, floor, at, [0, -4])).toBe(Infinity)
})
