import { ShapeType } from '../../components/shape-type.ts'
import { Pose, POSE_STRIDE } from '../../src/bodies/body-records.ts'
import { collidePair } from '../../src/collision/collide.ts'
import { measureGap } from '../../src/collision/gap.ts'
import { Geometry, GEOMETRY_STRIDE, LINE_STRIDE } from '../../src/collision/geometry.ts'
import { type FeatureIds, PAIR_STRIDE } from '../../src/collision/manifold.ts'
import { POLYGON_STRIDE, type PolygonPool } from '../../src/collision/polygon-pool.ts'
import { AddressTable } from '../../src/kernel/address-table.ts'
import { KernelMemory } from '../../src/kernel/kernel-memory.ts'
import { addressOf, layOut, sizesAt } from '../kernel/collide-tables.ts'
import { pool as shared, type TestPose, type TestShape } from './oracle.ts'

const memory = new KernelMemory()
layOut(memory, 2, 1)
const pair = new Float64Array(PAIR_STRIDE)

function load(collider: number, type: ShapeType, sizes: Float64Array, s: number, pool: PolygonPool | null): void {
  const { f64, u8 } = memory
  u8[addressOf(memory, AddressTable.ShapeType, collider)] = type
  f64.set(sizes.subarray(s, s + GEOMETRY_STRIDE), addressOf(memory, AddressTable.Geometry, collider) >> 3)
  if (type === ShapeType.Segment) f64.set(sizes.subarray(s, s + LINE_STRIDE), addressOf(memory, AddressTable.Lines, collider) >> 3)
  if (type !== ShapeType.Polygon || pool === null) return
  const from = sizes[s + Geometry.Polygon]! * POLYGON_STRIDE
  f64.set(pool.data.subarray(from, from + POLYGON_STRIDE), addressOf(memory, AddressTable.Polygons, collider) >> 3)
  f64[sizesAt(memory, collider) + Geometry.Polygon] = collider
}

/** What the engine makes of two shapes: by the arguments of the same function in `reference/collide.ts`, which is another writing of it. */
export function collideShapes(
  typeA: ShapeType, sizesA: Float64Array, a: number, typeB: ShapeType, sizesB: Float64Array, b: number,
  dx: number, dy: number, cA: number, sA: number, cB: number, sB: number, margin: number,
  out: Float64Array, o: number, ids: FeatureIds, io: number, pool: PolygonPool | null,
): number {
  load(1, typeA, sizesA, a, pool)
  load(2, typeB, sizesB, b, pool)
  pair.set([dx, dy, cA, sA, cB, sB, margin, 0])
  return collidePair(memory, 1, 2, pair, out, o, ids, io)
}

const poses = new Float64Array(3 * POSE_STRIDE)
const found = new Float64Array(1)

/** How far the engine finds two shapes apart, of which the first is put elsewhere by `off`. */
export function gapOfShapes(a: TestShape, poseA: TestPose, b: TestShape, poseB: TestPose, off: readonly [number, number]): number {
  for (const [collider, shape, pose] of [[1, a, poseA], [2, b, poseB]] as const) {
    load(collider, shape.type, shape.sizes, 0, shared)
    const p = collider * POSE_STRIDE
    poses[p + Pose.X] = pose.x
    poses[p + Pose.Y] = pose.y
    poses[p + Pose.Cos] = Math.cos(pose.angle)
    poses[p + Pose.Sin] = Math.sin(pose.angle)
  }
  measureGap(memory, poses, 1, 2, Float64Array.from(off), found)
  return found[0]!
}
