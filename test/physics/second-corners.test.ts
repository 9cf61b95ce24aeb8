/** What lands on a corner and is turned by that onto another one bounces off that as well, in the same step or the next. */
import { describe, expect, it } from 'vitest'
import { type ShapeData, box, capsule, getMass, polygon } from '../../src/index.ts'
import { whole } from '../support/soak.ts'
import { G, Lab, randomNumbers } from './lab.ts'

const movers: Readonly<Record<string, ShapeData>> = {
  triangle: polygon([{ x: 0.6, y: 0 }, { x: -0.3, y: 0.52 }, { x: -0.3, y: -0.52 }]),
  box: box(0.5, 0.4),
  plank: box(1, 0.12),
  capsule: capsule(0.4, 0.3),
}

const COUNT = whole([2000], [400])[0]!

/** What is left of the energies of shapes that fell on a floor without any loss, less and more than which there is none. */
function energies(shape: ShapeData, hz: number, substeps: number, gravity: number): [least: number, most: number] {
  const lab = new Lab({ hz, substeps, gravity: { x: 0, y: -gravity }, allowSleep: false, restitutionThreshold: 0 })
  const material = { restitution: 1, friction: 0 }
  lab.floor(material, 5 * COUNT)
  const random = randomNumbers(5)
  const entities = Array.from({ length: COUNT }, (_, i) => lab.add(shape, 10 * (i - COUNT / 2), 1.2 + random(), {
    angle: 2 * Math.PI * random(), vy: -3 - 17 * random(), angular: 20 * random() - 10, material,
  }))
  const energy = (entity: number): number => {
    const { mass, inertia } = getMass(lab.world, entity)
    return 0.5 * mass * lab.speed(entity) ** 2 + 0.5 * inertia * lab.w(entity) ** 2 + mass * gravity * lab.y(entity)
  }
  const before = entities.map(energy)
  lab.run(1)
  const left = entities.map((entity, i) => energy(entity) / before[i]!).sort((a, b) => a - b)
  return [left[0]!, left.at(-1)!]
}

describe.each(Object.entries(movers))('a %s without loss', (_, shape) => {
  it.each([[30, 4], [60, 4], [30, 8]])('keeps its energy at %i Hz and %i substeps', (hz, substeps) => {
    const [least, most] = energies(shape, hz, substeps, 0)
    expect(least).toBeGreaterThan(0.9999)
    expect(most).toBeLessThan(1.001)
  })

  // Half a substep of gravity is in the velocities: of the energy of what falls at 3 m/s that is up to a hundredth.
  it('keeps it as it falls, at 60 Hz and 4 substeps', () => {
    const [least, most] = energies(shape, 60, 4, G)
    expect(least).toBeGreaterThan(0.998)
    expect(most).toBeLessThan(1.012)
  })
})
