import { type World, addComponent, addComponents, addEntity, createWorld, hasComponent, removeComponent, removeEntity, set } from 'bitecs'
import { describe, expect, it } from 'vitest'
import { type Random, between, createRandom } from '../../examples/scenes/random.ts'
import { BROAD_PHASES } from '../../examples/broad-phases.ts'
import type { BroadPhaseFactory } from '../../src/broadphase/broad-phase.ts'
import {
  type Physics, type ShapeData, ShapeType, addPhysics, applyImpulse, box, castRay, castShape, chain, circle, distance, getMass, hashWorld,
  nearest, queryContacts, queryPairs, queryPoint, queryRegion, queryShape, stepPhysics, teleport, markChanged, touching, wake,
} from '../../src/index.ts'
import { type Outline, distanceOf, moved } from './oracle.ts'
import { outlineOf, randomShape } from './random-world.ts'
import { inner } from '../support/inner.ts'
import { SOAK } from '../support/soak.ts'

const DT = 1 / 60

/** A scene that changes by the same calls for the same seed, whoever asks about it meanwhile. */
class Scene {
  readonly world: World = createWorld()
  readonly physics: Physics
  readonly random: Random
  readonly shapes = new Map<number, ShapeData>()
  readonly parts = new Map<number, number>()
  readonly floor: number

  constructor(seed: number, broadPhase: BroadPhaseFactory) {
    this.random = createRandom(seed)
    this.physics = addPhysics(this.world, { broadPhase, capacity: 16 })
    const { Position, Shape, Static } = this.physics.components
    const ground = addEntity(this.world)
    const points = Array.from({ length: 9 }, (_, i) => ({ x: 2 * i - 8, y: -0.3 * (i % 2) }))
    addComponents(this.world, ground, set(Position, { x: 0, y: -0.5 }), set(Shape, chain(points)), Static)
    const floor = addEntity(this.world)
    this.floor = floor
    addComponents(this.world, floor, set(Position, { x: 0, y: -4 }), set(Shape, box(30, 1)), Static)
    this.shapes.set(floor, box(30, 1))
    // Links are entities, made once and for all: by the first step, or by a query before it.
    stepPhysics(this.world, DT)
    for (let i = 0; i < 12; i++) this.spawn()
  }

  spawn(): void {
    const { Position, Rotation, Velocity, Shape, Static, Kinematic, Sleeping, Sensor, Mass } = this.physics.components
    const { random, world } = this
    const entity = addEntity(world)
    const shape = randomShape(random)
    this.shapes.set(entity, shape)
    addComponents(world, entity, set(Position, this.place()), set(Rotation, { angle: between(random, -3, 3) }), set(Shape, shape), set(Mass, { mass: 1 }))
    const kind = random()
    if (kind < 0.1) addComponent(world, entity, Static)
    else addComponent(world, entity, set(Velocity, { x: between(random, -4, 4), y: between(random, -4, 4) }))
    if (kind > 0.1 && kind < 0.2) addComponent(world, entity, Kinematic)
    if (random() < 0.1) addComponent(world, entity, Sensor)
    if (random() < 0.15) addComponent(world, entity, Sleeping)
  }

  attach(body: number): void {
    const { Shape, Collider } = this.physics.components
    const part = addEntity(this.world)
    const shape = randomShape(this.random)
    this.shapes.set(part, shape)
    this.parts.set(part, body)
    addComponents(this.world, part, set(Shape, shape), set(Collider, { body, x: between(this.random, -1, 1), y: 0, angle: this.random() }))
  }

  place(): { x: number; y: number } {
    return { x: between(this.random, -6, 6), y: between(this.random, -1, 7) }
  }

  /** A body of the scene, other than the ground. */
  pick(random = this.random): number {
    const bodies = [...this.shapes.keys()].filter((entity) => !this.parts.has(entity) && entity !== this.floor)
    return bodies[Math.floor(random() * bodies.length)]!
  }

  isDisabled(entity: number): boolean {
    return hasComponent(this.world, entity, this.physics.components.Disabled)
  }

  remove(entity: number): void {
    removeEntity(this.world, entity)
    this.shapes.delete(entity)
    this.parts.delete(entity)
    // Its parts go with it: in this scene nobody else takes them.
    for (const [part, body] of this.parts) if (body === entity) this.remove(part)
  }

  /** Whether plain writes to a body are seen without being announced. */
  isSeen(entity: number): boolean {
    const { bodies } = inner(this.physics)
    return bodies.isAwake(entity) || bodies.kind[entity] === 2
  }

