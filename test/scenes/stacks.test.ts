import { expect, test } from 'vitest'
import { isSleeping, wake } from '../../src/index.ts'
import { SceneRun, smallScene } from '../support/scenes.ts'
import { inner } from '../support/inner.ts'

test('large-pyramid: stands for ten simulated seconds, awake or not', () => {
  for (const allowSleep of [true, false]) {
    const scene = smallScene('large-pyramid', { base: 14 })
    const run = new SceneRun(scene, { allowSleep })
    run.run(600)
    for (const mover of run.movers) {
      const start = scene.bodies[mover]!
      expect(Math.abs(run.x(mover) - start.x)).toBeLessThan(0.03)
      expect(Math.abs(run.y(mover) - start.y)).toBeLessThan(0.1)
      expect(Math.abs(run.angle(mover))).toBeLessThan(0.01)
    }
    expect(run.built.physics.stats.awake).toBe(allowSleep ? 0 : 14 * 15 / 2)
  }
})

test('many-pyramids: each is an island of its own', () => {
  const run = new SceneRun(smallScene('many-pyramids', { base: 5, rows: 2, columns: 3 }))
  run.run(180)
  expect(inner(run.built.physics).bodies.awakeCount).toBe(0)
  const { world, entities } = run.built
  wake(world, entities[run.movers[20]!]!)
  expect(run.movers.map((mover) => !isSleeping(world, entities[mover]!))).toEqual(run.movers.map((_, i) => i >= 15 && i < 30))
  run.run(120)
  expect(inner(run.built.physics).bodies.awakeCount).toBe(0)
})

test('sleepers: what sleeps stays asleep to the last bit, and only the kicked are awake', () => {
  const run = new SceneRun(smallScene('sleepers', { count: 200, awake: 5 }))
  const { scene, world, entities, physics } = run.built
  const sleepers = run.movers.filter((mover) => scene.bodies[mover]!.sleeping === true)
  expect(sleepers.length).toBe(200)
  run.run(300, () => {
    if (inner(physics).bodies.awakeCount > 5) throw new Error(`${inner(physics).bodies.awakeCount} are awake`)
  })
  for (const mover of sleepers) {
    expect(isSleeping(world, entities[mover]!)).toBe(true)
    expect([run.x(mover), run.y(mover)]).toEqual([scene.bodies[mover]!.x, scene.bodies[mover]!.y])
  }
})
