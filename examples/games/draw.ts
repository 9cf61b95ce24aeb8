import { ShapeType, type ShapeData } from '../../src/index.ts'

/** Fills a disc. */
export function fillDot(context: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  context.beginPath()
  context.arc(x, y, radius, 0, 7)
  context.fill()
}

/** Fills a circle, box or polygon at a pose. */
export function fillShape(context: CanvasRenderingContext2D, shape: ShapeData, x: number, y: number, angle: number): void {
  context.save()
  context.translate(x, y)
  context.rotate(angle)
  context.beginPath()
  if (shape.type === ShapeType.Circle) context.arc(0, 0, shape.radius, 0, 7)
  else if (shape.points === undefined) context.rect(-shape.halfWidth, -shape.halfHeight, 2 * shape.halfWidth, 2 * shape.halfHeight)
  else for (let i = 0; i < shape.points.length; i += 2) context.lineTo(shape.points[i]!, shape.points[i + 1]!)
  context.fill()
  context.restore()
}
