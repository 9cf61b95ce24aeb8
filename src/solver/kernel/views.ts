/** One memory, seen as numbers of three kinds. */
export interface SolverViews {
  readonly f32: Float32Array
  readonly i32: Int32Array
  readonly f64: Float64Array
}
