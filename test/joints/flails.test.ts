import { expect, test } from 'vitest'
import { buildScene } from '../../examples/scenes/build.ts'
import type { BodyData, JointData } from '../../examples/scenes/types.ts'
import { getMass } from '../../src/index.ts'
import { whole } from '../support/soak.ts'

const PITCH = 0.4
const KINDS = ['hinges', 'rods', 'ropes'] as const

interface Flail {
  readonly kind: (typeof KINDS)[number]
  /** Bodies, the one that it hangs on among them. */
  readonly count: number
  /** How many times as dense the last one is. */
  readonly load: number
  readonly hertz: number
  readonly gravity: number
  /** Upward speed of the last one as it begins, level. */
  readonly kick: number
}

function makeJoint(kind: Flail['kind'], k: number): JointData {
  if (kind === 'hinges') return { type: 'revolute', a: k, b: k + 1, x: PITCH * (k + 0.5), y: 0 }
  const rod = { type: 'distance', a: k, b: k + 1, from: { x: PITCH * k, y: 0 }, to: { x: PITCH * (k + 1), y: 0 } } as const
  return kind === 'rods' ? rod : { ...rod, limit: { lower: 0, upper: PITCH } }
}

/** By how much its energy rises above that of the beginning, as a part of what moves in it. */
function mostWon({ kind, count, load, hertz, gravity, kick }: Flail): number {
  const bodies = Array.from({ length: count }, (_, k): BodyData => ({
    x: PITCH * k, y: 0, vy: k === count - 1 ? kick : 0, density: k === count - 1 ? load : 1, filter: { category: 1, mask: 0 },
    shape: kind === 'hinges' ? { type: 'capsule', halfLength: 0.15, radius: 0.05 } : { type: 'circle', radius: 0.12 },
    ...(k === 0 && { kind: 'static' }),
  }))
  const joints = Array.from({ length: count - 1 }, (_, k) => makeJoint(kind, k))
  const info = { name: 'flail', title: '', category: '', description: '', lookFor: '', view: { x: 0, y: 0, width: 1, height: 1 } }
  const built = buildScene({ ...info, gravity: { x: 0, y: -gravity }, bodies, joints }, { dt: 1 / hertz, allowSleep: false })
  const { Position, Velocity } = built.physics.components
  const movers = Array.from(built.entities).slice(1)
  const masses = movers.map((entity) => getMass(built.world, entity))
  const energy = (): number => movers.reduce((sum, entity, i) => {
    const { mass, inertia } = masses[i]!
    return sum + mass * gravity * Position.y[entity]! + mass * (Velocity.x[entity]! ** 2 + Velocity.y[entity]! ** 2) / 2 + inertia * Velocity.angular[entity]! ** 2 / 2
  }, 0)
  const moves = masses.reduce((sum, { mass }) => sum + mass, 0) * gravity * PITCH * count + masses.at(-1)!.mass * kick * kick / 2
  const before = energy()
  let most = 0
  for (let step = 0; step < 10 * hertz; step++) {
    built.step()
    most = Math.max(most, energy() - before)
  }
  return most / moves
}

// Bent by turns of up to 0.5 rad in a substep, what whipped through the straight won up to 97 times the energy that it had: 26 of 1,728 such flails
// of hinges, and of rods and ropes of three and four bodies one in ten, won more than 3 % of it; now at most 1.2 and 5.3.
test.each(KINDS)('what hangs on light %s wins less than 6 %% of its energy as they whip through the straight, of hinges less than 2 %%', (kind) => {
  // Rods and ropes at 120 Hz, too, in a soak.
  const won = (kind === 'hinges' ? [30, 60, 120] : whole([30, 60, 120], [30, 60])).flatMap((hertz) => [10, 30].flatMap((gravity) => [10, 15, 19].flatMap((load) => [3, 4].flatMap((count) => [-8, -3, 5, 9].map((kick) => {
    const flail = { kind, count, load, hertz, gravity, kick }
    return { ...flail, part: mostWon(flail) }
  })))))
  expect(won.filter(({ part }) => !(part < (kind === 'hinges' ? 0.02 : 0.06)))).toEqual([])
}, 60_000)
