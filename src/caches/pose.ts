import { ShapeType } from '../../components/shape-type.ts'
import { placeIn } from '../../components/spec.ts'
import { BodyKind } from '../bodies/body-kind.ts'
import { POSE_STRIDE, START_STRIDE, SURFACE_STRIDE, Trait } from '../bodies/bodies.ts'
import { Geometry, GEOMETRY_STRIDE, LINE_STRIDE, LinkSides } from '../collision/geometry.ts'
import { noteEndMoved } from '../joints/moved.ts'
import { sincosOf } from '../math/rotation.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { adoptPoints, usePolygon } from './shape-points.ts'
import { Pose, Surface } from '../bodies/body-records.ts'

/** Copies the shape of a collider into its geometry record. */
export function writeGeometry(physics: PhysicsWorld, entity: number): void {
  physics.version.noteBuild()
  const { Shape } = physics.stores
  const g = entity * GEOMETRY_STRIDE
  const type = Shape.type[entity]!
  if (type === ShapeType.Segment) physics.collision.makeRoomForLine(entity)
  const { geometry, shapeType } = physics.collision
  adoptPoints(physics, entity)
  shapeType[entity] = type
  geometry[g + Geometry.HalfWidth] = Shape.halfWidth[entity]!
  geometry[g + Geometry.HalfHeight] = Shape.halfHeight[entity]!
  geometry[g + Geometry.Radius] = Shape.radius[entity]!
  usePolygon(physics, entity, type === ShapeType.Polygon ? Shape.geometry[entity]! : 0)
  if (type === ShapeType.Polygon) geometry[g + Geometry.Polygon] = Shape.geometry[entity]!
  else if (type === ShapeType.Segment) writeSegment(physics, entity)
  noteRound(physics, entity)
}

/** Tells the solver whether a collider, whose geometry is written, is round somewhere. */
export function noteRound({ bodies: { traits }, collision: { geometry, shapeType } }: PhysicsWorld, collider: number): void {
  const type = shapeType[collider]!
  const round = type === ShapeType.Segment || geometry[collider * GEOMETRY_STRIDE + Geometry.Radius]! > 0
  traits[collider] = (traits[collider]! & ~Trait.Round) | (round ? Trait.Round : 0)
}

/** Copies the surface of a collider to where the solver finds all of it in one place. */
export function writeSurface(physics: PhysicsWorld, collider: number): void {
  const { surface, traits } = physics.bodies
  const { friction, restitution, tangentSpeed, rollingResistance } = physics.stores.Material
  const { frictionRule, restitutionRule } = physics.stores.Material
  const s = collider * SURFACE_STRIDE
  const m = placeIn(friction, collider)
  if (!hasSurface(surface, s, friction[m]!, restitution[m]!, tangentSpeed[m]!, rollingResistance[m]!)) {
    physics.version.noteBuild()
    surface[s + Surface.Friction] = friction[m]!
    surface[s + Surface.Restitution] = restitution[m]!
    surface[s + Surface.Speed] = tangentSpeed[m]!
    surface[s + Surface.RollingResistance] = rollingResistance[m]!
  }
  const rules = (frictionRule[m]! | restitutionRule[m]!) !== 0 ? Trait.Rules : 0
  if ((traits[collider]! & Trait.Rules) !== rules) traits[collider] = traits[collider]! ^ Trait.Rules
}

/** Whether a surface, whose record begins at `s`, is this one. A 0 with a sign and one without rub alike. */
export function hasSurface(surface: Float32Array, s: number, friction: number, restitution: number, speed: number, rolling: number): boolean {
  return (
    surface[s + Surface.Friction] === Math.fround(friction) && surface[s + Surface.Restitution] === Math.fround(restitution) &&
    surface[s + Surface.Speed] === Math.fround(speed) && surface[s + Surface.RollingResistance] === Math.fround(rolling)
  )
}

/** Writes both ends of a segment to its record; a link of a chain has its neighbors' points around them. */
function writeSegment(physics: PhysicsWorld, entity: number): void {
  const { geometry, lines } = physics.collision
  const { paths } = physics.lifecycle
  const { points, twoSided } = paths.get(physics.stores.Shape.geometry[entity]!)!
  const g = entity * GEOMETRY_STRIDE
  const l = entity * LINE_STRIDE
  const link = points.length === 8
  const first = link ? 2 : 0
  geometry[g + Geometry.X1] = points[first]!
  geometry[g + Geometry.Y1] = points[first + 1]!
  geometry[g + Geometry.Sides] = link ? (twoSided ? LinkSides.Both : LinkSides.Left) : LinkSides.Free
  for (let k = 0; k < GEOMETRY_STRIDE; k++) lines[l + k] = geometry[g + k]!
  lines[l + Geometry.X2] = points[first + 2]!
  lines[l + Geometry.Y2] = points[first + 3]!
  if (!link) return
  lines[l + Geometry.PreviousX] = points[0]!
  lines[l + Geometry.PreviousY] = points[1]!
  lines[l + Geometry.NextX] = points[6]!
  lines[l + Geometry.NextY] = points[7]!
}

