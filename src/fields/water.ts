import { ShapeType, type ShapeType as ShapeTypeOf } from '../../components/shape-type.ts'
import { Pose } from '../bodies/body-records.ts'
import { POSE_STRIDE } from '../bodies/bodies.ts'
import { MAX_VERTICES, loadConvex } from '../collision/convex.ts'
import { Geometry, GEOMETRY_STRIDE } from '../collision/geometry.ts'
import { MASS_STRIDE, computeMass } from '../collision/mass.ts'
import { MassPlace } from '../collision/convex-mass.ts'
import { WET_FRAME_STRIDE, WET_STRIDE, Wet, WetFrame, findWet } from '../collision/wet-area.ts'
import { PI } from '../math/rotation.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { Acting, actingField, findFlow } from './acting-field.ts'
import { Push, PUSH_STRIDE, STIFF, Water } from './field-records.ts'
import type { FieldState } from './field-state.ts'
import { Obstacle, addDrag, addRates, obstacle } from './medium.ts'
import { findHeights, surface, takeSurface } from './water-surface.ts'

/** The water at hand: one for all worlds, it lasts for one field of a step. */
const water = new Float64Array(6)
enum Pool {
  /** Up: against gravity, a direction. */
  UpX = 0,
  UpY = 1,
  /** What a unit of area of it weighs. */
  Weight = 2,
  /** How high the surface is above the field's origin. */
  Level = 3,
  Density = 4,
  /** The part of the step after which a force that stays the same for all of it neither gives nor takes energy. */
  Middle = 5,
}

const frame = new Float64Array(WET_FRAME_STRIDE)
const wet = new Float64Array(WET_STRIDE)
const whole = new Float64Array(MASS_STRIDE)
const vertices = new Float64Array(MAX_VERTICES * 2)
const normals = new Float64Array(MAX_VERTICES * 2)

/** Takes up a field of water. */
export function beginWater(state: FieldState, field: number): void {
  const { physics } = state
  const { gravity, substeps } = physics.settings
  const { Field } = physics.components
  const strength = Math.sqrt(gravity.x * gravity.x + gravity.y * gravity.y)
  const level = Field.surface[field]!
  water[Pool.UpX] = strength > 0 ? -gravity.x / strength : 0
  water[Pool.UpY] = strength > 0 ? -gravity.y / strength : 1
  water[Pool.Density] = Field.density[field]!
  water[Pool.Weight] = strength * Field.density[field]!
  water[Pool.Level] = level
  // A spring that is evaluated at x + m·dt·v, and acts for n substeps, keeps areas in phase space for m = (n − 1) / 2n.
  water[Pool.Middle] = (substeps - 1) / (2 * substeps)
  if (level !== level) findTop(physics, field)
  takeSurface(state, field)
}

/** Writes how far the shape of a field reaches up from its origin. */
function findTop({ collision, bodies: { pose } }: PhysicsWorld, field: number): void {
  const g = field * GEOMETRY_STRIDE
  const p = field * POSE_STRIDE
  const count = loadConvex(collision.shapeType[field] as ShapeTypeOf, collision.geometry, g, collision.polygons, vertices, normals)
  // Up, in the frame of the shape.
  const x = pose[p + Pose.Cos]! * water[Pool.UpX]! + pose[p + Pose.Sin]! * water[Pool.UpY]!
  const y = pose[p + Pose.Cos]! * water[Pool.UpY]! - pose[p + Pose.Sin]! * water[Pool.UpX]!
  let top = count > 0 ? -Infinity : 0
  for (let i = 0; i < count * 2; i += 2) top = Math.max(top, vertices[i]! * x + vertices[i + 1]! * y)
  water[Pool.Level] = top + collision.geometry[g + Geometry.Radius]!
}

/** The motion in the step ahead, and the axes along the surface and up from it. */
const ahead = new Float64Array(7)
enum Ahead {
  /** How far up the body goes, and how far it turns. */
  Way = 0,
  Turn = 1,
  /** Up from the surface where the body is: a direction. */
  UpX = 2,
  UpY = 3,
  /** The body's center of mass above the surface. */
  Height = 4,
  /** How much steeper than level: what water presses with there. */
  Steepness = 5,
  /** Which part of the step is looked at. */
  Part = 6,
}

