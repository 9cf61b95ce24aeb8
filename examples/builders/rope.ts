import { atan2 } from '../../src/math/rotation.ts'
import type { PointData } from '../scenes/types.ts'
import type { Blueprint, Tie } from './blueprint.ts'

export interface RopeOptions {
  readonly links: number
  /** Half the thickness of a link. Default 0.08. */
  readonly radius?: number
  /** Kilograms a square meter. Default 1. */
  readonly density?: number
  /** Makes boxes instead of capsules. Default false. */
  readonly square?: boolean
}

/**
 * A chain of links on a straight line, hinged to a body at its start and, where `end` names one, at its end.
 * @returns Places of the links.
 */
export function rope(to: Blueprint, start: Tie, end: PointData & { readonly body?: number }, options: RopeOptions): number[] {
  const { links, radius = 0.08, density = 1, square = false } = options
  const dx = (end.x - start.x) / links
  const dy = (end.y - start.y) / links
  const angle = atan2(dy, dx)
  const half = Math.sqrt(dx * dx + dy * dy) / 2
  const shape = square
    ? { type: 'box', halfWidth: half, halfHeight: radius } as const
    : { type: 'capsule', halfLength: half, radius } as const
  const made: number[] = []
  let holder = start.body
  for (let i = 0; i < links; i++) {
    const link = to.body({ x: start.x + (i + 0.5) * dx, y: start.y + (i + 0.5) * dy, angle, shape, density })
    to.joint({ type: 'revolute', a: holder, b: link, x: start.x + i * dx, y: start.y + i * dy })
    made.push(link)
    holder = link
  }
  if (end.body !== undefined) to.joint({ type: 'revolute', a: holder, b: end.body, x: end.x, y: end.y })
  return made
}
