import type { EntityId, World } from 'bitecs'
import { MOST_NUMBER } from '../../components/limits.ts'
import { Pose } from '../bodies/body-records.ts'
import { BodyKind } from '../bodies/body-kind.ts'
import { POSE_STRIDE } from '../bodies/bodies.ts'
import { checkNames } from '../check-names.ts'
import { applyImpulse } from '../control.ts'
import { syncBodies } from '../lifecycle/sync.ts'
import { EntityBuffer } from '../queries/entity-buffer.ts'
import type { QueryFilter } from '../queries/filter.ts'
import { measureFromPoint } from '../queries/point-distance.ts'
import { castRayAny } from '../queries/ray.ts'
import { queryRegion } from '../queries/region.ts'
import { requirePhysics } from '../state/registry.ts'
import { Phase, type PhysicsWorld } from '../state/world.ts'
import { facingWidth } from './outline.ts'
import { shown } from '../shown.ts'

/** How an explosion acts. */
export interface ExplosionOptions {
  /** Up to this distance it has its full strength. Unit: length; 0 or more. */
  readonly radius: number
  /** Over this distance beyond `radius` it fades evenly to nothing. Unit: length. Default 0. */
  readonly falloff?: number | undefined
  /** Newton-seconds for each unit of length of the outline that faces it. Negative pulls. */
  readonly impulse: number
  /** Which categories of colliders it moves. Default: all. */
  readonly mask?: number | undefined
  /**
   * Lets what stands in between hold it off: of rays to each collider only the part counts that arrives. 'static' lets
   * static and kinematic bodies stand in between, 'all' every other body. Default 'none'.
   */
  readonly occlusion?: 'none' | 'static' | 'all' | undefined
}

/** Rays to each collider: to its middle, and to places at both sides of it. */
const RAYS = 5

/** They end this part of the way short of the places across its width, so that grazing its own sides does not count. */
const INWARD = 0.9

/** The square of what is too short to have a direction: less would have none in numbers of so many digits. */
const NOWHERE = 1e-200

const found = new EntityBuffer()
const OPTION_NAMES = ['radius', 'falloff', 'impulse', 'mask', 'occlusion']

const center = new Float64Array(2)
const measured = new Float64Array(5)

/**
 * Pushes all dynamic bodies around a point away from it, once and at once, and wakes them: each collider by the length of
 * its outline that faces the point, at its nearest place. What contains the point is pushed from there to its middle.
 * @param x, y Where, in the world.
 * @returns How many bodies were hit. Static and kinematic ones are not.
 * @throws RangeError on numbers that are not finite, an impulse beyond 10¹², a radius or falloff below 0, or a mask that is none.
 */
export function explode(world: World, x: number, y: number, options: ExplosionOptions): number {
  const physics = requirePhysics(world, 'explode')
  checkNames(options, OPTION_NAMES, 'explode')
  const { radius, falloff = 0, impulse, mask, occlusion = 'none' } = options
  check(x, y, radius, falloff, impulse, occlusion)
  if (mask !== undefined && !(Number.isInteger(mask) && mask >= -0x80000000 && mask <= 0xffffffff)) {
    throw new RangeError(`explode: mask must be an integer of 32 bits, got ${shown(mask)}.`)
  }
  if (physics.phase <= Phase.Beginning) syncBodies(physics)
  // What was written plainly is seen, whether somebody has asked anything since the step or not.
  physics.lifecycle.preview.seenStep = -1
  const reach = radius + falloff
  const filter: QueryFilter = mask === undefined ? {} : { mask }
  // A copy: rays ask the world, too.
  const near = Array.from(queryRegion(world, x - reach, y - reach, x + reach, y + reach, filter, found).entities.subarray(0, found.count))
  const pushes: Blow[] = []
  for (const collider of near) {
    const body = physics.bodies.bodyOf[collider]!
    if (physics.bodies.kind[body] !== BodyKind.Dynamic) continue
    const push = strike(world, physics, body, collider, x, y, radius, falloff, impulse, occlusion)
    if (push !== null) pushes.push(push)
  }
  // A push takes back what the queries see of plain writes: all are found before the first.
  for (const push of pushes) applyImpulse(world, push.body, push.jx, push.jy, push.x, push.y)
  return new Set(pushes.map(({ body }) => body)).size
}

