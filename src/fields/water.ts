import type { ShapeType as ShapeTypeOf } from '../../components/shape-type.ts'
import { Pose } from '../bodies/body-records.ts'
import { POSE_STRIDE } from '../bodies/bodies.ts'
import { loadCorners } from '../caches/corners.ts'
import { MAX_VERTICES } from '../collision/convex.ts'
import { Geometry, GEOMETRY_STRIDE } from '../collision/geometry.ts'
import { WET_FRAME_STRIDE, WET_STRIDE, Wet, WetFrame, findWet } from '../collision/wet-area.ts'
import { sincosOf } from '../math/rotation.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { Acting, actingField, findFlow } from './acting-field.ts'
import { Push, PUSH_STRIDE, Water } from './field-records.ts'
import type { FieldState } from './field-state.ts'
import { Obstacle, addDrag, addRates, obstacle } from './medium.ts'
import { findHeights, surface, takeSurface } from './water-surface.ts'

/** The water at hand: one for all worlds, it lasts for one field of a step. */
const water = new Float64Array(5)
enum Pool {
  /** Up: against gravity, a direction. */
  UpX = 0,
  UpY = 1,
  /** What a unit of area of it weighs. */
  Weight = 2,
  /** How high the surface is above the field's origin. */
  Level = 3,
  Density = 4,
}

const frame = new Float64Array(WET_FRAME_STRIDE)
const wet = new Float64Array(WET_STRIDE)
const vertices = new Float64Array(MAX_VERTICES * 2)
const normals = new Float64Array(MAX_VERTICES * 2)

/** Takes up a field of water. */
export function beginWater(state: FieldState, field: number): void {
  const { physics } = state
  const { gravity } = physics.settings
  const { Field } = physics.components
  const strength = Math.sqrt(gravity.x * gravity.x + gravity.y * gravity.y)
  const level = Field.surface[field]!
  water[Pool.UpX] = strength > 0 ? -gravity.x / strength : 0
  water[Pool.UpY] = strength > 0 ? -gravity.y / strength : 1
  water[Pool.Density] = Field.density[field]!
  water[Pool.Weight] = strength * Field.density[field]!
  water[Pool.Level] = level
  if (level !== level) findTop(physics, field)
  takeSurface(state, field)
}

/** Writes how far the shape of a field reaches up from its origin. */
function findTop({ collision, bodies: { pose } }: PhysicsWorld, field: number): void {
  const p = field * POSE_STRIDE
  const count = loadCorners(collision, field, vertices, normals)
  // Up, in the frame of the shape.
  const x = pose[p + Pose.Cos]! * water[Pool.UpX]! + pose[p + Pose.Sin]! * water[Pool.UpY]!
  const y = pose[p + Pose.Cos]! * water[Pool.UpY]! - pose[p + Pose.Sin]! * water[Pool.UpX]!
  let top = count > 0 ? -Infinity : 0
  for (let i = 0; i < count * 2; i += 2) top = Math.max(top, vertices[i]! * x + vertices[i + 1]! * y)
  water[Pool.Level] = top + collision.geometry[field * GEOMETRY_STRIDE + Geometry.Radius]!
}

/** Where the body will be in the middle of the step, and the way up from the surface. */
const ahead = new Float64Array(7)
enum Ahead {
  /** How far up the body goes until then. */
  Way = 0,
  /** How far the body is along the surface. */
  Along = 1,
  /** Up from the surface where the body is: a direction. */
  UpX = 2,
  UpY = 3,
  /** The body's center of mass above the surface. */
  Height = 4,
  /** How much steeper than level: what water presses with there. */
  Steepness = 5,
  /** How much the acceleration by the water changes with the way up: at most, where the substeps see to the body. */
  Bob = 6,
}

/**
 * Squares of radians: up to so much of its swing, ω·dt, a floating body goes on in a step under one force. Larger: what dives in at
 * 30 Hz comes out with more energy; smaller: more bodies cost four times as much.
 */
const SOFT_WATER = 0.06

/**
 * Adds what water does to a collider: the weight of what it displaces, and drag on the part that is wet. Where water is so stiff
 * that a body would dive too far in a step before it is pushed back, as it is for very light ones, its lift is left to the
 * substeps.
 */
