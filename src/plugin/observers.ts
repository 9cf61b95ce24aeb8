import {
  type ComponentRef,
  type EntityId,
  observe,
  onAdd,
  onGet,
  onRemove,
  onSet,
  removeComponent,
} from 'bitecs'
import { broadphaseAABBSpec } from '../../components/broadphase-aabb.ts'
import { characterSpec } from '../../components/character.ts'
import { characterStateSpec } from '../../components/character-state.ts'
import { colliderSpec } from '../../components/collider.ts'
import { collisionFilterSpec } from '../../components/collision-filter.ts'
import { fieldSpec } from '../../components/field.ts'
import { RARE, type RareColumns } from '../../components/index.ts'
import { jointSpec } from '../../components/joint.ts'
import { massSpec } from '../../components/mass.ts'
import { materialSpec } from '../../components/material.ts'
import { motionSpec } from '../../components/motion.ts'
import { oneWaySpec } from '../../components/one-way.ts'
import { shown } from '../shown.ts'
import { positionSpec } from '../../components/position.ts'
import { rotationSpec } from '../../components/rotation.ts'
import { shapeSpec } from '../../components/shape.ts'
import { ShapeType } from '../../components/shape-type.ts'
import type { ComponentSpec } from '../../components/spec.ts'
import { velocitySpec } from '../../components/velocity.ts'
import { arraysIn } from '../../components/watched-store.ts'
import { Pause } from '../bodies/body-records.ts'
import { DirtyReason } from '../state/lifecycle-state.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { type Data, Fields } from '../lifecycle/fields.ts'
import { jointKeeper } from '../lifecycle/joint-keeper.ts'
import { leaveSimulation, releaseChildren, sleepsByItself } from '../lifecycle/body-lifecycle.ts'
import type { Presence } from '../bitecs-internals.ts'
import { holdPoints } from '../caches/shape-points.ts'
import type { Columns } from '../stores/columns.ts'
import { SHAPE_EXTRAS, setShape } from './set-shape.ts'

/** What a joint may carry besides its fields: where it is in the world, from which its frames are made. */
const JOINT_EXTRAS: readonly string[] = ['at', 'atB', 'axis', 'from', 'to', 'measure']

/** How a component of the engine is tied to a world. */
interface Binding {
  readonly fields: Fields
  /** Where its arrays are. */
  readonly columns: Columns
  readonly component: ComponentRef
  readonly presence: Presence
  /** Without it the entity is no body. */
  readonly essential: boolean
  /** Written by the engine while the entity is a collider, whoever takes it off, adds it or sets it: the broad phase relies on it. */
  readonly owned: boolean
  /** What its changes mean beyond structure and data: bits of {@link DirtyReason}. */
  readonly reason: number
  /** Components whose data begins anew with this one, unless the entity has them already. */
  resets: readonly Binding[]
}

/** With `Position` a body begins, with `Shape` a collider: what is optional about them begins anew, too. */
const RESETS: Readonly<Record<string, readonly ComponentSpec<string>[]>> = {
  Position: [rotationSpec, velocitySpec, motionSpec],
  Shape: [massSpec, materialSpec, collisionFilterSpec, oneWaySpec],
}

/**
 * Ties the components of a world to the engine. Observers are hints only: they note the entity, and the next step
 * looks at what it has become. All of them watch a single component, because bitECS loses additions that are
 * watched together with `Not`.
 * @returns What takes the observers off again.
 */
export function installObservers(physics: PhysicsWorld): () => void {
  const removers: (() => void)[] = []
  const added = new LastAdded()
  for (const binding of bindings(physics)) installStore(physics, binding, added, removers)
  const { Static, Kinematic, Sensor, Bullet, NeverSleep, Disabled, Sleeping } = physics.components
  for (const tag of [Static, Kinematic, Sensor, Bullet, NeverSleep]) {
    installTag(physics, tag, DirtyReason.Structure, DirtyReason.Structure, removers)
  }
  installTag(physics, Sleeping, DirtyReason.Slept, DirtyReason.Woken, removers)
  installTag(physics, Disabled, DirtyReason.Structure, DirtyReason.Structure, removers)
  // What is disabled ends its contacts at once, as if it were removed.
  removers.push(
    observe(physics.ecs, onAdd(Disabled), (entity: EntityId) => {
      const sleeps = sleepsByItself(physics.bodies, entity)
      leaveSimulation(physics, entity)
      if (sleeps) physics.bodies.paused[entity] = Pause.Kept
      if (physics.presence.Joint.has(entity)) physics.joints.dirty.add(entity)
    }),
    observe(physics.ecs, onRemove(Disabled), (entity: EntityId) => {
      if (physics.presence.Joint.has(entity)) physics.joints.dirty.add(entity)
    }),
  )
  return () => {
    for (const remove of removers) remove()
  }
}

