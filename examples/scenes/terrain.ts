import { EARTH_GRAVITY, boxShape, circleShape, viewOf } from './parts.ts'
import { between, createRandom, type Random } from './random.ts'
import { defineScene, type BodyData, type ShapeData } from './types.ts'

/** Thickness of the solid rim in tiles. */
const RIM = 3
const TILE = boxShape(0.5)

export const terrain = defineScene({
  name: 'terrain',
  title: 'Terrain',
  category: 'Worlds',
  description: 'A cave world of 50,000 static boxes with a thousand rocks rolling through it. The static boxes '
    + 'live in a tree of their own that was built once and is only ever asked.',
  lookFor: 'The time of a step depends on the thousand rocks, hardly on the fifty thousand tiles. '
    + 'Zoom in on a cave and drag a rock along its walls.',
  opening: { count: 300, statics: 6000 },
}, ({ count = 1000, statics = 50000, seed = 31 }) => {
  const random = createRandom(seed)
  const columns = Math.max(24, Math.round(Math.sqrt((statics / 0.56) * 1.4)))
  const rows = Math.max(16, Math.round(statics / 0.56 / columns))
  const solid = carve(columns, rows, statics, random)
  const bodies: BodyData[] = []
  for (let i = 0; i < solid.length; i++) {
    if (solid[i] === 0) continue
    bodies.push({ x: tileX(i, columns), y: tileY(i, columns), shape: TILE, kind: 'static' })
  }
  pushRocks(bodies, solid, columns, rows, count, random)
  return {
    gravity: EARTH_GRAVITY,
    bodies,
    view: viewOf(-columns / 2, 0, columns / 2, rows, 0.02),
    start: { x: 0, y: rows / 2, width: 72, height: 45 },
  }
})

function tileX(index: number, columns: number): number {
  return (index % columns) - columns / 2 + 0.5
}

function tileY(index: number, columns: number): number {
  return Math.floor(index / columns) + 0.5
}

/** Marks exactly `count` tiles as solid: the rim, then the densest ones of a smooth noise. */
function carve(columns: number, rows: number, count: number, random: Random): Uint8Array {
  const density = new Float64Array(columns * rows)
  addNoise(density, columns, 22, 1, random)
  addNoise(density, columns, 9, 0.45, random)
  addNoise(density, columns, 4, 0.16, random)
  for (let i = 0; i < density.length; i++) {
    const column = i % columns
    const row = Math.floor(i / columns)
    const edge = Math.min(column, columns - 1 - column, row, rows - 1 - row)
    if (edge < RIM) density[i] += 100
  }
  const order = Array.from(density.keys()).sort((a, b) => density[b] - density[a] || a - b)
  const solid = new Uint8Array(columns * rows)
  for (let i = 0; i < Math.min(count, order.length); i++) solid[order[i]] = 1
  return solid
}

/** Adds value noise: random values on a lattice with the given pitch, smoothly interpolated. */
function addNoise(
  target: Float64Array, columns: number, pitch: number, weight: number, random: Random,
): void {
  const rows = target.length / columns
  const across = Math.ceil(columns / pitch) + 2
  const lattice = new Float64Array(across * (Math.ceil(rows / pitch) + 2))
  for (let i = 0; i < lattice.length; i++) lattice[i] = random()
  for (let i = 0; i < target.length; i++) {
    const u = (i % columns) / pitch
    const v = Math.floor(i / columns) / pitch
    const corner = Math.floor(v) * across + Math.floor(u)
    const s = smooth(u - Math.floor(u))
    const t = smooth(v - Math.floor(v))
    const low = lattice[corner] + (lattice[corner + 1] - lattice[corner]) * s
    const high = lattice[corner + across] + (lattice[corner + across + 1] - lattice[corner + across]) * s
    target[i] += (low + (high - low) * t) * weight
  }
}

function smooth(x: number): number {
  return x * x * (3 - 2 * x)
}

/** Puts rocks into open spots, at least two tiles from any wall and from each other. */
function pushRocks(
  bodies: BodyData[], solid: Uint8Array, columns: number, rows: number, count: number, random: Random,
): void {
  const taken = Uint8Array.from(solid)
  let placed = 0
  for (let attempt = 0; placed < count && attempt < count * 400; attempt++) {
    const column = RIM + Math.floor(random() * (columns - 2 * RIM))
    const row = RIM + Math.floor(random() * (rows - 2 * RIM))
    if (!isClear(taken, columns, column, row)) continue
    const index = row * columns + column
    taken[index] = 1
    bodies.push({
      x: tileX(index, columns),
      y: tileY(index, columns),
      angle: between(random, 0, 6),
      shape: rock(placed, random),
    })
    placed++
  }
}

function isClear(taken: Uint8Array, columns: number, column: number, row: number): boolean {
  for (let y = row - 2; y <= row + 2; y++) {
    for (let x = column - 2; x <= column + 2; x++) {
      if (taken[y * columns + x] === 1) return false
    }
  }
  return true
}

function rock(index: number, random: Random): ShapeData {
  const size = between(random, 0.55, 1)
  return index % 3 === 2 ? boxShape(size * 0.85, size * 0.7) : circleShape(size)
}
