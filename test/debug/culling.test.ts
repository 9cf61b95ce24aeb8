import type { World } from 'bitecs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bruteForce, castRay, getPhysics, quadtree, stepPhysics } from '../../src/index.ts'
import { type DebugOptions, type DebugPrimitives, type DebugView, collectDebug, createDebugBuffers, recordQueries } from '../../src/debug/index.ts'
import { randomWorld } from '../queries/random-world.ts'
import { SOAK } from '../support/soak.ts'
import { ALL, NOTHING, everythingOf, listOf } from './drawing.ts'

/** The box around a row of x and y in turn. */
function around(rows: readonly number[][]): [number, number, number, number] {
  const xs = rows.flatMap((row) => row.filter((_, i) => i % 2 === 0))
  const ys = rows.flatMap((row) => row.filter((_, i) => i % 2 === 1))
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

function overlaps([minX, minY, maxX, maxY]: readonly number[], view: DebugView, slack: number): boolean {
  return minX! <= view.maxX + slack && maxX! >= view.minX - slack && minY! <= view.maxY + slack && maxY! >= view.minY - slack
}

/** Lines in groups that follow each other end to begin: the outlines, one after the other. */
function groupsOf(lines: DebugPrimitives): number[][][] {
  const groups: number[][][] = []
  for (const row of listOf(lines)) {
    const last = groups.at(-1)?.at(-1)
    if (last !== undefined && last[2] === row[0] && last[3] === row[1]) groups.at(-1)!.push(row)
    else groups.push([row])
  }
  return groups
}

const key = (group: readonly number[][]): string => group.flat().join()

const view = fc.record({ x: fc.integer({ min: -9, max: 9 }), y: fc.integer({ min: -9, max: 9 }), w: fc.integer({ min: 0, max: 12 }), h: fc.integer({ min: 0, max: 12 }) })
  .map(({ x, y, w, h }): DebugView => ({ minX: x, minY: y, maxX: x + w, maxY: y + h }))

/** Boxes, four lines each, that a view shows are those of all that can be seen in it. Returns how many are not. */
function compareBoxes(world: World, options: DebugOptions, box: DebugView): number {
  const boxesOf = (given: DebugOptions): number[][][] => {
    const rows = listOf(collectDebug(world, given, createDebugBuffers()).lines)
    return Array.from({ length: rows.length / 4 }, (_, i) => rows.slice(4 * i, 4 * i + 4))
  }
  const whole = boxesOf(options)
  const seen = boxesOf({ ...options, view: box }).map(key)
  // Between the two lies what touches the border: floats and doubles may disagree about it.
  const sure = whole.filter((group) => overlaps(around(group), box, -1e-5)).map(key)
  const perhaps = new Set(whole.filter((group) => overlaps(around(group), box, 1e-5)).map(key))
  expect(sure.filter((group) => !seen.includes(group))).toEqual([])
  expect(seen.filter((group) => !perhaps.has(group))).toEqual([])
  return whole.length - seen.length
}

test('shapes are drawn when the box around them is in the view', () => {
  let left = 0
  fc.assert(fc.property(fc.integer({ min: 1, max: 1e6 }), fc.array(view, { minLength: 4, maxLength: 4 }), (seed, views) => {
    const { world } = randomWorld(seed, 40, 10, seed % 2 === 0 ? quadtree : bruteForce)
    for (const box of views) left += compareShapes(world, box)
    stepPhysics(world, 1 / 60)
    for (const box of views) left += compareShapes(world, box)
  }), { numRuns: SOAK ? 400 : 5 })
  expect(left).toBeGreaterThan(200)
})

function compareShapes(world: World, box: DebugView): number {
  const options: DebugOptions = { fill: false, joints: false, arcs: 64 }
  const whole = groupsOf(collectDebug(world, options, createDebugBuffers()).lines)
  const seen = new Set(groupsOf(collectDebug(world, { ...options, view: box }, createDebugBuffers()).lines).map(key))
  let left = 0
  // Closed ones: a circle has a line apart that shows its turn, and links follow each other.
  for (const group of whole.filter((rows) => rows.length >= 3 && key([rows[0]!.slice(0, 2)]) === key([rows.at(-1)!.slice(2)]))) {
    if (overlaps(around(group), box, -0.002)) expect(seen.has(key(group))).toBe(true)
    // The lines of an arc are within it, by 4 mm and more where a rounded shape has few: its box is seen sooner than they.
    if (!overlaps(around(group), box, 0.02)) expect(seen.has(key(group))).toBe(false)
    left += seen.has(key(group)) ? 0 : 1
  }
  return left
}

test('contacts, queries and nodes are drawn when they can be seen', () => {
  let left = 0
  fc.assert(fc.property(fc.integer({ min: 1, max: 1e6 }), view, (seed, box) => {
    const { world } = randomWorld(seed, 60, 6, quadtree)
    for (let i = 0; i < 3; i++) stepPhysics(world, 1 / 60)
    left += compareBoxes(world, { ...NOTHING, nodes: true }, box)
    const points = (options: DebugOptions) => listOf(collectDebug(world, options, createDebugBuffers()).points)
    const whole = points({ ...NOTHING, contacts: true })
    const seen = points({ ...NOTHING, contacts: true, view: box })
    const inside = ([x, y]: readonly number[], slack: number) => overlaps([x!, y!, x!, y!], box, slack)
    expect(seen.filter((point) => !inside(point, 1e-5))).toEqual([])
    expect(whole.filter((point) => inside(point, -1e-5)).length).toBeLessThanOrEqual(seen.length)
    left += whole.length - seen.length
    recordQueries(world, true)
    const ask = () => { for (let i = -9; i < 9; i++) castRay(world, i, -9, i, -5) }
    ask()
    const all = listOf(collectDebug(world, { ...NOTHING, queries: true }, createDebugBuffers()).lines)
    ask()
    const some = listOf(collectDebug(world, { ...NOTHING, queries: true, view: box }, createDebugBuffers()).lines)
    expect(some).toEqual(all.filter((row) => overlaps(around([row]), box, 0)))
    recordQueries(world, false)
  }), { numRuns: SOAK ? 400 : 5 })
  expect(left).toBeGreaterThan(50)
})

test('a view of everything shows what no view does, over any broad phase', () => {
  const pictures = [quadtree, bruteForce].map((broadPhase) => {
    const { world } = randomWorld(77, 60, 8, broadPhase)
    for (let i = 0; i < 5; i++) stepPhysics(world, 1 / 60)
    const options = { ...ALL, nodes: false }
    const whole = everythingOf(collectDebug(world, options, createDebugBuffers()))
    const far = { minX: -1e6, minY: -1e6, maxX: 1e6, maxY: 1e6 }
    expect(everythingOf(collectDebug(world, { ...options, view: far }, createDebugBuffers()))).toEqual(whole)
    expect(getPhysics(world)!.stats.bodies).toBeGreaterThan(50)
    return whole
  })
  expect(pictures[0]).toEqual(pictures[1])
})