/** Of what leaves the water within the step these parts of its way are looked at in turn, until one is still wet. */
const PARTS_OF_WAY = [1, 0.5, 0.25, 0]

/**
 * Adds what water does to a collider: the weight of what it displaces, and drag on the part that is wet. Both are found where the
 * body will be at the end of the step if nothing but its velocity moves it: what dives in is met by water as soon as it is
 * under, so that stiff water (a light body) never throws anything out faster than it came.
 */
export function addWater(state: FieldState, field: number, body: number, collider: number, slot: number): void {
  const { physics } = state
  const { collision } = physics
  const g = collider * GEOMETRY_STRIDE
  const type = collision.shapeType[collider] as ShapeTypeOf
  ahead[Ahead.Part] = 1
  placeInWater(physics, field, body, collider)
  if (!findWet(type, collision.geometry, g, collision.polygons, frame, wet)) {
    // What is dry and sinks no deeper than this is dry on all of its way.
    let found = false
    for (let i = 1; i < PARTS_OF_WAY.length && !found && ahead[Ahead.Way]! > 0; i++) {
      ahead[Ahead.Part] = PARTS_OF_WAY[i]!
      placeInWater(physics, field, body, collider)
      found = findWet(type, collision.geometry, g, collision.polygons, frame, wet)
    }
    if (!found) return
  }
  state.wetArea[body] = state.wetArea[body]! + wet[Wet.Area]!
  if (water[Pool.Weight]! > 0) addLift(state, body, collider, slot)
  addWetDrag(state, field, body, slot)
}

/** Writes where a collider is to the surface. */
function placeInWater(physics: PhysicsWorld, field: number, body: number, collider: number): void {
  const { pose } = physics.bodies
  const { Velocity } = physics.components
  const { numbers } = actingField
  const dt = numbers[Acting.StepTime]! * ahead[Ahead.Part]!
  const x = Velocity.x[body]! * dt
  const y = Velocity.y[body]! * dt
  const turn = Velocity.angular[body]! * dt
  const b = body * POSE_STRIDE
  const c = collider * POSE_STRIDE
  // From the field's origin to the center of mass: small numbers, however far both are from the world's.
  const fromX = pose[b + Pose.X]! - pose[b + Pose.FromCenterX]! - numbers[Acting.OriginX]! + x
  const fromY = pose[b + Pose.Y]! - pose[b + Pose.FromCenterY]! - numbers[Acting.OriginY]! + y
  let nx = water[Pool.UpX]!
  let ny = water[Pool.UpY]!
  let height = fromX * nx + fromY * ny - water[Pool.Level]!
  ahead[Ahead.Steepness] = 1
  if (surface.uneven) {
    ahead[Ahead.Height] = height
    tiltSurface(physics, field, body, fromX * ny - fromY * nx)
    nx = ahead[Ahead.UpX]!
    ny = ahead[Ahead.UpY]!
    height = ahead[Ahead.Height]!
  }
  ahead[Ahead.Way] = x * nx + y * ny
  ahead[Ahead.Turn] = turn
  ahead[Ahead.UpX] = nx
  ahead[Ahead.UpY] = ny
  ahead[Ahead.Height] = height
  // A first-order turn, made a rotation again by its length.
  const cosTurn = turn === 0 ? 1 : 1 / Math.sqrt(1 + turn * turn)
  const sinTurn = turn * cosTurn
  const px = pose[c + Pose.FromCenterX]!
  const py = pose[c + Pose.FromCenterY]!
  const rx = cosTurn * px - sinTurn * py
  const ry = sinTurn * px + cosTurn * py
  const cosine = cosTurn * pose[c + Pose.Cos]! - sinTurn * pose[c + Pose.Sin]!
  const sine = sinTurn * pose[c + Pose.Cos]! + cosTurn * pose[c + Pose.Sin]!
  frame[WetFrame.X] = rx * ny - ry * nx
  frame[WetFrame.Y] = height + rx * nx + ry * ny
  frame[WetFrame.Cos] = cosine * ny - sine * nx
  frame[WetFrame.Sin] = cosine * nx + sine * ny
}

