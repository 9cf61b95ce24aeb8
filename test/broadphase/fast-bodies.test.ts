import { expect, test } from 'vitest'
import { type ShapeData, box, capsule, circle, polygon, segment } from '../../src/index.ts'
import { BROAD_PHASES, BROAD_PHASE_NAMES, type BroadPhaseName } from '../../examples/broad-phases.ts'
import { Lab, type Setup, randomNumbers } from '../physics/lab.ts'

interface Body {
  readonly shape: ShapeData
  readonly x: number
  readonly y: number
  readonly setup: Setup
}

type Random = () => number

/** Programs in a world, so far apart that they have nothing to do with each other: worlds are slow to make. */
const PROGRAMS = 40
const WORLDS = 8

function randomShape(random: Random): ShapeData {
  const [w, h] = [0.1 + 0.6 * random(), 0.1 + 0.6 * random()]
  switch (Math.floor(random() * 5)) {
    case 0:
      return circle(w)
    case 1:
      return capsule(w, h)
    case 2:
      return polygon([{ x: -w, y: -h }, { x: w, y: -h }, { x: 0, y: h }])
    default:
      return box(w, h)
  }
}

function randomSetup(random: Random): Setup {
  const angle = 6 * random()
  const kind = random()
  if (kind < 0.4) return { angle, kind: 'static' }
  const speeds = { angle, vx: 60 * (random() - 0.5), vy: 60 * (random() - 0.5), angular: 30 * (random() - 0.5) }
  return kind < 0.65 ? { ...speeds, kind: 'kinematic' } : { ...speeds, bullet: random() < 0.3 }
}

function randomProgram(random: Random): Body[] {
  return Array.from({ length: 3 + Math.floor(6 * random()) }, () => {
    const setup = randomSetup(random)
    const shape = setup.kind === 'static' && random() < 0.2 ? segment(-0.5, 0, 0.5, 0.2) : randomShape(random)
    return { shape, x: 2.5 * (random() - 0.5), y: 2.5 * (random() - 0.5), setup }
  })
}

function run(programs: readonly Body[][], broadPhase: BroadPhaseName): number[][] {
  const lab = new Lab({ broadPhase: BROAD_PHASES[broadPhase] })
  const ids = programs.map((bodies, i) => bodies.map((one) => lab.add(one.shape, one.x + 100 * i, one.y, one.setup)))
  lab.step(4)
  return ids.map((bodies) => bodies.flatMap((id) => [lab.x(id), lab.y(id), lab.angle(id), lab.vx(id), lab.vy(id), lab.w(id)]))
}

function expectSame(programs: readonly Body[][], label: string): void {
  const wanted = run(programs, 'brute-force')
  for (const name of BROAD_PHASE_NAMES) {
    run(programs, name).forEach((got, i) => expect(got, `${name}, program ${i} ${label}`).toEqual(wanted[i]))
  }
}

test('what fast bodies run over does not depend on the broad phase, to the last bit', () => {
  for (let seed = 1; seed <= WORLDS; seed++) {
    const random = randomNumbers(seed)
    expectSame(Array.from({ length: PROGRAMS }, () => randomProgram(random)), `of seed ${seed}`)
  }
})
