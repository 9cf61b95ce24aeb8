// The quadtree beside a tuned grid, radix sort and sweep, and flatbush.
//   node examples/run.mjs bench/quadtree/index.ts [pairs|moving|moved|regions|rays] [count ...]
// flatbush is optional: `npm install flatbush` in bench/, or FLATBUSH=/path/to/flatbush/index.js
import { PairBuffer, Quadtree } from '../../src/quadtree/index.ts'
import { measure, print } from './measure.ts'
import { RadixSweep, TunedGrid } from './references.ts'
import { makeScene } from './scenes.ts'
import type { SceneName } from './scenes.ts'
import { benchStatic } from './static.ts'

const which = process.argv[2] ?? 'all'
const counts = process.argv.slice(3).map(Number)
if (counts.length === 0) counts.push(1000, 10000, 100000)

function listOf(count: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, i) => i + 1)
}

/** All boxes move: build and all pairs, every frame. */
function benchPairs(name: SceneName, count: number): number {
  const scene = makeScene(name, count)
  const items = listOf(count)
  const tree = new Quadtree({ capacity: count })
  const grid = new TunedGrid(count)
  const sweep = new RadixSweep(count)
  const out = new PairBuffer(count * 4)
  const rounds = count >= 100000 ? 15 : count >= 10000 ? 60 : 300
  const results = measure([
    { name: 'quadtree', before: scene.move, run: () => { tree.build(scene, items, count); out.clear(); return tree.pairs(out) } },
    { name: 'tuned grid', run: () => grid.pairs(scene, scene.cell, scene.size, scene.size, out) },
    { name: 'radix sort and sweep', run: () => sweep.pairs(scene, scene.size, out) },
    { name: '(quadtree, build only)', run: () => { tree.build(scene, items, count); return tree.count } },
  ], rounds, Math.max(5, rounds >> 2))
  print(`${name}, ${count} boxes, build + all pairs`, results, count)
  return results[0]!.median / count
}

/** A tenth of the boxes leaves its fat box; the others stay. */
function benchMoving(count: number): void {
  const scene = makeScene('uniform', count)
  const items = listOf(count)
  const moved = new Uint32Array(count), isMoved = new Uint8Array(count + 1)
  let n = 0, frame = 0
  const choose = (): void => {
    scene.move()
    n = 0
    isMoved.fill(0)
    for (let item = 1 + frame % 10; item <= count; item += 10) {
      moved[n++] = item
      isMoved[item] = 1
    }
    frame++
  }
  const trees = [new Quadtree(), new Quadtree()] as const
  trees[0].build(scene, items, count)
  const out = new PairBuffer(count * 2)
  const shift = (tree: Quadtree): void => {
    for (let i = 0; i < n; i++) {
      const item = moved[i]!
      tree.move(item, scene.minX[item]!, scene.minY[item]!, scene.maxX[item]!, scene.maxY[item]!)
    }
    tree.refresh()
  }
  const rounds = count >= 100000 ? 30 : 100
  print(`uniform, ${count} boxes, 10 % leave their box a frame`, measure([
    { name: 'move + pairs of moved', before: choose, run: () => { shift(trees[0]); out.clear(); return trees[0].pairsOfMoved(moved, n, isMoved, out) } },
    { name: 'build + pairs of moved', run: () => { trees[1].build(scene, items, count); out.clear(); return trees[1].pairsOfMoved(moved, n, isMoved, out) } },
    { name: 'build + all pairs', run: () => { trees[1].build(scene, items, count); out.clear(); return trees[1].pairs(out) } },
    { name: '(move only, again)', run: () => { shift(trees[0]); return n } },
  ], rounds, 15), count)
}

/** Strategies of pairsOfMoved by the part of the boxes that moved. */
function benchMoved(count: number): void {
  const scene = makeScene('uniform', count)
  const tree = new Quadtree()
  tree.build(scene, listOf(count), count)
  const out = new PairBuffer(count * 4)
  for (const part of [0.01, 0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 1]) {
    const moved = listOf(count).filter(item => (Math.imul(item, 2654435761) >>> 0) / 4294967296 < part)
    const isMoved = new Uint8Array(count + 1)
    for (const item of moved) isMoved[item] = 1
    print(`${count} boxes, ${part * 100} % moved`, measure([
      { name: 'all pairs', run: () => { out.clear(); return tree.pairs(out) } },
      { name: 'pairs of moved', run: () => { out.clear(); return tree.pairsOfMoved(moved, moved.length, isMoved, out) } },
    ], 30, 10))
  }
}

for (const scene of ['uniform', 'mixed', 'clustered'] as const) {
  if (which !== 'all' && which !== 'pairs' && which !== scene) continue
  const each = counts.map(count => benchPairs(scene, count))
  if (each.length > 1) console.log(`  time per box, last against the one before: x${(each.at(-1)! / each.at(-2)!).toFixed(2)}`)
}
if (which === 'all' || which === 'moving') for (const count of counts) benchMoving(count)
if (which === 'moved') for (const count of counts) benchMoved(count)
if (which === 'all' || which === 'regions' || which === 'rays') await benchStatic(which)
