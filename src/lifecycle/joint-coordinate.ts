import { JointKind } from '../../components/joint-kind.ts'
import { sincos } from '../math/rotation.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { angleOf, placePoint } from './place-point.ts'

const one = new Float64Array(2)
const two = new Float64Array(2)
const axis = new Float64Array(2)

/** Writes where both anchors of a joint are in the world. */
export function placeAnchors(physics: PhysicsWorld, joint: number, ofA: Float64Array, ofB: Float64Array): void {
  const { a, b, ax, ay, bx, by } = physics.stores.Joint
  placePoint(physics, a[joint]!, ax[joint]!, ay[joint]!, ofA)
  placePoint(physics, b[joint]!, bx[joint]!, by[joint]!, ofB)
}

/** Writes the axis of a joint, along which a slide or a wheel moves: it turns with A. */
export function placeAxis(physics: PhysicsWorld, joint: number, out: Float64Array): void {
  const { a, aAngle } = physics.stores.Joint
  sincos(angleOf(physics, a[joint]!) + aAngle[joint]!, out, 0)
}

/**
 * The coordinate of a joint, by the poses and frames that are in the components: see `Joint`. Of a pulley the length of its rope, of a
 * gear the sum that it keeps, of joints that hold an angle that of B against A.
 */
export function coordinateOf(physics: PhysicsWorld, joint: number): number {
  const { kind, a, b, aAngle, bAngle, ratio, groundAX, groundAY, groundBX, groundBY } = physics.stores.Joint
  const which = kind[joint]!
  if (which === JointKind.Gear) return coordinateOf(physics, a[joint]!) + ratio[joint]! * coordinateOf(physics, b[joint]!)
  if (which === JointKind.Revolute || which === JointKind.Weld || which === JointKind.Motor) {
    return angleOf(physics, b[joint]!) + bAngle[joint]! - angleOf(physics, a[joint]!) - aAngle[joint]!
  }
  placeAnchors(physics, joint, one, two)
  if (which === JointKind.Pulley) {
    return lengthOf(one[0]! - groundAX[joint]!, one[1]! - groundAY[joint]!) + ratio[joint]! * lengthOf(two[0]! - groundBX[joint]!, two[1]! - groundBY[joint]!)
  }
  const x = two[0]! - one[0]!
  const y = two[1]! - one[1]!
  if (which === JointKind.Distance) return lengthOf(x, y)
  placeAxis(physics, joint, axis)
  return axis[0]! * x + axis[1]! * y
}

/** Not `Math.hypot`, which engines round in different ways. */
export function lengthOf(x: number, y: number): number {
  return Math.sqrt(x * x + y * y)
}
