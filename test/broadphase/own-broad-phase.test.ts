import { addComponents, addEntity, createWorld, removeEntity, set } from 'bitecs'
import { describe, expect, it } from 'vitest'
import { BROAD_PHASES } from '../../examples/broad-phases.ts'
import { buildScene } from '../../examples/scenes/build.ts'
import { findScene } from '../../examples/scenes/index.ts'
import type { BroadPhase, BroadPhaseFactory } from '../../src/broadphase/broad-phase.ts'
import { chooseBroadPhase } from '../../src/broadphase/choose.ts'
import { validated } from '../../src/broadphase/validated.ts'
import {
  type EntityView, type HitView, addPhysics, box, bruteForce, castRay, castRayAll, castRayAny, castShape, circle, grid, hashWorld,
  nearest, quadtree, queryPoint, queryRegion, queryShape, queryView, stepPhysics,
} from '../../src/index.ts'
import type { PairBuffer } from '../../src/stores/buffers.ts'
import { addPhysicsForTests, leftToRight } from './own-broad-phase.ts'

/** The broad phase `brute-force` with some methods replaced. */
function broken(change: (sound: BroadPhase) => Partial<BroadPhase>): BroadPhaseFactory {
  return (boxes) => {
    const sound = bruteForce(boxes)
    const broadPhase: BroadPhase = {
      name: 'mine',
      add: (item, fixed) => sound.add(item, fixed),
      remove: (item) => sound.remove(item),
      update: (item) => sound.update(item),
      computePairs: (moved, out) => sound.computePairs(moved, out),
      region: (bounds, out) => sound.region(bounds, out),
      ray: (ends, out) => sound.ray(ends, out),
    }
    return { ...broadPhase, ...change(sound) }
  }
}

const listOf = (view: EntityView | HitView): number[] => Array.from(view.entities.subarray(0, view.count))

/** A world of overlapping circles after a step. */
function circles(broadPhase: BroadPhaseFactory) {
  const world = createWorld()
  const { Position, Shape } = addPhysics(world, { broadPhase }).components
  const entities = [0, 0.5, 1, 1.5].map((x) => {
    const entity = addEntity(world)
    addComponents(world, entity, set(Position, { x, y: 0 }), set(Shape, circle(0.5)))
    return entity
  })
  stepPhysics(world, 1 / 60)
  return { world, entities }
}

/** Steps a world of overlapping circles, removes one, and steps on. */
function run(broadPhase: BroadPhaseFactory): number {
  const { world, entities } = circles(broadPhase)
  removeEntity(world, entities[1]!)
  for (let i = 0; i < 20; i++) stepPhysics(world, 1 / 60)
  return hashWorld(world)
}

function withPairs(change: (out: PairBuffer) => void): BroadPhaseFactory {
  return broken((sound) => ({
    computePairs: (moved, out) => {
      sound.computePairs(moved, out)
      change(out)
    },
  }))
}

function make(broadPhase: unknown): () => void {
  return () => addPhysics(createWorld(), { broadPhase: broadPhase as BroadPhaseFactory })
}

const twice = withPairs((out) => out.push(out.a[0]!, out.b[0]!))
const dead = broken(() => ({ remove: () => {} }))
/** Its searches report everything twice, through the methods that every broad phase has or through the optional ones. */
const twiceFound = (optional: boolean) => broken((sound) => ({
  region: (bounds, out) => { for (let i = 0; i < 2; i++) sound.region(bounds, out) },
  ray: (ends, out) => { for (let i = 0; i < 2; i++) sound.ray(ends, out) },
  ...(optional ? {
    castRay: (ray, visit) => { for (const item of [1, 2, 3, 4, 1, 2, 3, 4]) visit(item, ray) },
    nearest: (disc, visit) => { for (const item of [4, 3, 2, 1, 1, 2, 3, 4]) visit(item, disc) },
  } : {}),
}))

const swapped = withPairs((out) => out.push(out.b[0]!, out.a[0]!))
const missing = withPairs((out) => out.count--)
const invented = withPairs((out) => out.push(1, 4))

