import { type BroadphaseAABB, broadphaseAABBSpec } from './broadphase-aabb.ts'
import { type Collider, colliderSpec } from './collider.ts'
import { type CollisionFilter, collisionFilterSpec } from './collision-filter.ts'
import type { Columns } from './columns.ts'
import { type Mass, massSpec } from './mass.ts'
import { type Material, materialSpec } from './material.ts'
import { type Motion, motionSpec } from './motion.ts'
import { type OneWay, oneWaySpec } from './one-way.ts'
import { type Position, positionSpec } from './position.ts'
import { type Rotation, rotationSpec } from './rotation.ts'
import { type Shape, shapeSpec } from './shape.ts'
import { type NumericArray, createStore } from './spec.ts'
import { type Tags, createTags } from './tags.ts'
import { type Velocity, velocitySpec } from './velocity.ts'

/** Pose and velocity stores that a user already has and wants the engine to use as they are. */
export interface ProvidedStores {
  Position?: Position<NumericArray>
  Rotation?: Rotation<NumericArray>
  Velocity?: Velocity<NumericArray>
}

/** The stores and tags of one world. */
export interface PhysicsComponents extends Tags {
  Position: Position<NumericArray>
  Rotation: Rotation<NumericArray>
  Velocity: Velocity<NumericArray>
  Shape: Shape
  BroadphaseAABB: BroadphaseAABB
  Mass: Mass
  Material: Material
  Motion: Motion
  OneWay: OneWay
  Collider: Collider
  CollisionFilter: CollisionFilter
}

/** Makes the components of one world, around those that the user brought. */
export function createComponents(columns: Columns, provided: ProvidedStores): PhysicsComponents {
  return {
    Position: provided.Position ?? createStore<Position>(positionSpec, columns),
    Rotation: provided.Rotation ?? createStore<Rotation>(rotationSpec, columns),
    Velocity: provided.Velocity ?? createStore<Velocity>(velocitySpec, columns),
    Shape: createStore<Shape>(shapeSpec, columns),
    BroadphaseAABB: createStore<BroadphaseAABB>(broadphaseAABBSpec, columns),
    Mass: createStore<Mass>(massSpec, columns),
    Material: createStore<Material>(materialSpec, columns),
    Motion: createStore<Motion>(motionSpec, columns),
    OneWay: createStore<OneWay>(oneWaySpec, columns),
    Collider: createStore<Collider>(colliderSpec, columns),
    CollisionFilter: createStore<CollisionFilter>(collisionFilterSpec, columns),
    ...createTags(),
  }
}
