import { PI } from '../math/rotation.ts'
import { computeConvexMass } from './convex-mass.ts'
import { loadConvex, MAX_VERTICES } from './convex.ts'
import type { PolygonPool } from './polygon-pool.ts'
import { ShapeType } from '../../components/shape-type.ts'

export { MASS_STRIDE } from './convex-mass.ts'

const vertices = new Float64Array(MAX_VERTICES * 2)
const normals = new Float64Array(MAX_VERTICES * 2)

/**
 * Writes the mass properties of a shape per unit of density to `out` at `o`. A
 * segment without a radius has no area: 0, its middle, 0.
 */
export function computeMass(
  type: ShapeType, sizes: Float64Array, offset: number, pool: PolygonPool | null, out: Float64Array, o: number,
): void {
  if (type === ShapeType.Circle) {
    const square = sizes[offset + 2]! * sizes[offset + 2]!
    out[o] = PI * square
    out[o + 1] = 0
    out[o + 2] = 0
    out[o + 3] = 0.5 * PI * square * square
    return
  }
  const count = loadConvex(type, sizes, offset, pool, vertices, normals)
  computeConvexMass(vertices, normals, count, sizes[offset + 2]!, out, o)
}
