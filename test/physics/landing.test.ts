/** What comes down on tiles in a row, anywhere and at any speed, does so as on one big box. */
import { describe, expect, it, test } from 'vitest'
import { type ShapeData, box, capsule, chain, circle, getMass, polygon, segment } from '../../src/index.ts'
import { whole } from '../support/soak.ts'
import { G, Lab } from './lab.ts'

const smooth = { kind: 'static', material: { friction: 0 } } as const

const movers: Readonly<Record<string, ShapeData>> = {
  circle: circle(0.4),
  capsule: capsule(0.3, 0.3),
  'rounded box': { ...box(0.3, 0.2), radius: 0.1 },
  box: box(0.4, 0.4),
  plank: box(0.8, 0.1),
  triangle: polygon([{ x: -0.4, y: -0.3 }, { x: 0.4, y: -0.3 }, { x: 0, y: 0.6 }]),
  'rounded triangle': polygon([{ x: -0.4, y: -0.3 }, { x: 0.4, y: -0.3 }, { x: 0, y: 0.6 }], 0.15),
}

const square = polygon([{ x: -0.5, y: -0.5 }, { x: 0.5, y: -0.5 }, { x: 0.5, y: 0.5 }, { x: -0.5, y: 0.5 }])

const floors: Readonly<Record<string, (lab: Lab) => void>> = {
  boxes: (lab) => {
    for (let i = -4; i < 36; i++) lab.add(box(0.5, 0.5), i + 0.5, -0.5, smooth)
  },
  polygons: (lab) => {
    for (let i = -4; i < 36; i++) lab.add(square, i + 0.5, -0.5, smooth)
  },
  'rectangles of four cells': (lab) => {
    for (let i = -4; i < 36; i += 4) lab.add(box(2, 0.5), i + 2, -0.5, smooth)
  },
}

/** How far the lowest point of a shape is under its origin. */
function reachDown(shape: ShapeData, angle: number): number {
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  const { halfWidth: w, halfHeight: h, points, radius } = shape
  const corners = points ?? [-w, -h, w, -h, w, h, -w, h]
  let lowest = Infinity
  for (let i = 0; i < corners.length; i += 2) lowest = Math.min(lowest, s * corners[i]! + c * corners[i + 1]!)
  return radius - lowest
}

interface Landing {
  readonly vx: number
  readonly vy: number
  readonly angle: number
  readonly angular: number
  readonly x: number
  readonly above: number
}

function* landings(count: number, turns: boolean): Generator<Landing> {
  let seed = 7
  const random = (): number => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return seed / 2147483648
  }
  for (let i = 0; i < count; i++) {
    yield {
      vx: [0, 1, 3, 10, 20, 30][Math.floor(random() * 6)]!, vy: -[0.5, 2, 5, 10, 20][Math.floor(random() * 5)]!,
      angle: random() < 0.4 ? 0 : random() * 6.28, angular: !turns || random() < 0.5 ? 0 : (random() - 0.5) * 20,
      x: random(), above: random() * 0.6,
    }
  }
}

/** By how much the speed along the floor, on which nothing rubs, ever changed, and how deep the shape came. */
function land(build: (lab: Lab) => void, shape: ShapeData, at: Landing, turns: boolean, hz = 60, substeps = 4): [pushed: number, deepest: number] {
  const lab = new Lab({ hz, substeps })
  build(lab)
  const { vx, vy, angle, angular, x, above } = at
  const entity = lab.add(shape, x, above + reachDown(shape, angle), {
    angle, vx, vy, angular, material: { friction: 0 }, motion: turns ? {} : { lockRotation: 1 },
  })
  let [pushed, deepest] = [0, 0]
  lab.run(40 / 60, () => {
    pushed = Math.max(pushed, Math.abs(lab.vx(entity) - vx))
    deepest = Math.max(deepest, reachDown(shape, lab.angle(entity)) - lab.y(entity))
  })
  return [pushed, deepest]
}

