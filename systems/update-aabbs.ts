import { ShapeType } from '../components/shape-type.ts'
import { POSE_STRIDE, Trait } from '../src/bodies/bodies.ts'
import { GEOMETRY_STRIDE } from '../src/collision/geometry.ts'
import type { PhysicsWorld } from '../src/world.ts'
import { checkDrive, checkOneWays, checkPart, checkValues } from '../src/world/check.ts'
import { followFatBox } from '../src/world/fat-box.ts'
import { updateMass } from '../src/world/mass.ts'
import { placeChild, readGeometry, readPose, readSurface } from '../src/world/pose.ts'
import { syncBodies } from '../src/world/sync.ts'
import { startMoving, stopMoving } from '../src/world/waking.ts'

/**
 * First system: takes in what the user did since the last step, then brings the world boxes of all awake bodies up
 * to date. A body that left its fat box gets a new one and is noted for the pair search.
 *
 * Plain writes to the components of awake bodies are noticed here, because every one of them is read.
 */
export function updateAABBs(physics: PhysicsWorld): void {
  syncBodies(physics)
  checkOneWays(physics)
  watchKinematics(physics)
  takeInEdits(physics)
  const { bodies } = physics
  const { awake, awakeCount, bodyOf, firstChild, nextChild } = bodies
  for (let i = 0; i < awakeCount; i++) {
    const body = awake[i]!
    readPose(physics, body)
    if (bodyOf[body] === body) updateBox(physics, body)
    for (let child = firstChild[body]!; child !== 0; child = nextChild[child]!) {
      if (bodyOf[child] === 0) continue
      placeChild(physics, child)
      updateBox(physics, child)
    }
  }
}

function updateBox(physics: PhysicsWorld, collider: number): void {
  readSurface(physics, collider)
  if (!followFatBox(physics, collider)) return
  physics.broadPhase.update(collider)
  physics.moved.add(collider)
}

/** Plain writes to awake bodies take effect; but first all of them are checked, so that nothing is half done. */
function takeInEdits(physics: PhysicsWorld): void {
  const { bodies } = physics
  const { Position, Rotation, Velocity } = physics.components
  const { awake, awakeCount, traits, firstChild } = bodies
  const { x, y } = Position
  const { angle } = Rotation
  const { x: vx, y: vy, angular } = Velocity
  let edited = false
  for (let i = 0; i < awakeCount; i++) {
    const entity = awake[i]!
    const sum = x[entity]! + y[entity]! + angle[entity]! + vx[entity]! + vy[entity]! + angular[entity]!
    const reshaped = isReshaped(physics, entity)
    // Infinity − Infinity and NaN − NaN are NaN, everything else is 0.
    if (reshaped || sum - sum !== 0 || !isSurfaceSound(physics, entity)) checkValues(physics, entity)
    if ((traits[entity]! & Trait.Motion) !== 0) checkDrive(physics, entity)
    if (firstChild[entity] !== 0) watchChildren(physics, entity)
    if (reshaped) edited = true
  }
  if (!edited) return
  for (let i = 0; i < awakeCount; i++) {
    if (!isReshaped(physics, awake[i]!)) continue
    if (bodies.isCollider(awake[i]!)) readGeometry(physics, awake[i]!)
    updateMass(physics, awake[i]!)
  }
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