/** Lays the surface through its heights at both ends of the body. */
function tiltSurface(physics: PhysicsWorld, field: number, body: number, along: number): void {
  const { Field } = physics.components
  const { bodies } = physics
  const extent = Math.max(bodies.extent[body]!, 1e-6)
  const upX = water[Pool.UpX]!
  const upY = water[Pool.UpY]!
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

/**
 * Adds the weight of the water that is displaced. For most bodies one force is good for the step; where water is so stiff that it
 * would overshoot, as under very light ones, it is left to the substeps, with how it changes along the way.
 */
function addLift(state: FieldState, body: number, collider: number, slot: number): void {
  const { physics, push } = state
  const { pose } = physics.bodies
  const dt = actingField.numbers[Acting.StepTime]!
  const weight = water[Pool.Weight]! * ahead[Ahead.Steepness]!
  const b = body * POSE_STRIDE
  const p = slot * PUSH_STRIDE
  const left = wet[Wet.Left]!
  const right = wet[Wet.Right]!
  const area = wet[Wet.Area]!
  const nx = ahead[Ahead.UpX]!
  const ny = ahead[Ahead.UpY]!
  const inverseMass = pose[b + Pose.InverseMass]!
  const inverseInertia = pose[b + Pose.InverseInertia]!
  const perWay = weight * (right - left)
  const perTurn = 0.5 * weight * (right * right - left * left)
  const torquePerTurn =
    -weight * ((right * right * right - left * left * left) / 3 + wet[Wet.MomentY]! - area * ahead[Ahead.Height]!)
  let most = weight * area
  if (right > left) {
    findArea(physics, collider)
    most = weight * whole[MassPlace.Area]!
  }
  const square = dt * dt
  if (perWay * inverseMass * square < 1 && -torquePerTurn * inverseInertia * square < 1) {
    // From where it was found to the middle of the step.
    const back = ahead[Ahead.Part]! > 0 ? water[Pool.Middle]! / ahead[Ahead.Part]! - 1 : 0
    const way = back * ahead[Ahead.Way]!
    const turn = back * ahead[Ahead.Turn]!
    let force = weight * area - perWay * way - perTurn * turn
    if (force <= 0) return
    if (force > most) force = most
    const torque = weight * wet[Wet.MomentX]! - perTurn * way + torquePerTurn * turn
    const bob = push[p + Push.Bob]!
    if (bob !== STIFF && perWay * inverseMass > bob) push[p + Push.Bob] = perWay * inverseMass
    push[p + Push.X] = push[p + Push.X]! + force * nx * inverseMass
    push[p + Push.Y] = push[p + Push.Y]! + force * ny * inverseMass
    push[p + Push.Spin] = push[p + Push.Spin]! + torque * inverseInertia
    return
  }
  const r = state.addWater(slot)
  const rows = state.water
  rows[r + Water.X] = nx
  rows[r + Water.Y] = ny
  rows[r + Water.Force] = weight * area
  rows[r + Water.MostForce] = most
  rows[r + Water.PerWay] = perWay
  rows[r + Water.PerTurn] = perTurn
  rows[r + Water.Torque] = weight * wet[Wet.MomentX]!
  rows[r + Water.TorquePerTurn] = torquePerTurn
  rows[r + Water.Way] = ahead[Ahead.Way]!
  rows[r + Water.Turn] = ahead[Ahead.Turn]!
}

/** Writes the area of a collider. */
function findArea({ collision }: PhysicsWorld, collider: number): void {
  const { geometry } = collision
  const type = collision.shapeType[collider] as ShapeTypeOf
  const g = collider * GEOMETRY_STRIDE
  const radius = geometry[g + Geometry.Radius]!
  if (type === ShapeType.Box || type === ShapeType.Aabb || type === ShapeType.Capsule) {
    const w = geometry[g + Geometry.HalfWidth]!
    const h = geometry[g + Geometry.HalfHeight]!
    whole[MassPlace.Area] = 4 * w * h + 4 * radius * (w + h) + PI * radius * radius
    return
  }
  computeMass(type, geometry, g, collision.polygons, whole, 0)
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
