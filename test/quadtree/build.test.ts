import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ItemBuffer, PairBuffer, Quadtree } from '../../src/quadtree/index.ts'
import { anyKind, anySeed, anySize, Boxes, kinds, random, randomBoxes, sortedItems, sortedPairs } from './oracle.ts'

type Box = [number, number, number, number]

function built(boxes: Boxes): Quadtree {
  const tree = new Quadtree({ capacity: 4 })
  tree.build(boxes, boxes.list(), boxes.items.length)
  return tree
}

test('pairs are those of brute force, each once, lower id first', () => {
  fc.assert(fc.property(anyKind, anySize, anySeed, (kind, count, seed) => {
    const boxes = randomBoxes(kind, count, seed)
    const out = new PairBuffer(1)
    const tree = built(boxes)
    expect(tree.pairs(out)).toBe(out.count)
    expect(sortedPairs(out)).toEqual(boxes.pairs())
    expect(tree.count).toBe(count)
  }), { numRuns: 300 })
})

test.each(kinds)('pairs and regions of 1,000 boxes (400 at one spot): %s', kind => {
  const boxes = randomBoxes(kind, kind === 'spot' ? 400 : 1000, 5)
  const tree = built(boxes)
  const out = new PairBuffer()
  tree.pairs(out)
  expect(sortedPairs(out)).toEqual(boxes.pairs())
  const next = random(9)
  for (let i = 0; i < 60; i++) {
    const some: Box = boxes.box(boxes.items[Math.floor(next() * boxes.items.length)]!)
    const grow = Math.floor(next() * 2 ** Math.floor(next() * 24))
    const region: Box = [some[0] - grow, some[1] - (i % 3) * grow, some[2] + (i % 2) * grow, some[3] + grow]
    const items = new ItemBuffer(1)
    tree.search(...region, items)
    expect(sortedItems(items)).toEqual(boxes.inRegion(...region))
  }
})

test('regions: any, infinite, a point', () => {
  fc.assert(fc.property(anyKind, anySize, anySeed, (kind, count, seed) => {
    const boxes = randomBoxes(kind, count, seed)
    const tree = built(boxes)
    const next = random(seed + 1)
    const out = new ItemBuffer(1)
    const x = Math.floor(next() * 60), y = Math.floor(next() * 60), w = Math.floor(next() * 30)
    const regions: Box[] = [
      [x, y, x + w, y + w], [x, y, x, y], [-Infinity, -Infinity, Infinity, Infinity], [x, -Infinity, x, Infinity],
      [-1e7, y, 1e7, y + 1], [-Infinity, -Infinity, x, y],
    ]
    for (const region of regions) {
      out.clear()
      expect(tree.search(...region, out)).toBe(out.count)
      expect(sortedItems(out)).toEqual(boxes.inRegion(...region))
    }
  }), { numRuns: 200 })
})

test('searches append to their buffers', () => {
  const boxes = randomBoxes('grid', 40, 1)
  const tree = built(boxes)
  const items = new ItemBuffer(1)
  const pairs = new PairBuffer(1)
  items.push(4)
  pairs.push(8, 9)
  const found = tree.search(0, 0, 9, 9, items)
  const touching = tree.pairs(pairs)
  expect(items.count).toBe(found + 1)
  expect(items.items[0]).toBe(4)
  expect(pairs.count).toBe(touching + 1)
  expect([pairs.a[0], pairs.b[0]]).toEqual([8, 9])
})

test('pairs with another tree', () => {
  fc.assert(fc.property(anyKind, anyKind, anySize, anySize, anySeed, (kind, otherKind, count, otherCount, seed) => {
    const mine = randomBoxes(kind, count, seed)
    const theirs = randomBoxes(otherKind, otherCount, seed + 1, 2)
    const one = built(mine), two = built(theirs)
    const expected: string[] = []
    for (const a of mine.items) for (const b of theirs.items) if (mine.touches(a, ...theirs.box(b))) expected.push(`${a}-${b}`)
    const out = new PairBuffer(1)
    one.pairsWith(two, out)
    expect(sortedPairs(out)).toEqual(expected.sort())
    out.clear()
    const some = mine.list().filter((_, i) => i % 3 === 0)
    one.pairsOfItemsWith(two, some, some.length, out)
    const listed = new Set(some)
    const wanted = expected.filter(pair => listed.has(Number(pair.split('-')[0])))
    expect(sortedPairs(out)).toEqual(wanted)
    const isListed = new Uint8Array(count * 2 + 2)
    for (const item of some) isListed[item] = 1
    out.clear()
    one.pairsOfItemsWith(two, some, some.length, out, isListed)
    expect(sortedPairs(out)).toEqual(wanted)
  }), { numRuns: 150 })
})