  /** Changes something. `ask` is called in the middle of what is done in several calls. */
  change(ask: () => void): void {
    const { world, random, physics } = this
    const { Position, Rotation, Velocity, Shape, Static, Sleeping, Sensor, Disabled, Collider, Kinematic } = physics.components
    const entity = this.pick()
    const flip = (tag: object) => {
      if (hasComponent(world, entity, tag)) removeComponent(world, entity, tag)
      else addComponent(world, entity, tag)
    }
    switch (Math.floor(random() * 18)) {
      case 0:
        this.spawn()
        ask()
        return
      case 1: {
        const spawned = addEntity(world)
        const shape = circle(between(random, 0.2, 0.6))
        this.shapes.set(spawned, shape)
        addComponents(world, spawned, set(Position, this.place()), set(Shape, shape), set(physics.components.Mass, { mass: 1 }))
        ask()
        // Whether it is put to rest must not depend on who asked before.
        addComponents(world, spawned, set(Position, this.place()), Sleeping)
        return
      }
      case 2: {
        if (!this.isSeen(entity)) return
        const { x, y } = { x: Position.x[entity]!, y: Position.y[entity]! }
        Position.x[entity] = between(random, -40, 40)
        Position.y[entity] = between(random, -40, 40)
        Rotation.angle[entity] = Rotation.angle[entity]! + 1
        ask()
        Position.x[entity] = x
        Position.y[entity] = y
        Rotation.angle[entity] = Rotation.angle[entity]! - 1
        return
      }
      case 3:
        if (this.isSeen(entity)) Position.x[entity] = this.place().x
        return
      case 4:
        addComponent(world, entity, set(Position, this.place()))
        ask()
        addComponent(world, entity, set(Position, this.place()))
        return
      case 5: {
        const shape = randomShape(random)
        this.shapes.set(entity, shape)
        addComponent(world, entity, set(Shape, shape))
        return
      }
      case 6:
        if (!hasComponent(world, entity, Kinematic)) flip(Static)
        return
      case 7:
        flip(Sensor)
        return
      case 8:
        flip(Disabled)
        ask()
        if (random() < 0.7) flip(Disabled)
        return
      case 9:
        if (this.shapes.size > 8) this.remove(entity)
        return
      case 10:
        this.attach(entity)
        ask()
        return
      case 11: {
        const part = [...this.parts.keys()].at(-1)
        if (part === undefined) return
        addComponent(world, part, set(Collider, { body: entity, x: random() }))
        this.parts.set(part, entity)
        ask()
        return
      }
      case 12: {
        const part = [...this.parts.keys()][0]
        if (part !== undefined) this.remove(part)
        return
      }
      case 13:
        if (!this.isDisabled(entity)) teleport(world, entity, ...(Object.values(this.place()) as [number, number]))
        return
      case 14:
        flip(Sleeping)
        ask()
        return
      case 15:
        Position.y[entity] = Position.y[entity]! + 0.01
        if (!this.isDisabled(entity)) markChanged(world, entity)
        ask()
        Position.y[entity] = Position.y[entity]! - 0.01
        if (!this.isDisabled(entity)) markChanged(world, entity)
        return
      case 16:
        if (!this.isDisabled(entity)) wake(world, entity)
        return
      default:
        // What it was made since is not known to the engine yet.
        if (inner(physics).bodies.kind[entity] === 1 && !hasComponent(world, entity, Static)) applyImpulse(world, entity, between(random, -2, 2), 2)
        Velocity.x[entity] = 0
    }
  }

  /** All that can be found, told from components. */
  outlines(): Map<number, Outline> {
    const { Position, Rotation, Collider, Disabled, Shape, Sensor } = this.physics.components
    const found = new Map<number, Outline>()
    for (const [entity, shape] of this.shapes) {
      const body = this.parts.get(entity) ?? entity
      if (hasComponent(this.world, body, Disabled) || hasComponent(this.world, entity, Sensor)) continue
      if (!hasComponent(this.world, entity, Shape)) continue
      const turn = this.shapes.get(body)!.type === ShapeType.Aabb ? 0 : (Rotation.angle[body] ?? 0)
      let local = outlineOf(shape)
      if (entity !== body) {
        const own = shape.type === ShapeType.Aabb ? -turn : Collider.angle[entity]!
        local = moved(local, Collider.x[entity]!, Collider.y[entity]!, own)
      }
      found.set(entity, moved(local, Position.x[body]!, Position.y[body]!, turn))
    }
    return found
  }
}

/** Asks all kinds of questions, and compares one of them with all shapes one by one. */
function askAll(scene: Scene, dice: Random): void {
  const { world } = scene
  const probe = circle(between(dice, 0.05, 3))
  const x = between(dice, -8, 8)
  const y = between(dice, -5, 8)
  const view = queryShape(world, probe, x, y, 0)
  const got = new Set(view.entities.subarray(0, view.count))
  const asked: Outline = { points: [[x, y]], radius: probe.radius }
  for (const [entity, outline] of scene.outlines()) {
    const apart = distanceOf(asked, outline)
    if (Math.abs(apart) < 1e-9) continue
    if (got.has(entity) !== apart < 0) throw new Error(`entity ${entity} at ${apart}: found ${got.has(entity)}`)
  }
  const body = scene.pick(dice)
  if (scene.isDisabled(body)) return
  const kinds = [
    () => queryPoint(world, x, y),
    () => queryPoint(world, 4000, 4000),
    () => queryRegion(world, x, y, x + 2, y + 2),
    () => castRay(world, x, y, y, x),
    () => castShape(world, circle(0.3), x, y, 0, 3, -3),
    () => nearest(world, x, y, 3),
    () => touching(world, body),
    () => queryContacts(world, body),
    () => queryPairs(world),
    () => distance(world, body, scene.floor),
    () => getMass(world, body),
  ]
  kinds[Math.floor(dice() * kinds.length)]!()
}

