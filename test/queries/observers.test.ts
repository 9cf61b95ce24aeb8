import { addComponent, addComponents, addEntity, createWorld, observe, onAdd, onRemove, onSet, removeEntity, set } from 'bitecs'
import { describe, expect, it } from 'vitest'
import { addPhysics, castRay, circle, queryPoint, stepPhysics } from '../../src/index.ts'
import { inner } from '../support/inner.ts'

const NAMES = ['Position', 'Shape', 'Rotation', 'Velocity', 'BroadphaseAABB', 'Tag'] as const

/** A world with a ball at the origin that is observed: `ask` runs in the middle of its making and its end. */
function observed(name: (typeof NAMES)[number], shapeFirst: boolean) {
  const world = createWorld()
  const physics = addPhysics(world, { gravity: { x: 0, y: 0 } })
  const { Position, Shape } = physics.components
  const Tag = {}
  const component = name === 'Tag' ? Tag : physics.components[name]
  const seen: number[] = []
  const ask = () => {
    seen.push(queryPoint(world, 0, 0).count)
    castRay(world, -9, 0, 9, 0)
  }
  observe(world, onAdd(component), ask)
  observe(world, onSet(component), ask)
  observe(world, onRemove(component), ask)
  const ball = addEntity(world)
  const place = set(Position, { x: 0, y: 0 })
  const shape = set(Shape, circle(1))
  addComponents(world, ball, ...(shapeFirst ? [shape, place] : [place, shape]), Tag)
  return { world, physics, ball, seen }
}

describe('a query from an observer', () => {
  for (const name of NAMES) {
    for (const shapeFirst of [false, true]) {
      it(`of ${name} neither fails nor brings the dead back (${shapeFirst ? 'Shape' : 'Position'} added first)`, () => {
        const { world, physics, ball, seen } = observed(name, shapeFirst)
        expect(queryPoint(world, 0, 0).count).toBe(1)
        stepPhysics(world, 1 / 60)
        const before = seen.length
        removeEntity(world, ball)
        expect(seen.length).toBeGreaterThan(before)
        expect(queryPoint(world, 0, 0).count).toBe(0)
        expect(inner(physics).bodies.isBody(ball)).toBe(false)
        const next = addEntity(world)
        expect(next).toBe(ball)
        addComponents(world, next, set(physics.components.Position, { x: 0, y: 0 }), set(physics.components.Shape, circle(1)))
        expect(queryPoint(world, 0, 0).count).toBe(1)
        removeEntity(world, next)
        stepPhysics(world, 1 / 60)
        expect(physics.stats.bodies).toBe(0)
      })
    }
  }

  it('may be asked while a step makes the bodies, and a query makes none', () => {
    const world = createWorld()
    const { Position, Shape, Rotation } = addPhysics(world).components
    let asked = 0
    observe(world, onAdd(Rotation), () => {
      asked++
      queryPoint(world, 0, 0)
    })
    for (let i = 0; i < 5; i++) addComponents(world, addEntity(world), set(Position, { x: i, y: 0 }), set(Shape, circle(1)))
    expect(queryPoint(world, 1, 0).count).toBe(3)
    expect(asked).toBe(0)
    stepPhysics(world, 1 / 60)
    expect(asked).toBe(5)
    expect(queryPoint(world, 4, 0).count).toBe(2)
  })

  it('leaves it to the step to tell of a shape that was forgotten', () => {
    const world = createWorld()
    const { Position, Shape } = addPhysics(world).components
    const ball = addEntity(world)
    addComponents(world, ball, set(Position, { x: 0, y: 0 }), Shape)
    expect(queryPoint(world, 0, 0).count).toBe(0)
    expect(() => stepPhysics(world, 1 / 60)).toThrow(/Shape of entity 1: type was never set/)
    addComponent(world, ball, set(Shape, circle(1)))
    expect(queryPoint(world, 0, 0).count).toBe(1)
  })
})
