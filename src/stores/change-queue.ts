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
}
