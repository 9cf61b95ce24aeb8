import { expect, test } from 'vitest'
import { box, circle, distanceJoint, setVelocity } from '../../src/index.ts'
import { JointWorld } from './joint-world.ts'

const PITCH = 0.35

/** Circles on rods or ropes, from one wall to another, and a box or ball of so many times the mass of all of them, which falls on them. */
class Laden {
  readonly t: JointWorld
  readonly balls: number[] = []
  private readonly joints: [a: number, b: number][] = []
  private readonly load: number

  constructor(kind: 'rod' | 'rope', columns: number, rows: number, ratio: number, speed: number, substeps: number) {
    const t = this.t = new JointWorld({ substeps })
    const { Static } = t.components
    for (let k = 0; k <= columns + 1; k++) {
      const fixed = k === 0 || k === columns + 1
      for (let r = 0; r < rows; r++) {
        this.balls.push(t.add(circle(0.12), PITCH * k, -PITCH * r, ...(fixed ? [Static] : [])))
        if (k > 0) this.join(kind, k * rows + r, (k - 1) * rows + r)
        if (r > 0 && !fixed) this.join(kind, k * rows + r, k * rows + r - 1)
      }
    }
    const mass = ratio * columns * rows * Math.PI * 0.12 ** 2
    this.load = t.heavy(box(0.5, 0.5), PITCH * (columns + 1) / 2, 0.7, mass, mass / 6)
    setVelocity(t.world, this.load, 0, -speed, 0)
  }

  private join(kind: 'rod' | 'rope', a: number, b: number): void {
    const [one, two] = [this.balls[a]!, this.balls[b]!]
    this.t.joint(kind === 'rod' ? distanceJoint(one, two) : distanceJoint(one, two, { limit: { lower: 0, upper: PITCH } }))
    this.joints.push([one, two])
  }

  get fastest(): number {
    const { Velocity } = this.t.components
    return Math.max(...[this.load, ...this.balls].map((body) => Math.hypot(Velocity.x[body] ?? 0, Velocity.y[body] ?? 0)))
  }

  /** By how much the joint is too long that is so most. */
  get drawn(): number {
    const { t } = this
    return Math.max(...this.joints.map(([a, b]) => Math.hypot(t.x(a) - t.x(b), t.y(a) - t.y(b)))) - PITCH
  }
}

const nets = (['rod', 'rope'] as const).flatMap((kind) => ([[6, 3], [10, 4]] as const).map(([columns, rows]) => ({ kind, columns, rows })))
const rates = ([[60, 4], [60, 1], [30, 4], [30, 2]] as const).map(([hz, substeps]) => ({ hz, substeps }))

// Once something lets go of the net for a step its bodies are light again, but rods and ropes threw them with all that they bore: at 4,000 m/s.
test.each(rates.flatMap((rate) => nets.map((net) => ({ ...rate, ...net }))))('a net of $columns times $rows balls, on $kind joints throws nothing off that falls on it, at $hz Hz with $substeps substeps', (
  { kind, columns, rows, hz, substeps },
) => {
  for (const [ratio, speed] of [[100, 0], [1000, 15]] as const) {
    const laden = new Laden(kind, columns, rows, ratio, speed, substeps)
    let [fastest, drawn] = [0, 0]
    for (let i = 0; i < 2 * hz; i++) {
      laden.t.seconds(1 / hz, 1 / hz)
      fastest = Math.max(fastest, laden.fastest)
      drawn = Math.max(drawn, laden.drawn)
    }
    expect(fastest).toBeLessThan(60)
    expect(drawn).toBeLessThan(1)
  }
})
