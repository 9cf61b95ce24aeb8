import { expect, test } from 'vitest'
import { ItemBuffer, PairBuffer, Quadtree } from '../../src/quadtree/index.ts'
import { buildFrom } from '../../src/quadtree/build.ts'
import { overflowIsFull, overflowIsLong, overflowOf, Store } from '../../src/quadtree/store.ts'
import { moveEntry, refreshStore } from '../../src/quadtree/update.ts'
import { Boxes } from './oracle.ts'

const COUNT = 1024
const COLUMNS = 32
/** More than √count / 4 and 16, and fewer than 4 √count. */
const LONG = 40
const box = new Float64Array(4)

/** A square of boxes side by side. */
function makeBoxes(): Boxes {
  const boxes = new Boxes(COUNT + 1)
  for (let i = 0; i < COUNT; i++) boxes.set(i + 1, i % COLUMNS, Math.floor(i / COLUMNS), i % COLUMNS + 0.5, Math.floor(i / COLUMNS) + 0.5)
  return boxes
}

/** Far too large for its place: there is no level for it, so it goes to the overflow. */
function large(item: number): [number, number, number, number] {
  return [-item, -item, 900 + item, 900 + item]
}

function makeStore(overflow: number): Store {
  const store = new Store(COUNT)
  const boxes = makeBoxes()
  buildFrom(store, boxes, boxes.list(), COUNT)
  for (let item = 1; item <= overflow; item++) {
    box.set(large(item))
    moveEntry(store, store.entryOf[item]! - 1, box, 0)
  }
  expect(overflowOf(store)).toBe(overflow)
  return store
}

function makeTree(overflow: number): Quadtree {
  const tree = new Quadtree()
  const boxes = makeBoxes()
  tree.build(boxes, boxes.list(), COUNT)
  for (let item = 1; item <= overflow; item++) tree.move(item, ...large(item))
  return tree
}

/** Items of all boxes in the order in which they are found. */
function order(tree: Quadtree): number[] {
  const found = new ItemBuffer()
  tree.search(-Infinity, -Infinity, Infinity, Infinity, found)
  return Array.from(found.items.subarray(0, found.count))
}

/** Searches after which so many boxes in the overflow have been tested four times the count. */
const searchesOf = (overflow: number): number => Math.floor(4 * COUNT / overflow) + 1

test('a long overflow is borne by few searches, and sorted away by as many as take as long as that', () => {
  const store = makeStore(LONG)
  expect([overflowIsLong(LONG, COUNT), overflowIsFull(LONG, COUNT)]).toEqual([true, false])
  for (let i = 1; i < searchesOf(LONG); i++) refreshStore(store)
  expect(overflowOf(store)).toBe(LONG)
  refreshStore(store)
  expect([overflowOf(store), store.strain]).toEqual([0, 0])
  const many = makeStore(LONG)
  refreshStore(many, searchesOf(LONG) - 1)
  expect(overflowOf(many)).toBe(LONG)
  refreshStore(many, 1)
  expect(overflowOf(many)).toBe(0)
})

test('searches of a short overflow are not counted, so the first ones of a long one are borne', () => {
  const store = makeStore(16)
  refreshStore(store, 1e6)
  expect([overflowOf(store), store.strain]).toEqual([16, 0])
  for (let item = 17; item <= LONG; item++) {
    box.set(large(item))
    moveEntry(store, store.entryOf[item]! - 1, box, 0)
  }
  refreshStore(store)
  expect(overflowOf(store)).toBe(LONG)
})

test('a full overflow is sorted away by the first search', () => {
  const most = 4 * Math.sqrt(COUNT)
  const store = makeStore(most)
  expect(store.stale).toBe(false)
  box.set(large(most + 1))
  moveEntry(store, store.entryOf[most + 1]! - 1, box, 0)
  expect(store.stale).toBe(true)
  refreshStore(store)
  expect([overflowOf(store), store.stale]).toEqual([0, false])
})

test('refresh sorts a long overflow away at once, and leaves a short one, however often it is called', () => {
  const [refreshed, other] = [makeTree(LONG), makeTree(LONG)]
  refreshed.refresh()
  const sorted = order(refreshed)
  expect(sorted).not.toEqual(order(other))
  expect([...sorted].sort((a, b) => a - b)).toEqual(Array.from({ length: COUNT }, (_, i) => i + 1))
  for (let i = 0; i < searchesOf(LONG); i++) order(other)
  expect(order(other)).toEqual(sorted)

  const [short, same] = [makeTree(16), makeTree(16)]
  for (let i = 0; i < 1000; i++) short.refresh()
  expect(order(short)).toEqual(order(same))
  same.refresh()
  expect(new Uint8Array(short.save())).toEqual(new Uint8Array(same.save()))
})

test('a tree that is loaded sorts anew with the same search as the one that was saved', () => {
  const one = makeTree(LONG)
  const before = order(one)
  for (let i = 0; i < searchesOf(LONG) / 2; i++) order(one)
  const two = Quadtree.load(one.save())
  let sorted = 0
  for (let i = 0; i < searchesOf(LONG); i++) {
    const found = order(one)
    expect(order(two)).toEqual(found)
    sorted += Number(found.join() !== before.join())
  }
  expect(sorted).toBeGreaterThan(searchesOf(LONG) / 3)
  expect(sorted).toBeLessThan(searchesOf(LONG))
  const pairs = [one, two].map((tree) => {
    const out = new PairBuffer()
    tree.pairs(out)
    return [out.a.slice(0, out.count), out.b.slice(0, out.count)]
  })
  expect(pairs[1]).toEqual(pairs[0])
})
