import { POSE_STRIDE, Trait } from '../bodies/bodies.ts'
import { ContactFlag, Manifold, MANIFOLD_STRIDE } from '../contacts/contact-record.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { Pose } from '../bodies/body-records.ts'

/** The normal must lie within 60 degrees of the direction to hold back. */
export const HOLDING_COSINE = 0.5

/** What is deeper than this many slops when it is first met came from another side. */
const MAX_DEPTH_SLOPS = 10

/**
 * Decides for a contact of a one-way collider whether it holds the other back or lets it pass. What passes goes on
 * passing until the two are apart, or it stands clear on the side that holds.
 * @param dt Length of the step in seconds.
 * @param appeared Whether the contact had no points in the step before.
 */
export function decideOneWay(physics: PhysicsWorld, contact: number, appeared: boolean, dt: number): void {
  const { tolerances } = physics
  const { contacts } = physics.collision
  const flags = contacts.flags[contact]!
  const points = contacts.pointCount[contact]!
  if (points === 0) {
    contacts.flags[contact] = flags & ~ContactFlag.Passing
    return
  }
  const passing = (flags & ContactFlag.Passing) !== 0
  if (!passing && !appeared) return
  const m = contact * MANIFOLD_STRIDE
  const { manifold } = contacts
  const separation = points === 2 ? Math.min(manifold[m + Manifold.Separation0]!, manifold[m + Manifold.Separation1]!) : manifold[m + Manifold.Separation0]!
  // What fell in from the right side is at most as deep as one step of its approach, and of its turn: another corner may be deeper.
  const approach = contacts.approach[contact]!
  const fell = approach > 0 ? (approach + spinOf(physics, contact)) * dt : 0
  const allowed = passing ? tolerances.linearSlop : MAX_DEPTH_SLOPS * tolerances.linearSlop + fell
  const a = contacts.a[contact]!
  const b = contacts.b[contact]!
  const holds =
    separation > -allowed &&
    holdsFrom(physics, a, b, manifold[m + Manifold.NormalX]!, manifold[m + Manifold.NormalY]!, passing) &&
    holdsFrom(physics, b, a, -manifold[m + Manifold.NormalX]!, -manifold[m + Manifold.NormalY]!, passing)
  contacts.flags[contact] = holds ? flags & ~ContactFlag.Passing : flags | ContactFlag.Passing
  if (passing === holds) physics.sleep.islands.markStale()
}

/** How fast the surfaces of a contact's two bodies go around. */
function spinOf({ bodies, components, collision: { contacts } }: PhysicsWorld, contact: number): number {
  const { angular } = components.Velocity
  const a = bodies.bodyOf[contacts.a[contact]!]!
  const b = bodies.bodyOf[contacts.b[contact]!]!
  return Math.abs(angular[a]!) * bodies.extent[a]! + Math.abs(angular[b]!) * bodies.extent[b]!
}

/** Whether a collider, if it is one-way, holds back what lies along this normal of its. */
function holdsFrom(
  physics: PhysicsWorld,
  platform: number,
  other: number,
  nx: number,
  ny: number,
  passing: boolean,
): boolean {
  const { bodies } = physics
  if ((bodies.traits[platform]! & Trait.OneWay) === 0) return true
  const { OneWay, Velocity } = physics.components
  const p = platform * POSE_STRIDE
  const c = bodies.pose[p + Pose.Cos]!
  const s = bodies.pose[p + Pose.Sin]!
  const x = c * OneWay.x[platform]! - s * OneWay.y[platform]!
  const y = s * OneWay.x[platform]! + c * OneWay.y[platform]!
  const length = Math.sqrt(x * x + y * y)
  if (nx * x + ny * y < HOLDING_COSINE * length) return false
  if (!passing) return true
  const from = bodies.bodyOf[platform]!
  const to = bodies.bodyOf[other]!
  return (Velocity.x[to]! - Velocity.x[from]!) * x + (Velocity.y[to]! - Velocity.y[from]!) * y <= 0
}

/** Takes in that a body's own collider became one-way, or ceased to be: contacts that it has already follow. */
export function updateOneWay(physics: PhysicsWorld, collider: number): void {
  const { bodies } = physics
  const { contacts } = physics.collision
  const oneWay = physics.presence.OneWay.has(collider) ? Trait.OneWay : 0
  if ((bodies.traits[collider]! & Trait.OneWay) === oneWay) return
  bodies.traits[collider] = (bodies.traits[collider]! & ~Trait.OneWay) | oneWay
  for (let edge = contacts.head[collider]!; edge !== 0; edge = contacts.next[edge]!) {
    const contact = edge >>> 1
    const either = (bodies.traits[collider]! | bodies.traits[contacts.otherOf(edge)]!) & Trait.OneWay
    const kept = contacts.flags[contact]! & ~(ContactFlag.OneWay | ContactFlag.Passing)
    contacts.flags[contact] = either === 0 ? kept : kept | ContactFlag.OneWay
  }
}
