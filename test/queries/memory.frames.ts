// Run with --expose-gc by memory.test.ts: prints the bytes that a query of each kind allocates.
import { Not, addComponents, addEntity, createWorld, set } from 'bitecs'
import { between, createRandom } from '../../examples/scenes/random.ts'
import { BROAD_PHASES, type BroadPhaseName } from '../../examples/broad-phases.ts'
import {
  EntityBuffer, HitBuffer, addPhysics, bodyOf, box, capsule, castRay, castRayAll, castRayAny, castRays, castShape, circle,
  createDistance, createHit, distance, isTouching, nearest, polygon, queryContacts, queryPairs, queryPoint, queryRegion,
  queryShape, queryView, segment, stepPhysics, touching,
} from '../../src/index.ts'

/** What is not compiled after these is during the rounds. */
const WARM = 4000
const COUNTED = 8_000
/** Asked after each collection and not counted: what V8 sets up anew once, 3 to 140 kB, however many follow. */
const FIRST = 200
/** Code that is seldom run is compiled late (what a sensor touches is looked at 800 times a round): the first round that is good enough, of so many. */
const ROUNDS = 100
const ENOUGH = 0.5

const world = createWorld()
const [Tag, Other] = [{}, {}]
const random = createRandom(1)
const { Position, Rotation, Shape, Static, Sensor } = addPhysics(world, { gravity: { x: 0, y: 0 }, broadPhase: BROAD_PHASES[process.argv[2] as BroadPhaseName] }).components
const corners = polygon([{ x: 0, y: 0 }, { x: 2, y: 0 }, { x: 1, y: 2 }])
/** No body has it: its record is made for each query anew. */
const lone = polygon([{ x: 0, y: 0 }, { x: 2, y: 0.3 }, { x: 1, y: 1.7 }, { x: 0.2, y: 1.1 }], 0.15)
const shapes = [circle(0.5), box(0.5, 0.4), capsule(0.4, 0.2), corners, segment(0, 0, 1, 0.5)]
for (let i = 0; i < 600; i++) {
  const entity = addEntity(world)
  addComponents(world, entity, set(Position, { x: between(random, 0, 40), y: between(random, 0, 40) }), Tag)
  addComponents(world, entity, set(Rotation, { angle: i % 4 === 0 ? 0 : random() }), set(Shape, shapes[i % 5]!))
  if (i % 3 !== 0 || i % 5 === 4) addComponents(world, entity, Static)
  if (i % 17 === 0) addComponents(world, entity, Sensor)
}
for (let i = 0; i < 3; i++) stepPhysics(world, 1 / 60)

const disc = circle(2)
const rays = Float64Array.from({ length: 40 }, () => between(random, 0, 40))
const filter = { mask: 3, category: 1, terms: [Tag], exclude: [1, 2] }
const picky = { exclude: 1, includeSensors: true, predicate: (entity: number) => entity % 2 === 0 }
const entities = new EntityBuffer(600)
const hits = new HitBuffer(600)
const hit = createHit()
const far = createDistance()

/** Where each question is asked: numbers with fractions, in arrays, so that reading them needs no memory. */
const places = 512
const x = Float64Array.from({ length: places }, () => between(random, 0, 40))
const y = Float64Array.from({ length: places }, () => between(random, 0, 40))
const tags = [Tag]
const others = [Tag, Not(Other)]
let seen = 0

