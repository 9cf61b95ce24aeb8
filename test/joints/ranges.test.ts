import { describe, expect, test } from 'vitest'
import { type PhysicsOptions, box, capsule, circle, hashWorld, revoluteJoint, stepPhysics, weldJoint } from '../../src/index.ts'
import { plainKernel } from '../../src/kernel/plain-kernel.ts'
import { simdKernel } from '../../src/kernel/simd-kernel.ts'
import { JointWorld } from './joint-world.ts'

/** A rope of 20 links that swings a ball of 100 times the mass of one against a stack, in units of a length. */
class Crane {
  readonly t: JointWorld
  readonly links: number[]
  private readonly unit: number

  constructor(unit: number, options: PhysicsOptions) {
    const t = new JointWorld({ gravity: { x: 0, y: -10 * unit }, lengthUnit: unit, ...options })
    this.t = t
    this.unit = unit
    const post = t.add(box(0.1 * unit, 0.1 * unit), 0, 0, t.components.Static)
    this.links = Array.from({ length: 20 }, (_, i) => t.heavy(capsule(0.1 * unit, 0.05 * unit), (0.15 + i * 0.3) * unit, 0, 1))
    this.links.forEach((link, i) => t.joint(revoluteJoint(i === 0 ? post : this.links[i - 1]!, link, { x: i * 0.3 * unit, y: 0 })))
    const ball = t.heavy(circle(0.5 * unit), 6.5 * unit, 0, 100)
    t.joint(weldJoint(this.links.at(-1)!, ball, { x: 6 * unit, y: 0 }))
    t.add(box(20 * unit, 0.5 * unit), 0, -8.5 * unit, t.components.Static)
    for (let i = 0; i < 8; i++) t.add(box(0.4 * unit, 0.4 * unit), -4 * unit, (-7.6 + 0.8 * i) * unit)
  }

  /** By how much the rope is longer than its links, as a part. */
  get stretch(): number {
    const { t, links, unit } = this
    let sum = 0
    for (let i = 1; i < 20; i++) {
      const end = (link: number, x: number) => [t.x(link) + x * unit * Math.cos(t.angle(link)), t.y(link) + x * unit * Math.sin(t.angle(link))]
      const [p, q] = [end(links[i - 1]!, 0.15), end(links[i]!, -0.15)]
      sum += Math.hypot(p[0]! - q[0]!, p[1]! - q[1]!)
    }
    return sum / (6 * unit)
  }
}

describe('a rope holds a heavy ball', () => {
  const cases = [1, 30].flatMap((unit) => [1, 4, 16].flatMap((substeps) => [30, 60, 120].map((rate) => [unit, substeps, rate] as const)))
  test.each(cases)('at a length unit of %d, with %d substeps, at %d Hz', (unit, substeps, rate) => {
    const crane = new Crane(unit, { substeps })
    let most = 0
    for (let i = 0; i < 4 * rate; i++) {
      stepPhysics(crane.t.world, 1 / rate)
      most = Math.max(most, crane.stretch)
    }
    // One turn of a link within a substep is what it may be off by.
    expect(most).toBeLessThan(substeps * rate >= 240 ? 0.02 : 0.2)
  })
})

test('the same bits over all broad phases, with both kernels', () => {
  const kinds: PhysicsOptions[] = [
    ...(['quadtree', 'sweep-and-prune', 'grid', 'brute-force'] as const).map((broadPhase) => ({ broadPhase, kernel: simdKernel })),
    { kernel: plainKernel },
  ]
  for (const substeps of [1, 4, 16]) {
    const hashes = kinds.map((options) => {
      const { t } = new Crane(30, { substeps, ...options })
      t.step(200)
      return hashWorld(t.world)
    })
    expect(new Set(hashes).size).toBe(1)
  }
})
