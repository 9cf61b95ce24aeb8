import { FARTHEST, MOST_FACTOR, MOST_SURFACE } from '../components/limits.ts'
import { ShapeType } from '../components/shape-type.ts'
import { placeIn } from '../components/spec.ts'
import { NOT_AWAKE, POSE_STRIDE, SURFACE_STRIDE, Trait } from '../src/bodies/bodies.ts'
import { Geometry, GEOMETRY_STRIDE } from '../src/collision/geometry.ts'
import { checkStageLength } from '../src/settings.ts'
import type { Physics } from '../src/state/physics.ts'
import { innerOf } from '../src/state/registry.ts'
import { Phase, type PhysicsWorld } from '../src/state/world.ts'
import { refreshBody } from '../src/lifecycle/body-lifecycle.ts'
import { checkDrive, checkOneWays, checkPart, checkValues, isSurfaceSound } from '../src/lifecycle/check.ts'
import { isRefiltered, refilter } from '../src/lifecycle/collider-lifecycle.ts'
import { followBody, followWritten, makeRoomForWays } from '../src/continuous/follow.ts'
import { forgetManifolds } from '../src/caches/kept-manifolds.ts'
import { updateMass } from '../src/caches/mass.ts'
import { hasSurface, isElsewhere, stayInPlace, writeGeometry, writeSurface } from '../src/caches/pose.ts'
import { syncBodies } from '../src/lifecycle/sync.ts'
import { jointKeeper, syncJoints } from '../src/lifecycle/joint-keeper.ts'
import { steerKinematics } from '../src/lifecycle/steer-kinematic.ts'
import { startMoving, stopMoving, wakeJointed } from '../src/sleep/waking.ts'
import { watchGravity, watchSleepers } from '../src/lifecycle/watch-sleepers.ts'
import { Pause, Pose } from '../src/bodies/body-records.ts'
import { AddressTable } from '../src/kernel/address-table.ts'

/** The square of the largest number, and what makes the largest friction and the largest surface speed that large. */
const MOST_SQUARE = FARTHEST * FARTHEST
const GRIP = MOST_SQUARE / (MOST_FACTOR * MOST_FACTOR)
const ROLL = MOST_SQUARE / (MOST_SURFACE * MOST_SURFACE)

/**
 * First system: takes in what the user did since the last step, and brings the world boxes of what was written to up to
 * date. (Those of all that moved were, when the last step ended.) A body that left its fat box gets a new one and is
 * noted for the pair search; so is one that will within the step.
 *
 * Plain writes to the components of awake bodies are noticed here, because every one of them is read, shapes and surfaces where
 * somebody has the arrays; of sleepers only pose and velocity are.
 */
export function updateAABBs(face: Physics, dt: number): void {
  const physics = innerOf(face)
  checkStageLength(dt, 'UpdateAABBs')
  if (physics.phase === Phase.Beginning) physics.phase = Phase.Stepping
  syncBodies(physics)
  syncJoints(physics)
  checkOneWays(physics)
  steerKinematics(physics, dt)
  watchKinematics(physics)
  watchSleepers(physics)
  watchGravity(physics)
  takeInEdits(physics)
  if (physics.joints.count > 0) jointKeeper?.lead(physics, dt)
  makeRoomForWays(physics, dt)
}

/**
 * Plain writes to awake bodies take effect; but first all of them are checked, so that nothing is half done. What most
 * bodies are, finite and unchanged, is found in one expression over columns at hand; all others are looked at closely.
 * One loop a component: with more columns than a processor has registers a loop takes twice as long.
 */
function takeInEdits(physics: PhysicsWorld): void {
  const { bodies } = physics
  if (bodies.awakeCount === 0) return
  physics.solver.states.reserve(bodies.awakeCount, bodies.awake.length)
  const written = checkMotions(physics)
  // What is set is taken in already. To look at all bodies for plain writes where nobody has the arrays took 2 to 4 % of a step.
  const { Material, Shape, Mass, CollisionFilter } = physics.version.stores
  const dressed = Material.isOpen && checkSurfaces(physics)
  const resized = Shape.isOpen && checkShapes(physics)
  const weighed = Mass.isOpen && checkMasses(physics)
  const refiltered = CollisionFilter.isOpen && checkFilters(physics)
  if (dressed || resized || weighed || refiltered) {
    takeInSizes(physics)
    // The list of awake bodies may have become another one.
    physics.solver.states.reserve(bodies.awakeCount, bodies.awake.length)
    physics.solver.motions.showVelocities(bodies, physics.components)
  }
  if (written) followWritten(physics)
}

/**
 * Checks where the awake bodies are and how they move: the kernel does, but for what has parts or a `Motion`, or is wrong. Returns whether
 * one was moved, or may have been.
 */
