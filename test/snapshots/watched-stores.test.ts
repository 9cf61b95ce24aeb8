import { addComponent, createWorld, removeEntity, set } from 'bitecs'
import { expect, test } from 'vitest'
import { buildScene } from '../../examples/scenes/build.ts'
import { findScene } from '../../examples/scenes/index.ts'
import { addPhysics, castRay, circle, createSnapshots, diffWorlds, hashWorld, nearest, queryRegion, queryShape, removePhysics, spawnBody, stepPhysics } from '../../src/index.ts'
import { collectDebug, createDebugBuffers } from '../../src/debug/index.ts'
import { inner } from '../support/inner.ts'

test.each(['ragdolls', 'mixed-shapes', 'platformer', 'one-way'])('nothing of the engine asks components for arrays that it keeps an eye on: %s', (name) => {
  const [one, two] = [buildScene(findScene(name)!.create({ count: 15 })), buildScene(findScene(name)!.create({ count: 15 }))]
  const { world, physics } = one
  const snapshots = createSnapshots(world)
  for (let i = 0; i < 40; i++) {
    one.step()
    two.step()
    if (i % 10 === 0) snapshots.save()
  }
  castRay(world, -9, 1, 9, 1, { mask: 1 })
  nearest(world, 0, 0, 3)
  queryRegion(world, -5, -5, 5, 5)
  queryShape(world, circle(2), 0, 0, 0)
  collectDebug(world, { ids: true, boxes: true, contacts: true, centers: true, disabled: true }, createDebugBuffers())
  expect([diffWorlds(world, two.world), hashWorld(world)]).toEqual([null, hashWorld(two.world)])
  snapshots.toBytes()
  snapshots.restore()
  one.step()
  const { stores } = inner(physics).version
  for (const [store, version] of Object.entries(stores)) expect([store, Reflect.get(version, 'isOpen')]).toEqual([store, false])
})

test('what users write to arrays that they have asked for, at any time, is saved and put back', () => {
  const world = createWorld()
  const { Shape, Material } = addPhysics(world).components
  const ball = spawnBody(world, { shape: circle(0.5), y: 3 })
  const snapshots = createSnapshots(world, { slots: 4 })
  stepPhysics(world, 1 / 60)
  snapshots.save(0)
  addComponent(world, ball, set(Shape, circle(0.75)))
  snapshots.save(1)
  snapshots.restore(0)
  snapshots.save(2)
  const { radius } = Shape
  expect(radius[ball]).toBe(0.5)
  radius[ball] = 1
  expect(Material.friction[ball]).toBe(0.6)
  Material.friction[ball] = 0.1
  snapshots.save(3)
  radius[ball] = 1.25
  const now = (slot: number): number[] => {
    snapshots.restore(slot)
    return [Shape.radius[ball]!, Material.friction[ball]!]
  }
  expect([now(3), now(2), now(1), now(0), now(3)]).toEqual([[1, 0.1], [0.5, 0.6], [0.75, 0.6], [0.5, 0.6], [1, 0.1]])
  snapshots.save(0)
  radius[ball] = 2
  snapshots.save(0)
  expect(now(0)).toEqual([2, 0.1])
})

test('what was asked for once is a plain property that grows with the world, in this one and after it was taken off', () => {
  const world = createWorld()
  for (let round = 0; round < 2; round++) {
    const { components: { Material, Shape } } = addPhysics(world, { capacity: 16 })
    const getters = (): number => Object.values(Object.getOwnPropertyDescriptors(Material)).filter(({ get }) => get !== undefined).length
    expect(getters()).toBe(Object.keys(Material).length)
    const first = spawnBody(world, { shape: circle(0.5) })
    Material.friction[first] = 0.25
    expect(getters()).toBe(0)
    const bodies = Array.from({ length: 100 }, () => spawnBody(world, { shape: circle(0.5) }))
    const last = bodies[99]!
    Material.friction[last] = 0.75
    stepPhysics(world, 1 / 60)
    expect([Material.friction[first], Material.friction[last], Shape.radius[last]]).toEqual([0.25, 0.75, 0.5])
    for (const body of [first, ...bodies]) removeEntity(world, body)
    removePhysics(world)
  }
})
