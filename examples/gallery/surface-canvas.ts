import { css, type Color } from './color.ts'
import type { Camera } from './camera.ts'
import { EDGE, FILL, STRIDE, type InstanceBatch, type PolygonBatch } from './instances.ts'
import type { Surface } from './surface.ts'

/** Bodies smaller than this many pixels are drawn as upright squares. */
const TINY = 1.6
/** From this half size in pixels on, bodies get an edge; smaller ones are drawn a little too small instead. */
const EDGED = 7
const GAP = 0.4
/** Shapes in one path: the time of a path grows faster than their number. */
const CHUNK = 128

/**
 * The same picture without a graphics card. Instances of one color are one path,
 * because changing the color costs more than drawing a body.
 */
export class CanvasSurface implements Surface {
  readonly kind = 'canvas'
  private camera!: Camera
  private ratio = 1
  /** A picture of the last still batch, and what it shows. */
  private readonly picture = document.createElement('canvas')
  private pictured = ''
  private picturedBatch: InstanceBatch | null = null
  private context: CanvasRenderingContext2D
  private readonly styles = new Map<Color, string>()
  private readonly groups = new Map<number, number[]>()

  constructor(private readonly canvas: HTMLCanvasElement, private readonly screen: CanvasRenderingContext2D) {
    this.context = screen
  }

  begin(camera: Camera, pixelRatio: number): void {
    const { canvas, context } = this
    this.camera = camera
    this.ratio = pixelRatio
    const width = Math.round(camera.width * pixelRatio)
    const height = Math.round(camera.height * pixelRatio)
    if (canvas.width !== width) canvas.width = width
    if (canvas.height !== height) canvas.height = height
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.clearRect(0, 0, width, height)
  }

  drawInstances(batch: InstanceBatch): void {
    if (batch.still && batch.count > 100) this.drawPicture(batch)
    else this.paint(batch)
  }

  /** Draws the batch by way of a picture, which is painted anew only if the camera or the batch changed. */
  private drawPicture(batch: InstanceBatch): void {
    const { camera, canvas, picture, screen } = this
    const shown = [camera.x, camera.y, camera.scale, canvas.width, canvas.height, batch.version].join()
    const context = picture.getContext('2d')
    if (context === null) return this.paint(batch)
    if (shown !== this.pictured || batch !== this.picturedBatch) {
      picture.width = canvas.width
      picture.height = canvas.height
      this.context = context
      this.paint(batch)
      this.context = screen
      this.pictured = shown
      this.picturedBatch = batch
    }
    screen.setTransform(1, 0, 0, 1, 0, 0)
    screen.drawImage(picture, 0, 0)
  }

  private paint(batch: InstanceBatch): void {
    this.group(batch)
    this.toWorld()
    for (const members of this.groups.values()) {
      for (let from = 0; from < members.length; from += CHUNK) {
        this.paintPath(batch, members, from, Math.min(members.length, from + CHUNK))
      }
      members.length = 0
    }
  }

  /** Paints instances of the same colors as one path. */
  private paintPath(batch: InstanceBatch, members: readonly number[], from: number, to: number): void {
    const { context } = this
    const fill = batch.words[members[from] * STRIDE + FILL]
    const edge = batch.words[members[from] * STRIDE + EDGE]
    let largest = 0
    context.beginPath()
    for (let i = from; i < to; i++) largest = Math.max(largest, this.trace(batch, members[i]))
    if (fill !== 0) {
      context.fillStyle = this.style(fill)
      context.fill()
    }
    if (edge !== 0 && (fill === 0 || largest > EDGED)) {
      context.strokeStyle = this.style(edge)
      context.lineWidth = 1 / this.camera.scale
      context.stroke()
    }
  }

  drawPolygons(batch: PolygonBatch): void {
    const { context } = this
    this.toWorld()
    for (let i = 0; i < batch.count; i++) {
      context.beginPath()
      for (let k = batch.starts[i]; k < batch.end(i); k++) {
        context.lineTo(batch.vertices[k * 2], batch.vertices[k * 2 + 1])
      }
      context.closePath()
      context.fillStyle = this.style(batch.fills[i])
      context.fill()
      context.strokeStyle = this.style(batch.edges[i])
      context.lineWidth = 1 / this.camera.scale
      context.stroke()
    }
  }

  /** From here on, coordinates are meters. */
  private toWorld(): void {
    const { camera, ratio, context } = this
    const scale = camera.scale * ratio
    context.setTransform(
      scale, 0, 0, -scale,
      (camera.width / 2) * ratio - camera.x * scale, (camera.height / 2) * ratio + camera.y * scale,
    )
  }

