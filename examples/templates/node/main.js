import { createWorld } from 'bitecs'
import { addPhysics, circle, rect, spawnBody, stepPhysics } from 'bitecs-physics'

const world = createWorld()
const { Position } = addPhysics(world).components
spawnBody(world, { shape: rect(20, 1), y: -0.5, type: 'static' })
const ball = spawnBody(world, { shape: circle(0.5), y: 8 })

for (let step = 0; step <= 120; step++) {
  if (step % 30 === 0) console.log(`after ${(step / 60).toFixed(1)} s the ball is ${Position.y[ball].toFixed(2)} m high`)
  stepPhysics(world, 1 / 60)
}
