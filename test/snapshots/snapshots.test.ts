import {
  Not, Pair, addComponent, addComponents, addEntity, addPrefab, asBuffer, commitRemovals, createEntityIndex, createRelation, createWorld, entityExists,
  getEntityComponents, getRelationTargets, hasComponent, observe, onAdd, onRemove, query, removeComponent, removeEntity, removeQuery, resetWorld,
  set, type World,
} from 'bitecs'
import { describe, expect, it } from 'vitest'
import {
  addPhysics, box, castRay, circle, createSnapshots, defineComponents, hashWorld, isSleeping, queryPoint, removePhysics, stepPhysics,
} from '../../src/index.ts'
import { buildScene } from '../../examples/scenes/build.ts'
import { findScene } from '../../examples/scenes/index.ts'
import { TestWorld } from '../support/worlds.ts'
import { differences, fingerprint } from './fingerprint.ts'

/** A ground with some balls on it, and a tag of the user. */
function makeWorld() {
  const at = new TestWorld()
  const Enemy = {}
  at.addGround()
  const balls = Array.from({ length: 12 }, (_, i) => at.ball(2 * i - 12, 0.5 + 0.2 * i, ...(i % 2 === 0 ? [Enemy] : [])))
  at.step(3)
  return { at, world: at.world, Enemy, balls }
}

