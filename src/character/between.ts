import type { PhysicsWorld } from '../state/world.ts'
import { gap, measureGap } from './gap.ts'
import { ground, keepHit, marks, move } from './move.ts'
import { obstacles } from './obstacles.ts'
import { parts } from './parts.ts'
import { Hit, Mark, Move } from './records.ts'

/** Cosine between up and a normal from which on it carries at all. */
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
 * Whether the character is held between two slopes that lean to both of its sides, each too steep to stand on alone: in a
 * funnel, or over a gap that is narrower than its foot. It stands there; and where one of what it touches carries it alone.
 */
export function standBetween(physics: PhysicsWorld): boolean {
  let left = 0
  let right = 0
  let best = 0
  for (let i = 0; i < obstacles.count; i++) {
    for (let p = 0; p < parts.count; p++) {
      if (!measureGap(physics, p, i) || gap[Hit.Gap]! > TOUCHING * move[Move.Skin]!) continue
      const up = gap[Hit.NormalX]! * move[Move.UpX]! + gap[Hit.NormalY]! * move[Move.UpY]!
      if (up < LEANS) continue
      const side = gap[Hit.NormalX]! * move[Move.RightX]! + gap[Hit.NormalY]! * move[Move.RightY]!
      if (side < 0) left = 1
      else right = 1
      if (up <= best) continue
      best = up
      marks[Mark.Ground] = i
      keepHit(gap, ground)
    }
  }
  if (best > 0 && best >= move[Move.LeastUp]!) return true
  if (left + right < 2) return false
  ground[Hit.NormalX] = move[Move.UpX]!
  ground[Hit.NormalY] = move[Move.UpY]!
  return true
}
