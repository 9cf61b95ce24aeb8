import { entityExists } from 'bitecs'
import { isSleeping, queryPairs } from '../../src/index.ts'
import { Failure, must } from './failure.ts'
import { type Seen, isBodyEntity, kindOf, isBare } from './model.ts'

/** A column of events with two ids. */
interface PairColumns {
  readonly count: number
  readonly first: ArrayLike<number>
  readonly second: ArrayLike<number>
}

/**
 * Keeps book of the events of one world: what began and did not end touches now, and nothing else does; what fell
 * asleep more often than it woke sleeps.
 */
export class Ledger {
  private readonly open = new Map<string, number>()
  private asleep = new Map<number, boolean>()
  /** How many of each kind of event are in the book already. */
  private seen = { begins: 0, ends: 0, visits: 0, leaves: 0 }

  /**
   * Polled once after each step that went well.
   * @param checked Whether to compare with the touches that there are.
   */
  poll(at: Seen, checked: boolean): void {
    this.stepBegan()
    this.enterNew(at)
    checkHits(at)
    if (checked) this.compareTouches(at)
    this.compareSleep(at)
  }

  /** A step began, and dropped what was polled before it. */
  stepBegan(): void {
    this.seen = { begins: 0, ends: 0, visits: 0, leaves: 0 }
  }

  /** The plugin was taken off: everything has ended. */
  close(at: Seen): void {
    this.enterNew(at)
    must(this.open.size === 0, 'touches left after removePhysics', () => [...this.open.keys()].join(', '))
  }

  private enterNew({ physics }: Seen): void {
    const { contactBegin, contactEnd, sensorBegin, sensorEnd } = physics.events
    const { seen } = this
    this.enter('touch', { count: contactBegin.count, first: contactBegin.a, second: contactBegin.b }, seen.begins, 1)
    this.enter('touch', { count: contactEnd.count, first: contactEnd.a, second: contactEnd.b }, seen.ends, -1)
    this.enter('visit', { count: sensorBegin.count, first: sensorBegin.sensor, second: sensorBegin.visitor }, seen.visits, 1)
    this.enter('visit', { count: sensorEnd.count, first: sensorEnd.sensor, second: sensorEnd.visitor }, seen.leaves, -1)
    this.seen = { begins: contactBegin.count, ends: contactEnd.count, visits: sensorBegin.count, leaves: sensorEnd.count }
  }

  private enter(what: string, columns: PairColumns, from: number, sign: number): void {
    for (let i = from; i < columns.count; i++) {
      const key = `${what} ${columns.first[i]} ${columns.second[i]}`
      const balance = (this.open.get(key) ?? 0) + sign
      if (balance === 0) this.open.delete(key)
      else this.open.set(key, balance)
    }
  }

  private compareTouches({ world }: Seen): void {
    const now = new Set<string>()
    const onlySolid = new Set<string>()
    const pairs = queryPairs(world, undefined, undefined, { sleeping: true })
    for (let i = 0; i < pairs.count; i++) now.add(`${pairs.a[i]} ${pairs.b[i]}`)
    const solid = queryPairs(world, undefined, undefined, { sleeping: true, includeSensors: false })
    for (let i = 0; i < solid.count; i++) onlySolid.add(`${solid.a[i]} ${solid.b[i]}`)
    for (const [key, balance] of this.open) {
      const [what, first, second] = key.split(' ') as [string, string, string]
      const pair = Number(first) < Number(second) ? `${first} ${second}` : `${second} ${first}`
      must(balance === 1, 'events do not balance', () => `${key}: began ${balance} times more than it ended`)
      must(now.has(pair), 'event without touch', () => `${key} began and did not end, but queryPairs does not have it`)
      must((what === 'touch') === onlySolid.has(pair), 'event of the wrong kind', () => `${key}, solid: ${onlySolid.has(pair)}`)
    }
    for (const pair of now) {
      const [a, b] = pair.split(' ') as [string, string]
      const told = this.open.has(`touch ${pair}`) || this.open.has(`visit ${a} ${b}`) || this.open.has(`visit ${b} ${a}`)
      must(told, 'touch without event', () => `queryPairs has ${pair}, but no begin without an end`)
    }
  }

  private compareSleep(at: Seen): void {
    const { world, physics, slots } = at
    const balance = new Map<number, number>()
    const count = (entity: number, sign: number): void => {
      balance.set(entity, (balance.get(entity) ?? 0) + sign)
    }
    const { sleep, wake } = physics.events
    for (let i = 0; i < sleep.count; i++) count(sleep.entities[i]!, 1)
    for (let i = 0; i < wake.count; i++) count(wake.entities[i]!, -1)
    const next = new Map<number, boolean>()
    for (const slot of slots.values()) {
      const { entity } = slot
      if (!entityExists(world, entity) || !isBodyEntity(at, entity) || kindOf(at, entity) !== 'dynamic') continue
      // Without a collider it is no body: it becomes one when it gets one, which may begin asleep.
      if (isBare(at, entity)) continue
      const now = isSleeping(world, entity)
      const before = this.asleep.get(entity)
      next.set(entity, now)
      if (before === undefined || slot.remade) continue
      if (Number(now) - Number(before) === (balance.get(entity) ?? 0)) continue
      throw new Failure('sleep events do not balance', `entity ${entity}: ${before} before, ${now} now, balance ${balance.get(entity) ?? 0}`)
    }
    this.asleep = next
  }
}

function checkHits({ physics }: Seen): void {
  const { contactHit: hits } = physics.events
  for (let i = 0; i < hits.count; i++) {
    const numbers = [hits.x[i]!, hits.y[i]!, hits.nx[i]!, hits.ny[i]!, hits.approachSpeed[i]!]
    must(numbers.every(Number.isFinite), 'hit not finite', () => `${hits.a[i]} with ${hits.b[i]}: ${numbers.join(' ')}`)
  }
}
