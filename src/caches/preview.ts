import { POSE_STRIDE } from '../bodies/bodies.ts'
import { BodyKind } from '../bodies/body-kind.ts'
import { GEOMETRY_STRIDE, LINE_STRIDE } from '../collision/geometry.ts'
import { Member, NOTE_FLOATS, NOTE_INTS, NoteFloat, NoteInt } from '../state/preview.ts'
import type { LifecycleState } from '../state/lifecycle-state.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { noteRound } from './pose.ts'
import { usePolygon } from './shape-points.ts'

/** Notes the records of an entity that are about to be changed, unless they were. */
export function note(physics: PhysicsWorld, entity: number): void {
  const { bodies } = physics
  const { preview } = physics.lifecycle
  const { geometry, lines, shapeType } = physics.collision
  if (preview.slot[entity] !== 0) return
  preview.count++
  preview.makeRoom()
  const slot = preview.count
  preview.slot[entity] = slot
  preview.entities[slot] = entity
  const { ints, floats } = preview
  const i = slot * NOTE_INTS
  ints[i + NoteInt.Role] = bodies.role[entity]!
  ints[i + NoteInt.Sensor] = bodies.sensor[entity]!
  ints[i + NoteInt.Exact] = bodies.exact[entity]!
  ints[i + NoteInt.BodyOf] = bodies.bodyOf[entity]!
  ints[i + NoteInt.ClaimOf] = bodies.claimed(entity)
  ints[i + NoteInt.FirstChild] = bodies.firstChild[entity]!
  ints[i + NoteInt.NextChild] = bodies.nextChild[entity]!
  ints[i + NoteInt.ShapeType] = shapeType[entity]!
  ints[i + NoteInt.Was] = ints[i + NoteInt.Is] = memberOf(physics, entity)
  const f = slot * NOTE_FLOATS
  const { minX, minY, maxX, maxY } = physics.stores.BroadphaseAABB
  for (let k = 0; k < POSE_STRIDE; k++) floats[f + NoteFloat.Pose + k] = bodies.pose[entity * POSE_STRIDE + k]!
  for (let k = 0; k < GEOMETRY_STRIDE; k++) floats[f + NoteFloat.Geometry + k] = geometry[entity * GEOMETRY_STRIDE + k]!
  // There may be no room for one.
  for (let k = 0; k < LINE_STRIDE; k++) floats[f + NoteFloat.Line + k] = lines[entity * LINE_STRIDE + k] ?? 0
  floats[f + NoteFloat.MinX] = minX[entity]!
  floats[f + NoteFloat.MinY] = minY[entity]!
  floats[f + NoteFloat.MaxX] = maxX[entity]!
  floats[f + NoteFloat.MaxY] = maxY[entity]!
  floats[f + NoteFloat.Angle] = bodies.angle[entity]!
}

function memberOf({ bodies }: PhysicsWorld, entity: number): Member {
  if (!bodies.isCollider(entity)) return Member.None
  return bodies.kind[bodies.bodyOf[entity]!] === BodyKind.Static ? Member.Fixed : Member.Moving
}

/** How an entity with a note is in the broad phase now. */
export function membership({ preview }: LifecycleState, entity: number): Member {
  return preview.ints[preview.slot[entity]! * NOTE_INTS + NoteInt.Is]!
}

/** Puts an entity with a note into the broad phase, takes it out, or says that its box is another one. */
export function enlist(physics: PhysicsWorld, entity: number, wanted: Member): void {
  const { preview } = physics.lifecycle
  const { broadPhase } = physics.collision
  const i = preview.slot[entity]! * NOTE_INTS + NoteInt.Is
  const is = preview.ints[i + NoteInt.Role]!
  preview.ints[i + NoteInt.Role] = wanted
  if (is === wanted) {
    if (is !== Member.None) broadPhase.update(entity)
    return
  }
  if (is !== Member.None) broadPhase.remove(entity)
  if (wanted !== Member.None) broadPhase.add(entity, wanted === Member.Fixed)
}

