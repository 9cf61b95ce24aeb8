import { entityExists } from 'bitecs'
import { colliderSpec } from '../../components/collider.ts'
import { FARTHEST, LEAST_MASS, MOST_FACTOR, MOST_MASS, MOST_NUMBER, MOST_SURFACE } from '../../components/limits.ts'
import { massSpec } from '../../components/mass.ts'
import { materialSpec } from '../../components/material.ts'
import { type Motion, motionSpec } from '../../components/motion.ts'
import { oneWaySpec } from '../../components/one-way.ts'
import { positionSpec } from '../../components/position.ts'
import { rotationSpec } from '../../components/rotation.ts'
import { shapeViolation } from '../../components/shape.ts'
import { type ShapeType as ShapeTypeOf, ShapeType } from '../../components/shape-type.ts'
import { type ComponentSpec, type NumericArray, fieldViolation, rangeViolation, placeIn } from '../../components/spec.ts'
import { velocitySpec } from '../../components/velocity.ts'
import { arraysIn } from '../../components/watched-store.ts'
import { Geometry, LINE_STRIDE } from '../collision/geometry.ts'
import { MassPlace } from '../collision/convex-mass.ts'
import { ShapeCore } from '../collision/shape-core.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { knowsPoints } from '../caches/shape-points.ts'
import { isSoundAsLast, noteSound } from './sound-shape.ts'

/**
 * Looks at what an entity has become before anything changes.
 * @throws Error that names the entity, the component and the cure.
 */
export function checkEntity(physics: PhysicsWorld, entity: number): void {
  const { presence } = physics
  const shaped = presence.Shape.has(entity)
  const placed = presence.Position.has(entity)
  if ((!shaped && !placed) || presence.Prefab.has(entity)) return
  if (presence.Collider.has(entity)) {
    if (shaped) checkChild(physics, entity, placed)
    return
  }
  if (shaped && !placed) {
    throw new Error(
      `bitecs-physics: entity ${entity} has a Shape but no Position. ` +
        'Add one with addComponent(world, entity, set(Position, { x, y })), make it a part of another body with ' +
        'set(Collider, { body }), or remove the Shape.',
    )
  }
  if (!placed || presence.Disabled.has(entity)) return
  if (!shaped && physics.bodies.firstChild[entity] === 0) return
  if (presence.Static.has(entity) && presence.Kinematic.has(entity)) {
    throw new Error(`bitecs-physics: entity ${entity} is tagged both Static and Kinematic. Remove one of the tags.`)
  }
  checkMotion(physics, entity)
  checkMass(physics, entity)
  if (presence.Motion.has(entity)) checkDrive(physics, entity)
  if (!shaped || isSoundAsLast(physics, entity)) return
  checkShape(physics, entity)
  checkWeight(physics, entity)
  checkPartWeight(physics, entity, entity)
  noteSound(physics, entity)
}

/** @throws Error on a pose, velocity, shape, mass or surface that cannot be simulated. */
export function checkValues(physics: PhysicsWorld, entity: number): void {
  checkMotion(physics, entity)
  checkMass(physics, entity)
  if (!physics.bodies.isCollider(entity)) return
  checkShape(physics, entity)
  checkPartWeight(physics, entity, entity)
}

/** @throws Error on a child collider whose place, shape or surface cannot be simulated. */
export function checkPart(physics: PhysicsWorld, child: number): void {
  checkOffset(physics, child)
  checkShape(physics, child)
  checkPartWeight(physics, child, physics.components.Collider.body[child]!)
}

/** @throws Error on a `Motion` that cannot be simulated. */
export function checkDrive(physics: PhysicsWorld, entity: number): void {
  if (!isDriveSound(physics.components.Motion, entity)) checkFields(physics, entity, motionSpec, DRIVE)
}

/** Whether its numbers are within their limits. Asked of every awake body with a `Motion` in each step: fields by name took a sixth of it. */
function isDriveSound({ gravityScale, linearDamping, angularDamping, maxSpeed, maxAngularSpeed }: Motion, entity: number): boolean {
  return Math.abs(gravityScale[entity]!) <= MOST_FACTOR && isRate(linearDamping[entity]!) && isRate(angularDamping[entity]!)
    && isRate(maxSpeed[entity]!) && isRate(maxAngularSpeed[entity]!)
}

function isRate(value: number): boolean {
  return value >= 0 && value <= MOST_NUMBER
}

