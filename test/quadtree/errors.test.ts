import { describe, expect, test } from 'vitest'
import { ItemBuffer, PairBuffer, Quadtree } from '../../src/quadtree/index.ts'
import { Boxes, randomBoxes, sortedPairs } from './oracle.ts'

function filled(): { boxes: Boxes, tree: Quadtree } {
  const boxes = randomBoxes('uniform', 100, 1)
  const tree = new Quadtree()
  tree.build(boxes, boxes.list(), boxes.items.length)
  return { boxes, tree }
}

/** The call throws this, and the tree still answers as before. */
function refuses(call: (tree: Quadtree) => unknown, message: RegExp): void {
  const { boxes, tree } = filled()
  expect(() => call(tree)).toThrow(message)
  const out = new PairBuffer()
  tree.pairs(out)
  expect(sortedPairs(out)).toEqual(boxes.pairs())
  expect(tree.count).toBe(100)
  for (const item of boxes.items) expect(tree.has(item)).toBe(true)
}

const badBoxes: [number, number, number, number][] = [
  [NaN, 0, 1, 1], [0, NaN, 1, 1], [0, 0, NaN, 1], [0, 0, 1, NaN], [2, 0, 1, 1], [0, 2, 1, 1],
  [-Infinity, 0, 1, 1], [0, -Infinity, 1, 1], [0, 0, Infinity, 1], [0, 0, 1, Infinity], [Infinity, 0, Infinity, 1],
]

