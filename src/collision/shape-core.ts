import { MAX_VERTICES, findMiddle, loadConvex } from './convex.ts'
import { MASS_STRIDE, computeCoreMass } from './mass.ts'
import type { PolygonPool } from './polygon-pool.ts'
import { ShapeType } from '../../components/shape-type.ts'
import { Geometry } from './geometry.ts'

/**
 * The core of one shape in its own frame, what it weighs and how thin it is. It is made only when it is another shape than
 * the one before: most that come at once are alike, and for boxes this was a third of what the engine took to take them in.
 */
export class ShapeCore {
  /** Vertices and outward normals, see {@link loadConvex}. */
  readonly vertices = new Float64Array(MAX_VERTICES * 2)
  readonly normals = new Float64Array(MAX_VERTICES * 2)
  count = 0
  /** Per unit of density: see `MassPlace`. */
  readonly mass = new Float64Array(MASS_STRIDE)
  /** The least distance from the middle of the vertices to an edge, as the only number: 0 for a line. */
  readonly halfWidth = new Float64Array(1)
  /** How often it was made: who has a number of it knows whether it is still the same. */
  made = 0
  private type: ShapeType = ShapeType.None
  /** The sizes that it was made of. */
  private readonly sizes = new Float64Array(3)

  /** Takes up a shape with these sizes. */
  take(type: ShapeType, sizes: Float64Array, offset: number, pool: PolygonPool): void {
    const { sizes: known } = this
    const x = sizes[offset + Geometry.HalfWidth]!
    const y = sizes[offset + Geometry.HalfHeight]!
    const radius = sizes[offset + Geometry.Radius]!
    const same = type === this.type && x === known[0] && y === known[1] && radius === known[2]
    // What has points of its own is more than its sizes.
    if (same && type !== ShapeType.Polygon && type !== ShapeType.Segment) return
    this.made++
    this.type = type
    known[0] = x
    known[1] = y
    known[2] = radius
    this.count = loadConvex(type, sizes, offset, pool, this.vertices, this.normals)
    computeCoreMass(type, sizes, offset, this.vertices, this.normals, this.count, this.mass, 0)
    this.halfWidth[0] = halfWidth(this.count, this.vertices, this.normals)
  }
}

const middle = new Float64Array(2)

function halfWidth(count: number, vertices: Float64Array, normals: Float64Array): number {
  if (count < 3) return 0
  findMiddle(count, vertices, middle)
  const x = middle[0]!
  const y = middle[1]!
  let least = Infinity
  for (let i = 0; i < count; i++) {
    const distance = normals[2 * i]! * (vertices[2 * i]! - x) + normals[2 * i + 1]! * (vertices[2 * i + 1]! - y)
    least = Math.min(least, distance)
  }
  return least
}
