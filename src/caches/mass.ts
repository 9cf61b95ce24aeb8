import { type ShapeType as ShapeTypeOf, ShapeType } from '../../components/shape-type.ts'
import { BodyKind } from '../bodies/body-kind.ts'
import { POSE_STRIDE, Trait } from '../bodies/bodies.ts'
import { MAX_VERTICES, findMiddle, loadConvex } from '../collision/convex.ts'
import { Geometry, GEOMETRY_STRIDE } from '../collision/geometry.ts'
import { MASS_STRIDE, computeMass } from '../collision/mass.ts'
import { sincos } from '../math/rotation.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { MASS_SOURCE_STRIDE, MassSource } from '../state/lifecycle-records.ts'
import { Pose } from '../bodies/body-records.ts'

const part = new Float64Array(MASS_STRIDE)
const turn = new Float64Array(2)
const sum = new Float64Array(MASS_STRIDE)
/** Length, first moments and second moment of the lines of the body at hand, which have no area. */
const lines = new Float64Array(4)

/** What was measured last: mass, inertia about the center, and the center in the frame of the body. */
export const measured = new Float64Array(4)

/** Makes mass, inertia, center of mass and extent of a body from its colliders, `Material.density` and `Mass`. */
export function updateMass(physics: PhysicsWorld, body: number): void {
  const { bodies } = physics
  const { Mass, Material, Motion } = physics.components
  const source = physics.lifecycle.massSource
  const m = body * MASS_SOURCE_STRIDE
  source[m + MassSource.Mass] = Mass.mass[body]!
  source[m + MassSource.Inertia] = Mass.inertia[body]!
  source[m + MassSource.Density] = Material.density[body]!
  source[m + MassSource.CenterX] = Mass.centerX[body]!
  source[m + MassSource.CenterY] = Mass.centerY[body]!
  const locked = (bodies.traits[body]! & Trait.Motion) !== 0 && Motion.lockRotation[body] === 1
  measureMass(physics, body, bodies.kind[body] === BodyKind.Dynamic, locked)
  const x = measured[2]!
  const y = measured[3]!
  setCenter(physics, body, x, y)
  updateExtent(physics, body, x, y)
  if (measured[0]! < Infinity) physics.solver.burdens.noteMass(measured[0]!)
  const inverseMass = 1 / measured[0]!
  const inverseInertia = 1 / measured[1]!
  writeInverse(physics, body, inverseMass, inverseInertia)
  for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c)) {
    writeInverse(physics, c, inverseMass, inverseInertia)
  }
}

/**
 * Writes to {@link measured} what a body weighs, and nothing else. Infinity for what cannot be pushed, or not be turned.
 * @param pushed Whether it is dynamic: nothing else can be pushed.
 * @param locked Whether it may not turn.
 */
export function measureMass(physics: PhysicsWorld, body: number, pushed: boolean, locked: boolean): void {
  const { bodies } = physics
  const { Mass } = physics.components
  for (let i = 0; i < MASS_STRIDE; i++) sum[i] = 0
  for (let i = 0; i < 4; i++) lines[i] = 0
  for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c)) addCollider(physics, body, c)
  const area = sum[0]!
  // NaN: from the shapes.
  const middleX = area > 0 ? sum[1]! / area : 0
  const middleY = area > 0 ? sum[2]! / area : 0
  const givenX = Mass.centerX[body]!
  const givenY = Mass.centerY[body]!
  const x = givenX === givenX ? givenX : middleX
  const y = givenY === givenY ? givenY : middleY
  const mass = Mass.mass[body]! > 0 ? Mass.mass[body]! : area
  // The parts' inertia was summed about the origin; the parallel axis theorem moves it to the middle of their mass, and
  // from there to the center that was given.
  const dx = x - middleX
  const dy = y - middleY
  const own = sum[3]! - area * (middleX * middleX + middleY * middleY) + area * (dx * dx + dy * dy)
  const gyration = area > 0 ? own / area : lineGyration(x, y)
  const inertia = Mass.inertia[body]! > 0 ? Mass.inertia[body]! : mass * gyration
  const turns = pushed && !locked && physics.collision.shapeType[body] !== ShapeType.Aabb && inertia > 0
  measured[0] = pushed && mass > 0 ? mass : Infinity
  measured[1] = turns ? inertia : Infinity
  measured[2] = x
  measured[3] = y
}

function writeInverse(physics: PhysicsWorld, entity: number, inverseMass: number, inverseInertia: number): void {
  const { pose } = physics.bodies
  pose[entity * POSE_STRIDE + Pose.InverseMass] = inverseMass
  pose[entity * POSE_STRIDE + Pose.InverseInertia] = inverseInertia
}

