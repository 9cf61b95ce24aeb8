import { expect, test } from 'vitest'
import { SOAK } from '../support/soak.ts'
import { distanceJoint, prismaticJoint } from '../../src/index.ts'
import { UnitWorld } from './acceptance/conditions.ts'
import { type Structure, letFall } from './random-structures.ts'

const PACES = [{ hz: 60, substeps: 4 }, { hz: 120, substeps: 4 }, { hz: 60, substeps: 8 }, { hz: 30, substeps: 8 }, { hz: 240, substeps: 1 }]

/** Metres/s after a fall of so many metres: no structure of 20 bodies reaches farther. What is 1,000 times as light is thrown by the others. */
const freeFall = (height: number) => Math.sqrt(2 * 10 * height)

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
  // What is 1,000 times as light is cracked like a whip: seed 254 to 164 m/s, with no energy won.
  expect(wrong(SOAK ? 500 : 5, { loops: false, bodies: 20, ratio }, 0.02, SOAK ? 20 * freeFall(20) : 130)).toEqual([])
})

// The stress of loops that do not fit together drove them to 4,000 m/s where a light body hangs among heavy ones.
test.each([1, 100, 1000])('random loops of joints, masses 1 : %i, gain no energy as they fall, in units of 0.1, 1 and 30', (ratio) => {
  const paces = [...PACES, { hz: 30, substeps: 4 }]
  const found: string[] = []
  let [tried, most] = [0, 0]
  // Light bodies are thrown by the heavy: of the 20 seeds of every day to 125 m/s.
  const limit = (SOAK ? 20 : 8) * freeFall(20)
  for (let seed = 1; seed <= (SOAK ? 300 : 6); seed++) {
    for (const kinds of [undefined, ['slide'], ['hinge'], ['wheel'], ['limited slide']] as Structure['kinds'][]) {
      const conditions = { ...paces[seed % paces.length]!, unit: [0.1, 1, 30][seed % 3]! }
      const { gain, fastest } = letFall({ seed, bodies: 20, loops: true, ratio, ...(kinds ? { kinds } : {}) }, conditions, 4)
      tried++
      most = Math.max(most, gain)
      expect(fastest, `seed ${seed}, ${kinds?.[0] ?? 'all'}`).toBeLessThan(limit)
      if (gain > 0.05) found.push(`seed ${seed}, ${kinds?.[0] ?? 'all'}: gain ${gain.toFixed(2)}, ${fastest.toFixed(0)} m/s`)
    }
  }
  // Over 300 seeds 5 of the 1,500 with masses 1 : 1000 gain more than 0.05 times the energy of their fall, the worst of them 0.6.
  if (!SOAK) expect(found).toEqual([])
  expect(found.length, found.join('\n')).toBeLessThan(0.006 * tried)
  expect(most).toBeLessThan(2.5)
}, SOAK ? 600_000 : 30_000)

// All reached 4,000 m/s, with 266,000 times the energy that lifts them by 3 m.
test.each([2, 3, 4, 7, 8, 16, 19, 22, 24, 26, 32, 33, 34, 35, 36, 38, 39])('slides of seed %i in loops do not fly off', (seed) => {
  const { gain, fastest } = letFall({ seed, bodies: 20, loops: true, ratio: 1000, kinds: ['slide'] }, { hz: 60, substeps: 4, unit: 1 })
  expect(gain).toBeLessThan(0.01)
  // Which of them throws a light body hangs on every bit: of seeds 1 to 300 four do so with more than 120 m/s.
  expect(fastest).toBeLessThan(10 * freeFall(20))
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
