import type { KnownBodies } from '../shared/packet.ts'
import { Kind, MOST_IDS } from '../shared/things.ts'

/** Packets that are remembered. */
const SAMPLES = 8
const STRIDE = 3

/**
 * What a client draws of the others: where they were a moment ago, between two packets. So they move evenly though packets come
 * twenty times a second and not evenly.
 */
export class Interpolation {
  /** Where bodies are to be drawn, by entity id. */
  readonly x = new Float32Array(MOST_IDS)
  readonly y = new Float32Array(MOST_IDS)
  readonly angle = new Float32Array(MOST_IDS)
  /** The step that is drawn, with a fraction. */
  step = -1
  private readonly poses = new Float32Array(SAMPLES * MOST_IDS * STRIDE)
  /** The step after which each sample was so. */
  private readonly steps = new Float64Array(SAMPLES).fill(-1)
  /** By entity: the first packet that had it. */
  private readonly since = new Float64Array(MOST_IDS).fill(Infinity)
  private newest = 0
  private readonly delay: number

  /** @param delay Steps that the drawn world is behind the newest packet: two packets and one more, for what the net adds to that at times. */
  constructor(delay: number) {
    this.delay = delay
  }

  /** Keeps the poses of a packet. */
  receive({ step, kind, columns }: KnownBodies): void {
    this.newest = (this.newest + 1) % SAMPLES
    this.steps[this.newest] = step
    for (let id = 0; id < MOST_IDS; id++) {
      if (kind[id] === Kind.None) {
        this.since[id] = Infinity
        continue
      }
      if (this.since[id] === Infinity) this.since[id] = step
      const at = (this.newest * MOST_IDS + id) * STRIDE
      this.poses[at] = columns.x(id)
      this.poses[at + 1] = columns.y(id)
      this.poses[at + 2] = columns.angle(id)
    }
    if (this.step < 0) this.step = step - this.delay
  }

  /** Lets so many steps pass, with a fraction, and finds where all is to be drawn. */
  advance(steps: number, { kind }: KnownBodies): void {
    const late = this.steps[this.newest]! - this.delay - (this.step + steps)
    // A little faster or slower than the clock, until it is where it should be; after a long pause at once.
    this.step += Math.abs(late) > 4 * this.delay ? steps + late : steps + 0.1 * late * Math.min(steps, 1)
    const after = this.firstAfter(this.step)
    const before = (after + SAMPLES - 1) % SAMPLES
    const from = this.steps[before]!
    const to = this.steps[after]!
    const share = from < 0 || from >= to ? 1 : Math.max(0, Math.min(1, (this.step - from) / (to - from)))
    for (let id = 0; id < MOST_IDS; id++) if (kind[id] !== Kind.None) this.draw(id, before, after, from >= this.since[id]! ? share : 1)
  }

  /** The oldest sample that is not before a step; the newest where there is none. */
  private firstAfter(step: number): number {
    let found = this.newest
    for (let back = 1; back < SAMPLES - 1; back++) {
      const i = (this.newest + SAMPLES - back) % SAMPLES
      if (this.steps[i]! < step || this.steps[i]! < 0) break
      found = i
    }
    return found
  }

  private draw(id: number, before: number, after: number, share: number): void {
    const { poses } = this
    const a = (before * MOST_IDS + id) * STRIDE
    // What came later than the sample is drawn where it came.
    const b = ((this.steps[after]! >= this.since[id]! ? after : this.newest) * MOST_IDS + id) * STRIDE
    const turn = poses[b + 2]! - poses[a + 2]!
    this.x[id] = poses[b]! - (poses[b]! - poses[a]!) * (1 - share)
    this.y[id] = poses[b + 1]! - (poses[b + 1]! - poses[a + 1]!) * (1 - share)
    // The short way round.
    this.angle[id] = poses[b + 2]! - (turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI))) * (1 - share)
  }
}