/** Copies position and angle of a body into its pose record. */
export function writePose(physics: PhysicsWorld, body: number): void {
  const { bodies } = physics
  const { pose, angle, localCenter } = bodies
  const { Position, Rotation } = physics.components
  const p = body * POSE_STRIDE
  pose[p + Pose.X] = Position.x[body]!
  pose[p + Pose.Y] = Position.y[body]!
  const turned = physics.collision.shapeType[body] === ShapeType.Aabb ? 0 : Rotation.angle[body]!
  if (turned === angle[body]) return
  angle[body] = turned
  sincosOf(angle, body, pose, p + Pose.Cos)
  const x = localCenter[body * 2]!
  const y = localCenter[body * 2 + 1]!
  if (x === 0 && y === 0) return
  pose[p + Pose.FromCenterX] = -(pose[p + Pose.Cos]! * x - pose[p + Pose.Sin]! * y)
  pose[p + Pose.FromCenterY] = -(pose[p + Pose.Sin]! * x + pose[p + Pose.Cos]! * y)
}

/** Copies position and angle of a body that somebody put elsewhere into its pose record, and notes for its joints by how much that moves them. */
export function movePose(physics: PhysicsWorld, body: number): void {
  const { bodies: { pose, angle, kind }, joints } = physics
  if (joints.first(body) === 0) return writePose(physics, body)
  const p = body * POSE_STRIDE
  const x = pose[p + Pose.X]!
  const y = pose[p + Pose.Y]!
  const turned = angle[body]!
  writePose(physics, body)
  const dx = pose[p + Pose.X]! - x
  const dy = pose[p + Pose.Y]! - y
  const turn = angle[body]! - turned
  if (dx === 0 && dy === 0 && turn === 0) return
  noteEndMoved(joints, physics.stores.Joint.kind, body, dx, dy, turn, kind[body] === BodyKind.Dynamic ? partOnward(physics, body, dx, dy) : 1)
}

/**
 * Of the way that a dynamic body was put on from where its joints drew it, the part that it was put on since the step before, at most 1: the rest brings it back. Drawn
 * three times as fast by that, too, limbs that were held 6 m under the ground won up to 250 m/s.
 */
function partOnward({ bodies: { pose, start } }: PhysicsWorld, body: number, dx: number, dy: number): number {
  const x = pose[body * POSE_STRIDE + Pose.X]! - start[body * START_STRIDE + Pose.X]!
  const y = pose[body * POSE_STRIDE + Pose.Y]! - start[body * START_STRIDE + Pose.Y]!
  const onward = x * x + y * y
  const all = dx * dx + dy * dy
  return onward < all ? Math.sqrt(onward / all) : 1
}

/** Places a child collider where its body has it. Returns whether it was elsewhere. */
export function placeChild(physics: PhysicsWorld, child: number): boolean {
  const { pose, angle, bodyOf } = physics.bodies
  const { Collider } = physics.components
  const body = bodyOf[child]!
  const p = child * POSE_STRIDE
  const b = body * POSE_STRIDE
  const c = pose[b + Pose.Cos]!
  const s = pose[b + Pose.Sin]!
  const dx = c * Collider.x[child]! - s * Collider.y[child]!
  const dy = s * Collider.x[child]! + c * Collider.y[child]!
  const x = pose[b + Pose.X]! + dx
  const y = pose[b + Pose.Y]! + dy
  const turned = angle[body]! + Collider.angle[child]!
  const stays = turned === angle[child] && x === pose[p + Pose.X] && y === pose[p + Pose.Y]
  pose[p + Pose.X] = x
  pose[p + Pose.Y] = y
  pose[p + Pose.FromCenterX] = pose[b + Pose.FromCenterX]! + dx
  pose[p + Pose.FromCenterY] = pose[b + Pose.FromCenterY]! + dy
  if (turned === angle[child]) return !stays
  angle[child] = turned
  // Most lie in their body as it does.
  if (turned === angle[body]) {
    pose[p + Pose.Cos] = c
    pose[p + Pose.Sin] = s
  } else sincosOf(angle, child, pose, p + Pose.Cos)
  return true
}

/** Notes the pose of a collider as the one with which the step began. */
export function noteStart(physics: PhysicsWorld, collider: number): void {
  const { pose, start } = physics.bodies
  const p = collider * POSE_STRIDE
  const s = collider * START_STRIDE
  for (let i = 0; i < START_STRIDE; i++) start[s + i] = pose[p + i]!
}

/** Whether a body was written to be somewhere else than its pose says. A box that never turns has no angle. */
export function isElsewhere({ bodies, collision, components: { Position, Rotation } }: PhysicsWorld, body: number): boolean {
  const p = body * POSE_STRIDE
  if (bodies.pose[p + Pose.X] !== Position.x[body] || bodies.pose[p + Pose.Y] !== Position.y[body]) return true
  return bodies.angle[body] !== Rotation.angle[body] && collision.shapeType[body] !== ShapeType.Aabb
}

/** A body that is put somewhere, or stops: its colliders did not move in the last step. */
export function stayInPlace(physics: PhysicsWorld, body: number): void {
  const { bodies } = physics
  for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c)) noteStart(physics, c)
}
