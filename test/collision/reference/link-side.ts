import { Geometry, LinkSides, LINE_STRIDE } from '../../../src/collision/geometry.ts'

/** A two-sided link as the one-sided link that faces the other shape: see {@link faceLink}. */
export const facing = new Float64Array(LINE_STRIDE)

/**
 * Writes the two-sided link at `sizes[a]` to `facing`, drawn so that the point at `middle`, in the frame of the link, is
 * on its left.
 *
 * Beside the link's ends it is the corner there that has two sides, not the line: at a corner that stands out to the left
 * whatever is on the left of one of the two links is on the left of the chain, at one that stands back whatever is on the
 * left of both. So neighbors agree about a shape at their joint.
 */
export function faceLink(sizes: Float64Array, a: number, middle: Float64Array): void {
  const x1 = sizes[a + Geometry.X1]!
  const y1 = sizes[a + Geometry.Y1]!
  const x2 = sizes[a + Geometry.X2]!
  const y2 = sizes[a + Geometry.Y2]!
  const ex = x2 - x1
  const ey = y2 - y1
  const ax = middle[0]! - x1
  const ay = middle[1]! - y1
  let left = ex * ay - ey * ax >= 0
  const along = ex * ax + ey * ay
  if (along < 0) {
    const px = x1 - sizes[a + Geometry.PreviousX]!
    const py = y1 - sizes[a + Geometry.PreviousY]!
    const neighbor = px * ay - py * ax >= 0
    left = atCorner(left, neighbor, px * ey - py * ex)
  } else if (along > ex * ex + ey * ey) {
    const nx = sizes[a + Geometry.NextX]! - x2
    const ny = sizes[a + Geometry.NextY]! - y2
    const neighbor = nx * (middle[1]! - y2) - ny * (middle[0]! - x2) >= 0
    left = atCorner(left, neighbor, ex * ny - ey * nx)
  }
  facing[0] = left ? x1 : x2
  facing[1] = left ? y1 : y2
  facing[2] = sizes[a + Geometry.Radius]!
  facing[3] = LinkSides.Left
  facing[4] = left ? x2 : x1
  facing[5] = left ? y2 : y1
  facing[8] = sizes[a + (left ? Geometry.PreviousX : Geometry.NextX)]!
  facing[9] = sizes[a + (left ? Geometry.PreviousY : Geometry.NextY)]!
  facing[10] = sizes[a + (left ? Geometry.NextX : Geometry.PreviousX)]!
  facing[11] = sizes[a + (left ? Geometry.NextY : Geometry.PreviousY)]!
}

/** Whether what is on the left of a link, or of its neighbor, is on the left of their corner. At a bare end the link alone says so. */
function atCorner(left: boolean, neighbor: boolean, turn: number): boolean {
  if (turn < 0) return left || neighbor
  return turn > 0 ? left && neighbor : left
}
