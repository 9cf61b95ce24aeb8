import { createRandom } from './random.ts'

/** The kinds of world that broad phases are measured in. */
export const WORLD_NAMES = ['uniform', 'clustered', 'mixed', 'static', 'asleep'] as const
export type WorldName = (typeof WORLD_NAMES)[number]

export const WORLD_WORDS: Readonly<Record<WorldName, string>> = {
  uniform: 'boxes of about one size, evenly scattered, all move a little',
  clustered: 'twenty crowds far apart, all move a little',
  mixed: 'one in a hundred is twenty times larger, all move a little',
  static: 'nine in ten are static, the others move a little',
  asleep: 'one in a hundred moves a little, the others rest',
}

/** Boxes of moving and resting things; the i-th has the id i, from 1. About one overlap for each. */
export class BoxWorld {
  readonly minX: Float64Array
  readonly minY: Float64Array
  readonly maxX: Float64Array
  readonly maxY: Float64Array
  /** By id: 1 where the thing is static. Two static things are no pair. */
  readonly fixed: Uint8Array
  /** By id: 1 where the thing moves in every frame. A pair has at least one that does. */
  readonly moves: Uint8Array
  /** Ids of what moves. */
  readonly movers: Uint32Array
  private readonly vx: Float64Array
  private readonly vy: Float64Array
  private frame = 0

  constructor(readonly name: WorldName, readonly count: number) {
    const column = (): Float64Array => new Float64Array(count + 1)
    this.minX = column()
    this.minY = column()
    this.maxX = column()
    this.maxY = column()
    this.vx = column()
    this.vy = column()
    this.fixed = new Uint8Array(count + 1)
    this.moves = new Uint8Array(count + 1)
    this.place()
    const share = name === 'static' ? 10 : name === 'asleep' ? 100 : 1
    const movers: number[] = []
    for (let id = 1; id <= count; id++) {
      // Not the last one of each ten: a world of eight has a mover too.
      if ((id - 1) % share === 0) movers.push(id)
      else if (name === 'static') this.fixed[id] = 1
    }
    for (const id of movers) this.moves[id] = 1
    this.movers = Uint32Array.from(movers)
  }

  /** One frame later: everything that moves has moved by at most a twentieth of its usual size. */
  move(): void {
    const { minX, minY, maxX, maxY, vx, vy, movers } = this
    // To and fro, so that the density stays.
    const sign = this.frame++ % 40 < 20 ? 0.1 : -0.1
    for (let i = 0; i < movers.length; i++) {
      const id = movers[i]!
      minX[id]! += vx[id]! * sign
      maxX[id]! += vx[id]! * sign
      minY[id]! += vy[id]! * sign
      maxY[id]! += vy[id]! * sign
    }
  }

  private place(): void {
    const { name, count, minX, minY, maxX, maxY, vx, vy } = this
    const random = createRandom(12345)
    const size = Math.sqrt(count) * (name === 'mixed' && count >= 100 ? 1.9 : 1.45)
    const crowds = Math.min(20, Math.ceil(count / 20))
    const centers = Array.from({ length: crowds }, () => [random() * size * 6, random() * size * 6] as const)
    for (let id = 1; id <= count; id++) {
      const scale = name === 'mixed' && id % 100 === 0 ? 20 : 1
      const [x, y] = name === 'clustered' ? centers[id % crowds]! : [0, 0]
      const span = name === 'clustered' ? size / Math.sqrt(crowds) : size
      minX[id] = x + random() * span
      minY[id] = y + random() * span
      maxX[id] = minX[id]! + (0.8 + random() * 0.4) * scale
      maxY[id] = minY[id]! + (0.8 + random() * 0.4) * scale
      vx[id] = random() - 0.5
      vy[id] = random() - 0.5
    }
  }
}
