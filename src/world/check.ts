import { entityExists } from 'bitecs'
import { shapeViolation } from '../../components/shape.ts'
import { ShapeType } from '../../components/shape-type.ts'
import type { PhysicsWorld } from '../world.ts'
import { knowsPoints } from './shape-points.ts'

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
  if (!shaped) return
  checkShape(physics, entity)
  checkWeight(physics, entity)
}

/** @throws Error on a pose, velocity, shape, mass or surface that cannot be simulated. */
export function checkValues(physics: PhysicsWorld, entity: number): void {
  checkMotion(physics, entity)
  checkMass(physics, entity)
  if (physics.bodies.isCollider(entity)) checkShape(physics, entity)
}

/** @throws Error on a child collider whose place, shape or surface cannot be simulated. */
export function checkPart(physics: PhysicsWorld, child: number): void {
  checkOffset(physics, child)
  checkShape(physics, child)
}

/** @throws Error on a `Motion` that cannot be simulated. */
export function checkDrive(physics: PhysicsWorld, entity: number): void {
  const { gravityScale, linearDamping, angularDamping, maxSpeed, maxAngularSpeed } = physics.components.Motion
  checkFinite(entity, 'Motion', 'gravityScale', gravityScale[entity]!)
  checkNotNegative(entity, 'Motion', 'linearDamping', linearDamping[entity]!)
  checkNotNegative(entity, 'Motion', 'angularDamping', angularDamping[entity]!)
  checkNotNegative(entity, 'Motion', 'maxSpeed', maxSpeed[entity]!)
  checkNotNegative(entity, 'Motion', 'maxAngularSpeed', maxAngularSpeed[entity]!)
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
  if (components.Shape.type[entity] === ShapeType.Chain) {
    throw fail('a chain cannot be a child collider. Give the chain to the body itself')
  }
}

/** A collider without a body is let be when it had one, or was told that it has none. */
function checkTakenOff(physics: PhysicsWorld, entity: number): void {
  const { bodies, presence } = physics
  if (bodies.loose[entity] === 1 || bodies.claimOf[entity] !== 0 || presence.Disabled.has(entity)) return
  throw new Error(
    `bitecs-physics: Collider of entity ${entity}: body was never given. ` +
      'Name the entity whose body it is a part of with set(Collider, { body }), or remove the Collider.',
  )
}

/** @throws Error on the direction of a one-way collider that is none. Read in each step, whoever wrote it. */
export function checkOneWays(physics: PhysicsWorld): void {
  const { oneWays } = physics
  if (oneWays.count === 0) return
  oneWays.compact()
  const { x, y } = physics.components.OneWay
  for (let i = 0; i < oneWays.count; i++) {
    const entity = oneWays.items[i]!
    checkFinite(entity, 'OneWay', 'x', x[entity]!)
    checkFinite(entity, 'OneWay', 'y', y[entity]!)
    if (x[entity] !== 0 || y[entity] !== 0) continue
    throw new Error(
      `bitecs-physics: OneWay of entity ${entity} is (0, 0), which is no direction. ` +
        'Write the one from which it holds back, for example (0, 1), then step again.',
    )
  }
}

function checkOffset(physics: PhysicsWorld, child: number): void {
  const { Collider } = physics.components
  checkFinite(child, 'Collider', 'x', Collider.x[child]!)
  checkFinite(child, 'Collider', 'y', Collider.y[child]!)
  checkFinite(child, 'Collider', 'angle', Collider.angle[child]!)
}

function checkMotion(physics: PhysicsWorld, entity: number): void {
  const { Position, Rotation, Velocity } = physics.components
  checkFinite(entity, 'Position', 'x', Position.x[entity]!)
  checkFinite(entity, 'Position', 'y', Position.y[entity]!)
  checkFinite(entity, 'Rotation', 'angle', Rotation.angle[entity]!)
  checkFinite(entity, 'Velocity', 'x', Velocity.x[entity]!)
  checkFinite(entity, 'Velocity', 'y', Velocity.y[entity]!)
  checkFinite(entity, 'Velocity', 'angular', Velocity.angular[entity]!)
}

