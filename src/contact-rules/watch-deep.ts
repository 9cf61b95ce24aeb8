import { ShapeType } from '../../components/shape-type.ts'
import { BodyKind } from '../bodies/body-kind.ts'
import { POSE_STRIDE } from '../bodies/bodies.ts'
import { loadCorners } from '../caches/corners.ts'
import { MAX_VERTICES, findMiddle } from '../collision/convex.ts'
import { Geometry, GEOMETRY_STRIDE, LINE_STRIDE, LinkSides } from '../collision/geometry.ts'
import { NEAR_LINK } from '../collision/tolerances.ts'
import { ContactFlag, Manifold } from '../contacts/contact-record.ts'
import { MANIFOLD_STRIDE } from '../collision/manifold.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { Pose } from '../bodies/body-records.ts'
import { ItemBuffer } from '../stores/buffers.ts'

/** What keeps a contact from holding a body back at all, other than that it grazes for now. */
const LETS_THROUGH = ContactFlag.Unsolved & ~ContactFlag.Grazing

/** Contacts that are deep in this step: whether they jam is looked at when all manifolds are known. */
export const deep = new ItemBuffer()

const vertices = new Float64Array(MAX_VERTICES * 2)
const normals = new Float64Array(MAX_VERTICES * 2)
const middle = new Float64Array(2)

/**
 * A body that is pressed deep into what is static is swept however slowly it moves: step by step its middle would get
 * through to the other side. A thin rod that was jammed into a corner crept out at 0.4 mm a step.
 *
 * A link of a chain ends its contact where the normal is a neighbor's business, and where the middle has passed: a two-sided one
 * pushes to the other side from then on. So there it is the middle that counts, with points and without. Lines of kinematic bodies are
 * looked at like that, too: a piston that shook along with a chain pressed 50 of 200 bodies through it.
 */
export function watchDeep(physics: PhysicsWorld, contact: number, points: number): void {
  const { bodies } = physics
  const { contacts, shapeType, geometry } = physics.collision
  const { kind, reach, bodyOf } = bodies
  const a = contacts.a[contact]!
  const b = contacts.b[contact]!
  const dynamic = kind[bodyOf[a]!] === BodyKind.Dynamic ? a : b
  const fixed = a + b - dynamic
  const body = bodyOf[dynamic]!
  const fixedKind = kind[bodyOf[fixed]!]!
  if (kind[body] !== BodyKind.Dynamic || fixedKind === BodyKind.Dynamic) return
  const line = shapeType[fixed] === ShapeType.Segment
  // Other kinematic bodies push out again what is deep in them.
  if (fixedKind === BodyKind.Kinematic && !line) return
  const link = line && geometry[fixed * GEOMETRY_STRIDE + Geometry.Sides] !== LinkSides.Free
  const m = contact * MANIFOLD_STRIDE
  const least = link ? (NEAR_LINK - 2) * reach[body]! : -reach[body]!
  const { manifold } = contacts
  const shallow = manifold[m + Manifold.Separation0]! >= least && (points === 1 || manifold[m + Manifold.Separation1]! >= least)
  if (points > 0 ? shallow : !link) return
  // What grazed in the step before may have been an inner corner then, and the face that the body is pressed through now.
  if ((contacts.flags[contact]! & LETS_THROUGH) !== 0) return
  if (link && !isNearLink(physics, dynamic, fixed, body)) return
  physics.collision.fast.add(body)
  // What moves may press.
  if (fixedKind === BodyKind.Kinematic) return
  if (points > 0 && (link || (contacts.flags[contact]! & ContactFlag.Grazing) === 0)) deep.push(contact)
}

/**
 * Whether another fixed thing holds a body against the one that it is deep in, at contact `at`. What a pile or a piston presses
 * needs its impulses to hold.
 */
export function isJammed({ bodies, collision: { contacts } }: PhysicsWorld, body: number, at: number): boolean {
  const { manifold } = contacts
  const x = manifold[at * MANIFOLD_STRIDE + Manifold.NormalX]!
  const y = manifold[at * MANIFOLD_STRIDE + Manifold.NormalY]!
  // Normals leave A.
  const away = bodies.bodyOf[contacts.a[at]!] === body ? 1 : -1
  let jams = false
  for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c)) {
    for (let edge = contacts.head[c]!; edge !== 0; edge = contacts.next[edge]!) {
      const contact = edge >>> 1
      // Sensors and what is let through press on nothing, and may have no manifold.
      if (contacts.pointCount[contact] === 0 || (contacts.flags[contact]! & LETS_THROUGH) !== 0) continue
      if (bodies.kind[bodies.bodyOf[contacts.otherOf(edge)]!] !== BodyKind.Static) return false
      const m = contact * MANIFOLD_STRIDE
      const side = contacts.a[contact] === c ? away : -away
      if (side * (x * manifold[m + Manifold.NormalX]! + y * manifold[m + Manifold.NormalY]!) < 0) jams = true
    }
  }
  return jams
}

/** Whether the middle of a collider is on a side that a link holds, and so near that a step could take it through. */
function isNearLink(physics: PhysicsWorld, collider: number, link: number, body: number): boolean {
  const { bodies } = physics
  const { lines } = physics.collision
  const { pose, reach } = bodies
  const count = loadCorners(physics.collision, collider, vertices, normals)
  findMiddle(count, vertices, middle)
  const p = collider * POSE_STRIDE
  const l = link * POSE_STRIDE
  const x = pose[p + Pose.X]! - pose[l + Pose.X]! + pose[p + Pose.Cos]! * middle[0]! - pose[p + Pose.Sin]! * middle[1]!
  const y = pose[p + Pose.Y]! - pose[l + Pose.Y]! + pose[p + Pose.Sin]! * middle[0]! + pose[p + Pose.Cos]! * middle[1]!
  const g = link * LINE_STRIDE
  const ex = lines[g + Geometry.X2]! - lines[g + Geometry.X1]!
  const ey = lines[g + Geometry.Y2]! - lines[g + Geometry.Y1]!
  // In the frame of the link, from its first point.
  const fx = pose[l + Pose.Cos]! * x + pose[l + Pose.Sin]! * y - lines[g + Geometry.X1]!
  const fy = pose[l + Pose.Cos]! * y - pose[l + Pose.Sin]! * x - lines[g + Geometry.Y1]!
  if (lines[g + Geometry.Sides] === LinkSides.Left && ex * fy - ey * fx < 0) return false
  const square = ex * ex + ey * ey
  const part = square > 0 ? Math.min(Math.max((ex * fx + ey * fy) / square, 0), 1) : 0
  const dx = fx - part * ex
  const dy = fy - part * ey
  const near = NEAR_LINK * reach[body]! + physics.tolerances.linearSlop
  return dx * dx + dy * dy < near * near
}
