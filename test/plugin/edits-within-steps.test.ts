import { addComponent, addEntity, removeComponent, removeEntity, set, setComponent } from 'bitecs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ShapeData, box, circle, hashWorld, polygon, queryPoint, queryRegion } from '../../src/index.ts'
import { validate } from '../support/validate.ts'
import { TestWorld } from '../support/worlds.ts'
import { inner } from '../support/inner.ts'

const ngon = (count: number, size: number): ShapeData => (
  polygon(Array.from({ length: count }, (_, i) => ({ x: size * Math.cos((2 * Math.PI * i) / count), y: size * Math.sin((2 * Math.PI * i) / count) })))
)

const SHAPES: (() => ShapeData)[] = [
  () => ngon(3, 0.7), () => ngon(5, 0.6), () => ngon(6, 0.5), () => ngon(8, 0.65), () => box(0.4, 0.4), () => circle(0.45),
]

/** Polygons of all sizes in a heap; no two share their points, so that one let go is gone. */
function heap(): { t: TestWorld; bodies: number[] } {
  const t = new TestWorld()
  t.addGround()
  const bodies = Array.from({ length: 14 }, (_, i) => t.add(ngon(3 + (i % 6), 0.5 + 0.01 * i), (i % 4) - 1.5, 0.8 + i * 0.5))
  const child = addEntity(t.world, set(t.components.Shape, ngon(4, 0.33)), set(t.components.Collider, { body: bodies[3]!, x: 0.5 }))
  return { t, bodies: [...bodies, child] }
}

/** Each edit: which body, which shape, or what else. */
const edits = fc.array(fc.record({ step: fc.nat(40), pick: fc.nat(14), shape: fc.nat(5) }), { minLength: 1, maxLength: 12 })

test.each([
  [1, false], [2, false], [3, false], [4, false], [5, true], [6, true], [6, false], [7, false],
])('a shape that is set by a system at place %i (per substep: %s) is taken in by the next step', (place, perSubstep) => {
  fc.assert(fc.property(edits, (list) => {
    const [inside, after] = [heap(), heap()]
    const edit = ({ t, bodies }: typeof inside, step: number) => {
      for (const { step: when, pick, shape } of list) {
        if (when === step) setComponent(t.world, bodies[pick]!, t.components.Shape, SHAPES[shape]!())
      }
    }
    let now = 0
    inside.t.physics.systems.splice(place, 0, { name: 'Edit', perSubstep, run: (physics) => {
      const { substep } = inner(physics).solver
      if (!perSubstep || substep === 2 || (place === 6 && substep === 1)) edit(inside, now)
    } })
    for (; now < 45; now++) {
      inside.t.step()
      after.t.step()
      edit(after, now)
      expect(hashWorld(inside.t.world)).toBe(hashWorld(after.t.world))
      for (const value of inside.bodies) expect(Number.isFinite(inside.t.components.Position.y[value]!)).toBe(true)
    }
    for (const { t } of [inside, after]) {
      t.step()
      validate(t.physics)
    }
  }), { numRuns: 8 })
})

test('what is removed within a step leaves its polygon to those that still read it, and then to nobody', () => {
  for (const [place, perSubstep] of [[1, false], [2, false], [3, false], [5, true], [7, false]] as const) {
    const { t, bodies } = heap()
    t.step(20)
    let next = 0
    t.physics.systems.splice(place, 0, { name: 'Remove', perSubstep, run: (physics) => {
      const { substep } = inner(physics).solver
      if (perSubstep && substep !== 1) return
      const body = bodies[next++]!
      if (next % 2 === 0) removeEntity(t.world, body)
      else removeComponent(t.world, body, t.components.Shape)
      // Takes the place of what was freed.
      t.add(ngon(3, 0.2 + next * 0.01), 9, next)
    } })
    t.step(12)
    t.physics.systems.splice(place, 1)
    queryPoint(t.world, 0, 0)
    t.step(10)
    validate(t.physics)
    for (const body of bodies) removeEntity(t.world, body)
    for (const body of inner(t.physics).bodies.awake.slice(0, inner(t.physics).bodies.awakeCount)) removeEntity(t.world, body)
    t.step()
    validate(t.physics)
    expect(inner(t.physics).collision.polygons.end).toBe(1)
  }
})

/** Whether every box that a query may look at is one. */
function areBoxesFinite({ components }: TestWorld, bodies: readonly number[]): boolean {
  const { minX, minY, maxX, maxY } = components.BroadphaseAABB
  return bodies.every((body) => Number.isFinite(minX[body]! + minY[body]! + maxX[body]! + maxY[body]!))
}

test.each([
  ['place', (t: TestWorld, body: number, value: number) => { t.components.Position.x[body] = value }],
  ['angle', (t: TestWorld, body: number, value: number) => { t.components.Rotation.angle[body] = value }],
  ['velocity', (t: TestWorld, body: number, value: number) => { t.components.Velocity.y[body] = value }],
  ['gravity', (t: TestWorld, _: number, value: number) => { t.physics.settings.gravity.x = value }],
  ['number of substeps', (t: TestWorld, _: number, value: number) => { t.physics.settings.substeps = value === 0 ? 4 : value }],
])('a %s that a system spoils leaves queries as they were, once it is mended', (_, write) => {
  for (const value of [NaN, Infinity]) {
    for (const Tag of ['none', 'Kinematic'] as const) {
      for (let place = 0; place <= 7; place++) {
        const { t, bodies } = heap()
        const body = bodies[3]!
        if (Tag === 'Kinematic') addComponent(t.world, body, t.components.Kinematic)
        t.step(3)
        t.physics.systems.splice(place, 0, { name: 'Spoil', perSubstep: place === 5, run: () => write(t, body, value) })
        try {
          t.step()
        } catch (error) {
          expect((error as Error).message).toMatch(/must be|finite/)
        }
        t.physics.systems.splice(place, 1)
        write(t, body, 0)
        expect(areBoxesFinite(t, bodies)).toBe(true)
        expect(queryRegion(t.world, -50, -50, 50, 50).count).toBe(bodies.length + 1)
        t.step(3)
        validate(t.physics)
      }
    }
  }
})
