import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ItemBuffer, PairBuffer, Quadtree } from '../../src/quadtree/index.ts'
import { anyKind, anySeed, anySize, random, randomBox, randomBoxes } from './oracle.ts'

function same(a: Uint8Array | Uint32Array, b: Uint8Array | Uint32Array): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i])
}

test('a loaded tree answers in the same order, now and after more changes', () => {
  fc.assert(fc.property(anyKind, anySize, anySeed, (kind, count, seed) => {
    const boxes = randomBoxes(kind, count, seed)
    const one = new Quadtree()
    one.build(boxes, boxes.list(), count)
    const next = random(seed)
    const shake = (tree: Quadtree, draw: () => number): void => {
      for (let i = 0; i < count; i += 3) tree.move(boxes.items[i]!, ...randomBox(kind, draw, i, count))
    }
    shake(one, next)
    const two = Quadtree.load(one.save())
    const after = Math.floor(next() * 1e9)
    for (const tree of [one, two]) shake(tree, random(after))
    const a = new PairBuffer(), b = new PairBuffer()
    one.pairs(a)
    two.pairs(b)
    expect(same(b.a.subarray(0, b.count), a.a.subarray(0, a.count))).toBe(true)
    expect(same(b.b.subarray(0, b.count), a.b.subarray(0, a.count))).toBe(true)
    expect(same(new Uint8Array(two.save()), new Uint8Array(one.save()))).toBe(true)
  }), { numRuns: 100 })
})

test('what is not a saved tree is refused', () => {
  const boxes = randomBoxes('uniform', 200, 1)
  const tree = new Quadtree()
  tree.build(boxes, boxes.list(), 200)
  const saved = tree.save()
  expect(() => Quadtree.load(new ArrayBuffer(0))).toThrow(/too short/)
  expect(() => Quadtree.load(new ArrayBuffer(50000))).toThrow(/does not hold a tree/)
  expect(() => Quadtree.load(new Uint8Array(9) as unknown as ArrayBuffer)).toThrow(/not an ArrayBuffer/)
  expect(() => Quadtree.load(saved.slice(0, saved.byteLength - 4))).toThrow(/cut/)
  const version = saved.slice(0)
  new Float64Array(version, 0, 2)[1] = 99
  expect(() => Quadtree.load(version)).toThrow(/version 99/)
})

test('a damaged buffer is refused, or answers without hanging', () => {
  const boxes = randomBoxes('sizes', 60, 1)
  const tree = new Quadtree()
  tree.build(boxes, boxes.list(), 60)
  const saved = tree.save()
  fc.assert(fc.property(fc.integer({ min: 0, max: saved.byteLength - 1 }), fc.integer({ min: 1, max: 255 }), (at, flip) => {
    const damaged = saved.slice(0)
    new Uint8Array(damaged)[at]! ^= flip
    let loaded: Quadtree
    try {
      loaded = Quadtree.load(damaged)
    } catch (error) {
      expect(String(error)).toMatch(/Quadtree\.load: .*save\(\)/)
      return
    }
    expect(loaded.count).toBe(60)
    loaded.search(-1e9, -1e9, 1e9, 1e9, new ItemBuffer())
    loaded.pairs(new PairBuffer())
  }), { numRuns: 600 })
})

/** Places in a file: see serialize.ts. */
const STALE = 10, FIRST_LEVEL = 17
const CELLS = 2, STRIDE = 3, COLUMNS = 6, ROWS = 7, FOLD_AREA = 8

test('a grid that no plan makes is refused, be its numbers in agreement or not', () => {
  const crafted = (kind: 'uniform' | 'far', change: (level: Float64Array, cells: number) => void): ArrayBuffer => {
    const tree = new Quadtree()
    const boxes = randomBoxes('uniform', 60, 1)
    // One that is far away makes the grid a folded one.
    if (kind === 'far') boxes.set(boxes.items[0]!, 1e6, 1e6, 1e6 + 1, 1e6 + 1)
    tree.build(boxes, boxes.list(), 60)
    const saved = tree.save()
    const head = new Float64Array(saved, 0, FIRST_LEVEL + 15)
    // Where entries are is not looked at then.
    head[STALE] = 1
    const level = head.subarray(FIRST_LEVEL)
    expect([level[CELLS]! > 64, level[FOLD_AREA]! > 0]).toEqual([true, kind === 'far'])
    change(level, level[CELLS]!)
    return saved
  }
  const grid = (columns: number, stride: number, rows: (cells: number) => number) => (level: Float64Array, cells: number): void => {
    level[COLUMNS] = columns
    level[STRIDE] = stride
    level[ROWS] = rows(cells)
  }
  expect(Quadtree.load(crafted('uniform', () => {})).count).toBe(60)
  expect(Quadtree.load(crafted('far', () => {})).count).toBe(60)
  for (const columns of [1, 2, 3, 4]) {
    expect(() => Quadtree.load(crafted('uniform', grid(columns, columns, (cells) => cells / columns)))).toThrow(/levels are damaged/)
  }
  for (const rows of [1, 2]) {
    const change = (level: Float64Array, cells: number): void => grid(cells / rows, cells / rows, () => rows)(level, cells)
    expect(() => Quadtree.load(crafted('uniform', change))).toThrow(/levels are damaged/)
  }
  expect(() => Quadtree.load(crafted('uniform', (level) => (level[STRIDE] = level[STRIDE]! + 1)))).toThrow(/levels are damaged/)
  expect(() => Quadtree.load(crafted('far', (level) => (level[STRIDE] = 5)))).toThrow(/levels are damaged/)
  expect(() => Quadtree.load(crafted('far', (level, cells) => (level[FOLD_AREA] = cells / 16)))).toThrow(/levels are damaged/)
})