describe('what bitECS keeps', () => {
  it('ids come back, and new ones are those that would have been given', () => {
    const { world, balls } = makeWorld()
    for (const i of [3, 7, 5]) removeEntity(world, balls[i]!)
    const snapshots = createSnapshots(world)
    snapshots.save()
    const given = Array.from({ length: 6 }, () => addEntity(world))
    for (const ball of [balls[1]!, balls[9]!, given[0]!]) removeEntity(world, ball)
    Array.from({ length: 9 }, () => addEntity(world))
    for (let again = 0; again < 2; again++) {
      snapshots.restore()
      expect(balls.map((ball) => entityExists(world, ball))).toEqual(balls.map((_, i) => ![3, 5, 7].includes(i)))
      expect(Array.from({ length: 6 }, () => addEntity(world))).toEqual(given)
    }
  })

  it('the user\'s own tags come back, also on an id that was given to another meanwhile', () => {
    const { world, balls, Enemy } = makeWorld()
    const Late = {}
    const snapshots = createSnapshots(world)
    snapshots.save()
    const components = getEntityComponents(world, balls[0]!)
    removeComponent(world, balls[2]!, Enemy)
    addComponent(world, balls[3]!, Enemy)
    removeEntity(world, balls[0]!)
    expect(addEntity(world, Late)).toBe(balls[0]!)
    snapshots.restore()
    expect(balls.map((ball) => hasComponent(world, ball, Enemy))).toEqual(balls.map((_, i) => i % 2 === 0))
    expect(hasComponent(world, balls[0]!, Late)).toBe(false)
    expect(new Set(getEntityComponents(world, balls[0]!))).toEqual(new Set(components))
  })

  it('queries give the same entities in the same order', () => {
    const { at, world, balls, Enemy } = makeWorld()
    const { Position } = at.components
    const results = () => {
      commitRemovals(world)
      return [[Enemy], [Position], [Position, Not(Enemy)]].map((terms) => [...query(world, terms)])
    }
    // An order that is not that of the ids.
    results()
    for (const i of [2, 8, 4]) removeComponent(world, balls[i]!, Enemy)
    results()
    addComponent(world, balls[8]!, Enemy)
    const snapshots = createSnapshots(world)
    const saved = results()
    const buffered = [...query(world, [Enemy], asBuffer)]
    expect(saved[0]).not.toEqual([...saved[0]!].sort((a, b) => a - b))
    // About to leave, but not gone.
    removeComponent(world, balls[10]!, Enemy)
    snapshots.save()
    const then = results()
    for (const ball of balls.slice(0, 7)) removeEntity(world, ball)
    for (let i = 0; i < 5; i++) at.ball(i, 20, Enemy)
    results()
    snapshots.restore()
    expect(results()).toEqual(then)
    expect(then[0]).not.toContain(balls[10])
    expect(buffered.length).toBeGreaterThan(3)
    expect([...query(world, [Enemy], asBuffer)]).toEqual(then[0])
  })

  it('a query that was first asked for since holds what it should', () => {
    const { at, world, balls, Enemy } = makeWorld()
    const snapshots = createSnapshots(world)
    snapshots.save()
    const terms = [at.components.Velocity, Not(Enemy)]
    const [prefab, Shiny] = [addPrefab(world), {}]
    addComponent(world, prefab, Shiny)
    expect(query(world, terms)).not.toHaveLength(0)
    expect(query(world, [Shiny])).toHaveLength(0)
    for (const ball of balls.slice(0, 6)) removeEntity(world, ball)
    snapshots.restore()
    expect([...query(world, terms)].sort((a, b) => a - b)).toEqual(balls.filter((ball) => hasComponent(world, ball, at.components.Velocity) && !hasComponent(world, ball, Enemy)))
    expect(query(world, [Shiny])).toHaveLength(0)
  })

  it('a query that took the place of one that was removed since holds what it should', () => {
    const { at, world, balls, Enemy } = makeWorld()
    const first = [Not(Enemy), at.components.Velocity]
    query(world, first)
    const snapshots = createSnapshots(world)
    snapshots.save()
    removeQuery(world, first)
    for (const ball of balls.slice(0, 6)) removeEntity(world, ball)
    const terms = [Enemy, at.components.Shape]
    expect(query(world, terms)).toHaveLength(3)
    snapshots.restore()
    expect([...query(world, terms)].sort((a, b) => a - b)).toEqual(balls.filter((_, i) => i % 2 === 0))
  })

  it('an empty world is empty again', () => {
    const world = createWorld()
    const physics = addPhysics(world)
    const snapshots = createSnapshots(world)
    snapshots.save()
    for (let again = 0; again < 2; again++) {
      for (let i = 0; i < 1500; i++) addComponents(world, addEntity(world), set(physics.components.Position, { x: i, y: 0 }), set(physics.components.Shape, circle(0.6)))
      stepPhysics(world, 1 / 60)
      snapshots.restore()
      expect(query(world, [physics.components.Position])).toHaveLength(0)
      expect(queryPoint(world, 5, 0).count).toBe(0)
      stepPhysics(world, 1 / 60)
      expect(physics.stats).toEqual({ bodies: 0, awake: 0, pairs: 0, contacts: 0 })
    }
    expect(addEntity(world)).toBe(1)
  })

  it('relations come back', () => {
    const { world, balls } = makeWorld()
    const ChildOf = createRelation({ autoRemoveSubject: true })
    addComponent(world, balls[1]!, Pair(ChildOf, balls[0]!))
    addComponent(world, balls[2]!, Pair(ChildOf, balls[0]!))
    const snapshots = createSnapshots(world)
    snapshots.save()
    removeEntity(world, balls[0]!)
    expect(entityExists(world, balls[1]!)).toBe(false)
    snapshots.restore()
    expect(getRelationTargets(world, balls[1]!, ChildOf)).toEqual([balls[0]])
    removeEntity(world, balls[0]!)
    expect([1, 2, 3].map((i) => entityExists(world, balls[i]!))).toEqual([false, false, true])
  })

  it('no observer is called', () => {
    const { at, world, balls, Enemy } = makeWorld()
    const calls: string[] = []
    for (const [name, component] of Object.entries({ Enemy, Position: at.components.Position, Sleeping: at.components.Sleeping })) {
      observe(world, onAdd(component), (id) => void calls.push(`${name} +${id}`))
      observe(world, onRemove(component), (id) => void calls.push(`${name} -${id}`))
    }
    const snapshots = createSnapshots(world)
    snapshots.save()
    removeEntity(world, balls[0]!)
    at.ball(0, 9, Enemy)
    at.step(200)
    expect(isSleeping(world, balls[1]!)).toBe(true)
    calls.length = 0
    snapshots.restore()
    expect(calls).toEqual([])
    expect(isSleeping(world, balls[1]!)).toBe(false)
    removeEntity(world, balls[0]!)
    expect(calls.sort()).toEqual([`Enemy -${balls[0]}`, `Position -${balls[0]}`])
  })
})

