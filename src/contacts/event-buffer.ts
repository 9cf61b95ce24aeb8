import { Columns } from '../stores/columns.ts'
import type { Extent, StateList } from '../stores/state-list.ts'

/** Twice as much would copy a burst of millions once more; what nobody writes to takes no memory. */
const GROWTH = 4

const FIRST = 64

/** Room for so many events may stay whatever happens, and for that many times those of a step. */
const ROOMY = 4096
const SPARE = 16

/** Events that a buffer holds on to when they are kept until they are read. */
export const MOST_KEPT = 65536

/** How far somebody has read who reads when he likes, and not once a step. */
export interface EventMark {
  /** Events that there had been in all. */
  total: number
  /** How often the world had been put back. */
  restores: number
}

/**
 * What happened, in the order in which it happened, as parallel arrays: the first `count` entries of each.
 *
 * A step drops what the poll after the step before it could see. What was reported since then, for example
 * because an entity was removed between two steps, stays for the poll after the coming step: nothing is lost.
 *
 * With `settings.keepEvents` steps drop nothing: what happened in all steps since `clearEvents` can be read at once. Who
 * never clears has the latest 65,536; older ones are dropped when a step begins, and {@link lost} counts them.
 */
export class EventBuffer {
  /** How many events there are. */
  count = 0
  protected readonly columns = new Columns(FIRST)
  /** Kept events that were dropped since the last clear, because there were too many. */
  lost = 0
  /** The first event of the step at hand. */
  fresh = 0
  private seen = 0
  /** Events that were dropped so far. */
  private gone = 0

  /**
   * Drops the events of the step before. Called when a step begins.
   * @param keep Drops only what is too much.
   */
  beginStep(keep = false): void {
    if (this.columns.capacity > ROOMY) this.giveBack(keep)
    const dropped = keep ? Math.max(0, this.count - MOST_KEPT) : this.seen
    if (dropped > 0) this.columns.moveDown(dropped, this.count)
    this.count -= dropped
    this.gone += dropped
    if (keep) this.lost += dropped
    this.seen = 0
    this.fresh = this.count
  }

  /** A burst is not to be paid for in good. */
  private giveBack(keep: boolean): void {
    const { columns, count } = this
    if (!keep && count * SPARE < columns.capacity) columns.shrink(Math.max(FIRST, count * GROWTH))
  }

  /** Drops all events: they were read. */
  clear(): void {
    this.gone += this.count
    this.count = 0
    this.lost = 0
    this.seen = 0
    this.fresh = 0
  }

  /** From here on the events of this step can be polled. Called when a step ends. */
  endStep(): void {
    this.seen = this.count
  }

  /**
   * The place of the first event that somebody has not read, who reads all now. After a restore all are new to him.
   * @param restores How often the world was put back so far.
   */
  readFrom(mark: EventMark, restores: number): number {
    const from = mark.restores === restores ? Math.max(0, mark.total - this.gone) : 0
    mark.total = this.gone + this.count
    mark.restores = restores
    return from
  }

  /** Makes room for one more event and returns its place. */
  protected next(): number {
    if (this.count === this.columns.capacity) this.columns.grow(this.count * GROWTH)
    return this.count++
  }
}

/** What is reported after a restore is what could be read when it was saved. */
export function listEvents(list: StateList, buffer: EventBuffer, name: string): void {
  const columns = buffer['columns']
  const events: Extent = { used: () => buffer.count, reserve: (entries) => columns.grow(entries), cleared: false }
  list.begin(`events.${name}`).columns(columns, events).counts(buffer, 'count', 'lost', 'fresh', 'seen').scratch(buffer, 'gone')
}
