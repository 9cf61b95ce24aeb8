import type { OwnComponents } from '../../components/index.ts'
import type { PathPool } from '../collision/path-pool.ts'
import type { PolygonPool } from '../collision/polygon-pool.ts'

/** What is left of the physics that was taken off a world, for the next one. */
export interface Remains {
  /** Every component that the engine has made for this world. */
  readonly own: OwnComponents
  /** The points that shapes of this world have, and who holds them. */
  readonly polygons: PolygonPool
  readonly paths: PathPool
  readonly heldPoints: Uint32Array
  readonly heldType: Uint8Array
  /** Which colliders name nobody on purpose, see `Bodies.loose`. */
  readonly loose: Uint8Array
  /** Entities that fit into the arrays of the components. */
  readonly capacity: number
}