function checkMotions(physics: PhysicsWorld): boolean {
  const { bodies, components } = physics
  const { states, motions } = physics.solver
  motions.showPoses(bodies, components)
  motions.showVelocities(bodies, components)
  const { i32, kernel } = states.memory
  const { awake, awakeCount, traits, firstChild } = bodies
  i32[AddressTable.Written >> 2] = 0
  for (let i = kernel.look(0, awakeCount); i < awakeCount; i = kernel.look(i + 1, awakeCount)) {
    const entity = awake[i]!
    if (!isWithinReach(physics, entity)) checkValues(physics, entity)
    if ((traits[entity]! & Trait.Motion) !== 0) checkDrive(physics, entity)
    if (firstChild[entity] !== 0) watchChildren(physics, entity)
  }
  return i32[AddressTable.Written >> 2] !== 0
}

/** Nothing is too large if the sum of the squares is not, and NaN is less than nothing. */
function isWithinReach({ components: { Position, Rotation, Velocity } }: PhysicsWorld, entity: number): boolean {
  const x = Position.x[entity]!, y = Position.y[entity]!, angle = Rotation.angle[entity]!
  const vx = Velocity.x[entity]!, vy = Velocity.y[entity]!, spin = Velocity.angular[entity]!
  return x * x + y * y + angle * angle + vx * vx + vy * vy + spin * spin <= MOST_SQUARE
}

/** Checks the surfaces of the awake bodies, and copies what was written to where the solver finds it. */
function checkSurfaces(physics: PhysicsWorld): boolean {
  const { bodies } = physics
  const { density: knownDensity } = physics.lifecycle.known
  const { friction, restitution, rollingResistance, tangentSpeed, density, frictionRule, restitutionRule } = physics.stores.Material
  const { awake, awakeCount, surface, traits } = bodies
  let edited = false
  for (let i = 0; i < awakeCount; i++) {
    const entity = awake[i]!
    const m = placeIn(friction, entity)
    const grip = friction[m]!
    const bounce = restitution[m]!
    const roll = rollingResistance[m]!
    const drift = tangentSpeed[m]!
    const same =
      GRIP * grip * grip + ROLL * (roll * roll + drift * drift) <= MOST_SQUARE && grip >= 0 && roll >= 0 &&
      bounce >= 0 && bounce <= 1 && knownDensity[m] === density[m]
    if (!same && checkBody(physics, entity)) edited = true
    const ruled = ((traits[entity]! & Trait.Rules) | frictionRule[m]! | restitutionRule[m]!) !== 0
    if (ruled || !hasSurface(surface, entity * SURFACE_STRIDE, grip, bounce, drift, roll)) writeSurface(physics, entity)
  }
  return edited
}

function checkShapes(physics: PhysicsWorld): boolean {
  const { bodies } = physics
  const { geometry, shapeType } = physics.collision
  const { type, halfWidth, halfHeight, radius, geometry: points } = physics.stores.Shape
  const { awake, awakeCount } = bodies
  let edited = false
  for (let i = 0; i < awakeCount; i++) {
    const entity = awake[i]!
    const g = entity * GEOMETRY_STRIDE
    const same =
      shapeType[entity] === type[entity] && geometry[g + Geometry.HalfWidth] === halfWidth[entity] &&
      geometry[g + Geometry.HalfHeight] === halfHeight[entity] && geometry[g + Geometry.Radius] === radius[entity] &&
      (type[entity] !== ShapeType.Polygon || geometry[g + Geometry.Polygon] === points[entity])
    if (!same && checkBody(physics, entity)) edited = true
  }
  return edited
}

function checkMasses(physics: PhysicsWorld): boolean {
  const { bodies } = physics
  const { mass: knownMass, inertia: knownInertia, centerX: knownX, centerY: knownY } = physics.lifecycle.known
  const { mass, inertia, centerX, centerY } = physics.stores.Mass
  const { awake, awakeCount } = bodies
  // Most worlds have not one that was given a mass.
  if (mass.length <= 1) return false
  let edited = false
  for (let i = 0; i < awakeCount; i++) {
    const entity = awake[i]!
    if (entity >= mass.length) continue
    const cx = knownX[entity]!
    const cy = knownY[entity]!
    // A center of mass of NaN was not given.
    const same =
      knownMass[entity] === mass[entity] && knownInertia[entity] === inertia[entity] &&
      (cx === centerX[entity] || (cx !== cx && centerX[entity] !== centerX[entity])) &&
      (cy === centerY[entity] || (cy !== cy && centerY[entity] !== centerY[entity]))
    if (!same && checkBody(physics, entity)) edited = true
  }
  return edited
}

function checkFilters(physics: PhysicsWorld): boolean {
  const { bodies } = physics
  const { category: knownCategory, mask: knownMask, group: knownGroup } = physics.lifecycle.known
  const { category, mask, group } = physics.stores.CollisionFilter
  const { awake, awakeCount } = bodies
  if (mask.length <= 1) return false
  let edited = false
  for (let i = 0; i < awakeCount; i++) {
    const entity = awake[i]!
    if (entity >= mask.length) continue
    const same =
      knownCategory[entity] === (category[entity]! | 0) && knownMask[entity] === (mask[entity]! | 0) && knownGroup[entity] === group[entity]
    if (!same && checkBody(physics, entity)) edited = true
  }
  return edited
}

