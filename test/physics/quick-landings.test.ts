/** What lands on a corner at 30 Hz is turned by that, and comes down with its other corners in the same step: they are met, too. */
import { describe, expect, it } from 'vitest'
import { type ShapeData, box, capsule, polygon } from '../../src/index.ts'
import { whole } from '../support/soak.ts'
import { Lab } from './lab.ts'

function ring(corners: number, radius: number, squash = 1): ShapeData {
  return polygon(Array.from({ length: corners }, (_, i) => {
    const angle = (2 * Math.PI * i) / corners
    return { x: radius * Math.cos(angle), y: squash * radius * Math.sin(angle) }
  }))
}

const movers: Readonly<Record<string, ShapeData>> = {
  box: box(0.5, 0.4),
  plank: box(1, 0.12),
  triangle: ring(3, 0.6),
  'flat hexagon': ring(6, 0.8, 0.3),
  capsule: capsule(0.4, 0.3),
  pill: capsule(0.8, 0.15),
}

/** How far the lowest point of a shape is under its origin. */
function reachDown({ halfWidth: w, halfHeight: h, points, radius }: ShapeData, angle: number): number {
  const corners = points ?? [-w, -h, w, -h, w, h, -w, h]
  let lowest = Infinity
  for (let i = 0; i < corners.length; i += 2) lowest = Math.min(lowest, Math.sin(angle) * corners[i]! + Math.cos(angle) * corners[i + 1]!)
  return radius - lowest
}

interface Landing {
  /** How deep a shape was at most when a step ended before or in which it first touched the floor. */
  deepest: number
  /** Shapes that something had turned when a step ended, and that had touched nothing. */
  unseen: number
}

/** Drops shapes on a floor of boxes of a width. */
function land(shape: ShapeData, width: number, count: number): Landing {
  const lab = new Lab({ hz: 30 })
  const half = 3 * count
  for (let x = -half; x < half; x += width) lab.add(box(width / 2, 0.5), x + width / 2, -0.5, { kind: 'static' })
  let seed = 5
  const random = (): number => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return seed / 2147483648
  }
  const entities = Array.from({ length: count }, (_, i) => lab.add(shape, 3 * (i - count / 2) + random(), 1.4 + random(), {
    angle: 6 * random(), vy: (-20 * (i + 1)) / count, vx: 3 * (random() - 0.5), angular: 12 * (random() - 0.5),
    material: { restitution: i % 2 === 0 ? 0 : 0.4 },
  }))
  const waiting = new Set(entities)
  const { contactBegin } = lab.physics.events
  const spins = new Map(entities.map((entity) => [entity, lab.c.Velocity.angular[entity]!]))
  const landing = { deepest: 0, unseen: 0 }
  lab.run(0.7, () => {
    for (const entity of waiting) landing.deepest = Math.max(landing.deepest, reachDown(shape, lab.angle(entity)) - lab.y(entity))
    for (let i = 0; i < contactBegin.count; i++) {
      waiting.delete(contactBegin.bodyA[i]!)
      waiting.delete(contactBegin.bodyB[i]!)
    }
    for (const entity of waiting) if (Math.abs(lab.c.Velocity.angular[entity]! - spins.get(entity)!) > 0.01) landing.unseen++
  })
  expect(waiting.size).toBe(0)
  return landing
}

describe('at 30 Hz and up to 20 m/s', () => {
  it.each(Object.entries(movers))('a %s is not 5 mm deep in a floor that it first touches, and its touch is told when it hits', (_, shape) => {
    const count = whole([400], [160])[0]!
    const { deepest, unseen } = land(shape, 6 * count, count)
    expect(deepest).toBeLessThan(0.005)
    expect(unseen).toBe(0)
  })

  it.each(Object.entries(movers))('a %s is not 5 mm deep in tiles that it first touches', (_, shape) => {
    const { deepest, unseen } = land(shape, 1, whole([400], [160])[0]!)
    expect(deepest).toBeLessThan(0.005)
    expect(unseen).toBe(0)
  })
})

/** What turned apart from a hit and hits again with another corner bounces off that, too: a point made anew does not hold what it meets. */
it('triangles that hit each other at 30 Hz without friction and loss keep their energy', () => {
  const count = 600
  const radius = 0.6
  // Of its moment of inertia by its mass.
  const square = (radius * radius) / 4
  const lab = new Lab({ hz: 30, gravity: { x: 0, y: 0 } })
  const material = { restitution: 1, friction: 0 }
  let seed = 4321
  const random = (): number => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return seed / 2147483648
  }
  const throwOne = (x: number, y: number, vx: number, vy: number): number => (
    lab.add(ring(3, radius), x, y, { angle: 6 * random(), vx, vy, angular: 10 * (random() - 0.5), material })
  )
  const pairs = Array.from({ length: count }, (_, i) => {
    const x = 10 * i
    return [throwOne(x, 1.3 + random(), 3 * (random() - 0.5), -4 - 20 * random()), throwOne(x + 0.5 * (random() - 0.5), -1.3, 0, 0)]
  })
  const energies = (): number[] => pairs.map((pair) => pair.reduce((sum, e) => sum + lab.speed(e) ** 2 + square * lab.w(e) ** 2, 0))
  const before = energies()
  lab.run(0.35)
  const lossy = energies().filter((energy, i) => energy < 0.98 * before[i]!).length
  expect(lossy).toBe(0)
})
