import { describe, expect, test } from 'vitest'
import { SOAK, whole } from '../support/soak.ts'
import {
  BOUNCE_SHAPES, GROUNDS, ballOnBall, ballOnBox, ballOnEnd, bounceHeights, deepestLanding, impactError, newtonsCradle,
} from './bounce-lab.ts'

/** `node examples/run.mjs test/physics/bounces-table.ts` prints what is measured here. */
const RATES = [30, 60, 120]
const RESTITUTIONS = whole([0.2, 0.5, 0.8, 0.95, 1], [0.2, 0.8, 1])
const DROPS = [1, 4, 16]
/** Heights or landings that are tried of each. */
const TRIALS = SOAK ? 200 : 10
/** Moments within a step at which an impact comes. */
const PHASES = SOAK ? 12 : 3

describe.each(BOUNCE_SHAPES)('a %s that is dropped rises to e²h', (shape) => {
  test.each(RATES)('at %i Hz, the median within 1 percent, all within 4', (hz) => {
    const wrong: string[] = []
    for (const e of RESTITUTIONS) {
      for (const drop of DROPS) {
        const { median, least, most } = bounceHeights(shape, e, drop, hz, TRIALS)
        if (Math.abs(median - 1) <= 0.01 && least >= 0.96 && most <= 1.04) continue
        wrong.push(`e ${e} from ${drop} m: median ${median.toFixed(3)}, from ${least.toFixed(3)} to ${most.toFixed(3)}`)
      }
    }
    expect(wrong).toEqual([])
  })
})

test.each([1, 2, 8, 16])('a circle rises to e²h with %i substeps too', (substeps) => {
  for (const e of [0.05, 0.5, 1]) {
    // A rise of 1 cm, and an impact far above the threshold.
    const { median, least, most } = bounceHeights('circle', e, 4, 60, SOAK ? 100 : 20, substeps)
    expect(Math.abs(median - 1), `e ${e}: median ${median}, from ${least} to ${most}`).toBeLessThanOrEqual(0.01)
    expect(Math.max(1 - least, most - 1), `e ${e}: median ${median}, from ${least} to ${most}`).toBeLessThanOrEqual(0.04)
  }
})

describe.each([0, 0.001, 0.01])('five elastic balls with gaps of %f m', (gap) => {
  test.each([1, 2, 3])('%i in, as many out', (moving) => {
    const wrong: string[] = []
    for (const hz of RATES) {
      for (const phase of [0, 0.21, 0.48, 0.77]) {
        const speeds = newtonsCradle(moving, gap, hz, phase)
        const off = Math.max(...speeds.map((speed, i) => Math.abs(speed - (i < 5 - moving ? 0 : 1))))
        if (!(off < 0.02)) wrong.push(`${hz} Hz: ${speeds.map((speed) => speed.toFixed(3)).join(' ')}`)
      }
    }
    expect(wrong).toEqual([])
  })
})

test.each([['ball on ball', ballOnBall], ['ball on box', ballOnBox]] as const)(
  '%s, off its centre: velocities by the formula, within 1 percent of the approach', (_, impact) => {
    const wrong: string[] = []
    for (const hz of RATES) {
      for (const speed of [3.2, 12]) {
        for (const e of whole([0.3, 0.7, 1], [0.3, 1])) {
          for (const mass of whole([0.1, 1, 8], [0.1, 8])) {
            for (const offset of whole([0.1, 0.4, 0.7], [0.1, 0.7])) {
              const errors = Array.from({ length: PHASES }, (__, k) => impact(e, mass, offset, speed, hz, k / PHASES))
                .sort((a, b) => impactError(b) - impactError(a))
              const worst = errors[0]!
              if (impactError(worst) > 0.01) wrong.push(`${worst.what}: ${worst.measured.join(' ')} for ${worst.formula.join(' ')}`)
            }
          }
        }
      }
    }
    expect(wrong).toEqual([])
  },
)

test.each([0.05, 0.1, 0.25, 1, 2])('balls of %f m, off their centres: by the formula, however far a step takes them', (radius) => {
  const wrong: string[] = []
  for (const hz of [30, 60, 120, 240]) {
    for (const speed of [1.7, 2.6, 4.1, 7]) {
      for (const offset of whole([0.1, 0.2, 0.4, 0.55, 0.7, 0.85], [0.4, 0.7])) {
        // Slower than the threshold nothing bounces.
        if (speed * Math.sqrt(1 - offset * offset) < 1) continue
        for (let k = 0; k < PHASES; k++) {
          const impact = ballOnBall(0.8, 1, offset, speed, hz, k / PHASES, radius)
          if (!(impactError(impact) <= 0.01)) wrong.push(`${impact.what}: ${impact.measured.join(' ')} for ${impact.formula.join(' ')}`)
        }
      }
    }
  }
  expect(wrong).toEqual([])
})

test.each([0.05, 0.1, 0.25])('balls of %f m on the round ends of capsules: by the formula within 1 percent, however far a step takes them', (radius) => {
  const wrong: string[] = []
  for (const hz of [30, 60, 120, 240]) {
    for (const speed of [1.7, 2.6, 4.1, 7]) {
      for (const offset of whole([0.2, 0.4, 0.6, 0.7], [0.4, 0.7])) {
        for (let k = 0; k < PHASES; k++) {
          const impact = ballOnEnd(0.8, offset, speed, hz, k / PHASES, radius)
          if (!(impactError(impact) <= 0.01)) wrong.push(`${impact.what}: ${impact.measured.join(' ')} for ${impact.formula.join(' ')}`)
        }
      }
    }
  }
  expect(wrong).toEqual([])
})

const DEEPEST = { circle: 0.0005, box: 0.005, capsule: 0.005 } as const

describe.each(GROUNDS)('landing on %s at up to 20 m/s', (ground) => {
  test.each(BOUNCE_SHAPES)('a %s is never deeper than 5 mm', (shape) => {
    for (const hz of RATES) expect(deepestLanding(shape, 0, ground, hz, TRIALS).first, `${hz} Hz`).toBeLessThanOrEqual(DEEPEST[shape])
  })

  test.each(BOUNCE_SHAPES)('a %s that bounces is never deeper than 1 mm', (shape) => {
    for (const hz of RATES) expect(deepestLanding(shape, 0.5, ground, hz, TRIALS).first, `${hz} Hz`).toBeLessThanOrEqual(0.001)
  })
})
