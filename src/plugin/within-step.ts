import { rested } from '../../systems/narrow-phase.ts'
import { tight } from '../caches/fat-box.ts'
import { putCrowdsAside } from '../contact-rules/crowds.ts'
import { asked } from '../contact-rules/pre-solve.ts'
import { searchScratch } from '../contact-rules/search-pairs.ts'
import { hitScratch } from '../continuous/after-hits.ts'
import { cornered } from '../continuous/conclude.ts'
import { doubt } from '../continuous/foresight.ts'
import { hits } from '../continuous/look-ahead.ts'
import { bodyScratch } from '../continuous/sweep-body.ts'
import { bulletScratch, putBulletsAside } from '../continuous/sweep-bullets.ts'
import { kinematicScratch } from '../continuous/sweep-kinematic.ts'
import { pairScratch } from '../continuous/sweep-pair.ts'
import { attached } from '../lifecycle/body-lifecycle.ts'
import { regionScratch } from '../lifecycle/collider-lifecycle.ts'
import { sleeperScratch } from '../lifecycle/watch-sleepers.ts'
import { type PutBack, putAside } from '../stores/put-aside.ts'

/** Worlds that are within a step now. */
let stepping = 0

/**
 * Begins a step of a world, maybe within that of another one, whose hook or broad phase took it. {@link leaveStep} is to be
 * called with what this returns.
 */
export function enterStep(): PutBack | null {
  return stepping++ > 0 ? makeRoom() : null
}

export function leaveStep(putBack: PutBack | null): void {
  stepping--
  putBack?.()
}

/** Puts everything aside that a step keeps in variables of its modules while it asks the user. */
function makeRoom(): PutBack {
  const back = [
    putCrowdsAside(),
    putBulletsAside(),
    putAside(
      tight, doubt, hits, cornered, rested, asked, attached, ...hitScratch, ...bodyScratch, ...bulletScratch, ...kinematicScratch,
      ...pairScratch, ...searchScratch, ...regionScratch, ...sleeperScratch,
    ),
  ]
  return () => back.forEach((put) => put())
}