function isRare(name: string): name is keyof RareColumns {
  return (RARE as readonly string[]).includes(name)
}

function bindings(physics: PhysicsWorld): Binding[] {
  const bind = (spec: ComponentSpec<string>, essential = false, reason = 0): Binding => {
    const name = spec.name as 'Position'
    const component = physics.components[name]
    const provided = physics.provided[name] !== undefined
    const extras = spec === shapeSpec ? SHAPE_EXTRAS : spec === jointSpec ? JOINT_EXTRAS : []
    const columns = isRare(name) ? physics.rare[name] : physics.columns
    const fields = new Fields(spec, arraysIn(component), columns, provided, extras, physics.version.stores[name as 'Shape'] ?? null)
    const owned = spec === broadphaseAABBSpec
    return { fields, columns, component, presence: physics.presence[name], essential, owned, reason, resets: [] }
  }
  const all = [
    bind(positionSpec, true),
    bind(shapeSpec, true),
    bind(rotationSpec),
    bind(velocitySpec),
    bind(colliderSpec, true),
    bind(collisionFilterSpec, false, DirtyReason.Filtered),
    bind(motionSpec),
    bind(oneWaySpec),
    bind(massSpec),
    bind(materialSpec),
    bind(broadphaseAABBSpec),
    bind(jointSpec),
    bind(characterSpec),
    bind(characterStateSpec),
    bind(fieldSpec),
  ]
  for (const binding of all) {
    const others = RESETS[binding.fields.spec.name] ?? []
    binding.resets = all.filter(({ fields }) => others.includes(fields.spec))
  }
  return all
}

function installTag(
  physics: PhysicsWorld,
  tag: object,
  added: number,
  removed: number,
  removers: (() => void)[],
): void {
  removers.push(
    observe(physics.ecs, onAdd(tag), (entity: EntityId) => {
      if (entity >= physics.columns.capacity) makeRoom(physics, physics.columns, tag, entity)
      if (physics.lifecycle.takeOwn(entity, tag)) return
      physics.lifecycle.changes++
      physics.lifecycle.dirty.add(entity, added)
    }),
    observe(physics.ecs, onRemove(tag), (entity: EntityId) => {
      // Past the ceiling: it was never taken in.
      if (entity >= physics.columns.capacity) return
      if (physics.lifecycle.takeOwn(entity, tag)) return
      physics.lifecycle.changes++
      physics.lifecycle.dirty.add(entity, removed)
    }),
  )
}

function installStore(
  physics: PhysicsWorld,
  binding: Binding,
  added: LastAdded,
  removers: (() => void)[],
): void {
  const { ecs } = physics
  const { columns, component, essential, fields, owned } = binding
  const { spec } = fields
  removers.push(
    observe(ecs, onAdd(component), (entity: EntityId) => {
      if (entity >= columns.capacity) makeRoom(physics, columns, component, entity)
      if (physics.lifecycle.takeOwn(entity, component)) return
      physics.lifecycle.changes++
      added.entity = entity
      added.component = component
      if (spec === colliderSpec) physics.bodies.loose[entity] = 0
      if (spec === oneWaySpec) physics.lifecycle.oneWays.add(entity)
      if (!owned || !physics.bodies.isCollider(entity)) resetFields(binding, entity)
      if (spec === jointSpec) physics.joints.dirty.add(entity)
      // What a field is changes nothing about its body.
      else if (spec !== fieldSpec) physics.lifecycle.dirty.add(entity, DirtyReason.Structure | binding.reason)
    }),
    observe(ecs, onRemove(component), (entity: EntityId) => {
      added.entity = 0
      // Past the ceiling: it was never taken in.
      if (entity >= physics.columns.capacity) return
      physics.lifecycle.changes++
      if (spec === jointSpec) {
        jointKeeper?.remove(physics, entity)
        physics.joints.dirty.remove(entity)
        fields.reset(entity)
        return
      }
      // A body that had become a child collider, but was not yet taken in as one, stays what it is.
      const leaves = essential && !(spec === colliderSpec && physics.bodies.isBody(entity))
      const bared = leaves && sleepsByItself(physics.bodies, entity) ? DirtyReason.Bared : 0
      if (leaves) leaveSimulation(physics, entity)
      else if (!essential && !(owned && physics.bodies.isCollider(entity))) fields.reset(entity)
      if (spec === fieldSpec) return
      if (spec === oneWaySpec) physics.lifecycle.oneWays.remove(entity)
      if (spec === positionSpec) {
        releaseChildren(physics, entity)
        jointKeeper?.release(physics, entity)
      }
      if (spec === shapeSpec) {
        holdPoints(physics, entity, 0, 0)
        fields.reset(entity)
      }
      physics.lifecycle.dirty.add(entity, DirtyReason.Structure | binding.reason | bared)
    }),
    observe(ecs, onSet(component), (entity: EntityId, data: Data) => {
      const fresh = added.entity === entity && added.component === component
      added.entity = 0
      physics.lifecycle.changes++
      setFields(physics, binding, entity, data, fresh)
    }),
    observe(ecs, onGet(component), (entity: EntityId) => fields.read(entity)),
  )
}

