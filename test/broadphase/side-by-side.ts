import { Columns } from '../../src/stores/columns.ts'
import { BROAD_PHASES } from '../../examples/broad-phases.ts'
import { EntityQueue } from '../../src/stores/entity-queue.ts'
import type { BroadPhase } from '../../src/broadphase/broad-phase.ts'
import { ItemBuffer, PairBuffer } from '../../src/stores/buffers.ts'

export interface Boxes {
  minX: Float64Array
  minY: Float64Array
  maxX: Float64Array
  maxY: Float64Array
}

/** All broad phases over the same boxes; every change goes to each, every answer is compared with brute force. */
export class SideBySide {
  readonly columns = new Columns(16)
  readonly boxes = {} as Boxes
  readonly moved = new EntityQueue(this.columns)
  readonly broadPhases: readonly BroadPhase[]
  readonly fixed = new Set<number>()
  readonly live = new Set<number>()
  private readonly wanted = new PairBuffer()
  private readonly got = new PairBuffer()
  private readonly wantedItems = new ItemBuffer()
  private readonly gotItems = new ItemBuffer()

  constructor() {
    for (const key of ['minX', 'minY', 'maxX', 'maxY']) this.columns.define(this.boxes, key, 'f64')
    const { 'brute-force': oracle, ...others } = BROAD_PHASES
    this.broadPhases = [oracle, ...Object.values(others)].map((make) => make(this.boxes))
  }

  add(item: number, fixed: boolean, x: number, y: number, halfX: number, halfY: number, moves = true): void {
    while (item >= this.columns.capacity) this.columns.grow(this.columns.capacity * 2)
    this.write(item, x, y, halfX, halfY)
    for (const broadPhase of this.broadPhases) broadPhase.add(item, fixed)
    this.live.add(item)
    if (fixed) this.fixed.add(item)
    if (moves) this.moved.add(item)
  }

  remove(item: number): void {
    for (const broadPhase of this.broadPhases) broadPhase.remove(item)
    this.live.delete(item)
    this.fixed.delete(item)
    this.moved.remove(item)
  }

  move(item: number, x: number, y: number, halfX: number, halfY: number): void {
    this.write(item, x, y, halfX, halfY)
    for (const broadPhase of this.broadPhases) broadPhase.update(item)
    this.moved.add(item)
  }

  /** Throws at the first difference; returns the number of pairs. */
  comparePairs(): number {
    this.moved.compact()
    const [oracle, ...others] = this.broadPhases
    this.wanted.clear()
    oracle!.computePairs(this.moved, this.wanted)
    const wanted = keysOf(this.wanted)
    for (const other of others) {
      this.got.clear()
      other.computePairs(this.moved, this.got)
      compare(other.name, wanted, keysOf(this.got))
    }
    this.moved.clear()
    return wanted.length
  }

  /** Pairs by the definition, without any broad phase. */
  definedPairs(): number[] {
    const { minX, minY, maxX, maxY } = this.boxes
    const keys: number[] = []
    for (const a of this.live) {
      for (const b of this.live) {
        if (a >= b || (this.fixed.has(a) && this.fixed.has(b))) continue
        if (this.moved.flag[a] === 0 && this.moved.flag[b] === 0) continue
        if (minX[a]! > maxX[b]! || maxX[a]! < minX[b]! || minY[a]! > maxY[b]! || maxY[a]! < minY[b]!) continue
        keys.push(a * 2 ** 22 + b)
      }
    }
    return keys.sort((p, q) => p - q)
  }

  compareRegion(minX: number, minY: number, maxX: number, maxY: number): number {
    return this.compareItems((broadPhase, out) => broadPhase.region(Float64Array.of(minX, minY, maxX, maxY), out))
  }

  compareRay(x1: number, y1: number, x2: number, y2: number): number {
    return this.compareItems((broadPhase, out) => broadPhase.ray(Float64Array.of(x1, y1, x2, y2), out))
  }

  private compareItems(ask: (broadPhase: BroadPhase, out: ItemBuffer) => void): number {
    const [oracle, ...others] = this.broadPhases
    this.wantedItems.clear()
    ask(oracle!, this.wantedItems)
    const wanted = itemsOf(this.wantedItems)
    for (const other of others) {
      this.gotItems.clear()
      ask(other, this.gotItems)
      compare(other.name, wanted, itemsOf(this.gotItems))
    }
    return wanted.length
  }

  private write(item: number, x: number, y: number, halfX: number, halfY: number): void {
    this.boxes.minX[item] = x - halfX
    this.boxes.minY[item] = y - halfY
    this.boxes.maxX[item] = x + halfX
    this.boxes.maxY[item] = y + halfY
  }
}

export function keysOf(pairs: PairBuffer): number[] {
  const keys: number[] = []
  for (let i = 0; i < pairs.count; i++) {
    if (pairs.a[i]! >= pairs.b[i]!) throw new Error(`pair (${pairs.a[i]}, ${pairs.b[i]}) is not in order`)
    keys.push(pairs.a[i]! * 2 ** 22 + pairs.b[i]!)
  }
  return keys.sort((p, q) => p - q)
}

function itemsOf(items: ItemBuffer): number[] {
  return Array.from(items.items.subarray(0, items.count)).sort((p, q) => p - q)
}

function compare(name: string, wanted: number[], got: number[]): void {
  for (let i = 0; i < Math.max(wanted.length, got.length); i++) {
    if (wanted[i] === got[i]) continue
    throw new Error(`${name}: entry ${i} is ${got[i]}, not ${wanted[i]} (${got.length} of ${wanted.length} reported)`)
  }
}
