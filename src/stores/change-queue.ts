import type { Columns } from './columns.ts'
import { EntityQueue } from './entity-queue.ts'

/** The entities that the next step has to look at, which also tells those that look before it does: the queries. */
export class ChangeQueue extends EntityQueue {
  private readonly unseen: EntityQueue

  constructor(columns: Columns, unseen: EntityQueue) {
    super(columns)
    this.unseen = unseen
  }

  override add(entity: number, reasons = 1): void {
    super.add(entity, reasons)
    this.unseen.add(entity)
  }

  /** Takes out an entity of which nothing is left to be looked at, as if it had never been added. */
  withdraw(entity: number): void {
    for (const queue of [this, this.unseen]) {
      queue.remove(entity)
      queue.compact()
    }
  }
}
