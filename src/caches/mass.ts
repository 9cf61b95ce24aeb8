import { type ShapeType as ShapeTypeOf, ShapeType } from '../../components/shape-type.ts'
import { placeIn } from '../../components/spec.ts'
import { BodyKind } from '../bodies/body-kind.ts'
import { POSE_STRIDE, Trait } from '../bodies/bodies.ts'
import { Geometry, GEOMETRY_STRIDE } from '../collision/geometry.ts'
import { MassPlace } from '../collision/convex-mass.ts'
import { ShapeCore } from '../collision/shape-core.ts'
import { sincos } from '../math/rotation.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { Pose } from '../bodies/body-records.ts'

/**
 * Of the radius of gyration: a center of mass that is nearer to the origin is off by rounding alone. Most boxes and capsules had such
 * a one, and whose center is not the origin has to be placed anew whenever it turns (1.06 of a step of rolling-hills).
 */
const LEAST_OFFSET = 1e-12

/** The collider that is looked at. */
const core = new ShapeCore()
const turn = new Float64Array(2)

/** Mass, first moments, and second moment about the body's origin; or length and moments of lines, which have no area. */
class Moments {
  amount = 0
  x = 0
  y = 0
  second = 0

  add(amount: number, x: number, y: number, second: number): void {
    this.amount += amount
    this.x += amount * x
    this.y += amount * y
    this.second += second
  }
}

/** A body of one shape and without a `Mass` that was weighed, and its results: most that come at once are alike. */
class Weighed {
  /** The shape, by how often one was made before. */
  shape = -1
  density = 0
  pushed = false
  locked = false
  found: BodyMass = { mass: 0, inertia: 0, x: 0, y: 0 }
  extent = 0
  reach = 0
}

const weighed = new Weighed()

/** What a body weighs. */
export interface BodyMass {
  /** Infinity for what cannot be pushed. */
  readonly mass: number
  /** About the center; Infinity for what cannot be turned. */
  readonly inertia: number
  /** The center in the frame of the body. */
  readonly x: number
  readonly y: number
}

/** Makes mass, inertia, center of mass and extent of a body from its colliders, `Material.density` and `Mass`. */
export function updateMass(physics: PhysicsWorld, body: number): void {
  physics.version.noteBuild()
  const { bodies } = physics
  const { Motion } = physics.components
  noteMass(physics, body)
  const locked = (bodies.traits[body]! & Trait.Motion) !== 0 && Motion.lockRotation[body] === 1
  const pushed = bodies.kind[body] === BodyKind.Dynamic
  const { mass, inertia, x, y } = weighsAsLast(physics, body, pushed, locked) ? weighed.found : weigh(physics, body, pushed, locked)
  setCenter(physics, body, x, y)
  if (mass < Infinity) physics.solver.burdens.noteMass(mass)
  const inverseMass = 1 / mass
  const inverseInertia = 1 / inertia
  writeInverse(physics, body, inverseMass, inverseInertia)
  for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c)) {
    writeInverse(physics, c, inverseMass, inverseInertia)
  }
}

/** Whether a body is like the one that was weighed last. Its extent is written then. */
function weighsAsLast(physics: PhysicsWorld, body: number, pushed: boolean, locked: boolean): boolean {
  const { bodies, stores: { Material } } = physics
  if (!isPlain(physics, body)) return false
  takeCore(physics, body)
  const density = Material.density[placeIn(Material.density, body)]!
  if (weighed.shape !== core.made || weighed.density !== density || weighed.pushed !== pushed || weighed.locked !== locked) {
    weighed.shape = -1
    return false
  }
  bodies.extent[body] = weighed.extent
  bodies.reach[body] = weighed.reach
  return true
}

/** Whether a body has one shape, which its sizes tell, and no `Mass`. */
function isPlain({ bodies, collision: { shapeType }, stores: { Mass } }: PhysicsWorld, body: number): boolean {
  const type = shapeType[body]
  return bodies.bodyOf[body] === body && bodies.firstChild[body] === 0 && body >= Mass.mass.length &&
    type !== ShapeType.Polygon && type !== ShapeType.Segment
}

