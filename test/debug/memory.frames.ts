/** Prints how many bytes a collection allocates, by what is collected. Runs in a process of its own, as a bundle. */
import { type World, createWorld } from 'bitecs'
import { buildScene } from '../../examples/scenes/build.ts'
import { findScene } from '../../examples/scenes/index.ts'
import { type DebugOptions, collectDebug, createDebugBuffers, debugText } from '../../src/debug/index.ts'
import { addPhysics, box, circle, spawnBody, stepPhysics } from '../../src/index.ts'

declare const gc: () => void

const WARM = 1500
const COUNTED = 200
const ROUNDS = 8
const ENOUGH = 20

/** Queries and nodes are looked at apart: where a ray hits is boxed for those who record it, and so are the corners of nodes. */
const LAYERS = [
  'axes', 'velocities', 'centers', 'contacts', 'forces', 'friction', 'boxes', 'islands', 'sensors', 'oneWay', 'chainNormals', 'ids', 'numbers',
  'disabled', 'queries',
] as const

function scene(name: string, steps: number) {
  const built = buildScene(findScene(name)!.create({}))
  for (let i = 0; i < steps; i++) built.step()
  return built
}

/** 20,000 boxes that hang in the air, of which a view shows a few hundred. */
function hang(): World {
  const world = createWorld()
  addPhysics(world, { gravity: { x: 0, y: 0 }, capacity: 20_100 })
  for (let i = 0; i < 20_000; i++) spawnBody(world, { shape: i % 2 === 0 ? box(0.4, 0.3) : circle(0.4), x: 1.5 * (i % 200), y: 1.5 * Math.floor(i / 200), angle: i })
  for (let i = 0; i < 5; i++) stepPhysics(world, 1 / 60)
  return world
}

const dolls = scene('ragdolls', 60)
const sensing = scene('sensors', 120)
const view = { minX: -20.3, minY: -5.7, maxX: 20.1, maxY: 30.9 }
const out = createDebugBuffers()
let seen = 0

const scenes = [dolls.world, sensing.world]
const crowd = [hang()]
let worlds = scenes

function collect(options: DebugOptions): void {
  for (const world of worlds) {
    collectDebug(world, options, out)
    seen += out.lines.count + out.triangles.count
    for (let i = 0; i < out.labels.count; i++) seen += debugText(out.labels, i).length
  }
}

const looks: Record<string, DebugOptions> = {
  most: { view, ...Object.fromEntries(LAYERS.map((layer) => [layer, true])) },
  everywhere: Object.fromEntries(LAYERS.map((layer) => [layer, true])),
  crowd: { view, ...Object.fromEntries(LAYERS.map((layer) => [layer, true])) },
}

/** A loop for each, made anew: one for all would be compiled for none. */
function loopOf(options: DebugOptions): (count: number) => void {
  const make = new Function('collect', 'options', 'return (count) => { for (let i = 0; i < count; i++) collect(options) }')
  return (make as (...args: unknown[]) => (count: number) => void)(collect, options)
}

const report: Record<string, number> = {}
for (const [name, options] of Object.entries(looks)) {
  const loop = loopOf(options)
  worlds = name === 'crowd' ? crowd : scenes
  loop(WARM)
  let least = Infinity
  for (let round = 0; round < ROUNDS && least > ENOUGH; round++) {
    gc()
    loop(20)
    const before = process.memoryUsage().heapUsed
    loop(COUNTED)
    least = Math.min(least, (process.memoryUsage().heapUsed - before) / (2 * COUNTED))
  }
  report[name] = Math.round(least)
  if (seen === 0) throw new Error(`nothing was drawn of ${name}`)
  seen = 0
}
console.log(JSON.stringify(report))
