import { addComponents, addEntity, createWorld, set } from 'bitecs'
import {
  addPhysics, box, castRay, castRays, nearest, queryPoint, queryRegion, queryView, stepPhysics, type HitView,
} from '../../src/index.ts'
import { ItemBuffer, Quadtree } from '../../src/quadtree/index.ts'
import { forEachBox, planckRays, rapierRays, type CastRay } from '../broadphase/ray-peers.ts'
import { makeQuestions, makeStaticWorld, type Questions, type StaticWorld } from '../broadphase/static-world.ts'
import { loadPeer } from '../engines/peer.ts'
import { measure, type Measured } from '../quadtree/measure.ts'

/** Build, regions and rays over static boxes: the quadtree alone and the queries of the engine, beside their peers. */

/** Side of a region that meets about ten boxes. */
const REGION = 9.2
const SHORT_RAY = 30

export interface Task {
  readonly title: string
  /** Questions asked in one round, or boxes built. */
  readonly each: number
  readonly results: readonly Measured[]
}

interface FlatbushTree {
  add(minX: number, minY: number, maxX: number, maxY: number): number
  finish(): void
  search(minX: number, minY: number, maxX: number, maxY: number): number[]
}
type FlatbushClass = new (count: number) => FlatbushTree

const count = Number(process.argv[2] ?? 100_000)
const asked = Number(process.argv[3] ?? 5000)
const rounds = Number(process.argv[4] ?? 9)
const WARM = 3

function buildFlatbush(Flatbush: FlatbushClass, { minX, minY, maxX, maxY }: StaticWorld): FlatbushTree {
  const tree = new Flatbush(count)
  for (let id = 1; id <= count; id++) tree.add(minX[id]!, minY[id]!, maxX[id]!, maxY[id]!)
  tree.finish()
  return tree
}

/** The same boxes as static bodies of a physics world that has made its trees. */
function buildWorld(boxes: StaticWorld): ReturnType<typeof createWorld> {
  const world = createWorld()
  const { Position, Shape, Static } = addPhysics(world, { gravity: { x: 0, y: 0 }, capacity: count + 1 }).components
  forEachBox(boxes, (x, y, halfWidth, halfHeight) => {
    addComponents(world, addEntity(world), set(Position, { x, y }), set(Shape, box(halfWidth, halfHeight)), Static)
  })
  stepPhysics(world, 1 / 60)
  return world
}

/** The sum over all questions: what was found, and what keeps the compiler from leaving the work out. */
function sum({ count: questions }: Questions, ask: (i: number) => number): number {
  let total = 0
  for (let i = 0; i < questions; i++) total += ask(i)
  return total
}

function regionTask(
  title: string, side: number, tree: Quadtree, flatbush: FlatbushTree, world: ReturnType<typeof createWorld>, q: Questions,
): Task {
  const out = new ItemBuffer(1024)
  const { x, y } = q
  return {
    title,
    each: q.count,
    results: measure([
      {
        name: 'quadtree', run: () => sum(q, (i) => {
          out.clear()
          return tree.search(x[i]!, y[i]!, x[i]! + side, y[i]! + side, out)
        }),
      },
      { name: 'flatbush', run: () => sum(q, (i) => flatbush.search(x[i]!, y[i]!, x[i]! + side, y[i]! + side).length) },
      { name: 'queryView (boxes)', run: () => sum(q, (i) => queryView(world, x[i]!, y[i]!, x[i]! + side, y[i]! + side).count) },
      { name: 'queryRegion (exact)', run: () => sum(q, (i) => queryRegion(world, x[i]!, y[i]!, x[i]! + side, y[i]! + side).count) },
    ], rounds, WARM),
  }
}

function rayTask(title: string, q: Questions, world: ReturnType<typeof createWorld>, casts: Record<string, CastRay>): Task {
  const { x, y, endX, endY } = q
  const packed = new Float64Array(q.count * 4)
  for (let i = 0; i < q.count; i++) packed.set([x[i]!, y[i]!, endX[i]!, endY[i]!], i * 4)
  const fractions = (hits: HitView): number => sum(q, (i) => hits.fraction[i]!)
  const results = measure([
    { name: 'castRay', run: () => sum(q, (i) => castRay(world, x[i]!, y[i]!, endX[i]!, endY[i]!)?.fraction ?? 1) },
    { name: 'castRays (one call)', run: () => fractions(castRays(world, packed)) },
    ...Object.entries(casts).map(([name, cast]) => ({ name, run: () => sum(q, (i) => cast(x[i]!, y[i]!, endX[i]!, endY[i]!)) })),
  ], rounds, WARM)
  for (const { name, check } of results) {
    // Rapier counts in 32 bits.
    if (Math.abs(check - results[0]!.check) > 1e-4 * q.count) {
      throw new Error(`${title}: ${name} found other hits, fractions add up to ${check} and not ${results[0]!.check}`)
    }
  }
  return { title, each: q.count, results }
}

/** The rays that begin in no box: what those hit, each engine defines in its own way. */
function outside(world: ReturnType<typeof createWorld>, q: Questions): Questions {
  const kept = Array.from(q.x.keys()).filter((i) => queryPoint(world, q.x[i]!, q.y[i]!).count === 0)
  const pick = (column: Float64Array): Float64Array => Float64Array.from(kept, (i) => column[i]!)
  return { count: kept.length, x: pick(q.x), y: pick(q.y), endX: pick(q.endX), endY: pick(q.endY) }
}

async function run(): Promise<Task[]> {
  const boxes = makeStaticWorld(count)
  const Flatbush = (await loadPeer<{ default: FlatbushClass }>('flatbush')).default
  const tree = new Quadtree({ capacity: count })
  const items = Uint32Array.from({ length: count }, (_, i) => i + 1)
  let flatbush = buildFlatbush(Flatbush, boxes)
  const build = measure([
    { name: 'quadtree', run: () => { tree.build(boxes, items, count); return tree.count } },
    { name: 'flatbush', run: () => { flatbush = buildFlatbush(Flatbush, boxes); return count } },
  ], rounds, WARM)
  const world = buildWorld(boxes)
  const short = makeQuestions(boxes, asked, SHORT_RAY)
  const long = makeQuestions(boxes, asked, Infinity)
  const casts = { planck: await planckRays(boxes), rapier: await rapierRays(boxes, '@dimforge/rapier2d-compat') }
  return [
    { title: `build of ${count} boxes`, each: count, results: build },
    regionTask('regions of about ten boxes', REGION, tree, flatbush, world, short),
    regionTask('regions of about a thousand', REGION * 10.5, tree, flatbush, world, makeQuestions(boxes, Math.ceil(asked / 20), 1)),
    rayTask(`closest hit of rays of ${SHORT_RAY} m`, outside(world, short), world, casts),
    rayTask('closest hit of rays across the world', outside(world, long), world, casts),
    {
      title: 'others of ours',
      each: asked,
      results: measure([
        { name: 'queryPoint', run: () => sum(short, (i) => queryPoint(world, short.x[i]!, short.y[i]!).count) },
        { name: 'nearest, 1', run: () => sum(short, (i) => nearest(world, short.x[i]!, short.y[i]!, 1).count) },
        { name: 'nearest, 10', run: () => sum(short, (i) => nearest(world, short.x[i]!, short.y[i]!, 10).count) },
      ], rounds, WARM),
    },
  ]
}

process.send?.(await run())
