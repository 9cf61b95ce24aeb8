/** What is pressed on tiles in a row moves as it does on one big box. */
import { describe, expect, it } from 'vitest'
import { type ShapeData, aabb, box, capsule, circle, polygon, segment } from '../../src/index.ts'
import { Lab } from './lab.ts'
import { whole } from '../support/soak.ts'

const tiles: Record<string, (half: number) => ShapeData> = {
  box: (half) => box(half, half),
  aabb: (half) => aabb(half, half),
  polygon: (half) => polygon([{ x: -half, y: -half }, { x: half, y: -half }, { x: half, y: half }, { x: -half, y: half }]),
}

/** On which things slide as on tiles: only the top of one is there. */
const floors: typeof tiles = { ...tiles, segment: (half) => segment(-half, half, half, half) }

interface Mover {
  readonly shape: ShapeData
  readonly angle?: number
  /** From its middle to the floor, and to a wall on its right. */
  readonly down: number
  readonly right: number
  readonly rolls?: boolean
}

const movers: Record<string, Mover> = {
  circle: { shape: circle(0.5), down: 0.5, right: 0.5, rolls: true },
  capsule: { shape: capsule(0.3, 0.3), down: 0.3, right: 0.6 },
  'upright capsule': { shape: capsule(0.3, 0.3), angle: Math.PI / 2, down: 0.6, right: 0.3 },
  'rounded box': { shape: { ...box(0.4, 0.3), radius: 0.1 }, down: 0.4, right: 0.5 },
  'rounded polygon': {
    shape: polygon([{ x: -0.3, y: -0.3 }, { x: 0.3, y: -0.3 }, { x: 0.35, y: 0.2 }, { x: 0, y: 0.35 }, { x: -0.35, y: 0.2 }], 0.1),
    down: 0.4,
    right: 0.45,
  },
  box: { shape: box(0.4, 0.4), down: 0.4, right: 0.4 },
  polygon: {
    shape: polygon([{ x: -0.4, y: -0.4 }, { x: 0.4, y: -0.4 }, { x: 0.5, y: 0.2 }, { x: 0, y: 0.5 }, { x: -0.5, y: 0.2 }]),
    down: 0.4,
    right: 0.5,
  },
}

interface Case {
  readonly mover: Mover
  readonly friction: number
  readonly unit: number
  /** Tiles of this kind and size, or one big box. */
  readonly tile?: string
  readonly size?: number
}

function scaled(shape: ShapeData, unit: number): ShapeData {
  const { halfWidth, halfHeight, radius, points } = shape
  const sizes = { ...shape, halfWidth: halfWidth * unit, halfHeight: halfHeight * unit, radius: radius * unit }
  return points ? { ...sizes, points: points.map((v) => v * unit) } : sizes
}

function build(at: Case, from: number, to: number, wall: boolean): Lab {
  const { unit, friction } = at
  const lab = new Lab({ lengthUnit: unit, gravity: { x: 0, y: -9.81 * unit } })
  const setup = { kind: 'static', material: { friction } } as const
  const put = (shape: ShapeData, along: number, under: number) => {
    lab.add(scaled(shape, unit), (wall ? under : along) * unit, (wall ? along : -under) * unit, setup)
  }
  if (at.tile === undefined) {
    const half = 0.5 * (to - from)
    put(wall ? box(1, half) : box(half, 1), from + half, 1)
  } else {
    const half = 0.5 * at.size!
    for (let along = from; along < to; along += at.size!) put(floors[at.tile]!(half), along + half, half)
  }
  return lab
}

function addMover(lab: Lab, at: Case, x: number, y: number, vx: number): number {
  const { mover, unit } = at
  const motion = mover.rolls === true ? {} : { lockRotation: 1 }
  return lab.add(scaled(mover.shape, unit), x * unit, y * unit, {
    angle: mover.angle ?? 0, vx: vx * unit, material: { friction: at.friction }, motion,
  })
}

/** What became of a mover in a second of being pressed to the floor. */
interface Slide {
  readonly speed: number
  readonly way: number
  /** How far from its height it came. */
  readonly off: number
}

function slide(at: Case, speed: number): Slide {
  const lab = build(at, -8, speed + 8, false)
  const entity = addMover(lab, at, -4.13, at.mover.down, speed)
  let off = 0
  lab.run(1, () => {
    off = Math.max(off, Math.abs(lab.y(entity) / at.unit - at.mover.down))
    lab.c.Velocity.y[entity] = lab.vy(entity) - at.unit
  })
  return { speed: lab.vx(entity) / at.unit, way: lab.x(entity) / at.unit + 4.13, off }
}

