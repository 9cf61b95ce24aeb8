import { type BroadphaseAABB, broadphaseAABBSpec } from './broadphase-aabb.ts'
import { type Character, characterSpec } from './character.ts'
import { type CharacterState, characterStateSpec } from './character-state.ts'
import { type Collider, colliderSpec } from './collider.ts'
import { type CollisionFilter, collisionFilterSpec } from './collision-filter.ts'
import type { Columns } from '../src/stores/columns.ts'
import { OpenVersion } from '../src/stores/version.ts'
import { type Field, fieldSpec } from './field.ts'
import { type Joint, jointSpec } from './joint.ts'
import { type Mass, massSpec } from './mass.ts'
import { type Material, materialSpec } from './material.ts'
import { type Motion, motionSpec } from './motion.ts'
import { type OneWay, oneWaySpec } from './one-way.ts'
import { type Position, positionSpec } from './position.ts'
import { type Rotation, rotationSpec } from './rotation.ts'
import { type Shape, shapeSpec } from './shape.ts'
import { type NumericArray, createStore } from './spec.ts'
import { arraysIn, createWatchedStore } from './watched-store.ts'
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
  Joint: Joint
  Character: Character
  CharacterState: CharacterState
  Field: Field
}

/** Components of the engine's own that a world has had, by name. */
export type OwnComponents = Partial<PhysicsComponents>

/** The components that few worlds use for many entities: their arrays stay small until the first is added. */
export const RARE = ['Mass', 'Material', 'CollisionFilter', 'Motion', 'OneWay', 'Collider', 'Joint', 'Character', 'CharacterState', 'Field'] as const

/** The components of which it is known whether users can have written to their arrays. */
const WATCHED = ['Shape', 'BroadphaseAABB', 'Mass', 'Material', 'CollisionFilter', 'Joint'] as const

type Watched = (typeof WATCHED)[number]

/**
 * Their arrays as the engine reads and writes them: who asks the components lets users write to them. Those of the last four may be too
 * short for an entity, see {@link placeIn}.
 */
export type WatchedStores = Pick<PhysicsComponents, Watched>

export function watchedStores(components: WatchedStores): WatchedStores {
  return {
    Shape: arraysIn(components.Shape),
    BroadphaseAABB: arraysIn(components.BroadphaseAABB),
    Mass: arraysIn(components.Mass),
    Material: arraysIn(components.Material),
    CollisionFilter: arraysIn(components.CollisionFilter),
    Joint: arraysIn(components.Joint),
  }
}

/** Of each of them what its arrays hold. */
export type StoreVersions = Readonly<Record<Watched, OpenVersion>>

export function storeVersions(): StoreVersions {
  return Object.fromEntries(WATCHED.map((name) => [name, new OpenVersion()])) as StoreVersions
}

/** The columns of each of them. */
export type RareColumns = Readonly<Record<(typeof RARE)[number], Columns>>

/** All of them in the same columns. */
export function rareIn(columns: Columns): RareColumns {
  return Object.fromEntries(RARE.map((name) => [name, columns])) as RareColumns
}

/**
 * Makes the components of one world, around those that the user brought.
 * @param rare Where those of {@link RARE} are.
 * @param versions Told when one of the arrays is asked for.
 * @param before Those that were made for the same world earlier: bitECS forgets no component, so they are used again.
 */
export function createComponents(
  columns: Columns, rare: RareColumns, versions: StoreVersions, provided: ProvidedStores, before: OwnComponents = {},
): PhysicsComponents {
  return {
    Position: provided.Position ?? createStore(positionSpec, columns, before.Position as Position | undefined),
    Rotation: provided.Rotation ?? createStore(rotationSpec, columns, before.Rotation as Rotation | undefined),
    Velocity: provided.Velocity ?? createStore(velocitySpec, columns, before.Velocity as Velocity | undefined),
    Shape: createWatchedStore(shapeSpec, columns, columns, versions.Shape, before.Shape),
    BroadphaseAABB: createWatchedStore(broadphaseAABBSpec, columns, columns, versions.BroadphaseAABB, before.BroadphaseAABB),
    Mass: createWatchedStore(massSpec, rare.Mass, columns, versions.Mass, before.Mass),
    Material: createWatchedStore(materialSpec, rare.Material, columns, versions.Material, before.Material),
    Motion: createStore(motionSpec, rare.Motion, before.Motion),
    OneWay: createStore(oneWaySpec, rare.OneWay, before.OneWay),
    Collider: createStore(colliderSpec, rare.Collider, before.Collider),
    CollisionFilter: createWatchedStore(collisionFilterSpec, rare.CollisionFilter, columns, versions.CollisionFilter, before.CollisionFilter),
    // Nobody writes to it as if all had it.
    Joint: createWatchedStore(jointSpec, rare.Joint, rare.Joint, versions.Joint, before.Joint),
    Character: createStore(characterSpec, rare.Character, before.Character),
    CharacterState: createStore(characterStateSpec, rare.CharacterState, before.CharacterState),
    Field: createStore(fieldSpec, rare.Field, before.Field),
    ...createTags(before),
  }
}
