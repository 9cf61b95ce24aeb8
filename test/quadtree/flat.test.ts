import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ItemBuffer, PairBuffer, Quadtree } from '../../src/quadtree/index.ts'
import { anySeed, Boxes, random, sortedItems } from './oracle.ts'

/**
 * A world that is as flat or as narrow as levels of games are: `length` tiles in a row, few in the other direction, with
 * some of them moved out of the plan of the tree afterwards.
 */
function strip(length: number, thick: number, upright: boolean, seed: number, strays: number): { tree: Quadtree, boxes: Boxes } {
  const boxes = new Boxes(length * thick + 2)
  for (let i = 0; i < length * thick; i++) {
    // The halves give a long strip of one row a plain grid, which it would not get at whole numbers.
    const along = i % length, across = Math.floor(i / length) - 0.5
    const x = upright ? across : along, y = upright ? along : across
    boxes.items.push(i + 1)
    boxes.write(i + 1, x, y, x + 1, y + 1)
  }
  const tree = new Quadtree()
  tree.build(boxes, boxes.list(), boxes.items.length)
  const next = random(seed)
  for (let i = 0; i < strays; i++) {
    const item = 1 + Math.floor(next() * length * thick)
    const x = Math.floor(next() * 40) - 20, y = Math.floor(next() * 40) - 20
    boxes.write(item, x, y, x + 1, y + 1)
    tree.move(item, x, y, x + 1, y + 1)
  }
  return { tree, boxes }
}

/** A region near the beginning of the strip, of any proportions. */
function regionOf(next: () => number, length: number, upright: boolean): [number, number, number, number] {
  const along = Math.floor(next() * (length + 20)) - 10, across = Math.floor(next() * 40) - 20
  const x = upright ? across : along, y = upright ? along : across
  return [x, y, x + Math.floor(next() ** 3 * 60), y + Math.floor(next() ** 3 * 60)]
}

const anyStrip = { length: fc.integer({ min: 20, max: 200 }), thick: fc.integer({ min: 1, max: 3 }), upright: fc.boolean(), seed: anySeed, strays: fc.integer({ min: 0, max: 9 }) }

test('searches in flat and narrow worlds are those of brute force, whatever reaches over their sides', () => {
  fc.assert(fc.property(fc.record(anyStrip), ({ length, thick, upright, seed, strays }) => {
    const { tree, boxes } = strip(length, thick, upright, seed, strays)
    const next = random(seed + 1)
    const found = new ItemBuffer(1)
    const seekers = new Boxes(21)
    for (let i = 1; i <= 20; i++) {
      const region = regionOf(next, length, upright)
      seekers.set(i, ...region)
      found.clear()
      tree.search(...region, found)
      expect(sortedItems(found)).toEqual(boxes.inRegion(...region))
    }
    const others = new Quadtree()
    others.build(seekers, seekers.list(), seekers.items.length)
    const pairs = new PairBuffer(1)
    others.pairsOfItemsWith(tree, seekers.list(), seekers.items.length, pairs)
    const met = Array.from({ length: pairs.count }, (_, i) => `${pairs.a[i]}-${pairs.b[i]}`).sort()
    const wanted = seekers.items.flatMap((item) => boxes.inRegion(...seekers.box(item)).map((other) => `${item}-${other}`)).sort()
    expect(met).toEqual(wanted)
  }), { numRuns: 150 })
})

test('nearest visits each box of a flat or narrow world within the radius once', () => {
  fc.assert(fc.property(fc.record(anyStrip), ({ length, thick, upright, seed, strays }) => {
    const { tree, boxes } = strip(length, thick, upright, seed, strays)
    const next = random(seed + 2)
    for (let i = 0; i < 10; i++) {
      const [x, y] = regionOf(next, length, upright)
      const radius = Math.floor(next() * 20)
      const visited: number[] = []
      tree.nearest(x, y, radius, (item, squared) => {
        visited.push(item)
        return squared
      })
      const within = boxes.items.filter((item) => {
        const [minX, minY, maxX, maxY] = boxes.box(item)
        return Math.hypot(Math.max(minX - x, 0, x - maxX), Math.max(minY - y, 0, y - maxY)) <= radius
      })
      expect(visited.sort((p, q) => p - q)).toEqual(within.sort((p, q) => p - q))
    }
  }), { numRuns: 150 })
})

test.each([['flat', false], ['narrow', true]] as const)('a search in a %s world takes as long among 100,000 boxes as among 1,000', (_, upright) => {
  const [short, long] = [1000, 100_000].map((length) => strip(length, 1, upright, 1, 0).tree)
  const found = new ItemBuffer(64)
  function search(tree: Quadtree): number {
    const began = performance.now()
    for (let i = 0; i < 200; i++) {
      const along = 10 + 4 * i, low = -1.2, high = 3.4
      found.clear()
      if (upright) tree.search(low, along, high, along + 2.1, found)
      else tree.search(along, low, along + 2.1, high, found)
      if (upright) tree.nearest(9, along, 20, () => 64)
      else tree.nearest(along, 9, 20, () => 64)
    }
    return performance.now() - began
  }
  let least = Infinity
  search(short!)
  // The machine may be busy; what goes through all boxes is ten times as slow however often it is tried.
  for (let tries = 0; tries < 9 && least > 5; tries++) least = Math.min(least, search(long!) / search(short!))
  expect(least).toBeLessThan(5)
})

test.each([[400, 250], [1000, 100], [1000, 30]])('all of %i by %i boxes are visited in no more than some passes over them', (columns, rows) => {
  const { tree } = strip(columns, rows, false, 1, 0)
  const one = strip(1000, 1, false, 1, 0).tree
  function visit(from: Quadtree, x: number, y: number): number {
    const began = performance.now()
    for (let i = 0; i < 3; i++) from.nearest(x, y, 1e3, (_, squared) => squared)
    return (performance.now() - began) / from.count
  }
  visit(one, 500, 0)
  let least = Infinity
  // Each ring went through all of them: 10 to 30 times as long.
  for (let tries = 0; tries < 9 && least > 6; tries++) least = Math.min(least, visit(tree, columns / 2, rows / 2) / visit(one, 500, 0))
  expect(least).toBeLessThan(6)
})