describe.each(Object.entries(floors))('a floor of %s', (_, build) => {
  it.each(Object.entries(movers))('holds a %s that lands there without pushing it aside', (name, shape) => {
    for (const [turns, hz, substeps] of whole([[false, 60, 4], [true, 60, 4], [true, 30, 4], [true, 60, 1]] as const, [[false, 60, 4], [true, 60, 4]] as const)) {
      for (const at of landings(whole([300], [8])[0]!, turns)) {
        const [pushed, deepest] = land(build, shape, at, turns, hz, substeps)
        const place = `${name} ${JSON.stringify(at)}, ${hz} Hz, ${substeps} substeps`
        // What turns has corners that scrape over seams for a moment: of 30 m/s they took all, and now at most 3 percent.
        expect(pushed, `${place}: pushed aside`).toBeLessThan(turns ? 1 : 0.3)
        expect(deepest, `${place}: depth`).toBeLessThan(0.005)
      }
    }
  })
})

// It touched already when it was turned, by a seam or by its other end: these came 7 to 10 mm deep.
it.each<[string, Landing]>([
  ['box', { vx: 30, vy: -5, angle: 2.558683938980103, angular: -0.6045675277709961, x: 0.3236429691314697, above: 0.22418818473815919 }],
  ['plank', { vx: 30, vy: -2, angle: 2.493474144935608, angular: 0, x: 0.7458745241165161, above: 0.13182084560394286 }],
  ['rounded triangle', { vx: 30, vy: -5, angle: 1.3894877910614014, angular: -4.998452663421631, x: 0.7251745462417603, above: 0.03824737071990967 }],
  ['capsule', { vx: 30, vy: -0.5, angle: 5.827569575309754, angular: -0.06812334060668945, x: 0.2550152540206909, above: 0.3116314172744751 }],
])('a %s that touches is held with the corner onto which it is turned', (name, at) => {
  expect(land(floors['boxes']!, movers[name]!, at, true)[1]).toBeLessThan(0.005)
})

// The corner on which they tipped was taken from where the step would lead it, as if that were no arc: they came 6 to 13 mm deep.
it.each<[string, Landing]>([
  ['box', { vx: 0, vy: -2, angle: 0.2100173854827881, angular: 0, x: 0.03500378131866455, above: 0.1906789720058441 }],
  ['plank', { vx: 3, vy: -10, angle: 4.529573135375977, angular: 3.6240768432617188, x: 0.7795448303222656, above: 0.25293846130371095 }],
  ['triangle', { vx: 0, vy: -2, angle: 1.3343329048156738, angular: -1.4912819862365723, x: 0.1797088384628296, above: 0.5429883420467376 }],
])('a %s that tips on a corner without friction comes down flat with few steps', (name, at) => {
  const floor = (lab: Lab): void => void lab.add(box(20, 0.5), 16, -0.5, smooth)
  for (const substeps of [4, 8]) expect(land(floor, movers[name]!, at, true, 30, substeps)[1], `${substeps} substeps`).toBeLessThan(0.005)
})

// The end of the next line touched the face that came down, but its link did not, so that line was met no more in the step: they came 5 to 7 cm deep.
it.each<[string, number, ShapeData, Landing]>([
  ['triangle', 30, polygon([0, 1, 2].map((i) => ({ x: 0.5 * Math.cos((2 * Math.PI * i) / 3), y: 0.5 * Math.sin((2 * Math.PI * i) / 3) }))), { vx: 0, vy: -18, angle: 1.450701373545453, angular: 0, x: 0.9265035795979202, above: 0.7480233967304231 }],
  ['pill', 60, capsule(0.8, 0.15), { vx: 0, vy: -10, angle: 2.3556536396592858, angular: -10, x: 0.52264763857238, above: 0.2884477900341153 }],
])('a %s that tips over the joint of two free segments is held by both', (_, hz, shape, at) => {
  const rows = (lab: Lab): void => {
    for (let i = -16; i < 16; i++) lab.add(segment(i * 0.8, 0, i * 0.8 + 0.8, 0), 0, 0, smooth)
  }
  expect(land(rows, shape, at, true, hz)[1]).toBeLessThan(0.005)
})

