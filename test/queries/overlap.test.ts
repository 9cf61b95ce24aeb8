import { createWorld } from 'bitecs'
import { describe, expect, it } from 'vitest'
import { between, createRandom } from '../../examples/scenes/random.ts'
import { BROAD_PHASES, BROAD_PHASE_NAMES } from '../../examples/broad-phases.ts'
import {
  type EntityView, addPhysics, chain, queryPoint, queryRegion, queryShape, queryView, segment, spawnBody, stepPhysics,
} from '../../src/index.ts'
import { type Outline, distanceOf, moved } from './oracle.ts'
import { type RandomWorld, outlineOf, randomShape, randomWorld } from './random-world.ts'
import { inner } from '../support/inner.ts'

/** Closer to the border than this, rounding decides. */
const UNSURE = 1e-9

export function listOf(view: EntityView): number[] {
  return Array.from(view.entities.subarray(0, view.count))
}

/** Compares a result with all colliders, by their distance from an outline. Returns how many were found. */
function check(scene: RandomWorld, got: number[], asked: Outline, sensors: boolean): number {
  const { sensor } = inner(scene.physics).bodies
  expect(got).toEqual([...new Set(got)].sort((p, q) => p - q))
  for (const [entity, outline] of scene.outlines()) {
    const distance = distanceOf(asked, outline)
    if (Math.abs(distance) < UNSURE && distance !== 0) continue
    const wanted = distance <= 0 && (sensors || sensor[entity] === 0)
    // A line has no inside: rounding decides for points and lines upon it.
    if (asked.points.length < 3 && asked.radius === 0 && distance === 0 && outline.points.length < 3) continue
    if (got.includes(entity) !== wanted) throw new Error(`entity ${entity} at ${distance}: found ${!wanted}`)
  }
  return got.length
}

function boxOutline(minX: number, minY: number, maxX: number, maxY: number): Outline {
  return { points: [[minX, minY], [maxX, minY], [maxX, maxY], [minX, maxY]], radius: 0 }
}

for (const broadPhase of BROAD_PHASE_NAMES) {
  describe(`overlap queries over ${broadPhase}, against all colliders one by one`, () => {
    const scene = randomWorld(77, 110, 7, BROAD_PHASES[broadPhase])
    const { world, random } = scene
    let found = 0

    it('queryPoint', () => {
      for (let i = 0; i < 200; i++) {
        if (i % 40 === 39) stepPhysics(world, 1 / 60)
        const x = between(random, -8, 8)
        const y = between(random, -8, 8)
        const includeSensors = i % 2 === 0
        found += check(scene, listOf(queryPoint(world, x, y, { includeSensors })), { points: [[x, y]], radius: 0 }, includeSensors)
      }
      expect(found).toBeGreaterThan(60)
    })

    it('queryRegion', () => {
      for (let i = 0; i < 150; i++) {
        if (i % 40 === 39) stepPhysics(world, 1 / 60)
        const x = between(random, -8, 8)
        const y = between(random, -8, 8)
        const width = i % 7 === 0 ? 0 : 3 * random()
        const height = i % 11 === 0 ? 0 : 3 * random()
        const region = boxOutline(x, y, x + width, y + height)
        const asked = width === 0 || height === 0 ? { points: [region.points[0]!, region.points[2]!], radius: 0 } : region
        check(scene, listOf(queryRegion(world, x, y, x + width, y + height)), asked, false)
      }
      const all = listOf(queryRegion(world, -Infinity, -Infinity, Infinity, Infinity, { includeSensors: true }))
      expect(all).toEqual([...scene.outlines().keys()])
      const half = listOf(queryRegion(world, -Infinity, -Infinity, 0, Infinity))
      check(scene, half, boxOutline(-1e4, -1e4, 0, 1e4), false)
    })

    it('queryShape', () => {
      for (let i = 0; i < 150; i++) {
        if (i % 40 === 39) stepPhysics(world, 1 / 60)
        const x = between(random, -8, 8)
        const y = between(random, -8, 8)
        const angle = between(random, -4, 4)
        const shape = randomShape(random)
        const turned = shape.type === 3 ? 0 : angle
        check(scene, listOf(queryShape(world, shape, x, y, angle)), moved(outlineOf(shape), x, y, turned), false)
      }
    })

    it('queryView finds all that queryRegion finds, and what has a box there', () => {
      const { minX, minY, maxX, maxY } = scene.physics.components.BroadphaseAABB
      for (let i = 0; i < 100; i++) {
        if (i % 40 === 39) stepPhysics(world, 1 / 60)
        const x = between(random, -8, 8)
        const y = between(random, -8, 8)
        const view = listOf(queryView(world, x, y, x + 4, y + 3))
        const exact = listOf(queryRegion(world, x, y, x + 4, y + 3, { includeSensors: true }))
        expect(exact.filter((entity) => !view.includes(entity))).toEqual([])
        const boxes = [...scene.outlines().keys()].filter((e) => minX[e]! <= x + 4 && maxX[e]! >= x && minY[e]! <= y + 3 && maxY[e]! >= y)
        expect(view).toEqual(boxes)
      }
    })
  })
}

// The part of a region that is in the box of a flat line is a line, too, which was asked whether it touches the other one.
it('a region finds the flat lines that cross it, wherever they are', () => {
  const random = createRandom(5)
  for (let i = 0; i < 200; i++) {
    const world = createWorld()
    addPhysics(world, { capacity: 8 })
    // In thousandths: sums of other random numbers are exact, as they have few digits.
    const [x, y, at] = [9000, 9000, 1000].map((most) => Math.round(between(random, -most, most)) / 1000) as [number, number, number]
    const flat = i % 2 === 0
    const [from, to] = flat ? [{ x: -2, y: at }, { x: 2, y: at }] : [{ x: at, y: -2 }, { x: at, y: 2 }]
    const shape = i % 4 < 2 ? segment(from.x, from.y, to.x, to.y) : chain([from, to])
    spawnBody(world, { shape, x, y, type: 'static' })
    const [across, along] = [between(random, 0.01, 2), between(random, -1.9, 1)]
    const count = flat
      ? queryRegion(world, x + along, y + at - across, x + along + 3, y + at + 1).count
      : queryRegion(world, x + at - across, y + along, x + at + 1, y + along + 3).count
    expect(count, `${flat ? 'flat' : 'upright'} line at (${x}, ${y}), ${at}`).toBe(1)
  }
})
