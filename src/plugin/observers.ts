import {
  type ComponentRef,
  type EntityId,
  Prefab,
  hasComponent,
  observe,
  onAdd,
  onGet,
  onRemove,
  onSet,
  removeComponent,
} from 'bitecs'
import { broadphaseAABBSpec } from '../../components/broadphase-aabb.ts'
import { colliderSpec } from '../../components/collider.ts'
import { collisionFilterSpec } from '../../components/collision-filter.ts'
import { massSpec } from '../../components/mass.ts'
import { materialSpec } from '../../components/material.ts'
import { motionSpec } from '../../components/motion.ts'
import { oneWaySpec } from '../../components/one-way.ts'
import { positionSpec } from '../../components/position.ts'
import { rotationSpec } from '../../components/rotation.ts'
import type { ShapeData } from '../../components/shape-data.ts'
import { type ShapeValues, shapeSpec, shapeViolation } from '../../components/shape.ts'
import { type ComponentSpec, type NumericArray, ruleViolation } from '../../components/spec.ts'
import { velocitySpec } from '../../components/velocity.ts'
import { DirtyReason, type PhysicsWorld } from '../world.ts'
import { leaveSimulation, releaseChildren } from '../world/body-lifecycle.ts'
import { addPoints, holdPoints, knowsPoints, retainPoints } from '../world/shape-points.ts'

type Store = Record<string, NumericArray>
type Data = Record<string, number | boolean>

/** Data of a shape may carry points, which go to a pool and leave a handle. */
type ShapeInput = Partial<ShapeData> & { geometry?: number }

/** How a component of the engine is tied to a world. */
interface Binding {
  readonly spec: ComponentSpec<string>
  readonly component: ComponentRef
  /** The user brought the store: its data is theirs until it is set. */
  readonly provided: boolean
  /** Without it the entity is no body. */
  readonly essential: boolean
  /** What its changes mean beyond structure and data: bits of {@link DirtyReason}. */
  readonly reason: number
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
  const all = bindings(physics)
  for (const binding of all) installStore(physics, binding, all, added, removers)
  const { Static, Kinematic, Sensor, Bullet, Disabled, Sleeping } = physics.components
  for (const tag of [Static, Kinematic, Sensor, Bullet]) {
    installTag(physics, tag, DirtyReason.Structure, DirtyReason.Structure, removers)
  }
  installTag(physics, Sleeping, DirtyReason.Slept, DirtyReason.Woken, removers)
  installTag(physics, Disabled, DirtyReason.Structure, DirtyReason.Structure, removers)
  // What is disabled ends its contacts at once, as if it were removed.
  removers.push(observe(physics.ecs, onAdd(Disabled), (entity: EntityId) => leaveSimulation(physics, entity)))
  return () => {
    for (const remove of removers) remove()
  }
}

function bindings(physics: PhysicsWorld): Binding[] {
  const { components, provided } = physics
  return [
    {
      spec: positionSpec,
      component: components.Position,
      provided: provided.Position !== undefined,
      essential: true,
      reason: 0,
    },
    { spec: shapeSpec, component: components.Shape, provided: false, essential: true, reason: 0 },
    {
      spec: rotationSpec,
      component: components.Rotation,
      provided: provided.Rotation !== undefined,
      essential: false,
      reason: 0,
    },
    {
      spec: velocitySpec,
      component: components.Velocity,
      provided: provided.Velocity !== undefined,
      essential: false,
      reason: 0,
    },
    { spec: colliderSpec, component: components.Collider, provided: false, essential: true, reason: 0 },
    {
      spec: collisionFilterSpec,
      component: components.CollisionFilter,
      provided: false,
      essential: false,
      reason: DirtyReason.Filtered,
    },
    { spec: motionSpec, component: components.Motion, provided: false, essential: false, reason: 0 },
    { spec: oneWaySpec, component: components.OneWay, provided: false, essential: false, reason: 0 },
    { spec: massSpec, component: components.Mass, provided: false, essential: false, reason: 0 },
    { spec: materialSpec, component: components.Material, provided: false, essential: false, reason: 0 },
    { spec: broadphaseAABBSpec, component: components.BroadphaseAABB, provided: false, essential: false, reason: 0 },
  ]
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
      makeRoom(physics, tag, entity)
      if (!physics.takeOwn(entity, tag)) physics.dirty.add(entity, added)
    }),
    observe(physics.ecs, onRemove(tag), (entity: EntityId) => {
      // Past the ceiling: it was never taken in.
      if (entity >= physics.columns.capacity) return
      if (!physics.takeOwn(entity, tag)) physics.dirty.add(entity, removed)
    }),
  )
}

