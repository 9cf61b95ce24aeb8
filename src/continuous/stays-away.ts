import { ShapeType } from '../../components/shape-type.ts'
import { computeBounds } from '../collision/bounds.ts'
import { Limit, Sweep } from '../collision/sweep-records.ts'
import { sincosOf } from '../math/rotation.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { limits, others, own } from './leg.ts'

/** The bounds of the other collider in its own frame. */
const bounds = new Float64Array(4)
/** The pose of a shape in its own frame. */
const NOWHERE = Float64Array.of(0, 0, 1, 0)
const turned = new Float64Array(2)
/** Where the middle of the body at hand is in the frame of the other collider, as the step begins and ends. */
const seen = new Float64Array(4)

/**
 * Whether the collider at hand surely stays farther from another one than sweeps ask for, on the ways that were taken up: seen from
 * the other one, its body goes along a bow that is nowhere far from the straight line between its ends. Most of what a sweep finds near
 * a long bar that spins, or above a slide, is far from it: manifolds and times of impact of all that took 4 % of a step.
 */
export function staysAway({ bodies, collision, tolerances }: PhysicsWorld, collider: number, other: number): boolean {
  const { shapeType, polygons } = collision
  const type = shapeType[other] as ShapeType
  const turn = others[Sweep.Turn]!
  // What never turns goes another way than its body where that does.
  if (type === ShapeType.Aabb && (turn !== 0 || others[Sweep.Sin] !== 0)) return false
  if (shapeType[collider] === ShapeType.Aabb && (own[Sweep.Turn] !== 0 || own[Sweep.Sin] !== 0)) return false
  const x = own[Sweep.StartX]! - others[Sweep.StartX]!
  const y = own[Sweep.StartY]! - others[Sweep.StartY]!
  const endX = own[Sweep.EndX]! - others[Sweep.EndX]!
  const endY = own[Sweep.EndY]! - others[Sweep.EndY]!
  sincosOf(others, Sweep.Turn, turned, 0)
  const c = others[Sweep.Cos]!
  const s = others[Sweep.Sin]!
  see(0, x, y, c, s)
  see(2, endX, endY, c * turned[0]! - s * turned[1]!, s * turned[0]! + c * turned[1]!)
  // A bow with the second derivative d is at most d / 8 from its chord.
  const far = Math.max(Math.abs(x) + Math.abs(y), Math.abs(endX) + Math.abs(endY))
  const way = Math.abs(endX - x) + Math.abs(endY - y)
  const bow = 0.125 * Math.abs(turn) * (Math.abs(turn) * far + 2 * way)
  const near = bodies.extent[bodies.bodyOf[collider]!]! + bow + limits[Limit.Target]! + limits[Limit.Tolerance]! + tolerances.linearSlop
  computeBounds(type, collision.sizesOf(other), collision.placeOf(other), NOWHERE, 0, polygons, bounds, 0)
  return (seen[0]! < bounds[0]! - near && seen[2]! < bounds[0]! - near) || (seen[0]! > bounds[2]! + near && seen[2]! > bounds[2]! + near)
    || (seen[1]! < bounds[1]! - near && seen[3]! < bounds[1]! - near) || (seen[1]! > bounds[3]! + near && seen[3]! > bounds[3]! + near)
}

function see(at: number, x: number, y: number, c: number, s: number): void {
  seen[at] = others[Sweep.CenterX]! + c * x + s * y
  seen[at + 1] = others[Sweep.CenterY]! + c * y - s * x
}
