import { entityExists } from 'bitecs'
import { isTouching, queryContacts, queryPairs, touching } from '../../src/index.ts'
import { must } from './failure.ts'
import { type Solid, boxGap, separation } from './geometry.ts'
import { Hits } from './hits.ts'
import { type SeenJoints, partedBodies } from './joints.ts'
import { Model, type Part, type Seen } from './model.ts'

/** Meters. Contact points are kept up to this distance, 4 slops, and as far ahead as the two come in a step. */
export const REACH = 0.02

/** Meters per second². No gravity of a program is larger, with the largest gravityScale. */
export const MOST_PULL = 100

/** Meters. What is deeper than this must be reported. */
const DEEP = 1e-4

/** Meters. What falls asleep was last tested up to one step of the sleep speed before. */
const CREEP = 0.05 / 30 + 1e-6

/** Meters. What is farther apart after a step is not looked at: nothing that overlapped parts so much in it. */
const FAR = 10

/** Meters. What rounding may do. */
const ROUNDING = 1e-6

/**
 * Compares the pairs of the last step with those that follow from the shapes by brute force.
 * @param before The world as it was when the step began: touches are found there.
 * @param dt How long the step was.
 * @param refused Whether a hook of the program may have refused a pair, or a joint kept it apart.
 */
export function checkTouches(seen: SeenPulled, before: Model, dt: number, refused: (a: Part, b: Part) => boolean): void {
  const after = new Model(seen)
  const told = checkReported(seen, before, after, dt)
  checkMissing(before, after, told, refused)
  checkLists(seen, after)
}

/** What the model needs to see of a world in which joints and fields pull. */
export interface SeenPulled extends SeenJoints {
  /** Whether any did so far. */
  readonly pulled: boolean
}

/** As {@link partedBodies} names them. */
export function bodiesOf(a: Part, b: Part): string {
  return `${Math.min(a.body, b.body)} ${Math.max(a.body, b.body)}`
}

function checkReported(seen: SeenPulled, before: Model, after: Model, dt: number): Set<string> {
  const { world } = seen
  const pairs = queryPairs(world, undefined, undefined, { sleeping: true })
  const told = new Set<string>()
  const near: (readonly [Part, Part])[] = []
  const parted = partedBodies(seen, false)
  for (let i = 0; i < pairs.count; i++) {
    const a = pairs.a[i]!
    const b = pairs.b[i]!
    const pair = `${a} ${b}`
    must(a < b, 'pair out of order', () => pair)
    must(!told.has(pair), 'pair told twice', () => pair)
    told.add(pair)
    must(entityExists(world, a) && entityExists(world, b), 'pair of an entity that is not', () => pair)
    const partA = after.find(a)
    const partB = after.find(b)
    must(partA !== undefined && partB !== undefined, 'pair of no collider', () => pair)
    told.add(`${Math.min(partA!.entity, partB!.entity)} ${Math.max(partA!.entity, partB!.entity)}`)
    must(partA!.body !== partB!.body, 'pair within a body', () => pair)
    must(!parted.has(bodiesOf(partA!, partB!)), 'pair that a joint keeps apart', () => pair)
    near.push([partA!, partB!])
  }
  // How fast joints and fields have made anything within the step nobody can tell.
  if (seen.pulled) return told
  const hits = new Hits(before, near)
  for (const [a, b] of near) checkNear(before, a, b, dt, `${a.entity} ${b.entity}`, hits)
  return told
}

function checkNear(before: Model, a: Part, b: Part, dt: number, pair: string, hits: Hits): void {
  if (a.stale || b.stale) return
  const was = beforeOf(before, a, b)
  const now = apart(a, b)
  // Of two that rest it was found out when the last of them came to rest, and they may have crept on until then.
  const creep = a.awake && b.awake ? 0 : CREEP
  const solid = !a.sensor && !b.sensor
  const limit = (solid ? REACH + wayOf(before, a, dt, hits) + wayOf(before, b, dt, hits) : 0) + ROUNDING + creep
  // What was hit in the step and stopped has no speed that tells of it, but is there at its end.
  const least = Math.min(was, now)
  must(least <= limit, 'pair too far', () => `${pair}: ${least.toFixed(4)} apart when the step began, ${now.toFixed(4)} now`)
}

