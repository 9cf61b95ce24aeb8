import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { measureDistance, overlapShapes } from '../../src/collision/distance.ts'
import { containsPoint, measurePointDistance } from '../../src/collision/point.ts'
import { ShapeType } from '../../components/shape-type.ts'
import {
  angleOf, anyPose, anyShape, axisSeparation, pointCoreDistance, pool, shapeSeparation, testBox, testCircle, worldCore, uniform,
} from './oracle.ts'
import type { TestPose, TestShape } from './oracle.ts'

const out = new Float64Array(9)

function pairOf(poseA: TestPose, poseB: TestPose): Float64Array {
  return Float64Array.of(
    poseB.x - poseA.x, poseB.y - poseA.y, Math.cos(poseA.angle), Math.sin(poseA.angle),
    Math.cos(poseB.angle), Math.sin(poseB.angle), 0, 0,
  )
}

function poseRecord(pose: TestPose): Float64Array {
  return Float64Array.of(pose.x, pose.y, Math.cos(pose.angle), Math.sin(pose.angle))
}

function check(a: TestShape, poseA: TestPose, b: TestShape, poseB: TestPose): void {
  const pair = pairOf(poseA, poseB)
  out.fill(7777)
  measureDistance(a.type, a.sizes, 0, b.type, b.sizes, 0, pair, pool, out, 1)
  expect(out[0]).toBe(7777)
  expect(out[8]).toBe(7777)
  const truth = shapeSeparation(a, poseA, b, poseB)
  const label = `${a.label} ${JSON.stringify(poseA)} against ${b.label} ${JSON.stringify(poseB)}`
  expect(Math.abs(out[1]! - truth), `${label}: ${out[1]} is not ${truth}`).toBeLessThan(2e-6)
  expect(Math.abs(Math.hypot(out[2]!, out[3]!) - 1), label).toBeLessThan(1e-9)
  const coreA = worldCore(a, poseA)
  const coreB = worldCore(b, poseB)
  const axis = axisSeparation(coreA, coreB, out[2]!, out[3]!) - a.radius - b.radius
  expect(Math.abs(axis - truth), `${label}: axis`).toBeLessThan(1e-5)
  const onA = pointCoreDistance([poseA.x + out[4]!, poseA.y + out[5]!], coreA) - a.radius
  const onB = pointCoreDistance([poseA.x + out[6]!, poseA.y + out[7]!], coreB) - b.radius
  expect(onA, `${label}: point on A`).toBeLessThan(1e-5)
  expect(onB, `${label}: point on B`).toBeLessThan(1e-5)
  if (truth > 1e-9) expect(Math.hypot(out[6]! - out[4]!, out[7]! - out[5]!)).toBeCloseTo(truth, 5)
  if (Math.abs(truth) > 1e-5) {
    expect(overlapShapes(a.type, a.sizes, 0, b.type, b.sizes, 0, pair, pool), label).toBe(truth < 0)
  }
}

function at(x: number, y: number): Float64Array {
  return pairOf({ x: 0, y: 0, angle: 0 }, { x, y, angle: 0 })
}

describe('distance', () => {
  it('agrees with the oracle for all shapes', () => {
    fc.assert(fc.property(anyShape, anyPose, anyShape, anyPose, check), { numRuns: 2500 })
  })

  it('counts touching as overlap', () => {
    const box = testBox(0.5, 0.5)
    expect(overlapShapes(box.type, box.sizes, 0, box.type, box.sizes, 0, at(1, 0), pool)).toBe(true)
    expect(overlapShapes(box.type, box.sizes, 0, box.type, box.sizes, 0, at(1, 1), pool)).toBe(true)
    expect(overlapShapes(box.type, box.sizes, 0, box.type, box.sizes, 0, at(1.000001, 0), pool)).toBe(false)
    const ball = testCircle(0.5)
    expect(overlapShapes(ball.type, ball.sizes, 0, ball.type, ball.sizes, 0, at(1, 0), pool)).toBe(true)
    expect(overlapShapes(ball.type, ball.sizes, 0, box.type, box.sizes, 0, at(0, 1), pool)).toBe(true)
  })

  it('is infinite for a shape without geometry', () => {
    const box = testBox(1, 1)
    const pair = pairOf({ x: 0, y: 0, angle: 0 }, { x: 0, y: 0, angle: 0 })
    measureDistance(ShapeType.Chain, box.sizes, 0, box.type, box.sizes, 0, pair, pool, out, 0)
    expect(out[0]).toBe(Infinity)
    expect(overlapShapes(box.type, box.sizes, 0, ShapeType.None, box.sizes, 0, pair, pool)).toBe(false)
  })
})

describe('point', () => {
  it('is in a shape exactly when the oracle says so', () => {
    const near = uniform(-4, 4)
    fc.assert(fc.property(anyShape, anyPose, near, near, (s, pose, x, y) => {
      const truth = pointCoreDistance([x, y], worldCore(s, pose)) - s.radius
      const record = poseRecord({ ...pose, angle: angleOf(s, pose) })
      const point = Float64Array.of(0, x, y)
      if (Math.abs(truth) > 1e-9) {
        expect(containsPoint(s.type, s.sizes, 0, record, 0, point, 1, pool)).toBe(truth < 0)
      }
      measurePointDistance(s.type, s.sizes, 0, record, 0, point, 1, pool, out, 0)
      expect(Math.abs(out[0]! - truth)).toBeLessThan(1e-6)
      expect(Math.hypot(out[3]! - x, out[4]! - y)).toBeCloseTo(Math.abs(out[0]!), 6)
    }), { numRuns: 3000 })
  })

  it('on the border counts as inside', () => {
    const box = testBox(1, 2)
    const pose = Float64Array.of(5, 5, 1, 0)
    expect(containsPoint(box.type, box.sizes, 0, pose, 0, Float64Array.of(6, 7), 0, pool)).toBe(true)
    expect(containsPoint(box.type, box.sizes, 0, pose, 0, Float64Array.of(6.0000001, 7), 0, pool)).toBe(false)
  })
})