// On two tiles, each of which was pressed into them as they came down on the other: they came 5 to 14 mm deep.
it.each<[string, number, number, Landing]>([
  ['box', 30, 1, { vx: 1, vy: -0.5, angle: 5.6679083299636845, angular: 0, x: 0.6768299639225006, above: 0.27677106857299805 }],
  ['box', 120, 2, { vx: 20, vy: -0.5, angle: 4.518055396080017, angular: 0, x: 0.5430125296115875, above: 0.3914438724517822 }],
  ['rounded box', 60, 1, { vx: 1, vy: -0.5, angle: 0, angular: -4.808440208435059, x: 0.7660524845123291, above: 0.0776923656463623 }],
  ['triangle', 30, 1, { vx: 0, vy: -10, angle: 0, angular: -8.88730764389038, x: 0.8981024324893951, above: 0.4941819190979004 }],
  ['capsule', 60, 1, { vx: 1, vy: -10, angle: 0, angular: 2.2125816345214844, x: 0.7250795364379883, above: 0.17811527252197265 }],
])('a %s that comes down on two tiles at %i Hz, with substeps: %i, is held by both', (name, hz, substeps, at) => {
  expect(land(floors['boxes']!, movers[name]!, at, true, hz, substeps)[1]).toBeLessThan(0.005)
})

// Raised where they touched, boxes that lose nothing won up to 70 % of their energy in 6 s.
test('what bounces wins no energy by being raised, with one long substep', () => {
  for (const at of landings(40, true)) {
    const lab = new Lab({ hz: 30, substeps: 1, restitutionThreshold: 0 })
    const material = { friction: 0, restitution: 1 }
    lab.add(box(40, 0.5), 0, -0.5, { kind: 'static', material })
    const entity = lab.add(box(0.4, 0.4), 0, 1 + 5 * at.above, { angle: at.angle, angular: at.angular / 3, material })
    const { mass, inertia } = getMass(lab.world, entity)
    // A velocity belongs to the middle of the substep before.
    const energy = (): number => mass * (0.5 * (lab.vy(entity) - G / 60) ** 2 + G * lab.y(entity)) + 0.5 * inertia * lab.c.Velocity.angular[entity]! ** 2
    const start = energy()
    lab.run(6)
    expect(energy() / start, JSON.stringify(at)).toBeLessThan(1.02)
  }
})

describe('the foot of a slope', () => {
  it.each([1, 0.5])('of a chain, %f high, holds what comes along the floor corner first', (slope) => {
    for (const shape of [box(0.4, 0.4), polygon([{ x: -0.4, y: -0.4 }, { x: 0.4, y: -0.4 }, { x: 0, y: 0.5 }])]) {
      for (const vx of [10, 15, 20, 30]) {
        for (let part = 0; part < 1; part += 0.1) {
          const lab = new Lab()
          lab.add(chain([{ x: -10, y: 0 }, { x: -5, y: 0 }, { x: 0, y: 0 }, { x: 20, y: 20 * slope }]), 0, 0, smooth)
          const entity = lab.add(shape, -2 + (part * vx) / 60, 0.4, { vx, material: { friction: 0 }, motion: { lockRotation: 1 } })
          let deepest = 0
          lab.run(0.5, () => {
            deepest = Math.max(deepest, ((lab.x(entity) + 0.4) * slope - (lab.y(entity) - 0.4)) / Math.hypot(1, slope))
          })
          expect(deepest, `${vx} m/s`).toBeLessThan(0.005)
        }
      }
    }
  })
})
