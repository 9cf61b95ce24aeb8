import type { WorldSnapshots } from '../snapshots/snapshots.ts'

/** So many states at most, whatever the memory: the slots that there are. */
export const MOST_STATES = 4096

/** A saved state, by the number of steps that were taken then. */
export interface KeptState {
  readonly step: number
  readonly slot: number
  /** The world was changed by somebody else than the steps: no replay leads here from an earlier state. */
  readonly isCut: boolean
}

/** Saved states of a world in the order of their steps, thinned out where they would take too much memory. */
export class KeptStates {
  readonly list: KeptState[] = []
  readonly snapshots: WorldSnapshots
  private readonly memory: number
  private unused = -1

  /** @param memory Bytes that all states together may take; of one state there is always room. */
  constructor(snapshots: WorldSnapshots, memory: number) {
    this.snapshots = snapshots
    this.memory = memory
  }

  /** Saves the world as it is. In the place of a state of the same step, if there is one. */
  save(step: number, isCut: boolean, caller: string): void {
    const last = this.list[this.list.length - 1]
    const again = last !== undefined && last.step === step
    if (!again) this.makeRoom(step)
    const slot = again ? last.slot : this.takeSlot()
    this.snapshots.save(slot, caller)
    if (again) this.list.pop()
    this.list.push({ step, slot, isCut: isCut || (again && last.isCut) })
  }

  /** Adds what comes from a file: behind all others. */
  add(step: number, isCut: boolean, bytes: Uint8Array): void {
    const slot = this.takeSlot()
    this.snapshots.fromBytes(slot, bytes, 'openRecording')
    this.list.push({ step, slot, isCut })
  }

  /** The last state that is not behind a step. */
  before(step: number): KeptState | undefined {
    let [low, high] = [0, this.list.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.list[middle]!.step <= step) low = middle + 1
      else high = middle
    }
    return this.list[low - 1]
  }

  /** The state of just this step. */
  at(step: number): KeptState | undefined {
    const found = this.before(step)
    return found?.step === step ? found : undefined
  }

  /** Drops what is not needed to reach a step and all behind it. */
  dropBefore(step: number): void {
    while (this.list.length > 1 && this.list[1]!.step <= step) this.drop(0)
  }

  /** Drops states until one more fits. */
  private makeRoom(step: number): void {
    const { list, snapshots } = this
    while (list.length > 1) {
      const more = this.unused >= 0 ? 0 : snapshots.bytesOf(list[list.length - 1]!.slot)
      if (snapshots.bytes + more <= this.memory && list.length < MOST_STATES) return
      this.drop(this.leastMissed(step))
    }
  }

  /**
   * Which state to do without: the one that leaves the shortest way behind it, measured by how long ago it was. So what
   * is old can be reached in more steps than what is new, and the oldest stays. A cut is needed as long as anything before it.
   */
  private leastMissed(now: number): number {
    const { list } = this
    let best = 0
    let least = Infinity
    for (let i = 1; i < list.length; i++) {
      if (list[i]!.isCut) continue
      const next = i + 1 < list.length ? list[i + 1]!.step : now
      const before = list[i - 1]!.step
      const way = (next - before) / (now - before)
      if (way >= least) continue
      least = way
      best = i
    }
    return best
  }

  private drop(index: number): void {
    const [{ slot }] = this.list.splice(index, 1) as [KeptState]
    // One is kept for the next state, which then allocates nothing.
    if (this.unused >= 0) this.snapshots.drop(slot)
    else this.unused = slot
  }

  private takeSlot(): number {
    const slot = this.unused
    this.unused = -1
    if (slot >= 0) return slot
    const taken = new Set(this.list.map((state) => state.slot))
    for (let i = 0; ; i++) if (!taken.has(i)) return i
  }
}
