import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ItemBuffer, Quadtree } from '../../src/quadtree/index.ts'
import { touchesSegment } from '../../src/broadphase/segment-box.ts'
import { anyKind, anySeed, anySize, Boxes, random, randomBoxes, sortedItems } from './oracle.ts'

function built(boxes: Boxes): Quadtree {
  const tree = new Quadtree()
  tree.build(boxes, boxes.list(), boxes.items.length)
  return tree
}

/** A segment with integer ends, near some box more often than not. */
function segment(boxes: Boxes, next: () => number): [number, number, number, number] {
  const near = (): [number, number] => {
    if (boxes.items.length === 0 || next() < 0.2) return [Math.floor(next() * 200 - 50), Math.floor(next() * 200 - 50)]
    const box = boxes.box(boxes.items[Math.floor(next() * boxes.items.length)]!)
    const off = next() < 0.5 ? 0 : Math.floor(next() * 9 - 4)
    return [Math.round(box[0]) + off, Math.round(box[1]) - off]
  }
  const [x1, y1] = near()
  const [x2, y2] = near()
  const way = next()
  if (way < 0.15) return [x1, y1, x1, y2]
  if (way < 0.3) return [x1, y1, x2, y1]
  if (way < 0.35) return [x1, y1, x1, y1]
  return [x1, y1, x2, y2]
}

test('segments find the boxes of brute force, each once', () => {
  fc.assert(fc.property(anyKind, anySize, anySeed, (kind, count, seed) => {
    fc.pre(kind !== 'huge')
    const boxes = randomBoxes(kind, count, seed)
    const tree = built(boxes)
    const next = random(seed + 7)
    const out = new ItemBuffer(1)
    for (let i = 0; i < 12; i++) {
      const [x1, y1, x2, y2] = segment(boxes, next)
      out.clear()
      expect(tree.ray(x1, y1, x2, y2, out)).toBe(out.count)
      const found = sortedItems(out)
      expect(new Set(found).size).toBe(found.length)
      // Corners that the line just grazes may fall either way in the division of the oracle.
      const sure = boxes.items.filter(item => grazes(boxes, item, x1, y1, x2, y2) < 0).sort((a, b) => a - b)
      const possible = new Set(boxes.items.filter(item => grazes(boxes, item, x1, y1, x2, y2) <= 0))
      for (const item of sure) expect(found).toContain(item)
      for (const item of found) expect(possible.has(item)).toBe(true)
      expect(found).toEqual([...possible].sort((a, b) => a - b))
    }
  }), { numRuns: 250 })
})

test('segments find every box that they touch, however far from the origin', () => {
  const next = random(12)
  for (const far of [1e8, 3e8, 1e9, 1e10, 1e12, 2 ** 45]) {
    for (const both of [false, true]) {
      const boxes = new Boxes(401)
      for (let item = 1; item <= 400; item++) {
        // Some at the origin, so that the cells are small, or all of them far away.
        const away = both || item > 200 ? far : 0
        const x = away + Math.floor(next() * 60), y = -away * 0.75 + Math.floor(next() * 60)
        boxes.set(item, x, y, x + 1 + Math.floor(next() * 2), y + 1)
      }
      const tree = built(boxes)
      const out = new ItemBuffer()
      let hits = 0
      for (let i = 0; i < 60; i++) {
        const near = i % 5 !== 0 ? far : 0
        const x1 = near + next() * 60, y1 = -near * 0.75 + next() * 60
        const x2 = i % 3 === 0 ? x1 : far + next() * 60, y2 = i % 4 === 0 ? y1 : -far * 0.75 + next() * 60
        out.clear()
        tree.ray(x1, y1, x2, y2, out)
        const touched = boxes.items.filter(item => touchesSegment(Float64Array.of(x1, y1, x2, y2), Float64Array.from(boxes.box(item)), 0))
        expect(sortedItems(out)).toEqual(touched)
        const visited: number[] = []
        tree.castRay(x1, y1, x2, y2, 1, (item, max) => { visited.push(item); return max })
        expect(visited.sort((a, b) => a - b)).toEqual(touched)
        hits += touched.length
      }
      expect(hits).toBeGreaterThan(100)
    }
  }
})

test('a visitor may cast another ray, and may throw', () => {
  const boxes = randomBoxes('uniform', 200, 3)
  const tree = built(boxes)
  const one = boxes.onSegment(0, 0, 60, 50), two = boxes.onSegment(60, 0, 0, 60)
  const seen: number[] = []
  for (let round = 0; round < 3; round++) {
    seen.length = 0
    tree.castRay(0, 0, 60, 50, 1, (item, max) => {
      seen.push(item)
      const inner = new ItemBuffer()
      tree.ray(60, 0, 0, 60, inner)
      expect(sortedItems(inner)).toEqual(two)
      return max
    })
    expect(seen.sort((a, b) => a - b)).toEqual(one)
    expect(() => tree.castRay(0, 0, 60, 50, 1, () => { throw new Error('enough') })).toThrow('enough')
  }
  expect(one.length).toBeGreaterThan(3)
})

