/** Runs the narrow phase on two test shapes and judges the manifold by the oracle. */
import { expect } from 'vitest'
import { collideShapes } from './engine-shapes.ts'
import { MANIFOLD_STRIDE } from '../../src/collision/manifold.ts'
import { angleOf, axisSeparation, pointCoreDistance, pool, shapeSeparation, worldCore } from './oracle.ts'
import type { Point, TestPose, TestShape } from './oracle.ts'

export interface TestManifold {
  count: number
  nx: number
  ny: number
  points: { x: number, y: number, separation: number, id: number }[]
}

const buffer = new Float64Array(MANIFOLD_STRIDE + 3)
const ids = new Int32Array(4)

export function manifoldOf(a: TestShape, poseA: TestPose, b: TestShape, poseB: TestPose, margin: number): TestManifold {
  buffer.fill(7777)
  ids.fill(7777)
  const count = collideShapes(
    a.type, a.sizes, 0, b.type, b.sizes, 0, poseB.x - poseA.x, poseB.y - poseA.y,
    Math.cos(poseA.angle), Math.sin(poseA.angle), Math.cos(poseB.angle), Math.sin(poseB.angle), margin,
    buffer, 1, ids, 1, pool,
  )
  // `expect` itself costs more than all of this.
  if (buffer[0] !== 7777 || buffer[9] !== 7777 || ids[0] !== 7777 || ids[3] !== 7777) expect.fail('written beside the record')
  const points = []
  for (let i = 0; i < count; i++) {
    const p = 3 + i * 3
    points.push({ x: buffer[p]!, y: buffer[p + 1]!, separation: buffer[p + 2]!, id: ids[1 + i]! })
  }
  return { count, nx: buffer[1]!, ny: buffer[2]!, points }
}

/** Smaller edge of the two shapes decides how much worse than the best axis the chosen one may be. */
export function toleranceOf(a: TestShape, b: TestShape): number {
  return 1e-9 + 3e-3 * Math.min(sizeOf(a), sizeOf(b))
}

function sizeOf(s: TestShape): number {
  let size = s.radius
  for (const [x, y] of s.core) size = Math.max(size, Math.hypot(x - s.core[0]![0], y - s.core[0]![1]))
  return size
}

export function checkManifold(a: TestShape, poseA: TestPose, b: TestShape, poseB: TestPose, margin: number): TestManifold {
  const manifold = manifoldOf(a, poseA, b, poseB, margin)
  const truth = shapeSeparation(a, poseA, b, poseB)
  const tolerance = toleranceOf(a, b)
  const label = `${a.label} ${JSON.stringify(poseA)} against ${b.label} ${JSON.stringify(poseB)}, truth ${truth}`
  if (truth > margin + tolerance) expect(manifold.count, label).toBe(0)
  if (truth < margin - tolerance) expect(manifold.count, label).toBeGreaterThan(0)
  if (manifold.count === 0) return manifold

  const { nx, ny, points } = manifold
  expect(Math.abs(Math.hypot(nx, ny) - 1), label).toBeLessThan(1e-12)
  const least = Math.min(...points.map(p => p.separation))
  expect(Math.abs(least - truth), `${label}, least ${least}`).toBeLessThan(tolerance)

  const coreA = worldCore(a, poseA)
  const coreB = worldCore(b, poseB)
  const along = axisSeparation(coreA, coreB, nx, ny) - a.radius - b.radius
  expect(Math.abs(along - truth), `${label}, axis ${nx} ${ny}`).toBeLessThan(tolerance)

  for (const p of points) {
    expect(p.separation).toBeLessThanOrEqual(margin + 1e-12)
    expect(p.id & ~0xffff).toBe(0)
    const half = p.separation / 2
    const onA: Point = [poseA.x + p.x - nx * half, poseA.y + p.y - ny * half]
    const onB: Point = [poseA.x + p.x + nx * half, poseA.y + p.y + ny * half]
    expect(pointCoreDistance(onA, coreA) - a.radius, `${label} point on A`).toBeLessThan(tolerance)
    expect(pointCoreDistance(onB, coreB) - b.radius, `${label} point on B`).toBeLessThan(tolerance)
  }
  if (points.length === 2) expect(points[0]!.id).not.toBe(points[1]!.id)
  return manifold
}

export { angleOf }
