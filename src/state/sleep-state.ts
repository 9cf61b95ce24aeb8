import type { Columns } from '../stores/columns.ts'
import { Islands, listIslands } from '../solver/islands.ts'
import { QuietBodies } from '../solver/quiet-bodies.ts'
import { EntityQueue } from '../stores/entity-queue.ts'
import type { MemoryColumns } from '../stores/memory-columns.ts'
import type { Vector } from '../settings.ts'
import type { StateList } from '../stores/state-list.ts'

/** What may sleep together, and what follows from who fell asleep or woke. */
export class SleepState {
  readonly islands: Islands
  /** Bodies whose `Sleeping` tag has to follow the engine. */
  readonly retag: EntityQueue
  /** Bodies that the user put to rest: their touches are looked at once more, where they rest. */
  readonly settling: EntityQueue
  readonly sleepers: QuietBodies
  /** The gravity in which sleepers came to rest: that of the last step. */
  readonly gravity: Vector

  constructor(columns: Columns, shared: MemoryColumns, gravity: Vector) {
    this.sleepers = new QuietBodies(columns)
    this.retag = new EntityQueue(columns)
    this.settling = new EntityQueue(columns)
    this.islands = new Islands(columns, shared)
    this.gravity = { ...gravity }
  }
}

/** What decides the future of it, besides the columns. */
export function listSleep(list: StateList, sleep: SleepState): void {
  listIslands(list, sleep.islands)
  list.begin('sleep').queue(sleep.retag, 'retag').queue(sleep.settling, 'settling')
    .reals(sleep.gravity, 'x', 'y').passOver(sleep.sleepers)
}
