import { ShapeType } from '../../components/shape-type.ts'
import { POSE_STRIDE, START_STRIDE } from '../bodies/bodies.ts'
import { DISTANCE_STRIDE, Gap } from '../collision/distance.ts'
import { Geometry } from '../collision/geometry.ts'
import { ContactFlag, Manifold, MANIFOLD_STRIDE, ManifoldPoint } from '../contacts/contact-record.ts'
import type { CollisionState } from '../state/collision-state.ts'
import { NOTE_FLOATS, NOTE_INTS, NoteFloat, NoteInt } from '../state/preview.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { measureColliders } from './measure-colliders.ts'
import { showManifold, shown } from './show-manifold.ts'
import { Pose } from '../bodies/body-records.ts'

/** The point that was looked at last: x, y in the world and the separation, where the last step ended. */
export const contactPoint = new Float64Array(3)

const carried = new Float64Array(2)
const gap = new Float64Array(DISTANCE_STRIDE)

/**
 * Writes point `index` of a contact, whose manifold is {@link shown}, to {@link contactPoint}. It was found where the
 * step began; since then the two points that met there have moved along with their colliders, and the middle between
 * them is given: so it lies where the poses that can be read now are. The separation of a hit within the step is left to
 * {@link findHitDistance}, for all of its points.
 */
export function findContactPoint(physics: PhysicsWorld, contact: number, index: number): void {
  const { bodies } = physics
  const { contacts } = physics.collision
  const { start } = bodies
  const p = 2 + 3 * index
  const a = contacts.a[contact]!
  const b = contacts.b[contact]!
  if (contacts.foreseen[contact] === 1) {
    findHitPoint(physics, contact, p)
    return
  }
  carried[0] = shown[p + ManifoldPoint.X]!
  carried[1] = shown[p + ManifoldPoint.Y]!
  carry(physics, a)
  const ax = carried[0]!
  const ay = carried[1]!
  carried[0] = shown[p + ManifoldPoint.X]! + start[a * START_STRIDE + Pose.X]! - start[b * START_STRIDE + Pose.X]!
  carried[1] = shown[p + ManifoldPoint.Y]! + start[a * START_STRIDE + Pose.Y]! - start[b * START_STRIDE + Pose.Y]!
  carry(physics, b)
  const dx = carried[0]! - ax
  const dy = carried[1]! - ay
  contactPoint[0] = ax + 0.5 * dx
  contactPoint[1] = ay + 0.5 * dy
  contactPoint[2] = shown[p + ManifoldPoint.Separation]! + dx * shown[Manifold.NormalX]! + dy * shown[Manifold.NormalY]!
}

/** What met within the step is told where it met. */
function findHitPoint({ bodies: { start }, collision: { contacts } }: PhysicsWorld, contact: number, p: number): void {
  const a = contacts.a[contact]!
  contactPoint[0] = start[a * START_STRIDE + Pose.X]! + shown[p + ManifoldPoint.X]!
  contactPoint[1] = start[a * START_STRIDE + Pose.Y]! + shown[p + ManifoldPoint.Y]!
}

/**
 * Writes how far apart the two of a hit within the step are now. The solver's separation holds how far they turn until they
 * meet, and after that they went elsewhere: it was off by up to meters.
 */
export function findHitDistance(physics: PhysicsWorld, contact: number): void {
  const { contacts } = physics.collision
  const a = contacts.a[contact]!
  const b = contacts.b[contact]!
  // Of a polygon that was given up since nobody knows the points any more: others may be in their place.
  contactPoint[2] = 0
  if (hasOtherPoints(physics, a) || hasOtherPoints(physics, b)) return
  measureColliders(physics, a, b, gap, true)
  contactPoint[2] = gap[Gap.Distance]!
}

/** Whether a collider was a polygon where the last step ended, and the queries see another one, or none. */
function hasOtherPoints({ lifecycle: { preview, usedPolygon } }: PhysicsWorld, collider: number): boolean {
  const slot = preview.slot[collider]!
  if (slot === 0 || preview.ints[slot * NOTE_INTS + NoteInt.ShapeType] !== ShapeType.Polygon) return false
  return preview.floats[slot * NOTE_FLOATS + NoteFloat.Geometry + Geometry.Polygon] !== usedPolygon[collider]
}

/** Makes an offset from a collider at the beginning of the step the place in the world that it has become. */
function carry({ bodies, lifecycle: { preview } }: PhysicsWorld, collider: number): void {
  const { start } = bodies
  // What was written since the step is no matter of contacts yet, even if queries see it.
  const noted = preview.slot[collider] !== 0
  const pose = noted ? preview.floats : bodies.pose
  const p = noted ? preview.poseOf(collider) : collider * POSE_STRIDE
  const s = collider * START_STRIDE
  const c = pose[p + Pose.Cos]!
  const n = pose[p + Pose.Sin]!
  const c0 = start[s + Pose.Cos]!
  const n0 = start[s + Pose.Sin]!
  const x = carried[0]!
  const y = carried[1]!
  const turned = c !== c0 || n !== n0
  const u = c0 * x + n0 * y
  const v = c0 * y - n0 * x
  carried[0] = pose[p + Pose.X]! + (turned ? c * u - n * v : x)
  carried[1] = pose[p + Pose.Y]! + (turned ? n * u + c * v : y)
}

/** Gives the hits of this step, which were noted where it began, the places where queries find their contacts. */
export function placeHits(physics: PhysicsWorld): void {
  const { contacts } = physics.collision
  const hits = physics.events.contactHit
  for (let i = hits.fresh; i < hits.count; i++) {
    const contact = contacts.find(hits.a[i]!, hits.b[i]!)
    // What a kinematic body ran through within the step was reported where it did.
    if (contact === 0 || (contacts.flags[contact]! & ContactFlag.Touching) === 0) continue
    showManifold(physics, contact)
    findContactPoint(physics, contact, deeperPoint(physics.collision, contact))
    hits.x[i] = contactPoint[0]!
    hits.y[i] = contactPoint[1]!
  }
}

/** The deeper of two points is where it hit. */
export function deeperPoint({ contacts }: CollisionState, contact: number): number {
  const { manifold } = contacts
  const m = contact * MANIFOLD_STRIDE
  return contacts.pointCount[contact] === 2 && manifold[m + Manifold.Separation1]! < manifold[m + Manifold.Separation0]! ? 1 : 0
}
