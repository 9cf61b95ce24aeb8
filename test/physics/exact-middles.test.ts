import { createWorld } from 'bitecs'
import { expect, test } from 'vitest'
import { addPhysics, capsule, circle, rect, spawnBody, stepPhysics } from '../../src/index.ts'

const MOVERS = { circle: circle(0.5), box: rect(1, 1), plank: rect(2, 0.3), capsule: capsule(0.4, 0.3) }

// Of 300 such pairs 29 stayed as they were: pushed to one side, and held at the opposite one.
test.each(Object.entries(MOVERS))('a %s exactly in the middle of a static box gets out', (_, shape) => {
  for (const [width, height] of [[4, 4], [1, 1], [3, 1]] as const) {
    for (const angle of [0, 0.3, Math.PI / 4]) {
      // Far from the origin rounding chooses between two sides that are as near.
      for (const at of [0, 1000.7]) {
        const world = createWorld()
        const { components: { Position } } = addPhysics(world)
        spawnBody(world, { type: 'static', shape: rect(width, height), x: at, y: at })
        const body = spawnBody(world, { shape, angle, x: at, y: at })
        for (let step = 0; step < 150; step++) stepPhysics(world, 1 / 60)
        const x = Math.abs(Position.x[body]! - at), y = Math.abs(Position.y[body]! - at)
        expect(x > width / 2 || y > height / 2, `${width} by ${height}, turned ${angle}, ${at} away: at ${x}, ${y}`).toBe(true)
      }
    }
  }
})
