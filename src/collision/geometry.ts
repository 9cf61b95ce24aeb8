/**
 * The geometry record: the sizes of one collider, `GEOMETRY_STRIDE` numbers in a
 * Float64Array, half a cache line of 64 bytes. Lines need more: a record of theirs
 * has `LINE_STRIDE` numbers, of which the first ones are the same. The colliders of
 * a world have both, in two arrays: see `CollisionState.sizesOf`.
 *
 * | slot | circle | box, aabb   | capsule     | polygon | segment              |
 * | ---- | ------ | ----------- | ----------- | ------- | -------------------- |
 * | 0    |        | half width  | half length |         | x1                   |
 * | 1    |        | half height | half length |         | y1                   |
 * | 2    | radius | rounding    | radius      | rounding| radius (usually 0)   |
 * | 3    |        |             |             | handle  | one of `LinkSides`   |
 * | 4, 5 |        |             |             |         | x2, y2               |
 * | 6, 7 |        |             |             |         |                      |
 * | 8, 9 |        |             |             |         | previous point x, y  |
 * |10, 11|        |             |             |         | next point x, y      |
 *
 * Lengths in meters (or whatever `lengthUnit` makes of them), all coordinates
 * relative to the collider's origin. A rounding radius adds to the sizes: a box
 * of half width 1 with rounding 0.1 is 2.2 wide. A capsule lies along the
 * local x axis, or where slot 0 is 0 along the y axis, and is
 * 2 * (half length + radius) long. A polygon's handle points
 * into a `PolygonPool`.
 *
 * A one-sided segment is a link of a chain. It holds back what comes from its
 * left side, seen from point 1 to point 2 (a floor is drawn from left to right),
 * and lets through what comes from the right. The previous and next points tell
 * how the chain goes on; at a bare end of a chain they lead back along the link
 * (previous = point 2, next = point 1). A two-sided link is that, or the
 * same link drawn the other way round, whichever has the other shape on its left.
 */
export const GEOMETRY_STRIDE = 4

/** Numbers in the record of a segment, or of any shape. */
export const LINE_STRIDE = 12

/** Places in a geometry record, by shape: see the table above. */
export enum Geometry {
  HalfWidth = 0,
  HalfHeight = 1,
  HalfLength = 0,
  Radius = 2,
  Polygon = 3,
  Sides = 3,
  X1 = 0,
  Y1 = 1,
  X2 = 4,
  Y2 = 5,
  PreviousX = 8,
  PreviousY = 9,
  NextX = 10,
  NextY = 11,
}

/** From where a segment holds back. */
export enum LinkSides {
  /** A segment of its own, from everywhere. */
  Free = 0,
  /** A link of a chain, from its left. */
  Left = 1,
  /** A link of a two-sided chain. */
  Both = 2,
}
