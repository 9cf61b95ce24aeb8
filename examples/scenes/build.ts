import { addComponents, addEntity, createWorld, removeEntity, set, type World } from 'bitecs'
import {
  aabb, addFields, addPhysics, box, buoyancyField, canJump, capsule, chain, circle, explode, fieldUp, isSleeping, jumpSpeed, moveCharacter, polygon,
  radialField, segment, stepPhysics, turnCharacter, wake, windField, type FieldData as EngineField, type Physics, type PhysicsOptions, type ShapeData as EngineShape,
} from '../../src/index.ts'
import { Links } from './links.ts'
import type { BodyData, DriveApi, FieldData, FilterData, MotionData, PartData, Scene, ShapeData, SurfaceData } from './types.ts'

/** A scene that lives in a bitECS world. */
export interface BuiltScene {
  readonly scene: Scene
  readonly world: World
  readonly physics: Physics
  /** The entity of each body, by its place in `scene.bodies`; 0 where the body is absent. */
  readonly entities: Uint32Array
  /** The entity of each joint, by its place in `scene.joints`; 0 where an end is absent. */
  readonly joints: Uint32Array
  /** Steps taken so far. */
  readonly stepIndex: number
  /** All that changes outside of the world, for `createSnapshots` and recorders. */
  readonly stores: readonly object[]
  /** Lets the scene drive its bodies, then steps the world by `dt` seconds. */
  step(): void
}

export interface BuildOptions extends PhysicsOptions {
  /** Seconds a step. Default 1/60. */
  readonly dt?: number
  /** Which controls are held down, as the drive asks. Default: none ever is. */
  readonly held?: (controlIndex: number) => boolean
}

/** Makes a world with the plugin in it and one entity for each body of the scene. */
export function buildScene(scene: Scene, options: BuildOptions = {}): BuiltScene {
  const { dt = 1 / 60, held = () => false, ...physicsOptions } = options
  const world = createWorld()
  const physics = addPhysics(world, {
    gravity: { ...scene.gravity },
    capacity: scene.bodies.length + (scene.joints?.length ?? 0) + 1,
    ...scene.settings,
    ...physicsOptions,
  })
  if (scene.bodies.some(({ field }) => field !== undefined)) addFields(world)
  const entities = new Uint32Array(scene.bodies.length)
  for (let i = 0; i < entities.length; i++) {
    const body = scene.bodies[i]
    if (body.absent !== true) entities[i] = addBody(world, physics, body)
  }
  const links = new Links(scene, world, physics, entities)
  const api = createDriveApi(scene, world, physics, entities, links, held, dt)
  const steps = new Float64Array(1)
  return {
    scene,
    world,
    physics,
    entities,
    joints: links.entities,
    stores: [entities, links.entities, steps, ...(scene.memory === undefined ? [] : [scene.memory])],
    get stepIndex() { return steps[0] },
    step() {
      scene.drive?.(steps[0], dt, api)
      stepPhysics(world, dt)
      steps[0]++
    },
  }
}

/** Adds one body of scene data to a world that has the plugin; gives its entity. */
export function addBody(world: World, physics: Physics, body: BodyData): number {
  const { Position, Rotation, Velocity, Shape, Static, Kinematic, Sleeping, Sensor, Bullet } =
    physics.components
  const entity = addEntity(world)
  addComponents(
    world, entity,
    set(Position, { x: body.x, y: body.y }),
    set(Rotation, { angle: body.angle ?? 0 }),
    set(Shape, toShape(body.shape)),
  )
  if (body.kind !== 'static') {
    addComponents(world, entity, set(Velocity, { x: body.vx ?? 0, y: body.vy ?? 0, angular: body.angular ?? 0 }))
  }
  addSurface(world, physics, entity, body)
  if (body.oneWay !== undefined) addComponents(world, entity, set(physics.components.OneWay, { ...body.oneWay }))
  if (body.motion !== undefined) addComponents(world, entity, set(physics.components.Motion, motionOf(body.motion)))
  if (body.kind === 'static') addComponents(world, entity, Static)
  if (body.kind === 'kinematic') addComponents(world, entity, Kinematic)
  if (body.sleeping === true) addComponents(world, entity, Sleeping)
  if (body.sensor === true) addComponents(world, entity, Sensor)
  if (body.bullet === true) addComponents(world, entity, Bullet)
  if (body.character === true) addComponents(world, entity, physics.components.Character)
  if (body.field !== undefined) addComponents(world, entity, set(physics.components.Field, toField(body.field)))
  for (const part of body.parts ?? []) addPart(world, physics, entity, part)
  return entity
}

