import { Pose } from '../bodies/body-records.ts'
import { POSE_STRIDE } from '../bodies/bodies.ts'
import { forgetManifold } from '../caches/kept-manifolds.ts'
import { loadTurned } from '../caches/corners.ts'
import { MAX_VERTICES, findMiddle } from '../collision/convex.ts'
import { measureGap } from '../collision/gap.ts'
import { Geometry, GEOMETRY_STRIDE } from '../collision/geometry.ts'
import { ContactFlag, MANIFOLD_STRIDE, Manifold, ManifoldPoint } from '../contacts/contact-record.ts'
import { filtersAllow, isSensing } from '../contact-rules/contacts.ts'
import { isSharp } from '../contact-rules/seams.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { ItemBuffer } from '../stores/buffers.ts'
import { findStatic } from './sweep-body.ts'

/** What keeps a contact from holding a body back at all, other than that it grazes for now. */
const LETS_THROUGH = ContactFlag.Unsolved & ~ContactFlag.Grazing

/** Features of points on the way out are those of no other manifold. */
const WAY_OUT = 1 << 24

/** Part of the reach of a body that it may be deep in what is beside its way out. With the speculative distance alone a tilted capsule went up and down. */
const PRESSED = 0.5

const vertices = new Float64Array(MAX_VERTICES * 2)
const normals = new Float64Array(MAX_VERTICES * 2)
const others = new Float64Array(MAX_VERTICES * 2)
const unused = new Float64Array(MAX_VERTICES * 2)
const middle = new Float64Array(2)
/** How far the mover reaches over each face of what it is in: the way out there. */
const far = new Float64Array(MAX_VERTICES)
const region = new Float64Array(4)
/** How far it is to the place before a face, and how far it is from there to what is there. */
const away = new Float64Array(2)
const gap = new Float64Array(1)
const walls = new ItemBuffer()
/** What holds something while a broad phase of the user runs. */
export const wayOutScratch = [vertices, normals, others, far, region, away, walls]

/**
 * Gives a contact of what jams in a fixed shape the manifold of the nearest face behind which there is room for the whole body. The
 * nearest of all may lie on another fixed shape: a cell that is put upon a body presses it into the floor, which presses it into
 * the cell, for ever. Where no face has room, the manifold stays as it is.
 */
export function letOut(physics: PhysicsWorld, contact: number, body: number): void {
  const { bodies: { bodyOf }, collision } = physics
  const { contacts } = collision
  const a = contacts.a[contact]!
  const mover = bodyOf[a] === body ? a : contacts.b[contact]!
  const fixed = a + contacts.b[contact]! - mover
  if (contacts.foreseen[contact] === 1 || !isSharp(collision, fixed)) return
  const corners = loadFrom(physics, fixed, fixed, vertices, normals)
  const count = loadFrom(physics, mover, fixed, others, unused)
  const radius = collision.geometry[mover * GEOMETRY_STRIDE + Geometry.Radius]!
  findMiddle(count, others, middle)
  let isOut = false
  for (let i = 0; i < corners; i++) if (over(i, middle, 0) > 0) isOut = true
  for (let i = 0; i < corners; i++) {
    // What has its middle outside goes to that side alone: not through what it lies on.
    far[i] = isOut && over(i, middle, 0) <= 0 ? Infinity : radius - over(i, others, lowest(i, count, -1))
  }
  for (let tries = 0; tries < corners; tries++) {
    let face = 0
    for (let i = 1; i < corners; i++) if (far[i]! < far[face]!) face = i
    if (far[face] === Infinity) return
    if (hasRoom(physics, body, face)) {
      write(physics, contact, mover, fixed, face, count, radius)
      return
    }
    far[face] = Infinity
  }
}

