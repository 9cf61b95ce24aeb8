/** Soft welds that bear what substeps follow are as stiff as their hertz say, and as they were before what they bear was taken on in part: links of 1 kg in a row, the last one heavier. */
import { expect, test } from 'vitest'
import { box, stepPhysics, weldJoint } from '../../src/index.ts'
import { whole } from '../support/soak.ts'
import { JointWorld } from './joint-world.ts'

const G = 10
const RATES = whole([[30, 1], [30, 4], [60, 1], [60, 2], [60, 4], [60, 8], [120, 1], [120, 4], [120, 8]], [[30, 1], [30, 4], [60, 2], [60, 8], [120, 1], [120, 4]])

function hang(count: number, load: number, hertz: number, dampingRatio: number, substeps: number): { readonly t: JointWorld; readonly last: number } {
  const t = new JointWorld({ allowSleep: false, substeps, gravity: { x: 0, y: -G } })
  let last = t.add(box(0.1, 0.1), 0, 0, t.components.Static)
  for (let i = 0; i < count; i++) {
    const body = t.heavy(box(0.05, 0.1), 0, -0.2 * (i + 1), i === count - 1 ? load : 1)
    const spring = { hertz, dampingRatio }
    t.joint(weldJoint(last, body, { x: 0, y: -0.1 - 0.2 * i, spring, angularSpring: spring }))
    last = body
  }
  return { t, last }
}

/** The stiffness of each spring: its hertz are those of what it joins, by their reduced mass. */
function stiffnesses(count: number, load: number, hertz: number): number[] {
  return Array.from({ length: count }, (_, i) => {
    const inverse = (i === 0 ? 0 : 1) + (i === count - 1 ? 1 / load : 1)
    return (2 * Math.PI * hertz) ** 2 / inverse
  })
}

/** By how much they are drawn out by what hangs on each of them. */
function sagOf(count: number, load: number, hertz: number): number {
  return stiffnesses(count, load, hertz).reduce((way, stiffness, i) => way + (G * (count - 1 - i + load)) / stiffness, 0)
}

/**
 * Beyond a quarter of a swing in a substep springs are asked for less (`MOST_SWINGS` in kernel/joints.h), by all that gives way to them: a link of 1 kg that is held
 * 0.1 m from its middle, and has an inertia of (0.1² + 0.2²) / 12, answers 3.4 times as much as its mass alone.
 */
const MOST_SWINGS = 0.25 / Math.sqrt(1 + 0.1 ** 2 / ((0.1 ** 2 + 0.2 ** 2) / 12))

test.each(RATES)('they sag by what hangs on each of them, at %i Hz with %i substeps', (rate, substeps) => {
  for (const count of [1, 2, 4]) {
    for (const hertz of [2, 5, 15, 60]) {
      for (const load of [1, 10, 100]) {
        const sag = sagOf(count, load, hertz)
        // What is drawn out farther hangs askew, or swings for long.
        if (hertz > MOST_SWINGS * rate * substeps || sag > 0.5) continue
        const { t, last } = hang(count, load, hertz, 1, substeps)
        t.seconds(8, 1 / rate)
        let sum = 0
        for (let i = 0; i < rate; i++) {
          stepPhysics(t.world, 1 / rate)
          sum -= t.y(last) + 0.2 * count
        }
        const off = Math.abs(sum / rate / sag - 1)
        expect(off, `${count} of ${hertz} Hz under ${load} kg`).toBeLessThan(load === 100 ? 0.04 : 0.01)
      }
    }
  }
})

test.each(RATES)('they swing as the masses in a row do, at %i Hz with %i substeps', (rate, substeps) => {
  for (const count of [1, 2]) {
    for (const hertz of [2, 5, 15]) {
      for (const load of [1, 10, 100]) {
        const turn = (2 * Math.PI * hertz) / rate / substeps
        // Each substep turns a swing by atan(turn) or so, which is less: by 11 / 24 of the square, measured. Coarser ones lose what they swing by in a few swings.
        if (turn > 0.3 || sagOf(count, load, hertz) > 1) continue
        const { t, last } = hang(count, load, hertz, 0.02, substeps)
        const k = stiffnesses(count, load, hertz)
        // The slower way of two to swing.
        const mean = count === 1 ? k[0]! / load : (k[0]! + k[1]! + k[1]! / load) / 2
        const square = count === 1 ? mean : mean - Math.sqrt(mean * mean - (k[0]! * k[1]!) / load)
        const period = (2 * Math.PI) / Math.sqrt(square)
        const times = t.crossings(8 * period, () => t.y(last) + 0.2 * count + sagOf(count, load, hertz), 1 / rate)
        const off = Math.abs((times.at(-1)! - times[0]!) / (times.length - 1) / period - 1)
        expect(off, `${count} of ${hertz} Hz under ${load} kg`).toBeLessThan(0.002 + 0.5 * turn * turn)
      }
    }
  }
})
