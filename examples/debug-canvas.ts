// Draws what collectDebug found onto a 2D canvas: copy it. Lines of one color that follow each other are one path, which is quick.
import { type DebugBuffers, debugText } from '../src/debug/index.ts'

/** Where things are on the canvas: pixel = scale * world + offset. With y up, scaleY is negative. */
export interface DebugTransform {
  readonly scaleX: number
  readonly scaleY: number
  readonly offsetX: number
  readonly offsetY: number
}

/** Lines of a path at most: the time of a path grows faster than their number. */
const CHUNK = 256

const styles = new Map<number, string>()

/** A number of 32 bits, red in the lowest byte and alpha in the highest, as the canvas wants it. */
function styleOf(color: number): string {
  let style = styles.get(color)
  if (style === undefined) {
    style = `rgba(${color & 255},${(color >>> 8) & 255},${(color >>> 16) & 255},${((color >>> 24) / 255).toFixed(3)})`
    styles.set(color, style)
  }
  return style
}

/**
 * Draws everything, from back to front.
 * @param width Of lines; points are three times as wide. Unit: pixels.
 */
export function drawDebug(context: CanvasRenderingContext2D, debug: DebugBuffers, at: DebugTransform, width = 1): void {
  const { triangles, lines, points, labels } = debug
  const { scaleX, scaleY, offsetX, offsetY } = at
  for (let i = 0; i < triangles.count; ) {
    const color = triangles.colors[3 * i]!
    context.fillStyle = styleOf(color)
    context.beginPath()
    for (const end = i + CHUNK; i < end && i < triangles.count && triangles.colors[3 * i] === color; i++) {
      const { xy } = triangles
      context.moveTo(xy[6 * i]! * scaleX + offsetX, xy[6 * i + 1]! * scaleY + offsetY)
      context.lineTo(xy[6 * i + 2]! * scaleX + offsetX, xy[6 * i + 3]! * scaleY + offsetY)
      context.lineTo(xy[6 * i + 4]! * scaleX + offsetX, xy[6 * i + 5]! * scaleY + offsetY)
    }
    context.fill()
  }
  context.lineWidth = width
  for (let i = 0; i < lines.count; ) {
    const color = lines.colors[2 * i]!
    context.strokeStyle = styleOf(color)
    context.beginPath()
    for (const end = i + CHUNK; i < end && i < lines.count && lines.colors[2 * i] === color; i++) {
      const { xy } = lines
      context.moveTo(xy[4 * i]! * scaleX + offsetX, xy[4 * i + 1]! * scaleY + offsetY)
      context.lineTo(xy[4 * i + 2]! * scaleX + offsetX, xy[4 * i + 3]! * scaleY + offsetY)
    }
    context.stroke()
  }
  const size = 3 * width
  for (let i = 0; i < points.count; i++) {
    context.fillStyle = styleOf(points.colors[i]!)
    context.fillRect(points.xy[2 * i]! * scaleX + offsetX - size / 2, points.xy[2 * i + 1]! * scaleY + offsetY - size / 2, size, size)
  }
  context.font = `${Math.round(10 * width)}px sans-serif`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  for (let i = 0; i < labels.count; i++) {
    context.fillStyle = styleOf(labels.colors[i]!)
    context.fillText(debugText(labels, i), labels.xy[2 * i]! * scaleX + offsetX, labels.xy[2 * i + 1]! * scaleY + offsetY)
  }
}
