import { Columns } from '../../components/columns.ts'

/**
 * What happened, in the order in which it happened, as parallel arrays: the first `count` entries of each.
 *
 * A step drops what the poll after the step before it could see. What was reported since then, for example
 * because an entity was removed between two steps, stays for the poll after the coming step: nothing is lost.
 */
export class EventBuffer {
  /** How many events there are. */
  count = 0
  protected readonly columns = new Columns(64)
  /** The first event of the step at hand. */
  fresh = 0
  private seen = 0

  /** Drops the events of the step before. Called when a step begins. */
  beginStep(): void {
    if (this.seen > 0) this.columns.moveDown(this.seen, this.count)
    this.count -= this.seen
    this.seen = 0
    this.fresh = this.count
  }

  /** From here on the events of this step can be polled. Called when a step ends. */
  endStep(): void {
    this.seen = this.count
  }

  /** Makes room for one more event and returns its place. */
  protected next(): number {
    if (this.count === this.columns.capacity) this.columns.grow(this.count * 2)
    return this.count++
  }
}
