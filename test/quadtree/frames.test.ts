import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ItemBuffer, PairBuffer, Quadtree } from '../../src/quadtree/index.ts'
import { anyKind, anySeed, Boxes, random, randomBox, sortedItems, sortedPairs } from './oracle.ts'
import type { Kind } from './oracle.ts'
import { SOAK } from '../support/soak.ts'

function check(tree: Quadtree, boxes: Boxes): void {
  const pairs = new PairBuffer(8)
  tree.pairs(pairs)
  expect(sortedPairs(pairs)).toEqual(boxes.pairs())
  const all = new ItemBuffer(8)
  tree.search(-Infinity, -Infinity, Infinity, Infinity, all)
  expect(sortedItems(all)).toEqual([...boxes.items].sort((a, b) => a - b))
  expect(tree.count).toBe(boxes.items.length)
}

/** One random change, made to both. */
function change(tree: Quadtree, boxes: Boxes, kind: Kind, next: () => number, limit: number): void {
  const item = 1 + Math.floor(next() * limit)
  const at = boxes.items.indexOf(item)
  expect(tree.has(item)).toBe(at >= 0)
  const choice = next()
  if (at < 0) {
    const box = randomBox(kind, next, item, limit)
    tree.insert(item, ...box)
    boxes.set(item, ...box)
  } else if (choice < 0.25) {
    expect(tree.remove(item)).toBe(true)
    expect(tree.remove(item)).toBe(false)
    boxes.items.splice(at, 1)
  } else if (choice < 0.85) {
    const [a, b, c, d] = boxes.box(item)
    const dx = Math.floor(next() * 3) - 1, dy = Math.floor(next() * 3) - 1
    tree.move(item, a + dx, b + dy, c + dx, d + dy)
    boxes.write(item, a + dx, b + dy, c + dx, d + dy)
  } else {
    const box = randomBox(kind, next, item, limit)
    tree.move(item, ...box)
    boxes.write(item, ...box)
  }
}

test('long random sequences of changes', () => {
  fc.assert(fc.property(anyKind, anySeed, fc.integer({ min: 2, max: 160 }), fc.integer({ min: 1, max: 120 }), (kind, seed, limit, perFrame) => {
    const next = random(seed)
    const boxes = new Boxes(limit + 1)
    let tree = new Quadtree({ capacity: 0 })
    for (let frame = 0; frame < 12; frame++) {
      const changes = Math.floor(next() * perFrame)
      for (let i = 0; i < changes; i++) change(tree, boxes, kind, next, limit)
      if (next() < 0.4) tree.refresh()
      if (next() < 0.1) tree = Quadtree.load(tree.save())
      if (next() < 0.05) {
        tree.clear()
        boxes.items.length = 0
      }
      if (next() < 0.1) tree.build(boxes, boxes.list(), boxes.items.length)
      check(tree, boxes)
    }
  }), { numRuns: SOAK ? 120 : 70 })
})

test('many put at once: new ones, such that stay and such that jump', () => {
  fc.assert(fc.property(anyKind, anySeed, fc.integer({ min: 2, max: 260 }), (kind, seed, limit) => {
    const next = random(seed)
    const boxes = new Boxes(limit + 1)
    let tree = new Quadtree({ capacity: 0 })
    for (let frame = 0; frame < 8; frame++) {
      const part = next() * next(), jumps = next() * next()
      const put: number[] = []
      for (let item = 1; item <= limit; item++) {
        if (next() > part) continue
        put.push(item)
        if (!boxes.items.includes(item) || next() < jumps) {
          boxes.set(item, ...randomBox(kind, next, item, limit))
          continue
        }
        const [a, b, c, d] = boxes.box(item)
        const dx = Math.floor(next() * 3) - 1, dy = Math.floor(next() * 3) - 1
        boxes.write(item, a + dx, b + dy, c + dx, d + dy)
      }
      tree.put(boxes, Uint32Array.from(put), put.length)
      if (next() < 0.1) tree = Quadtree.load(tree.save())
      check(tree, boxes)
      // The plan of the last build is used again.
      if (next() < 0.4) tree.build(boxes, boxes.list(), boxes.items.length)
      const isMoved = new Uint8Array(limit + 1)
      for (const item of put) isMoved[item] = 1
      const pairs = new PairBuffer(1)
      tree.pairsOfMoved(Uint32Array.from(put), put.length, isMoved, pairs)
      expect(sortedPairs(pairs)).toEqual(boxes.pairs((a, b) => isMoved[a] === 1 || isMoved[b] === 1))
    }
  }), { numRuns: SOAK ? 120 : 70 })
})

