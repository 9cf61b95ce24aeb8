import { addComponents, addEntity, set } from 'bitecs'
import { expect, test } from 'vitest'
import { type ShapeData, box, capsule, circle, polygon } from '../../src/index.ts'
import { Lab, type Setup } from './lab.ts'

/** A wheel of radius 1 with teeth as wide as the gaps between them. */
function addGear(lab: Lab, teeth: number, x: number, angle: number, setup: Setup): number {
  const p = Math.PI / teeth
  const wheel = lab.add(circle(1 - 0.9 * p), x, 0, { ...setup, angle, material: { friction: 0 } })
  const tooth = polygon([{ x: -0.9 * p, y: -0.62 * p }, { x: 0.8 * p, y: -0.25 * p }, { x: 0.8 * p, y: 0.25 * p }, { x: -0.9 * p, y: 0.62 * p }])
  for (let i = 0; i < teeth; i++) {
    const a = 2 * i * p
    const place = set(lab.c.Collider, { body: wheel, x: Math.cos(a), y: Math.sin(a), angle: a })
    addComponents(lab.world, addEntity(lab.world), place, set(lab.c.Shape, tooth), set(lab.c.Material, { friction: 0 }))
  }
  return wheel
}

// The driven one was carried off by 2 to 4 m, and made a tenth of the turns.
test.each([[8, 20], [12, 20], [20, 5], [20, 20]])('a gear whose place is locked turns as fast as the kinematic one that drives it: %i teeth, %d rad/s', (teeth, spin) => {
  const lab = new Lab({ gravity: { x: 0, y: 0 } })
  addGear(lab, teeth, 0, 0, { kind: 'kinematic', angular: spin })
  const x = 2 + (0.05 * Math.PI) / teeth
  const driven = addGear(lab, teeth, x, Math.PI + Math.PI / teeth, { motion: { lockX: 1, lockY: 1 } })
  lab.run(0.5)
  const before = lab.c.Rotation.angle[driven]!
  lab.run(2)
  expect((before - lab.c.Rotation.angle[driven]!) / (2 * spin)).toBeCloseTo(1, 1.5)
  expect([lab.x(driven), lab.y(driven)]).toEqual([x, 0])
})

const shapes: [string, ShapeData][] = [['box', box(0.2, 0.1)], ['capsule', capsule(0.1, 0.1)], ['circle', circle(0.1)]]
test.each(shapes)('what runs over a locked %s takes it along on its axis alone, and does not turn it', (_name, shape) => {
  for (const sleeping of [false, true]) {
    const lab = new Lab({ gravity: { x: 0, y: 0 } })
    const alongY = lab.add(shape, 0, 0, { sleeping, motion: { lockX: 1, lockRotation: 1 } })
    const upright = lab.add(shape, 3, 0.1, { sleeping, angle: 0.3, motion: { lockRotation: 1 } })
    lab.add(box(1, 0.1), -0.2, -1, { kind: 'kinematic', angle: 0.4, vx: 20, vy: 60 })
    lab.add(box(1.5, 0.05), 3, -1, { kind: 'kinematic', vy: 10, angular: 30 })
    for (let i = 0; i < 10; i++) {
      lab.run(1 / 60)
      expect(lab.x(alongY)).toBe(0)
      expect(lab.c.Rotation.angle[upright]).toBe(0.3)
    }
    expect(Math.abs(lab.y(alongY)), 'was met').toBeGreaterThan(0.1)
    expect(Math.abs(lab.y(upright) - 0.1), 'was met').toBeGreaterThan(0.1)
  }
})
