import { addComponents, addEntity, createWorld, set } from 'bitecs'
import { describe, expect, it } from 'vitest'
import {
  addPhysics, box, capsule, castRay, circle, polygon, queryContacts, queryPoint, stepPhysics, visitContacts,
} from '../../src/index.ts'
import { Lab, randomNumbers } from '../physics/lab.ts'
import { SOAK } from '../support/soak.ts'

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

  it('of sensors are those that the same shapes have otherwise', () => {
    const random = randomNumbers(7)
    const shapes = [circle(0.6), box(0.5, 0.3), capsule(0.4, 0.2), polygon([{ x: -0.5, y: -0.4 }, { x: 0.6, y: -0.3 }, { x: 0, y: 0.5 }])]
    let compared = 0
    for (let trial = 0; trial < (SOAK ? 200 : 60); trial++) {
      const one = shapes[Math.floor(4 * random())]!
      const other = shapes[Math.floor(4 * random())]!
      const place = { angle: 7 * random(), vx: random() - 0.5, vy: random() - 0.5, angular: random() - 0.5, kind: 'kinematic' } as const
      const x = random() - 0.5
      const y = random() - 0.5
      const points = (sensor: boolean): number[][] => {
        const lab = new Lab()
        const a = lab.add(one, x, y, { ...place, sensor })
        lab.add(other, 0, 0, { kind: 'kinematic' })
        lab.step(2)
        const view = queryContacts(lab.world, a, { includeSensors: true })
        const visits: number[][] = []
        visitContacts(lab.world, (...point) => visits.push(point))
        expect(visits.length).toBe(view.count)
        for (let i = 0; i < view.count; i++) {
          expect(visits.some((visit) => visit[0] === view.x[i] && visit[1] === view.y[i] && visit[2] === view.nx[i])).toBe(true)
          expect(view.impulse[i]).toBe(0)
        }
        return Array.from({ length: view.count }, (_, i) =>
          [view.x[i]!, view.y[i]!, view.nx[i]!, view.ny[i]!, view.separation[i]!])
      }
      // Points that are ahead of a touch are no matter of sensors.
      const deep = (rows: number[][]): number[][] => rows.filter((row) => row[4]! < -0.03)
      expect(deep(points(true))).toEqual(deep(points(false)))
      compared += deep(points(true)).length
    }
    expect(compared).toBeGreaterThan(SOAK ? 100 : 30)
  })
})
