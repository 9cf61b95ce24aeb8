import { addComponents, addEntity, createWorld, set } from 'bitecs'
import { addPhysics, circle, stepPhysics } from '../../src/index.ts'
import type { KernelMaker } from '../../src/kernel/kernel.ts'
import { simdKernel } from '../../src/kernel/simd-kernel.ts'

/** Prints how many kernels there are after each 100 steps of a program. `fails`: none but the first is made. */
const fails = process.argv[2] === 'fails'
let made = 0
const kernel: KernelMaker = (bytes) => {
  made++
  if (fails && made > 1) throw new RangeError('no room')
  return simdKernel(bytes)
}
const world = createWorld()
const { Position, Velocity, Shape } = addPhysics(world, { kernel }).components
const ball = addEntity(world)
addComponents(world, ball, set(Position, { x: 0, y: 100 }), Velocity, set(Shape, circle(0.5)))
const counts: number[] = []
for (let i = 1; i <= 600; i++) {
  stepPhysics(world, 1 / 60)
  if (i % 100 === 0) counts.push(made)
}
console.log(JSON.stringify({ counts, y: Position.y[ball] }))
