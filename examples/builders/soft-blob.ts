import { PI, cos, sin } from '../../src/math/rotation.ts'
import type { Blueprint } from './blueprint.ts'

export interface SoftBlobOptions {
  readonly radius: number
  /** Circles around its edge. Default 18. */
  readonly count?: number
  /** Hertz of the springs that keep its form: more is stiffer. Default 3. */
  readonly hertz?: number
}

/**
 * A ring of circles that rods hold together, with springs across to a middle that keep it round.
 * @returns Place of the middle; the ring follows.
 */
export function softBlob(to: Blueprint, x: number, y: number, { radius, count = 18, hertz = 3 }: SoftBlobOptions): number {
  const shape = { type: 'circle', radius: sin(PI / count) * radius } as const
  const way = radius - shape.radius
  const middle = to.body({ x, y, shape: { type: 'circle', radius: radius * 0.3 } })
  const at = (i: number) => {
    const angle = (2 * PI * (i % count)) / count
    return { x: x + cos(angle) * way, y: y + sin(angle) * way }
  }
  const ring = (i: number): number => middle + 1 + (i % count)
  for (let i = 0; i < count; i++) to.body({ ...at(i), shape })
  const spring = { hertz, dampingRatio: 0.5 }
  for (let i = 0; i < count; i++) {
    to.joint({ type: 'distance', a: ring(i), b: ring(i + 1), from: at(i), to: at(i + 1) })
    to.joint({ type: 'distance', a: middle, b: ring(i), from: { x, y }, to: at(i), spring, limit: { lower: way * 0.45, upper: way * 1.2 } })
    to.joint({ type: 'distance', a: ring(i), b: ring(i + 3), from: at(i), to: at(i + 3), spring, limit: { lower: 0, upper: 3 * radius } })
  }
  return middle
}
