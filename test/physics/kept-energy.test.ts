/** What falls on floors without loss bounces on, and neither wins energy nor loses what it need not. */
import { expect, test } from 'vitest'
import { type ShapeData, box, capsule, getMass, polygon } from '../../src/index.ts'
import { whole } from '../support/soak.ts'
import { G, Lab, randomNumbers } from './lab.ts'

const movers: readonly ShapeData[] = [
  capsule(0.3, 0.3),
  box(0.4, 0.4),
  box(0.8, 0.1),
  polygon([{ x: -0.4, y: -0.3 }, { x: 0.4, y: -0.3 }, { x: 0, y: 0.6 }]),
]
const material = { restitution: 1, friction: 0 }
const THROWS = whole([600], [20])[0]!
const SECONDS = 6
const HALF = 20

type Floor = 'tiles' | 'box'

/** How much of its energy a body wins at most for three steps, and how much it has lost at the end. */
function bounce(shape: ShapeData, floor: Floor, hz: number, substeps: number, random: () => number): [won: number, lost: number] {
  const lab = new Lab({ hz, substeps, gravity: { x: 0, y: -G }, allowSleep: false, restitutionThreshold: 0 })
  if (floor === 'box') lab.add(box(HALF, 0.5), 0, -0.5, { kind: 'static', material })
  else for (let i = -HALF; i < HALF; i++) lab.add(box(0.5, 0.5), i + 0.5, -0.5, { kind: 'static', material })
  const body = lab.add(shape, random(), 1 + 3 * random(), {
    angle: 6 * random(), vx: 2 * random() - 1, vy: -2 * random(), angular: 6 * random() - 3, material,
  })
  lab.step()
  const { mass, inertia } = getMass(lab.world, body)
  // Velocities belong to the middle of a substep.
  const half = (0.5 * G) / hz / substeps
  const energy = () => 0.5 * mass * (lab.vx(body) ** 2 + (lab.vy(body) - half) ** 2) + 0.5 * inertia * lab.w(body) ** 2 + mass * G * lab.y(body)
  const before = energy()
  let won = 0
  const last = [before, before, before]
  for (let i = 0; i < SECONDS * hz; i++) {
    lab.step()
    last[i % 3] = energy()
    // In the step of a hit the place may be that of before it, and the velocity that of after.
    won = Math.max(won, Math.min(...last) / before - 1)
  }
  return [won, 1 - energy() / before]
}

function extremes(floor: Floor, hz: number, substeps: number): [won: number, lost: number] {
  const most: [number, number] = [0, 0]
  for (const shape of movers) {
    const random = randomNumbers(5)
    for (let k = 0; k < THROWS; k++) bounce(shape, floor, hz, substeps, random).forEach((value, i) => (most[i] = Math.max(most[i]!, value)))
  }
  return most
}

/**
 * The bars of 40 throws, of which `npm test` tries half, of each shape hold what was measured; so do those of 600, in which with one substep a throw won 1.8 % at 30 Hz,
 * and one lost 2.9 % at 60 Hz. Triangles lose most at 30 Hz, up to 41 %: with one substep they may turn no faster than 23.6 rad/s.
 */
test.each([
  ['tiles', 60, 4, whole([0.004], [0.001])[0]!, whole([0.01], [0.001])[0]!],
  ['box', 60, 4, whole([0.001], [0.001])[0]!, whole([0.001], [0.001])[0]!],
  ['tiles', 30, 4, whole([0.004], [0.001])[0]!, whole([0.005], [0.001])[0]!],
  ['tiles', 60, 1, whole([0.01], [0.001])[0]!, whole([0.04], [0.004])[0]!],
  ['tiles', 30, 1, whole([0.02], [0.02])[0]!, whole([0.45], [0.4])[0]!],
] as const)('on a floor of %s at %i Hz and %i substeps', (floor, hz, substeps, mostWon, mostLost) => {
  const [won, lost] = extremes(floor, hz, substeps)
  expect(won).toBeLessThan(mostWon)
  expect(lost).toBeLessThan(mostLost)
})

// Its first hit turned it onto another corner, and that onto the first one again, which the solver then held: it lost 37 % of its energy.
test('a corner that comes down once more at the end of a substep bounces in the next one', () => {
  const numbers = [0.05705738067626953, 0.41603758931159973, 0.2984050512313843, 0.21884429454803467, 0.31503239274024963, 0.05769848823547363]
  const [, lost] = bounce(movers[3]!, 'box', 60, 1, () => numbers.shift()!)
  expect(lost).toBeLessThan(0.01)
})

// One end was hit and turned them onto the other, against which the soft pass had pressed by where straight ways lead: they lost 46, 53 and 32 %.
test.each([
  ['whose corner was hit before', 60, [0.7176785806659609, 0.6749521701131016, 0.21314623509533703, 0.5419261883944273, 0.6119629316963255, 0.5839669839479029]],
  ['whose other corner was hit', 60, [0.3295290933456272, 0.2113761988002807, 0.719676693668589, 0.18175970297306776, 0.23908456414937973, 0.39378082705661654]],
  ['at 30 Hz', 30, [0.3733605050947517, 0.6525254070293158, 0.8184323739260435, 0.7141688880510628, 0.30231529753655195, 0.11000117938965559]],
] as const)('a plank %s bounces where one substep turns it onto its other end', (_, hz, all) => {
  const numbers = [...all]
  const [won, lost] = bounce(movers[2]!, 'tiles', hz, 1, () => numbers.shift()!)
  expect(won).toBeLessThan(0.01)
  expect(lost).toBeLessThan(0.01)
})
