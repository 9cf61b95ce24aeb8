import { addComponents, addEntity, createWorld, set } from 'bitecs'
import { expect, it } from 'vitest'
import { BROAD_PHASES, BROAD_PHASE_NAMES, type BroadPhaseName } from '../../examples/broad-phases.ts'
import { createRandom } from '../../examples/scenes/random.ts'
import { addPhysics, box, hashWorld, stepPhysics } from '../../src/index.ts'

/** Heaps that fell asleep, upon which static boxes are put that wake them. */
function run(broadPhase: BroadPhaseName): number {
  const world = createWorld()
  const physics = addPhysics(world, { broadPhase: BROAD_PHASES[broadPhase] })
  const { stats } = physics
  const { Position, Shape, Static } = physics.components
  const random = createRandom(2)
  const add = (x: number, y: number, halfX: number, ...more: object[]) =>
    addComponents(world, addEntity(world), set(Position, { x, y }), set(Shape, box(halfX, 0.5)), ...more)
  add(0, -0.5, 40, Static)
  const places = Array.from({ length: 60 }, (_, i) => ({ x: (i % 20) * 1.2 - 12, y: 0.5 + Math.floor(i / 20) }))
  places.sort(() => random() - 0.5)
  for (const { x, y } of places) add(x, y, 0.5)
  for (let i = 0; i < 90; i++) stepPhysics(world, 1 / 60)
  expect(stats.awake).toBe(0)
  add(0, 2, 14, Static)
  stepPhysics(world, 1 / 60)
  expect(stats.awake).toBe(60)
  for (let i = 0; i < 40; i++) stepPhysics(world, 1 / 60)
  return hashWorld(world)
}

it('what a static body wakes goes on in the same way with each broad phase', () => {
  const wanted = run('quadtree')
  for (const name of BROAD_PHASE_NAMES) expect([name, run(name)]).toEqual([name, wanted])
})