function installStore(
  physics: PhysicsWorld,
  binding: Binding,
  all: readonly Binding[],
  added: LastAdded,
  removers: (() => void)[],
): void {
  const { ecs } = physics
  const { component, essential } = binding
  removers.push(
    observe(ecs, onAdd(component), (entity: EntityId) => {
      makeRoom(physics, component, entity)
      if (physics.takeOwn(entity, component)) return
      added.entity = entity
      added.component = component
      resetFields(physics, binding, all, entity)
      physics.dirty.add(entity, DirtyReason.Structure | binding.reason)
    }),
    observe(ecs, onRemove(component), (entity: EntityId) => {
      added.entity = 0
      // Past the ceiling: it was never taken in.
      if (entity >= physics.columns.capacity) return
      // A body that had become a child collider, but was not yet taken in as one, stays what it is.
      const leaves = essential && !(binding.spec === colliderSpec && physics.bodies.isBody(entity))
      if (leaves) leaveSimulation(physics, entity)
      else if (!essential) resetData(binding, entity)
      if (binding.spec === positionSpec) releaseChildren(physics, entity)
      if (binding.spec === shapeSpec) {
        holdPoints(physics, entity, 0, 0)
        resetData(binding, entity)
      }
      physics.dirty.add(entity, DirtyReason.Structure | binding.reason)
    }),
    observe(ecs, onSet(component), (entity: EntityId, data: Data) => {
      const fresh = added.entity === entity && added.component === component
      added.entity = 0
      setFields(physics, binding, entity, data, fresh)
    }),
    observe(ecs, onGet(component), (entity: EntityId) => getFields(binding, entity)),
  )
}

/** The component that was added last, and to which entity, while it is not set: what a failing `set` must take back. */
class LastAdded {
  entity = 0
  component: ComponentRef | null = null
}

/** Grows the arrays. Past the ceiling the component is taken off again, so that masks and queries agree. */
function makeRoom(physics: PhysicsWorld, component: ComponentRef, entity: EntityId): void {
  try {
    physics.ensureCapacity(entity)
  } catch (error) {
    removeComponent(physics.ecs, entity, component)
    throw error
  }
}

/** A recycled id must not inherit the data of the entity that had it before. */
function resetFields(physics: PhysicsWorld, binding: Binding, all: readonly Binding[], entity: EntityId): void {
  resetData(binding, entity)
  if (binding.spec !== positionSpec && binding.spec !== shapeSpec) return
  const others: readonly ComponentSpec<string>[] =
    binding.spec === positionSpec ? [rotationSpec, velocitySpec, motionSpec] : [massSpec, materialSpec, collisionFilterSpec, oneWaySpec]
  for (const other of all) {
    if (others.includes(other.spec) && !hasComponent(physics.ecs, entity, other.component)) resetData(other, entity)
  }
}

function resetData(binding: Binding, entity: EntityId): void {
  if (binding.provided) return
  const store = binding.component as Store
  for (const key of Object.keys(binding.spec.fields)) store[key]![entity] = binding.spec.fields[key]!.initial
}

function setFields(physics: PhysicsWorld, binding: Binding, entity: EntityId, data: Data, fresh: boolean): void {
  const { spec, component } = binding
  try {
    physics.ensureCapacity(entity)
    const violation = dataViolation(binding, data)
    if (violation) throw new RangeError(violation)
    const values = spec === shapeSpec ? shapeValues(physics, entity, data) : data
    const store = component as Store
    for (const key of Object.keys(values)) {
      if (key in spec.fields) store[key]![entity] = Number(values[key])
    }
  } catch (error) {
    // Added with unusable data in one call: the entity is left as it was before it.
    if (fresh) removeComponent(physics.ecs, entity, component)
    throw new RangeError(`bitecs-physics: ${spec.name} of entity ${entity}: ${(error as Error).message}.`)
  }
  if (spec === colliderSpec) physics.naming.add(entity)
  if (!hasComponent(physics.ecs, entity, Prefab)) physics.dirty.add(entity, DirtyReason.Edited | binding.reason)
}

/**
 * The whole shape that comes of partial data; points are taken into their pool last, when all else is known to be
 * sound.
 */
function shapeValues(physics: PhysicsWorld, entity: EntityId, data: Data): Data {
  const { points, loop, ...fields } = data as ShapeInput
  const values = { ...getFields({ spec: shapeSpec, component: physics.components.Shape }, entity), ...fields }
  const shape = values as unknown as ShapeValues
  const given = fields.geometry
  if (fields.type !== undefined && given === undefined) values['geometry'] = points ? 1 : 0
  const violation = shapeViolation(shape)
  if (violation) throw new RangeError(violation)
  if (points !== undefined) {
    values['geometry'] = addPoints(physics, shape.type, points, shape.radius, loop === true)
    holdPoints(physics, entity, shape.type, shape.geometry)
  } else if (given !== undefined && given !== 0) {
    if (!knowsPoints(physics, shape.type, given)) throw new RangeError(`this world knows no points ${given}`)
    retainPoints(physics, shape.type, given)
    holdPoints(physics, entity, shape.type, given)
  } else if (fields.type !== undefined) {
    holdPoints(physics, entity, 0, 0)
  }
  return values
}

function dataViolation(binding: Binding, data: Data): string {
  const { spec, provided } = binding
  for (const key of Object.keys(data)) {
    const field = spec.fields[key]
    if (field === undefined) {
      if (provided || (spec === shapeSpec && (key === 'points' || key === 'loop'))) continue
      return `there is no field '${key}'; the fields are ${Object.keys(spec.fields).join(', ')}`
    }
    const violation = ruleViolation(field.rule, data[key])
    if (violation) return `${key} ${violation}, got ${String(data[key])}`
  }
  return ''
}

function getFields(binding: Pick<Binding, 'spec' | 'component'>, entity: EntityId): Record<string, number> {
  const data: Record<string, number> = {}
  const store = binding.component as Store
  for (const key of Object.keys(binding.spec.fields)) data[key] = store[key]![entity] ?? binding.spec.fields[key]!.initial
  return data
}