/** Puts everything back as it was before the queries looked. What has not been taken in by a step is to be seen again. */
export function withdraw(physics: PhysicsWorld): void {
  const { preview } = physics.lifecycle
  if (preview.count === 0) return
  preview.withdrawals++
  preview.seenStep = -1
  for (let slot = preview.count; slot > 0; slot--) {
    const entity = preview.entities[slot]!
    restore(physics, slot, entity)
    enlist(physics, entity, preview.ints[slot * NOTE_INTS + NoteInt.Was]!)
    preview.slot[entity] = 0
    if (physics.lifecycle.dirty.flag[entity] !== 0) preview.unseen.add(entity)
  }
  preview.count = 0
}

function restore(physics: PhysicsWorld, slot: number, entity: number): void {
  const { bodies } = physics
  const { preview } = physics.lifecycle
  const { geometry, lines, shapeType } = physics.collision
  const { ints, floats } = preview
  const i = slot * NOTE_INTS
  bodies.role[entity] = ints[i + NoteInt.Role]!
  bodies.sensor[entity] = ints[i + NoteInt.Sensor]!
  bodies.exact[entity] = ints[i + NoteInt.Exact]!
  bodies.bodyOf[entity] = ints[i + NoteInt.BodyOf]!
  bodies.claimOf[entity] = ints[i + NoteInt.ClaimOf]!
  bodies.firstChild[entity] = ints[i + NoteInt.FirstChild]!
  bodies.nextChild[entity] = ints[i + NoteInt.NextChild]!
  shapeType[entity] = ints[i + NoteInt.ShapeType]!
  const f = slot * NOTE_FLOATS
  const { minX, minY, maxX, maxY } = physics.stores.BroadphaseAABB
  for (let k = 0; k < POSE_STRIDE; k++) bodies.pose[entity * POSE_STRIDE + k] = floats[f + NoteFloat.Pose + k]!
  for (let k = 0; k < GEOMETRY_STRIDE; k++) geometry[entity * GEOMETRY_STRIDE + k] = floats[f + NoteFloat.Geometry + k]!
  for (let k = 0; k < LINE_STRIDE; k++) lines[entity * LINE_STRIDE + k] = floats[f + NoteFloat.Line + k]!
  noteRound(physics, entity)
  physics.version.stores.BroadphaseAABB.note()
  minX[entity] = floats[f + NoteFloat.MinX]!
  minY[entity] = floats[f + NoteFloat.MinY]!
  maxX[entity] = floats[f + NoteFloat.MaxX]!
  maxY[entity] = floats[f + NoteFloat.MaxY]!
  bodies.angle[entity] = floats[f + NoteFloat.Angle]!
  // It may leave before a step takes it in.
  if (!bodies.isCollider(entity)) usePolygon(physics, entity, 0)
}

/**
 * The same for an entity that is about to leave. One that only the queries know, by itself, is taken out alone, so that
 * spawning and removing between queries stays cheap.
 */
export function withdrawOne(physics: PhysicsWorld, entity: number): void {
  const { bodies } = physics
  const { preview } = physics.lifecycle
  const slot = preview.slot[entity] ?? 0
  if (slot === 0 && (bodies.role[entity] ?? 0) === 0) return
  const i = slot * NOTE_INTS
  const { ints } = preview
  const alone =
    slot !== 0 &&
    (ints[i + NoteInt.Role]! | ints[i + NoteInt.ClaimOf]! | ints[i + NoteInt.FirstChild]! | ints[i + NoteInt.NextChild]!) === 0 &&
    (bodies.claimed(entity) | bodies.firstChild[entity]! | bodies.nextChild[entity]!) === 0
  if (!alone) {
    withdraw(physics)
    return
  }
  restore(physics, slot, entity)
  enlist(physics, entity, Member.None)
}
