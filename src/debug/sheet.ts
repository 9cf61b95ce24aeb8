import type { PhysicsWorld } from '../state/world.ts'
import { type DebugBuffers, createDebugBuffers } from './buffers.ts'
import { Circle } from './circle.ts'
import { Palette, debugColors } from './colors.ts'
import type { DebugOptions } from './options.ts'
import { Paint } from './paint.ts'

/** Places of {@link Sheet.sizes}. */
export enum Size {
  Mark = 0,
  Velocity = 1,
  Force = 2,
  FullLoad = 3,
  OriginX = 4,
  OriginY = 5,
}

/** What a collection needs of the options, and where it draws. Numbers are in arrays: as properties they would be boxed anew. */
export class Sheet {
  /** What is the user's, while a collection runs. */
  private world: PhysicsWorld | null = null
  private asked: DebugOptions | null = null
  out: DebugBuffers = createDebugBuffers()
  readonly palette = new Palette()
  /** minX, minY, maxX, maxY. */
  readonly view = new Float64Array(4)
  readonly sizes = new Float64Array(6)
  fills = true
  readonly circle = new Circle()
  /** Where the lists were when the thing at hand was begun. */
  private triangles = 0
  private lines = 0
  private points = 0
  private labels = 0

  get physics(): PhysicsWorld {
    return this.world!
  }

  get options(): DebugOptions {
    return this.asked!
  }

  /** Takes up the options of a collection. */
  begin(physics: PhysicsWorld, options: DebugOptions, out: DebugBuffers): void {
    const { view, sizes, palette } = this
    const { lengthUnit } = physics.settings
    this.world = physics
    this.asked = options
    this.out = out
    this.fills = (options.fill ?? true) && (options.shapes ?? true)
    opacity[0] = options.fillOpacity ?? 0.25
    palette.load(options.colors ?? debugColors, opacity)
    view[0] = options.view?.minX ?? -Infinity
    view[1] = options.view?.minY ?? -Infinity
    view[2] = options.view?.maxX ?? Infinity
    view[3] = options.view?.maxY ?? Infinity
    sizes[Size.Mark] = options.markSize ?? 0.15 * lengthUnit
    sizes[Size.Velocity] = options.velocityScale ?? 0.1
    sizes[Size.Force] = options.forceScale ?? 0.02 * lengthUnit
    sizes[Size.FullLoad] = options.fullLoad ?? 0
    sizes[Size.OriginX] = options.originX ?? 0
    sizes[Size.OriginY] = options.originY ?? 0
    this.circle.divide(Math.ceil((options.arcs ?? 24) / 4) * 4)
  }

  /** Lets go of what is the user's. */
  end(spare: DebugBuffers): void {
    this.world = null
    this.asked = null
    this.out = spare
  }

  /** Begins a thing that {@link keepSeen} may take back. */
  mark(): void {
    const { triangles, lines, points, labels } = this.out
    this.triangles = triangles.count
    this.lines = lines.count
    this.points = points.count
    this.labels = labels.count
  }

  /** Takes back what was drawn since {@link mark} if the box around its lines and points is not in the view. */
  keepSeen(): void {
    const { out, view, sizes } = this
    if (view[0] === -Infinity && view[1] === -Infinity && view[2] === Infinity && view[3] === Infinity) return
    around[0] = around[1] = Infinity
    around[2] = around[3] = -Infinity
    takeIn(out.lines.xy, this.lines * 4, out.lines.count * 4)
    takeIn(out.points.xy, this.points * 2, out.points.count * 2)
    const x = sizes[Size.OriginX]!
    const y = sizes[Size.OriginY]!
    if (around[0]! + x <= view[2]! && around[2]! + x >= view[0]! && around[1]! + y <= view[3]! && around[3]! + y >= view[1]!) return
    out.triangles.count = this.triangles
    out.lines.count = this.lines
    out.points.count = this.points
    out.labels.count = this.labels
  }
}

const opacity = new Float64Array(1)
const around = new Float64Array(4)

function takeIn(xy: Float32Array, begin: number, end: number): void {
  for (let i = begin; i < end; i += 2) {
    around[0] = Math.min(around[0]!, xy[i]!)
    around[1] = Math.min(around[1]!, xy[i + 1]!)
    around[2] = Math.max(around[2]!, xy[i]!)
    around[3] = Math.max(around[3]!, xy[i + 1]!)
  }
}

/** The paint with which something of this paint is filled. */
export function filled(paint: number): number {
  return Paint.Filled + paint
}