function takeInSizes(physics: PhysicsWorld): void {
  const { bodies } = physics
  for (let i = 0; i < bodies.awakeCount; i++) {
    const body = bodies.awake[i]!
    if (bodies.isCollider(body) && isRefiltered(physics, body)) refilter(physics, body)
    if (!isReshaped(physics, body)) continue
    if (bodies.isCollider(body)) {
      writeGeometry(physics, body)
      forgetManifolds(physics.collision, body)
    }
    updateMass(physics, body)
    followBody(physics, body)
  }
}

/** Looks at the values of a body one by one. Returns whether its shape, mass or filter was written. */
function checkBody(physics: PhysicsWorld, entity: number): boolean {
  checkValues(physics, entity)
  return isReshaped(physics, entity) || (physics.bodies.isCollider(entity) && isRefiltered(physics, entity))
}

function watchChildren(physics: PhysicsWorld, body: number): void {
  const { bodies } = physics
  const { x, y, angle } = physics.components.Collider
  const dressed = physics.version.stores.Material.isOpen
  for (let child = bodies.firstChild[body]!; child !== 0; child = bodies.nextChild[child]!) {
    const squares = x[child]! * x[child]! + y[child]! * y[child]! + angle[child]! * angle[child]!
    if (!(squares <= MOST_SQUARE) || (dressed && !isSurfaceSound(physics, child))) checkPart(physics, child)
  }
}

/** Whether shape, mass or density were written since they were taken in. */
function isReshaped(physics: PhysicsWorld, entity: number): boolean {
  const { geometry, shapeType } = physics.collision
  const { Shape } = physics.stores
  const g = entity * GEOMETRY_STRIDE
  if (shapeType[entity] !== Shape.type[entity]) return true
  const resized =
    geometry[g + Geometry.HalfWidth] !== Shape.halfWidth[entity] ||
    geometry[g + Geometry.HalfHeight] !== Shape.halfHeight[entity] ||
    geometry[g + Geometry.Radius] !== Shape.radius[entity] ||
    (Shape.type[entity] === ShapeType.Polygon && geometry[g + Geometry.Polygon] !== Shape.geometry[entity])
  // The record of a segment holds points in these places, which only change through set(Shape, …).
  return (resized && shapeType[entity] !== ShapeType.Segment) || isReweighed(physics, entity)
}

/** Whether mass or density were written since they were taken in. */
function isReweighed({ stores: { Mass, Material }, lifecycle: { known } }: PhysicsWorld, entity: number): boolean {
  if (entity < Material.density.length && known.density[entity] !== Material.density[entity]) return true
  return entity < Mass.mass.length && (
    known.mass[entity] !== Mass.mass[entity] || known.inertia[entity] !== Mass.inertia[entity] ||
    isOther(known.centerX[entity]!, Mass.centerX[entity]!) || isOther(known.centerY[entity]!, Mass.centerY[entity]!)
  )
}

/** Whether two numbers differ, of which NaN is one that equals itself. */
function isOther(a: number, b: number): boolean {
  return a !== b && (a === a || b === b)
}

/**
 * Kinematic bodies that stand still are not simulated, but there are few of them and users steer them by plain
 * writes: each is looked at, and begins or ceases to move by itself.
 */
function watchKinematics(physics: PhysicsWorld): void {
  const { bodies, components: { Position, Rotation, Velocity } } = physics
  const { items: kinematics, count: kinematicCount } = physics.lifecycle.kinematics
  const { angle, awakeIndex, pose } = bodies
  for (let i = 0; i < kinematicCount; i++) {
    const entity = kinematics[i]!
    // Nearly all of many: without a call for each, 5,000 take 0.09 ms of a step, not 0.13.
    if (
      awakeIndex[entity] === NOT_AWAKE && Velocity.x[entity] === 0 && Velocity.y[entity] === 0 && Velocity.angular[entity] === 0 &&
      pose[entity * POSE_STRIDE + Pose.X] === Position.x[entity] && pose[entity * POSE_STRIDE + Pose.Y] === Position.y[entity] && angle[entity] === Rotation.angle[entity]
    ) continue
    const elsewhere = isElsewhere(physics, entity)
    if (bodies.paused[entity] === Pause.Told) {
      if (elsewhere) placePaused(physics, entity)
      continue
    }
    const moves = elsewhere || Velocity.x[entity] !== 0 || Velocity.y[entity] !== 0 || Velocity.angular[entity] !== 0
    if (moves && !bodies.isAwake(entity)) {
      startMoving(physics, entity)
      wakeJointed(physics, entity)
    } else if (!moves && bodies.isAwake(entity)) {
      stayInPlace(physics, entity)
      stopMoving(physics, entity)
    }
  }
}

/** One that the user put to sleep stays so, but where it was put. */
function placePaused(physics: PhysicsWorld, body: number): void {
  checkValues(physics, body)
  refreshBody(physics, body)
}

