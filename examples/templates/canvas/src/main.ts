import { createWorld, query } from 'bitecs'
import { addPhysics, circle, createDrawnPoses, createStepper, interpolate, rect, spawnBody } from 'bitecs-physics'

const WIDTH = 24 // meters that the page is wide

const [Ball, Crate] = [{}, {}] // tags: any object will do
const world = createWorld()
const { Shape } = addPhysics(world).components
const stepper = createStepper(world)
const drawn = createDrawnPoses()

const spawnBall = (x: number, y: number) => spawnBody(world, { shape: circle(0.4), x, y, material: { restitution: 0.4 }, with: [Ball] })
const spawnCrate = (x: number, y: number) => spawnBody(world, { shape: rect(0.8, 0.8), x, y, with: [Crate] })

spawnBody(world, { shape: rect(WIDTH, 1), y: 0.5, type: 'static', with: [Crate] })
for (let i = 0; i < 60; i++) {
  const spawn = i % 2 === 0 ? spawnBall : spawnCrate
  spawn((i % 8) - 3.5 + (i % 3) * 0.1, 6 + Math.floor(i / 8))
}

const canvas = document.querySelector('canvas')!
const status = document.querySelector('#status')!
const pen = canvas.getContext('2d')!
canvas.addEventListener('pointerdown', ({ clientX, clientY }) => {
  const scale = innerWidth / WIDTH
  spawnBall((clientX - innerWidth / 2) / scale, (innerHeight - clientY) / scale)
})

let last: number | undefined
function frame(now: number): void {
  interpolate(world, stepper.advance((now - (last ?? now)) / 1000), drawn)
  last = now
  draw()
  requestAnimationFrame(frame)
}

function draw(): void {
  canvas.width = innerWidth
  canvas.height = innerHeight
  const scale = innerWidth / WIDTH // pixels of a meter
  for (const entity of query(world, [Ball])) {
    place(entity, scale)
    const radius = Shape.radius[entity]
    pen.fillStyle = '#7c9cff'
    pen.beginPath()
    pen.arc(0, 0, radius, 0, 2 * Math.PI)
    pen.fill()
    pen.fillStyle = '#10141f'
    pen.fillRect(0, -0.03, radius, 0.06) // to see it roll
  }
  pen.fillStyle = '#d9a05b'
  for (const entity of query(world, [Crate])) {
    place(entity, scale)
    const [halfWidth, halfHeight] = [Shape.halfWidth[entity], Shape.halfHeight[entity]]
    pen.fillRect(-halfWidth, -halfHeight, 2 * halfWidth, 2 * halfHeight)
  }
  status.textContent = `${query(world, [Ball]).length} balls. Click to drop another.`
}

/** Puts the pen's origin where the body is: y points up, 0 is the lower edge of the page. */
function place(entity: number, scale: number): void {
  pen.setTransform(scale, 0, 0, -scale, canvas.width / 2 + drawn.x[entity] * scale, canvas.height - drawn.y[entity] * scale)
  pen.rotate(drawn.angle[entity])
}

requestAnimationFrame(frame)
