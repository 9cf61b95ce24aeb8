import { addComponents, addEntity, createWorld, set, setComponent } from 'bitecs'
import { expect, test } from 'vitest'
import { type ShapeData, ShapeType, addPhysics, box, capsule, circle, distance, polygon, queryContacts, segment, stepPhysics } from '../../src/index.ts'
import { randomNumbers } from '../physics/lab.ts'
import { inner } from '../support/inner.ts'
import { SOAK } from '../support/soak.ts'

/** What turns and flies onto the ground, onto a wall and into each other. */
function turning(seed: number) {
  const random = randomNumbers(seed)
  const world = createWorld()
  const physics = addPhysics(world)
  const { Position, Velocity, Shape, Static, Rotation } = physics.components
  const add = (shape: ShapeData, x: number, y: number, ...more: object[]) => {
    const entity = addEntity(world)
    addComponents(world, entity, set(Position, { x, y }), set(Shape, shape), ...more)
    return entity
  }
  add(box(50, 1), 0, -1, Static)
  add(segment(8, 0, 8, 20), 0, 0, Static)
  for (let i = 0; i < 6; i++) {
    const shape = [box(2, 0.2), capsule(1.5, 0.2), circle(0.5), polygon([{ x: -1, y: 0 }, { x: 1.5, y: -0.3 }, { x: 0, y: 0.9 }])][i % 4]!
    add(shape, 4 * random() - 2 + i, 2.5 + 2 * random() + 3 * i, set(Rotation, { angle: 6 * random() }), set(Velocity, {
      x: 80 * random() - 40, y: -90 * random(), angular: 60 * random() - 30,
    }))
  }
  return { world, physics }
}

test('points of what met within the step tell how far apart the two are where the step left them', () => {
  let hits = 0
  for (let seed = 1; seed <= (SOAK ? 1000 : 100); seed++) {
    const { world, physics } = turning(seed)
    const { contacts } = inner(physics).collision
    const { Position, Shape } = physics.components
    for (let step = 0; step < 15; step++) {
      stepPhysics(world, 1 / 30)
      const told = (): number[] => {
        const rows: number[] = []
        for (let body = 2; body <= 8; body++) {
          const view = queryContacts(world, body)
          for (let i = 0; i < view.count; i++) {
            const other = view.others[i]!
            const contact = contacts.find(Math.min(body, other), Math.max(body, other))
            if (contacts.foreseen[contact] === 1) rows.push(body, other, view.separation[i]!)
          }
        }
        return rows
      }
      const before = told()
      for (let i = 0; i < before.length; i += 3) {
        expect(before[i + 2]).toBeCloseTo(distance(world, before[i]!, before[i + 1]!)!.distance, 9)
        hits++
      }
      if (before.length === 0) continue
      // What was written since the step is no matter of it.
      Position.x[before[0]!] = Position.x[before[0]!]! + 3
      const wasPolygon = Shape.type[before[0]!] === ShapeType.Polygon
      setComponent(world, before[0]!, Shape, circle(2))
      const after = told()
      // Another polygon takes the place of its points.
      addComponents(world, addEntity(world), set(Position, { x: 90, y: 90 }), set(Shape, polygon([{ x: -4, y: -4 }, { x: 4, y: -4 }, { x: 0, y: 4 }])))
      if (wasPolygon) for (const rows of [after, told()]) expect(rows.map((value, i) => (i % 3 === 2 && rows[i - 2] === before[0] ? 0 : value))).toEqual(rows)
      else expect([after, told()]).toEqual([before, before])
      break
    }
  }
  expect(hits).toBeGreaterThan(100)
})
