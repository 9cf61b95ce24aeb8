import { NOT_ACTIVE } from './contact-record.ts'
import { sortBy } from './sort-by.ts'

/** The lists that contacts are in, as {@link Numbering} needs them: see `ContactTable`. */
interface Lists {
  readonly b: Uint32Array
  readonly head: Uint32Array
  readonly next: Uint32Array
  readonly previous: Uint32Array
  readonly active: Uint32Array
  readonly activeIndex: Int32Array
  readonly count: number
  readonly highest: number
}

/** What contacts are to be called: in the order of their lower bodies, then of their higher ones. */
export class Numbering {
  /** With which each has to be swapped in turn. */
  swaps = new Uint32Array(0)
  private renamed = new Uint32Array(0)

  release(): void {
    this.swaps = new Uint32Array(0)
    this.renamed = new Uint32Array(0)
  }

  /** Finds the new order. */
  plan({ head, next, b, count: all, highest }: Lists): void {
    if (this.renamed.length <= highest) this.renamed = new Uint32Array(highest + 1)
    if (this.swaps.length <= all) this.swaps = new Uint32Array(all * 2 + 1)
    const { swaps, renamed } = this
    let count = 0
    for (let entity = 1; entity < head.length; entity++) {
      const first = count + 1
      for (let edge = head[entity]!; edge !== 0; edge = next[edge]!) {
        // The side of the lower body.
        if ((edge & 1) !== 0) continue
        swaps[++count] = edge >>> 1
      }
      // By their higher bodies, too.
      sortBy(b, swaps, first, count + 1)
    }
    for (let i = 1; i <= count; i++) renamed[swaps[i]!] = i
    for (let i = 1; i <= count; i++) {
      // What was swapped away from there is where that led. Each swap leads one contact away, so all of this is linear.
      let at = swaps[i]!
      while (at < i) at = swaps[at]!
      swaps[i] = at
    }
  }

  /** Lets links and the active list, which were swapped like all columns, name the contacts as they are called now. */
  rename({ head, next, previous, active, activeIndex, count }: Lists): void {
    const { renamed } = this
    for (let entity = 1; entity < head.length; entity++) head[entity] = renameEdge(renamed, head[entity]!)
    for (let edge = 2; edge < (count + 1) * 2; edge++) {
      next[edge] = renameEdge(renamed, next[edge]!)
      previous[edge] = renameEdge(renamed, previous[edge]!)
    }
    // Their places in the list tell which belong to it.
    let place = 0
    for (let id = 1; id <= count; id++) {
      if (activeIndex[id] === NOT_ACTIVE) continue
      activeIndex[id] = place
      active[place++] = id
    }
  }
}

function renameEdge(renamed: Uint32Array, edge: number): number {
  return renamed[edge >>> 1]! * 2 + (edge & 1)
}
