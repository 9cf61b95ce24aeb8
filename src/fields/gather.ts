import { FieldKind } from '../../components/field-kind.ts'
import { placeIn } from '../../components/spec.ts'
import { Pause, Pose } from '../bodies/body-records.ts'
import { BodyKind } from '../bodies/body-kind.ts'
import { POSE_STRIDE, Trait } from '../bodies/bodies.ts'
import { ContactFlag } from '../contacts/contact-record.ts'
import { HASH_START, hashFloats } from '../math/hash.ts'
import { wakeBody } from '../sleep/waking.ts'
import type { Physics } from '../state/physics.ts'
import { innerOf } from '../state/registry.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { actingField, takeField } from './acting-field.ts'
import { addForces } from './forces.ts'
import { putInOrder } from './in-order.ts'
import { addMedium } from './medium.ts'
import { type FieldState, MANY, findFields } from './field-state.ts'
import { Push, PUSH_STRIDE } from './field-records.ts'
import { moveSurface } from './water-surface.ts'
import { addWater, beginWater, divesIn } from './water.ts'

/**
 * Finds what each field acts on, and how. Runs once a step, when it is known what touches what; the forces themselves
 * are applied in every substep.
 */
export function gatherFields(face: Physics, dt: number): void {
  const physics = innerOf(face)
  const state = findFields(physics)!
  state.begin()
  dropGone(state)
  putInOrder(state.fields, physics.components.Field.priority)
  if (state.surfaces.size > 0) moveSurfaces(state, dt)
  for (let i = 0; i < state.fields.count; i++) gather(state, state.fields.items[i]!, dt)
}

function moveSurfaces(state: FieldState, dt: number): void {
  const { Field } = state.physics.components
  for (let i = 0; i < state.fields.count; i++) {
    const field = state.fields.items[i]!
    if (Field.kind[field] === FieldKind.Water && doesAct(state, field)) moveSurface(state, field, Field.time[field]! + dt)
  }
}

function doesAct({ physics: { components: { Field }, bodies } }: FieldState, field: number): boolean {
  return Field.enabled[field] === 1 && Field.kind[field] !== FieldKind.None && bodies.isCollider(field)
}

/** Forgets the entities that have no `Field` any more, and wakes what these held. */
function dropGone(state: FieldState): void {
  const { physics, fields, acted, surfaces, digests } = state
  let kept = 0
  for (let i = 0; i < fields.count; i++) {
    const field = fields.items[i]!
    if (physics.presence.Field.has(field)) {
      fields.items[kept++] = field
      continue
    }
    if (acted[field] === 1) wakeHeld(state, field)
    acted[field] = 0
    surfaces.delete(field)
    digests.delete(field)
  }
  fields.count = kept
}

function gather(state: FieldState, field: number, dt: number): void {
  const { physics, acted } = state
  const { Field } = physics.components
  if (!doesAct(state, field)) {
    if (acted[field] === 1) wakeHeld(state, field)
    acted[field] = 0
    Field.seen[field] = 0
    return
  }
  Field.time[field] = Field.time[field]! + dt
  takeField(physics, field, dt)
  if (Field.kind[field] === FieldKind.Water) beginWater(state, field)
  const digest = digestOf(physics, field)
  const changed = digest !== Field.seen[field] || actingField.restless
  Field.seen[field] = digest
  if (changed) wakeHeld(state, field)
  acted[field] = 1
  actOnTouching(state, field, changed)
}

