import { PILE_SHAPES, type PileShape, makePile } from '../../examples/scenes/piles.ts'
import type { Scene } from '../../examples/scenes/types.ts'
import type { Simulation } from '../engines/engine.ts'
import { engine } from '../engines/ours.ts'
import { leastOfEach, median } from '../harness/statistics.ts'

/**
 * What restitution costs: piles that bounce beside the same ones that do not. The step of a bouncing pile counts against those in which
 * the other had as many contacts, since what bounces has fewer for longer, and in which as many bodies moved: a pile that lies does less,
 * whatever it is made of. Each pile runs some times, to the same bits: of each step the least time counts.
 */

const RUNS = 5
const SECONDS = 8
/** Steps whose times are added up. */
const WINDOW = 10
/** A window of the other pile has as many contacts where it has so many of them more or fewer. */
const ALIKE = 0.1
/** And as many bodies that move, where that differs by so many of all. */
const AS_LIVELY = 0.1
/** Metres a second from which on a body moves: what is slower lies, and is shaken by its neighbors at most. */
const MOVES = 0.1
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
  /** The same in all windows in which the other had as many contacts, whether or not it moved as much. */
  readonly contactsAlone: number | null
  readonly middle: number | null
  readonly landing: number | null
}

/** A pile from its first step on: milliseconds, contacts and bodies that move of each window. */
interface Course {
  readonly ms: readonly number[]
  readonly contacts: readonly number[]
  readonly moving: readonly number[]
}

function follow(scene: Scene, hertz: number): Course {
  let contacts: number[] = []
  let moving: number[] = []
  const [before, after] = [new Float64Array(4 * scene.bodies.length), new Float64Array(4 * scene.bodies.length)]
  const runs = Array.from({ length: RUNS }, () => {
    const simulation = engine.create(scene, { dt: 1 / hertz, sleep: false })
    // The first step makes what others make when a world is built.
    simulation.step()
    const ms: number[] = []
    contacts = []
    moving = []
    for (let i = 0; i < (SECONDS * hertz) / WINDOW; i++) {
      for (let k = 0; k < WINDOW; k++) {
        if (k === WINDOW - 1) readPoses(simulation, before)
        const start = performance.now()
        simulation.step()
        ms.push(performance.now() - start)
      }
      readPoses(simulation, after)
      moving.push(countMoving(before, after, MOVES / hertz))
      contacts.push(Number(simulation.facts!()['contacts']))
    }
    simulation.dispose?.()
    return ms
  })
  const least = leastOfEach(runs)
  return { ms: contacts.map((_, i) => sum(least.slice(i * WINDOW, (i + 1) * WINDOW))), contacts, moving }
}

function readPoses(simulation: Simulation, out: Float64Array): void {
  for (let i = 0; i < out.length; i += 4) simulation.writePose(i / 4, out.subarray(i, i + 4))
}

/** How many bodies went farther than that from one step to the next. */
function countMoving(before: Float64Array, after: Float64Array, way: number): number {
  let count = 0
  for (let i = 0; i < before.length; i += 4) if (Math.hypot(after[i]! - before[i]!, after[i + 1]! - before[i + 1]!) > way) count++
  return count
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** The window of `still` nearest in time to window `at` of `bouncing` that is like it, or -1. */
function alike(bouncing: Course, still: Course, at: number, most: number): number {
  let nearest = -1
  const count = bouncing.contacts[at]!
  still.contacts.forEach((other, i) => {
    if (Math.abs(other - count) > ALIKE * count || Math.abs(still.moving[i]! - bouncing.moving[at]!) > most) return
    if (nearest === -1 || Math.abs(i - at) < Math.abs(nearest - at)) nearest = i
  })
  return nearest
}

/** @param most By how many moving bodies two windows may differ. */
function compare(bouncing: Course, still: Course, most: number, landing: number): { windows: number; whole: number; middle: number; landing: number } {
  const ratios: number[] = []
  const early: number[] = []
  const [own, others]: [number[], number[]] = [[], []]
  bouncing.contacts.forEach((count, i) => {
    if (count < LEAST_CONTACTS) return
    const other = alike(bouncing, still, i, most)
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
      const bouncing = pile(restitution)
      const landing = (2 * hertz) / WINDOW
      const { whole: contactsAlone } = compare(bouncing, still, Infinity, landing)
      costs.push({ shape, restitution, hertz, ...compare(bouncing, still, AS_LIVELY * count[0]!, landing), contactsAlone })
    }
  }
}
process.send!(costs)
