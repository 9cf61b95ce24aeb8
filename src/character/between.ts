import type { PhysicsWorld } from '../state/world.ts'
import { gap, measureGap } from './gap.ts'
import { ground, keepHit, marks, move } from './move.ts'
import { obstacles } from './obstacles.ts'
import { parts } from './parts.ts'
import { Hit, Mark, Move } from './records.ts'

/** Cosine between up and a normal from which on it carries at all; and by so much two faces have to come together. */
const LEANS = 0.02

/** Of the skin: what is farther away does not touch. */
const TOUCHING = 1.1

/** Of the skin: who is that near to where it should be stands there, and is not moved. */
const STANDING = 0.05

/** Whether the character stands on ground that carries it already, and on which. */
export function standsAlready(physics: PhysicsWorld): boolean {
  const skin = move[Move.Skin]!
  let best = Math.max(move[Move.LeastUp]!, 1e-6)
  let stands = false
  for (let i = 0; i < obstacles.count; i++) {
    for (let p = 0; p < parts.count; p++) {
      if (!measureGap(physics, p, i) || Math.abs(gap[Hit.Gap]! - skin) > STANDING * skin) continue
      const up = gap[Hit.NormalX]! * move[Move.UpX]! + gap[Hit.NormalY]! * move[Move.UpY]!
      if (up < best) continue
      best = up
      stands = true
      marks[Mark.Ground] = i
      keepHit(gap, ground)
    }
  }
  return stands
}

/**
 * Whether the character is held between two faces, each too steep to stand on alone, that come together below it: in a funnel, between a slope and
 * a wall, or over a gap that is narrower than its foot. It stands there; and where one of what it touches carries it alone.
 */
export function standBetween(physics: PhysicsWorld): boolean {
  // How much of what holds it back to a side a face on that side turns up: of an upright wall nothing, of one that leans over it less.
  let left = -Infinity
  let right = -Infinity
  let best = 0
  for (let i = 0; i < obstacles.count; i++) {
    for (let p = 0; p < parts.count; p++) {
      if (!measureGap(physics, p, i) || gap[Hit.Gap]! > TOUCHING * move[Move.Skin]!) continue
      const up = gap[Hit.NormalX]! * move[Move.UpX]! + gap[Hit.NormalY]! * move[Move.UpY]!
      const side = gap[Hit.NormalX]! * move[Move.RightX]! + gap[Hit.NormalY]! * move[Move.RightY]!
      if (side < 0) left = Math.max(left, up / -side)
      else if (side > 0) right = Math.max(right, up / side)
      if (up < LEANS || up <= best) continue
      best = up
      marks[Mark.Ground] = i
      keepHit(gap, ground)
    }
  }
  if (best > 0 && best >= move[Move.LeastUp]!) return true
  if (best === 0 || !(left + right > LEANS)) return false
  ground[Hit.NormalX] = move[Move.UpX]!
  ground[Hit.NormalY] = move[Move.UpY]!
  return true
}