export function addWater(state: FieldState, field: number, body: number, collider: number, slot: number): void {
  const { physics } = state
  const { collision, bodies } = physics
  const { numbers } = actingField
  const dt = numbers[Acting.StepTime]!
  placeInWater(physics, field, body, collider)
  const bob = 2 * water[Pool.Weight]! * ahead[Ahead.Steepness]! * bodies.extent[body]! * bodies.pose[body * POSE_STRIDE + Pose.InverseMass]!
  const stiff = bob * dt * dt >= SOFT_WATER
  ahead[Ahead.Bob] = bob
  if (stiff) addRow(state, collider, slot)
  const type = collision.shapeType[collider] as ShapeTypeOf
  if (!findWet(type, collision.sizesOf(collider), collision.placeOf(collider), collision.polygons, frame, wet)) return
  state.wetArea[body] = state.wetArea[body]! + wet[Wet.Area]!
  if (!stiff) addLift(state, body, slot)
  addWetDrag(state, field, body, slot)
}

/**
 * Whether a body that does not touch the area of the water yet may dive in within the step, from above, and the water is stiff: a
 * step later it would be met with more force than it came with.
 */
export function divesIn(physics: PhysicsWorld, field: number, body: number, collider: number): boolean {
  const { bodies, collision } = physics
  const { numbers } = actingField
  const dt = numbers[Acting.StepTime]!
  const bob = 2 * water[Pool.Weight]! * bodies.extent[body]! * bodies.pose[body * POSE_STRIDE + Pose.InverseMass]!
  if (bob * dt * dt < SOFT_WATER) return false
  const middle = numbers[Acting.Middle]!
  numbers[Acting.Middle] = 0
  placeInWater(physics, field, body, collider)
  numbers[Acting.Middle] = middle
  return !findWet(collision.shapeType[collider] as ShapeTypeOf, collision.sizesOf(collider), collision.placeOf(collider), collision.polygons, frame, wet)
}

/** Writes where a collider is to the surface. */
function placeInWater(physics: PhysicsWorld, field: number, body: number, collider: number): void {
  const { pose } = physics.bodies
  const { Velocity } = physics.components
  const { numbers } = actingField
  const dt = numbers[Acting.Middle]!
  const x = Velocity.x[body]! * dt
  const y = Velocity.y[body]! * dt
  const turn = Velocity.angular[body]! * dt
  const b = body * POSE_STRIDE
  // From the field's origin to the center of mass: small numbers, however far both are from the world's.
  const fromX = pose[b + Pose.X]! - pose[b + Pose.FromCenterX]! - numbers[Acting.OriginX]! + x
  const fromY = pose[b + Pose.Y]! - pose[b + Pose.FromCenterY]! - numbers[Acting.OriginY]! + y
  let nx = water[Pool.UpX]!
  let ny = water[Pool.UpY]!
  let height = fromX * nx + fromY * ny - water[Pool.Level]!
  ahead[Ahead.Steepness] = 1
  if (surface.uneven) {
    ahead[Ahead.Height] = height
    ahead[Ahead.Along] = fromX * ny - fromY * nx
    tiltSurface(physics, field, body)
    nx = ahead[Ahead.UpX]!
    ny = ahead[Ahead.UpY]!
    height = ahead[Ahead.Height]!
  }
  ahead[Ahead.Way] = x * nx + y * ny
  ahead[Ahead.UpX] = nx
  ahead[Ahead.UpY] = ny
  ahead[Ahead.Height] = height
  where[0] = nx
  where[1] = ny
  where[2] = height
  where[3] = turn
  placeFrame(pose, collider * POSE_STRIDE, where, frame)
}

const where = new Float64Array(4)
const turned = new Float64Array(2)

/**
 * Writes where a collider is to a surface when its body has turned.
 * @param at The way up from the surface, how high the center of mass is above it, and the turn in radians.
 */
export function placeFrame(pose: Float64Array, c: number, at: Float64Array, out: Float64Array): void {
  const nx = at[0]!
  const ny = at[1]!
  // Not to the first order: a force that is not where the body is takes or gives energy. Light ones gained a third in a minute at 30 Hz.
  sincosOf(at, 3, turned, 0)
  const cosTurn = turned[0]!
  const sinTurn = turned[1]!
  const px = pose[c + Pose.FromCenterX]!
  const py = pose[c + Pose.FromCenterY]!
  const rx = cosTurn * px - sinTurn * py
  const ry = sinTurn * px + cosTurn * py
  const cosine = cosTurn * pose[c + Pose.Cos]! - sinTurn * pose[c + Pose.Sin]!
  const sine = sinTurn * pose[c + Pose.Cos]! + cosTurn * pose[c + Pose.Sin]!
  out[WetFrame.X] = rx * ny - ry * nx
  out[WetFrame.Y] = at[2]! + rx * nx + ry * ny
  out[WetFrame.Cos] = cosine * ny - sine * nx
  out[WetFrame.Sin] = cosine * nx + sine * ny
}