/** Adds a shape to a body: an entity of its own without a position. */
function addPart(world: World, physics: Physics, body: number, part: PartData): void {
  const { Collider, Shape, Sensor } = physics.components
  const entity = addEntity(world)
  addComponents(
    world, entity,
    set(Collider, { body, x: part.x, y: part.y, angle: part.angle ?? 0 }),
    set(Shape, toShape(part.shape)),
  )
  addSurface(world, physics, entity, part)
  if (part.sensor === true) addComponents(world, entity, Sensor)
}

function addSurface(
  world: World, physics: Physics, entity: number, data: SurfaceData & { readonly filter?: FilterData },
): void {
  const { Material, CollisionFilter } = physics.components
  const material = named(data, SURFACE)
  if (Object.keys(material).length > 0) addComponents(world, entity, set(Material, material))
  if (data.filter !== undefined) {
    addComponents(world, entity, set(CollisionFilter, named(data.filter, ['category', 'mask', 'group'])))
  }
}

const SURFACE = ['friction', 'restitution', 'density', 'rollingResistance', 'tangentSpeed'] as const

/** The values that the scene names; the others keep the defaults of the engine. */
function named<K extends string>(data: { readonly [P in K]?: number }, keys: readonly K[]): { [P in K]?: number } {
  const found: { [P in K]?: number } = {}
  for (const key of keys) if (data[key] !== undefined) found[key] = data[key]
  return found
}

function motionOf(motion: MotionData): Record<string, number> {
  return Object.fromEntries(Object.entries(motion).map(([key, value]) => [key, Number(value)]))
}

function toShape(shape: ShapeData): EngineShape {
  switch (shape.type) {
    case 'circle': return circle(shape.radius)
    case 'box': return box(shape.halfWidth, shape.halfHeight)
    case 'aabb': return aabb(shape.halfWidth, shape.halfHeight)
    case 'capsule': return capsule(shape.halfLength, shape.radius)
    case 'polygon': return polygon(shape.points, shape.radius)
    case 'segment': return segment(shape.x1, shape.y1, shape.x2, shape.y2)
    case 'chain': return chain(shape.points, shape.loop)
  }
}

function toField(field: FieldData): EngineField {
  const optionsOf = <F extends FieldData>({ type: _type, ...options }: F): Omit<F, 'type'> => options
  switch (field.type) {
    case 'water': return buoyancyField({ ...optionsOf(field), flow: { x: field.flow ?? 0 } })
    case 'radial': return radialField({ ...optionsOf(field), falloff: 'inverse-square' })
    case 'wind': return windField(optionsOf(field))
  }
}

function createDriveApi(
  scene: Scene, world: World, physics: Physics, entities: Uint32Array, links: Links, held: (controlIndex: number) => boolean,
  dt: number,
): DriveApi {
  // Read anew each time: the arrays are swapped for larger ones when a world grows.
  const { components } = physics
  const awaken = (entity: number): void => {
    if (isSleeping(world, entity)) wake(world, entity)
  }
  return {
    setVelocity(bodyIndex, vx, vy, angular) {
      const entity = entities[bodyIndex]
      const { Velocity } = components
      Velocity.x[entity] = vx
      Velocity.y[entity] = vy
      Velocity.angular[entity] = angular
      awaken(entity)
    },
    push(bodyIndex, vx, vy) {
      const entity = entities[bodyIndex]
      const { Velocity } = components
      Velocity.x[entity] += vx
      Velocity.y[entity] += vy
      awaken(entity)
    },
    read(bodyIndex, out) {
      const entity = entities[bodyIndex]
      const { Position, Velocity } = components
      out[0] = Position.x[entity]
      out[1] = Position.y[entity]
      out[2] = Velocity.x[entity]
      out[3] = Velocity.y[entity]
    },
    spawn(bodyIndex, x, y, vx, vy) {
      const body = scene.bodies[bodyIndex]
      entities[bodyIndex] = addBody(world, physics, { ...body, x, y, vx, vy })
      links.join(bodyIndex, x - body.x, y - body.y)
    },
    despawn(bodyIndex) {
      links.leave(bodyIndex)
      removeEntity(world, entities[bodyIndex])
      entities[bodyIndex] = 0
    },
    explode(x, y, falloff, impulse) {
      explode(world, x, y, { radius: 0, falloff, impulse })
    },
    walk(bodyIndex, run, jump) {
      const entity = entities[bodyIndex]
      const { Position, CharacterState } = components
      const up = fieldUp(world, Position.x[entity], Position.y[entity])
      turnCharacter(world, entity, up.x, up.y)
      const falls = CharacterState.vx[entity] * up.x + CharacterState.vy[entity] * up.y - up.gravity * dt
      const rise = jump > 0 && canJump(world, entity) ? jumpSpeed(jump, up.gravity, dt) : falls
      moveCharacter(world, entity, run * up.y + rise * up.x, rise * up.y - run * up.x, dt)
    },
    setMotor(jointIndex, speed) {
      components.Joint.speed[links.entities[jointIndex]] = speed
    },
    held,
  }
}
