import type { RareColumns } from '../../components/index.ts'

/**
 * The numbers of components as they were taken in, to notice plain writes. They lie in the columns of their components: of an entity
 * that came after these had grown last nothing was ever set, and what it was taken in with are the numbers they begin with.
 */
export class KnownValues {
  /** By body: from which its mass data was made. */
  mass!: Float64Array
  inertia!: Float64Array
  centerX!: Float64Array
  centerY!: Float64Array
  density!: Float64Array
  /** By collider: for which its pairs were searched. */
  category!: Int32Array
  mask!: Int32Array
  group!: Int32Array

  constructor({ Mass, Material, CollisionFilter }: RareColumns) {
    Mass.define(this, 'mass', 'f64')
    Mass.define(this, 'inertia', 'f64')
    Mass.define(this, 'centerX', 'f64', 1, NaN)
    Mass.define(this, 'centerY', 'f64', 1, NaN)
    Material.define(this, 'density', 'f64', 1, 1)
    CollisionFilter.define(this, 'category', 'i32', 1, 1)
    CollisionFilter.define(this, 'mask', 'i32', 1, -1)
    CollisionFilter.define(this, 'group', 'i32')
  }
}
