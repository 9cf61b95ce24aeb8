import { addComponent, addEntity, removeEntity, set, setComponent } from 'bitecs'
import { describe, expect, test } from 'vitest'
import { type BroadPhase, type FatBoxes, applyForce, applyTorque, box, circle, grid, hashWorld, isSleeping, markChanged, queryPoint, wake } from '../../src/index.ts'
import { validate } from '../support/validate.ts'
import { TestWorld } from '../support/worlds.ts'

const DT = 1 / 60

describe('forces', () => {
  test.each([[0, false], [1, false], [3, false], [4, false], [5, true], [6, true]] as const)(
    'of a step in which a system at place %i throws act in the next one, once',
    (place, perSubstep) => {
      const t = new TestWorld({ gravity: { x: 0, y: 0 } })
      const { Velocity } = t.components
      const [ball, other] = [t.ball(0, 0), t.ball(9, 0)]
      t.step()
      applyForce(t.world, ball, 60, 0)
      applyTorque(t.world, ball, 6)
      let fails = 2
      t.physics.systems.splice(place, 0, { name: 'Fail', perSubstep, run: () => {
        if (fails-- <= 0) return
        // Applied within a step: for this one or the next.
        applyForce(t.world, other, 30, 0)
        throw new Error('mine')
      } })
      for (let i = 0; i < 2; i++) expect(() => t.step()).toThrow('mine')
      expect(Velocity.x[ball]).toBe(0)
      t.step(3)
      const mass = Math.PI / 4
      expect(Velocity.x[ball]).toBeCloseTo(60 / mass * DT, 9)
      expect(Velocity.angular[ball]).toBeCloseTo(6 / (mass / 8) * DT, 9)
      expect(Velocity.x[other]).toBeCloseTo(60 / mass * DT, 9)
    },
  )

  test('are forgotten with their body, and not given to the next one with its id', () => {
    const t = new TestWorld({ gravity: { x: 0, y: 0 } })
    const ball = t.ball(0, 0)
    t.step()
    applyForce(t.world, ball, 60, 0)
    removeEntity(t.world, ball)
    expect(t.ball(0, 0)).toBe(ball)
    t.step()
    expect(t.components.Velocity.x[ball]).toBe(0)
    applyForce(t.world, ball, 60, 0)
    t.physics.systems.splice(5, 0, { name: 'Fail', perSubstep: true, run: () => {
      removeEntity(t.world, ball)
      throw new Error('mine')
    } })
    expect(() => t.step()).toThrow('mine')
    t.physics.systems.splice(5, 1)
    expect(t.ball(0, 0)).toBe(ball)
    t.step()
    expect(t.components.Velocity.x[ball]).toBe(0)
  })
})

describe('a broad phase of the user whose add throws', () => {
  /** The grid, whose `add` throws for one item as often as it is told. */
  function failing(): { times: number; item: number; make: (boxes: FatBoxes) => BroadPhase } {
    const plan = { times: 0, item: 0, make: (boxes: FatBoxes) => {
      const inner = grid(boxes)
      return Object.assign(Object.create(inner) as BroadPhase, {
        add: (item: number, fixed: boolean) => {
          if (item === plan.item && plan.times-- > 0) throw new Error('no room')
          inner.add(item, fixed)
        },
      })
    } }
    return plan
  }

  test('for a body, its child or a link: it is added by the next step, and holds', () => {
    for (const which of ['ball', 'floor', 'child', 'late child'] as const) {
      for (const asked of [false, true]) {
        const plan = failing()
        const t = new TestWorld({ broadPhase: plan.make })
        const { Shape, Collider, Position, Static, Material } = t.components
        const floor = t.add(box(5, 0.5), 0, -0.5, Static)
        const ball = t.add(circle(0.5), 0, 1.5, set(Material, { rollingResistance: 0.1 }))
        if (which === 'late child') t.step()
        // The id that comes next.
        const child = addEntity(t.world)
        removeEntity(t.world, child)
        plan.item = which === 'floor' ? floor : which === 'ball' ? ball : child
        plan.times = 3
        if (which.includes('child')) addEntity(t.world, set(Shape, circle(0.3)), set(Collider, { body: ball, y: 0.1 }))
        if (asked) expect(() => queryPoint(t.world, 0, 0)).toThrow('no room')
        for (let i = asked ? 1 : 0; i < 3; i++) expect(() => t.step()).toThrow('no room')
        t.step(120)
        expect(Position.y[ball], `${which} ${asked}`).toBeCloseTo(0.5, 1)
        validate(t.physics)
      }
    }
  })
})

