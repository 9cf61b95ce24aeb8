import { describe, expect, test } from 'vitest'
import { type BuiltScene, buildScene } from '../../examples/scenes/build.ts'
import { makePile } from '../../examples/scenes/piles.ts'
import { maxPenetration } from '../../src/index.ts'
import { SceneRun, smallScene } from '../support/scenes.ts'
import { whole } from '../support/soak.ts'

/** The inside of a bin: between its walls, above its floor. */
function binInside(run: SceneRun): { left: number; right: number; bottom: number } {
  const [ground, left, right] = run.built.scene.bodies as unknown as { x: number; y: number; shape: { halfWidth: number; halfHeight: number } }[]
  return {
    left: left!.x + left!.shape.halfWidth,
    right: right!.x - right!.shape.halfWidth,
    bottom: ground!.y + ground!.shape.halfHeight,
  }
}

describe.each([
  ['circle-bin', 250],
  ['box-bin', 180],
  ['mixed-sizes', 300],
] as const)('%s of %i', (name, count) => {
  test('nothing leaves, nothing is squeezed, and the pile comes to rest', () => {
    const run = new SceneRun(smallScene(name, { count }))
    const { left, right, bottom } = binInside(run)
    expect(run.movers.length).toBeGreaterThan(count * 0.9)
    run.run(900, () => {
      for (const mover of run.movers) {
        const inside = run.x(mover) > left && run.x(mover) < right && run.y(mover) > bottom
        if (!inside) throw new Error(`body ${mover} is at (${run.x(mover)}, ${run.y(mover)})`)
      }
    })
    // Of the mixed sizes some are 400 times heavier than what they lie on: 0.07 in one of 60 piles, 0.015 by the median.
    expect(maxPenetration(run.built.world)).toBeLessThan(name === 'mixed-sizes' ? 0.08 : 0.03)
    const fastest = Math.max(...run.movers.map((mover) => run.speed(mover)))
    expect(fastest).toBeLessThan(0.3)
  })
})

test('heavy bodies do not sink into light ones: most piles are sound', () => {
  const deepest = whole([170, 182, 194, 206, 218, 230, 242], [170, 182, 194]).map((count) => {
    const run = new SceneRun(smallScene('mixed-sizes', { count }))
    run.run(600, () => {})
    return maxPenetration(run.built.world)
  })
  expect(deepest.sort((a, b) => a - b)[deepest.length >> 1]).toBeLessThan(0.03)
})

/** Whether all sleep after so many steps at most. */
function sleepsWithin({ step, physics: { stats } }: BuiltScene, steps: number): boolean {
  for (let i = 0; i < steps; i++) {
    step()
    if (stats.awake === 0) return true
  }
  return false
}

test('discs of which the largest have 5,000 times the mass of the smallest come to rest: most piles within 12 s', () => {
  const late = [1, 2, 3, 4, 5, 6, 7, 8].filter((seed) => {
    const pile = makePile({ shape: 'circle', restitution: 0.1, friction: 2, gravity: 10, sizes: 10, densities: 50, ground: 'plane', count: 200, seed })
    return !sleepsWithin(buildScene(pile), 12 * 60)
  })
  expect(late.length, `seeds ${late.join(', ')}`).toBeLessThanOrEqual(2)
})

test('what trembles under five times the usual gravity at 30 Hz, pressed by fifty times its mass, sleeps: most piles within 16 s', () => {
  const late = [1, 3, 5, 7, 8].filter((seed) => {
    const pile = makePile({ shape: 'circle', restitution: 0, friction: 0.5, gravity: 50, sizes: 1, densities: 50, ground: 'tiles', count: 200, seed })
    return !sleepsWithin(buildScene(pile, { dt: 1 / 30 }), 16 * 30)
  })
  expect(late.length, `seeds ${late.join(', ')}`).toBeLessThanOrEqual(1)
})

test('pile-up: the knot spreads out without an explosion, and nothing gets through the walls', () => {
  const run = new SceneRun(smallScene('pile-up', { count: 120 }))
  const [below, , , right] = run.built.scene.bodies
  const half = { x: right!.x - 2, y: -below!.y - 2 }
  let fastest = 0
  run.run(500, () => {
    for (const mover of run.movers) {
      fastest = Math.max(fastest, run.speed(mover))
      if (Math.abs(run.x(mover)) > half.x || Math.abs(run.y(mover)) > half.y) throw new Error(`body ${mover} is out`)
    }
  })
  // Two bodies part by at most 3 m/s; in a knot of many the outermost ones are pushed by all that lie behind them.
  expect(fastest).toBeLessThan(25)
  expect(maxPenetration(run.built.world)).toBeLessThan(0.03)
  expect(Math.max(...run.movers.map((mover) => run.speed(mover)))).toBeLessThan(0.5)
})
