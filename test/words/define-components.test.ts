import { addComponents, addEntity, createWorld, deleteWorld, resetWorld } from 'bitecs'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  type PhysicsOptions, addPhysics, circle, defineComponents, getPhysics, getPoints, hashWorld, polygon, rect, removePhysics, set,
  spawnBody, stepPhysics,
} from '../../src/index.ts'
import { inner } from '../support/inner.ts'
import { validate } from '../support/validate.ts'
import { components, Motion, Position, Shape } from './game/components.ts'
import { launch } from './game/launch.ts'

let world = createWorld()

/** A level of the game: a floor and some balls. */
function startLevel(options: PhysicsOptions = { components }): void {
  addPhysics(world, options)
  spawnBody(world, { shape: rect(20, 2), y: -1, type: 'static' })
  for (let i = 0; i < 5; i++) spawnBody(world, { shape: circle(0.4), x: i - 2, y: 1.2 + i })
}

function play(steps: number): void {
  for (let i = 0; i < steps; i++) {
    launch(world)
    stepPhysics(world, 1 / 60)
  }
}

beforeEach(() => {
  deleteWorld(world)
  world = createWorld()
})

describe('components that were defined before there was a world', () => {
  test('are those of the physics they are given to, the very objects that other files import', () => {
    const physics = addPhysics(world, { components })
    expect(Object.entries(physics.components)).toEqual(Object.entries(components))
    for (const [name, component] of Object.entries(components)) expect(physics.components[name as 'Shape']).toBe(component)
    const ball = spawnBody(world, { shape: circle(1), y: 0.5, motion: { lockX: true } })
    expect(launch(world)).toBe(1)
    stepPhysics(world, 1 / 60)
    expect(Position.y[ball]!).toBeGreaterThan(0.6)
    expect(Motion.lockX[ball]).toBe(1)
  })

  test('simulate the same as others, to the last bit, and grow', () => {
    startLevel({ components, capacity: 16 })
    play(60)
    for (let i = 0; i < 60; i++) spawnBody(world, { shape: circle(0.1), x: i / 3 - 10, y: 9 })
    play(60)
    validate(getPhysics(world)!)
    const hash = hashWorld(world)
    const other = createWorld()
    const kept = world
    const own = addPhysics(other, { capacity: 16 }).components
    world = other
    spawnBody(world, { shape: rect(20, 2), y: -1, type: 'static' })
    for (let i = 0; i < 5; i++) spawnBody(world, { shape: circle(0.4), x: i - 2, y: 1.2 + i })
    const launchOwn = (): void => {
      for (let entity = 2; entity < own.Position.y.length; entity++) {
        if (entity > inner(getPhysics(other)!).bodies.count || own.Position.y[entity]! > 1 || own.Velocity.y[entity]! > 0) continue
        own.Velocity.y[entity] = 10
      }
    }
    for (let i = 0; i < 120; i++) {
      if (i === 60) for (let n = 0; n < 60; n++) spawnBody(world, { shape: circle(0.1), x: n / 3 - 10, y: 9 })
      launchOwn()
      stepPhysics(world, 1 / 60)
    }
    expect(hashWorld(other)).toBe(hash)
    world = kept
  })

  test.each(['removePhysics', 'deleteWorld', 'resetWorld'])('serve the next level after %s, from the start', (way) => {
    startLevel()
    const points = polygon([{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 0, y: 1 }])
    const first = spawnBody(world, { shape: points, x: 9 })
    play(100)
    const before = world
    if (way === 'removePhysics') removePhysics(world)
    if (way === 'deleteWorld') deleteWorld(world)
    if (way === 'resetWorld') resetWorld(world)
    else world = createWorld()
    startLevel()
    play(30)
    const hash = hashWorld(world)
    validate(getPhysics(world)!)
    const second = spawnBody(world, { shape: points, x: 9 })
    expect([second, getPoints(world, second).count]).toEqual([first, 3])
    deleteWorld(world)
    world = createWorld()
    startLevel()
    play(30)
    expect(hashWorld(world)).toBe(hash)
    if (way !== 'removePhysics') return
    // The first world has nothing left that is its own.
    expect(() => addPhysics(before)).toThrow('addPhysics: the components of this world were given to another world since')
  })

  test('are found again, with their data, by the world that had them', () => {
    startLevel()
    play(10)
    const y = Position.y[2]
    removePhysics(world)
    expect(Position.y[2]).toBe(y)
    for (const options of [{ components }, {}]) {
      expect(addPhysics(world, options).components.Shape).toBe(Shape)
      expect(Position.y[2]).toBe(y)
      stepPhysics(world, 0)
      removePhysics(world)
    }
    expect(() => addPhysics(world, { components: defineComponents() })).toThrow('addPhysics: this world had physics with other components before')
    addPhysics(world)
    play(5)
    validate(getPhysics(world)!)
  })

  test('may have stores of the user in them', () => {
    const mine = { x: [] as number[], y: new Float64Array(2) }
    const defined = defineComponents({ Position: mine })
    expect(defined.Position).toBe(mine)
    const entity = addEntity(world)
    addPhysics(world, { components: defined })
    addComponents(world, entity, mine, set(defined.Shape, circle(1)))
    mine.y[entity] = 5
    stepPhysics(world, 1 / 60)
    expect(mine.y[entity]!).toBeLessThan(5)
    const y = mine.y[entity]!
    removePhysics(world)
    expect(addPhysics(world, { components: defined }).components).toEqual(defined)
    expect(getPhysics(world)!.components.Position).toBe(mine)
    expect(mine.y[entity]).toBe(y)
    stepPhysics(world, 1 / 60)
    expect(mine.y[entity]!).toBeLessThan(y)
  })

  test('cannot serve two worlds, be given in part, or be had by entities before', () => {
    startLevel()
    const other = createWorld()
    expect(() => addPhysics(other, { components })).toThrow('addPhysics: these components serve another world. Call removePhysics or deleteWorld')
    expect(() => addPhysics(other, { components: { ...defineComponents() } })).toThrow(/cannot be brought along.*the very object that defineComponents\(\) returned/)
    const fresh = defineComponents()
    const early = addEntity(other)
    addComponents(other, early, set(fresh.Shape, circle(1)))
    expect(() => addPhysics(other, { components: fresh })).toThrow(`addPhysics: entity ${early} has a Shape already, whose data went nowhere`)
    play(3)
  })
})