/** Each asks about place `i` and returns a whole number. */
const kinds: Record<string, (i: number) => number> = {
  queryPoint: (i) => queryPoint(world, x[i]!, y[i]!).count,
  queryPointFiltered: (i) => queryPoint(world, x[i]!, y[i]!, filter, entities).count,
  queryPointPicky: (i) => queryPoint(world, x[i]!, y[i]!, picky, entities).count,
  queryRegion: (i) => queryRegion(world, x[i]!, y[i]!, x[i]! + 6, y[i]! + 4).count,
  queryRegionFiltered: (i) => queryRegion(world, x[i]!, y[i]!, x[i]! + 6, y[i]! + 4, filter, entities).count,
  queryRegionWide: (i) => queryRegion(world, x[i]! - 20, y[i]! - 20, x[i]! + 20, y[i]! + 20, null, entities).count,
  queryView: (i) => queryView(world, x[i]!, y[i]!, x[i]! + 6, y[i]! + 4).count,
  queryViewWide: (i) => queryView(world, x[i]! - 20, y[i]! - 20, x[i]! + 20, y[i]! + 20, null, entities).count,
  queryShape: (i) => queryShape(world, disc, x[i]!, y[i]!, 0.5).count,
  queryShapePolygon: (i) => queryShape(world, corners, x[i]!, y[i]!, x[i]!, filter, entities).count,
  queryShapeLone: (i) => queryShape(world, lone, x[i]!, y[i]!, x[i]!).count,
  castRay: (i) => castRay(world, x[i]!, y[i]!, y[i]!, x[i]!)?.entity ?? 0,
  castRayFiltered: (i) => castRay(world, x[i]!, y[i]!, y[i]!, x[i]!, filter, hit)?.entity ?? 0,
  castRayPicky: (i) => castRay(world, x[i]!, y[i]!, y[i]!, x[i]!, picky, hit)?.entity ?? 0,
  castRayAny: (i) => (castRayAny(world, x[i]!, y[i]!, y[i]!, x[i]!) ? 1 : 0),
  castRayAll: (i) => castRayAll(world, x[i]!, y[i]!, y[i]!, x[i]!).count,
  castRayAllFiltered: (i) => castRayAll(world, x[i]!, y[i]!, y[i]!, x[i]!, filter, hits).count,
  castRays: () => castRays(world, rays).count,
  castShape: (i) => castShape(world, disc, x[i]!, -5, 0, y[i]! - x[i]!, 40)?.entity ?? 0,
  castShapePolygon: (i) => castShape(world, corners, x[i]!, y[i]!, y[i]!, y[i]! - x[i]!, 40, filter, hit)?.entity ?? 0,
  castShapeLone: (i) => castShape(world, lone, x[i]!, y[i]!, y[i]!, y[i]! - x[i]!, 40)?.entity ?? 0,
  nearest: (i) => nearest(world, x[i]!, y[i]!, 4).count,
  nearestFiltered: (i) => nearest(world, x[i]!, y[i]!, 4, x[i]!, filter, hits).count,
  nearestPicky: (i) => nearest(world, x[i]!, y[i]!, 1, x[i]!, picky, hits).count,
  distance: (i) => (distance(world, 1 + i, 600, null, far) === null ? 0 : 1),
  touching: (i) => touching(world, 1 + i).count,
  queryContacts: (i) => queryContacts(world, 1 + i).count,
  isTouching: (i) => (isTouching(world, 1 + i, 600) ? 1 : 0),
  distanceFiltered: (i) => (distance(world, 1 + i, 600, filter, far) === null ? 0 : 1),
  touchingFiltered: (i) => touching(world, 1 + i, filter, entities).count,
  touchingPicky: (i) => touching(world, 1 + i, picky, entities).count,
  queryContactsFiltered: (i) => queryContacts(world, 1 + i, filter).count,
  queryContactsPicky: (i) => queryContacts(world, 1 + i, picky).count,
  isTouchingFiltered: (i) => (isTouching(world, 1 + i, 600, filter) ? 1 : 0),
  bodyOf: (i) => bodyOf(world, 1 + i),
  queryPairs: () => queryPairs(world).count,
  queryPairsOfTerms: () => queryPairs(world, tags, others).count,
  queryPairsFiltered: () => queryPairs(world, tags, undefined, filter).count,
  queryPairsPicky: () => queryPairs(world, undefined, undefined, picky).count,
}

/** A loop for each kind, made anew: one for all would call every kind from the same place, and be compiled for none. */
function loopOf(ask: (i: number) => number): (count: number) => number {
  const make = new Function('ask', 'places', 'return (count) => { let sum = 0; for (let i = 0; i < count; i++) sum += ask(i % places); return sum }')
  return (make as (...args: unknown[]) => (count: number) => number)(ask, places)
}

const loops = Object.entries(kinds).map(([name, ask]) => ({ name, loop: loopOf(ask) }))
for (const { loop } of loops) seen += loop(WARM)
const report: Record<string, number> = {}
for (const { name, loop } of loops) {
  let least = Infinity
  for (let round = 0; round < ROUNDS && least > ENOUGH; round++) {
    globalThis.gc!()
    seen += loop(FIRST)
    const before = process.memoryUsage().heapUsed
    seen += loop(COUNTED)
    least = Math.min(least, (process.memoryUsage().heapUsed - before) / COUNTED)
  }
  report[name] = least
}
if (seen === 0) throw new Error('nothing was found')
console.log(JSON.stringify(report))
