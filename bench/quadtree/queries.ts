// Region queries of a whole world of static boxes beside flatbush.
//   node examples/run.mjs bench/quadtree/queries.ts [count]
import { addComponents, addEntity, createWorld, set } from 'bitecs'
import Flatbush from '../node_modules/flatbush/index.js'
import { addPhysics, box, EntityBuffer, queryRegion, queryView, stepPhysics } from '../../src/index.ts'
import { measure, print } from './measure.ts'
import { mulberry } from './scenes.ts'

const count = Number(process.argv[2] ?? 100000)
const queries = 20000
const next = mulberry(99)
const size = Math.sqrt(count * 10)
const world = createWorld()
const { Position, Shape, Static } = addPhysics(world, { capacity: count + 1 }).components
const flat = new Flatbush(count)
for (let i = 0; i < count; i++) {
  const entity = addEntity(world)
  const x = next() * size, y = next() * size
  const halfX = 0.25 + 0.5 * next(), halfY = 0.25 + 0.5 * next()
  addComponents(world, entity, set(Position, { x, y }), set(Shape, box(halfX, halfY)), Static)
  flat.add(x - halfX, y - halfY, x + halfX, y + halfY)
}
flat.finish()
stepPhysics(world, 1 / 60)
const qx = Float64Array.from({ length: queries }, () => next() * size)
const qy = Float64Array.from({ length: queries }, () => next() * size)
const out = new EntityBuffer(4000)
const ask = {
  region: (w: number) => { let n = 0; for (let q = 0; q < queries; q++) n += queryRegion(world, qx[q]!, qy[q]!, qx[q]! + w, qy[q]! + w, null, out).count; return n },
  view: (w: number) => { let n = 0; for (let q = 0; q < queries; q++) n += queryView(world, qx[q]!, qy[q]!, qx[q]! + w, qy[q]! + w, out).count; return n },
  flatbush: (w: number) => { let n = 0; for (let q = 0; q < queries; q++) n += flat.search(qx[q]!, qy[q]!, qx[q]! + w, qy[q]! + w).length; return n },
}
for (const w of [9, 30]) {
  print(`${count} static boxes, regions of ${w} x ${w}`, measure([
    { name: 'flatbush', run: () => ask.flatbush(w) },
    { name: 'queryRegion', run: () => ask.region(w) },
    { name: 'queryView', run: () => ask.view(w) },
  ], 11, 4), queries)
}
