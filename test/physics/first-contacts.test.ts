/** Whatever lands is not deep in the ground as it first touches it: any shape that is thicker than its way in a substep, up to 20 m/s. */
import { addComponents, addEntity, set } from 'bitecs'
import { describe, expect, it } from 'vitest'
import { type ShapeData, box, capsule, chain, circle, polygon } from '../../src/index.ts'
import { whole } from '../support/soak.ts'
import { Lab, randomNumbers } from './lab.ts'

interface Part {
  readonly shape: ShapeData
  readonly x: number
  readonly y: number
}

interface Mover {
  readonly parts: readonly Part[]
  /** How thick its thinnest part is, and how far its farthest point is from its origin, at most. */
  readonly thick: number
  readonly extent: number
}

function ring(corners: number, radius: number, squash: number): ShapeData {
  return polygon(Array.from({ length: corners }, (_, i) => {
    const angle = (2 * Math.PI * i) / corners
    return { x: radius * Math.cos(angle), y: squash * radius * Math.sin(angle) }
  }))
}

const alone = (shape: ShapeData, thick: number, extent: number): Mover => ({ parts: [{ shape, x: 0, y: 0 }], thick, extent })

const movers: Readonly<Record<string, Mover>> = {
  box: alone(box(0.5, 0.4), 0.8, 0.65),
  triangle: alone(ring(3, 0.6, 1), 0.6, 0.6),
  'flat hexagon': alone(ring(6, 0.8, 0.3), 0.4, 0.8),
  pill: alone(capsule(0.8, 0.15), 0.3, 0.95),
  'dumb-bell': {
    parts: [{ shape: circle(0.3), x: -0.7, y: 0 }, { shape: circle(0.3), x: 0.7, y: 0 }, { shape: box(0.7, 0.1), x: 0, y: 0 }], thick: 0.2, extent: 1,
  },
  angle: { parts: [{ shape: box(0.6, 0.15), x: 0, y: 0 }, { shape: box(0.15, 0.5), x: -0.45, y: 0.5 }], thick: 0.3, extent: 1.2 },
}

const WIDTH = 6

/** Grounds that rise by an angle: their tops go through the origin. */
const grounds: Readonly<Record<string, (lab: Lab, half: number, slope: number) => void>> = {
  'one box': (lab, half, slope) => {
    lab.add(box(half, 1), Math.sin(slope), -Math.cos(slope), { kind: 'static', angle: slope })
  },
  tiles: (lab, half, slope) => {
    const [c, s] = [Math.cos(slope), Math.sin(slope)]
    for (let x = 0.5 - half; x < half; x++) lab.add(box(0.5, 0.5), x * c + 0.5 * s, x * s - 0.5 * c, { kind: 'static', angle: slope })
  },
  'a chain': (lab, half, slope) => {
    const points = Array.from({ length: 2 * half + 1 }, (_, i) => ({ x: (i - half) * Math.cos(slope), y: (i - half) * Math.sin(slope) }))
    lab.add(chain(points), 0, 0, { kind: 'static' })
  },
}

/** How far below a line through its origin the lowest point of a shape is, where it is turned by an angle against that. */
function reachDown({ halfWidth: w, halfHeight: h, points, radius }: ShapeData, angle: number): number {
  const corners = points ?? [-w, -h, w, -h, w, h, -w, h]
  let lowest = Infinity
  for (let i = 0; i < corners.length; i += 2) lowest = Math.min(lowest, Math.sin(angle) * corners[i]! + Math.cos(angle) * corners[i + 1]!)
  return radius - lowest
}

/** How deep the lowest point of a body is below the top of a ground. */
function depth({ parts }: Mover, x: number, y: number, angle: number, slope: number): number {
  return Math.max(...parts.map((part) => {
    const px = x + Math.cos(angle) * part.x - Math.sin(angle) * part.y
    const py = y + Math.sin(angle) * part.x + Math.cos(angle) * part.y
    return reachDown(part.shape, angle - slope) - (py * Math.cos(slope) - px * Math.sin(slope))
  }))
}

