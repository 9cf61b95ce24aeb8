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

// Capsules were shot out at 42 m/s, 33 m high; triangles at 25 m/s, one of them through the floor.
describe.each([30, 60, 120])('what a cell is put upon, at %i Hz', (hz) => {
  test.each(Object.keys(SHAPES) as (keyof typeof SHAPES)[])('%s: is not shot out, and does not go through the floor', (shape) => {
    for (let seed = 0; seed < (SOAK ? 300 : 15); seed++) {
      for (const [byLevel, zone] of [[true, false], [false, false], [false, true]] as const) {
        const { fastest, lowest } = cover(shape, seed, hz, byLevel, zone)
        // What overlaps parts at 3 m/s.
        expect(fastest, `seed ${seed}`).toBeLessThan(4)
        expect(lowest, `seed ${seed}`).toBeGreaterThan(-0.5)
      }
    }
  })
})
