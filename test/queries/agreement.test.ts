import { addComponents, addEntity, createWorld, removeEntity, set } from 'bitecs'
import { describe, expect, it } from 'vitest'
import { between, createRandom } from '../../examples/scenes/random.ts'
import { BROAD_PHASES } from '../../examples/broad-phases.ts'
import type { BroadPhaseFactory } from '../../src/broadphase/broad-phase.ts'
import { validated } from '../../src/broadphase/validated.ts'
import {
  type EntityView,
  type HitView,
  addPhysics,
  box,
  castRay,
  castRayAll,
  castRayAny,
  castRays,
  castShape,
  circle,
  hashWorld,
  nearest,
  queryPoint,
  queryRegion,
  queryShape,
  queryView,
  stepPhysics,
  touching,
} from '../../src/index.ts'
import { randomShape, randomWorld } from './random-world.ts'

const ALL: [name: string, option: BroadPhaseFactory][] = [
  ...Object.entries(BROAD_PHASES),
  ['validated grid', validated(BROAD_PHASES.grid)],
]

function listOf(view: EntityView): number[] {
  return Array.from(view.entities.subarray(0, view.count))
}

function rowsOf(view: HitView): unknown[] {
  const { count } = view
  const columns = [view.entities, view.x, view.y, view.nx, view.ny, view.distance, view.fraction]
  return columns.map((column) => Array.from(column.subarray(0, count)))
}

/** Everything that can be asked, over many frames, as one text. */
function transcript(broadPhase: BroadPhaseFactory): string {
  const { world, entities } = randomWorld(9, 90, 7, broadPhase)
  const random = createRandom(4)
  const lines: unknown[] = []
  const at = () => between(random, -9, 9)
  for (let i = 0; i < 240; i++) {
    if (i % 30 === 29) stepPhysics(world, 1 / 60)
    if (i % 60 === 59) removeEntity(world, entities.splice(Math.floor(random() * entities.length), 1)[0]!)
    const [x, y, x2, y2] = [at(), at(), at(), at()]
    const [minX, minY, maxX, maxY] = [Math.min(x, x2), Math.min(y, y2), Math.max(x, x2), Math.max(y, y2)]
    const filter = [null, { mask: 5 }, { includeSensors: true }, { exclude: [entities[0]!, entities[1]!] }][i % 4]
    const shape = randomShape(random)
    lines.push(
      listOf(queryPoint(world, x, y, filter)),
      listOf(queryRegion(world, minX, minY, maxX, maxY, filter)),
      listOf(queryView(world, minX, minY, maxX, maxY)),
      listOf(queryShape(world, shape, x, y, x2, filter)),
      { ...castRay(world, x, y, x2, y2, filter) },
      castRayAny(world, x, y, x2, y2, filter),
      rowsOf(castRayAll(world, x, y, x2, y2, filter)),
      rowsOf(castRays(world, [x, y, x2, y2, x, y, -x2, y2, x, y, x, y], 3, filter)),
      { ...castShape(world, shape, x, y, y2, x2, y2, filter) },
      rowsOf(nearest(world, x, y, 1 + (i % 5), i % 2 === 0 ? Infinity : 3, filter)),
      listOf(touching(world, entities[i % entities.length]!)),
    )
  }
  lines.push(hashWorld(world))
  return JSON.stringify(lines)
}

/** Bodies that all begin at the same place, so that only the ids can decide. */
function ties(broadPhase: BroadPhaseFactory): unknown {
  const world = createWorld()
  const { Position, Shape, Static } = addPhysics(world, { broadPhase }).components
  for (let i = 0; i < 40; i++) {
    const entity = addEntity(world)
    addComponents(world, entity, set(Position, { x: 5, y: 0 }), set(Shape, i % 2 === 0 ? box(1, 1) : box(1, 2)))
    if (i % 3 === 0) addComponents(world, entity, Static)
  }
  // Ids that are used again come in another order.
  for (const entity of [1, 2, 3]) removeEntity(world, entity)
  for (let i = 0; i < 3; i++) addComponents(world, addEntity(world), set(Position, { x: 5, y: 0 }), set(Shape, box(1, 1)))
  return [
    castRay(world, 0, 0, 10, 0)?.entity,
    castRay(world, 5, 0, 10, 0)?.entity,
    castRay(world, 5, 0, 5, 0)?.entity,
    castShape(world, circle(0.5), 0, 0, 0, 10, 0)?.entity,
    Array.from(nearest(world, 5, 0, 4).entities.subarray(0, 4)),
    Array.from(nearest(world, 0, 0, 4).entities.subarray(0, 4)),
    Array.from(castRayAll(world, 0, 0, 10, 0).entities.subarray(0, 40)),
  ]
}

describe('every query', () => {
  it('gives the same with every broad phase, to the last bit', () => {
    const wanted = transcript(BROAD_PHASES['brute-force'])
    expect(wanted.length).toBeGreaterThan(10_000)
    for (const [name, option] of ALL) expect([name, transcript(option) === wanted]).toEqual([name, true])
  })

  it('lets the lower id win where places are equal', () => {
    const order = Array.from({ length: 40 }, (_, i) => i + 1)
    const wanted = [1, 1, 1, 1, [1, 2, 3, 4], [1, 2, 3, 4], order]
    for (const [name, option] of ALL) expect([name, ties(option)]).toEqual([name, wanted])
  })
})