describe('what is refused changes nothing', () => {
  test.each(badBoxes)('box %d %d %d %d', (...box) => {
    refuses(tree => tree.insert(1000, ...box), /insert.*item 1000.*finite numbers with min ≤ max/)
    refuses(tree => tree.move(1, ...box), /move.*item 1.*finite numbers/)
    const put = randomBoxes('uniform', 100, 2)
    put.write(put.items[50]!, ...box)
    refuses(tree => tree.put(put, put.list(), 100), new RegExp(`put.*item ${put.items[50]}.*finite numbers`))
    for (const at of [0, 17, 39]) {
      const more = new Boxes(300)
      for (let item = 1; item <= 40; item++) more.set(item * 2, item, item, item + 1, item + 1)
      more.write(more.items[at]!, ...box)
      refuses(tree => tree.build(more, more.list(), 40), new RegExp(`build.*item ${more.items[at]}.*finite numbers`))
    }
  })

  test.each([0, -1, 1.5, NaN, Infinity, 1 << 22, 2 ** 40])('item %d', item => {
    refuses(tree => tree.insert(item, 0, 0, 1, 1), /insert.*not an integer from 1 to 4194303/)
    refuses(tree => tree.remove(item), /remove.*not an integer/)
    refuses(tree => tree.move(item, 0, 0, 1, 1), /move.*not an integer/)
  })

  test('lists', () => {
    const { boxes: b } = filled()
    const all = b.list()
    refuses(tree => tree.build(b, Uint32Array.of(3, 0, 5), 3), /item 0/)
    refuses(tree => tree.build(b, Uint32Array.of(3, 1 << 22), 2), /item 4194304/)
    refuses(tree => tree.put(b, Uint32Array.of(3, 0, 5), 3), /item 0/)
    refuses(tree => tree.put(b, Uint32Array.of(3, 1 << 22), 2), /item 4194304/)
    refuses(tree => tree.build(b, Uint32Array.of(3, 5, 7, 5), 4), /item 5 is listed twice/)
    refuses(tree => tree.build(b, Uint32Array.of(3, 3), 2), /item 3 is listed twice/)
    refuses(tree => tree.build(b, Uint32Array.of(3, 4000000), 2), /item 4000000.*NaN/)
    for (const count of [-1, 101, 1.5, NaN]) {
      refuses(tree => tree.build(b, all, count), /count .* does not fit a list of 100/)
      refuses(tree => tree.put(b, all, count), /count .* does not fit a list of 100/)
      refuses(tree => tree.pairsOfMoved(all, count, new Uint8Array(300), new PairBuffer()), /count/)
      refuses(tree => tree.searchFrom(all, count, new PairBuffer()), /count/)
    }
    refuses(tree => tree.pairsOfMoved(Uint32Array.of(2), 1, new Uint8Array(300), new PairBuffer()), /item 2 is not in this tree/)
    refuses(tree => tree.searchFrom(Uint32Array.of(2), 1, new PairBuffer()), /item 2 is not in this tree/)
    refuses(tree => tree.pairsOfItemsWith(filled().tree, Uint32Array.of(2), 1, new PairBuffer()), /item 2 is not in this tree/)
  })

  test('inserting twice, moving what is absent, a tree with itself', () => {
    refuses(tree => tree.insert(1, 0, 0, 1, 1), /insert.*item 1 is in this tree already; move it/)
    refuses(tree => tree.move(2, 0, 0, 1, 1), /move.*item 2 is not in this tree; insert it/)
    refuses(tree => tree.move(100000, 0, 0, 1, 1), /item 100000 is not in this tree/)
    refuses(tree => tree.pairsWith(tree, new PairBuffer()), /use pairs/)
  })

  test('regions, rays and circles', () => {
    const out = new ItemBuffer()
    refuses(tree => tree.search(NaN, 0, 1, 1, out), /search.*region/)
    refuses(tree => tree.search(2, 0, 1, 1, out), /search.*min ≤ max/)
    refuses(tree => tree.ray(0, NaN, 1, 1, out), /ray.*finite/)
    refuses(tree => tree.ray(0, 0, Infinity, 1, out), /ray.*finite/)
    refuses(tree => tree.castRay(0, 0, 1, NaN, 1, () => 0), /castRay.*finite/)
    refuses(tree => tree.castRay(0, 0, 1, 1, -1, () => 0), /maxFraction -1/)
    refuses(tree => tree.castRay(0, 0, 1, 1, NaN, () => 0), /maxFraction NaN/)
    refuses(tree => tree.nearest(NaN, 0, 1, () => 0), /nearest/)
    refuses(tree => tree.nearest(0, 0, -1, () => 0), /maxDistance -1/)
    refuses(tree => tree.nearest(0, 0, NaN, () => 0), /maxDistance NaN/)
    // What JavaScript makes a number of, or an error of its own.
    const wrong = (value: unknown): never => value as never
    refuses(tree => tree.search(wrong(null), 0, 1, 1, out), /search: the region is \(NaN, 0\)/)
    refuses(tree => tree.insert(500, 0, 0, wrong('1'), 1), /insert: the box of item 500 is \(0, 0\) to \(NaN, 1\)/)
    refuses(tree => tree.insert(wrong(5n), 0, 0, 1, 1), /insert: item 5n is not an integer/)
    refuses(tree => tree.move(wrong(Symbol('x')), 0, 0, 1, 1), /move: item Symbol\(x\) is not an integer/)
    refuses(tree => tree.search(0, 0, 1, 1, wrong(undefined)), /search: out must be an ItemBuffer or a PairBuffer, got undefined/)
    refuses(tree => tree.pairs(wrong([])), /pairs: out must be an ItemBuffer or a PairBuffer, got an array/)
    refuses(tree => tree.pairsWith(wrong({}), new PairBuffer()), /pairsWith: the other tree must be a Quadtree, got an object \(Object\)/)
    refuses(tree => tree.nearest(0, 0, 1, wrong(undefined)), /nearest: the visitor must be a function, got undefined/)
    expect(filled().tree.has(wrong('1'))).toBe(false)
    expect(() => new Quadtree({ capacity: -1 })).toThrow(/capacity must be from 0 to 4194304, got -1/)
  })
})

test('an empty tree answers everything with nothing', () => {
  const tree = new Quadtree()
  const items = new ItemBuffer(), pairs = new PairBuffer()
  expect(tree.search(-Infinity, -Infinity, Infinity, Infinity, items)).toBe(0)
  expect(tree.pairs(pairs)).toBe(0)
  expect(tree.pairsWith(filled().tree, pairs)).toBe(0)
  expect(filled().tree.pairsWith(tree, pairs)).toBe(0)
  expect(tree.pairsOfMoved(new Uint32Array(0), 0, new Uint8Array(0), pairs)).toBe(0)
  expect(tree.ray(0, 0, 5, 5, items)).toBe(0)
  expect(tree.castRay(0, 0, 5, 5, 1, () => 0)).toBe(1)
  tree.nearest(0, 0, Infinity, () => { throw new Error('nothing to visit') })
  tree.visitNodes(() => { throw new Error('nothing to visit') })
  tree.build(new Boxes(1), new Uint32Array(0), 0)
  tree.clear()
  expect(tree.remove(5)).toBe(false)
  expect(Quadtree.load(tree.save()).count).toBe(0)
})
