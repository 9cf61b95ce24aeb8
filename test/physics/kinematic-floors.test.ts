/** Nothing falls through a floor that is kinematic, however thin that is and whether it rests or moves. */
import { expect, it } from 'vitest'
import { BROAD_PHASES } from '../../examples/broad-phases.ts'
import { type BroadPhaseFactory, type ShapeData, box, capsule, chain, circle, polygon, segment } from '../../src/index.ts'
import { SOAK, whole } from '../support/soak.ts'
import { Lab, randomNumbers } from './lab.ts'

const points = Array.from({ length: 21 }, (_, i) => ({ x: -20 + 2 * i, y: 0 }))

const floors: readonly (readonly [name: string, shape: ShapeData])[] = [
  ['thin box', box(20, 0.02)],
  ['box', box(20, 0.2)],
  ['segment', segment(-20, 0, 20, 0)],
  ['chain', chain(points)],
  ['two-sided chain', chain(points, { twoSided: true })],
]

const shapes: readonly ShapeData[] = [
  circle(0.2),
  box(0.3, 0.1),
  box(0.1, 0.1),
  capsule(0.2, 0.1),
  polygon([{ x: -0.2, y: -0.1 }, { x: 0.3, y: -0.1 }, { x: 0, y: 0.2 }]),
  box(0.4, 0.05),
]

interface Fall {
  readonly hz: number
  readonly speed: number
  readonly n: number
  readonly rises: number
  readonly broadPhase?: BroadPhaseFactory
}

/** Lets one body fall and returns its height above the floor after each step. */
function heights(floor: ShapeData, { hz, speed, n, rises, broadPhase }: Fall): number[] {
  const lab = new Lab({ hz, gravity: { x: 0, y: -10 }, ...(broadPhase && { broadPhase }) })
  const ground = lab.add(floor, 0, 0, { kind: 'kinematic', vy: rises })
  const body = lab.add(shapes[n % 6]!, -2 + 0.37 * (n % 11), 3 + 0.0731 * n, { angle: 0.7 * n, vy: -speed, angular: 5 * (n % 3) - 5 })
  const found: number[] = []
  lab.run(0.25, () => found.push(lab.y(body) - lab.y(ground)))
  return found
}

// At 100 m/s and 30 Hz three of 24 came through each thin floor that rested, and two through a thick one that rose.
it.each(floors)('nothing falls through a %s', (_, floor) => {
  for (const hz of whole([30, 60, 120], [30])) {
    for (const speed of whole([15, 30, 60, 100, 200], [30, 100])) {
      for (const rises of [0, 4]) {
        for (let n = 0; n < 24; n++) {
          expect(Math.min(...heights(floor, { hz, speed, n, rises })), `shape ${n} at ${speed} m/s, ${hz} Hz, floor at ${rises} m/s`).toBeGreaterThan(0)
        }
      }
    }
  }
})

it('what falls on it comes to the same bits over each broad phase', () => {
  for (const [name, floor] of floors) {
    for (let n = 0; n < 6; n++) {
      const [first, ...others] = Object.values(BROAD_PHASES).map((broadPhase) => heights(floor, { hz: 30, speed: 100, n, rises: 4, broadPhase }))
      for (const other of others) expect(other, `shape ${n} on a ${name}`).toEqual(first)
    }
  }
})

// What moved farther in a step than it is thick was no floor to look ahead for, and lines have no thickness: bodies came 30 cm deep before they were held.
it('what falls on a line that moves is held at its surface', () => {
  for (const [name, floor] of floors.slice(2)) {
    for (const [vx, vy] of [[0, 2], [0, -1], [2, 0], [-3, 1]] as const) {
      for (let n = 0; n < 24; n += SOAK ? 1 : 2) {
        const lab = new Lab({ hz: 30 })
        const ground = lab.add(floor, 0, 0, { kind: 'kinematic', vx, vy })
        const radius = 0.2 + 0.02 * n
        const ball = lab.add(circle(radius), 0.3 * (n % 8), 1.5, { vy: -5 - 0.5 * n })
        let deepest = 0
        lab.run(0.5, () => { deepest = Math.max(deepest, radius + lab.y(ground) - lab.y(ball)) })
        expect(deepest, `radius ${radius} on a ${name} at ${vx}, ${vy} m/s`).toBeLessThan(0.005)
      }
    }
  }
})

function anyShape(random: () => number): ShapeData {
  const r = 0.15 + 0.4 * random(), flat = r * (0.1 + 0.9 * random())
  const kinds = [circle(r), box(r, flat), capsule(r, flat / 2), box(r, 0.04), polygon([{ x: -r, y: -flat }, { x: r, y: -flat }, { x: r * (random() - 0.5), y: flat }])]
  return kinds[Math.floor(random() * kinds.length)]!
}

function addPile(lab: Lab, count: number, high: number, random: () => number): number[] {
  return Array.from({ length: count }, () => {
    return lab.add(anyShape(random), 10 * random() - 5, 0.7 + high * random(), { angle: 7 * random(), material: { friction: random() } })
  })
}

const kinematic = { kind: 'kinematic', material: { friction: 0.5 } } as const

/** A floor whose top is at y = 0. */
const addSegments = (lab: Lab) => Array.from({ length: 20 }, (_, i) => lab.add(segment(i - 10, 0, i - 9, 0), 0, 0, kinematic))

// Of what one segment of a row took along to the next one, which moved on, that was not taken along: 4 of 39 such worlds lost some.
it('what lies on a row of kinematic segments that are shaken stays above them', () => {
  for (let seed = 1; seed <= (SOAK ? 60 : 20); seed++) {
    const random = randomNumbers(seed)
    const lab = new Lab({ hz: 30, substeps: 4, gravity: { x: 0, y: -10 } })
    const floor = addSegments(lab)
    const movers = [...floor, ...[-1, 1].map((side) => lab.add(box(0.5, 15), 6 * side, 14, kinematic))]
    const bodies = addPile(lab, 40, 6, random)
    const speed = 8 + 8 * random(), wx = 5 + 10 * random(), wy = 5 + 10 * random()
    for (let step = 1; step <= 90; step++) {
      for (const body of movers) {
        lab.c.Velocity.x[body] = speed * Math.cos((step / 30) * wx)
        lab.c.Velocity.y[body] = speed * Math.cos((step / 30) * wy)
      }
      lab.step()
    }
    expect(bodies.filter((body) => lab.y(body) < lab.y(floor[0]!) - 0.1), `seed ${seed}`).toEqual([])
  }
})