/** Weighs a body, and remembers what came out if it is of one shape. */
function weigh(physics: PhysicsWorld, body: number, pushed: boolean, locked: boolean): BodyMass {
  const { bodies, stores: { Material } } = physics
  const found = measureMass(physics, body, pushed, locked)
  updateExtent(physics, body, found.x, found.y)
  if (!isPlain(physics, body)) return found
  weighed.shape = core.made
  weighed.density = Material.density[placeIn(Material.density, body)]!
  weighed.pushed = pushed
  weighed.locked = locked
  weighed.found = found
  weighed.extent = bodies.extent[body]!
  weighed.reach = bodies.reach[body]!
  return found
}

/** Notes from which numbers the mass data is made. */
function noteMass({ stores: { Mass, Material }, lifecycle: { known } }: PhysicsWorld, body: number): void {
  if (body < Material.density.length) known.density[body] = Material.density[body]!
  if (body >= Mass.mass.length) return
  known.mass[body] = Mass.mass[body]!
  known.inertia[body] = Mass.inertia[body]!
  known.centerX[body] = Mass.centerX[body]!
  known.centerY[body] = Mass.centerY[body]!
}

/**
 * Finds what a body weighs, and changes nothing.
 * @param pushed Whether it is dynamic: nothing else can be pushed.
 * @param locked Whether it may not turn.
 */
export function measureMass(physics: PhysicsWorld, body: number, pushed: boolean, locked: boolean): BodyMass {
  const { bodies } = physics
  const { Mass } = physics.stores
  const sum = new Moments()
  const lines = new Moments()
  for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c)) addCollider(physics, body, c, sum, lines)
  const area = sum.amount
  // NaN: from the shapes.
  // NaN where there is no area: no number is larger.
  const least = LEAST_OFFSET * Math.sqrt(sum.second / area)
  const middleX = Math.abs(sum.x / area) > least ? sum.x / area : 0
  const middleY = Math.abs(sum.y / area) > least ? sum.y / area : 0
  const m = placeIn(Mass.mass, body)
  const givenX = Mass.centerX[m]!
  const givenY = Mass.centerY[m]!
  const x = givenX === givenX ? givenX : middleX
  const y = givenY === givenY ? givenY : middleY
  const mass = Mass.mass[m]! > 0 ? Mass.mass[m]! : area
  // The parts' inertia was summed about the origin; the parallel axis theorem moves it to the middle of their mass, and
  // from there to the center that was given.
  const dx = x - middleX
  const dy = y - middleY
  const own = sum.second - area * (middleX * middleX + middleY * middleY) + area * (dx * dx + dy * dy)
  const gyration = area > 0 ? own / area : lineGyration(lines, x, y)
  const inertia = Mass.inertia[m]! > 0 ? Mass.inertia[m]! : mass * gyration
  const turns = pushed && !locked && physics.collision.shapeType[body] !== ShapeType.Aabb && inertia > 0
  return { mass: pushed && mass > 0 ? mass : Infinity, inertia: turns ? inertia : Infinity, x, y }
}

function writeInverse(physics: PhysicsWorld, entity: number, inverseMass: number, inverseInertia: number): void {
  const { pose } = physics.bodies
  pose[entity * POSE_STRIDE + Pose.InverseMass] = inverseMass
  pose[entity * POSE_STRIDE + Pose.InverseInertia] = inverseInertia
}

/** Adds what a collider weighs to the sum, or to the lines. */
function addCollider(physics: PhysicsWorld, body: number, collider: number, sum: Moments, lines: Moments): void {
  const { Collider } = physics.components
  const { Material } = physics.stores
  takeCore(physics, collider)
  const { mass: part } = core
  if (part[MassPlace.Area] === 0) addLine(physics, body, collider, lines)
  const density = Material.density[placeIn(Material.density, collider)]!
  let x = part[MassPlace.X]!
  let y = part[MassPlace.Y]!
  if (collider !== body) {
    sincos(Collider.angle[collider]!, turn, 0)
    const u = x
    const v = y
    x = Collider.x[collider]! + turn[0]! * u - turn[1]! * v
    y = Collider.y[collider]! + turn[1]! * u + turn[0]! * v
  }
  const mass = density * part[MassPlace.Area]!
  // Its own first: the order of the sums decides about the last bits.
  sum.second += density * part[MassPlace.Inertia]!
  sum.add(mass, x, y, mass * (x * x + y * y))
}