/** Lays the surface through its heights at both ends of the body. */
function tiltSurface(physics: PhysicsWorld, field: number, body: number): void {
  const { Field } = physics.components
  const { bodies } = physics
  const extent = Math.max(bodies.extent[body]!, 1e-6)
  const upX = water[Pool.UpX]!
  const upY = water[Pool.UpY]!
  const along = ahead[Ahead.Along]!
  surface.at[0] = along - extent
  surface.at[1] = along + extent
  findHeights(physics, field)
  const slope = (surface.height[1]! - surface.height[0]!) / (2 * extent)
  const steepness = Math.sqrt(1 + slope * slope)
  const height = ahead[Ahead.Height]! - 0.5 * (surface.height[0]! + surface.height[1]!)
  ahead[Ahead.Height] = height / steepness
  ahead[Ahead.Steepness] = steepness
  ahead[Ahead.UpX] = (upX - slope * upY) / steepness
  ahead[Ahead.UpY] = (upY + slope * upX) / steepness
  // What the next crest may reach does not rest: a wave does not wake it.
  const restless = Field.waveSpeed[field] !== 0 && Field.waveHeight[field]! > 0
  if (restless && Math.abs(height) < extent + 2 * Field.waveHeight[field]!) bodies.quietTime[body] = 0
}

/** Adds the weight of the water that is displaced. */
function addLift({ physics, push }: FieldState, body: number, slot: number): void {
  const { pose } = physics.bodies
  const weight = water[Pool.Weight]! * ahead[Ahead.Steepness]!
  const b = body * POSE_STRIDE
  const p = slot * PUSH_STRIDE
  const force = weight * wet[Wet.Area]! * pose[b + Pose.InverseMass]!
  // Where the surface crosses the body: what is wide under or above it does not help.
  ahead[Ahead.Bob] = weight * (wet[Wet.Right]! - wet[Wet.Left]!) * pose[b + Pose.InverseMass]!
  if (ahead[Ahead.Bob]! > 0) noteBob(push, p + Push.Bob)
  push[p + Push.X] = push[p + Push.X]! + force * ahead[Ahead.UpX]!
  push[p + Push.Y] = push[p + Push.Y]! + force * ahead[Ahead.UpY]!
  push[p + Push.Spin] = push[p + Push.Spin]! + weight * wet[Wet.MomentX]! * pose[b + Pose.InverseInertia]!
}

/** Keeps the largest that was noted, and its sign. */
function noteBob(push: Float64Array, at: number): void {
  const known = push[at]!
  const bob = ahead[Ahead.Bob]!
  if (known >= 0 && bob > known) push[at] = bob
  if (known < 0 && -bob < known) push[at] = -bob
}

/** Notes for the substeps where the surface is to a collider. */
function addRow(state: FieldState, collider: number, slot: number): void {
  noteBob(state.push, slot * PUSH_STRIDE + Push.Bob)
  const r = state.addWater(slot, collider)
  const rows = state.water
  rows[r + Water.X] = ahead[Ahead.UpX]!
  rows[r + Water.Y] = ahead[Ahead.UpY]!
  rows[r + Water.Weight] = water[Pool.Weight]! * ahead[Ahead.Steepness]!
  rows[r + Water.Height] = ahead[Ahead.Height]! - ahead[Ahead.Way]!
}

/** Adds drag on what is wet: rates by the share of the body's mass that is displaced, so that all that floats slows down alike. */
function addWetDrag(state: FieldState, field: number, body: number, slot: number): void {
  const { physics } = state
  const { numbers } = actingField
  const area = wet[Wet.Area]!
  findFlow(physics, field, body)
  const displaced = water[Pool.Density]! * area * physics.bodies.pose[body * POSE_STRIDE + Pose.InverseMass]!
  numbers[Acting.Share] = displaced
  addRates(state, slot)
  if (numbers[Acting.Drag] === 0) return
  const nx = ahead[Ahead.UpX]!
  const ny = ahead[Ahead.UpY]!
  const x = area > 0 ? wet[Wet.MomentX]! / area : 0
  const y = area > 0 ? wet[Wet.MomentY]! / area - ahead[Ahead.Height]! : 0
  obstacle[Obstacle.X] = x * ny + y * nx
  obstacle[Obstacle.Y] = y * ny - x * nx
  obstacle[Obstacle.Width] = Math.abs(ny) * wet[Wet.Width]! + Math.abs(nx) * wet[Wet.Height]!
  obstacle[Obstacle.Height] = Math.abs(nx) * wet[Wet.Width]! + Math.abs(ny) * wet[Wet.Height]!
  addDrag(state, body, slot)
}
