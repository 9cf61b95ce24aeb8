/** Characters that run and jump at random on random tiles, with crates falling on them, are never in what is solid; whatever the level is made of. */
import { addComponents, addEntity, createWorld, set } from 'bitecs'
import { expect, it } from 'vitest'
import {
  type ShapeData, addPhysics, box, capsule, circle, mergeTiles, moveCharacter, polygon, spawnBody, spawnLevel, stepPhysics,
} from '../../src/index.ts'
import { type WorldShape, separation } from '../support/shape-oracle.ts'
import { SOAK } from '../support/soak.ts'

type Points = readonly (readonly [number, number])[]

const KINDS = {
  1: {}, 2: { shape: 'rise' }, 3: { shape: 'fall' }, 4: { shape: 'rise-low' }, 5: { shape: 'rise-high' }, 6: { shape: 'fall-high' },
  7: { shape: 'fall-low' }, 8: { shape: 'half' },
} as const
/** What is solid of a cell of each kind. */
const SOLID: readonly Points[] = [
  [], [[0, 0], [1, 0], [1, 1], [0, 1]], [[0, 0], [1, 0], [1, 1]], [[0, 0], [1, 0], [0, 1]], [[0, 0], [1, 0], [1, 0.5]],
  [[0, 0], [1, 0], [1, 1], [0, 0.5]], [[0, 0], [1, 0], [1, 0.5], [0, 1]], [[0, 0], [1, 0], [0, 0.5]], [[0, 0], [1, 0], [1, 0.5], [0, 0.5]],
]
interface Part { readonly shape: ShapeData; readonly core: Points; readonly radius: number; readonly y: number }
const part = (shape: ShapeData, core: Points, radius = 0, y = 0): Part => ({ shape, core, radius, y })
const rectangle = (w: number, h: number): Points => [[-w, -h], [w, -h], [w, h], [-w, h]]
const six: Points = [[-0.25, -0.5], [0.25, -0.5], [0.4, 0], [0.25, 0.5], [-0.25, 0.5], [-0.4, 0]]
const FEET: readonly (readonly Part[])[] = [
  [part(circle(0.4), [[0, 0]], 0.4)], [part(box(0.35, 0.45), rectangle(0.35, 0.45))], [part(capsule(0.25, 0.3, 'y'), [[0, -0.25], [0, 0.25]], 0.3)],
  [part(polygon(six.map(([x, y]) => ({ x, y }))), six)], [part(box(0.35, 0.3), rectangle(0.35, 0.3)), part(circle(0.3), [[0, 0]], 0.3, 0.3)],
]
const [WIDTH, HEIGHT, SKIN] = [14, 9, 0.01]

function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** A closed room with cells of all kinds anywhere: many of them touch at corners only. */
function randomLevel(random: () => number): number[][] {
  return Array.from({ length: HEIGHT }, (_, row) => Array.from({ length: WIDTH }, (__, column) => {
    if (row === 0 || row === HEIGHT - 1 || column === 0 || column === WIDTH - 1) return 1
    return random() > 0.25 ? 0 : random() < 0.6 ? 1 : 2 + Math.floor(random() * 7)
  }))
}

/** The gap between a character and what is solid. */
function gapOf(cells: readonly number[][], foot: readonly Part[], x: number, y: number): number {
  let least = Infinity
  const shapes = foot.map((p): WorldShape => ({ core: p.core.map(([u, v]) => [u + x, v + y + p.y]), radius: p.radius, oneSided: false }))
  for (let row = Math.max(0, Math.floor(-y) - 2); row <= Math.min(HEIGHT - 1, Math.floor(-y) + 2); row++) {
    for (let column = Math.max(0, Math.floor(x) - 2); column <= Math.min(WIDTH - 1, Math.floor(x) + 2); column++) {
      const core = SOLID[cells[row]![column]!]!.map(([u, v]): [number, number] => [column + u, v - row - 1])
      if (core.length > 0) for (const shape of shapes) least = Math.min(least, separation(shape, { core, radius: 0, oneSided: false }))
    }
  }
  return least
}

