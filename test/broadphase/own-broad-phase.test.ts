import { addComponents, addEntity, createWorld, removeEntity, set } from 'bitecs'
import { describe, expect, it } from 'vitest'
import { buildScene } from '../../examples/scenes/build.ts'
import { findScene } from '../../examples/scenes/index.ts'
import type { BroadPhase, BroadPhaseFactory } from '../../src/broadphase/broad-phase.ts'
import { type BroadPhaseOption, chooseBroadPhase } from '../../src/broadphase/choose.ts'
import { validated } from '../../src/broadphase/validated.ts'
import { addPhysics, circle, hashWorld, stepPhysics } from '../../src/index.ts'
import type { PairBuffer } from '../../src/quadtree/buffers.ts'
import { addPhysicsForTests, leftToRight } from './own-broad-phase.ts'

/** The broad phase `brute-force` with some methods replaced. */
function broken(change: (sound: BroadPhase) => Partial<BroadPhase>): BroadPhaseFactory {
  return (boxes) => {
    const sound = chooseBroadPhase('brute-force')(boxes)
    const broadPhase: BroadPhase = {
      name: 'mine',
      add: (item, fixed) => sound.add(item, fixed),
      remove: (item) => sound.remove(item),
      update: (item) => sound.update(item),
      computePairs: (moved, out) => sound.computePairs(moved, out),
      region: (box, out) => sound.region(box, out),
      ray: (ends, out) => sound.ray(ends, out),
    }
    return { ...broadPhase, ...change(sound) }
  }
}

/** Steps a world of overlapping circles, removes one, and steps on. */
function run(broadPhase: BroadPhaseOption): number {
  const world = createWorld()
  const { Position, Shape } = addPhysics(world, { broadPhase }).components
  const entities = [0, 0.5, 1, 1.5].map((x) => {
    const entity = addEntity(world)
    addComponents(world, entity, set(Position, { x, y: 0 }), set(Shape, circle(0.5)))
    return entity
  })
  stepPhysics(world, 1 / 60)
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
  return () => addPhysics(createWorld(), { broadPhase: broadPhase as BroadPhaseOption })
}

const twice = withPairs((out) => out.push(out.a[0]!, out.b[0]!))
const dead = broken(() => ({ remove: () => {} }))
const swapped = withPairs((out) => out.push(out.b[0]!, out.a[0]!))
const missing = withPairs((out) => out.count--)
const invented = withPairs((out) => out.push(1, 4))

describe('a broad phase of the user', () => {
  it('of the documented example gives the same scene as the default', () => {
    const hashes = (['quadtree', leftToRight, validated(leftToRight)] as BroadPhaseOption[]).map((broadPhase) => {
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
    expect(run(twice)).toBe(run('quadtree'))
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
    expect(run(validated('grid'))).toBe(run('quadtree'))
  })

  it('that is none, or is not known, is named in an error', () => {
    expect(make('octree')).toThrow(/no broad phase 'octree'. Use quadtree, sweep-and-prune, grid, brute-force, or a factory/)
    expect(make('toString')).toThrow(/no broad phase 'toString'/)
    expect(make(() => undefined)).toThrow(/must return an object with .*; add is missing/)
    expect(make(() => ({ add() {}, remove() {}, update() {} }))).toThrow(/computePairs is missing/)
  })
})