function checkChild(physics: PhysicsWorld, entity: number, placed: boolean): void {
  const { ecs, components, presence } = physics
  const { Collider } = components
  const body = Collider.body[entity]!
  if (body === 0) {
    checkTakenOff(physics, entity)
    return
  }
  const fail = (what: string) => new Error(`bitecs-physics: Collider of entity ${entity}: ${what}.`)
  if (placed) throw fail('a child collider moves with its body and has no Position of its own. Remove the Position')
  if (body === entity) throw fail('body is the entity itself. Name the entity whose body it is a part of')
  if (!entityExists(ecs, body)) throw fail(`body ${body} does not exist`)
  if (!presence.Position.has(body)) throw fail(`entity ${body} is no body: it has no Position`)
  checkPart(physics, entity)
  if (physics.stores.Shape.type[entity] === ShapeType.Chain) {
    throw fail('a chain cannot be a child collider. Give the chain to the body itself')
  }
}

/** A collider without a body is let be when it had one, or was told that it has none. */
function checkTakenOff(physics: PhysicsWorld, entity: number): void {
  const { bodies, presence } = physics
  if (bodies.loose[entity] === 1 || bodies.claimed(entity) !== 0 || presence.Disabled.has(entity)) return
  throw new Error(
    `bitecs-physics: Collider of entity ${entity}: body was never given. ` +
      'Name the entity whose body it is a part of with set(Collider, { body }), or remove the Collider.',
  )
}

/** @throws Error on the direction of a one-way collider that is none. Read in each step, whoever wrote it. */
export function checkOneWays(physics: PhysicsWorld): void {
  const { oneWays } = physics.lifecycle
  if (oneWays.count === 0) return
  oneWays.compact()
  const { x, y } = physics.components.OneWay
  for (let i = 0; i < oneWays.count; i++) {
    const entity = oneWays.items[i]!
    if (!isModest(x[entity]!, y[entity]!, 0)) checkFields(physics, entity, oneWaySpec, PLACE)
    if (x[entity] !== 0 || y[entity] !== 0) continue
    throw new Error(
      `bitecs-physics: OneWay of entity ${entity} is (0, 0), which is no direction. ` +
        'Write the one from which it holds back, for example (0, 1), then step again.',
    )
  }
}

function checkOffset(physics: PhysicsWorld, child: number): void {
  checkFields(physics, child, colliderSpec, OFFSET)
}

function checkMotion(physics: PhysicsWorld, entity: number): void {
  const { Position, Rotation, Velocity } = physics.components
  const { x: vx, y: vy, angular } = Velocity
  // Most are sound, and fields by name take 1 µs a body.
  if (isModest(Position.x[entity]!, Position.y[entity]!, Rotation.angle[entity]!)) {
    if (isModest(vx[entity]!, vy[entity]!, angular[entity]!)) return
  }
  checkFields(physics, entity, positionSpec, PLACE)
  checkFields(physics, entity, rotationSpec, TURN)
  checkFields(physics, entity, velocitySpec, SPEED)
}

function checkShape(physics: PhysicsWorld, entity: number): void {
  const { Shape } = physics.stores
  const values = {
    type: Shape.type[entity]!,
    halfWidth: Shape.halfWidth[entity]!,
    halfHeight: Shape.halfHeight[entity]!,
    radius: Shape.radius[entity]!,
    geometry: Shape.geometry[entity]!,
  }
  const violation = shapeViolation(values, physics.settings.lengthUnit)
  if (violation) throw new Error(`bitecs-physics: Shape of entity ${entity}: ${violation}.`)
  if (Shape.geometry[entity] !== 0 && !knowsPoints(physics, Shape.type[entity]!, Shape.geometry[entity]!)) {
    throw new Error(
      `bitecs-physics: Shape of entity ${entity}: this world knows no points ${Shape.geometry[entity]}. ` +
        'Set the shape anew with set(Shape, polygon(points)) or the like.',
    )
  }
  if (!isSurfaceSound(physics, entity)) checkFields(physics, entity, materialSpec, SURFACE)
}

/** Whether the numbers of a `Material` are within their limits. */
export function isSurfaceSound({ stores }: PhysicsWorld, entity: number): boolean {
  const { friction, restitution, rollingResistance, tangentSpeed, density } = stores.Material
  // Nobody has written to what it does not have.
  if (entity >= density.length) return true
  const grip = friction[entity]!
  const bounce = restitution[entity]!
  const roll = rollingResistance[entity]!
  const weight = density[entity]!
  return (
    grip >= 0 && grip <= MOST_FACTOR && bounce >= 0 && bounce <= 1 && roll >= 0 && roll <= MOST_SURFACE &&
    Math.abs(tangentSpeed[entity]!) <= MOST_SURFACE && weight >= LEAST_MASS && weight <= MOST_MASS
  )
}

