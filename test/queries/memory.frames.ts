// Run with --expose-gc by memory.test.ts: prints the bytes that a thousand queries of each kind allocate.
import { addComponents, addEntity, createWorld, set } from 'bitecs'
import { between, createRandom } from '../../examples/scenes/random.ts'
import {
  addPhysics, box, castRay, castRayAll, castRayAny, castRays, castShape, circle, distance, isTouching, nearest, polygon,
  queryContacts, queryPairs, queryPoint, queryRegion, queryShape, queryView, stepPhysics, touching,
  type BroadPhaseName,
} from '../../src/index.ts'

const world = createWorld()
const Tag = {}
const random = createRandom(1)
const { Position, Shape, Static } = addPhysics(world, { gravity: { x: 0, y: 0 }, broadPhase: process.argv[2] as BroadPhaseName }).components
for (let i = 0; i < 1500; i++) {
  const entity = addEntity(world)
  addComponents(world, entity, set(Position, { x: between(random, 0, 60), y: between(random, 0, 60) }), Tag)
  addComponents(world, entity, set(Shape, i % 2 === 0 ? circle(0.5) : box(0.5, 0.4)))
  if (i % 3 !== 0) addComponents(world, entity, Static)
}
for (let i = 0; i < 3; i++) stepPhysics(world, 1 / 60)

const round = circle(2)
const corners = polygon([{ x: 0, y: 0 }, { x: 2, y: 0 }, { x: 1, y: 2 }])
const rays = Float64Array.from({ length: 40 }, () => between(random, 0, 60))
const filter = { mask: 1, terms: [Tag], exclude: [1, 2] }
let seen = 0

// Whole numbers, so that the caller's own arguments need no memory.
const kinds: Record<string, (i: number) => void> = {
  queryPoint: (i) => { seen += queryPoint(world, i % 60, 30).count },
  queryPointFiltered: (i) => { seen += queryPoint(world, i % 60, 30, filter).count },
  queryRegion: (i) => { seen += queryRegion(world, i % 60, 10, (i % 60) + 6, 14).count },
  queryView: (i) => { seen += queryView(world, i % 30, 0, (i % 30) + 30, 30).count },
  queryShape: (i) => { seen += queryShape(world, round, i % 60, 20, 1).count },
  queryShapePolygon: (i) => { seen += queryShape(world, corners, i % 60, 20, 1).count },
  castRay: (i) => { seen += castRay(world, i % 60, 0, 60 - (i % 60), 60)?.entity ?? 0 },
  castRayAny: (i) => { seen += castRayAny(world, i % 60, 0, 60 - (i % 60), 60) ? 1 : 0 },
  castRayAll: (i) => { seen += castRayAll(world, i % 60, 0, 60 - (i % 60), 60).count },
  castRays: () => { seen += castRays(world, rays).count },
  castShape: (i) => { seen += castShape(world, round, i % 60, -5, 0, 3, 60)?.entity ?? 0 },
  nearest: (i) => { seen += nearest(world, i % 60, 20, 4).count },
  distance: (i) => { seen += distance(world, 1 + (i % 700), 800)!.distance },
  touching: (i) => { seen += touching(world, 1 + (i % 1500)).count + queryContacts(world, 1 + (i % 1500)).count },
  isTouching: (i) => { seen += isTouching(world, 1 + (i % 1500), 5) ? 1 : 0 },
  queryPairs: () => { seen += queryPairs(world, [Tag], [Tag]).count },
}

const report: Record<string, number> = {}
for (const [name, ask] of Object.entries(kinds)) {
  for (let i = 0; i < 3000; i++) ask(i)
  globalThis.gc!()
  const before = process.memoryUsage().heapUsed
  for (let i = 0; i < 1000; i++) ask(i)
  report[name] = Math.round((process.memoryUsage().heapUsed - before) / 1000)
}
if (seen === 0) throw new Error('nothing was found')
console.log(JSON.stringify(report))
