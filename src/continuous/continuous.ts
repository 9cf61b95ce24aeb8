import { BodyKind } from '../bodies/body-kind.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { sweepBullets } from './sweep-bullets.ts'
import { sweepKinematics } from './sweep-kinematic.ts'
import { Holders, found, isFastBullet, placeAfterLeg, sweepLeg, turnToCarried } from './sweep-body.ts'
import { isSolved, leg, Leg, limits, writeStepLeg } from './leg.ts'
import { Outcome, State, STATE_STRIDE } from '../solver/motion-records.ts'
import { Limit } from '../collision/sweep-records.ts'

/**
 * Takes the bodies that moved far in this step back to where they first hit something: what is static or kinematic, and for
 * bullets everything. Velocities stay: the next step's contact answers the hit; only where the middle of a body stood at a surface
 * before they do not lead into that any more. What a fast kinematic body runs over is taken along.
 *
 * Runs after the poses were written; the pose records still hold where the step began.
 */
export function sweepFastBodies(physics: PhysicsWorld): void {
  const { fast } = physics.collision
  sweepKinematics(physics)
  if (fast.count === 0) return
  fast.compact()
  // Bullets come last: what they may hit must be where it will stay.
  for (let pass = 0; pass < 2; pass++) {
    for (let i = 0; i < fast.count; i++) {
      const body = fast.items[i]!
      const bullet = isFastBullet(physics, body)
      if (bullet === (pass === 1) && isSolved(physics, body) && (bullet || !goesFree(physics, body))) sweepBody(physics, body, bullet)
    }
  }
  sweepBullets(physics)
  fast.clear()
}

/** Notes all fast bodies: a kinematic one that went far, of which the kernel did not know before it came to it, may have run into those that went free. */
export function noteFast({ bodies: { awake, kind }, collision: { fast }, lifecycle: { leaving }, solver: { solvedCount, states: { state } } }: PhysicsWorld): void {
  for (let i = 0; i < solvedCount; i++) {
    const entity = awake[i]!
    const more = state[i * STATE_STRIDE + State.More]!
    if (kind[entity] !== BodyKind.Dynamic || more === Outcome.Nothing || more === Outcome.Swings || leaving.flag[entity] !== 0) continue
    fast.add(entity)
  }
}

/**
 * Whether the kernel knows that there is nothing near the way of a body that may hold it. With a hook of the user, too: of all that is near, which
 * its box held, it was asked, and is not asked again.
 */
function goesFree({ bodies: { awakeIndex }, solver: { states: { state } } }: PhysicsWorld, body: number): boolean {
  const more = state[awakeIndex[body]! * STATE_STRIDE + State.More]!
  return more === Outcome.Free || more === Outcome.FreeAndSwings
}

function sweepBody(physics: PhysicsWorld, body: number, bullet: boolean): void {
  writeStepLeg(physics, body, leg)
  const dx = leg[Leg.DX]!
  const dy = leg[Leg.DY]!
  const turn = leg[Leg.Turn]!
  sweepLeg(physics, body, bullet, 0, Holders.Kinematic)
  const bent = leg[Leg.DX] !== dx || leg[Leg.DY] !== dy
  if (limits[Limit.Fraction] === 1 && !bent && leg[Leg.Turn] === turn) return
  if (bent) stopMiddle(physics, body, dx - leg[Leg.DX]!, dy - leg[Leg.DY]!)
  const hit = found.body
  if (limits[Limit.Fraction]! < 1 && isSolved(physics, hit)) {
    // Along with what it hit, it must not get through what is static either, or through a kinematic line.
    turnToCarried(physics, hit)
    sweepLeg(physics, body, false, 0, Holders.Lines)
  }
  placeAfterLeg(physics, body)
}

/**
 * Takes the velocity along the part of its way that was taken off from a body whose middle is held back. A contact has stopped it there
 * before, if there is one: a needle in a slit beside a chain had none, and gravity added to its velocity for good.
 */
function stopMiddle({ components: { Velocity: { x, y } } }: PhysicsWorld, body: number, dx: number, dy: number): void {
  const along = (x[body]! * dx + y[body]! * dy) / (dx * dx + dy * dy)
  if (!(along > 0)) return
  x[body] = x[body]! - along * dx
  y[body] = y[body]! - along * dy
}
