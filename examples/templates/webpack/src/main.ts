import { createWorld, query } from 'bitecs'
import { addPhysics, circle, createDrawnPoses, createStepper, interpolate, rect, spawnBody } from 'bitecs-physics'

const WIDTH = 24 // meters that the page is wide

const Ball = {} // a tag: any object will do
const world = createWorld()
const { Shape } = addPhysics(world).components
const stepper = createStepper(world)
const drawn = createDrawnPoses()

spawnBody(world, { shape: rect(WIDTH, 1), y: -0.5, type: 'static' })
for (let i = 0; i < 80; i++) {
  const radius = 0.2 + (i % 5) * 0.08
  spawnBody(world, { shape: circle(radius), x: (i % 10) - 4.5 + (i % 3) * 0.1, y: 5 + Math.floor(i / 10), with: [Ball] })
}

const canvas = document.querySelector('canvas')!
const pen = canvas.getContext('2d')!

let last: number | undefined
function frame(now: number): void {
  interpolate(world, stepper.advance((now - (last ?? now)) / 1000), drawn)
  last = now
  canvas.width = innerWidth
  canvas.height = innerHeight
  const scale = innerWidth / WIDTH // pixels of a meter
  pen.setTransform(scale, 0, 0, -scale, canvas.width / 2, canvas.height) // y up, 0 is the lower edge of the page
  pen.fillStyle = '#7c9cff'
  for (const ball of query(world, [Ball])) {
    pen.beginPath()
    pen.arc(drawn.x[ball], drawn.y[ball], Shape.radius[ball], 0, 2 * Math.PI)
    pen.fill()
  }
  requestAnimationFrame(frame)
}

requestAnimationFrame(frame)
document.querySelector('#status')!.textContent = `${query(world, [Ball]).length} balls`