/** Speed and way after a second of falling along a wall, pressed to it. */
function fall(at: Case): [speed: number, way: number] {
  const lab = build(at, -10, 4, true)
  const entity = addMover(lab, at, -at.mover.right - 0.005, 0.13, 0)
  lab.run(1, () => {
    lab.c.Velocity.x[entity] = lab.c.Velocity.x[entity]! + at.unit
  })
  return [lab.vy(entity) / at.unit, lab.y(entity) / at.unit - 0.13]
}

describe.each(Object.entries(movers))('%s pressed on tiles', (_, mover) => {
  it.each([0, 0.5])('slides as on one big floor, friction %f', (friction) => {
    for (const unit of [1, 30]) {
      for (const speed of unit === 1 ? whole([1, 3, 7, 13, 20, 30], [3, 20]) : [7]) {
        const wanted = slide({ mover, friction, unit }, speed)
        for (const tile of Object.keys(floors)) {
          for (const size of tile === 'box' ? [0.5, 1, 2] : [1]) {
            const got = slide({ mover, friction, unit, tile, size }, speed)
            const place = `${tile} of ${size}, ${speed} m/s, unit ${unit}`
            // A body that is held back for a step keeps its speed: what rolled lost a fifth of its way like that.
            for (const what of ['speed', 'way'] as const) {
              const least = 0.01 * Math.abs(wanted[what]) + 1e-6
              expect(Math.abs(got[what] - wanted[what]), `${place}: ${what} ${got[what]} for ${wanted[what]}`).toBeLessThanOrEqual(least)
            }
            expect(got.off, `${place}: height`).toBeLessThan(wanted.off + 0.001)
          }
        }
      }
    }
  })

  it.each([0, 0.5])('falls along a wall as along one big wall, friction %f', (friction) => {
    for (const unit of [1, 30]) {
      const wanted = fall({ mover, friction, unit })
      for (const tile of Object.keys(tiles)) {
        for (const size of whole([0.5, 1, 2], [1])) {
          const got = fall({ mover, friction, unit, tile, size })
          wanted.forEach((value, i) => {
            const place = `${tile} of ${size}, unit ${unit}: ${got.join(' m/s after ')} m for ${wanted.join(' m/s after ')}`
            expect(Math.abs(got[i]! - value), place).toBeLessThanOrEqual(0.01 * Math.abs(value) + 1e-6)
          })
        }
      }
    }
  })
})

// It rocks by half a millimeter, and its corner came near that of the next tile, above it: a box of 3 m went 8.7 of 30 m.
describe('what may turn is not stopped at seams', () => {
  const free: readonly (readonly [name: string, shape: ShapeData, down: number, size: number, hz: number, speed: number])[] = [
    ['box of 3 m', box(1.5, 1.5), 1.5, 0.25, 30, 30],
    ['box of 1.3 m', box(0.65, 0.65), 0.65, 0.5, 30, 12],
    ['box of 0.8 m', box(0.4, 0.4), 0.4, 0.5, 60, 30],
    ['plank', box(1, 0.25), 0.25, 0.25, 60, 20],
    ['triangle', polygon([{ x: -0.25, y: -0.15 }, { x: 0.25, y: -0.15 }, { x: 0, y: 0.25 }]), 0.15, 0.25, 30, 20],
    ['capsule', capsule(0.25, 0.25), 0.25, 0.25, 60, 12],
  ]
  it.each(free)('%s', (_, shape, down, size, hz, speed) => {
    for (const tile of Object.keys(tiles)) {
      for (const adds of [0, 1]) {
        const lab = new Lab({ hz })
        const setup = { kind: 'static', material: { friction: 0 } } as const
        for (let x = -8; x < speed + 8; x += size) lab.add(tiles[tile]!(size / 2), x + size / 2, -size / 2, setup)
        const entity = lab.add(shape, -4, down, { vx: speed, material: { friction: 0 } })
        lab.run(1, () => {
          lab.c.Velocity.y[entity] = adds * lab.vy(entity) - 1
        })
        const way = lab.x(entity) + 4
        expect(Math.abs(way / speed - 1), `${tile}, ${adds === 0 ? 'set to' : 'pressed by'} 1 m/s: ${way} m`).toBeLessThan(0.01)
        expect(Math.abs(lab.vx(entity) / speed - 1), `${tile}: ${lab.vx(entity)} m/s`).toBeLessThan(0.01)
      }
    }
  })
})

// Its way in a step is farther than it may be ahead of a touch, so the end of the next line counted as hit before the line that it lies on.
it('a disc pressed down with one substep goes on over rows of free lines', () => {
  for (const hz of [30, 60, 120]) {
    for (const speed of [1, 3, 7, 12, 20, 30]) {
      for (const size of [0.25, 0.5, 1]) {
        const lab = new Lab({ hz, substeps: 1 })
        for (let x = -8; x < speed + 8; x += size) lab.add(segment(0, 0, size, 0), x, 0, { kind: 'static', material: { friction: 0 } })
        const disc = lab.add(circle(0.5), -4.13, 0.5, { vx: speed, material: { friction: 0 } })
        lab.run(1, () => {
          lab.c.Velocity.y[disc] = -1
        })
        const place = `${hz} Hz, lines of ${size}, ${speed} m/s`
        expect(Math.abs((lab.x(disc) + 4.13) / speed - 1), `${place}: way`).toBeLessThan(0.01)
        expect(Math.abs(lab.vx(disc) / speed - 1), `${place}: speed`).toBeLessThan(0.01)
      }
    }
  }
})

