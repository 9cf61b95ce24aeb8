import { cos, sin } from '../../src/math/rotation.ts'
import type { BodyData, PointData, ShapeData, ViewData } from './types.ts'

/** Pieces that several scenes are made of. */

export const EARTH_GRAVITY: PointData = { x: 0, y: -9.81 }
export const NO_GRAVITY: PointData = { x: 0, y: 0 }

export function circleShape(radius: number): ShapeData {
  return { type: 'circle', radius }
}

export function boxShape(halfWidth: number, halfHeight = halfWidth): ShapeData {
  return { type: 'box', halfWidth, halfHeight }
}

/** A static box. */
export function wall(x: number, y: number, halfWidth: number, halfHeight: number): BodyData {
  return { x, y, shape: boxShape(halfWidth, halfHeight), kind: 'static' }
}

/** A floor whose top is at `top`. */
export function floor(x: number, top: number, halfWidth: number, halfHeight = 2): BodyData {
  return wall(x, top - halfHeight, halfWidth, halfHeight)
}

/** An open bin: the inside is `width` wide around x = 0, its floor is at y = 0. */
export function bin(width: number, height: number, thickness: number): BodyData[] {
  const half = thickness / 2
  const side = width / 2 + half
  return [
    wall(0, -half, width / 2 + thickness, half),
    wall(-side, height / 2, half, height / 2),
    wall(side, height / 2, half, height / 2),
  ]
}

/** A closed box around the origin; the inside is `width` by `height`. */
export function enclosure(width: number, height: number, thickness: number): BodyData[] {
  const half = thickness / 2
  const side = width / 2 + half
  const top = height / 2 + half
  return [
    wall(0, -top, width / 2 + thickness, half),
    wall(0, top, width / 2 + thickness, half),
    wall(-side, 0, half, height / 2),
    wall(side, 0, half, height / 2),
  ]
}

/** The same body with other values. */
export function withMaterial(
  body: BodyData, friction: number, restitution: number,
): BodyData {
  return { ...body, friction, restitution }
}

/** A camera that shows the rectangle and some air around it. */
export function viewOf(minX: number, minY: number, maxX: number, maxY: number, margin = 0.06): ViewData {
  const width = maxX - minX
  const height = maxY - minY
  return {
    x: (minX + maxX) / 2,
    y: (minY + maxY) / 2,
    width: width * (1 + 2 * margin),
    height: height * (1 + 2 * margin),
  }
}

/** The corners of a regular polygon around the origin, counter-clockwise. */
export function regularPolygon(corners: number, radius: number): PointData[] {
  return Array.from({ length: corners }, (_, k) => {
    const angle = (2 * Math.PI * k) / corners
    return { x: cos(angle) * radius, y: sin(angle) * radius }
  })
}
