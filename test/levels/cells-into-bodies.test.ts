import { createWorld } from 'bitecs'
import { describe, expect, test } from 'vitest'
import { addPhysics, box, capsule, circle, createTileLevel, polygon, rect, spawnBody, stepPhysics } from '../../src/index.ts'
import { SOAK } from '../support/soak.ts'
import { random } from '../quadtree/oracle.ts'

const SHAPES = {
  circle: circle(0.4),
  box: box(0.4, 0.4),
  capsule: capsule(0.3, 0.2),
  plank: box(0.45, 0.08),
  triangle: polygon([{ x: -0.4, y: -0.3 }, { x: 0.4, y: -0.3 }, { x: 0, y: 0.5 }]),
}

/** A body lies on the ground of a level, and what covers it is put there. Returns its fastest and its lowest. */
function cover(shape: keyof typeof SHAPES, seed: number, hz: number, byLevel: boolean, zone = false): { fastest: number, lowest: number } {
  const next = random(seed)
  const world = createWorld()
  const { Position, Velocity } = addPhysics(world).components
  const [width, height] = [16, 10]
  const level = createTileLevel(world, { width, height, cells: Uint8Array.from({ length: width * height }, (_, i) => +(i >= 5 * width)) }, { origin: { x: 0, y: 5 } })
  const body = spawnBody(world, { shape: SHAPES[shape], x: 8 + 0.98 * next(), y: 0.6, angle: 6 * next() })
  for (let i = 0; i < 2 * hz; i++) stepPhysics(world, 1 / hz)
  const [x, y] = [Position.x[body]!, Position.y[body]!]
  if (byLevel) level.setTile(level.columnAt(x), level.rowAt(y), 1)
  else spawnBody(world, { shape: rect(1, 1), x: Math.floor(x) + 0.5, y: Math.floor(y) + 0.5, type: 'static' })
  // A sensor presses on nothing.
  if (zone) spawnBody(world, { shape: rect(16, 16), x: 8, y: 2, type: 'kinematic', sensor: true })
  let [fastest, lowest] = [0, Infinity]
  for (let i = 0; i < 2 * hz; i++) {
    stepPhysics(world, 1 / hz)
    fastest = Math.max(fastest, Math.hypot(Velocity.x[body]!, Velocity.y[body]!))
    lowest = Math.min(lowest, Position.y[body]!)
  }
  return { fastest, lowest }
}

/** As before, with a ball that comes along, or a crate beside it. Returns its fastest, its lowest and when its middle was out of the cell. */
function coverAmong(shape: keyof typeof SHAPES, seed: number, hz: number, by: 'ball' | 'crate'): { fastest: number, lowest: number, out: number } {
  const next = random(seed)
  const world = createWorld()
  const { Position, Velocity } = addPhysics(world).components
  const level = createTileLevel(world, { width: 16, height: 10, cells: Uint8Array.from({ length: 160 }, (_, i) => +(i >= 80)) }, { origin: { x: 0, y: 5 } })
  const material = { rollingResistance: 0.3 }
  const body = spawnBody(world, { shape: SHAPES[shape], x: 8 + 0.98 * next(), y: 0.6, angle: 6 * next(), material })
  for (let i = 0; i < 2 * hz; i++) stepPhysics(world, 1 / hz)
  const [x, y] = [Position.x[body]!, Position.y[body]!]
  // A crate leaves room for what lies flat.
  if (by === 'crate') spawnBody(world, { shape: rect(0.8, 0.8), x: Math.floor(x) + 2.5, y: 0.4 })
  level.setTile(level.columnAt(x), level.rowAt(y), 1)
  let [fastest, lowest, out] = [0, Infinity, Infinity]
  for (let i = 0; i < 3 * hz; i++) {
    if (by === 'ball' && i === Math.round(0.1 * hz)) spawnBody(world, { shape: circle(0.3), x: Math.floor(x) - 1.5, y: 0.4, velocity: { x: 8 } })
    stepPhysics(world, 1 / hz)
    fastest = Math.max(fastest, Math.hypot(Velocity.x[body]!, Velocity.y[body]!))
    lowest = Math.min(lowest, Position.y[body]!)
    const inside = Math.floor(Position.x[body]!) === Math.floor(x) && Position.y[body]! < 1
    out = inside ? Infinity : Math.min(out, i / hz)
  }
  return { fastest, lowest, out }
}

// Capsules were shot out at 42 m/s, 33 m high; triangles at 25 m/s, one of them through the floor.
describe.each([30, 60, 120])('what a cell is put upon, at %i Hz', (hz) => {
  test.each(Object.keys(SHAPES) as (keyof typeof SHAPES)[])('%s: is not shot out, and does not go through the floor', (shape) => {
    for (let seed = 0; seed < (SOAK ? 300 : 5); seed++) {
      for (const [byLevel, zone] of [[true, false], [false, false], [false, true]] as const) {
        const { fastest, lowest } = cover(shape, seed, hz, byLevel, zone)
        // What overlaps parts at 3 m/s.
        expect(fastest, `seed ${seed}`).toBeLessThan(4)
        expect(lowest, `seed ${seed}`).toBeGreaterThan(-0.5)
      }
    }
  })
})

// From 4 of 60 triangles to 55 of 60 planks lay in the cell for good, pressed into the floor by it.
describe.each([30, 60, 120])('what a cell is put upon among others, at %i Hz', (hz) => {
  test.each(Object.keys(SHAPES) as (keyof typeof SHAPES)[])('%s: gets out, and gently', (shape) => {
    for (const by of ['ball', 'crate'] as const) {
      let stay = 0
      const seeds = SOAK ? 40 : 5
      for (let seed = 0; seed < seeds; seed++) {
        const { fastest, lowest, out } = coverAmong(shape, seed, hz, by)
        expect(fastest, `seed ${seed}, ${by}`).toBeLessThan(6)
        expect(lowest, `seed ${seed}, ${by}`).toBeGreaterThan(-0.2)
        if (out > 1) stay++
      }
      expect(stay, by).toBe(0)
    }
  })
})