test('builds of the same boxes that move apart, together and grow', () => {
  const count = 400
  const next = random(3)
  const tree = new Quadtree()
  for (let frame = 0; frame < 60; frame++) {
    const n = count - (frame % 7) * 9
    const boxes = new Boxes(count + 1)
    const spread = [30, 33, 300, 5, 1e7][Math.floor(frame / 3) % 5]!, size = frame % 11 === 0 ? 40 : 2
    for (let item = 1; item <= n; item++) {
      const x = Math.floor(next() * spread), y = Math.floor(next() * spread)
      boxes.set(item, x, y, x + 1 + Math.floor(next() * size), y + 1)
    }
    tree.build(boxes, boxes.list(), n)
    check(tree, boxes)
  }
})

test('hundreds of frames in which a tenth of the boxes leave', () => {
  const count = 700
  const next = random(77)
  const boxes = new Boxes(count + 1)
  const vx = new Float64Array(count + 1), vy = new Float64Array(count + 1)
  for (let item = 1; item <= count; item++) {
    boxes.items.push(item)
    boxes.write(item, ...randomBox('uniform', next, item, count))
    vx[item] = next() - 0.5
    vy[item] = next() - 0.5
  }
  const tree = new Quadtree()
  tree.build(boxes, boxes.list(), count)
  const moved = new Uint32Array(count), isMoved = new Uint8Array(count + 1)
  for (let frame = 0; frame < 150; frame++) {
    isMoved.fill(0)
    let n = 0
    for (let item = 1; item <= count; item++) {
      if (next() > 0.1) continue
      const [a, b, c, d] = boxes.box(item)
      const dx = vx[item]! * 6, dy = vy[item]! * 6
      boxes.write(item, a + dx, b + dy, c + dx, d + dy)
      tree.move(item, a + dx, b + dy, c + dx, d + dy)
      moved[n++] = item
      isMoved[item] = 1
    }
    tree.refresh()
    const out = new PairBuffer()
    tree.pairsOfMoved(moved, n, isMoved, out)
    if (frame % 5 === 0) {
      expect(sortedPairs(out)).toEqual(boxes.pairs((a, b) => isMoved[a] === 1 || isMoved[b] === 1))
      check(tree, boxes)
    }
  }
})

test('searches see every change at once, without refresh', () => {
  const tree = new Quadtree()
  const out = new ItemBuffer()
  for (let item = 1; item <= 500; item++) {
    tree.insert(item, item * 3, 0, item * 3 + 1, 1)
    out.clear()
    tree.search(item * 3, 0, item * 3, 0, out)
    expect(sortedItems(out)).toEqual([item])
  }
  for (let item = 1; item <= 500; item++) {
    tree.move(item, item * 3, 50, item * 3 + 1, 51)
    out.clear()
    tree.search(item * 3, 0, item * 3 + 1, 51, out)
    expect(sortedItems(out)).toEqual([item])
  }
})

function bytesAfterChanges(): Uint8Array {
  const next = random(3)
  const boxes = new Boxes(301)
  const tree = new Quadtree()
  for (let i = 0; i < 3000; i++) {
    change(tree, boxes, 'uniform', next, 300)
    if (i % 100 === 0) tree.refresh()
  }
  return new Uint8Array(tree.save())
}

test('equal calls give equal bytes', () => {
  expect(bytesAfterChanges()).toEqual(bytesAfterChanges())
})
