import { boxShape, circleShape, regularPolygon, wall } from './parts.ts'
import { between, createRandom, type Random } from './random.ts'
import type { BodyData, PointData, Scene, ShapeData } from './types.ts'

export const PILE_SHAPES = ['circle', 'box', 'plank', 'triangle', 'capsule', 'rounded', 'polygon', 'mixed'] as const
export type PileShape = (typeof PILE_SHAPES)[number]
export const PILE_GROUNDS = ['plane', 'chain', 'tiles'] as const
export type PileGround = (typeof PILE_GROUNDS)[number]

/** A pile in a bin: what the table of quality is made of. Not in the list of scenes. */
export interface PileOptions {
  readonly shape: PileShape
  readonly restitution: number
  readonly friction: number
  /** Meters per second squared. */
  readonly gravity: number
  /** The largest body is so many times as large as the smallest. */
  readonly sizes: number
  /** Half of the bodies are so many times as dense as the others. */
  readonly densities: number
  readonly ground: PileGround
  readonly count: number
  readonly seed: number
}

/** Meters between the walls. */
const WIDTH = 14

export function makePile(options: PileOptions): Scene {
  const { restitution, friction } = options
  const random = createRandom(options.seed)
  const fallers = rain(options, random)
  const top = Math.max(...fallers.map(({ y }) => y)) + 6
  const material = { restitution, friction }
  return {
    name: 'pile', title: 'Pile', category: 'Bench', description: 'Bodies are dropped into a bin.', lookFor: 'They come to rest.',
    gravity: { x: 0, y: -options.gravity },
    bodies: [...makeBin(options.ground, top), ...fallers].map((body) => ({ ...body, ...material })),
    view: { x: 0, y: top / 2, width: WIDTH + 4, height: top + 4 },
  }
}

/** Rows of bodies from wall to wall, each body in a place of its own. */
function rain({ count, shape, sizes, densities }: PileOptions, random: Random): BodyData[] {
  const bodies: BodyData[] = []
  let [x, y, rowHeight] = [0, 1, 0]
  const half = WIDTH / 2 - 0.1
  while (bodies.length < count) {
    // From a part to a multiple of a meter, with as many of the half as of the double size.
    const scale = sizes === 1 ? 1 : between(random, 0, 1) ** 2 * 2 * (1 - 1 / sizes) + 2 / sizes
    const faller = makeFaller(shape, bodies.length, scale, random)
    if (x + 2 * faller.reachX > 2 * half) {
      x = between(random, 0, 0.2)
      y += rowHeight + 0.05
      rowHeight = 0
    }
    bodies.push({
      x: x + faller.reachX - half, y: y + faller.reachY, angle: faller.angle, shape: faller.shape,
      density: densities === 1 || random() < 0.5 ? 1 : densities,
    })
    x += 2 * faller.reachX + between(random, 0.02, 0.1)
    rowHeight = Math.max(rowHeight, 2 * faller.reachY)
  }
  return bodies
}

interface Faller {
  readonly shape: ShapeData
  readonly angle: number
  /** Half of the room that it takes. */
  readonly reachX: number
  readonly reachY: number
}

function makeFaller(shape: PileShape, index: number, scale: number, random: Random): Faller {
  const any = between(random, 0, 6)
  const turned = (made: ShapeData, reach: number): Faller => (
    { shape: made, angle: any, reachX: reach * scale, reachY: reach * scale }
  )
  switch (shape) {
    case 'circle': return turned(circleShape(0.5 * scale), 0.5)
    case 'box': return turned(boxShape(0.5 * scale), 0.71)
    // Nearly flat, so that the heap of them is not dropped from seventy meters.
    case 'plank': return {
      shape: boxShape(scale, 0.12 * scale), angle: between(random, -0.4, 0.4), reachX: scale, reachY: 0.52 * scale,
    }
    case 'triangle': return turned({ type: 'polygon', points: regularPolygon(3, 0.65 * scale) }, 0.65)
    case 'capsule': return turned({ type: 'capsule', halfLength: 0.4 * scale, radius: 0.3 * scale }, 0.7)
    case 'rounded': return turned({ type: 'polygon', points: square(0.35 * scale), radius: 0.15 * scale }, 0.66)
    case 'polygon': return turned({ type: 'polygon', points: regularPolygon(5 + (index % 3), 0.55 * scale) }, 0.55)
    case 'mixed': return makeFaller(PILE_SHAPES[index % (PILE_SHAPES.length - 1)], index, scale, random)
  }
}

function square(half: number): PointData[] {
  return [{ x: -half, y: -half }, { x: half, y: -half }, { x: half, y: half }, { x: -half, y: half }]
}

function makeBin(ground: PileGround, top: number): BodyData[] {
  const half = WIDTH / 2
  if (ground === 'plane') return [wall(0, -1, half + 2, 1), wall(-half - 1, top / 2, 1, top / 2), wall(half + 1, top / 2, 1, top / 2)]
  if (ground === 'chain') return [{ x: 0, y: 0, kind: 'static', shape: { type: 'chain', points: chainPoints(half, top) } }]
  const tiles: BodyData[] = []
  for (let x = -half - 0.5; x < half + 1; x++) tiles.push(wall(x, -0.5, 0.5, 0.5))
  for (let y = 0.5; y < top; y++) tiles.push(wall(-half - 0.5, y, 0.5, 0.5), wall(half + 0.5, y, 0.5, 0.5))
  return tiles
}

/** Down the left wall, over low waves a link a meter, up the right wall. */
function chainPoints(half: number, top: number): PointData[] {
  const points: PointData[] = [{ x: -half, y: top }]
  for (let x = -half; x <= half; x++) {
    // A wave of four links, flat at the walls.
    const rise = [0, 0.2, 0, -0.2][(x + half) % 4]
    points.push({ x, y: Math.abs(x) === half ? 0 : rise })
  }
  points.push({ x: half, y: top })
  return points
}
