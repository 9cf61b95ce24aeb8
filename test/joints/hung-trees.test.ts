import { expect, test } from 'vitest'
import { numbersFrom, one } from '../../bench/random-numbers.ts'
import { buildScene } from '../../examples/scenes/build.ts'
import type { BodyData, JointData } from '../../examples/scenes/types.ts'
import { getMass } from '../../src/index.ts'

/** A random chain or tree of at least so many links on hinges, or balls on rods, that hangs on a post and is thrown, without friction. */
class Hung {
  readonly hertz: number
  private readonly gravity: number
  private readonly bodies: BodyData[] = [{ x: 0, y: 0, kind: 'static', shape: { type: 'circle', radius: 0.05 }, filter: { category: 1, mask: 0 } }]
  private readonly joints: JointData[] = []
  private readonly built
  private readonly masses

  constructor(seed: number, kind: 'hinges' | 'rods', least: number) {
    const { bodies, joints } = this
    const next = numbersFrom(seed * 31 + 7)
    this.hertz = one(next, [30, 60, 120])
    this.gravity = one(next, [0, 10, 30])
    const count = least + Math.floor(next() * 5), range = one(next, [1, 5, 20, 100])
    const branches = next() < 0.4
    for (let k = 1; k <= count; k++) this.hang(k, branches ? Math.floor(next() * k) : k - 1, kind, next, range)
    const info = { name: 'hung', title: '', category: '', description: '', lookFor: '', view: { x: 0, y: 0, width: 1, height: 1 } }
    this.built = buildScene({ ...info, gravity: { x: 0, y: -this.gravity }, bodies, joints }, { dt: 1 / this.hertz, allowSleep: false })
    this.masses = Array.from(this.built.entities).slice(1).map((entity) => ({ entity, ...getMass(this.built.world, entity) }))
  }

  private hang(k: number, parent: number, kind: 'hinges' | 'rods', next: () => number, range: number): void {
    const { bodies, joints } = this
    const from = bodies[parent]!
    const turn = 6.283 * next(), length = 0.2 + 0.6 * next()
    const x = from.x + length * Math.cos(turn), y = from.y + length * Math.sin(turn)
    const shape = next() < 0.5 ? { type: 'box', halfWidth: 0.4 * length, halfHeight: 0.06 } as const : { type: 'circle', radius: 0.1 } as const
    const vx = one(next, [0, 0, 3, 8]) * (2 * next() - 1), vy = one(next, [0, 0, 3, 8]) * (2 * next() - 1), angular = one(next, [0, 0, 5]) * (2 * next() - 1)
    bodies.push({ x, y, angle: turn, vx, vy, angular, shape, density: Math.exp(Math.log(range) * next()), filter: { category: 1, mask: 0 } })
    next()
    joints.push(kind === 'hinges'
      ? { type: 'revolute', a: parent, b: k, x: (x + from.x) / 2, y: (y + from.y) / 2 }
      : { type: 'distance', a: parent, b: k, from: { x: from.x, y: from.y }, to: { x, y } })
  }

  get energy(): number {
    const { Position, Velocity } = this.built.physics.components
    return this.masses.reduce((sum, { entity, mass, inertia }) => sum + mass * this.gravity * Position.y[entity]! +
      (mass * (Velocity.x[entity]! ** 2 + Velocity.y[entity]! ** 2) + inertia * Velocity.angular[entity]! ** 2) / 2, 0)
  }

  /** What may move in it: half of what its links weigh, over as many links; and how fast they begin. */
  get scale(): number {
    const { bodies, gravity, masses } = this
    return masses.reduce((sum, { mass, inertia }, k) => {
      const { vx = 0, vy = 0, angular = 0 } = bodies[k + 1]!
      return sum + mass * (1e-3 + gravity * 0.5 * masses.length + 0.5 * (vx ** 2 + vy ** 2)) + 0.5 * inertia * angular ** 2
    }, 0)
  }

  /** By how much its energy comes to be more than after the first step, which makes velocities fit together; as a part of what may move. */
  mostWon(seconds: number): number {
    this.built.step()
    const before = this.energy
    let most = 0
    for (let step = 0; step < seconds * this.hertz; step++) {
      this.built.step()
      most = Math.max(most, this.energy - before)
    }
    return most / this.scale
  }
}

// By half of the arcs of their anchors, told by velocities that one pass leaves wrong, these won 136, 411, 58, 54 and 21 %, as the end of one whirled round. Such chains go
// straight now: of 1,000 of two to six rods within 40 s, and of hinges, the worst win 8 and 11 %, most of it in the step that makes their velocities fit together.
test.each([
  ['rods', 187, 2], ['rods', 190, 2], ['rods', 544, 7], ['rods', 944, 7], ['hinges', 190, 2],
] as const)('random %s %i of at least %i that hang on a post win less than a part of 0.02 of their energy while they whirl', (kind, seed, least) => {
  expect(new Hung(seed, kind, least).mostWon(40)).toBeLessThan(0.02)
})