// A contact with a tile behind leaned by less than a fiftieth, and pushed what rocked along the floor by as much of what pressed it.
it.each([
  ['box of 0.8 m', box(0.4, 0.4), 0.4, 20], ['box of 1.3 m', box(0.65, 0.65), 0.65, 20], ['plank', box(1, 0.25), 0.25, 30], ['polygon', movers['polygon']!.shape, 0.4, 20],
] as const)('a %s pressed down at 30 Hz and one substep is not pushed along by tiles that its lower side leans over', (_, shape, down, speed) => {
  for (const tile of Object.keys(tiles)) {
    const lab = new Lab({ hz: 30, substeps: 1 })
    for (let x = -8; x < speed + 8; x += 0.25) lab.add(tiles[tile]!(0.125), x + 0.125, -0.125, { kind: 'static', material: { friction: 0 } })
    const body = lab.add(shape, -4.13, down, { vx: speed, material: { friction: 0 } })
    lab.run(1, () => {
      lab.c.Velocity.y[body] = -1
    })
    expect(Math.abs(lab.vx(body) / speed - 1), `${tile}: speed`).toBeLessThan(0.01)
    expect(Math.abs((lab.x(body) + 4.13) / speed - 1), `${tile}: way`).toBeLessThan(0.01)
  }
})

// It rocked by two thousandths, was let go by the tile under its middle, and tipped 18 mm into that about the one at its end.
it('what rocks over three small tiles is held by the one under its middle', () => {
  const lab = new Lab({ hz: 30, substeps: 2, restitutionThreshold: 0 })
  for (let i = -40; i < 40; i++) lab.add(box(0.15, 0.5), 0.3 * i + 0.15, -0.5, { kind: 'static', material: { friction: 0 } })
  const corners = [[-0.6, -0.1], [0.5, -0.3], [0.2, 0.5]] as const
  const angle = 1.5133519625663758
  const body = lab.add(polygon(corners.map(([x, y]) => ({ x, y }))), 0.6088756490498781, 1.27, { angle, vx: 1, vy: -5, material: { friction: 0 } })
  let deepest = 0
  lab.run(1, () => {
    const [c, s] = [Math.cos(lab.angle(body)), Math.sin(lab.angle(body))]
    for (const [x, y] of corners) deepest = Math.max(deepest, -lab.y(body) - s * x - c * y)
  })
  expect(deepest).toBeLessThan(0.005)
})

describe('a corner that is none of a seam', () => {
  const at: Case = { mover: movers['circle']!, friction: 0, unit: 1 }

  it('a step of 2 cm holds a disc back', () => {
    const lab = build({ ...at, tile: 'box', size: 1 }, -8, 0, false)
    lab.add(box(4, 1), 4, -0.98, { kind: 'static', material: { friction: 0 } })
    const entity = addMover(lab, at, -2, 0.5, 1)
    lab.run(3)
    expect(lab.vx(entity)).toBeLessThan(0.9)
  })

  it('a wall at the end of a floor holds everything', () => {
    for (const mover of Object.values(movers)) {
      for (const tile of Object.keys(tiles)) {
        const lab = build({ ...at, tile, size: 1 }, -8, 2, false)
        for (let y = -1; y < 4; y++) lab.add(tiles[tile]!(0.5), 2.5, y + 0.5, { kind: 'static', material: { friction: 0 } })
        const entity = addMover(lab, { ...at, mover }, -2, mover.down, 9)
        lab.run(2, () => {
          lab.c.Velocity.x[entity] = Math.max(lab.vx(entity), 3)
        })
        expect(lab.x(entity)).toBeLessThan(2 - mover.right + 0.06)
        expect(lab.y(entity)).toBeGreaterThan(mover.down - 0.02)
      }
    }
  })

  it('a disc falls into a gap of the tiles', () => {
    const lab = build({ ...at, tile: 'box', size: 1 }, -8, 0, false)
    lab.add(box(4, 0.5), 4.8, -0.5, { kind: 'static', material: { friction: 0 } })
    const entity = addMover(lab, at, -1, 0.5, 1)
    let lowest = 1
    lab.run(4, () => {
      lowest = Math.min(lowest, lab.y(entity))
    })
    // Over the middle of a gap of 0.8 m the disc touches both edges at this height.
    expect(lowest).toBeLessThan(0.4)
    expect(lowest).toBeGreaterThan(0.25)
  })
})
