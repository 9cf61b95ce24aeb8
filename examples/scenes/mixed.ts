import { sin } from '../../src/math/rotation.ts'
import { EARTH_GRAVITY, bin, boxShape, circleShape, regularPolygon, viewOf } from './parts.ts'
import { between, createRandom, type Random } from './random.ts'
import { defineScene, type BodyData, type PartData, type PointData, type SceneContent, type ShapeData } from './types.ts'

const WALL = 4

/** One of seven convex shapes in turn, all of about the same size. */
function convexShape(index: number, random: Random): ShapeData {
  const size = between(random, 0.35, 0.55)
  switch (index % 7) {
    case 0: return circleShape(size * 0.9)
    case 1: return boxShape(size, size * between(random, 0.5, 1))
    case 2: return { type: 'capsule', halfLength: size * 0.7, radius: size * 0.45 }
    case 3: return { type: 'polygon', points: regularPolygon(3, size) }
    default: return { type: 'polygon', points: regularPolygon(1 + (index % 7), size) }
  }
}

/** All convex shapes in a bin that is half as high again as wide. */
function mixedBin(count: number, seed: number, restitution: number): SceneContent {
  const random = createRandom(seed)
  const pitch = 1.2
  const columns = Math.max(1, Math.round(Math.sqrt(count * 1.5)))
  const width = columns * pitch + 0.6
  const height = Math.ceil(count / columns) * pitch + 4
  const bodies = bin(width, height + 6, WALL).map((body) => ({ ...body, restitution }))
  for (let i = 0; i < count; i++) {
    bodies.push({
      x: ((i % columns) - (columns - 1) / 2) * pitch + between(random, -0.05, 0.05),
      y: 1 + (Math.floor(i / columns) + 0.5) * pitch,
      angle: between(random, 0, 6),
      shape: convexShape(i, random),
      restitution,
    })
  }
  return { gravity: EARTH_GRAVITY, bodies, view: viewOf(-width / 2 - WALL, -WALL, width / 2 + WALL, height) }
}

export const mixedShapes = defineScene({
  name: 'mixed-shapes',
  title: 'Mixed shapes',
  category: 'Piles',
  description: 'Two thousand circles, boxes, capsules, triangles, pentagons, hexagons and heptagons in one bin: '
    + 'every two kinds meet in a way of their own.',
  lookFor: 'Nothing creeps and nothing hums; the whole pile falls asleep a few seconds after the splash.',
}, ({ count = 2000, seed = 91 }) => mixedBin(count, seed, 0))

export const bouncyMixed = defineScene({
  name: 'bouncy-mixed',
  title: 'Bouncy mixed shapes',
  category: 'Piles',
  description: 'The same two thousand with a restitution of 0.4. What bounces on top is carried by what rests below.',
  lookFor: 'They hop, less and less, and then they lie as still as those that never bounced, no deeper in each other.',
}, ({ count = 2000, seed = 91 }) => mixedBin(count, seed, 0.4))

export const compoundsPile = defineScene({
  name: 'compounds-pile',
  title: 'Pile of compounds',
  category: 'Piles',
  description: 'Five hundred bodies of two to five shapes each: dumbbells, hooks, tees, crosses and combs.',
  lookFor: 'They hook into each other and still come to rest.',
}, ({ count = 500, seed = 92 }) => {
  const random = createRandom(seed)
  const pitch = 2.5
  const columns = Math.max(1, Math.round(Math.sqrt(count)))
  const width = columns * pitch + 0.6
  const height = Math.ceil(count / columns) * pitch + 4
  const bodies = bin(width, height + 6, WALL)
  for (let i = 0; i < count; i++) {
    bodies.push({
      x: ((i % columns) - (columns - 1) / 2) * pitch + between(random, -0.05, 0.05),
      y: 1.5 + (Math.floor(i / columns) + 0.5) * pitch,
      angle: between(random, 0, 6),
      ...COMPOUNDS[i % COMPOUNDS.length],
    })
  }
  return { gravity: EARTH_GRAVITY, bodies, view: viewOf(-width / 2 - WALL, -WALL, width / 2 + WALL, height) }
})

const bar = boxShape(0.9, 0.18)
const stub = (x: number, y: number): PartData => ({ shape: boxShape(0.18, 0.36), x, y })

const COMPOUNDS: readonly { readonly shape: ShapeData; readonly parts: readonly PartData[] }[] = [
  // A hook: two bars in a corner.
  { shape: bar, parts: [stub(-0.72, 0.5)] },
  // A dumbbell.
  {
    shape: { type: 'capsule', halfLength: 0.7, radius: 0.14 },
    parts: [{ shape: circleShape(0.4), x: -0.7, y: 0 }, { shape: circleShape(0.4), x: 0.7, y: 0 }],
  },
  // A cross with a hexagon in its middle.
  {
    shape: bar,
    parts: [{ shape: bar, x: 0, y: 0, angle: Math.PI / 2 }, { shape: { type: 'polygon', points: regularPolygon(6, 0.42) }, x: 0, y: 0 }],
  },
  // A comb of three teeth.
  { shape: bar, parts: [stub(-0.72, 0.5), stub(0, 0.5), stub(0.72, 0.5)] },
  // An arch on round feet.
  {
    shape: bar,
    parts: [stub(-0.72, -0.5), stub(0.72, -0.5), { shape: circleShape(0.26), x: -0.72, y: -0.9 }, { shape: circleShape(0.26), x: 0.72, y: -0.9 }],
  },
]

/** Links of the chain, a half of a meter each. */
const LINKS = 600
const LINK = 0.5

export const rollingHills = defineScene({
  name: 'rolling-hills',
  title: 'Rolling hills',
  category: 'Shapes',
  description: 'A thousand bodies of all convex shapes come down on hills that are one chain of six hundred links.',
  lookFor: 'What is round rolls down and swings out in the valleys, without a stumble at the joints. Nothing gets through.',
}, ({ count = 1000, seed = 93 }) => {
  const random = createRandom(seed)
  const half = (LINKS * LINK) / 2
  const points: PointData[] = [{ x: -half, y: 40 }]
  for (let i = 0; i <= LINKS - 2; i++) {
    const x = -half + i * (2 * half) / (LINKS - 2)
    points.push({ x, y: hills(x) })
  }
  points.push({ x: half, y: 40 })
  const bodies: BodyData[] = [{ x: 0, y: 0, shape: { type: 'chain', points }, kind: 'static' }]
  const columns = Math.max(1, Math.floor((2 * half - 4) / 1.5))
  for (let i = 0; i < count; i++) {
    bodies.push({
      x: ((i % columns) - (columns - 1) / 2) * 1.5 + between(random, -0.15, 0.15),
      y: 11 + Math.floor(i / columns) * 1.5,
      angle: between(random, 0, 6),
      shape: convexShape(i, random),
    })
  }
  return { gravity: EARTH_GRAVITY, bodies, view: viewOf(-60, -8, 60, 22, 0.02) }
})

function hills(x: number): number {
  return 4 * sin(x * 0.15) + 1.2 * sin(x * 0.47 + 1) + 0.25 * sin(x * 1.9)
}