describe('what is restored', () => {
  it('is seen by queries at once', () => {
    const { at, world, balls } = makeWorld()
    const snapshots = createSnapshots(world)
    const { x, y } = at.components.Position
    const found = (px: number, py: number): number[] => {
      const { entities, count } = queryPoint(world, px, py)
      return [...entities.subarray(0, count)]
    }
    const [there, height] = [x[balls[4]!]!, y[balls[4]!]!]
    snapshots.save()
    const late = at.ball(50, 50)
    removeEntity(world, balls[4]!)
    at.step(40)
    expect(found(there, height)).toEqual([])
    snapshots.restore()
    expect(found(there, height)).toEqual([balls[4]])
    expect(found(50, 50)).toEqual([])
    expect(castRay(world, there, 30, there, -5)?.entity).toBe(balls[4])
    expect(entityExists(world, late)).toBe(false)
  })

  it('has the events that could be read', () => {
    const { at, world } = makeWorld()
    const snapshots = createSnapshots(world)
    let steps = 0
    while (at.physics.events.contactBegin.count === 0) {
      at.step()
      expect(++steps).toBeLessThan(60)
    }
    const then = at.begins()
    snapshots.save()
    at.step(60)
    expect(at.begins()).toEqual([])
    snapshots.restore()
    expect(at.begins()).toEqual(then)
  })

  it('has the numbers of stores that were given, as long as they were', () => {
    const { world, balls } = makeWorld()
    const Health = { value: new Float32Array(64).fill(7), armor: [] as number[] }
    const Team = new Uint8Array(16)
    const Free = { value: [1, 2, 3] }
    Health.armor[balls[3]!] = 5
    Team[3] = 9
    const snapshots = createSnapshots(world, { slots: 2, stores: [Health, Team] })
    snapshots.save(1)
    const armor = [...Health.armor]
    Health.value = new Float32Array(256).fill(1)
    Health.armor[40] = 3
    Health.armor[balls[3]!] = 6
    Team.fill(2)
    Free.value[0] = 100
    snapshots.restore(1)
    expect([...Health.value.subarray(0, 64)]).toEqual(Array(64).fill(7))
    expect([...Health.value.subarray(64)]).toEqual(Array(192).fill(0))
    expect([...Health.armor]).toEqual(armor)
    expect(Health.armor.length).toBe(balls[3]! + 1)
    expect(Team[3]).toBe(9)
    expect(Free.value[0]).toBe(100)
  })

  it('has its settings, and pose stores that the user brought', () => {
    const world = createWorld()
    const Position = { x: [] as number[], y: new Float64Array(4) }
    const physics = addPhysics(world, { components: { Position } })
    const ball = addEntity(world)
    addComponents(world, ball, set(Position as never, { x: 1, y: 2 } as never), set(physics.components.Shape, circle(1)))
    stepPhysics(world, 1 / 60)
    const snapshots = createSnapshots(world)
    const [x, y] = [Position.x[ball], Position.y[ball]]
    snapshots.save()
    physics.settings.gravity.x = 3
    physics.settings.substeps = 7
    physics.settings.allowSleep = false
    for (let i = 0; i < 3000; i++) addEntity(world)
    addComponents(world, addEntity(world), set(Position as never, { x: 1, y: 200 } as never), set(physics.components.Shape, circle(1)))
    for (let i = 0; i < 9; i++) stepPhysics(world, 1 / 60)
    expect(Position.x[ball]).not.toBe(x)
    snapshots.restore()
    expect([Position.x[ball], Position.y[ball]]).toEqual([x, y])
    expect(physics.settings).toMatchObject({ gravity: { x: 0, y: -9.81 }, substeps: 4, allowSleep: true })
  })

  it.each<[string, (at: TestWorld, ball: number) => void]>([
    ['a radius', ({ components: { Shape } }, ball) => (Shape.radius[ball] = 0.4)],
    ['a density', ({ components: { Material } }, ball) => (Material.density[ball] = 3)],
    ['a filter', ({ components: { CollisionFilter } }, ball) => (CollisionFilter.group[ball] = -4)],
    ['a friction', ({ components: { Material } }, ball) => (Material.friction[ball] = 0.1)],
    ['a shape that was set', ({ world, components: { Shape } }, ball) => void addComponent(world, ball, set(Shape, box(0.3, 0.4)))],
    ['a velocity of a sleeper', ({ world, components: { Velocity } }, ball) => {
      for (let i = 0; i < 300; i++) stepPhysics(world, 1 / 60)
      Velocity.x[ball] = 3
    }],
  ])('has %s that was written between two saves to one slot', (_, write) => {
    const { at, world, balls } = makeWorld()
    const snapshots = createSnapshots(world)
    snapshots.save()
    write(at, balls[2]!)
    snapshots.save()
    at.step()
    snapshots.save()
    const then = fingerprint(world)
    at.step(5)
    for (const ball of balls) removeEntity(world, ball)
    for (let i = 0; i < 30; i++) at.add(box(0.2, 0.3), i, 3)
    at.step(5)
    snapshots.restore()
    expect(differences(then, fingerprint(world))).toEqual([])
  })

  it('is the same from several slots in any order', () => {
    const { at, world } = makeWorld()
    const snapshots = createSnapshots(world, { slots: 8 })
    const hashes: number[] = []
    for (let slot = 0; slot < 8; slot++) {
      snapshots.save(slot)
      hashes.push(hashWorld(world))
      at.step(3)
    }
    for (const slot of [5, 0, 7, 3, 3, 1]) {
      snapshots.restore(slot)
      expect(hashWorld(world)).toBe(hashes[slot])
      at.step(3)
      if (slot < 7) expect(hashWorld(world)).toBe(hashes[slot + 1])
    }
    expect(snapshots.bytes).toBeGreaterThan(8 * 12 * 300)
  })
})