function checkMass(physics: PhysicsWorld, entity: number): void {
  const { mass, inertia, centerX, centerY } = physics.stores.Mass
  if (entity >= mass.length) return
  const given = mass[entity] !== 0 || inertia[entity] !== 0
  if (!given && centerX[entity] !== centerX[entity] && centerY[entity] !== centerY[entity]) return
  checkFields(physics, entity, massSpec, MASS, ', where 0 takes it from density and shape')
  checkFields(physics, entity, massSpec, CENTER, ', or NaN to take it from the shapes')
}

/** @throws Error on a part of a body that density and area make heavier or lighter than the solver can count with. */
function checkPartWeight(physics: PhysicsWorld, collider: number, body: number): void {
  const { presence, stores: { Mass, Material } } = physics
  if (presence.Static.has(body) || presence.Kinematic.has(body) || Mass.mass[placeIn(Mass.mass, body)]! > 0) return
  const mass = Material.density[placeIn(Material.density, collider)]! * areaOf(physics, collider)
  const violation = rangeViolation(mass, LEAST_MASS, MOST_MASS)
  if (violation === '') return
  throw new Error(
    `bitecs-physics: entity ${collider} weighs ${mass} by its density and area, but ${violation}. ` +
      'Give it another Material.density, or its body a mass with set(Mass, { mass }).',
  )
}

const core = new ShapeCore()
const sizes = new Float64Array(LINE_STRIDE)

function areaOf({ stores, collision: { polygons } }: PhysicsWorld, entity: number): number {
  const { type, halfWidth, halfHeight, radius, geometry } = stores.Shape
  sizes[Geometry.HalfWidth] = halfWidth[entity]!
  sizes[Geometry.HalfHeight] = halfHeight[entity]!
  sizes[Geometry.Radius] = radius[entity]!
  sizes[Geometry.Polygon] = geometry[entity]!
  if (type[entity] === ShapeType.Segment || type[entity] === ShapeType.Chain) return 0
  core.take(type[entity] as ShapeTypeOf, sizes, 0, polygons)
  return core.mass[MassPlace.Area]!
}

/** Lines have no area, so they weigh nothing by themselves. */
function checkWeight(physics: PhysicsWorld, entity: number): void {
  const { presence } = physics
  const type = physics.stores.Shape.type[entity]
  if (type !== ShapeType.Segment && type !== ShapeType.Chain) return
  const { Mass } = physics.stores
  if (Mass.mass[placeIn(Mass.mass, entity)]! > 0 || physics.bodies.firstChild[entity] !== 0) return
  if (presence.Static.has(entity) || presence.Kinematic.has(entity)) return
  throw new Error(
    `bitecs-physics: entity ${entity} is dynamic, but its Shape is a line and weighs nothing. ` +
      'Tag it Static or Kinematic, or give it a mass with set(Mass, { mass }).',
  )
}

function isModest(a: number, b: number, c: number): boolean {
  return Math.abs(a) <= FARTHEST && Math.abs(b) <= FARTHEST && Math.abs(c) <= FARTHEST
}

/** @param hint What else the fields may hold. */
function checkFields(
  physics: PhysicsWorld,
  entity: number,
  spec: ComponentSpec<string>,
  keys: readonly string[],
  hint = '',
): void {
  const { name } = spec
  const store = arraysIn<object>(physics.components[name as 'Position']) as Record<string, NumericArray>
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]!
    const value = store[key]![entity]!
    const violation = fieldViolation(spec.fields[key]!, value)
    if (violation === '') continue
    throw new Error(
      `bitecs-physics: ${name}.${key} of entity ${entity} is ${value}, but ${violation}${hint}. ` +
        `Write a sound value to ${name}.${key}[${entity}], then step again.`,
    )
  }
}

const PLACE = ['x', 'y']
const TURN = ['angle']
const SPEED = ['x', 'y', 'angular']
const OFFSET = ['x', 'y', 'angle']
const MASS = ['mass', 'inertia']
const CENTER = ['centerX', 'centerY']
const SURFACE = ['density', 'friction', 'rollingResistance', 'tangentSpeed', 'restitution']
const DRIVE = ['gravityScale', 'linearDamping', 'angularDamping', 'maxSpeed', 'maxAngularSpeed']