/** Adds a collider's mass, first moments, and second moment about the body's origin to the sum. */
function addCollider(physics: PhysicsWorld, body: number, collider: number): void {
  const { components } = physics
  const { geometry, shapeType } = physics.collision
  const { Material, Collider } = components
  computeMass(shapeType[collider] as ShapeTypeOf, geometry, collider * GEOMETRY_STRIDE, physics.collision.polygons, part, 0)
  if (part[0] === 0) addLine(physics, body, collider)
  const density = Material.density[collider]!
  let x = part[1]!
  let y = part[2]!
  if (collider !== body) {
    sincos(Collider.angle[collider]!, turn, 0)
    x = Collider.x[collider]! + turn[0]! * part[1]! - turn[1]! * part[2]!
    y = Collider.y[collider]! + turn[1]! * part[1]! + turn[0]! * part[2]!
  }
  const mass = density * part[0]!
  sum[0] = sum[0]! + mass
  sum[1] = sum[1]! + mass * x
  sum[2] = sum[2]! + mass * y
  sum[3] = sum[3]! + density * part[3]! + mass * (x * x + y * y)
}

/** Adds a line's length, first moments, and second moment about the body's origin. */
function addLine(physics: PhysicsWorld, body: number, collider: number): void {
  const { components } = physics
  const { geometry, shapeType } = physics.collision
  const { Collider } = components
  const g = collider * GEOMETRY_STRIDE
  if (loadConvex(shapeType[collider] as ShapeTypeOf, geometry, g, physics.collision.polygons, vertices, normals) !== 2) return
  const child = collider !== body
  sincos(child ? Collider.angle[collider]! : 0, turn, 0)
  const mx = 0.5 * (vertices[0]! + vertices[2]!)
  const my = 0.5 * (vertices[1]! + vertices[3]!)
  const x = (child ? Collider.x[collider]! : 0) + turn[0]! * mx - turn[1]! * my
  const y = (child ? Collider.y[collider]! : 0) + turn[1]! * mx + turn[0]! * my
  const ex = vertices[2]! - vertices[0]!
  const ey = vertices[3]! - vertices[1]!
  const length = Math.sqrt(ex * ex + ey * ey)
  lines[0] = lines[0]! + length
  lines[1] = lines[1]! + length * x
  lines[2] = lines[2]! + length * y
  lines[3] = lines[3]! + length * (x * x + y * y + (length * length) / 12)
}

/** The squared radius of gyration about a point of a body of lines only, whose mass lies evenly along them. */
function lineGyration(x: number, y: number): number {
  if (lines[0] === 0) return 0
  return (lines[3]! - 2 * (x * lines[1]! + y * lines[2]!)) / lines[0]! + x * x + y * y
}

function setCenter(physics: PhysicsWorld, body: number, x: number, y: number): void {
  const { localCenter, pose } = physics.bodies
  localCenter[body * 2] = x
  localCenter[body * 2 + 1] = y
  const p = body * POSE_STRIDE
  pose[p + Pose.FromCenterX] = -(pose[p + Pose.Cos]! * x - pose[p + Pose.Sin]! * y)
  pose[p + Pose.FromCenterY] = -(pose[p + Pose.Sin]! * x + pose[p + Pose.Cos]! * y)
}

const vertices = new Float64Array(MAX_VERTICES * 2)
const normals = new Float64Array(MAX_VERTICES * 2)

const middle = new Float64Array(2)

/** The smallest half width of the colliders of the body at hand. */
let thinnest = Infinity

/** The extent: how far the farthest point of any collider is from the center of mass. */
function updateExtent(physics: PhysicsWorld, body: number, centerX: number, centerY: number): void {
  const { bodies } = physics
  let extent = 0
  thinnest = Infinity
  for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c)) {
    extent = Math.max(extent, farthest(physics, body, c, centerX, centerY))
  }
  bodies.extent[body] = extent
  bodies.reach[body] = thinnest < Infinity ? 0.5 * thinnest : Infinity
}

function farthest(physics: PhysicsWorld, body: number, collider: number, centerX: number, centerY: number): number {
  const { geometry, shapeType } = physics.collision
  const { Collider } = physics.components
  const own = collider === body
  const x = own ? 0 : Collider.x[collider]!
  const y = own ? 0 : Collider.y[collider]!
  if (own) {
    turn[0] = 1
    turn[1] = 0
  } else {
    sincos(Collider.angle[collider]!, turn, 0)
  }
  const g = collider * GEOMETRY_STRIDE
  const count = loadConvex(shapeType[collider] as ShapeTypeOf, geometry, g, physics.collision.polygons, vertices, normals)
  let square = 0
  thinnest = Math.min(thinnest, halfWidth(count) + geometry[g + Geometry.Radius]!)
  for (let i = 0; i < count; i++) {
    const dx = x + turn[0]! * vertices[2 * i]! - turn[1]! * vertices[2 * i + 1]! - centerX
    const dy = y + turn[1]! * vertices[2 * i]! + turn[0]! * vertices[2 * i + 1]! - centerY
    square = Math.max(square, dx * dx + dy * dy)
  }
  return Math.sqrt(square) + geometry[g + Geometry.Radius]!
}

/** The least distance from the middle of the vertices at hand to an edge: 0 for a line. */
function halfWidth(count: number): number {
  if (count < 3) return 0
  findMiddle(count, vertices, middle)
  const x = middle[0]!
  const y = middle[1]!
  let least = Infinity
  for (let i = 0; i < count; i++) {
    const distance = normals[2 * i]! * (vertices[2 * i]! - x) + normals[2 * i + 1]! * (vertices[2 * i + 1]! - y)
    least = Math.min(least, distance)
  }
  return least
}
