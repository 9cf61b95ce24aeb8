// Run with --expose-gc by memory.test.ts: prints the bytes that a frame of each kind allocates.
import { ItemBuffer, PairBuffer, Quadtree } from '../../src/quadtree/index.ts'
import { random, randomBoxes } from './oracle.ts'

const count = 3000
const boxes = randomBoxes('uniform', count, 1)
const list = boxes.list()
const next = random(5)
const tree = new Quadtree(), still = new Quadtree()
const pairs = new PairBuffer(count * 8), items = new ItemBuffer(count)
const moved = new Uint32Array(count), isMoved = new Uint8Array(2 * count + 2)
still.build(boxes, list, count)
tree.build(boxes, list, count)

function shake(part: number): number {
  let n = 0
  isMoved.fill(0)
  for (let i = 0; i < count; i++) {
    if (next() > part) continue
    const item = list[i]!
    const dx = Math.floor(next() * 5) - 2, dy = Math.floor(next() * 5) - 2
    boxes.minX[item]! += dx
    boxes.maxX[item]! += dx
    boxes.minY[item]! += dy
    boxes.maxY[item]! += dy
    moved[n++] = item
    isMoved[item] = 1
  }
  return n
}

let seen = 0
const onHit = (_item: number, max: number): number => { seen++; return max }
const onNear = (_item: number, max: number): number => { seen++; return max * 0.5 }

const ray = new Float64Array(5), disc = new Float64Array(3), region = new Float64Array(4)
const meet = (): void => { seen++ }
const approach = (_item: number, at: Float64Array): void => { seen++; at[2] = at[2]! * 0.5 }

const frames: Record<string, () => void> = {
  build: () => { tree.build(boxes, list, count) },
  pairs: () => { pairs.clear(); tree.pairs(pairs); tree.pairsWith(still, pairs) },
  move: () => {
    const n = shake(0.1)
    for (let i = 0; i < n; i++) {
      const item = moved[i]!
      tree.move(item, boxes.minX[item]!, boxes.minY[item]!, boxes.maxX[item]!, boxes.maxY[item]!)
    }
    tree.refresh()
    pairs.clear()
    tree.pairsOfMoved(moved, n, isMoved, pairs)
    tree.pairsOfItemsWith(still, moved, n, pairs)
  },
  moveAll: () => {
    const n = shake(0.9)
    for (let i = 0; i < n; i++) {
      const item = moved[i]!
      tree.move(item, boxes.minX[item]!, boxes.minY[item]!, boxes.maxX[item]!, boxes.maxY[item]!)
    }
    tree.refresh()
    pairs.clear()
    tree.pairsOfMoved(moved, n, isMoved, pairs)
  },
  put: () => {
    const n = shake(0.1)
    tree.put(boxes, moved, n)
    tree.refresh()
  },
  putAll: () => {
    const n = shake(0.9)
    tree.put(boxes, moved, n)
    tree.refresh()
  },
  arrays: () => {
    for (let i = 0; i < 100; i++) {
      items.clear()
      region[0] = region[1] = i + 0.5
      region[2] = region[3] = i + 20.5
      tree.searchBox(region, items)
      ray[0] = 0.5
      ray[1] = i
      ray[2] = 200
      ray[3] = 2 * i
      ray[4] = 1
      tree.castSegment(ray, meet)
      disc[0] = disc[1] = i
      disc[2] = 10_000
      tree.visitDisc(disc, approach)
    }
  },
  search: () => {
    for (let i = 0; i < 100; i++) {
      items.clear()
      tree.search(i, i, i + 20, i + 20, items)
    }
  },
  cast: () => {
    for (let i = 0; i < 100; i++) {
      tree.castRay(0, i, 200, 2 * i, 1, onHit)
      tree.nearest(i, i, 100, onNear)
    }
  },
}

const report: Record<string, number> = {}
let retained = 0

/** Bytes that a frame of this kind allocates, and what is still held of them, over 60 frames. */
function weigh(frame: () => void): { allocated: number, retained: number } {
  globalThis.gc!()
  const before = process.memoryUsage().heapUsed
  for (let i = 0; i < 60; i++) frame()
  const allocated = (process.memoryUsage().heapUsed - before) / 60
  globalThis.gc!()
  return { allocated, retained: (process.memoryUsage().heapUsed - before) / 60 }
}

// All kinds first: what one learns may make the compiler begin anew with another.
for (const frame of Object.values(frames)) for (let i = 0; i < 100; i++) frame()
for (const [name, frame] of Object.entries(frames)) {
  for (let i = 0; i < 300; i++) frame()
  // The least of five: the compiler works when it likes, and what a frame allocates it allocates in each of them.
  const weighed = Array.from({ length: 5 }, () => weigh(frame))
  report[name] = Math.round(Math.min(...weighed.map(each => each.allocated)))
  retained += Math.min(...weighed.map(each => each.retained))
}
report['retained'] = retained
if (seen === 0) throw new Error('the visitors were never called')
console.log(JSON.stringify(report))
