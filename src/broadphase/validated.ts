import { ItemBuffer, PairBuffer } from '../stores/buffers.ts'
import type { BroadPhase, BroadPhaseFactory, FatBoxes, MoveList } from './broad-phase.ts'
import { BruteForceBroadPhase } from './brute-force-broad-phase.ts'
import { guarded, sound } from './guarded.ts'
import type { NearPairs } from './near-pairs.ts'
import { type SpedUp, canSpeedUp } from './quadtree-broad-phase.ts'

/** Two ids as one number, in the order of the pairs. */
const PAIR_BASE = 2 ** 22

/**
 * Compares everything that a broad phase reports with what testing every pair gives: for finding the bugs in one of
 * your own. Slow (every pair is tested) and meant for tests.
 *
 * ```ts
 * addPhysics(world, { broadPhase: validated((boxes) => new MyBroadPhase(boxes)) })
 * ```
 * The first difference throws an error that names the items: a pair that is missed, reported twice, of a dead item,
 * of boxes that do not overlap, or of which nothing moved.
 */
export function validated(factory: BroadPhaseFactory): BroadPhaseFactory {
  const make = guarded(factory)
  return (boxes: FatBoxes) => sound(new ValidatedBroadPhase(make(boxes), boxes))
}

/** Leaves `castRay` and `nearest` out, so that every query goes through what is compared. */
class ValidatedBroadPhase implements SpedUp {
  readonly name: string
  visitNodes?: NonNullable<BroadPhase['visitNodes']>
  private readonly inner: BroadPhase
  private readonly oracle: BruteForceBroadPhase
  private readonly pairs = new PairBuffer()
  private readonly items = new ItemBuffer()
  /** The search that the default broad phase has the kernel do, and that leaves out known pairs. */
  private helper: NearPairs | null = null

  constructor(inner: BroadPhase, boxes: FatBoxes) {
    this.inner = inner
    this.name = inner.name
    this.oracle = new BruteForceBroadPhase(boxes)
    if (inner.visitNodes) this.visitNodes = (visit) => inner.visitNodes!(visit)
  }

  get near(): NearPairs | null {
    return this.helper
  }

  set near(near: NearPairs | null) {
    if (!canSpeedUp(this.inner)) return
    this.helper = near
    this.inner.near = near
  }

  add(item: number, fixed: boolean): void {
    this.inner.add(item, fixed)
    this.oracle.add(item, fixed)
  }

  remove(item: number): void {
    this.inner.remove(item)
    this.oracle.remove(item)
  }

  update(item: number): void {
    this.inner.update(item)
    this.oracle.update(item)
  }

  computePairs(moved: MoveList, out: PairBuffer): void {
    const before = out.count
    this.inner.computePairs(moved, out)
    this.pairs.clear()
    this.oracle.computePairs(moved, this.pairs)
    const got = pairKeys(out, before)
    this.compare('computePairs', got, this.toBeFound(got, pairKeys(this.pairs, 0)), (key) => {
      return `the pair (${Math.floor(key / PAIR_BASE)}, ${key % PAIR_BASE})`
    })
  }

  /** What has to be among the pairs that were found: not those that may be left out, and are. */
  private toBeFound(got: Float64Array, all: Float64Array): Float64Array {
    const { helper } = this
    if (helper === null) return all
    let g = 0
    return all.filter((key) => {
      while (g < got.length && got[g]! < key) g++
      return got[g] === key || !helper.leavesOut(Math.floor(key / PAIR_BASE), key % PAIR_BASE)
    })
  }

  region(box: Float64Array, out: ItemBuffer): void {
    const before = out.count
    this.inner.region(box, out)
    this.items.clear()
    this.oracle.region(box, this.items)
    this.compare('region', itemKeys(out, before), itemKeys(this.items, 0), (key) => `item ${key}`)
  }

  ray(ends: Float64Array, out: ItemBuffer): void {
    const before = out.count
    this.inner.ray(ends, out)
    this.items.clear()
    this.oracle.ray(ends, this.items)
    this.compare('ray', itemKeys(out, before), itemKeys(this.items, 0), (key) => `item ${key}`)
  }

  private compare(method: string, got: Float64Array, wanted: Float64Array, name: (key: number) => string): void {
    let w = 0
    for (let g = 0; g < got.length; g++) {
      if (g > 0 && got[g] === got[g - 1]) this.fail(method, `reported ${name(got[g]!)} twice. Report each once`)
      if (w < wanted.length && wanted[w]! < got[g]!) this.fail(method, `missed ${name(wanted[w]!)}`)
      if (w >= wanted.length || wanted[w]! > got[g]!) {
        this.fail(method, `reported ${name(got[g]!)}, which does not overlap, did not move or is dead. Do not report it`)
      }
      w++
    }
    if (w < wanted.length) this.fail(method, `missed ${name(wanted[w]!)}`)
  }

  private fail(method: string, what: string): never {
    throw new Error(`broad phase '${this.name}': ${method} ${what}.`)
  }
}

function pairKeys(pairs: PairBuffer, from: number): Float64Array {
  const keys = new Float64Array(pairs.count - from)
  for (let i = 0; i < keys.length; i++) keys[i] = pairs.a[from + i]! * PAIR_BASE + pairs.b[from + i]!
  return keys.sort()
}

function itemKeys(items: ItemBuffer, from: number): Float64Array {
  return Float64Array.from(items.items.subarray(from, items.count)).sort()
}
