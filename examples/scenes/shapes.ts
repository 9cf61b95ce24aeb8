import { cos, sin } from '../../src/math/rotation.ts'
import { EARTH_GRAVITY, boxShape, circleShape, floor, regularPolygon, viewOf, wall } from './parts.ts'
import { between, createRandom, type Random } from './random.ts'
import { defineScene, type BodyData, type PartData, type PointData, type ShapeData } from './types.ts'

export const allShapes = defineScene({
  name: 'shapes',
  title: 'Every shape',
  category: 'Shapes',
  description: 'Circles, boxes, boxes that never turn, capsules, polygons with sharp and with rounded corners, '
    + 'raining on a hilly chain and on slanted segments.',
  lookFor: 'A body that slides along the hills does not stumble over the joints of the chain. '
    + 'The upright boxes stay upright on every slope.',
}, ({ count = 220, seed = 51 }) => {
  const random = createRandom(seed)
  const half = 26
  const points: PointData[] = [{ x: -half, y: 16 }]
  for (let x = -half; x <= half; x++) points.push({ x, y: hills(x) })
  points.push({ x: half, y: 16 })
  const bodies: BodyData[] = [
    { x: 0, y: 0, shape: { type: 'chain', points }, kind: 'static' },
    { x: -13, y: 13, shape: { type: 'segment', x1: -4, y1: 1.2, x2: 4, y2: -1.2 }, kind: 'static' },
    { x: 13, y: 13, shape: { type: 'segment', x1: -4, y1: -1.2, x2: 4, y2: 1.2 }, kind: 'static' },
  ]
  const columns = 22
  for (let i = 0; i < count; i++) {
    bodies.push({
      x: ((i % columns) - (columns - 1) / 2) * 2.2 + between(random, -0.2, 0.2),
      y: 18 + Math.floor(i / columns) * 2.2,
      angle: between(random, 0, 6),
      shape: anyShape(i, random),
    })
  }
  return { gravity: EARTH_GRAVITY, bodies, view: viewOf(-half, -4, half, 30, 0.03) }
})

function hills(x: number): number {
  return 2.2 * sin(x * 0.33) + 1.1 * sin(x * 0.81 + 1) + (x * x) / 120
}

/** One of seven shapes in turn, all of about the same size. */
function anyShape(index: number, random: Random): ShapeData {
  const size = between(random, 0.45, 0.8)
  switch (index % 7) {
    case 0: return circleShape(size * 0.9)
    case 1: return boxShape(size, size * between(random, 0.5, 1))
    case 2: return { type: 'aabb', halfWidth: size * 0.8, halfHeight: size * 0.7 }
    case 3: return { type: 'capsule', halfLength: size * 0.7, radius: size * 0.45 }
    case 4: return { type: 'polygon', points: regularPolygon(3, size) }
    case 5: return { type: 'polygon', points: regularPolygon(5 + (index % 4), size) }
    default: return { type: 'polygon', points: regularPolygon(4, size * 0.6), radius: size * 0.35 }
  }
}

export const compounds = defineScene({
  name: 'compounds',
  title: 'Compound bodies',
  category: 'Shapes',
  description: 'Jacks, hammers, tables and gears: bodies of several shapes. Each shape is an entity of its own '
    + 'that names its body, with its own material.',
  lookFor: 'Hammers turn about their heads: the center of mass follows from the parts. The gears hook into each '
    + 'other although they are not convex.',
}, ({ count = 90, seed = 52 }) => {
  const random = createRandom(seed)
  const bodies: BodyData[] = [floor(0, 0, 20, 1), wall(-19, 8, 1, 8), wall(19, 8, 1, 8)]
  const columns = 10
  for (let i = 0; i < count; i++) {
    const { shape, parts } = COMPOUNDS[i % COMPOUNDS.length]()
    bodies.push({
      x: ((i % columns) - (columns - 1) / 2) * 3.4 + between(random, -0.2, 0.2),
      y: 3 + Math.floor(i / columns) * 3,
      angle: between(random, 0, 6),
      shape,
      parts,
    })
  }
  return { gravity: EARTH_GRAVITY, bodies, view: viewOf(-20, -2, 20, 24, 0.03) }
})

interface Compound { readonly shape: ShapeData; readonly parts: readonly PartData[] }

const COMPOUNDS: readonly (() => Compound)[] = [
  // A jack: two capsules across, with a ball at each end.
  () => ({
    shape: { type: 'capsule', halfLength: 0.9, radius: 0.16 },
    parts: [
      { shape: { type: 'capsule', halfLength: 0.9, radius: 0.16 }, x: 0, y: 0, angle: Math.PI / 2 },
      ...[0, 1, 2, 3].map((k) => ({ shape: circleShape(0.3), x: cos(k * Math.PI / 2) * 0.9, y: sin(k * Math.PI / 2) * 0.9 })),
    ],
  }),
  // A hammer: a heavy head on a light handle.
  () => ({
    shape: boxShape(0.11, 0.9),
    parts: [{ shape: boxShape(0.55, 0.28), x: 0, y: 0.95, density: 6 }],
  }),
  // A table.
  () => ({
    shape: boxShape(1.1, 0.14),
    parts: [{ shape: boxShape(0.14, 0.5), x: -0.85, y: -0.6 }, { shape: boxShape(0.14, 0.5), x: 0.85, y: -0.6 }],
  }),
  // A gear: teeth around a disc.
  () => ({
    shape: circleShape(0.72),
    parts: Array.from({ length: 8 }, (_, k) => {
      const angle = (k * Math.PI) / 4
      return { shape: boxShape(0.24, 0.15), x: cos(angle) * 0.85, y: sin(angle) * 0.85, angle }
    }),
  }),
]
