import { ItemBuffer, Quadtree } from '../../src/quadtree/index.ts'
import { measure, print } from './measure.ts'
import { mulberry } from './scenes.ts'

interface FlatbushTree {
  add(minX: number, minY: number, maxX: number, maxY: number): number
  finish(): void
  search(minX: number, minY: number, maxX: number, maxY: number): number[]
}
type FlatbushClass = new (count: number) => FlatbushTree

async function findFlatbush(): Promise<FlatbushClass | null> {
  const from = process.env['FLATBUSH'] ?? 'flatbush'
  try {
    return ((await import(from)) as { default: FlatbushClass }).default
  } catch {
    console.log('flatbush is not installed: its rows are left out')
    return null
  }
}

/** 100,000 static boxes: build, regions of about ten hits, closest rays, nearest. */
export async function benchStatic(which: string): Promise<void> {
  const count = 100000
  const next = mulberry(99)
  const size = 1000
  const of = (): Float64Array => new Float64Array(count + 1)
  const boxes = { minX: of(), minY: of(), maxX: of(), maxY: of() }
  for (let i = 1; i <= count; i++) {
    boxes.minX[i] = next() * size
    boxes.minY[i] = next() * size
    boxes.maxX[i] = boxes.minX[i]! + 0.5 + next()
    boxes.maxY[i] = boxes.minY[i]! + 0.5 + next()
  }
  const items = Uint32Array.from({ length: count }, (_, i) => i + 1)
  const tree = new Quadtree({ capacity: count })
  const Flatbush = await findFlatbush()
  const buildFlatbush = (): FlatbushTree => {
    const flat = new Flatbush!(count)
    for (let i = 1; i <= count; i++) flat.add(boxes.minX[i]!, boxes.minY[i]!, boxes.maxX[i]!, boxes.maxY[i]!)
    flat.finish()
    return flat
  }
  let flat: FlatbushTree | null = null
  print(`${count} static boxes, build`, measure([
    { name: 'quadtree', run: () => { tree.build(boxes, items, count); return tree.count } },
    ...(Flatbush ? [{ name: 'flatbush', run: () => { flat = buildFlatbush(); return count } }] : []),
  ], 10, 3), count)
  const queries = 20000
  const qx = new Float64Array(queries), qy = new Float64Array(queries)
  const rx = new Float64Array(queries), ry = new Float64Array(queries)
  for (let q = 0; q < queries; q++) {
    qx[q] = next() * size
    qy[q] = next() * size
    rx[q] = next() * size
    ry[q] = next() * size
  }
  const out = new ItemBuffer(1000)
  if (which !== 'rays') for (const w of [0, 9, 30, 100]) {
    print(`${count} static boxes, regions of ${w} x ${w}`, measure([
      { name: 'quadtree', run: () => { let n = 0; for (let q = 0; q < queries; q++) { out.clear(); n += tree.search(qx[q]!, qy[q]!, qx[q]! + w, qy[q]! + w, out) } return n } },
      ...(Flatbush ? [{ name: 'flatbush', run: () => { let n = 0; for (let q = 0; q < queries; q++) n += flat!.search(qx[q]!, qy[q]!, qx[q]! + w, qy[q]! + w).length; return n } }] : []),
    ], 7, 2), queries)
  }
  if (which !== 'regions') benchRays(tree, boxes, qx, qy, rx, ry, queries, out)
}

type Box = { minX: Float64Array, minY: Float64Array, maxX: Float64Array, maxY: Float64Array }

function benchRays(
  tree: Quadtree, boxes: Box, qx: Float64Array, qy: Float64Array, rx: Float64Array, ry: Float64Array,
  queries: number, out: ItemBuffer,
): void {
  let q = 0
  let calls = 0
  const hit = (item: number, max: number): number => {
    calls++
    const x = qx[q]!, y = qy[q]!
    const ix = 1 / (rx[q]! - x), iy = 1 / (ry[q]! - y)
    const a = (boxes.minX[item]! - x) * ix, b = (boxes.maxX[item]! - x) * ix
    const c = (boxes.minY[item]! - y) * iy, d = (boxes.maxY[item]! - y) * iy
    const at = Math.max(0, Math.min(a, b), Math.min(c, d))
    return at < max ? at : max
  }
  let sink = 0
  const near = (item: number, max: number): number => {
    const dx = Math.max(boxes.minX[item]! - qx[q]!, 0, qx[q]! - boxes.maxX[item]!)
    const dy = Math.max(boxes.minY[item]! - qy[q]!, 0, qy[q]! - boxes.maxY[item]!)
    const d = dx * dx + dy * dy
    if (d < max) sink = item
    return d < max ? d : max
  }
  print('100000 static boxes, rays across the world', measure([
    { name: 'closest hit', run: () => { calls = 0; for (q = 0; q < queries; q++) tree.castRay(qx[q]!, qy[q]!, rx[q]!, ry[q]!, 1, hit); return calls } },
    { name: 'nearest one', run: () => { for (q = 0; q < queries; q++) tree.nearest(qx[q]!, qy[q]!, Infinity, near); return sink } },
    { name: 'all hits (a tenth as many)', run: () => { let n = 0; for (q = 0; q < queries; q += 10) { out.clear(); n += tree.ray(qx[q]!, qy[q]!, rx[q]!, ry[q]!, out) } return n } },
    { name: 'a ray through nothing', run: () => { for (q = 0; q < queries; q++) tree.castRay(-5, qy[q]!, 1005, ry[q]!, 0.006, hit); return 0 } },
  ], 7, 2), queries)
}
