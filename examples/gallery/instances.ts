import type { Color } from './color.ts'

/** Values of one instance: x, y, cos, sin, half width, half height, radius, mark, fill, edge. */
export const STRIDE = 10
/** Places of the two colors in `words`. */
export const FILL = 8
export const EDGE = 9

/** An instance with this mark shows a line from its center along its local x axis. */
export const MARKED = 1
export const PLAIN = 0

/**
 * Rounded boxes to draw: one form for everything. A circle has no half sizes, a
 * capsule no half height, a box no radius, a line is a thin capsule.
 */
export class InstanceBatch {
  /** Instances in use. */
  count = 0
  /** Rises when the content changes; a surface uploads it only then. */
  version = 0
  floats = new Float32Array(64 * STRIDE)
  words = new Uint32Array(this.floats.buffer)

  /** A `still` batch hardly ever changes: a surface may keep a picture of it. */
  constructor(readonly still = false) {}

  clear(): void {
    this.count = 0
    this.version++
  }

  push(
    x: number, y: number, cos: number, sin: number,
    halfWidth: number, halfHeight: number, radius: number, mark: number, fill: Color, edge: Color,
  ): void {
    const at = this.count * STRIDE
    if (at === this.floats.length) this.grow()
    const { floats } = this
    floats[at] = x
    floats[at + 1] = y
    floats[at + 2] = cos
    floats[at + 3] = sin
    floats[at + 4] = halfWidth
    floats[at + 5] = halfHeight
    floats[at + 6] = radius
    floats[at + 7] = mark
    this.words[at + FILL] = fill
    this.words[at + EDGE] = edge
    this.count++
  }

  /** A line of the given half thickness, all in meters. */
  pushLine(x1: number, y1: number, x2: number, y2: number, halfThickness: number, color: Color): void {
    const dx = x2 - x1
    const dy = y2 - y1
    const length = Math.hypot(dx, dy)
    const cos = length > 0 ? dx / length : 1
    const sin = length > 0 ? dy / length : 0
    this.push((x1 + x2) / 2, (y1 + y2) / 2, cos, sin, length / 2, 0, halfThickness, PLAIN, color, 0)
  }

  /** A box of which only the outline is drawn. */
  pushFrame(minX: number, minY: number, maxX: number, maxY: number, color: Color): void {
    this.push(
      (minX + maxX) / 2, (minY + maxY) / 2, 1, 0, (maxX - minX) / 2, (maxY - minY) / 2, 0, PLAIN, 0, color,
    )
  }

  private grow(): void {
    const larger = new Float32Array(this.floats.length * 2)
    larger.set(this.floats)
    this.floats = larger
    this.words = new Uint32Array(larger.buffer)
  }
}

/** Convex polygons to draw, already in world coordinates. */
export class PolygonBatch {
  /** x, y of all vertices. */
  readonly vertices: number[] = []
  /** Per polygon: its first vertex. */
  readonly starts: number[] = []
  readonly fills: Color[] = []
  readonly edges: Color[] = []

  clear(): void {
    this.vertices.length = 0
    this.starts.length = 0
    this.fills.length = 0
    this.edges.length = 0
  }

  begin(fill: Color, edge: Color): void {
    this.starts.push(this.vertices.length / 2)
    this.fills.push(fill)
    this.edges.push(edge)
  }

  vertex(x: number, y: number): void {
    this.vertices.push(x, y)
  }

  get count(): number {
    return this.starts.length
  }

  /** One past the last vertex of polygon `index`. */
  end(index: number): number {
    return index + 1 < this.starts.length ? this.starts[index + 1] : this.vertices.length / 2
  }
}
