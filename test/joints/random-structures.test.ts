import { expect, test } from 'vitest'
import { SOAK } from '../support/soak.ts'
import { distanceJoint, prismaticJoint } from '../../src/index.ts'
import { UnitWorld } from './acceptance/conditions.ts'
import { type Structure, letFall } from './random-structures.ts'

const PACES = [{ hz: 60, substeps: 4 }, { hz: 120, substeps: 4 }, { hz: 60, substeps: 8 }, { hz: 30, substeps: 8 }, { hz: 240, substeps: 1 }]

/** What gained energy, of seeds from 1 on. */
function wrong(seeds: number, structure: Omit<Structure, 'seed'>, most: number, fastest: number): string[] {
  const found: string[] = []
  for (let seed = 1; seed <= seeds; seed++) {
    const conditions = { ...PACES[seed % PACES.length]!, unit: seed % 3 === 0 ? 30 : 1 }
    const fall = letFall({ ...structure, seed }, conditions)
    if (fall.gain <= most && fall.fastest <= fastest) continue
    found.push(`seed ${seed}: gain ${fall.gain.toFixed(3)}, ${fall.fastest.toFixed(1)} m/s`)
  }
  return found
}

test.each([1, 10, 100, 1000])('random trees of joints, masses 1 : %i, gain no energy as they fall', (ratio) => {
  expect(wrong(SOAK ? 500 : 10, { loops: false, bodies: 20, ratio }, 0.02, 130)).toEqual([])
})

// Small trees on loops that were solved at once let these swing ever wider, to 14 m/s.
test.each([1, 4, 11, 23, 26, 27, 77, 82, 108, 118])('welded pieces of seed %i, with loops, come to rest', (seed) => {
  const { gain, last } = letFall({ seed, bodies: 10, loops: true, ratio: 1, kinds: ['weld'] }, { hz: 60, substeps: 4, unit: 1 }, 4)
  expect(gain).toBeLessThan(0.003)
  expect(last).toBeLessThan(1)
})

test.each([60, 120, 240])('a slide that carries 130 times the mass of its rail holds at its limit, at %i Hz', (hz) => {
  const t = new UnitWorld({ hz, substeps: 4, unit: 1, gravity: 10 }, 10, { allowSleep: false })
  const [rail, load] = [t.body(t.box(0.2, 0.1), 0, -1, 0.089, 0.002), t.body(t.box(0.2, 0.1), 0.3, -1.6, 12, 0.3)]
  t.joint(distanceJoint(t.fixed(0, 0), rail, { spring: { stiffness: 1.3, damping: 0.1 } }))
  const slide = t.joint(prismaticJoint(rail, load, { x: 0.1, y: -1.3, axis: { x: 0.6, y: 0.8 }, limit: { lower: -2, upper: 2 } }))
  const { Joint } = t.components
  let most = 0
  t.run(6, () => {
    const [ax, ay] = t.spot(rail, Joint.ax[slide]!, Joint.ay[slide]!)
    const [bx, by] = t.spot(load, Joint.bx[slide]!, Joint.by[slide]!)
    most = Math.max(most, Math.hypot(bx - ax, by - ay))
  })
  // Solved row by row it was drawn 100 m apart.
  expect(most).toBeLessThan(2.05)
})
