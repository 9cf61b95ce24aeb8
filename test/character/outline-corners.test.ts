/** The tips of an outline hold a character back as the tiles do that it goes around. */
import { addComponents, addEntity, createWorld, set } from 'bitecs'
import { describe, expect, it } from 'vitest'
import { type ShapeData, addPhysics, box, capsule, circle, mergeTiles, moveCharacter, polygon, spawnLevel, stepPhysics } from '../../src/index.ts'

const six = polygon([
  { x: -0.3, y: -0.6 }, { x: 0.3, y: -0.6 }, { x: 0.4, y: 0 }, { x: 0.3, y: 0.6 }, { x: -0.3, y: 0.6 }, { x: -0.4, y: 0 },
])
const feet: Readonly<Record<string, readonly [ShapeData, half: number]>> = {
  circle: [circle(0.6), 0.6], capsule: [capsule(0.3, 0.3, 'y'), 0.6], box: [box(0.4, 0.6), 0.6], polygon: [six, 0.6],
}
/** A slope with its tip at (4, −2), and nothing under it. */
const cells = ['0000000000', '0000210000', '0000000000', '0000000000'].map((row) => [...row].map(Number))

/** Where a character comes to beside the tip, which its upper edge is `over`. */
function farthestOf([shape, half]: readonly [ShapeData, number], to: 'rectangles' | 'outlines', over: number, vx: number, vy: number): number {
  const world = createWorld()
  const { Position, Velocity, Shape, Kinematic, Character } = addPhysics(world).components
  spawnLevel(world, mergeTiles(cells, { kinds: { 1: {}, 2: { shape: 'rise' } }, to }))
  const hero = addEntity(world)
  addComponents(world, hero, set(Position, { x: 3, y: -2 - half + over }), Velocity, set(Shape, shape), Kinematic, Character)
  let farthest = 0
  for (let i = 0; i < 60 && Math.abs(Position.y[hero]! + 2) < half - 0.05; i++) {
    stepPhysics(world, 1 / 60)
    moveCharacter(world, hero, vx, vy, 1 / 60)
    farthest = Math.max(farthest, Position.x[hero]!)
  }
  return farthest
}

describe.each(Object.entries(feet))('a %s', (_, foot) => {
  // Along the face under the tip, off it, and off the slope over it.
  it.each([[4, 0], [4, -0.05], [4, 1], [2, 3]])('at (%f, %f) m/s is held by the tip of a slope', (vx, vy) => {
    for (const over of [0.15, 0.21, 0.3, 0.5, 0.7]) {
      expect(farthestOf(foot, 'outlines', over, vx, vy), `${over} over the tip`).toBeCloseTo(farthestOf(foot, 'rectangles', over, vx, vy), 9)
    }
  })
})
