import { addComponents, addEntity, createWorld } from 'bitecs'
import { addPhysics, box, circle, queryPairs, set, stepPhysics } from '../src/index.ts'

const world = createWorld()
const { Position, Velocity, Shape, Static } = addPhysics(world, { gravity: { x: 0, y: -9.81 } }).components

const ground = addEntity(world)
addComponents(world, ground, set(Position, { x: 0, y: -1 }), set(Shape, box(50, 1)), Static) // half sizes

const ball = addEntity(world)
addComponents(world, ball, set(Position, { x: 0, y: 8 }), Velocity, set(Shape, circle(0.5)))

let landed = 0
for (let step = 1; landed === 0; step++) {
  stepPhysics(world, 1 / 60)
  const pairs = queryPairs(world, [Velocity], [Static]) // a reused view, nothing allocated
  for (let i = 0; i < pairs.count; i++) landed = step
}
console.log(`after ${landed} steps the ball touches the ground at y = ${Position.y[ball]!.toFixed(2)}`)
