import { bruteForce } from './broadphase/brute-force-broad-phase.ts'
import { nameBroadPhases } from './broadphase/choose.ts'
import { grid } from './broadphase/grid-broad-phase.ts'
import { sweepAndPrune } from './broadphase/sweep-and-prune-broad-phase.ts'

export { addPhysics, getPhysics, isSleeping, markChanged, removePhysics, stepPhysics, touch, wake } from './plugin.ts'
export type { PhysicsOptions } from './plugin.ts'
export { clearEvents } from './plugin/clear-events.ts'
export type { Events, Physics, Stats, System } from './state/physics.ts'
export type { Settings, Vector } from './settings.ts'
export { aabb, box, capsule, chain, circle, polygon, rect, segment } from '../components/shape-data.ts'
export type { ChainOptions, Point, ShapeData } from '../components/shape-data.ts'
export {
  distanceJoint,
  filterJoint,
  gearJoint,
  motorJoint,
  prismaticJoint,
  pulleyJoint,
  revoluteJoint,
  weldJoint,
  wheelJoint,
} from './words/joint-builders.ts'
export { bringJoints } from './lifecycle/bring-joints.ts'
export type {
  AnchorOptions,
  AngularMotor,
  DistanceJointOptions,
  FilterJointOptions,
  GearJointOptions,
  JointLimit,
  JointOptions,
  JointSpring,
  LinearMotor,
  LocalFrame,
  MotorJointOptions,
  PrismaticJointOptions,
  PulleyJointOptions,
  RestingSpring,
  RevoluteJointOptions,
  WeldJointOptions,
  WheelJointOptions,
} from '../components/joint-options.ts'
export type { JointData } from '../components/joint-data.ts'
export type { Joint } from '../components/joint.ts'
export {
  buoyancyField,
  conveyorField,
  currentField,
  dragField,
  forceField,
  gravityField,
  radialField,
  windField,
} from '../components/field-data.ts'
export type {
  BuoyancyFieldOptions,
  ConveyorFieldOptions,
  CurrentFieldOptions,
  DragFieldOptions,
  FieldData,
  FieldOptions,
  ForceFieldOptions,
  GravityFieldOptions,
  RadialFieldOptions,
  VariationOptions,
  WindFieldOptions,
} from '../components/field-data.ts'
export { Falloff, FieldKind } from '../components/field-kind.ts'
export type { Field } from '../components/field.ts'
export { applyWind } from './fields/apply-wind.ts'
export type { WindOptions } from './fields/apply-wind.ts'
export { explode } from './fields/explode.ts'
export type { ExplosionOptions } from './fields/explode.ts'
export { fieldUp } from './fields/field-up.ts'
export type { Up } from './fields/field-up.ts'
export { addFields } from './fields/add-fields.ts'
export type { WaterSurface } from './fields/surface-rows.ts'
export { setWaterSurface } from './fields/set-water-surface.ts'
export { getWetFraction } from './fields/wet-fraction.ts'
export { JointKind } from '../components/joint-kind.ts'
export { getJointCoordinate } from './queries/joint-coordinate.ts'
export type { JointCoordinate } from './queries/joint-coordinate.ts'
export { getJointReaction, jointsOf } from './queries/joints.ts'
export type { JointReaction } from './queries/joints.ts'
export type { Shape } from '../components/shape.ts'
export { ShapeType } from '../components/shape-type.ts'
export { defineComponents } from './plugin/define-components.ts'
export type { PhysicsComponents, ProvidedStores } from '../components/index.ts'
export type { Position } from '../components/position.ts'
export type { Rotation } from '../components/rotation.ts'
export type { Velocity } from '../components/velocity.ts'
export type { BroadphaseAABB } from '../components/broadphase-aabb.ts'
export type { Mass } from '../components/mass.ts'
export type { Material } from '../components/material.ts'
export type { AllocateBuffer } from './stores/columns.ts'
export { EndReason } from './contacts/pair-events.ts'
export { JointEnd } from './contacts/joint-events.ts'
export type { JointEvents } from './contacts/joint-events.ts'
export type { PairEvents } from './contacts/pair-events.ts'
export type {
  BroadPhase,
  BroadPhaseFactory,
  FatBoxes,
  MoveList,
  NearVisitor,
  NodeVisitor,
  RayVisitor,
} from './broadphase/broad-phase.ts'
export { bruteForce } from './broadphase/brute-force-broad-phase.ts'
export { grid } from './broadphase/grid-broad-phase.ts'
export { quadtree } from './broadphase/quadtree.ts'
export { sweepAndPrune } from './broadphase/sweep-and-prune-broad-phase.ts'
export { validated } from './broadphase/validated.ts'
export { ItemBuffer, PairBuffer } from './stores/buffers.ts'
export { queryPairs } from './queries/pairs.ts'
export type { PairQueryOptions } from './queries/pairs.ts'
export type { PairView } from './queries/pair-view.ts'
export { PointBuffer, getPoints } from './queries/points.ts'
export type { PointView } from './queries/points.ts'
export { queryPoint } from './queries/point.ts'
export { queryRegion, queryView } from './queries/region.ts'
export { queryShape } from './queries/shape.ts'
export { castRay, castRayAll, castRayAny, castRays } from './queries/ray.ts'
export { castShape } from './queries/shape-cast.ts'
export { nearest } from './queries/nearest.ts'
export { distance } from './queries/distance.ts'
export { bodyOf, isTouching, touching } from './queries/touching.ts'
export { queryContacts } from './queries/contacts.ts'
export { ContactBuffer } from './queries/contact-buffer.ts'
export type { ContactView } from './queries/contact-buffer.ts'
export type { QueryFilter } from './queries/filter.ts'
export { EntityBuffer } from './queries/entity-buffer.ts'
export type { EntityView } from './queries/entity-buffer.ts'
export { HitBuffer, createDistance, createHit } from './queries/hit.ts'
export type { Distance, Hit, HitView } from './queries/hit.ts'
export { hashWorld } from './queries/hash.ts'
export type { HashOptions, WorldHashes } from './queries/hash.ts'
export { maxPenetration, visitContacts, visitNodes } from './queries/inspect.ts'
export type { ContactVisitor } from './queries/inspect.ts'
export { diffWorlds } from './snapshots/diff.ts'
export type { WorldDifference } from './snapshots/diff.ts'
export { createSnapshots } from './snapshots/snapshots.ts'
export type { SnapshotOptions, Snapshots } from './snapshots/snapshots.ts'
export { createRollback } from './rollback/rollback.ts'
export type { Rollback, RollbackOptions } from './rollback/rollback.ts'
export type { ConfirmedEvents } from './rollback/confirmed-events.ts'
export { createPipeline } from '../systems/pipeline.ts'
export { updateAABBs } from '../systems/update-aabbs.ts'
export { broadPhase } from '../systems/broad-phase.ts'
export { narrowPhase } from '../systems/narrow-phase.ts'
export { prepareSolve } from '../systems/prepare-solve.ts'
export { resolve } from '../systems/resolve.ts'
export { integrate } from '../systems/integrate.ts'
export { finishSolve } from '../systems/finish-solve.ts'
export {
  applyAngularImpulse,
  applyForce,
  applyImpulse,
  applyTorque,
  getMass,
  getPointVelocity,
  moveKinematic,
  setVelocity,
  teleport,
} from './control.ts'
export type { MassView } from './control.ts'
export { moveCharacter } from './character/move-character.ts'
export { turnCharacter } from './character/turn-character.ts'
export { bufferJump, canJump, jumpGravity, jumpSpeed } from './character/jump.ts'
export { PlatformLeave } from '../components/character.ts'
export type { Character } from '../components/character.ts'
export type { CharacterState } from '../components/character-state.ts'
export { set } from './typed-set.ts'
export type { ComponentSetter } from './typed-set.ts'
export type { ValuesOf } from '../components/values.ts'
export { spawnBody } from './words/spawn-body.ts'
export type { BodyOptions } from './words/spawn-body.ts'
export { createStepper } from './loop/stepper.ts'
export type { Stepper, StepperOptions } from './loop/stepper.ts'
export { createDrawnPoses, interpolate } from './loop/interpolate.ts'
export type { DrawnPoses } from './loop/interpolate.ts'
export { mergeTiles } from './levels/merge-tiles.ts'
export type { MergeOptions } from './levels/merge-tiles.ts'
export { spawnLevel } from './levels/level-body.ts'
export type { LevelBody, SpawnLevelOptions } from './levels/level-body.ts'
export type { TileGrid, TileOptions } from './levels/tile-grid.ts'
export type { TileKind, TileKinds, TileShape } from './levels/tile-kinds.ts'
export { createTileLevel } from './levels/tile-level.ts'
export type { LevelPart } from './levels/level-part.ts'
export type { TileLevel, TileLevelOptions } from './levels/tile-level.ts'
export { fromTiled } from './levels/tiled.ts'
export type { TiledOptions } from './levels/tiled.ts'
export { inflateTiled } from './levels/tiled-data.ts'
export type {
  TiledChunk, TiledLayer, TiledMap, TiledObject, TiledProperty, TiledTile, TiledTileset, TiledTilesetEntry,
} from './levels/tiled-format.ts'
export { fromLDtk } from './levels/ldtk.ts'
export type { LdtkOptions } from './levels/ldtk.ts'
export type { LdtkEntity, LdtkField, LdtkLayer, LdtkLayerDefinition, LdtkLevel, LdtkProject } from './levels/ldtk-format.ts'
export type { ImportedLevel, LevelLayer, LevelObject, ObjectBody, PixelOptions } from './levels/level-object.ts'
export { defineLayers } from './layers.ts'
export type { Hooks, PreSolveContact } from './state/hooks.ts'
export { CombineRule } from '../components/material.ts'
export type { Collider } from '../components/collider.ts'
export type { CollisionFilter } from '../components/collision-filter.ts'
export type { Motion } from '../components/motion.ts'
export type { OneWay } from '../components/one-way.ts'
export type { EntityEvents } from './contacts/entity-events.ts'
export type { HitEvents } from './contacts/hit-events.ts'
export type { SensorEvents } from './contacts/sensor-events.ts'
export type { NumericArray } from '../components/spec.ts'
export type { Tags } from '../components/tags.ts'
export type { BroadPhaseName, BroadPhaseOption } from './broadphase/choose.ts'

// The build marks this as pure: where something bundles the package and leaves out what is not used, it is left out.
nameBroadPhases({ grid, 'sweep-and-prune': sweepAndPrune, 'brute-force': bruteForce })
