import type { PhysicsWorld } from '../state/world.ts'
import { sweepBullets } from './sweep-bullets.ts'
import { sweepKinematics } from './sweep-kinematic.ts'
import { found, isFastBullet, placeAfterLeg, sweepLeg, turnToCarried } from './sweep-body.ts'
import { isSolved, leg, Leg, limits, writeStepLeg } from './sweep-pair.ts'
import { Limit } from '../collision/sweep-records.ts'

/**
 * Takes the bodies that moved far in this step back to where they first hit something: what is static, and for
 * bullets everything. Velocities stay: the next step's contact answers the hit. What a fast kinematic body runs over is
 * taken along.
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
      if (bullet === (pass === 1) && isSolved(physics, body)) sweepBody(physics, body, bullet)
    }
  }
  sweepBullets(physics)
  fast.clear()
}

function sweepBody(physics: PhysicsWorld, body: number, bullet: boolean): void {
  writeStepLeg(physics, body, leg)
  const dx = leg[Leg.DX]!
  const dy = leg[Leg.DY]!
  sweepLeg(physics, body, bullet)
  if (limits[Limit.Fraction] === 1 && leg[Leg.DX] === dx && leg[Leg.DY] === dy) return
  const hit = found.body
  if (limits[Limit.Fraction]! < 1 && isSolved(physics, hit)) {
    // Along with what it hit, it must not get through what is static either.
    turnToCarried(physics, hit)
    sweepLeg(physics, body, false)
  }
  placeAfterLeg(physics, body)
}
