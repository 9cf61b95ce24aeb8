import { ContactFlag, IMPULSE_STRIDE, Impulse } from '../contacts/contact-record.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { lookOn, withImpulses } from './spies.ts'

/**
 * The largest impulses of a step. What is kept of a contact is what its last substep did, and a hit is over by then. What
 * restitution gives back is dealt out apart (`kernel/impact-rounds.h`) and noted nowhere.
 */
export class PeakImpulses {
  /** At any contact. */
  most = 0
  /** By body. */
  private ofBody = new Float64Array(0)

  /** The largest one at a contact of a body. */
  of(body: number): number {
    return this.ofBody[body] ?? 0
  }

  /** Notes what happens while something runs. */
  during(physics: PhysicsWorld, run: () => void): void {
    this.most = 0
    this.ofBody = new Float64Array(physics.columns.capacity)
    lookOn(physics, (_, substep) => {
      if (substep >= 0) withImpulses(physics, (impulses) => this.note(physics, impulses))
    }, run)
  }

  private note({ bodies, collision: { contacts } }: PhysicsWorld, impulses: ArrayLike<number>): void {
    const { ofBody } = this
    for (let i = 0; i < contacts.activeCount; i++) {
      const contact = contacts.active[i]!
      // What begins to touch in this step has no other sign yet than its points.
      const points = contacts.pointCount[contact]!
      if ((contacts.flags[contact]! & ContactFlag.Unsolved) !== 0 || points === 0) continue
      const at = contact * IMPULSE_STRIDE
      const impulse = Math.max(impulses[at + Impulse.Normal0]!, points > 1 ? impulses[at + Impulse.Normal1]! : 0)
      if (impulse > this.most) this.most = impulse
      for (const collider of [contacts.a[contact]!, contacts.b[contact]!]) {
        const body = bodies.bodyOf[collider]!
        if (body < ofBody.length && impulse > ofBody[body]!) ofBody[body] = impulse
      }
    }
  }
}