/** How far a collider comes in a step at most, with the speed that it had or the one that a hit gave it. */
function wayOf(before: Model, part: Part, dt: number, hits: Hits): number {
  const old = before.find(part.entity)
  return old === undefined || old.kind === 'static' ? 0 : (Math.max(old.speed, part.speed, hits.most(part)) + MOST_PULL * dt) * dt
}

/** How far two colliders were apart when the step began; −Infinity when one of them was not there. */
function beforeOf(before: Model, a: Part, b: Part): number {
  const oldA = before.find(a.entity)
  const oldB = before.find(b.entity)
  return oldA === undefined || oldB === undefined ? -Infinity : apart(oldA, oldB)
}

function checkMissing(
  before: Model, after: Model, told: ReadonlySet<string>, refused: (a: Part, b: Part) => boolean,
): void {
  for (const a of after.parts) {
    for (const b of after.parts) {
      if (a.entity >= b.entity || boxGap(a.bounds, b.bounds) > FAR || !mayTouch(a, b) || refused(a, b)) continue
      const oldA = before.find(a.entity)
      const oldB = before.find(b.entity)
      if (oldA === undefined || oldB === undefined || !isAwake(oldA, oldB)) continue
      const was = apart(oldA, oldB)
      if (was >= -DEEP) continue
      must(told.has(`${a.entity} ${b.entity}`), 'pair missing', () => `${a.entity} ${b.entity}: ${was.toFixed(4)} deep when the step began`)
    }
  }
}

function mayTouch(a: Part, b: Part): boolean {
  if (a.body === b.body || a.stale || b.stale || !isAwake(a, b)) return false
  if (a.refiltered || b.refiltered) return false
  if (a.chain || b.chain || (isLine(a) && isLine(b))) return false
  if (a.group !== 0 && a.group === b.group) return a.group > 0
  return (a.mask & b.category) !== 0 && (b.mask & a.category) !== 0
}

function isAwake(a: Part, b: Part): boolean {
  return a.awake || b.awake
}

function isLine(part: Part): boolean {
  return part.solids.every((solid: Solid) => solid.core.length < 3 && solid.radius === 0)
}

/** The least distance of two colliders; for those that are far apart a lower bound. */
export function apart(a: Part, b: Part): number {
  const gap = boxGap(a.bounds, b.bounds)
  if (gap > 2 * REACH) return gap
  let least = Infinity
  for (const one of a.solids) for (const two of b.solids) least = Math.min(least, separation(one, two))
  return least
}

/** The other questions about touches give the same answer as queryPairs. */
function checkLists(seen: Seen, after: Model): void {
  const { world } = seen
  const partners = new Map<number, Set<number>>()
  const pairs = queryPairs(world, undefined, undefined, { sleeping: true })
  const add = (one: number, two: number): void => {
    const list = partners.get(one) ?? new Set<number>()
    partners.set(one, list.add(two))
  }
  for (let i = 0; i < pairs.count; i++) {
    add(pairs.a[i]!, pairs.b[i]!)
    add(pairs.b[i]!, pairs.a[i]!)
  }
  for (const part of after.parts) {
    if (part.chain || part.entity === part.body) continue
    const list = touching(world, part.entity)
    const expected = [...(partners.get(part.entity) ?? [])].sort((one, two) => one - two)
    const got = Array.from(list.entities.subarray(0, list.count))
    must(got.join() === expected.join(), 'touching disagrees', () => `of ${part.entity}: ${got.join()}, queryPairs ${expected.join()}`)
    for (const other of expected) {
      must(isTouching(world, part.entity, other), 'isTouching disagrees', () => `${part.entity} and ${other}`)
    }
  }
  for (const part of after.parts) {
    const view = queryContacts(world, part.entity, { includeSensors: true })
    for (let i = 0; i < view.count; i++) {
      const numbers = [view.x[i]!, view.y[i]!, view.nx[i]!, view.ny[i]!, view.separation[i]!, view.impulse[i]!]
      must(numbers.every(Number.isFinite), 'contact not finite', () => `${view.entities[i]} and ${view.others[i]}: ${numbers.join(' ')}`)
      const length = Math.hypot(view.nx[i]!, view.ny[i]!)
      must(Math.abs(length - 1) < 1e-6, 'normal not of length 1', () => `${view.entities[i]} and ${view.others[i]}: ${length}`)
      const known = partners.get(view.entities[i]!)?.has(view.others[i]!) === true
      must(known, 'contact without touch', () => `${view.entities[i]} and ${view.others[i]}`)
    }
  }
}