/** Loads the corners and normals of a collider, in world axes from the origin of another. */
function loadFrom(physics: PhysicsWorld, collider: number, origin: number, corners: Float64Array, directions: Float64Array): number {
  const { pose } = physics.bodies
  const count = loadTurned(physics, collider, corners, directions)
  const p = collider * POSE_STRIDE
  const x = pose[p + Pose.X]! - pose[origin * POSE_STRIDE + Pose.X]!
  const y = pose[p + Pose.Y]! - pose[origin * POSE_STRIDE + Pose.Y]!
  for (let i = 0; i < 2 * count; i += 2) {
    corners[i] = corners[i]! + x
    corners[i + 1] = corners[i + 1]! + y
  }
  return count
}

/** How far vector `i` of a list is in front of a face. */
function over(face: number, points: Float64Array, i: number): number {
  const f = 2 * face
  return normals[f]! * (points[2 * i]! - vertices[f]!) + normals[f + 1]! * (points[2 * i + 1]! - vertices[f + 1]!)
}

/** The corner of the mover that is deepest behind a face, but for one. */
function lowest(face: number, count: number, not: number): number {
  let best = not === 0 ? 1 : 0
  for (let i = best + 1; i < count; i++) if (i !== not && over(face, others, i) < over(face, others, best)) best = i
  return best
}

/** Whether a body lies in nothing static where it would be before a face. */
function hasRoom(physics: PhysicsWorld, body: number, face: number): boolean {
  const { bodies, collision: { contacts }, solver: { states: { memory } }, stores: { BroadphaseAABB: { minX, minY, maxX, maxY } }, tolerances } = physics
  const { pose } = bodies
  // What jams is pressed a little into what it lies on.
  const least = -Math.max(tolerances.speculativeDistance, PRESSED * bodies.reach[body]!)
  const x = (away[0] = normals[2 * face]! * far[face]!)
  const y = (away[1] = normals[2 * face + 1]! * far[face]!)
  for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c)) {
    region[0] = minX[c]! + x
    region[1] = minY[c]! + y
    region[2] = maxX[c]! + x
    region[3] = maxY[c]! + y
    findStatic(physics, region, walls)
    for (let i = 0; i < walls.count; i++) {
      const wall = walls.items[i]!
      const known = contacts.find(Math.min(c, wall), Math.max(c, wall))
      if (known === 0 ? isSensing(physics, c, wall) || !filtersAllow(physics, c, wall) : (contacts.flags[known]! & LETS_THROUGH) !== 0) continue
      measureGap(memory, pose, c, wall, away, gap)
      if (gap[0]! < least) return false
    }
  }
  return true
}

/** Writes the manifold of a face, with the two corners of the mover that are deepest behind it. */
function write(physics: PhysicsWorld, contact: number, mover: number, fixed: number, face: number, count: number, radius: number): void {
  const { bodies: { pose }, collision } = physics
  const { contacts } = collision
  const { feature, manifold } = contacts
  const m = contact * MANIFOLD_STRIDE
  const nx = normals[2 * face]!
  const ny = normals[2 * face + 1]!
  const fixedIsA = contacts.a[contact] === fixed
  manifold[m + Manifold.NormalX] = fixedIsA ? nx : -nx
  manifold[m + Manifold.NormalY] = fixedIsA ? ny : -ny
  const x = fixedIsA ? 0 : pose[fixed * POSE_STRIDE + Pose.X]! - pose[mover * POSE_STRIDE + Pose.X]!
  const y = fixedIsA ? 0 : pose[fixed * POSE_STRIDE + Pose.Y]! - pose[mover * POSE_STRIDE + Pose.Y]!
  const points = count > 1 ? 2 : 1
  let corner = -1
  for (let k = 0; k < points; k++) {
    corner = lowest(face, count, corner)
    const separation = over(face, others, corner) - radius
    const p = m + Manifold.X0 + 3 * k
    // In the middle between both surfaces.
    const back = radius + 0.5 * separation
    manifold[p + ManifoldPoint.X] = others[2 * corner]! - nx * back + x
    manifold[p + ManifoldPoint.Y] = others[2 * corner + 1]! - ny * back + y
    manifold[p + ManifoldPoint.Separation] = separation
    feature[2 * contact + k] = WAY_OUT + corner
  }
  contacts.pointCount[contact] = points
  forgetManifold(collision, contact)
}