/** An impulse at a place of a body. */
interface Blow {
  readonly body: EntityId
  readonly jx: number
  readonly jy: number
  readonly x: number
  readonly y: number
}

/** What pushes one collider, or null where nothing reaches it. */
function strike(
  world: World, physics: PhysicsWorld, body: number, collider: number, x: number, y: number, radius: number, falloff: number,
  impulse: number, occlusion: 'none' | 'static' | 'all',
): Blow | null {
  center[0] = x
  center[1] = y
  measureFromPoint(physics, collider, center, measured)
  const inside = measured[0]! <= 0
  const distance = Math.max(0, measured[0]!)
  if (distance > radius + falloff) return null
  const { pose } = physics.bodies
  const b = body * POSE_STRIDE
  const p = collider * POSE_STRIDE
  const placeX = inside ? x : measured[3]!
  const placeY = inside ? y : measured[4]!
  let dx = inside ? pose[p + Pose.X]! - x : placeX - x
  let dy = inside ? pose[p + Pose.Y]! - y : placeY - y
  if (dx * dx + dy * dy < NOWHERE) {
    // At its very middle: away from the center of mass of its body, or else up.
    dx = x - pose[b + Pose.X]! + pose[b + Pose.FromCenterX]!
    dy = y - pose[b + Pose.Y]! + pose[b + Pose.FromCenterY]!
  }
  if (dx * dx + dy * dy < NOWHERE) {
    dx = -physics.settings.gravity.x
    dy = -physics.settings.gravity.y
  }
  if (dx * dx + dy * dy < NOWHERE) {
    dx = 0
    dy = 1
  }
  const length = Math.sqrt(dx * dx + dy * dy)
  dx /= length
  dy /= length
  const width = facingWidth(physics, collider, dx, dy)
  const scale = distance <= radius ? 1 : (radius + falloff - distance) / falloff
  let strength = impulse * width * scale
  if (occlusion !== 'none' && !inside) strength *= arriving(world, physics, body, placeX, placeY, dx, dy, 0.5 * width, x, y, occlusion)
  return strength === 0 ? null : { body, jx: strength * dx, jy: strength * dy, x: placeX, y: placeY }
}

/** Which part of the rays to a collider arrives. */
function arriving(
  world: World, physics: PhysicsWorld, body: number, placeX: number, placeY: number, dx: number, dy: number, half: number,
  x: number, y: number, occlusion: 'static' | 'all',
): number {
  const { bodies } = physics
  const predicate = (other: number): boolean => {
    const of = bodies.bodyOf[other]!
    return of !== body && (occlusion === 'all' || bodies.kind[of] !== BodyKind.Dynamic)
  }
  let free = 0
  for (let i = 0; i < RAYS; i++) {
    const across = half * INWARD * ((2 * i) / (RAYS - 1) - 1)
    if (!castRayAny(world, x, y, placeX - across * dy, placeY + across * dx, { predicate })) free++
  }
  return free / RAYS
}

function check(x: number, y: number, radius: number, falloff: number, impulse: number, occlusion: string): void {
  for (const value of [x, y, radius, falloff, impulse]) {
    if (!Number.isFinite(value)) {
      throw new RangeError(`explode: place, radius, falloff and impulse must be finite, got (${shown(x)}, ${shown(y)}), ${shown(radius)}, ${shown(falloff)} and ${shown(impulse)}.`)
    }
  }
  // More might be none for what is hit last, when the others were pushed already.
  if (Math.abs(impulse) > MOST_NUMBER) throw new RangeError(`explode: impulse must be at most ${MOST_NUMBER}, got ${impulse}.`)
  if (radius < 0 || falloff < 0) throw new RangeError(`explode: radius and falloff must not be negative, got ${radius} and ${falloff}.`)
  if (!['none', 'static', 'all'].includes(occlusion)) {
    throw new RangeError(`explode: occlusion is 'none', 'static' or 'all', got ${shown(occlusion)}.`)
  }
}
