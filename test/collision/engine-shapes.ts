import { ShapeType } from '../../components/shape-type.ts'
import { collidePair } from '../../src/collision/collide.ts'
import { Geometry, GEOMETRY_STRIDE, LINE_STRIDE } from '../../src/collision/geometry.ts'
import { type FeatureIds, PAIR_STRIDE } from '../../src/collision/manifold.ts'
import { POLYGON_STRIDE, type PolygonPool } from '../../src/collision/polygon-pool.ts'
import { AddressTable } from '../../src/kernel/address-table.ts'
import { KernelMemory } from '../../src/kernel/kernel-memory.ts'
import { addressOf, layOut, sizesAt } from '../kernel/collide-tables.ts'

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
