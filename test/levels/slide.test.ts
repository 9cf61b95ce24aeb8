/** What slides over a level does so as over one piece. */
import { describe, expect, it } from 'vitest'
import {
  type MergeOptions, type ShapeData, type TileKinds, box, capsule, chain, circle, createTileLevel, mergeTiles, polygon, spawnLevel,
} from '../../src/index.ts'
import { Lab } from '../physics/lab.ts'
import { whole } from '../support/soak.ts'

const smooth = { material: { friction: 0 } }
const kinds: TileKinds = {
  1: smooth, 2: { shape: 'rise', ...smooth }, 3: { shape: 'fall', ...smooth }, 4: { shape: 'rise-low', ...smooth },
  5: { shape: 'rise-high', ...smooth }, 6: { shape: 'fall-high', ...smooth }, 7: { shape: 'fall-low', ...smooth },
}

type Builder = (lab: Lab, cells: ArrayLike<number>[], options: MergeOptions) => void

const builders: Readonly<Record<string, Builder>> = {
  rectangles: (lab, cells, options) => spawnLevel(lab.world, mergeTiles(cells, options)),
  outlines: (lab, cells, options) => spawnLevel(lab.world, mergeTiles(cells, { ...options, to: 'outlines' })),
  'a live level': (lab, cells, options) => createTileLevel(lab.world, cells, options),
  'cells that are not merged': (lab, cells, options) => createTileLevel(lab.world, cells, { ...options, chunk: 1 }),
}

const movers: Readonly<Record<string, readonly [ShapeData, down: number]>> = {
  box: [box(0.4, 0.4), 0.4],
  circle: [circle(0.4), 0.4],
  capsule: [capsule(0.3, 0.3), 0.3],
  'upright capsule': [capsule(0.3, 0.3, 'y'), 0.6],
  polygon: [polygon([{ x: -0.4, y: -0.4 }, { x: 0.4, y: -0.4 }, { x: 0, y: 0.5 }]), 0.4],
}

describe.each(Object.entries(builders))('over 1,000 cells of %s', (_, build) => {
  it.each(whole(Object.entries(movers), Object.entries(movers).slice(0, 2)))('a %s neither bumps nor slows down', (name, [shape, down]) => {
    for (const speed of whole([1, 3, 6, 10, 17, 25, 30], [30])) {
      const lab = new Lab()
      build(lab, [new Uint8Array(1000).fill(1)], { kinds })
      const entity = lab.add(shape, 2, down, { vx: speed, ...smooth, motion: { lockRotation: 1 } })
      lab.run(0.3)
      let fastest = 0
      lab.run(Math.min(900 / speed, whole([60], [12])[0]!), () => {
        fastest = Math.max(fastest, Math.abs(lab.vy(entity)))
      })
      expect(fastest, `${name} at ${speed} m/s: vertical velocity`).toBeLessThan(1e-4)
      expect(Math.abs(lab.vx(entity) / speed - 1), `${name} at ${speed} m/s: loss of speed`).toBeLessThan(1e-6)
    }
  })
})

/** Cells of a course, a column for each letter: _ flat, / and \ steep, rR and Ff gentle; and the line along its top. */
function courseOf(profile: string): { cells: number[][]; line: { x: number; y: number }[] } {
  let height = 5
  const line = [{ x: 0, y: height }]
  const columns = [...profile].map((letter, i) => {
    if (letter === '\\' || letter === 'F') height--
    const [kind, top] = letter === '_' ? [1, height - 1] : [' /\\rRFf'.indexOf(letter) + 1, height]
    if (letter === '/' || letter === 'R') height++
    line.push({ x: i + 1, y: letter === 'r' || letter === 'F' ? height + 0.5 : height })
    return [kind, top] as const
  })
  const cells = Array.from({ length: 30 }, (_, row) => columns.map(([kind, top]) => (29 - row === top ? kind : 29 - row < top ? 1 : 0)))
  return { cells, line }
}

const courses: Readonly<Record<string, string>> = {
  'up a slope': '_'.repeat(20) + '/'.repeat(12) + '_'.repeat(60),
  'up a gentle slope': '_'.repeat(20) + 'rR'.repeat(8) + '_'.repeat(70),
  'down a slope': '_'.repeat(6) + '\\'.repeat(4) + '_'.repeat(90),
  'down a gentle slope': '_'.repeat(6) + 'Ff'.repeat(4) + '_'.repeat(90),
}

describe.each(Object.entries(courses))('%s', (_, profile) => {
  it.each(Object.entries(builders).filter(([name]) => name !== 'cells that are not merged'))('of %s goes as along one line', (name, build) => {
    const { cells, line } = courseOf(profile)
    for (const [mover, [shape, down]] of whole(Object.entries(movers), Object.entries(movers).filter(([key]) => key === 'box' || key === 'circle'))) {
      for (const speed of whole([2, 3, 6, 10, 15], [10])) {
        const labs = [new Lab(), new Lab()]
        labs[0]!.add(chain(line), 0, 0, { kind: 'static', ...smooth })
        build(labs[1]!, cells, { kinds, origin: { x: 0, y: 30 } })
        const ids = labs.map((lab) => lab.add(shape, 2.3, 5 + down, { vx: speed, ...smooth, motion: { lockRotation: 1 } }))
        let apart = 0
        for (let i = 0; i < whole([180], [150])[0]!; i++) {
          labs.forEach((lab) => lab.step())
          apart = Math.max(apart, Math.hypot(labs[0]!.x(ids[0]!) - labs[1]!.x(ids[1]!), labs[0]!.y(ids[0]!) - labs[1]!.y(ids[1]!)))
        }
        // After a way of as many meters: a bump would cost meters, a hit that is answered a part of a step sooner some centimeters.
        expect(apart, `${mover} at ${speed} m/s on ${name}`).toBeLessThan(speed < 4 ? 0.2 : 0.5)
      }
    }
  })
})
