import { EARTH_GRAVITY, boxShape, circleShape, regularPolygon, viewOf } from './parts.ts'
import { between, createRandom, type Random } from './random.ts'
import { defineScene, type BodyData, type PointData, type ShapeData } from './types.ts'

/** Categories of the playground: what its filters can leave out. */
export const LAYERS = { ground: 1, circles: 2, boxes: 4, others: 8 } as const

/** A world to ask: every shape, what rests and what moves, sensors and parts. Not in the list of scenes. */
export const playground = defineScene({
  name: 'playground',
  title: 'Playground',
  category: 'Queries',
  description: 'Every kind of shape, at rest and in motion.',
  lookFor: 'Whatever you ask for.',
}, ({ count = 90, seed = 81 }) => {
  const random = createRandom(seed)
  const points: PointData[] = [{ x: -20, y: 16 }, { x: -20, y: 3 }, { x: -14, y: 0.6 }, { x: -6, y: 0 }]
  points.push({ x: 2, y: 1.2 }, { x: 9, y: 0 }, { x: 15, y: 0.8 }, { x: 20, y: 4 }, { x: 20, y: 16 })
  const ground = { category: LAYERS.ground }
  const bodies: BodyData[] = [
    { x: 0, y: 0, shape: { type: 'chain', points }, kind: 'static', filter: ground },
    { x: -9, y: 8, angle: 0.25, shape: boxShape(3.4, 0.25), kind: 'static', filter: ground },
    { x: 9, y: 8, angle: -0.25, shape: boxShape(3.4, 0.25), kind: 'static', filter: ground },
    { x: 0, y: 11, shape: { type: 'segment', x1: -2.5, y1: 0, x2: 2.5, y2: 0.6 }, kind: 'static', filter: ground },
    { x: -13, y: 13, shape: circleShape(1.6), kind: 'static', sensor: true, filter: { category: LAYERS.others } },
    { x: 13, y: 13, shape: boxShape(1.8, 1.2), kind: 'static', sensor: true, filter: { category: LAYERS.others } },
    { x: 0, y: 5, shape: boxShape(2.6, 0.15), kind: 'kinematic', angular: 0.7, filter: ground },
  ]
  for (let i = 0; i < count; i++) bodies.push(thing(i, random))
  return { gravity: EARTH_GRAVITY, bodies, view: viewOf(-20, -0.5, 20, 17, 0.04) }
})

function thing(index: number, random: Random): BodyData {
  const size = between(random, 0.4, 0.75)
  const shapes: readonly ShapeData[] = [
    circleShape(size * 0.9), boxShape(size, size * 0.7),
    { type: 'capsule', halfLength: size * 0.7, radius: size * 0.45 },
    { type: 'polygon', points: regularPolygon(3 + (index % 5), size) },
    { type: 'polygon', points: regularPolygon(5, size * 0.65), radius: size * 0.3 },
    boxShape(size * 0.35, size * 1.4),
  ]
  const shape = shapes[index % shapes.length]
  const category = shape.type === 'circle' ? LAYERS.circles : shape.type === 'box' ? LAYERS.boxes : LAYERS.others
  return {
    x: between(random, -17, 17), y: 4 + (index % 18) * 0.9 + Math.floor(index / 18), angle: between(random, 0, 6), shape,
    filter: { category },
  }
}
