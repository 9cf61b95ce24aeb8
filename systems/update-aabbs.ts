import { ShapeType } from '../components/shape-type.ts'
import { POSE_STRIDE, SURFACE_STRIDE, Trait } from '../src/bodies/bodies.ts'
import { GEOMETRY_STRIDE } from '../src/collision/geometry.ts'
import type { PhysicsWorld } from '../src/world.ts'
import { checkDrive, checkOneWays, checkPart, checkValues } from '../src/world/check.ts'
import { isRefiltered, refilter } from '../src/world/collider-lifecycle.ts'
import { computeTight, keepFatBox } from '../src/world/fat-box.ts'
import { findWay } from '../src/world/foresight.ts'
import { updateMass } from '../src/world/mass.ts'
import { placeChild, readGeometry, readPose, readSurface } from '../src/world/pose.ts'
import { LEG_STRIDE } from '../src/world/sweep-pair.ts'
import { syncBodies } from '../src/world/sync.ts'
import { steerKinematics } from '../src/world/steer-kinematic.ts'
import { startMoving, stopMoving } from '../src/world/waking.ts'
import { watchSleepers } from '../src/world/watch-sleepers.ts'

/**
 * First system: takes in what the user did since the last step, then brings the world boxes of all awake bodies up
 * to date. A body that left its fat box gets a new one and is noted for the pair search.
 *
 * A query between two steps runs it too, as a step of length 0.
 *
 * Plain writes to the components of awake bodies are noticed here, because every one of them is read; of sleepers only
 * pose and velocity are.
 */
export function updateAABBs(physics: PhysicsWorld, dt = 0): void {
  syncBodies(physics)
  checkOneWays(physics)
  if (dt > 0) steerKinematics(physics, dt)
  watchKinematics(physics)
  watchSleepers(physics)
  takeInEdits(physics)
  followBodies(physics, dt)
}

const leg = new Float64Array(LEG_STRIDE)

/** Where the awake bodies are now. A body's own collider is handled in the loop; children, which are few, apart. */
function followBodies(physics: PhysicsWorld, dt: number): void {
  const { bodies, broadPhase, moved, tolerances } = physics
  const { awake, awakeCount, bodyOf, firstChild, pose, angle, quick, extent } = bodies
  const { Position, Rotation, Velocity } = physics.components
  const { x, y } = Position
  const { angle: turned } = Rotation
  const { x: vx, y: vy, angular } = Velocity
  // Two bodies that are slower do not close the speculative distance within the step.
  const slow = (0.5 * tolerances.speculativeDistance) / dt
  for (let i = 0; i < awakeCount; i++) {
    const body = awake[i]!
    if (turned[body] !== angle[body]) readPose(physics, body)
    else {
      pose[body * POSE_STRIDE] = x[body]!
      pose[body * POSE_STRIDE + 1] = y[body]!
    }
    const speed = Math.abs(vx[body]!) + Math.abs(vy[body]!) + Math.abs(angular[body]!) * extent[body]!
    const far = speed > slow
    quick[body] = far ? 1 : 0
    if (far) findWay(physics, body, dt, leg)
    if (bodyOf[body] === body) {
      computeTight(physics, body)
      if (keepFatBox(physics, body, far ? leg : null)) {
        broadPhase.update(body)
        moved.add(body)
      }
    }
    if (firstChild[body] !== 0) followChildren(physics, body, far ? leg : null)
  }
}

function followChildren(physics: PhysicsWorld, body: number, leg: Float64Array | null): void {
  const { bodyOf, firstChild, nextChild } = physics.bodies
  for (let child = firstChild[body]!; child !== 0; child = nextChild[child]!) {
    if (bodyOf[child] === 0) continue
    placeChild(physics, child)
    readSurface(physics, child)
    computeTight(physics, child)
    if (!keepFatBox(physics, child, leg)) continue
    physics.broadPhase.update(child)
    physics.moved.add(child)
  }
}

/**
 * Plain writes to awake bodies take effect; but first all of them are checked, so that nothing is half done. What most
 * bodies are, finite and unchanged, is found in one expression over columns at hand; all others are looked at closely.
 */
