import { addComponents, addEntity, createWorld, set } from 'bitecs'
import { addPhysics, box, circle, queryPairs, stepPhysics } from '../src/index.ts'

const world = createWorld()
const { Position, Velocity, Shape, Static } = addPhysics(world, { gravity: { x: 0, y: -9.81 } }).components

const ground = addEntity(world)
addComponents(world, ground, set(Position, { x: 0, y: -1 }), set(Shape, box(50, 1)), Static) // half sizes

const ball = addEntity(world)
addComponents(world, ball, set(Position, { x: 0, y: 8 }), Velocity, set(Shape, circle(0.5)))

for (let step = 0; step < 180; step++) {
  stepPhysics(world, 1 / 60)
  const pairs = queryPairs(world) // a reused view, nothing allocated
  for (let i = 0; i < pairs.count; i++) {
    if (step % 60 === 59) console.log(`${step + 1} steps: ${pairs.a[i]} touches ${pairs.b[i]}`)
  }
}
console.log(`the ball rests at y = ${Position.y[ball]!.toFixed(3)}`)