describe('a broad phase of the user', () => {
  it('of the documented example gives the same scene as the default', () => {
    const hashes = [quadtree, leftToRight, validated(leftToRight)].map((broadPhase) => {
      const built = buildScene(findScene('box-bin')!.create({ count: 30 }), { broadPhase })
      for (let i = 0; i < 60; i++) built.step()
      return hashWorld(built.world)
    })
    expect(hashes[1]).toBe(hashes[0])
    expect(hashes[2]).toBe(hashes[0])
    addPhysicsForTests()
  })

  it('that names a dead item or swaps the ids is refused', () => {
    expect(() => run(dead)).toThrow(/'mine': computePairs reported item 2, which was removed or never added/)
    expect(() => run(swapped)).toThrow(/'mine': computePairs reported the pair \(2, 1\).*lower id/)
  })

  it('that reports a pair twice has it taken once', () => {
    expect(run(twice)).toBe(run(quadtree))
  })

  it.each([false, true])('that finds items twice has them taken once by queries (optional methods: %s)', (optional) => {
    const answers = [twiceFound(optional), bruteForce].map((broadPhase) => {
      const world = circles(broadPhase).world
      const near = nearest(world, 0.2, 0, 3)
      const all = castRayAll(world, -3, 0, 3, 0)
      return [
        listOf(queryPoint(world, 0.2, 0)), listOf(queryRegion(world, -1, -1, 3, 1)), listOf(queryView(world, -1, -1, 3, 1)),
        listOf(queryShape(world, circle(1), 0, 0, 0)), listOf(near), listOf(all), castRay(world, -3, 0, 3, 0)!.entity,
        castRayAny(world, -3, 0, 3, 0), castShape(world, circle(0.1), -3, 0, 0, 6, 0)!.entity,
        listOf(nearest(world, 0.2, 0, 3, 9, { predicate: (entity) => entity > 0 })),
      ]
    })
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]![4]).toEqual([1, 2, 3])
  })

  it('that finds a dead item is refused by queries', () => {
    const { world, entities } = circles(broken((sound) => ({
      remove: () => {},
      castRay: (ray, visit) => visit(2, ray),
      nearest: (disc, visit) => visit(2, disc),
      region: (bounds, out) => sound.region(bounds, out),
    })))
    removeEntity(world, entities[1]!)
    const found = (method: string) => `'mine': ${method} reported item 2, which was removed or never added`
    expect(() => queryPoint(world, 0.5, 0)).toThrow(found('region'))
    expect(() => queryRegion(world, 0, 0, 1, 1)).toThrow(found('region'))
    expect(() => castRayAll(world, -3, 0, 3, 0)).toThrow(found('ray'))
    expect(() => castRay(world, -3, 0, 3, 0)).toThrow(found('castRay'))
    expect(() => castRayAny(world, -3, 0, 3, 0)).toThrow(found('castRay'))
    expect(() => nearest(world, 0, 0, 1)).toThrow(found('nearest'))
  })

  it('is asked for fixed items by the sweeps, if it can tell them', () => {
    let asked = 0
    const own = broken((sound) => ({
      fixedRegion: (bounds, out) => {
        asked++
        sound.region(bounds, out)
      },
    }))
    const world = createWorld()
    const { Position, Velocity, Shape, Static } = addPhysics(world, { broadPhase: own, gravity: { x: 0, y: 0 } }).components
    const wall = addEntity(world)
    addComponents(world, wall, set(Position, { x: 5, y: 0 }), set(Shape, box(0.05, 5)), Static)
    const ball = addEntity(world)
    addComponents(world, ball, set(Position, { x: 0, y: 0 }), set(Velocity, { x: 600 }), set(Shape, circle(0.2)))
    for (let i = 0; i < 3; i++) stepPhysics(world, 1 / 60)
    expect([asked > 0, Position.x[ball]! < 5]).toEqual([true, true])
  })

  it('that pairs two fixed items is refused', () => {
    const world = createWorld()
    const fixedPairs = broken((sound) => ({ add: (item) => sound.add(item, false) }))
    const { Position, Shape, Static } = addPhysics(world, { broadPhase: fixedPairs }).components
    for (const x of [0, 0.1]) addComponents(world, addEntity(world), set(Position, { x, y: 0 }), set(Shape, circle(1)), Static)
    expect(() => stepPhysics(world, 1 / 60)).toThrow(/the pair \(1, 2\), but both were added as fixed/)
  })

  it('is searched for bugs by validated', () => {
    expect(() => run(validated(twice))).toThrow(/'mine': computePairs reported the pair \(1, 2\) twice/)
    expect(() => run(validated(dead))).toThrow(/'mine': computePairs reported item 2/)
    expect(() => run(validated(missing))).toThrow(/'mine': computePairs missed the pair/)
    expect(() => run(validated(invented))).toThrow(/'mine': computePairs reported the pair \(1, 4\), which does not overlap/)
    expect(run(validated(grid))).toBe(run(quadtree))
  })

  it('is guarded, and one that comes with the engine is not', () => {
    const boxes = { minX: new Float64Array(8), minY: new Float64Array(8), maxX: new Float64Array(8), maxY: new Float64Array(8) }
    const made: BroadPhase[] = []
    const noted = (factory: BroadPhaseFactory): BroadPhaseFactory => (given) => (made.push(factory(given)), made[made.length - 1]!)
    for (const factory of Object.values(BROAD_PHASES)) expect(chooseBroadPhase(noted(factory))(boxes)).toBe(made[made.length - 1])
    expect(chooseBroadPhase(noted(twice))(boxes)).not.toBe(made[made.length - 1])
  })

  it('that is none is named in an error, which says what to import', () => {
    const cure = /Import grid, sweepAndPrune, bruteForce or quadtree from 'bitecs-physics', and give it: \{ broadPhase: grid \}/
    for (const [none, told] of [['octree', "'octree'"], ['trees', "'trees'"], [3, '3'], [{}, 'an object (Object)']] as const) {
      expect(make(none)).toThrow(TypeError)
      expect(make(none)).toThrow(`${told} was given`)
      expect(make(none)).toThrow(cure)
    }
    expect(make(() => undefined)).toThrow(/must return an object with .*; add is missing/)
    expect(make(() => ({ add() {}, remove() {}, update() {} }))).toThrow(/computePairs is missing/)
  })
})

it('those that come with the engine are known by name where nothing was bundled', () => {
  for (const [name, factory] of Object.entries(BROAD_PHASES)) {
    const hashes = [name as keyof typeof BROAD_PHASES, factory].map((broadPhase) => {
      const built = buildScene(findScene('pile-up')!.create({ count: 60 }), { broadPhase })
      for (let step = 0; step < 30; step++) built.step()
      return hashWorld(built.world)
    })
    expect(hashes[0]).toBe(hashes[1])
  }
})