function checkShape(physics: PhysicsWorld, entity: number): void {
  const { Shape, Material } = physics.components
  const violation = shapeViolation({
    type: Shape.type[entity]!,
    halfWidth: Shape.halfWidth[entity]!,
    halfHeight: Shape.halfHeight[entity]!,
    radius: Shape.radius[entity]!,
    geometry: Shape.geometry[entity]!,
  })
  if (violation) throw new Error(`bitecs-physics: Shape of entity ${entity}: ${violation}.`)
  if (Shape.geometry[entity] !== 0 && !knowsPoints(physics, Shape.type[entity]!, Shape.geometry[entity]!)) {
    throw new Error(
      `bitecs-physics: Shape of entity ${entity}: this world knows no points ${Shape.geometry[entity]}. ` +
        'Set the shape anew with set(Shape, polygon(points)) or the like.',
    )
  }
  if (!(Material.density[entity]! > 0 && Material.density[entity]! < Infinity)) {
    throw invalid(entity, 'Material', 'density', Material.density[entity]!, 'finite and greater than 0')
  }
  checkNotNegative(entity, 'Material', 'friction', Material.friction[entity]!)
  checkNotNegative(entity, 'Material', 'rollingResistance', Material.rollingResistance[entity]!)
  checkFinite(entity, 'Material', 'tangentSpeed', Material.tangentSpeed[entity]!)
  if (!(Material.restitution[entity]! >= 0 && Material.restitution[entity]! <= 1)) {
    throw invalid(entity, 'Material', 'restitution', Material.restitution[entity]!, 'between 0 and 1')
  }
}

function checkMass(physics: PhysicsWorld, entity: number): void {
  const { Mass } = physics.components
  if (!(Mass.mass[entity]! >= 0 && Mass.mass[entity]! < Infinity)) {
    throw invalid(entity, 'Mass', 'mass', Mass.mass[entity]!, 'greater than 0, or 0 to take it from density and shape')
  }
  if (!(Mass.inertia[entity]! >= 0 && Mass.inertia[entity]! < Infinity)) {
    throw invalid(entity, 'Mass', 'inertia', Mass.inertia[entity]!, 'greater than 0, or 0 to take it from the shape')
  }
  checkCenter(entity, 'centerX', Mass.centerX[entity]!)
  checkCenter(entity, 'centerY', Mass.centerY[entity]!)
}

function checkCenter(entity: number, field: string, value: number): void {
  if (Math.abs(value) === Infinity) throw invalid(entity, 'Mass', field, value, 'finite, or NaN to take it from the shapes')
}

/** Lines have no area, so they weigh nothing by themselves. */
function checkWeight(physics: PhysicsWorld, entity: number): void {
  const { components, presence } = physics
  const type = components.Shape.type[entity]
  if (type !== ShapeType.Segment && type !== ShapeType.Chain) return
  if (components.Mass.mass[entity]! > 0 || physics.bodies.firstChild[entity] !== 0) return
  if (presence.Static.has(entity) || presence.Kinematic.has(entity)) return
  throw new Error(
    `bitecs-physics: entity ${entity} is dynamic, but its Shape is a line and weighs nothing. ` +
      'Tag it Static or Kinematic, or give it a mass with set(Mass, { mass }).',
  )
}

function checkNotNegative(entity: number, component: string, field: string, value: number): void {
  if (!(value >= 0 && value < Infinity)) throw invalid(entity, component, field, value, 'finite and not negative')
}

function checkFinite(entity: number, component: string, field: string, value: number): void {
  if (!Number.isFinite(value)) throw invalid(entity, component, field, value, 'a finite number')
}

function invalid(entity: number, component: string, field: string, value: number, expected: string): Error {
  return new Error(
    `bitecs-physics: ${component}.${field} of entity ${entity} is ${value}, but must be ${expected}. ` +
      `Write a sound value to ${component}.${field}[${entity}], then step again.`,
  )
}
