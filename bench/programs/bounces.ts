import { PILE_SHAPES, type PileShape, makePile } from '../../examples/scenes/piles.ts'
import type { Scene } from '../../examples/scenes/types.ts'
import { engine } from '../engines/ours.ts'
import { leastOfEach, median } from '../harness/statistics.ts'

/**
 * What restitution costs: piles that bounce beside the same ones that do not. The step of a bouncing pile counts against those in which
 * the other had as many contacts, since what bounces has fewer for longer. Each pile runs some times, to the same bits: of each step the
 * least time counts.
 */

const RUNS = 5
const SECONDS = 8
/** Steps whose times are added up. */
const WINDOW = 10
/** A window of the other pile has as many contacts where it has so many of them more or fewer. */
const ALIKE = 0.1
/** Where there are fewer contacts the bodies are what takes the time. */
const LEAST_CONTACTS = 100

export interface BounceCost {
  readonly shape: PileShape
  readonly restitution: number
  readonly hertz: number
  /** Windows that there was something to compare with for. */
  readonly windows: number
  /**
   * How many times as long the bouncing pile takes: in all of them together, in the middle one, in the middle one of the first 2 s.
   * `null` where there are none: what is no number comes so from another process.
   */
  readonly whole: number | null
  readonly middle: number | null
  readonly landing: number | null
}

/** A pile from its first step on: milliseconds and contacts of each window. */
interface Course {
  readonly ms: readonly number[]
  readonly contacts: readonly number[]
}

function follow(scene: Scene, hertz: number): Course {
  let contacts: number[] = []
  const runs = Array.from({ length: RUNS }, () => {
    const simulation = engine.create(scene, { dt: 1 / hertz, sleep: false })
    // The first step makes what others make when a world is built.
    simulation.step()
    const ms: number[] = []
    contacts = []
    for (let i = 0; i < (SECONDS * hertz) / WINDOW; i++) {
      for (let k = 0; k < WINDOW; k++) {
        const start = performance.now()
        simulation.step()
        ms.push(performance.now() - start)
      }
      contacts.push(Number(simulation.facts!()['contacts']))
    }
    simulation.dispose?.()
    return ms
  })
  const least = leastOfEach(runs)
  return { ms: contacts.map((_, i) => sum(least.slice(i * WINDOW, (i + 1) * WINDOW))), contacts }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** The window of `course` nearest in time to window `at` that has as many contacts, or -1. */
function alike({ contacts }: Course, count: number, at: number): number {
  let nearest = -1
  contacts.forEach((other, i) => {
    if (Math.abs(other - count) > ALIKE * count) return
    if (nearest === -1 || Math.abs(i - at) < Math.abs(nearest - at)) nearest = i
  })
  return nearest
}

function compare(bouncing: Course, still: Course, landing: number): Pick<BounceCost, 'windows' | 'whole' | 'middle' | 'landing'> {
  const ratios: number[] = []
  const early: number[] = []
  const [own, others]: [number[], number[]] = [[], []]
  bouncing.contacts.forEach((count, i) => {
    if (count < LEAST_CONTACTS) return
    const other = alike(still, count, i)
    if (other === -1) return
    const ratio = bouncing.ms[i]! / still.ms[other]!
    own.push(bouncing.ms[i]!)
    others.push(still.ms[other]!)
    ratios.push(ratio)
    if (i < landing) early.push(ratio)
  })
  return { windows: ratios.length, whole: sum(own) / sum(others), middle: median(ratios), landing: median(early) }
}

const [count, restitutions, rates] = process.argv.slice(2).map((list) => list.split(',').map(Number)) as [number[], number[], number[]]
await engine.load()
const costs: BounceCost[] = []
for (const shape of PILE_SHAPES) {
  for (const hertz of rates) {
    const pile = (restitution: number): Course => follow(makePile({
      shape, restitution, friction: 0.5, gravity: 10, sizes: 1, densities: 1, ground: 'plane', count: count[0]!, seed: 1,
    }), hertz)
    const still = pile(0)
    for (const restitution of restitutions) {
      costs.push({ shape, restitution, hertz, ...compare(pile(restitution), still, (2 * hertz) / WINDOW) })
    }
  }
}
process.send!(costs)