describe('a question between a spawn and what follows it', () => {
  const edits: [string, (t: TestWorld, ball: number) => void][] = [
    ['nothing', () => {}],
    ['set Position', (t, ball) => void setComponent(t.world, ball, t.components.Position, { x: 3 })],
    ['set Shape', (t, ball) => void setComponent(t.world, ball, t.components.Shape, box(0.5, 0.2))],
    ['set Mass', (t, ball) => void setComponent(t.world, ball, t.components.Mass, { mass: 5 })],
    ['Sensor', (t, ball) => void addComponent(t.world, ball, t.components.Sensor)],
    ['Kinematic', (t, ball) => void addComponent(t.world, ball, t.components.Kinematic)],
    ['a written Position', (t, ball) => { t.components.Position.y[ball] = 7 }],
    ['a written Velocity', (t, ball) => { t.components.Velocity.x[ball] = 7 }],
    ['markChanged', (t, ball) => markChanged(t.world, ball)],
    ['wake', (t, ball) => wake(t.world, ball)],
    ['applyForce', (t, ball) => applyForce(t.world, ball, 1, 0)],
  ]

  test.each(edits)('changes nothing: %s', (_, edit) => {
    const run = (asked: boolean) => {
      const t = new TestWorld()
      t.addGround()
      const neighbor = t.ball(0.2, 5)
      const ball = t.ball(0, 5, t.components.Sleeping)
      if (asked) queryPoint(t.world, 0, 5)
      edit(t, ball)
      if (asked) queryPoint(t.world, 0, 5)
      const told = [0, 1, 2].map(() => {
        t.step()
        validate(t.physics)
        return [isSleeping(t.world, ball), isSleeping(t.world, neighbor), hashWorld(t.world)]
      })
      return told
    }
    expect(run(true)).toEqual(run(false))
  })

  test('and nothing to those that are there: a second one after the step is no spawn any more', () => {
    const t = new TestWorld()
    const ball = t.ball(0, 5, t.components.Sleeping)
    queryPoint(t.world, 0, 5)
    t.step()
    setComponent(t.world, ball, t.components.Position, { x: 3 })
    t.step()
    expect(isSleeping(t.world, ball)).toBe(false)
  })
})

test('a preSolve that throws about a hit to come: the two that it ties together sleep and wake together', () => {
  const t = new TestWorld({ gravity: { x: 0, y: 0 } })
  const { Velocity } = t.components
  const [one, other] = [t.add(box(0.5, 0.5), 0, 0), t.add(box(0.5, 0.5), 1.1, 0)]
  t.step()
  Velocity.x[one] = 10
  let throws = 1
  t.physics.hooks.preSolve = () => {
    if (throws-- > 0) throw new Error('mine')
    return true
  }
  expect(() => t.step()).toThrow('mine')
  for (let i = 0; i < 5; i++) {
    applyForce(t.world, one, 100, 0)
    applyForce(t.world, other, -100, 0)
    t.step()
    validate(t.physics)
  }
  for (const id of [one, other]) Velocity.x[id] = 0
  t.step(60)
  expect([isSleeping(t.world, one), isSleeping(t.world, other)]).toEqual([true, true])
  wake(t.world, one)
  expect(isSleeping(t.world, other)).toBe(false)
})