/** Plays one character, and tells the least gap of all its steps, and where it went. */
function play(cells: number[][], to: 'rectangles' | 'outlines', foot: readonly Part[], x: number, y: number, hz: number, seed: number, crates: number): { least: number; path: number[] } {
  const world = createWorld()
  const { Position, Velocity, Shape, Kinematic, Character, CharacterState, Collider } = addPhysics(world).components
  spawnLevel(world, mergeTiles(cells, { kinds: KINDS, to }))
  const hero = addEntity(world)
  addComponents(world, hero, set(Position, { x, y }), Velocity, set(Shape, foot[0]!.shape), Kinematic, Character)
  for (const { shape, y: up } of foot.slice(1)) addComponents(world, addEntity(world), set(Shape, shape), set(Collider, { body: hero, y: up }))
  const random = randomOf(seed * 7919 + 1)
  const path: number[] = []
  let [least, run, left] = [Infinity, 0, 0]
  for (let i = 0; i < 3 * hz; i++) {
    if (crates > 0 && i % Math.round(hz / 3) === 0) {
      crates--
      spawnBody(world, { shape: box(0.15 + 0.2 * random(), 0.15 + 0.2 * random()), x: Position.x[hero]! + random() - 0.5, y: Position.y[hero]! + 1.2 })
    }
    stepPhysics(world, 1 / hz)
    if (--left <= 0) {
      run = random() < 0.2 ? 0 : (random() * 2 - 1) * 8
      left = Math.round(hz * (0.1 + random() * 0.8))
    }
    const jumps = random() < 3 / hz && (CharacterState.grounded[hero] === 1 || random() < 0.1)
    moveCharacter(world, hero, run, jumps ? 4 + 8 * random() : CharacterState.vy[hero]! - 25 / hz, 1 / hz)
    path.push(Position.x[hero]!, Position.y[hero]!)
    least = Math.min(least, gapOf(cells, foot, Position.x[hero]!, Position.y[hero]!))
  }
  return { least, path }
}

it('characters on random tiles are in nothing solid under falling crates, and go the same ways on outlines', { timeout: SOAK ? 3_600_000 : 60_000 }, () => {
  let played = 0
  for (const seed of SOAK ? Array.from({ length: 400 }, (_, i) => i) : [3, 12, 27]) {
    const random = randomOf(seed)
    const cells = randomLevel(random)
    for (const [n, foot] of FEET.entries()) {
      const hz = (seed + n) % 2 === 0 ? 30 : 60
      let [x, y] = [0, 0]
      for (let tries = 0; tries === 0 || (tries < 300 && gapOf(cells, foot, x, y) < 0.05); tries++) [x, y] = [1 + random() * (WIDTH - 2), -1 - random() * (HEIGHT - 2)]
      if (gapOf(cells, foot, x, y) < 0.05) continue
      played++
      const [outlines, rectangles] = (['outlines', 'rectangles'] as const).map((to) => {
        // Where there is no room for it and its skin it may be in the solid by as much.
        expect(play(cells, to, foot, x, y, hz, seed, 5).least, `${seed}, foot ${n}, ${to}`).toBeGreaterThan(-SKIN - 1e-6)
        return play(cells, to, foot, x, y, hz, seed, 0).path
      })
      // At seams of slopes a foot meets the corner of the next tile with a normal of its own, for a step.
      const at = outlines!.findIndex((value, k) => Math.abs(value - rectangles![k]!) > 1e-4)
      if (at >= 0) expect(Math.abs(outlines![at]! - rectangles![at]!), `${seed}, foot ${n}, step ${at >> 1}`).toBeLessThan(0.03)
    }
  }
  expect(played).toBeGreaterThan(SOAK ? 1500 : 10)
})