/** < 0 the segment crosses the box, 0 it touches, > 0 it misses; exact for integers below 2^26. */
function grazes(boxes: Boxes, item: number, x1: number, y1: number, x2: number, y2: number): number {
  const [a, b, c, d] = boxes.box(item)
  if (Math.max(x1, x2) < a || Math.min(x1, x2) > c || Math.max(y1, y2) < b || Math.min(y1, y2) > d) return 1
  const side = [[a, b], [c, b], [a, d], [c, d]].map(([x, y]) => (x2 - x1) * (y! - y1) - (y2 - y1) * (x! - x1))
  const low = Math.min(...side), high = Math.max(...side)
  return low > 0 || high < 0 ? 1 : low === 0 || high === 0 ? 0 : -1
}

test('the closest hit', () => {
  fc.assert(fc.property(anyKind, anySize, anySeed, (kind, count, seed) => {
    fc.pre(kind !== 'huge')
    const boxes = randomBoxes(kind, count, seed)
    const tree = built(boxes)
    const next = random(seed + 7)
    for (let i = 0; i < 12; i++) {
      const [x1, y1, x2, y2] = segment(boxes, next)
      const max = i % 3 === 0 ? 2.5 : 1
      let closest = Infinity
      const last = tree.castRay(x1, y1, x2, y2, max, (item, end) => {
        expect(boxes.items).toContain(item)
        expect(end).toBeLessThanOrEqual(max)
        const at = boxes.hit(item, x1, y1, x2, y2)
        if (at > end) return end
        closest = at
        return at
      })
      let expected = Infinity
      for (const item of boxes.items) {
        const at = boxes.hit(item, x1, y1, x2, y2)
        if (at <= max && at < expected) expected = at
      }
      expect(closest).toBe(expected)
      expect(last).toBe(Math.min(max, expected))
    }
  }), { numRuns: 250 })
})

test('a visitor that returns 0 stops the ray, one that changes nothing sees all', () => {
  const boxes = randomBoxes('row', 200, 1)
  const tree = built(boxes)
  let calls = 0
  expect(tree.castRay(-5, 3.5, 500, 3.5, 1, () => { calls++; return 0 })).toBe(0)
  expect(calls).toBe(1)
  calls = 0
  expect(tree.castRay(-5, 3.5, 500, 3.5, 1, (_, max) => { calls++; return max })).toBe(1)
  expect(calls).toBe(200)
  calls = 0
  tree.castRay(-5, 3.5, 500, 3.5, 1, (item, max) => { calls++; return Math.min(max, boxes.hit(item, -5, 3.5, 500, 3.5)) })
  expect(calls).toBeLessThan(20)
})

test('rays may be cast from within a ray', () => {
  const boxes = randomBoxes('grid', 300, 1)
  const tree = built(boxes)
  let outer = 0, inner = 0
  tree.castRay(0, 0, 40, 30, 1, (_, max) => {
    outer++
    tree.castRay(40, 0, 0, 30, 1, (_item, end) => { inner++; return end })
    return max
  })
  expect(outer).toBe(boxes.onSegment(0, 0, 40, 30).length)
  expect(inner).toBe(outer * boxes.onSegment(40, 0, 0, 30).length)
})

test('nearest finds the nearest, and all within a distance', () => {
  fc.assert(fc.property(anyKind, anySize, anySeed, (kind, count, seed) => {
    const boxes = randomBoxes(kind, count, seed)
    const tree = built(boxes)
    const next = random(seed + 3)
    for (let i = 0; i < 6; i++) {
      const [x, y] = segment(boxes, next)
      let closest = Infinity
      tree.nearest(x, y, Infinity, (item, max) => {
        const at = boxes.distanceSquared(item, x, y)
        if (at > max) return max
        closest = at
        return at
      })
      let expected = Infinity
      for (const item of boxes.items) expected = Math.min(expected, boxes.distanceSquared(item, x, y))
      expect(closest).toBe(expected)
      const radius = Math.floor(next() * 2 ** Math.floor(next() * 20))
      const within: number[] = []
      tree.nearest(x, y, radius, (item, max) => { within.push(item); return max })
      expect(within.sort((a, b) => a - b))
        .toEqual(boxes.items.filter(item => boxes.distanceSquared(item, x, y) <= radius * radius).sort((a, b) => a - b))
    }
  }), { numRuns: 200 })
})
