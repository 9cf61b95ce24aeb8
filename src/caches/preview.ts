import { POSE_STRIDE } from '../bodies/bodies.ts'
import { BodyKind } from '../bodies/body-kind.ts'
import { GEOMETRY_STRIDE } from '../collision/geometry.ts'
import { IS, Member, NOTE_FLOATS, NOTE_INTS, WAS } from '../state/preview.ts'
import type { LifecycleState } from '../state/lifecycle-state.ts'
import type { PhysicsWorld } from '../state/world.ts'

/** Notes the records of an entity that are about to be changed, unless they were. */
export function note(physics: PhysicsWorld, entity: number): void {
  const { bodies } = physics
  const { preview } = physics.lifecycle
  const { geometry, shapeType } = physics.collision
  if (preview.slot[entity] !== 0) return
  preview.count++
  preview.makeRoom()
  const slot = preview.count
  preview.slot[entity] = slot
  preview.entities[slot] = entity
  const { ints, floats } = preview
  const i = slot * NOTE_INTS
  ints[i] = bodies.role[entity]!
  ints[i + 1] = bodies.sensor[entity]!
  ints[i + 2] = bodies.exact[entity]!
  ints[i + 3] = bodies.bodyOf[entity]!
  ints[i + 4] = bodies.claimOf[entity]!
  ints[i + 5] = bodies.firstChild[entity]!
  ints[i + 6] = bodies.nextChild[entity]!
  ints[i + 7] = shapeType[entity]!
  ints[i + WAS] = ints[i + IS] = memberOf(physics, entity)
  const f = slot * NOTE_FLOATS
  const g = f + POSE_STRIDE
  const b = g + GEOMETRY_STRIDE
  const { minX, minY, maxX, maxY } = physics.components.BroadphaseAABB
  for (let k = 0; k < POSE_STRIDE; k++) floats[f + k] = bodies.pose[entity * POSE_STRIDE + k]!
  for (let k = 0; k < GEOMETRY_STRIDE; k++) floats[g + k] = geometry[entity * GEOMETRY_STRIDE + k]!
  floats[b] = minX[entity]!
  floats[b + 1] = minY[entity]!
  floats[b + 2] = maxX[entity]!
  floats[b + 3] = maxY[entity]!
  floats[b + 4] = bodies.angle[entity]!
}

function memberOf({ bodies }: PhysicsWorld, entity: number): Member {
  if (!bodies.isCollider(entity)) return Member.None
  return bodies.kind[bodies.bodyOf[entity]!] === BodyKind.Static ? Member.Fixed : Member.Moving
}

/** How an entity with a note is in the broad phase now. */
export function membership({ preview }: LifecycleState, entity: number): Member {
  return preview.ints[preview.slot[entity]! * NOTE_INTS + IS]!
}

/** Puts an entity with a note into the broad phase, takes it out, or says that its box is another one. */
export function enlist(physics: PhysicsWorld, entity: number, wanted: Member): void {
  const { preview } = physics.lifecycle
  const { broadPhase } = physics.collision
  const i = preview.slot[entity]! * NOTE_INTS + IS
  const is = preview.ints[i]!
  preview.ints[i] = wanted
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
    enlist(physics, entity, preview.ints[slot * NOTE_INTS + WAS]!)
    preview.slot[entity] = 0
    if (physics.lifecycle.dirty.flag[entity] !== 0) preview.unseen.add(entity)
  }
  preview.count = 0
}

function restore(physics: PhysicsWorld, slot: number, entity: number): void {
  const { bodies } = physics
  const { preview } = physics.lifecycle
  const { geometry, shapeType } = physics.collision
  const { ints, floats } = preview
  const i = slot * NOTE_INTS
  bodies.role[entity] = ints[i]!
  bodies.sensor[entity] = ints[i + 1]!
  bodies.exact[entity] = ints[i + 2]!
  bodies.bodyOf[entity] = ints[i + 3]!
  bodies.claimOf[entity] = ints[i + 4]!
  bodies.firstChild[entity] = ints[i + 5]!
  bodies.nextChild[entity] = ints[i + 6]!
  shapeType[entity] = ints[i + 7]!
  const f = slot * NOTE_FLOATS
  const g = f + POSE_STRIDE
  const b = g + GEOMETRY_STRIDE
  const { minX, minY, maxX, maxY } = physics.components.BroadphaseAABB
  for (let k = 0; k < POSE_STRIDE; k++) bodies.pose[entity * POSE_STRIDE + k] = floats[f + k]!
  for (let k = 0; k < GEOMETRY_STRIDE; k++) geometry[entity * GEOMETRY_STRIDE + k] = floats[g + k]!
  minX[entity] = floats[b]!
  minY[entity] = floats[b + 1]!
  maxX[entity] = floats[b + 2]!
  maxY[entity] = floats[b + 3]!
  bodies.angle[entity] = floats[b + 4]!
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
    (ints[i]! | ints[i + 4]! | ints[i + 5]! | ints[i + 6]!) === 0 &&
    (bodies.claimOf[entity]! | bodies.firstChild[entity]! | bodies.nextChild[entity]!) === 0
  if (!alone) {
    withdraw(physics)
    return
  }
  restore(physics, slot, entity)
  enlist(physics, entity, Member.None)
}
