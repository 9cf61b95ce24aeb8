/** The kinds of shape, as stored in `Shape.type`. */
export const ShapeType = {
  None: 0,
  Circle: 1,
  /** A box that turns with its body. */
  Box: 2,
  /** A box that never turns: the rotation of its body is ignored. */
  Aabb: 3,
  Capsule: 4,
  Polygon: 5,
  Segment: 6,
  /** Expanded into one-sided segments before it reaches the narrow phase; no geometry of its own. */
  Chain: 7,
} as const

export type ShapeType = (typeof ShapeType)[keyof typeof ShapeType]

/** The number of shape types, for tables. */
export const SHAPE_TYPE_COUNT = 8
