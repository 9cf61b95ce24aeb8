import type { ItemBuffer, PairBuffer } from '../stores/buffers.ts'
import type { BroadPhase, BroadPhaseFactory, FatBoxes, MoveList, NearVisitor, RayVisitor } from './broad-phase.ts'

const REQUIRED = ['add', 'remove', 'update', 'computePairs', 'region', 'ray'] as const

/** Made by the engine itself: not guarded. */
const ours = new WeakSet<BroadPhase>()

/** Marks a broad phase as the engine's own. */
export function sound(broadPhase: BroadPhase): BroadPhase {
  ours.add(broadPhase)
  return broadPhase
}

const MOVING = 1
const FIXED = 2

/**
 * Puts a guard around what a factory makes, unless it is the engine's own. What it reports is looked at before it reaches the
 * simulation or a query: a dead item, a pair in the wrong order or of two fixed items is an error. What is reported
 * twice is taken once. The guard costs one array read for each item that is reported. What it cannot see, pairs that are
 * missed or do not overlap, `validated` finds.
 * @throws TypeError when the factory makes no broad phase.
 */
export function guarded(factory: BroadPhaseFactory): BroadPhaseFactory {
  return (boxes: FatBoxes) => {
    const made = factory(boxes)
    if (ours.has(made)) return made
    for (const method of REQUIRED) {
      if (typeof (made as Partial<BroadPhase> | undefined)?.[method] === 'function') continue
      throw new TypeError(
        `addPhysics: the broadPhase factory must return an object with ${REQUIRED.join(', ')}; ${method} is missing.`,
      )
    }
    return new GuardedBroadPhase(made)
  }
}

class GuardedBroadPhase implements BroadPhase {
  readonly name: string
  fixedRegion?: NonNullable<BroadPhase['fixedRegion']>
  castRay?: NonNullable<BroadPhase['castRay']>
  nearest?: NonNullable<BroadPhase['nearest']>
  visitNodes?: NonNullable<BroadPhase['visitNodes']>
  private readonly inner: BroadPhase
  /** Whom the search at hand is for. */
  private onRay: RayVisitor | null = null
  private onNear: NearVisitor | null = null
  /** By item: 0 when it is not in the broad phase, else MOVING or FIXED. */
  private live = new Uint8Array(64)

  constructor(inner: BroadPhase) {
    this.inner = inner
    this.name = inner.name
    if (inner.fixedRegion) this.fixedRegion = (box, out) => this.findFixed(box, out)
    if (inner.castRay) this.guardRays(inner)
    if (inner.nearest) this.guardDiscs(inner)
    if (inner.visitNodes) this.visitNodes = (visit) => inner.visitNodes!(visit)
  }

  add(item: number, fixed: boolean): void {
    if (item >= this.live.length) {
      const larger = new Uint8Array(Math.max(item + 1, this.live.length * 2))
      larger.set(this.live)
      this.live = larger
    }
    this.inner.add(item, fixed)
    this.live[item] = fixed ? FIXED : MOVING
  }

  remove(item: number): void {
    this.inner.remove(item)
    this.live[item] = 0
  }

  update(item: number): void {
    this.inner.update(item)
  }

  computePairs(moved: MoveList, out: PairBuffer): void {
    const before = out.count
    this.inner.computePairs(moved, out)
    for (let i = before; i < out.count; i++) {
      const a = out.a[i]!
      const b = out.b[i]!
      if (a >= b) this.fail(`computePairs reported the pair (${a}, ${b}). The lower id must be a, the higher one b`)
      this.checkLive('computePairs', a)
      this.checkLive('computePairs', b)
      if (this.live[a] === FIXED && this.live[b] === FIXED) {
        this.fail(`computePairs reported the pair (${a}, ${b}), but both were added as fixed. Skip such pairs`)
      }
    }
  }

  region(box: Float64Array, out: ItemBuffer): void {
    const before = out.count
    this.inner.region(box, out)
    for (let i = before; i < out.count; i++) this.checkLive('region', out.items[i]!)
  }

  ray(ends: Float64Array, out: ItemBuffer): void {
    const before = out.count
    this.inner.ray(ends, out)
    for (let i = before; i < out.count; i++) this.checkLive('ray', out.items[i]!)
  }

  private findFixed(box: Float64Array, out: ItemBuffer): void {
    const before = out.count
    this.inner.fixedRegion!(box, out)
    for (let i = before; i < out.count; i++) this.checkLive('fixedRegion', out.items[i]!)
  }

  /** The visitors are made once: one for each search would be garbage. */
  private guardRays(inner: BroadPhase): void {
    const guard: RayVisitor = (item, ray) => {
      this.checkLive('castRay', item)
      this.onRay!(item, ray)
    }
    this.castRay = (ray, visit) => {
      this.onRay = visit
      inner.castRay!(ray, guard)
    }
  }

  private guardDiscs(inner: BroadPhase): void {
    const guard: NearVisitor = (item, disc) => {
      this.checkLive('nearest', item)
      this.onNear!(item, disc)
    }
    this.nearest = (disc, visit) => {
      this.onNear = visit
      inner.nearest!(disc, guard)
    }
  }

  private checkLive(method: string, item: number): void {
    if (item < this.live.length && this.live[item] !== 0) return
    this.fail(`${method} reported item ${item}, which was removed or never added. Forget items in remove`)
  }

  private fail(what: string): never {
    throw new Error(`broad phase '${this.name}': ${what}.`)
  }
}
