import { ShapeType } from '../../components/shape-type.ts'
import { BodyKind } from '../bodies/body-kind.ts'
import { POSE_STRIDE, Trait, WAY_STRIDE } from '../bodies/bodies.ts'
import { MAX_TURN_PER_SUBSTEP } from '../constants.ts'
import type { PhysicsWorld } from '../world.ts'

/**
 * Length of the coming step; how fast a quick body is at least; how far gravity takes a body in the step, x and y; the
 * longest way and the widest turn.
 */
const coming = new Float64Array(6)
const found = new Float64Array(WAY_STRIDE)

/** Sets for which step {@link findWay} looks ahead. */
export function setComingStep({ settings, tolerances }: PhysicsWorld, dt: number): void {
  // Substeps that first accelerate and then move go (n + 1) / 2n of a dt², not a half.
  const fall = (0.5 + 0.5 / settings.substeps) * dt * dt
  coming[0] = dt
  // Two bodies that are slower do not close the speculative distance within the step.
  coming[1] = (0.5 * tolerances.speculativeDistance) / dt
  coming[2] = fall * settings.gravity.x
  coming[3] = fall * settings.gravity.y
  coming[4] = tolerances.maxSpeed * dt
  coming[5] = MAX_TURN_PER_SUBSTEP * settings.substeps
}

/**
 * Finds how far an awake body will go in the coming step if nothing stops it, and whether that is far: `Bodies.way` and
 * `Bodies.quick`. Returns whether either changed, where it is or was quick.
 */
export function findWay(physics: PhysicsWorld, body: number): boolean {
  const { bodies, force } = physics
  const { way, quick, extent, kind, traits, pose } = bodies
  const { x, y, angular } = physics.components.Velocity
  const w = body * WAY_STRIDE
  const vx = x[body]!
  const vy = y[body]!
  const spin = angular[body]!
  const dt = coming[0]!
  found[0] = vx * dt
  found[1] = vy * dt
  found[2] = physics.shapeType[body] === ShapeType.Aabb ? 0 : spin * dt
  if (kind[body] === BodyKind.Dynamic) {
    if ((traits[body]! & Trait.Motion) !== 0) fallWithMotion(physics, body)
    else {
      found[0] = found[0]! + coming[2]!
      found[1] = found[1]! + coming[3]!
    }
    if (physics.forced.count > 0) {
      const fall = (0.5 + 0.5 / physics.settings.substeps) * dt * dt * pose[body * POSE_STRIDE + 6]!
      found[0] = found[0]! + fall * force[body * 3]!
      found[1] = found[1]! + fall * force[body * 3 + 1]!
    }
  }
  limit(0, coming[4]!)
  limit(1, coming[4]!)
  limit(2, coming[5]!)
  const speed = Math.abs(vx) + Math.abs(vy) + Math.abs(spin) * extent[body]!
  const is = speed > coming[1]! ? 1 : 0
  const was = quick[body]!
  const same = way[w] === found[0] && way[w + 1] === found[1] && way[w + 2] === found[2]
  way[w] = found[0]!
  way[w + 1] = found[1]!
  way[w + 2] = found[2]!
  quick[body] = is
  return is !== was || (is === 1 && !same)
}

/** Nothing goes farther, whatever was written to its velocity. */
function limit(i: number, most: number): void {
  if (found[i]! > most) found[i] = most
  else if (found[i]! < -most) found[i] = -most
}

function fallWithMotion({ components }: PhysicsWorld, body: number): void {
  const { gravityScale, lockX, lockY } = components.Motion
  found[0] = lockX[body] === 1 ? 0 : found[0]! + coming[2]! * gravityScale[body]!
  found[1] = lockY[body] === 1 ? 0 : found[1]! + coming[3]! * gravityScale[body]!
}
