import { PI } from '../../src/math/rotation.ts'
import type { BodyData, LimitData, ShapeData } from '../scenes/types.ts'
import type { Blueprint } from './blueprint.ts'

export interface RagdollOptions {
  /** Times 1.8 m. Default 1. */
  readonly scale?: number
  /** Newton-meters with which each joint resists, for a scale of 1. Default 0. */
  readonly stiffness?: number
  /** Makes limbs of boxes instead of capsules. Default false. */
  readonly square?: boolean
  /** What every part has besides: friction, velocity, `absent`. */
  readonly common?: Partial<BodyData>
}

/** A limb: what it hangs on, its middle and half sizes, how high it hangs there, how far it turns. */
type Limb = readonly [parent: number, x: number, y: number, halfWidth: number, halfHeight: number, hinge: number, limit: LimitData]

/** Meters above the middle of the pelvis, which is the first; the head, round, is the last. It looks to the right. */
const LIMBS: readonly Limb[] = [
  [-1, 0, 0, 0.14, 0.13, 0, { lower: 0, upper: 0 }],
  [0, 0, 0.36, 0.17, 0.21, 0.14, { lower: -0.8, upper: 0.4 }],
  [1, -0.25, 0.4, 0.055, 0.15, 0.52, { lower: -1, upper: 2.8 }],
  [2, -0.25, 0.1, 0.05, 0.14, 0.245, { lower: -0.1, upper: 2.2 }],
  [1, 0.25, 0.4, 0.055, 0.15, 0.52, { lower: -1, upper: 2.8 }],
  [4, 0.25, 0.1, 0.05, 0.14, 0.245, { lower: -0.1, upper: 2.2 }],
  [0, -0.085, -0.36, 0.07, 0.2, -0.15, { lower: -0.6, upper: 1.6 }],
  [6, -0.085, -0.77, 0.06, 0.19, -0.57, { lower: -2.2, upper: 0.1 }],
  [0, 0.085, -0.36, 0.07, 0.2, -0.15, { lower: -0.6, upper: 1.6 }],
  [8, 0.085, -0.77, 0.06, 0.19, -0.57, { lower: -2.2, upper: 0.1 }],
  [1, 0, 0.73, 0.13, 0.13, 0.59, { lower: -0.6, upper: 0.6 }],
]
/** Bodies of a ragdoll. */
export const RAGDOLL_PARTS = LIMBS.length

/**
 * A figure of eleven parts that stands upright, its pelvis at (x, y).
 * @returns Place of the pelvis; the other parts follow.
 */
export function ragdoll(to: Blueprint, x: number, y: number, options: RagdollOptions = {}): number {
  const { scale = 1, stiffness = 0, square = false, common } = options
  const first = to.bodies.length
  const stiff = stiffness > 0 ? { motor: { speed: 0, maxTorque: stiffness * scale * scale * scale } } : {}
  LIMBS.forEach(([parent, atX, atY, halfWidth, halfHeight, hinge, limit], i) => {
    const isHead = i === LIMBS.length - 1
    const shape = isHead ? { type: 'circle', radius: halfWidth * scale } as const : limbShape(halfWidth * scale, halfHeight * scale, square)
    const angle = shape.type === 'capsule' ? PI / 2 : 0
    to.body({ ...common, x: x + atX * scale, y: y + atY * scale, angle, shape })
    if (parent < 0) return
    to.joint({ type: 'revolute', a: first + parent, b: first + i, x: x + atX * scale, y: y + hinge * scale, limit, ...stiff })
  })
  return first
}

function limbShape(halfWidth: number, halfHeight: number, square: boolean): ShapeData {
  if (square) return { type: 'box', halfWidth, halfHeight }
  return { type: 'capsule', halfLength: Math.max(halfHeight - halfWidth, 0.01), radius: halfWidth }
}
