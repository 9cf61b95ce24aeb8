import { rested } from './narrow-phase.ts'
import { tight } from '../src/caches/fat-box.ts'
import { putCrowdsAside } from '../src/contact-rules/crowds.ts'
import { asked } from '../src/contact-rules/pre-solve.ts'
import { searchScratch } from '../src/contact-rules/search-pairs.ts'
import { deep } from '../src/contact-rules/watch-deep.ts'
import { hitScratch } from '../src/continuous/after-hits.ts'
import { cornered } from '../src/continuous/conclude.ts'
import { putLandingsAside } from '../src/continuous/landings.ts'
import { wayOutScratch } from '../src/continuous/let-out.ts'
import { moverScratch, putMoversAside } from '../src/continuous/movers.ts'
import { raiseScratch } from '../src/continuous/raise-landed.ts'
import { bodyScratch } from '../src/continuous/sweep-body.ts'
import { bulletScratch, putBulletsAside } from '../src/continuous/sweep-bullets.ts'
import { kinematicScratch } from '../src/continuous/sweep-kinematic.ts'
import { pairScratch } from '../src/continuous/sweep-pair.ts'
import { attached } from '../src/lifecycle/body-lifecycle.ts'
import { regionScratch } from '../src/lifecycle/collider-lifecycle.ts'
import { sleeperScratch } from '../src/lifecycle/watch-sleepers.ts'
import { type PutBack, putAside } from '../src/stores/put-aside.ts'

/** Worlds that are within a step, or in which a character is moved, now. */
let stepping = 0

/**
 * Begins a step of a world, or the move of a character, maybe within that of another world, whose hook or broad phase took it. {@link leaveStep} is to be
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
    putLandingsAside(),
    putMoversAside(),
    putAside(
      tight, cornered, deep, rested, asked, attached, ...hitScratch, ...bodyScratch, ...bulletScratch, ...kinematicScratch,
      ...moverScratch, ...pairScratch, ...searchScratch, ...regionScratch, ...raiseScratch, ...sleeperScratch, ...wayOutScratch,
    ),
  ]
  return () => back.forEach((put) => put())
}
