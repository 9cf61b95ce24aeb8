import { ContactFlag } from '../../src/contacts/contact-record.ts'
import type { Physics } from '../../src/state/physics.ts'
import { inner } from './inner.ts'

/**
 * Keeps book of the events of a world: a pair that began and did not end touches, and nothing else does.
 * Poll it once after each step.
 */
export class EventLedger {
  private readonly touching = new Map<string, number>()
  private readonly physics: Physics
  private readonly seen = { contact: 0, sensor: 0 }
  begun = 0
  ended = 0

  constructor(physics: Physics) {
    this.physics = physics
  }

  /** Enters the events of a step and compares the balance with the contacts. */
  poll(): void {
    const { contactBegin, contactEnd, sensorBegin, sensorEnd } = this.physics.events
    const before = new Map(this.touching)
    for (let i = 0; i < contactBegin.count; i++) this.enter(touch(contactBegin.a[i]!, contactBegin.b[i]!), 1)
    for (let i = 0; i < sensorBegin.count; i++) this.enter(visit(sensorBegin.sensor[i]!, sensorBegin.visitor[i]!), 1)
    this.enterEnds(0, 0)
    this.seen.contact = contactEnd.count
    this.seen.sensor = sensorEnd.count
    const now = touchingPairs(this.physics)
    for (const key of new Set([...this.touching.keys(), ...now])) {
      const balance = this.touching.get(key) ?? 0
      if (balance !== (now.has(key) ? 1 : 0)) {
        throw new Error(`events of ${key}: ${before.get(key) ?? 0} before, ${balance} after, touching now: ${now.has(key)}`)
      }
    }
  }

  /** Enters the ends that came since the last poll, outside of a step; returns the pairs that are still open. */
  close(): string[] {
    this.enterEnds(this.seen.contact, this.seen.sensor)
    return [...this.touching.keys()]
  }

  private enterEnds(fromContact: number, fromSensor: number): void {
    const { contactEnd, sensorEnd } = this.physics.events
    for (let i = fromContact; i < contactEnd.count; i++) this.enter(touch(contactEnd.a[i]!, contactEnd.b[i]!), -1)
    for (let i = fromSensor; i < sensorEnd.count; i++) this.enter(visit(sensorEnd.sensor[i]!, sensorEnd.visitor[i]!), -1)
  }

  private enter(key: string, sign: number): void {
    const balance = (this.touching.get(key) ?? 0) + sign
    if (balance === 0) this.touching.delete(key)
    else this.touching.set(key, balance)
    if (sign > 0) this.begun++
    else this.ended++
  }
}

function touch(a: number, b: number): string {
  if (a >= b) throw new Error(`event of ${a} and ${b}: not in order`)
  return `${a}–${b}`
}

function visit(sensor: number, visitor: number): string {
  return `${sensor} visited by ${visitor}`
}

function touchingPairs(physics: Physics): Set<string> {
  const { bodies } = inner(physics)
  const { contacts } = inner(physics).collision
  const pairs = new Set<string>()
  for (let id = 1; id <= contacts.highest; id++) {
    if (contacts.b[id] === 0 || (contacts.flags[id]! & ContactFlag.Touching) === 0) continue
    const a = contacts.a[id]!
    const b = contacts.b[id]!
    if ((contacts.flags[id]! & ContactFlag.Sensor) === 0) pairs.add(touch(a, b))
    if (bodies.sensor[a] === 1) pairs.add(visit(a, b))
    if (bodies.sensor[b] === 1) pairs.add(visit(b, a))
  }
  return pairs
}
