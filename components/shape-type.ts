/** What kind of shape a collider has: the values of `Shape.type`. */
export enum ShapeType {
  /** No shape was set yet. */
  None = 0,
  Circle = 1,
  Box = 2,
  /** A box that never turns, whatever its body does. */
  Aabb = 3,
  Capsule = 4,
  Polygon = 5,
  Segment = 6,
  Chain = 7,
}
