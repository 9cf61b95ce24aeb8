import { addComponents, addEntity, createWorld, set } from 'bitecs'
import { expect, test } from 'vitest'
import { simdKernel } from '../../src/kernel/simd-kernel.ts'
import { addPhysics, box, stepPhysics } from '../../src/index.ts'

test('a world that is stepped for long makes no memory, and no kernel, for any other', () => {
  const made: number[] = []
  let step = 0
  const world = createWorld()
  const { Position, Velocity, Shape } = addPhysics(world, {
    kernel(bytes) {
      made.push(step)
      return simdKernel(bytes)
    },
  }).components
  addComponents(world, addEntity(world), set(Position, { x: 0, y: 0 }), Velocity, set(Shape, box(0.5, 0.5)))
  while (step++ < 500) stepPhysics(world, 1 / 60)
  expect(made).toEqual([0])
})