  /** Sorts the visible instances by their colors. */
  private group(batch: InstanceBatch): void {
    const { minX, maxX, minY, maxY } = this.camera
    const { floats, words } = batch
    for (let i = 0; i < batch.count; i++) {
      const at = i * STRIDE
      const reach = floats[at + 4] + floats[at + 5] + floats[at + 6]
      const x = floats[at]
      const y = floats[at + 1]
      if (x + reach < minX || x - reach > maxX || y + reach < minY || y - reach > maxY) continue
      const fill = words[at + FILL]
      // A fill comes with one edge only; what has no fill is told apart by its edge.
      const key = fill !== 0 ? fill : words[at + EDGE] + 4294967296
      let members = this.groups.get(key)
      if (members === undefined) {
        members = []
        this.groups.set(key, members)
      }
      members.push(i)
    }
  }

  /** Adds the outline of one instance to the path; gives its smaller half size in pixels. */
  private trace(batch: InstanceBatch, index: number): number {
    const { context } = this
    const { scale } = this.camera
    const { floats } = batch
    const at = index * STRIDE
    const x = floats[at]
    const y = floats[at + 1]
    const cos = floats[at + 2]
    const sin = floats[at + 3]
    let halfWidth = floats[at + 4]
    let halfHeight = floats[at + 5]
    let radius = floats[at + 6]
    const size = (Math.min(halfWidth, halfHeight) + radius) * scale
    if (size > TINY && size <= EDGED && batch.words[at + FILL] !== 0 && batch.words[at + EDGE] !== 0) {
      const gap = GAP / scale
      if (radius > gap) radius -= gap
      else {
        halfWidth -= gap
        halfHeight -= gap
      }
    }
    if (sin === 0 && radius === 0) {
      context.rect(x - halfWidth, y - halfHeight, 2 * halfWidth, 2 * halfHeight)
    } else if (halfWidth === 0 && halfHeight === 0) {
      if (size < TINY) context.rect(x - radius, y - radius, 2 * radius, 2 * radius)
      else this.traceCircle(x, y, cos, sin, radius, size > 5 && floats[at + 7] === 1)
    } else if (radius === 0) {
      this.traceBox(x, y, cos, sin, halfWidth, halfHeight)
    } else if (halfHeight === 0) {
      this.traceCapsule(x, y, cos, sin, halfWidth, radius, size)
    } else {
      this.traceBox(x, y, cos, sin, halfWidth + radius, halfHeight + radius)
    }
    return size
  }

  private traceCircle(x: number, y: number, cos: number, sin: number, radius: number, marked: boolean): void {
    const { context } = this
    const turn = Math.atan2(sin, cos)
    context.moveTo(x + cos * radius, y + sin * radius)
    context.arc(x, y, radius, turn, turn + 2 * Math.PI)
    if (marked) context.lineTo(x, y)
  }

  private traceBox(x: number, y: number, cos: number, sin: number, halfWidth: number, halfHeight: number): void {
    const { context } = this
    const ax = cos * halfWidth
    const ay = sin * halfWidth
    const bx = -sin * halfHeight
    const by = cos * halfHeight
    context.moveTo(x - ax - bx, y - ay - by)
    context.lineTo(x + ax - bx, y + ay - by)
    context.lineTo(x + ax + bx, y + ay + by)
    context.lineTo(x - ax + bx, y - ay + by)
    context.closePath()
  }

  private traceCapsule(
    x: number, y: number, cos: number, sin: number, halfLength: number, radius: number, size: number,
  ): void {
    if (size < TINY) {
      this.traceBox(x, y, cos, sin, halfLength, Math.max(radius, 0.5 / this.camera.scale))
      return
    }
    const { context } = this
    const turn = Math.atan2(sin, cos)
    context.moveTo(x - cos * halfLength - sin * radius, y - sin * halfLength + cos * radius)
    context.arc(x - cos * halfLength, y - sin * halfLength, radius, turn + Math.PI / 2, turn + 1.5 * Math.PI)
    context.arc(x + cos * halfLength, y + sin * halfLength, radius, turn - Math.PI / 2, turn + Math.PI / 2)
    context.closePath()
  }

  private style(color: Color): string {
    let style = this.styles.get(color)
    if (style === undefined) {
      style = css(color)
      this.styles.set(color, style)
    }
    return style
  }
}
