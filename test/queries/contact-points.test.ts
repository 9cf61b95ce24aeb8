import { addComponents, addEntity, createWorld, set } from 'bitecs'
import { describe, expect, it } from 'vitest'
import { addPhysics, box, castRay, circle, queryContacts, queryPoint, stepPhysics, visitContacts } from '../../src/index.ts'

const DT = 1 / 60

/** A box that slides over the ground at 30 m/s, and a ball beside it. */
function sliding() {
  const world = createWorld()
  const physics = addPhysics(world)
  const { Position, Velocity, Shape, Static, Material, Rotation } = physics.components
  const slick = set(Material, { friction: 0 })
  const ground = addEntity(world)
  addComponents(world, ground, set(Position, { x: 0, y: -1 }), set(Shape, box(500, 1)), Static, slick)
  const slider = addEntity(world)
  addComponents(world, slider, set(Position, { x: 0, y: 0.5 }), set(Velocity, { x: 30 }), set(Shape, box(0.5, 0.5)), slick)
  return { world, physics, ground, slider, Position, Velocity, Rotation, Shape }
}

type Row = [x: number, y: number, a: number, b: number]

const visited = (world: object): Row[] => {
  const rows: Row[] = []
  visitContacts(world, (x, y, _nx, _ny, _impulse, a, b) => rows.push([x, y, a, b]))
  return rows
}

const asked = (world: object, entity: number): Row[] => {
  const view = queryContacts(world, entity)
  return Array.from({ length: view.count }, (_, i) => [view.x[i]!, view.y[i]!, view.others[i]!, view.entities[i]!])
}

describe('contact points', () => {
  it('are where the step ended, and an unrelated query does not move them', () => {
    const { world, slider, Position } = sliding()
    for (let i = 0; i < 5; i++) stepPhysics(world, DT)
    const before = visited(world)
    castRay(world, 100, 50, 101, 50)
    queryPoint(world, -300, 7)
    expect(visited(world)).toEqual(before)
    // The two points that met moved with the box, and with the ground, which is at rest: the middle is halfway.
    const way = 30 * DT
    expect(before.map(([x]) => x - Position.x[slider]!).sort((a, b) => a - b)).toEqual([
      expect.closeTo(-0.5 - way / 2, 9), expect.closeTo(0.5 - way / 2, 9),
    ])
  })

  it('go along with what both sides do together', () => {
    const { world, physics, slider, Position } = sliding()
    const { Kinematic, Shape, Velocity } = physics.components
    const lift = addEntity(world)
    addComponents(world, lift, set(Position, { x: 200, y: 50 }), set(Velocity, { x: 12, y: 3 }), set(Shape, box(3, 0.5)), Kinematic)
    Position.x[slider] = 200
    Position.y[slider] = 51
    Velocity.x[slider] = 12
    Velocity.y[slider] = 3
    for (let i = 0; i < 20; i++) stepPhysics(world, DT)
    const points = visited(world)
    expect(points.length).toBe(2)
    for (const [x, y] of points) {
      expect(Math.abs(x - Position.x[slider]!)).toBeCloseTo(0.5, 3)
      expect(y).toBeCloseTo(Position.y[lift]! + 0.5, 2)
    }
  })

  it('turn with what turns', () => {
    const world = createWorld()
    const { Position, Velocity, Shape, Kinematic, Material } = addPhysics(world, { gravity: { x: 0, y: 0 } }).components
    const wheel = addEntity(world)
    addComponents(world, wheel, set(Position, { x: 0, y: 0 }), set(Velocity, { angular: 12 }), set(Shape, box(2, 0.5)), Kinematic)
    const rider = addEntity(world)
    // Glued to the wheel for one step: it has the velocity of the place where it is.
    addComponents(world, rider, set(Position, { x: 2.5, y: 0 }), set(Velocity, { x: 0, y: 30, angular: 12 }), set(Shape, circle(0.5)), set(Material, { friction: 0 }))
    stepPhysics(world, DT)
    const [x, y] = visited(world)[0]!
    const turn = 12 * DT
    expect(x).toBeCloseTo(2 * Math.cos(turn), 1)
    expect(y).toBeCloseTo(2 * Math.sin(turn), 1)
    expect(y).toBeGreaterThan(0.3)
  })

  it('are the same for visitContacts, queryContacts and the hit', () => {
    const world = createWorld()
    const physics = addPhysics(world)
    const { Position, Velocity, Shape, Static, Rotation } = physics.components
    const ground = addEntity(world)
    addComponents(world, ground, set(Position, { x: 0, y: -1 }), set(Shape, box(500, 1)), Static)
    for (let i = 0; i < 12; i++) {
      const e = addEntity(world)
      addComponents(world, e, set(Position, { x: 3 * i, y: 1 + 0.3 * i }), set(Rotation, { angle: 0.4 * i }), set(Velocity, { x: 20 - i, y: -9, angular: i - 6 }), set(Shape, i % 2 ? circle(0.4) : box(0.5, 0.3)))
    }
    const { contactHit } = physics.events
    let hits = 0
    for (let i = 0; i < 60; i++) {
      stepPhysics(world, DT)
      const all = visited(world)
      const own = asked(world, ground)
      expect(own.length).toBe(all.filter(([, , a]) => a === ground).length)
      for (const row of own) expect(all).toContainEqual([row[0], row[1], ground, row[2]])
      for (let k = 0; k < contactHit.count; k++) {
        hits++
        expect(all).toContainEqual([contactHit.x[k], contactHit.y[k], contactHit.a[k], contactHit.b[k]])
      }
    }
    expect(hits).toBeGreaterThan(10)
  })
})