/** The component that was added last, and to which entity, while it is not set: what a failing `set` must take back. */
class LastAdded {
  entity = 0
  component: ComponentRef | null = null
}

/** Grows the arrays. Past the ceiling the component is taken off again, so that masks and queries agree. */
function makeRoom(physics: PhysicsWorld, columns: Columns, component: ComponentRef, entity: EntityId): void {
  try {
    physics.ensureCapacity(entity)
    columns.grow(physics.columns.capacity)
  } catch (error) {
    removeComponent(physics.ecs, entity, component)
    throw error
  }
}

/** A recycled id must not inherit the data of the entity that had it before. */
function resetFields(binding: Binding, entity: EntityId): void {
  binding.fields.reset(entity)
  const { resets } = binding
  for (let i = 0; i < resets.length; i++) if (!resets[i]!.presence.has(entity)) resets[i]!.fields.reset(entity)
}

function setFields(physics: PhysicsWorld, binding: Binding, entity: EntityId, data: Data, fresh: boolean): void {
  const { fields, component } = binding
  const { spec } = fields
  try {
    if (typeof data !== 'object' || data === null) throw new RangeError(`the data must be an object with the fields to be set, got ${shown(data)}`)
    if (entity >= binding.columns.capacity) {
      physics.ensureCapacity(entity)
      binding.columns.grow(physics.columns.capacity)
    }
    if (binding.owned && physics.bodies.isCollider(entity)) {
      throw new RangeError('it is written by the engine. Set Position, Rotation or Shape instead')
    }
    if (spec === shapeSpec) {
      setShape(physics, fields, entity, data)
    } else if (spec === jointSpec && jointKeeper !== null) {
      jointKeeper.set(physics, fields, entity, data)
    } else {
      fields.take(data)
      if (spec === oneWaySpec && fields.after('x', entity) === 0 && fields.after('y', entity) === 0) throw new RangeError('(0, 0) is no direction')
      fields.write(entity)
    }
  } catch (error) {
    // Added with unusable data in one call: the entity is left as it was before it.
    if (fresh) removeComponent(physics.ecs, entity, component)
    throw new RangeError(`bitecs-physics: ${spec.name} of entity ${entity}: ${(error as Error).message}.`)
  }
  if (spec === jointSpec) {
    if (!physics.presence.Prefab.has(entity)) physics.joints.dirty.add(entity)
    return
  }
  if (spec === fieldSpec) return
  if (spec === colliderSpec) {
    physics.lifecycle.naming.add(entity)
    if (data['body'] === 0) physics.bodies.loose[entity] = 1
  }
  const unlinked = spec === shapeSpec && leavesItsLinks(physics, entity) ? DirtyReason.Structure : 0
  if (!physics.presence.Prefab.has(entity)) physics.lifecycle.dirty.add(entity, DirtyReason.Edited | unlinked | binding.reason)
}

/**
 * Whether an entity that has links has other points now than those that they were made of. Its handle alone would not
 * tell the next step: a chain that is set after this one may get the handle that has come free.
 */
function leavesItsLinks({ bodies, stores: { Shape } }: PhysicsWorld, entity: number): boolean {
  const made = bodies.chainOf(entity)
  return made !== 0 && (Shape.type[entity] !== ShapeType.Chain || Shape.geometry[entity] !== made)
}
