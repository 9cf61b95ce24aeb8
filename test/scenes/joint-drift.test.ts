import { expect, test } from 'vitest'
import { measureDrift } from '../../bench/harness/joint-drift.ts'
import { measureOverlaps } from '../../bench/harness/overlaps.ts'
import type { BodyData, JointData, Scene } from '../../examples/scenes/types.ts'

/** What the bench and the tests of scenes judge joints by, against poses that were worked out by hand. */

const box = { type: 'box', halfWidth: 0.5, halfHeight: 0.5 } as const
/** The second began a quarter turn round. */
const bodies: readonly BodyData[] = [{ x: 0, y: 0, shape: box }, { x: 3, y: 0, angle: Math.PI / 2, shape: box }]

function drift(joint: JointData, x: number, y: number, angle: number): number {
  const scene = { bodies, joints: [joint] } as unknown as Scene
  const poses = Float64Array.of(0, 0, 1, 0, x, y, Math.cos(angle), Math.sin(angle))
  return measureDrift(scene, poses).most
}

const ends = { a: 0, b: 1 }

test('a hinge: the distance of its anchors', () => {
  const hinge: JointData = { type: 'revolute', ...ends, x: 1, y: 0 }
  expect(drift(hinge, 3, 0, Math.PI / 2)).toBeCloseTo(0, 12)
  // Turned half round about the hinge.
  expect(drift(hinge, -1, 0, 1.5 * Math.PI)).toBeCloseTo(0, 12)
  expect(drift(hinge, 3.3, 0.4, Math.PI / 2)).toBeCloseTo(0.5, 12)
})

test('a rod by its length, a rope only where it is too long, a spring never', () => {
  const rod: JointData = { type: 'distance', ...ends, from: { x: 0, y: 0 }, to: { x: 3, y: 0 } }
  expect(drift(rod, 0, 2.5, 0)).toBeCloseTo(0.5, 12)
  expect(drift({ ...rod, limit: { lower: 0, upper: 3 } }, 0, 2.5, 0)).toBe(0)
  expect(drift({ ...rod, limit: { lower: 0, upper: 3 } }, 0, 3.25, 0)).toBeCloseTo(0.25, 12)
  expect(drift({ ...rod, spring: { hertz: 1, dampingRatio: 0 } }, 0, 9, 0)).toBe(0)
})

test('a slide: off its axis, or beyond its limits', () => {
  const slide: JointData = { type: 'prismatic', ...ends, x: 3, y: 0, axis: { x: 0, y: 2 } }
  expect(drift(slide, 3, 7, Math.PI / 2)).toBeCloseTo(0, 12)
  expect(drift(slide, 3.2, 7, Math.PI / 2)).toBeCloseTo(0.2, 12)
  expect(drift({ ...slide, limit: { lower: -1, upper: 1 } }, 3, 1.4, Math.PI / 2)).toBeCloseTo(0.4, 12)
})

test('a pulley: only where its rope is too long', () => {
  const pulley: JointData = {
    type: 'pulley', ...ends, from: { x: 0, y: 0 }, to: { x: 3, y: 0 }, groundA: { x: 0, y: 4 }, groundB: { x: 3, y: 4 }, ratio: 2,
  }
  expect(drift(pulley, 3, 1, Math.PI / 2)).toBe(0)
  expect(drift(pulley, 3, -1, Math.PI / 2)).toBeCloseTo(2, 12)
})

test('what a joint holds, or a filter lets through, does not overlap', () => {
  const two: readonly BodyData[] = [{ x: 0, y: 0, shape: box }, { x: 0.75, y: 0, shape: box }]
  const poses = Float64Array.of(0, 0, 1, 0, 0.75, 0, 1, 0)
  const hinge: JointData = { type: 'revolute', ...ends, x: 0.4, y: 0 }
  expect(measureOverlaps(two, poses).maxPenetration).toBeCloseTo(0.25, 12)
  expect(measureOverlaps(two, poses, [hinge]).overlaps).toBe(0)
  expect(measureOverlaps(two, poses, [{ ...hinge, collideConnected: true }]).overlaps).toBe(1)
  expect(measureOverlaps(two.map((body) => ({ ...body, filter: { category: 2, mask: 1 } })), poses).overlaps).toBe(0)
})
