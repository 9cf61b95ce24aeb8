import { atan2 } from '../../src/math/rotation.ts'
import type { PointData } from '../scenes/types.ts'
import type { Blueprint, Tie } from './blueprint.ts'

export interface BridgeOptions {
  readonly planks: number
  /** How far the middle hangs below the straight line between its ends. Default a twentieth of its span. */
  readonly sag?: number
  /** Half the thickness of a plank. Default 0.1. */
  readonly halfHeight?: number
  /** Kilograms a square meter. Default 1. */
  readonly density?: number
  /** Newtons that tear a hinge. Default: none do. */
  readonly breakForce?: number
}

/**
 * Planks that hang between two bodies, hinged to each other: a parabola, which is how planks of one size hang.
 * @param left, right What holds its ends; right of it in x.
 * @returns Places of the planks.
 */
export function bridge(to: Blueprint, left: Tie, right: Tie, options: BridgeOptions): number[] {
  const { planks, sag = (right.x - left.x) / 20, halfHeight = 0.1, density = 1, ...strength } = options
  const hinge = (i: number): PointData => {
    const part = i / planks
    return {
      x: left.x + part * (right.x - left.x),
      y: left.y + part * (right.y - left.y) - 4 * sag * part * (1 - part),
    }
  }
  const made: number[] = []
  let holder = left.body
  for (let i = 0; i < planks; i++) {
    const [from, till] = [hinge(i), hinge(i + 1)]
    const dx = till.x - from.x
    const dy = till.y - from.y
    const plank = to.body({
      x: from.x + dx / 2, y: from.y + dy / 2, angle: atan2(dy, dx), density,
      shape: { type: 'box', halfWidth: Math.sqrt(dx * dx + dy * dy) / 2, halfHeight },
    })
    to.joint({ type: 'revolute', a: holder, b: plank, ...from, ...strength })
    made.push(plank)
    holder = plank
  }
  to.joint({ type: 'revolute', a: holder, b: right.body, x: right.x, y: right.y, ...strength })
  return made
}