test('pairs with a few walls around a crowd, and after some of the crowd got out', () => {
  fc.assert(fc.property(anySeed, fc.integer({ min: 1, max: 6 }), fc.boolean(), (seed, walls, leaves) => {
    const next = random(seed)
    const crowd = new Boxes(401), around = new Boxes(8)
    for (let item = 1; item <= 400; item++) {
      const x = Math.floor(next() * 100) / 4, y = Math.floor(next() * 100) / 4
      crowd.set(item, x, y, x + 1, y + 1)
    }
    const tree = built(crowd)
    // Everything lies in the planned places until some boxes leave them.
    for (let k = 0; leaves && k < 5; k++) {
      const item = 1 + Math.floor(next() * 400), x = Math.floor(next() * 200) - 80, y = Math.floor(next() * 200) - 80
      crowd.set(item, x, y, x + 1, y + 1)
      tree.move(item, ...crowd.box(item))
    }
    for (let item = 1; item <= walls; item++) {
      const x = Math.floor(next() * 160) - 80, y = Math.floor(next() * 160) - 80
      around.set(item, x, y, x + Math.floor(next() * 120), y + Math.floor(next() * 120))
    }
    const others = built(around), out = new PairBuffer(1)
    const expected: string[] = []
    for (const a of crowd.items) for (const b of around.items) if (crowd.touches(a, ...around.box(b))) expected.push(`${a}-${b}`)
    tree.pairsWith(others, out)
    expect(sortedPairs(out)).toEqual(expected.sort())
    const most = crowd.list().filter(item => item % 5 !== 0)
    const isListed = new Uint8Array(401)
    for (const item of most) isListed[item] = 1
    out.clear()
    tree.pairsOfItemsWith(others, most, most.length, out, isListed)
    expect(sortedPairs(out)).toEqual(expected.filter(pair => isListed[Number(pair.split('-')[0])] === 1))
  }), { numRuns: 150 })
})

test('pairs of moved items, from none to all; searchFrom', () => {
  fc.assert(fc.property(anyKind, anySize, anySeed, fc.constantFrom(0, 0.05, 0.3, 0.7, 1), (kind, count, seed, share) => {
    const boxes = randomBoxes(kind, count, seed)
    const tree = built(boxes)
    const next = random(seed)
    const moved = boxes.list().filter(() => next() < share)
    const isMoved = new Uint8Array(count * 2 + 2)
    for (const item of moved) isMoved[item] = 1
    const out = new PairBuffer(1)
    expect(tree.pairsOfMoved(moved, moved.length, isMoved, out)).toBe(out.count)
    expect(sortedPairs(out)).toEqual(boxes.pairs((a, b) => isMoved[a] === 1 || isMoved[b] === 1))
    out.clear()
    tree.searchFrom(moved, moved.length, out)
    const expected: string[] = []
    for (const a of moved) for (const b of boxes.items) if (a !== b && boxes.touches(a, ...boxes.box(b))) expected.push(`${a}-${b}`)
    expect(sortedPairs(out)).toEqual(expected.sort())
  }), { numRuns: 200 })
})

test('many thousands, against a sweep', () => {
  for (const kind of ['uniform', 'clusters', 'sizes', 'row', 'diagonal', 'far', 'giant'] as const) {
    const count = kind === 'clusters' ? 4000 : 12000
    const boxes = randomBoxes(kind, kind === 'sizes' ? 1500 : count, 3)
    const order = [...boxes.items].sort((a, b) => boxes.minX[a]! - boxes.minX[b]!)
    let expected = 0, sum = 0
    for (let i = 0; i < order.length; i++) {
      const a = order[i]!
      for (let j = i + 1; j < order.length && boxes.minX[order[j]!]! <= boxes.maxX[a]!; j++) {
        const b = order[j]!
        if (boxes.minY[a]! <= boxes.maxY[b]! && boxes.maxY[a]! >= boxes.minY[b]!) {
          expected++
          sum = (sum + Math.imul(Math.min(a, b), 31) + Math.max(a, b)) | 0
        }
      }
    }
    const out = new PairBuffer()
    built(boxes).pairs(out)
    let found = 0
    for (let i = 0; i < out.count; i++) found = (found + Math.imul(out.a[i]!, 31) + out.b[i]!) | 0
    expect([kind, out.count, found]).toEqual([kind, expected, sum])
  }
})

test('memory follows the number of boxes, not the extent of their world', () => {
  const near = built(randomBoxes('uniform', 3000, 1)).save().byteLength
  for (const kind of ['sparse', 'clusters', 'far', 'giant', 'row', 'sizes', 'huge'] as const) {
    expect(built(randomBoxes(kind, 3000, 1)).save().byteLength).toBeLessThan(near * 2)
  }
})

test('nodes are visited with bounds that follow from their place', () => {
  for (const kind of kinds) {
    const boxes = randomBoxes(kind, 300, 4)
    const tree = built(boxes)
    let total = 0
    const places = new Set<string>()
    tree.visitNodes((minX, minY, maxX, maxY, depth, count) => {
      expect(count).toBeGreaterThan(0)
      expect(maxX).toBeGreaterThanOrEqual(minX)
      expect(maxY).toBeGreaterThanOrEqual(minY)
      const place = `${depth} ${minX} ${minY}`
      expect(places.has(place)).toBe(false)
      places.add(place)
      total += count
    })
    expect(total).toBe(300)
  }
})

test('the centers of the boxes lie in their nodes', () => {
  const boxes = randomBoxes('uniform', 500, 8)
  const nodes: [number, number, number, number][] = []
  built(boxes).visitNodes((minX, minY, maxX, maxY) => nodes.push([minX, minY, maxX, maxY]))
  for (const item of boxes.items) {
    const x = (boxes.minX[item]! + boxes.maxX[item]!) / 2, y = (boxes.minY[item]! + boxes.maxY[item]!) / 2
    expect(nodes.some(n => n[0] <= x && x <= n[2] && n[1] <= y && y <= n[3])).toBe(true)
  }
})
