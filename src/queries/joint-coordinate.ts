import type { EntityId, World } from 'bitecs'
import { JointKind } from '../../components/joint-kind.ts'
import { requireOut } from '../check-names.ts'
import { exists } from '../exists.ts'
import { coordinateOf, lengthOf, placeAnchors, placeAxis } from '../lifecycle/joint-coordinate.ts'
import { isJoint } from '../lifecycle/joint-lifecycle.ts'
import { requirePhysics } from '../state/registry.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { refresh } from './refresh.ts'
import { spinOf, velocity, velocityAt } from './velocity-at.ts'
import { shown } from '../shown.ts'

/** Where the coordinate of a joint is, in the unit of its limits, and how fast it changes, in that of its motor. */
export interface JointCoordinate {
  /** Length, or radians. */
  value: number
  /** Length/s, or radians/s. */
  speed: number
}

const ofA = new Float64Array(2)
const ofB = new Float64Array(2)
const axis = new Float64Array(2)

/**
 * The coordinate that a joint measures: the length of a distance joint, the angle of B against A of a revolute, weld or motor joint, counted on
 * over many turns, and the way of B along the axis of a prismatic or wheel joint. Of a pulley it is the length of rope from end to end, which is
 * less than `Joint.rest` where that is slack; of a gear the sum that it keeps. Made from poses and velocities as they are now; a joint that is
 * off measures, too. From a system within a step it is that of how the step began, until FinishSolve.
 * @param out Where to write. Default: a new object.
 * @throws Error when the entity is no joint, or a filter joint, which measures nothing. @throws TypeError on an `out` that nothing can be written to.
 */
export function getJointCoordinate(world: World, joint: EntityId, out: JointCoordinate = { value: 0, speed: 0 }): JointCoordinate {
  const physics = requirePhysics(world, 'getJointCoordinate')
  requireOut(out, 'getJointCoordinate')
  if (!exists(world, joint) || !isJoint(physics, joint)) throw new Error(`getJointCoordinate: entity ${shown(joint)} is no joint.`)
  if (physics.stores.Joint.kind[joint] === JointKind.Filter) {
    throw new Error(`getJointCoordinate: entity ${joint} is a filter joint, which measures nothing.`)
  }
  refresh(physics)
  out.value = coordinateOf(physics, joint)
  out.speed = speedOf(physics, joint)
  return out
}

function speedOf(physics: PhysicsWorld, joint: number): number {
  const { kind, a, b, ratio, groundAX, groundAY, groundBX, groundBY } = physics.stores.Joint
  const which = kind[joint]!
  if (which === JointKind.Gear) return speedOf(physics, a[joint]!) + ratio[joint]! * speedOf(physics, b[joint]!)
  if (which === JointKind.Revolute || which === JointKind.Weld || which === JointKind.Motor) return spinOf(physics, b[joint]!) - spinOf(physics, a[joint]!)
  placeAnchors(physics, joint, ofA, ofB)
  velocityAt(physics, b[joint]!, ofB[0]!, ofB[1]!)
  const x = velocity[0]!
  const y = velocity[1]!
  if (which === JointKind.Pulley) {
    const growth = ratio[joint]! * growthOf(ofB[0]! - groundBX[joint]!, ofB[1]! - groundBY[joint]!, x, y)
    velocityAt(physics, a[joint]!, ofA[0]!, ofA[1]!)
    return growth + growthOf(ofA[0]! - groundAX[joint]!, ofA[1]! - groundAY[joint]!, velocity[0]!, velocity[1]!)
  }
  if (which === JointKind.Distance) {
    velocityAt(physics, a[joint]!, ofA[0]!, ofA[1]!)
    return growthOf(ofB[0]! - ofA[0]!, ofB[1]! - ofA[1]!, x - velocity[0]!, y - velocity[1]!)
  }
  // The axis turns with A: what counts is how fast A moves where B is.
  velocityAt(physics, a[joint]!, ofB[0]!, ofB[1]!)
  placeAxis(physics, joint, axis)
  return axis[0]! * (x - velocity[0]!) + axis[1]! * (y - velocity[1]!)
}

/** How fast a way (x, y) grows that changes at a velocity (vx, vy). */
function growthOf(x: number, y: number, vx: number, vy: number): number {
  const length = lengthOf(x, y)
  return length > 0 ? (x * vx + y * vy) / length : lengthOf(vx, vy)
}