describe('what cannot be', () => {
  const { world, at } = makeWorld()

  it('is refused where it is made', () => {
    expect(() => createSnapshots(createWorld())).toThrow('createSnapshots: this world has no physics')
    expect(() => createSnapshots(world, { slots: 0 })).toThrow('slots must be a whole number from 1 to 4096, got 0')
    expect(() => createSnapshots(world, { slot: 3 } as object)).toThrow("there is no option 'slot'. The options are slots, stores")
    expect(() => createSnapshots(world, { stores: [{}] })).toThrow('stores[0] has no arrays of numbers')
  })

  it('is refused with the slot, and leaves the world alone', () => {
    const snapshots = createSnapshots(world, { slots: 2 })
    for (const slot of [-1, 2, 0.5, NaN]) expect(() => snapshots.save(slot)).toThrow(`save: there is no slot ${slot}. The slots are 0 to 1`)
    const before = hashWorld(world)
    expect(() => snapshots.restore(1)).toThrow('restore: nothing was saved in slot 1. Call save(1) first')
    expect(hashWorld(world)).toBe(before)
  })

  it('is refused within a step, a query and after the physics is gone', () => {
    const own = makeWorld()
    const snapshots = createSnapshots(own.world)
    snapshots.save()
    const messages: string[] = []
    const attempt = (run: () => void): void => {
      try {
        run()
        messages.push('done')
      } catch (error) {
        messages.push((error as Error).message)
      }
    }
    own.at.physics.systems.splice(5, 0, { name: 'Mine', run: () => attempt(() => snapshots.save()), perSubstep: true })
    own.at.step()
    own.at.physics.systems.splice(5, 1)
    queryPoint(own.world, -12, 0.5, { predicate: () => (attempt(() => snapshots.restore()), true) })
    expect(new Set(messages)).toEqual(new Set([
      'save: the world is stepping. Call it between two steps, for example after stepPhysics.',
      'restore: a query of this world is running. Call it when the query has returned.',
    ]))
    const { bytes } = snapshots
    removePhysics(own.world)
    expect(bytes).toBeGreaterThan(0)
    expect(snapshots.bytes).toBe(0)
    expect(() => snapshots.restore()).toThrow('restore: the physics that these snapshots are of was taken off its world')
    addPhysics(own.world)
    const later = createSnapshots(own.world)
    later.save()
    resetWorld(own.world)
    expect(() => later.restore()).toThrow('was taken off its world')
    expect(() => snapshots.save()).toThrow('save: the physics that these snapshots are of was taken off its world')
  })

  it('is refused in worlds that share their ids', () => {
    const index = createEntityIndex()
    const [one, other] = [createWorld(index), createWorld(index)] as [World, World]
    addPhysics(one)
    const snapshots = createSnapshots(one)
    snapshots.save()
    addEntity(other)
    expect(() => snapshots.save()).toThrow('save: this world shares its entity ids with another one')
  })

  it('is refused of stores that hold what is no number', () => {
    const Names = { name: ['a', 'b'], value: [1] }
    const snapshots = createSnapshots(world, { stores: [Names] })
    expect(() => snapshots.save()).toThrow("save: 'name' of a store holds 'a' for entity 0, which is no number")
    expect(() => snapshots.restore()).toThrow('restore: nothing was saved')
    at.step()
  })
})

it('components that were defined before the world come along', () => {
  const components = defineComponents()
  const world = createWorld()
  const physics = addPhysics(world, { components })
  const one = addEntity(world)
  addComponents(world, one, set(components.Position, { x: 0, y: 5 }), set(components.Shape, box(1, 1)))
  stepPhysics(world, 1 / 60)
  const snapshots = createSnapshots(world)
  snapshots.save()
  const y = components.Position.y[one]
  for (let i = 0; i < 5; i++) stepPhysics(world, 1 / 60)
  expect(components.Position.y[one]).not.toBe(y)
  snapshots.restore()
  expect(physics.components.Position.y[one]).toBe(y)
})

it('a scene with joints that was saved before its first step begins again to the bit', () => {
  const built = buildScene(findScene('weld-tower')!.create())
  const snapshots = createSnapshots(built.world)
  snapshots.save()
  const run = (): number[] => Array.from({ length: 4 }, () => {
    stepPhysics(built.world, 1 / 60)
    return hashWorld(built.world)
  })
  const first = run()
  snapshots.restore()
  expect(run()).toEqual(first)
})
