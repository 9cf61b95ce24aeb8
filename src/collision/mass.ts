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
  const count = loadConvex(type, sizes, offset, pool, vertices, normals)
  computeCoreMass(type, sizes, offset, vertices, normals, count, out, o)
}

/** The same of a shape whose core is at hand. */
export function computeCoreMass(
  type: ShapeType, sizes: Float64Array, offset: number, core: Float64Array, outward: Float64Array, count: number,
  out: Float64Array, o: number,
): void {
  const radius = sizes[offset + Geometry.Radius]!
  if (type !== ShapeType.Circle) {
    computeConvexMass(core, outward, count, radius, out, o)
    return
  }
  const square = radius * radius
  out[o + MassPlace.Area] = PI * square
  out[o + MassPlace.X] = 0
  out[o + MassPlace.Y] = 0
  out[o + MassPlace.Inertia] = 0.5 * PI * square * square
}
