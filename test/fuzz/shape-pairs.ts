/** Random convex shapes, ordinary and hard ones, and pairs of them placed where decisions are made. */
import { ShapeType } from '../../components/shape-type.ts'
import { LINE_STRIDE } from '../../src/collision/geometry.ts'
import {
  POLYGON_STRIDE, POLYGON_VERTICES, type PolygonPool, createPolygonPool, registerPolygon,
} from '../../src/collision/polygon-pool.ts'
import { type Core, newCore } from './separation.ts'

export type Random = () => number

export interface FuzzShape {
  readonly type: ShapeType
  readonly sizes: Float64Array
  /** Vertices of the core in the frame of the shape. */
  readonly core: Core
  readonly radius: number
  /** Largest distance of a vertex from the origin, and the radius. */
  readonly reach: number
}

/** The shape of a pair, where it is, and what of it lies where in the world. */
export interface Placed {
  shape: FuzzShape
  x: number
  y: number
  cos: number
  sin: number
  readonly world: Core
}

export interface Bank {
  readonly pool: PolygonPool
  readonly shapes: FuzzShape[]
}

/** Numbers in [0, 1) that repeat with the seed. Source: mulberry32 by Tommy Ettinger. */
export function randomOf(seed: number): Random {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

function between(random: Random, low: number, high: number): number {
  return low + (high - low) * random()
}

/** Evenly spread over the orders of magnitude. */
function magnitude(random: Random, low: number, high: number): number {
  return low * Math.pow(high / low, random())
}

export function makeBank(random: Random, count: number): Bank {
  const pool = createPolygonPool(count)
  const shapes: FuzzShape[] = []
  for (let i = 0; i < count; i++) shapes.push(randomShape(random, pool, i % 9))
  return { pool, shapes }
}

function randomSize(random: Random): number {
  return random() < 0.6 ? between(random, 0.1, 2) : magnitude(random, 0.01, 100)
}

function randomShape(random: Random, pool: PolygonPool, kind: number): FuzzShape {
  const size = randomSize(random)
  const other = random() < 0.3 ? size * magnitude(random, 1e-3, 1) : size * between(random, 0.1, 1)
  const skin = random() < 0.5 ? size * magnitude(random, 1e-3, 1) : 0
  switch (kind) {
    case 0: return lineOrPoint(ShapeType.Circle, [0, 0], size, [])
    case 1: return boxOf(ShapeType.Box, size, other, 0)
    case 2: return boxOf(ShapeType.Aabb, other, size, 0)
    case 3: return boxOf(ShapeType.Box, size, other, size * between(random, 0.01, 0.5))
    case 4: return random() < 0.5
      ? lineOrPoint(ShapeType.Capsule, [-size, 0, size, 0], other, [size])
      : lineOrPoint(ShapeType.Capsule, [0, -size, 0, size], other, [0, size])
    case 5: {
      const angle = between(random, -4, 4)
      const x = between(random, -size, size)
      const y = between(random, -size, size)
      const points = [x, y, x + size * Math.cos(angle), y + size * Math.sin(angle)]
      return lineOrPoint(ShapeType.Segment, points, 0, [points[0]!, points[1]!, 0, 0, points[2]!, points[3]!])
    }
    case 6: return polygonOf(random, pool, 0, points => roundOutline(random, points, size, other))
    case 7: return polygonOf(random, pool, skin, points => roundOutline(random, points, size, other))
    default: return polygonOf(random, pool, random() < 0.7 ? 0 : skin, points => flatOutline(random, points, size))
  }
}

function finish(type: ShapeType, points: ArrayLike<number>, radius: number, values: readonly number[]): FuzzShape {
  const sizes = new Float64Array(LINE_STRIDE)
  sizes.set(values)
  sizes[2] = radius
  const core = newCore()
  core.count = points.length / 2
  core.points.set(points)
  let reach = 0
  for (let i = 0; i < core.count; i++) reach = Math.max(reach, Math.hypot(points[2 * i]!, points[2 * i + 1]!))
  return { type, sizes, core, radius, reach: reach + radius }
}

function lineOrPoint(type: ShapeType, points: number[], radius: number, values: number[]): FuzzShape {
  return finish(type, points, radius, values)
}

function boxOf(type: ShapeType, w: number, h: number, radius: number): FuzzShape {
  return finish(type, [-w, -h, w, -h, w, h, -w, h], radius, [w, h])
}

/** A polygon of what `outline` writes, tried again until the engine takes it. */
function polygonOf(random: Random, pool: PolygonPool, radius: number, outline: (points: number[]) => void): FuzzShape {
  for (;;) {
    const points: number[] = []
    outline(points)
    try {
      const handle = registerPolygon(pool, points, radius)
      const at = handle * POLYGON_STRIDE
      const count = pool.data[at]!
      const taken = pool.data.slice(at + POLYGON_VERTICES, at + POLYGON_VERTICES + 2 * count)
      return finish(ShapeType.Polygon, taken, radius, [0, 0, 0, handle])
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      random()
    }
  }
}

/** Points on an ellipse, evenly or anyhow. */
function roundOutline(random: Random, points: number[], size: number, other: number): void {
  const count = 3 + Math.floor(random() * 6)
  const even = random() < 0.3
  const turn = random() < 0.5 ? 0 : between(random, 0, 7)
  const x = random() < 0.3 ? between(random, -size, size) : 0
  for (let i = 0; i < count; i++) {
    const angle = even ? turn + (i * 2 * Math.PI) / count : between(random, 0, 2 * Math.PI)
    points.push(x + size * Math.cos(angle), other * Math.sin(angle))
  }
}

/** A slab with a top of nearly parallel edges, or a needle. */
function flatOutline(random: Random, points: number[], size: number): void {
  if (random() < 0.3) {
    const thin = size * magnitude(random, 1e-4, 0.1)
    points.push(-size, -thin * random(), size, thin * between(random, -1, 1), between(random, -size, size), thin)
    return
  }
  const count = 3 + Math.floor(random() * 4)
  const rise = size * magnitude(random, 1e-5, 0.1)
  const depth = size * magnitude(random, 1e-3, 1)
  for (let i = 0; i < count; i++) {
    const u = 1 - (2 * (i + 0.8 * random() * (i % (count - 1) === 0 ? 0 : 1))) / (count - 1)
    points.push(u * size, rise * (1 - u * u))
  }
  points.push(-size, -depth, size, -depth)
}

export function newPlaced(shape: FuzzShape): Placed {
  return { shape, x: 0, y: 0, cos: 1, sin: 0, world: newCore() }
}

/** Puts a shape at a pose and its core into the world. */
export function place(placed: Placed, x: number, y: number, angle: number): void {
  const turned = placed.shape.type === ShapeType.Aabb ? 0 : angle
  placed.x = x
  placed.y = y
  placed.cos = Math.cos(turned)
  placed.sin = Math.sin(turned)
  updateWorld(placed)
}

export function updateWorld(placed: Placed): void {
  const { shape, x, y, cos, sin, world } = placed
  const { points, count } = shape.core
  world.count = count
  for (let i = 0; i < 2 * count; i += 2) {
    world.points[i] = x + cos * points[i]! - sin * points[i + 1]!
    world.points[i + 1] = y + sin * points[i]! + cos * points[i + 1]!
  }
}

const TARGETS = [0, 1e-9, -1e-9, 1e-6, -1e-6, 0.001, -0.001, 0.005, -0.005, 0.0199, 0.0201, -0.05, 0.1]

/** Turns and places B beside A, often with edges that are nearly parallel and surfaces that nearly touch. */
export function placePair(random: Random, a: Placed, b: Placed): void {
  const angleA = random() < 0.5 ? 0 : between(random, -4, 4)
  place(a, 0, 0, angleA)
  let angleB = between(random, -4, 4)
  const how = random()
  if (how < 0.2) angleB = (Math.PI / 4) * Math.floor(random() * 8)
  else if (how < 0.7 && a.shape.core.count > 1 && b.shape.core.count > 1) {
    const exact = random() < 0.4
    const tilt = exact ? 0 : magnitude(random, 1e-12, 0.1) * (random() < 0.5 ? -1 : 1)
    angleB = edgeAngle(random, a.world) + Math.PI - edgeAngle(random, b.shape.core) + tilt
  }
  place(b, 0, 0, angleB)
  // The way from A to B: the normal of an edge of A or B, or any.
  let way = between(random, -4, 4)
  const from = random()
  if (from < 0.4 && a.world.count > 1) way = edgeAngle(random, a.world) - Math.PI / 2
  else if (from < 0.7 && b.world.count > 1) way = edgeAngle(random, b.world) + Math.PI / 2
  const nx = Math.cos(way)
  const ny = Math.sin(way)
  const least = Math.min(a.shape.reach, b.shape.reach)
  const deep = random() < 0.1
  const target = deep ? -least * random() : TARGETS[Math.floor(random() * TARGETS.length)]!
  const pa = supportOf(a.world, nx, ny)
  const pb = supportOf(b.world, -nx, -ny)
  const gap = a.shape.radius + b.shape.radius + target
  const slide = random() < 0.5 ? 0 : between(random, -1, 1) * (random() < 0.5 ? a.shape.reach : b.shape.reach)
  const x = a.world.points[2 * pa]! - b.world.points[2 * pb]! + nx * gap - ny * slide
  const y = a.world.points[2 * pa + 1]! - b.world.points[2 * pb + 1]! + ny * gap + nx * slide
  place(b, x, y, angleB)
}

function edgeAngle(random: Random, core: Core): number {
  const i = Math.floor(random() * core.count)
  const n = (i + 1) % core.count
  return Math.atan2(core.points[2 * n + 1]! - core.points[2 * i + 1]!, core.points[2 * n]! - core.points[2 * i]!)
}

function supportOf(core: Core, nx: number, ny: number): number {
  let best = 0
  for (let i = 1; i < core.count; i++) {
    const gain = (core.points[2 * i]! - core.points[2 * best]!) * nx + (core.points[2 * i + 1]! - core.points[2 * best + 1]!) * ny
    if (gain > 0) best = i
  }
  return best
}
