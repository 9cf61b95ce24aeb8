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

/** Where a character is after each of its moves on a level. */
function pathOn(level: readonly string[], to: 'rectangles' | 'outlines', shape: ShapeData, x: number, y: number, hz: number, plan: (i: number) => [vx: number, jump: number]): number[] {
  const world = createWorld()
  const { Position, Velocity, Shape, Kinematic, Character, CharacterState } = addPhysics(world).components
  const kinds = { 1: {}, 2: { shape: 'rise' }, 3: { shape: 'fall' }, 5: { shape: 'rise-high' }, 6: { shape: 'fall-high' } } as const
  spawnLevel(world, mergeTiles(level.map((row) => [...row].map(Number)), { kinds, to }))
  const hero = addEntity(world)
  addComponents(world, hero, set(Position, { x, y }), Velocity, set(Shape, shape), Kinematic, Character)
  const path: number[] = []
  for (let i = 0; i < hz; i++) {
    stepPhysics(world, 1 / hz)
    const [vx, jump] = plan(i)
    moveCharacter(world, hero, vx, jump > 0 ? jump : CharacterState.vy[hero]! - 25 / hz, 1 / hz)
    path.push(Position.x[hero]!, Position.y[hero]!)
  }
  return path
}

describe.each(Object.entries(feet))('a %s that jumps along a wall in which cells touch at a corner only', (__, [shape]) => {
  // A wedge that is open to the far side, and the wall goes on past its tip.
  it.each([
    ['a slope under a block', ['00000', '00010', '00010', '00060', '11111']],
    ['a slope over a block', ['00000', '00010', '00020', '00050', '11111']],
  ])('%s: goes its way', (_, level) => {
    for (const hz of [30, 60]) {
      for (const vx of [0, 2, 7]) {
        const plan = (i: number): [number, number] => [vx, i === 2 ? 12 : 0]
        const [outlines, rectangles] = (['outlines', 'rectangles'] as const).map((to) => pathOn(level, to, shape, 2.3, -3.3, hz, plan))
        outlines!.forEach((value, k) => expect(value, `${hz} Hz, ${vx} m/s, ${k}`).toBeCloseTo(rectangles![k]!, 6))
      }
    }
  })
})

it('a circle between a slope and a wall that is higher than its steps stays there', () => {
  for (const to of ['rectangles', 'outlines'] as const) {
    const path = pathOn(['0000', '1200', '1110'], to, circle(0.4), 1.41, -1, 60, () => [-4, 0])
    expect(Math.min(...path.filter((_, k) => k % 2 === 0)), to).toBeGreaterThan(1.409)
    expect(Math.max(...path.filter((_, k) => k % 2 === 1)), to).toBeLessThan(-0.99)
  }
})
