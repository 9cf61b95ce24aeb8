import { createWorld, query } from 'bitecs'
import { addPhysics, circle, createDrawnPoses, createStepper, interpolate, rect, spawnBody } from 'bitecs-physics'
import { RADIUS, type ToPage, type ToWorker, WIDTH } from './messages'

const Ball = {} // a tag: any object will do
const world = createWorld()
addPhysics(world)
const stepper = createStepper(world)
const drawn = createDrawnPoses()

const spawnBall = (x: number, y: number) => spawnBody(world, { shape: circle(RADIUS), x, y, material: { restitution: 0.4 }, with: [Ball] })

spawnBody(world, { shape: rect(WIDTH, 1), y: -0.5, type: 'static' })
for (const x of [-WIDTH / 2, WIDTH / 2]) spawnBody(world, { shape: rect(1, 200), x, type: 'static' })
for (let i = 0; i < 1000; i++) spawnBall((i % 50) - 24.6 + (Math.floor(i / 50) % 2) * 0.2, 8 + Math.floor(i / 50))

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === 'spawn') spawnBall(data.x, data.y)
  else answer(data.seconds, data.poses)
})

function answer(seconds: number, poses: Float32Array<ArrayBuffer>): void {
  interpolate(world, stepper.advance(seconds), drawn)
  const balls = query(world, [Ball])
  const room = poses.length < 3 * balls.length ? new Float32Array(6 * balls.length) : poses
  let at = 0
  for (const ball of balls) {
    room[at++] = drawn.x[ball]
    room[at++] = drawn.y[ball]
    room[at++] = drawn.angle[ball]
  }
  const message: ToPage = { count: balls.length, poses: room }
  postMessage(message, { transfer: [room.buffer] }) // handed over, not copied
}
