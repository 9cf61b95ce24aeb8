import { ShapeType } from '../../components/shape-type.ts'
import { START_STRIDE } from '../bodies/bodies.ts'
import { GEOMETRY_STRIDE } from '../collision/geometry.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { move } from './move.ts'
import { concerns, obstacles } from './obstacles.ts'
import { parts } from './parts.ts'
import { findPartReach, findReach, reach } from './reach.ts'
import { Move, PLACE_STRIDE, Place } from './records.ts'

/** Of the skin: it may be that much nearer to the platform than it keeps from it. */
const SHARE_OF_SKIN = 0.5

const pose = new Float64Array(PLACE_STRIDE)

/**
 * Whether a one-way obstacle holds the character back: all of the character was beyond its face when the step began. So
 * it makes no difference whether the character came down upon the platform or the platform came up under its feet; what
 * comes from below, or from the side, passes until it is above as a whole.
 */
export function holdsBack(physics: PhysicsWorld, slot: number): boolean {
  const { OneWay } = physics.components
  const collider = obstacles.collider[slot]!
  const g = collider * GEOMETRY_STRIDE
  takePose(physics, slot)
  const c = pose[Place.Cos]!
  const s = pose[Place.Sin]!
  const x = c * OneWay.x[collider]! - s * OneWay.y[collider]!
  const y = s * OneWay.x[collider]! + c * OneWay.y[collider]!
  const length = Math.sqrt(x * x + y * y)
  if (length === 0) return true
  const ux = x / length
  const uy = y / length
  reach[0] = ux
  reach[1] = uy
  findReach(physics, collider, physics.collision.geometry, g, pose, 0)
  const top = reach[2]! + ux * (pose[Place.X]! - move[Move.StartX]!) + uy * (pose[Place.Y]! - move[Move.StartY]!)
  for (let p = 0; p < parts.count; p++) {
    if (!concerns(p, slot)) continue
    reach[0] = -ux
    reach[1] = -uy
    findPartReach(physics, p)
    if (-reach[2]! < top + SHARE_OF_SKIN * move[Move.Skin]!) return false
  }
  return true
}

/** Where the obstacle was when the last step began: what rests has not moved. */
function takePose(physics: PhysicsWorld, slot: number): void {
  const { bodies } = physics
  const collider = obstacles.collider[slot]!
  const moved = bodies.isAwake(bodies.bodyOf[collider]!)
  const from = moved ? bodies.start : obstacles.place
  const at = moved ? collider * START_STRIDE : slot * PLACE_STRIDE
  for (let i = 0; i < PLACE_STRIDE; i++) pose[i] = from[at + i]!
  if (physics.collision.shapeType[collider] !== ShapeType.Aabb) return
  pose[Place.Cos] = 1
  pose[Place.Sin] = 0
}
