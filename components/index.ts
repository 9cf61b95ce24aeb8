import { type BroadphaseAABB, broadphaseAABBSpec } from './broadphase-aabb.ts'
import { type Character, characterSpec } from './character.ts'
import { type CharacterState, characterStateSpec } from './character-state.ts'
import { type Collider, colliderSpec } from './collider.ts'
import { type CollisionFilter, collisionFilterSpec } from './collision-filter.ts'
import type { Columns } from '../src/stores/columns.ts'
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
import { arraysIn, createSparseStore } from './sparse-store.ts'
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

/** What every body may do without, with the arrays as they are: those of an entity may be missing, see {@link placeIn}. */
export type SparseStores = Pick<PhysicsComponents, 'Mass' | 'Material' | 'CollisionFilter'>

export function sparseStores({ Mass, Material, CollisionFilter }: SparseStores): SparseStores {
  return { Mass: arraysIn(Mass), Material: arraysIn(Material), CollisionFilter: arraysIn(CollisionFilter) }
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
 * @param before Those that were made for the same world earlier: bitECS forgets no component, so they are used again.
 */
export function createComponents(
  columns: Columns, rare: RareColumns, provided: ProvidedStores, before: OwnComponents = {},
): PhysicsComponents {
  return {
    Position: provided.Position ?? createStore(positionSpec, columns, before.Position as Position | undefined),
    Rotation: provided.Rotation ?? createStore(rotationSpec, columns, before.Rotation as Rotation | undefined),
    Velocity: provided.Velocity ?? createStore(velocitySpec, columns, before.Velocity as Velocity | undefined),
    Shape: createStore(shapeSpec, columns, before.Shape),
    BroadphaseAABB: createStore(broadphaseAABBSpec, columns, before.BroadphaseAABB),
    Mass: createSparseStore(massSpec, rare.Mass, columns, before.Mass),
    Material: createSparseStore(materialSpec, rare.Material, columns, before.Material),
    Motion: createStore(motionSpec, rare.Motion, before.Motion),
    OneWay: createStore(oneWaySpec, rare.OneWay, before.OneWay),
    Collider: createStore(colliderSpec, rare.Collider, before.Collider),
    CollisionFilter: createSparseStore(collisionFilterSpec, rare.CollisionFilter, columns, before.CollisionFilter),
    Joint: createStore(jointSpec, rare.Joint, before.Joint),
    Character: createStore(characterSpec, rare.Character, before.Character),
    CharacterState: createStore(characterStateSpec, rare.CharacterState, before.CharacterState),
    Field: createStore(fieldSpec, rare.Field, before.Field),
    ...createTags(before),
  }
}