function takeInEdits(physics: PhysicsWorld): void {
  const { bodies, geometry, shapeType, massSource, knownFilter } = physics
  const { Position, Rotation, Velocity, Shape, Mass, Material, CollisionFilter } = physics.components
  const { awake, awakeCount, traits, firstChild, surface } = bodies
  const { x, y } = Position
  const { angle } = Rotation
  const { x: vx, y: vy, angular } = Velocity
  const { type, halfWidth, halfHeight, radius } = Shape
  const { mass, inertia, centerX, centerY } = Mass
  const { friction, restitution, rollingResistance, tangentSpeed, density, frictionRule, restitutionRule } = Material
  const { category, mask, group } = CollisionFilter
  let edited = false
  for (let i = 0; i < awakeCount; i++) {
    const entity = awake[i]!
    const g = entity * GEOMETRY_STRIDE
    const m = entity * 5
    const s = entity * SURFACE_STRIDE
    const f = entity * 3
    const grip = friction[entity]!
    const bounce = restitution[entity]!
    const roll = rollingResistance[entity]!
    const drift = tangentSpeed[entity]!
    const sum =
      x[entity]! + y[entity]! + angle[entity]! + vx[entity]! + vy[entity]! + angular[entity]! + grip + roll + drift
    const cx = massSource[m + 3]!
    const cy = massSource[m + 4]!
    surface[s] = grip
    surface[s + 1] = bounce
    surface[s + 2] = drift
    surface[s + 3] = roll
    // Infinity − Infinity and NaN − NaN are NaN, everything else is 0. A center of mass of NaN was not given.
    const same =
      sum - sum === 0 && grip >= 0 && roll >= 0 && bounce >= 0 && bounce <= 1 &&
      shapeType[entity] === type[entity] && geometry[g] === halfWidth[entity] &&
      geometry[g + 1] === halfHeight[entity] && geometry[g + 2] === radius[entity] &&
      massSource[m] === mass[entity] && massSource[m + 1] === inertia[entity] && massSource[m + 2] === density[entity] &&
      (cx === centerX[entity] || (cx !== cx && centerX[entity] !== centerX[entity])) &&
      (cy === centerY[entity] || (cy !== cy && centerY[entity] !== centerY[entity])) &&
      knownFilter[f] === (category[entity]! | 0) && knownFilter[f + 1] === (mask[entity]! | 0) &&
      knownFilter[f + 2] === group[entity]
    if (!same && checkBody(physics, entity)) edited = true
    const special = (traits[entity]! & (Trait.Motion | Trait.Rules)) | frictionRule[entity]! | restitutionRule[entity]!
    if ((special | firstChild[entity]!) !== 0) checkSpecial(physics, entity)
  }
  if (!edited) return
  for (let i = 0; i < awakeCount; i++) {
    if (bodies.isCollider(awake[i]!) && isRefiltered(physics, awake[i]!)) refilter(physics, awake[i]!)
    if (!isReshaped(physics, awake[i]!)) continue
    if (bodies.isCollider(awake[i]!)) readGeometry(physics, awake[i]!)
    updateMass(physics, awake[i]!)
  }
}

/** Looks at the values of a body one by one. Returns whether its shape, mass or filter was written. */
function checkBody(physics: PhysicsWorld, entity: number): boolean {
  const { Position, Rotation, Velocity } = physics.components
  const sum =
    Position.x[entity]! + Position.y[entity]! + Rotation.angle[entity]! +
    Velocity.x[entity]! + Velocity.y[entity]! + Velocity.angular[entity]!
  const reshaped = isReshaped(physics, entity)
  if (reshaped || sum - sum !== 0 || !isSurfaceSound(physics, entity)) checkValues(physics, entity)
  return reshaped || (physics.bodies.isCollider(entity) && isRefiltered(physics, entity))
}

/** What few bodies have: a `Motion`, children, rules of their own for how values combine. */
function checkSpecial(physics: PhysicsWorld, entity: number): void {
  if ((physics.bodies.traits[entity]! & Trait.Motion) !== 0) checkDrive(physics, entity)
  if (physics.bodies.firstChild[entity] !== 0) watchChildren(physics, entity)
  readSurface(physics, entity)
}

function watchChildren(physics: PhysicsWorld, body: number): void {
  const { bodies } = physics
  const { x, y, angle } = physics.components.Collider
  for (let child = bodies.firstChild[body]!; child !== 0; child = bodies.nextChild[child]!) {
    const sum = x[child]! + y[child]! + angle[child]!
    if (sum - sum !== 0 || !isSurfaceSound(physics, child)) checkPart(physics, child)
  }
}

function isSurfaceSound(physics: PhysicsWorld, entity: number): boolean {
  const { friction, restitution, rollingResistance, tangentSpeed } = physics.components.Material
  const sum = friction[entity]! + rollingResistance[entity]! + tangentSpeed[entity]!
  const bounce = restitution[entity]!
  return sum - sum === 0 && friction[entity]! >= 0 && rollingResistance[entity]! >= 0 && bounce >= 0 && bounce <= 1
}

/** Whether shape, mass or density were written since they were taken in. */
function isReshaped(physics: PhysicsWorld, entity: number): boolean {
  const { geometry, shapeType, massSource } = physics
  const { Shape, Mass, Material } = physics.components
  const g = entity * GEOMETRY_STRIDE
  const m = entity * 5
  if (shapeType[entity] !== Shape.type[entity]) return true
  const resized =
    geometry[g] !== Shape.halfWidth[entity] ||
    geometry[g + 1] !== Shape.halfHeight[entity] ||
    geometry[g + 2] !== Shape.radius[entity]
  // The record of a segment holds points in these places, which only change through set(Shape, …).
  return (
    (resized && shapeType[entity] !== ShapeType.Segment) ||
    massSource[m] !== Mass.mass[entity] ||
    massSource[m + 1] !== Mass.inertia[entity] ||
    massSource[m + 2] !== Material.density[entity] ||
    isOther(massSource[m + 3]!, Mass.centerX[entity]!) ||
    isOther(massSource[m + 4]!, Mass.centerY[entity]!)
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
  const { bodies, kinematics, kinematicCount } = physics
  const { Position, Rotation, Velocity } = physics.components
  for (let i = 0; i < kinematicCount; i++) {
    const entity = kinematics[i]!
    const p = entity * POSE_STRIDE
    const moves =
      Velocity.x[entity] !== 0 ||
      Velocity.y[entity] !== 0 ||
      Velocity.angular[entity] !== 0 ||
      bodies.pose[p] !== Position.x[entity] ||
      bodies.pose[p + 1] !== Position.y[entity] ||
      bodies.angle[entity] !== Rotation.angle[entity]
    if (moves && !bodies.isAwake(entity) && bodies.paused[entity] === 0) startMoving(physics, entity)
    else if (!moves && bodies.isAwake(entity)) stopMoving(physics, entity)
  }
}

