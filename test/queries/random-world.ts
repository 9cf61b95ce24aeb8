import { type World, addComponent, addComponents, addEntity, createWorld, set } from 'bitecs'
import { type Random, between, createRandom } from '../../examples/scenes/random.ts'
import { LINE_STRIDE } from '../../src/collision/geometry.ts'
import {
  type BroadPhaseFactory,
  type Physics,
  type ShapeData,
  ShapeType,
  aabb,
  addPhysics,
  bodyOf,
  box,
  capsule,
  chain,
  circle,
  polygon,
  segment,
} from '../../src/index.ts'
import { type Outline, moved } from './oracle.ts'
import { inner } from '../support/inner.ts'

export interface RandomWorld {
  readonly world: World
  readonly physics: Physics
  readonly random: Random
  readonly entities: number[]
  /** Outlines of all colliders as they are now, by id; links of chains too. */
  outlines(): Map<number, Outline>
}

const MAKERS: ((random: Random) => ShapeData)[] = [
  (random) => circle(between(random, 0.1, 1)),
  (random) => box(between(random, 0.1, 1), between(random, 0.1, 1)),
  (random) => aabb(between(random, 0.1, 1), between(random, 0.1, 1)),
  (random) => {
    const half = between(random, 0.1, 1)
    return capsule(half, between(random, 0.1, 0.5), half < 0.5 ? 'x' : 'y')
  },
  (random) => polygon(ringOf(random, 3 + Math.floor(random() * 6)), random() < 0.5 ? 0 : 0.2),
  (random) => segment(between(random, -1, 0), random(), between(random, 0.1, 1), random()),
]

/** A shape of a random kind that can be a collider by itself. */
export function randomShape(random: Random): ShapeData {
  return MAKERS[Math.floor(random() * MAKERS.length)]!(random)
}

function ringOf(random: Random, count: number): { x: number; y: number }[] {
  const start = between(random, 0, 6)
  return Array.from({ length: count }, (_, i) => {
    const angle = start + (2 * Math.PI * (i + 0.3 * random())) / count
    return { x: Math.cos(angle), y: 0.7 * Math.sin(angle) }
  })
}

/** A world with `count` bodies of every shape, kind and state; the same for the same seed. */
export function randomWorld(seed: number, count: number, spread: number, broadPhase: BroadPhaseFactory): RandomWorld {
  const random = createRandom(seed)
  const world = createWorld()
  const physics = addPhysics(world, { broadPhase, capacity: 16, gravity: { x: 0, y: 0 } })
  const shapes = new Map<number, ShapeData>()
  const entities: number[] = []
  for (let i = 0; i < count; i++) {
    const body = addBody(world, physics, random, spread, shapes)
    entities.push(body)
    if (random() < 0.15) addPart(world, physics, random, body, shapes)
  }
  return { world, physics, random, entities, outlines: () => outlinesOf(world, physics, shapes) }
}

function addBody(world: World, physics: Physics, random: Random, spread: number, shapes: Map<number, ShapeData>): number {
  const { Position, Rotation, Velocity, Shape, Static, Kinematic, Sleeping, Sensor, Mass, CollisionFilter } =
    physics.components
  const body = addEntity(world)
  const isChain = random() < 0.06
  const shape = isChain ? zigzag(random) : randomShape(random)
  shapes.set(body, shape)
  addComponents(
    world,
    body,
    set(Position, { x: between(random, -spread, spread), y: between(random, -spread, spread) }),
    set(Rotation, { angle: random() < 0.3 ? 0 : between(random, -4, 4) }),
    set(Shape, shape),
    set(CollisionFilter, { category: 1 << Math.floor(random() * 4) }),
  )
  const kind = isChain ? 0 : random()
  if (kind < 0.4) {
    addComponent(world, body, Static)
  } else {
    addComponents(world, body, set(Velocity, { x: between(random, -9, 9), y: between(random, -9, 9), angular: 3 }), set(Mass, { mass: 1 }))
    if (kind < 0.5) addComponent(world, body, Kinematic)
    else if (kind < 0.7) addComponent(world, body, Sleeping)
  }
  if (random() < 0.1) addComponent(world, body, Sensor)
  return body
}

function addPart(world: World, physics: Physics, random: Random, body: number, shapes: Map<number, ShapeData>): void {
  const { Shape, Collider } = physics.components
  const part = addEntity(world)
  const shape = randomShape(random)
  shapes.set(part, shape)
  addComponents(
    world,
    part,
    set(Shape, shape),
    set(Collider, { body, x: between(random, -1, 1), y: between(random, -1, 1), angle: between(random, -3, 3) }),
  )
}

function zigzag(random: Random): ShapeData {
  return chain(Array.from({ length: 5 }, (_, i) => ({ x: i - 2, y: random() })))
}

function outlinesOf(world: World, physics: Physics, shapes: Map<number, ShapeData>): Map<number, Outline> {
  const { Position, Rotation, Collider } = inner(physics).components
  const { bodies } = inner(physics)
  const found = new Map<number, Outline>()
  for (let entity = 1; entity < bodies.role.length; entity++) {
    if (!bodies.isCollider(entity)) continue
    const body = bodyOf(world, entity)
    const upright = shapes.get(body)?.type === ShapeType.Aabb
    const turn = upright ? 0 : Rotation.angle[body]!
    const shape = shapes.get(entity)
    if (shape === undefined) {
      const g = entity * LINE_STRIDE
      const [x1, y1, , , x2, y2] = inner(physics).collision.lines.subarray(g, g + 6)
      const link: Outline = { points: [[x1!, y1!], [x2!, y2!]], radius: 0 }
      found.set(entity, moved(link, Position.x[body]!, Position.y[body]!, turn))
      continue
    }
    let local = outlineOf(shape)
    if (entity !== body) {
      const own = shape.type === ShapeType.Aabb ? -turn : Collider.angle[entity]!
      local = moved(local, Collider.x[entity]!, Collider.y[entity]!, own)
    }
    found.set(entity, moved(local, Position.x[body]!, Position.y[body]!, turn))
  }
  return found
}

/** A shape in its own frame. */
export function outlineOf(shape: ShapeData): Outline {
  const { halfWidth: w, halfHeight: h, radius } = shape
  switch (shape.type) {
    case ShapeType.Circle:
      return { points: [[0, 0]], radius }
    case ShapeType.Capsule:
      return { points: w === 0 ? [[0, -h], [0, h]] : [[-w, 0], [w, 0]], radius }
    case ShapeType.Polygon:
    case ShapeType.Segment:
      return { points: Array.from({ length: shape.points!.length / 2 }, (_, i) => [shape.points![2 * i]!, shape.points![2 * i + 1]!]), radius }
    default:
      return { points: [[-w, -h], [w, -h], [w, h], [-w, h]], radius }
  }
}
