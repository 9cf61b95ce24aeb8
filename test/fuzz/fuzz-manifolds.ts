import { ShapeType } from '../../components/shape-type.ts'
import { castFault, changesIds, distanceFault, manifoldFault } from './judge.ts'
import { type Bank, type Placed, makeBank, newPlaced, placePair, randomOf } from './shape-pairs.ts'

export interface FuzzResult {
  readonly pairs: number
  readonly wrong: number
  /** Pairs whose points get other names by a motion as small as a rounding error. */
  readonly flickering: number
  /** The first wrong ones, told so that they can be made again. */
  readonly faults: string[]
}

const SHAPES = 900
const PAIRS_A_BANK = 50_000
const MARGINS = [0, 0.02, 0.5]

/** Judges `pairs` random pairs: manifold and distance of each, and a cast of every fourth. */
export function fuzzManifolds(pairs: number, seed: number, keep: number): FuzzResult {
  const random = randomOf(seed)
  const faults: string[] = []
  let wrong = 0
  let flickering = 0
  let bank: Bank = makeBank(random, SHAPES)
  for (let i = 0; i < pairs; i++) {
    if (i > 0 && i % PAIRS_A_BANK === 0) bank = makeBank(random, SHAPES)
    const a = newPlaced(bank.shapes[Math.floor(random() * SHAPES)]!)
    const b = newPlaced(bank.shapes[Math.floor(random() * SHAPES)]!)
    placePair(random, a, b)
    const margin = MARGINS[Math.floor(random() * 3)]!
    let fault = manifoldFault(a, b, margin, bank.pool) || distanceFault(a, b, bank.pool)
    if (fault === '' && i % 4 === 0) {
      const far = 2 * (a.shape.reach + b.shape.reach)
      fault = castFault(a, b, (random() - 0.5) * far, (random() - 0.5) * far, bank.pool)
    }
    if (changesIds(a, b, margin, bank.pool)) flickering++
    if (fault === '') continue
    wrong++
    if (faults.length < keep) faults.push(`pair ${i}, margin ${margin}: ${fault}\n  ${tell(a)}\n  ${tell(b)}`)
  }
  return { pairs, wrong, flickering, faults }
}

function tell({ shape, x, y, cos, sin }: Placed): string {
  const name = Object.entries(ShapeType).find(([, value]) => value === shape.type)![0]
  const points = Array.from(shape.core.points.subarray(0, 2 * shape.core.count)).join(', ')
  return `${name} r ${shape.radius} [${points}] at (${x}, ${y}) cos ${cos} sin ${sin}`
}