/** Acts on all that touches the shape of a field, as the narrow phase of this step found it. */
function actOnTouching(state: FieldState, field: number, changed: boolean): void {
  const { physics } = state
  const { bodies, components } = physics
  const { contacts } = physics.collision
  const { category } = physics.stores.CollisionFilter
  const mask = components.Field.mask[field]!
  for (let edge = contacts.head[field]!; edge !== 0; edge = contacts.next[edge]!) {
    const touches = (contacts.flags[edge >>> 1]! & ContactFlag.Touching) !== 0
    if (!touches && actingField.kind !== FieldKind.Water) continue
    const collider = contacts.otherOf(edge)
    const body = bodies.bodyOf[collider]!
    // A sensor only reports.
    if (bodies.sensor[collider] === 1) continue
    if (bodies.kind[body] !== BodyKind.Dynamic || (category[placeIn(category, collider)]! & mask) === 0) continue
    if (!bodies.isAwake(body)) {
      if (!changed || !touches) continue
      // What the user put to rest stays so until it is touched; what the engine did wakes.
      if (bodies.paused[body] === Pause.Told) continue
      wakeBody(physics, body)
    }
    if (touches) act(state, field, body, collider)
    else if (divesIn(physics, field, body, collider)) act(state, field, body, collider)
  }
}

function act(state: FieldState, field: number, body: number, collider: number): void {
  const { priority } = actingField
  const slot = state.take(body, field)
  if (priority < state.least[slot]!) return
  if (actingField.replaces) state.least[slot] = priority
  const first = state.lastField[slot] !== field
  state.lastField[slot] = field
  if (first && !actingField.keepsGravity) {
    const p = slot * PUSH_STRIDE
    state.push[p + Push.Gravity] = state.push[p + Push.Gravity]! * state.physics.components.Field.gravityScale[field]!
  }
  switch (actingField.kind) {
    case FieldKind.Water:
      addWater(state, field, body, collider, slot)
      return
    case FieldKind.Flow:
      addMedium(state, field, body, collider, slot, first)
      return
    default:
      // Of several parts of a body only one counts.
      if (first) addForces(state, field, body, slot)
  }
}

/** Wakes what sleeps, and would not if the field had been what it is now. */
function wakeHeld({ physics, heldBy }: FieldState, field: number): void {
  const { bodies } = physics
  // Waking takes bodies out of the list, and the last one into their places.
  for (let i = bodies.asleepCount - 1; i >= 0; i--) {
    if (i >= bodies.asleepCount) continue
    const body = bodies.asleep[i]!
    if ((heldBy[body] === field || heldBy[body] === MANY) && bodies.paused[body] !== Pause.Told) wakeBody(physics, body)
  }
}

const digested = new Float64Array(32)

/** A number for all that a field does, but for what changes with the time by itself. Never 0. */
function digestOf(physics: PhysicsWorld, field: number): number {
  const { Field } = physics.components
  const { gravity } = physics.settings
  const { pose, angle, traits } = physics.bodies
  const p = field * POSE_STRIDE
  let n = 0
  digested[n++] = Field.kind[field]! + 8 * Field.falloff[field]! + 64 * Field.perMass[field]! + 128 * Field.turns[field]! + 256 * Field.replaces[field]!
  digested[n++] = Field.mask[field]!
  digested[n++] = Field.priority[field]!
  digested[n++] = Field.x[field]!
  digested[n++] = Field.y[field]!
  digested[n++] = Field.strength[field]!
  digested[n++] = Field.swirl[field]!
  digested[n++] = Field.radius[field]!
  digested[n++] = Field.gravityScale[field]!
  digested[n++] = Field.density[field]!
  digested[n++] = Field.drag[field]!
  digested[n++] = Field.linearDrag[field]!
  digested[n++] = Field.angularDrag[field]!
  digested[n++] = Field.grip[field]!
  digested[n++] = Field.surface[field]!
  digested[n++] = Field.waveHeight[field]!
  digested[n++] = Field.variation[field]!
  digested[n++] = gravity.x
  digested[n++] = gravity.y
  digested[n++] = pose[p + Pose.X]!
  digested[n++] = pose[p + Pose.Y]!
  digested[n++] = angle[field]!
  digested[n++] = traits[field]! & Trait.OneWay
  const digest = hashFloats(HASH_START, digested, 0, n)
  return digest === 0 ? 1 : digest
}