/** Drops bodies on a ground, and returns how deep each was at most as a step ended, up to the one in which it first touched. */
function firstDepths(mover: Mover, ground: string, slope: number, hz: number, substeps: number, count: number, seed: number): number[] {
  const lab = new Lab({ hz, substeps })
  grounds[ground]!(lab, (WIDTH / 2) * count + 10, slope)
  const random = randomNumbers(seed)
  const [c, s] = [Math.cos(slope), Math.sin(slope)]
  const bodies = Array.from({ length: count }, (_, i) => {
    let [speed, angular] = [1 + 19 * random(), random() < 0.4 ? 0 : 16 * (random() - 0.5)]
    // It gets up to 3 m/s faster as it falls.
    while ((speed + 3 + Math.abs(angular) * mover.extent) / (hz * substeps) > mover.thick) [speed, angular] = [0.7 * speed, 0.7 * angular]
    const aside = 1.6 * (random() - 0.5)
    const [vx, vy] = [speed * Math.sin(aside), -speed * Math.cos(aside)]
    const angle = random() < 0.2 ? slope : 6.28 * random()
    const along = WIDTH * (i - count / 2) + random()
    const up = depth(mover, 0, 0, angle, slope) + 0.05 + random()
    const entity = addEntity(lab.world)
    addComponents(lab.world, entity, set(lab.c.Position, { x: along * c - up * s, y: along * s + up * c }), set(lab.c.Rotation, { angle }),
      set(lab.c.Velocity, { x: vx * c - vy * s, y: vx * s + vy * c, angular }))
    const material = { restitution: i % 2 === 0 ? 0 : 0.4 }
    for (const part of mover.parts) lab.attach(entity, part.shape, part.x, part.y, { material })
    return entity
  })
  const depths = bodies.map(() => 0)
  const waiting = new Set(bodies)
  const { contactBegin } = lab.physics.events
  for (let step = 0; step < 0.8 * hz && waiting.size > 0; step++) {
    lab.step()
    bodies.forEach((entity, i) => {
      if (waiting.has(entity)) depths[i] = Math.max(depths[i]!, depth(mover, lab.x(entity), lab.y(entity), lab.angle(entity), slope))
    })
    for (let i = 0; i < contactBegin.count; i++) {
      waiting.delete(contactBegin.bodyA[i]!)
      waiting.delete(contactBegin.bodyB[i]!)
    }
  }
  return depths
}

/** Slope, rate and substeps. */
const settings = whole(
  [0, 0.4].flatMap((slope) => [30, 60, 120].flatMap((hz) => [1, 2, 4, 8, 16].map((substeps) => [slope, hz, substeps] as const))),
  [[0, 30, 1], [0.4, 30, 2], [0, 60, 2], [0.4, 60, 4]] as const,
)

describe.each(Object.keys(grounds))('on %s', (ground) => {
  it.each(Object.entries(movers))('a first touch of %s is not 5 mm deep, with any number of substeps', (_, mover) => {
    for (const [slope, hz, substeps] of settings) {
      const deepest = Math.max(...firstDepths(mover, ground, slope, hz, substeps, whole([40], [12])[0]!, 77 + hz + substeps))
      expect(deepest, `${hz} Hz, ${substeps} substeps, slope ${slope}`).toBeLessThan(0.005)
    }
  })
})

it('what was put into the ground comes out as slowly whether it moves along that or not', () => {
  const heights = [0, 8, 20].map((vx) => {
    const lab = new Lab()
    lab.floor({ friction: 0 })
    const body = lab.add(box(0.5, 0.5), 0, 0.5, { vx, material: { friction: 0 } })
    lab.step()
    lab.c.Position.y[body] = 0.45
    lab.step()
    return lab.y(body)
  })
  expect(heights[0]).toBeLessThan(0.48)
  for (const height of heights) expect(height).toBeCloseTo(heights[0]!, 3)
})
