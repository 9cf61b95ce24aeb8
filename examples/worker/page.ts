// The page: it draws what the worker shares, and has no engine of its own.
import type { Position, Rotation, Shape } from '../../src/index.ts'
import { createWorldView } from '../../src/worker/index.ts'
import { ShapeType } from '../../components/shape-type.ts'
import type { Drop } from './tower.ts'

/** Pixels a meter. */
const SCALE = 18
const GROUND = 60

interface Stores {
  Position: Position
  Rotation: Rotation
  Shape: Shape
}

const status = document.querySelector('#status')!
const worker = new Worker('worker.js', { type: 'module' })
const view = createWorldView<Stores>(worker)
worker.addEventListener('message', ({ data }) => view.receive(data))
// What throws there, or cannot be loaded, is heard of nowhere else: the picture only stands still.
worker.addEventListener('error', ({ message }) => {
  status.textContent = `The worker failed: ${message || 'its script could not be loaded'}`
})

const canvas = document.querySelector('canvas')!
const context = canvas.getContext('2d')!
let begins = 0

canvas.addEventListener('pointerdown', ({ offsetX, offsetY }) => {
  const drop: Drop = { drop: [(offsetX - canvas.width / 2) / SCALE, (canvas.height - GROUND - offsetY) / SCALE] }
  worker.postMessage(drop, [])
})

function draw(): void {
  requestAnimationFrame(draw)
  if (!view.update()) return
  begins += view.events.contactBegin.count
  canvas.width = innerWidth
  canvas.height = innerHeight
  context.setTransform(SCALE, 0, 0, -SCALE, canvas.width / 2, canvas.height - GROUND)
  context.lineWidth = 1 / SCALE
  for (let i = 0; i < view.count; i++) drawBody(view.entities[i]!)
  const way = crossOriginIsolated ? 'over shared memory' : 'in frames that are sent'
  status.textContent = `${view.count} bodies, ${way}; frame ${view.frame}; ${begins} touches began. Click to drop a ball.`
}

function drawBody(entity: number): void {
  const { Position, Rotation, Shape } = view.stores
  const [cos, sin] = [Math.cos(Rotation.angle[entity]!), Math.sin(Rotation.angle[entity]!)]
  context.save()
  context.transform(cos, sin, -sin, cos, Position.x[entity]!, Position.y[entity]!)
  context.beginPath()
  if (Shape.type[entity] === ShapeType.Circle) context.arc(0, 0, Shape.radius[entity]!, 0, 2 * Math.PI)
  else context.rect(-Shape.halfWidth[entity]!, -Shape.halfHeight[entity]!, 2 * Shape.halfWidth[entity]!, 2 * Shape.halfHeight[entity]!)
  context.fillStyle = Shape.type[entity] === ShapeType.Circle ? '#ffb454' : '#6c8cff'
  context.fill()
  context.strokeStyle = '#0a0d14'
  context.stroke()
  context.restore()
}

declare global {
  interface Window {
    /** For tests. */
    view: typeof view
  }
}
window.view = view
requestAnimationFrame(draw)
