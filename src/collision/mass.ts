import { PI } from '../math/rotation.ts'
import { computeConvexMass, MassPlace } from './convex-mass.ts'
import { loadConvex, MAX_VERTICES } from './convex.ts'
import type { PolygonPool } from './polygon-pool.ts'
import { ShapeType } from '../../components/shape-type.ts'
import { Geometry } from './geometry.ts'

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
    const square = sizes[offset + Geometry.Radius]! * sizes[offset + Geometry.Radius]!
    out[o + MassPlace.Area] = PI * square
    out[o + MassPlace.X] = 0
    out[o + MassPlace.Y] = 0
    out[o + MassPlace.Inertia] = 0.5 * PI * square * square
    return
  }
  const count = loadConvex(type, sizes, offset, pool, vertices, normals)
  computeConvexMass(vertices, normals, count, sizes[offset + Geometry.Radius]!, out, o)
}