/** Adds the collider at hand to the lines of a body, if it is one. */
function addLine(physics: PhysicsWorld, body: number, collider: number, lines: Moments): void {
  const { components } = physics
  const { Collider } = components
  const { vertices } = core
  if (core.count !== 2) return
  const child = collider !== body
  sincos(child ? Collider.angle[collider]! : 0, turn, 0)
  const mx = 0.5 * (vertices[0]! + vertices[2]!)
  const my = 0.5 * (vertices[1]! + vertices[3]!)
  const x = (child ? Collider.x[collider]! : 0) + turn[0]! * mx - turn[1]! * my
  const y = (child ? Collider.y[collider]! : 0) + turn[1]! * mx + turn[0]! * my
  const ex = vertices[2]! - vertices[0]!
  const ey = vertices[3]! - vertices[1]!
  const length = Math.sqrt(ex * ex + ey * ey)
  lines.add(length, x, y, length * (x * x + y * y + (length * length) / 12))
}

/** The squared radius of gyration about a point of a body of lines only, whose mass lies evenly along them. */
function lineGyration({ amount, x: momentX, y: momentY, second }: Moments, x: number, y: number): number {
  if (amount === 0) return 0
  return (second - 2 * (x * momentX + y * momentY)) / amount + x * x + y * y
}

function setCenter(physics: PhysicsWorld, body: number, x: number, y: number): void {
  const { bodies: { localCenter, pose }, joints } = physics
  // How long the arms of its joints are counts among what says how these are solved.
  if (joints.first(body) !== 0 && (localCenter[body * 2] !== x || localCenter[body * 2 + 1] !== y)) joints.changed = true
  localCenter[body * 2] = x
  localCenter[body * 2 + 1] = y
  const p = body * POSE_STRIDE
  pose[p + Pose.FromCenterX] = -(pose[p + Pose.Cos]! * x - pose[p + Pose.Sin]! * y)
  pose[p + Pose.FromCenterY] = -(pose[p + Pose.Sin]! * x + pose[p + Pose.Cos]! * y)
}

/** The extent: how far the farthest point of any collider is from the center of mass. */
function updateExtent(physics: PhysicsWorld, body: number, centerX: number, centerY: number): void {
  const { bodies } = physics
  let extent = 0
  // The smallest half width of the colliders.
  let thinnest = Infinity
  for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c)) {
    takeCore(physics, c)
    const radius = physics.collision.geometry[c * GEOMETRY_STRIDE + Geometry.Radius]!
    thinnest = Math.min(thinnest, core.halfWidth[0]! + radius)
    extent = Math.max(extent, farthest(physics, body, c, centerX, centerY) + radius)
  }
  bodies.extent[body] = extent
  bodies.reach[body] = thinnest < Infinity ? 0.5 * thinnest : Infinity
}

function takeCore({ collision }: PhysicsWorld, collider: number): void {
  const { shapeType, polygons } = collision
  core.take(shapeType[collider] as ShapeTypeOf, collision.sizesOf(collider), collision.placeOf(collider), polygons)
}

/** How far the farthest vertex of the collider at hand is from the center of its body. */
function farthest(
  { components: { Collider } }: PhysicsWorld, body: number, collider: number, centerX: number, centerY: number,
): number {
  const { vertices, count } = core
  const own = collider === body
  const x = own ? 0 : Collider.x[collider]!
  const y = own ? 0 : Collider.y[collider]!
  turn[0] = 1
  turn[1] = 0
  if (!own) sincos(Collider.angle[collider]!, turn, 0)
  let square = 0
  for (let i = 0; i < count; i++) {
    const dx = x + turn[0]! * vertices[2 * i]! - turn[1]! * vertices[2 * i + 1]! - centerX
    const dy = y + turn[1]! * vertices[2 * i]! + turn[0]! * vertices[2 * i + 1]! - centerY
    square = Math.max(square, dx * dx + dy * dy)
  }
  return Math.sqrt(square)
}