/** Hashes of the world after each step. */
function play(seed: number, broadPhase: BroadPhaseFactory, asks: boolean): number[] {
  const scene = new Scene(seed, broadPhase)
  // Questions must not use up the numbers that decide about the scene.
  const dice = createRandom(seed + 1)
  const own = scene.random
  const ask = (often: number) => {
    if (!asks || dice() > often) return
    askAll(scene, dice)
  }
  const hashes: number[] = []
  for (let step = 0; step < 40; step++) {
    for (let n = own() < 0.5 ? Math.floor(own() * 4) : 0; n > 0; n--) {
      scene.change(() => ask(0.8))
      ask(0.5)
    }
    ask(0.3)
    stepPhysics(scene.world, DT)
    hashes.push(hashWorld(scene.world))
    ask(0.3)
  }
  return hashes
}

describe('a query leaves no trace in the simulation', () => {
  for (const [name, broadPhase] of Object.entries(BROAD_PHASES)) {
    it(`over ${name}, whatever is done before and after it`, () => {
      for (let seed = 1; seed <= (SOAK ? 120 : 16); seed++) {
        expect(play(seed, broadPhase, true), `seed ${seed}`).toEqual(play(seed, broadPhase, false))
      }
    })
  }
})

it('what a changed body weighs is told before the step as it is after it', () => {
  let differed = 0
  for (let seed = 1; seed <= (SOAK ? 120 : 25); seed++) {
    const scene = new Scene(seed, BROAD_PHASES.quadtree)
    const { Mass, Motion } = scene.physics.components
    for (let step = 0; step < 8; step++) {
      for (let n = 0; n < 3; n++) scene.change(() => {})
      const changed = scene.pick()
      if (step % 3 === 0) addComponent(scene.world, changed, set(Mass, { mass: step + 2, centerX: 0.1 }))
      if (step % 3 === 1) addComponent(scene.world, changed, set(Motion, { lockRotation: 1 }))
      const bodies = [...scene.shapes.keys()].filter((entity) => !scene.parts.has(entity) && !scene.isDisabled(entity))
      const before = bodies.map((body) => getMass(scene.world, body))
      const early = bodies.map((body) => inner(scene.physics).bodies.isBody(body) && inner(scene.physics).lifecycle.preview.slot[body] !== 0)
      const { Position } = scene.physics.components
      const places = bodies.map((body) => [Position.x[body]!, Position.y[body]!])
      stepPhysics(scene.world, DT)
      bodies.forEach((body, i) => {
        const after = getMass(scene.world, body)
        expect([before[i]!.mass, before[i]!.inertia], `seed ${seed}, step ${step}, ${body}`).toEqual([after.mass, after.inertia])
        // The center has moved along; as far from the origin as it was.
        const far = ({ x, y }: { x: number; y: number }, px: number, py: number): number => Math.hypot(x - px, y - py)
        expect(far(before[i]!, places[i]![0]!, places[i]![1]!)).toBeCloseTo(far(after, Position.x[body]!, Position.y[body]!), 9)
        if (early[i]) differed++
      })
    }
  }
  expect(differed).toBeGreaterThan(500)
})

// docs/queries.md names the exception. Whatever else is done, ids are those that would have been given.
describe('ids that are given after a query are those that would have been given', () => {
  const idsAfter = (asks: boolean, change: (world: World, physics: Physics, entity: number) => void, shape: ShapeData): number[] => {
    const world = createWorld()
    const physics = addPhysics(world, { capacity: 16 })
    const { Position, Shape, Static, Collider } = physics.components
    const body = addEntity(world)
    addComponents(world, body, set(Position, { x: 0, y: 0 }), set(Shape, shape), Static)
    addComponents(world, addEntity(world), set(Collider, { body, x: 1, y: 0 }), set(Shape, circle(1)))
    stepPhysics(world, DT)
    change(world, physics, body)
    if (asks) queryPoint(world, 0, 0)
    return [addEntity(world), addEntity(world), addEntity(world)]
  }
  const changes: Record<string, (world: World, physics: Physics, entity: number) => void> = {
    'removed': (world, _, entity) => removeEntity(world, entity),
    'disabled': (world, { components }, entity) => addComponent(world, entity, components.Disabled),
    'without a shape': (world, { components }, entity) => removeComponent(world, entity, components.Shape),
    'given another shape': (world, { components }, entity) => addComponents(world, entity, set(components.Shape, circle(2))),
  }
  it.each(Object.keys(changes))('a body that is %s, but for a chain', (name) => {
    const change = changes[name]!
    expect(idsAfter(true, change, box(1, 1))).toEqual(idsAfter(false, change, box(1, 1)))
    const links = chain([{ x: -1, y: 0 }, { x: 0, y: 0 }, { x: 1, y: 0 }])
    expect(idsAfter(true, change, links)).not.toEqual(idsAfter(false, change, links))
  })
})
