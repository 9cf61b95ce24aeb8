/**
 * Things of one kind to draw, as arrays that a renderer can take as they are. Arrays that are too small are replaced by larger
 * ones; only what `count` tells of is valid.
 */
export class DebugPrimitives {
  /** How many there are. */
  count = 0
  /** x and y of each corner in turn: `2 * corners` numbers each. Unit: length, less the origin of the options. */
  xy: Float32Array
  /** The color of each corner, all the same in one thing: `corners` numbers each. */
  colors: Uint32Array
  /** Corners of each: 1 of a point, 2 of a line, 3 of a triangle. */
  readonly corners: number

  constructor(corners: number) {
    this.corners = corners
    this.xy = new Float32Array(2 * corners * 64)
    this.colors = new Uint32Array(corners * 64)
  }
}

/** Texts to draw, as what they tell: `debugText` makes words of it. */
export class DebugLabels {
  count = 0
  /** x and y of the middle of each, as in {@link DebugPrimitives}. */
  xy = new Float32Array(2 * 64)
  colors = new Uint32Array(64)
  /** What each tells: one of `DebugLabel`. */
  codes = new Uint8Array(64)
  /** And of whom, or how much. */
  values = new Float64Array(64)
}

/** What {@link createDebugBuffers} makes and `collectDebug` fills. It grows when it has to, and allocates nothing from then on. */
export interface DebugBuffers {
  /** To be drawn first. */
  readonly triangles: DebugPrimitives
  readonly lines: DebugPrimitives
  readonly points: DebugPrimitives
  readonly labels: DebugLabels
  /** The largest force of a joint that was looked at, newtons: see `DebugOptions.fullLoad`. */
  mostLoad: number
  /** Queries that were made and are not shown, because there were too many since the last collection. */
  missedQueries: number
}

/** Makes what a drawing is collected in: one for as long as there is something to draw. */
export function createDebugBuffers(): DebugBuffers {
  return {
    triangles: new DebugPrimitives(3), lines: new DebugPrimitives(2), points: new DebugPrimitives(1), labels: new DebugLabels(),
    mostLoad: 0, missedQueries: 0,
  }
}

/** Makes room for one more. */
export function growPrimitives(list: DebugPrimitives): void {
  const xy = new Float32Array(list.xy.length * 2)
  xy.set(list.xy)
  list.xy = xy
  const colors = new Uint32Array(list.colors.length * 2)
  colors.set(list.colors)
  list.colors = colors
}

/** Makes room for one more. */
export function growLabels(labels: DebugLabels): void {
  const size = labels.codes.length * 2
  const { xy, colors, codes, values } = labels
  labels.xy = new Float32Array(size * 2)
  labels.xy.set(xy)
  labels.colors = new Uint32Array(size)
  labels.colors.set(colors)
  labels.codes = new Uint8Array(size)
  labels.codes.set(codes)
  labels.values = new Float64Array(size)
  labels.values.set(values)
}

/** @throws TypeError on what {@link createDebugBuffers} did not make. */
export function checkBuffers(out: DebugBuffers): void {
  if (typeof out === 'object' && out !== null && out.lines instanceof DebugPrimitives && out.triangles instanceof DebugPrimitives &&
    out.points instanceof DebugPrimitives && out.labels instanceof DebugLabels) return
  throw new TypeError('collectDebug: out must be what createDebugBuffers() made. It comes after the options.')
}
