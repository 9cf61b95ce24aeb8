import { Pose } from '../bodies/body-records.ts'
import { POSE_STRIDE } from '../bodies/bodies.ts'
import { loadCorners } from '../caches/corners.ts'
import { MAX_VERTICES, edgeCount } from '../collision/convex.ts'
import { Geometry, GEOMETRY_STRIDE } from '../collision/geometry.ts'
import type { PhysicsWorld } from '../state/world.ts'

/** The outline at hand: its core in the axes of the world, from the collider's origin. */
const vertices = new Float64Array(MAX_VERTICES * 2)
const normals = new Float64Array(MAX_VERTICES * 2)

/** Loads the core of a collider as it is turned, and returns its number of vertices. */
function loadOutline({ bodies: { pose }, collision }: PhysicsWorld, collider: number): number {
  const p = collider * POSE_STRIDE
  const count = loadCorners(collision, collider, vertices, normals)
  const c = pose[p + Pose.Cos]!
  const s = pose[p + Pose.Sin]!
  for (let i = 0; i < count * 2; i += 2) {
    const x = vertices[i]!
    const y = vertices[i + 1]!
    vertices[i] = c * x - s * y
    vertices[i + 1] = s * x + c * y
    const nx = normals[i]!
    const ny = normals[i + 1]!
    normals[i] = c * nx - s * ny
    normals[i + 1] = s * nx + c * ny
  }
  return count
}

/** The length of the outline that faces a direction, seen along it: how wide the collider is across. */
export function facingWidth(physics: PhysicsWorld, collider: number, x: number, y: number): number {
  const count = loadOutline(physics, collider)
  if (count === 0) return 0
  let least = Infinity
  let most = -Infinity
  for (let i = 0; i < count * 2; i += 2) {
    const across = x * vertices[i + 1]! - y * vertices[i]!
    least = Math.min(least, across)
    most = Math.max(most, across)
  }
  return most - least + 2 * physics.collision.geometry[collider * GEOMETRY_STRIDE + Geometry.Radius]!
}

/** What wind does to an outline: see {@link windUpon}. */
export const windSum = new Float64Array(3)
export enum WindSum {
  X = 0,
  Y = 1,
  Torque = 2,
}

/** The wind at hand. */
export interface WindUpon {
  readonly x: number
  readonly y: number
  readonly drag: number
  readonly lift: number
}

/**
 * Adds what wind presses with upon a collider to `windSum`, for half of its density: each part of the outline with the outward
 * normal n that faces the wind w with the speed v and the direction d gets drag · |n·d| · v² along d, and lift · |n·d| · |n·p| · v²
 * along p, across the wind to the side to which the part gives way. The integrals over edges and arcs are exact; the speed is
 * that of the middle of each.
 */
export function windUpon(physics: PhysicsWorld, body: number, collider: number, wind: WindUpon): void {
  const { pose } = physics.bodies
  const count = loadOutline(physics, collider)
  const p = collider * POSE_STRIDE
  const radius = physics.collision.geometry[collider * GEOMETRY_STRIDE + Geometry.Radius]!
  // From the body's center of mass.
  const fromX = pose[p + Pose.FromCenterX]!
  const fromY = pose[p + Pose.FromCenterY]!
  if (count === 1) addDisc(physics, body, fromX + vertices[0]!, fromY + vertices[1]!, radius, wind)
  const edges = edgeCount(count)
  for (let i = 0; i < edges; i++) {
    const j = i + 1 < count ? i + 1 : 0
    const nx = normals[i * 2]!
    const ny = normals[i * 2 + 1]!
    const dx = vertices[j * 2]! - vertices[i * 2]!
    const dy = vertices[j * 2 + 1]! - vertices[i * 2 + 1]!
    const middleX = fromX + vertices[i * 2]! + 0.5 * dx + radius * nx
    const middleY = fromY + vertices[i * 2 + 1]! + 0.5 * dy + radius * ny
    addEdge(physics, body, middleX, middleY, nx, ny, Math.sqrt(dx * dx + dy * dy), wind)
    if (radius > 0) {
      addCorner(physics, body, fromX + vertices[j * 2]!, fromY + vertices[j * 2 + 1]!, radius, i, j, wind)
    }
  }
}

const against = new Float64Array(3)

/** Writes direction and speed of the wind against a point of a body. */
function meet({ components: { Velocity } }: PhysicsWorld, body: number, x: number, y: number, wind: WindUpon): boolean {
  const spin = Velocity.angular[body]!
  const wx = wind.x - Velocity.x[body]! + spin * y
  const wy = wind.y - Velocity.y[body]! - spin * x
  const speed = Math.sqrt(wx * wx + wy * wy)
  if (!(speed > 0)) return false
  against[0] = wx / speed
  against[1] = wy / speed
  against[2] = speed * speed
  return true
}

function addDisc(physics: PhysicsWorld, body: number, x: number, y: number, radius: number, wind: WindUpon): void {
  if (!meet(physics, body, x, y, wind)) return
  addForce(x, y, 2 * radius * wind.drag * against[2]!, 0)
}

function addEdge(
  physics: PhysicsWorld, body: number, x: number, y: number, nx: number, ny: number, length: number, wind: WindUpon,
): void {
  if (!meet(physics, body, x, y, wind)) return
  const facing = -(nx * against[0]! + ny * against[1]!)
  if (facing <= 0) return
  const aside = nx * against[1]! - ny * against[0]!
  addForce(x, y, facing * length * wind.drag * against[2]!, facing * aside * length * wind.lift * against[2]!)
}

/** The arc around a vertex between the normals of edges i and j. */
function addCorner(
  physics: PhysicsWorld, body: number, x: number, y: number, radius: number, i: number, j: number, wind: WindUpon,
): void {
  if (!meet(physics, body, x, y, wind)) return
  const dx = against[0]!
  const dy = against[1]!
  // Cosine and sine of the angle from the direction that looks into the wind, at both ends of the arc.
  let c0 = -(normals[i * 2]! * dx + normals[i * 2 + 1]! * dy)
  let s0 = normals[i * 2]! * dy - normals[i * 2 + 1]! * dx
  let c1 = -(normals[j * 2]! * dx + normals[j * 2 + 1]! * dy)
  let s1 = normals[j * 2]! * dy - normals[j * 2 + 1]! * dx
  if (c0 <= 0 && c1 <= 0 && !(s0 < 0 && s1 > 0 && c0 > -1e-9 && c1 > -1e-9)) return
  if (c0 < 0) {
    c0 = 0
    s0 = -1
  }
  if (c1 < 0) {
    c1 = 0
    s1 = 1
  }
  const square = against[2]!
  const along = s1 - s0
  const aside = 0.5 * (s1 * s1 - s0 * s0)
  addForce(x, y, along * radius * wind.drag * square, aside * radius * wind.lift * square)
  // What the arm of the radius adds: normal × drag, and normal × lift.
  const cubes = (c0 * c0 * c0 - c1 * c1 * c1) / 3
  windSum[WindSum.Torque] = windSum[WindSum.Torque]! + radius * radius * square * (aside * wind.drag - cubes * wind.lift)
}

/** Adds a force along the wind and across it, at a point from the center of mass. */
function addForce(x: number, y: number, along: number, across: number): void {
  const fx = along * against[0]! - across * against[1]!
  const fy = along * against[1]! + across * against[0]!
  windSum[WindSum.X] = windSum[WindSum.X]! + fx
  windSum[WindSum.Y] = windSum[WindSum.Y]! + fy
  windSum[WindSum.Torque] = windSum[WindSum.Torque]! + x * fy - y * fx
}
