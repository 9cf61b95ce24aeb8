import { type ShapeData, aabb, box, capsule, chain, circle, polygon, segment } from '../../src/index.ts'
import type { ShapeSpec, Vector } from './operations.ts'

/** The shape as the engine takes it. */
export function shapeOf(spec: ShapeSpec): ShapeData {
  switch (spec.type) {
    case 'circle':
      return circle(spec.radius)
    case 'box':
      return { ...box(spec.halfWidth, spec.halfHeight), radius: spec.radius }
    case 'aabb':
      return { ...aabb(spec.halfWidth, spec.halfHeight), radius: spec.radius }
    case 'capsule':
      return capsule(spec.halfLength, spec.radius, spec.axis)
    case 'polygon':
      return polygon(spec.points.map(point), spec.radius)
    case 'segment':
      return segment(spec.points[0]![0], spec.points[0]![1], spec.points[1]![0], spec.points[1]![1])
    case 'chain':
      return chain(spec.points.map(point), spec.loop)
  }
}

/** Whether a body of this shape weighs something by itself. */
export function hasArea(spec: ShapeSpec): boolean {
  return spec.type !== 'segment' && spec.type !== 'chain'
}

/** The shape with all lengths `factor` times as long. */
export function scaled(spec: ShapeSpec, factor: number): ShapeSpec {
  const of = (points: readonly Vector[]): Vector[] => points.map(([x, y]): Vector => [x * factor, y * factor])
  switch (spec.type) {
    case 'circle':
      return { ...spec, radius: spec.radius * factor }
    case 'box':
    case 'aabb':
      return { ...spec, halfWidth: spec.halfWidth * factor, halfHeight: spec.halfHeight * factor, radius: spec.radius * factor }
    case 'capsule':
      return { ...spec, halfLength: spec.halfLength * factor, radius: spec.radius * factor }
    case 'polygon':
      return { ...spec, points: of(spec.points), radius: spec.radius * factor }
    default:
      return { ...spec, points: of(spec.points) }
  }
}

function point([x, y]: Vector): { x: number; y: number } {
  return { x, y }
}
