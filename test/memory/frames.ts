/**
 * Runs in a process of its own with the garbage collector exposed: prints how much larger the heap is after 400
 * steps of each scene, several times over, as JSON.
 */
import { addComponents, addEntity, createWorld, set } from 'bitecs'
import { buildScene } from '../../examples/scenes/build.ts'
import { findScene, scenes } from '../../examples/scenes/index.ts'
import type { SceneOptions } from '../../examples/scenes/types.ts'
import {
  addPhysics, box, distanceJoint, motorJoint, prismaticJoint, queryPairs, revoluteJoint, stepPhysics, weldJoint, wheelJoint,
} from '../../src/index.ts'
import { type Reading, STEPS, isLittle } from './bounds.ts'

declare const gc: () => void

function heap(): number {
  for (let i = 0; i < 4; i++) gc()
  return process.memoryUsage().heapUsed
}

/**
 * Growth of the heap in bytes over {@link STEPS} steps: before and after a collection, in turn. Until that is little: the
 * compiler makes notes of its own for a while, and what the steps make shows in every reading.
 */
function grown(name: string, pairs: () => number, step: () => void): Reading {
  const bytes: number[] = []
  for (let reading = 0; reading < 6; reading++) {
    const before = heap()
    for (let i = 0; i < STEPS; i++) step()
    // Before a collection: what was allocated and dropped counts too.
    const dirty = process.memoryUsage().heapUsed - before
    const kept = heap() - before
    bytes.push(dirty, kept)
    if (isLittle(name, { bytes, pairs: pairs() })) break
  }
  return { bytes, pairs: pairs() }
}

/** Sizes at which every scene takes a second or less. */
const SMALL: Readonly<Record<string, SceneOptions>> = {
  'large-pyramid': { base: 15 },
  'many-pyramids': { base: 6, rows: 3, columns: 5 },
  'circle-bin': { count: 150 },
  'box-bin': { count: 150 },
  'mixed-sizes': { count: 200 },
  'pile-up': { count: 100 },
  'mixed-shapes': { count: 120 },
  'bouncy-mixed': { count: 120 },
  'compounds-pile': { count: 40 },
  'rolling-hills': { count: 80 },
  gas: { count: 200 },
  tumbler: { count: 60 },
  terrain: { count: 60, statics: 1000 },
  sleepers: { count: 500, awake: 20 },
}

function measure(name: string, scene: string, options: SceneOptions, allowSleep: boolean, warmUp: number): Reading {
  const built = buildScene(findScene(scene)!.create(options), { capacity: 1024, ...(allowSleep ? {} : { allowSleep }) })
  const step = () => {
    built.step()
    queryPairs(built.world)
  }
  for (let i = 0; i < warmUp; i++) step()
  return grown(name, () => built.physics.stats.pairs, step)
}

/**
 * Steps until the compiler has no more to note. In the first scene it meets bodies that move; in bullets what is quick hits in
 * few steps, and code for that was still compiled, 20 kB in 400 steps, after 3,000; of elevators 28 kB after 2,800; of crane 5 to 25 kB
 * up to 5,600, and 8 bytes after 6,000; of terrain 12 kB after 3,200 where the machine is busy. Ragdolls, who are put up again every 45 steps, made for 25 to 150 kB after 800 and after
 * 4,000 steps, and for 0 to 30 kB, now and then for less than nothing, after 20,000 and after 40,000. Of the scissor lift, whose motor is
 * written in each step, 1.6 to 2.3 kB a step were dropped after 800, 1.2 to 2 kB after 4,000, and 0.8 kB after 16,000.
 */
const WARM_UP: Readonly<Record<string, number>> = { [scenes[0]!.name]: 2400, bullets: 4000, elevators: 4000, crane: 6000, terrain: 4000, ragdolls: 20_000, 'scissor-lift': 16_000 }

/** A chain of every kind of joint, which swings for good. */
function measureJoints(): Reading {
  const world = createWorld()
  const physics = addPhysics(world, { allowSleep: false })
  const { Position, Shape, Joint, Static } = physics.components
  const bodies = Array.from({ length: 100 }, (_, i) => {
    const body = addEntity(world)
    addComponents(world, body, set(Position, { x: i, y: 0 }), set(Shape, box(0.4, 0.1)), ...(i === 0 ? [Static] : []))
    return body
  })
  const spring = { hertz: 2, dampingRatio: 0.1 }
  for (let i = 1; i < bodies.length; i++) {
    const [a, b] = [bodies[i - 1]!, bodies[i]!]
    const x = i - 0.5
    const kinds = [
      () => revoluteJoint(a, b, { x, y: 0, limit: { lower: -1, upper: 1 }, motor: { speed: 1, maxTorque: 0.1 }, breakForce: 1e9 }),
      () => distanceJoint(a, b, { spring }),
      () => prismaticJoint(a, b, { x, y: 0, limit: { lower: -0.1, upper: 0.1 } }),
      () => weldJoint(a, b, { angularSpring: spring }),
      () => wheelJoint(a, b, { spring }),
      () => motorJoint(a, b, { x, y: 0, spring: { hertz: 5 }, motor: { maxForce: 1 } }),
      () => revoluteJoint(a, b, { x, y: 0 }),
    ]
    addComponents(world, addEntity(world), set(Joint, kinds[i % kinds.length]!()))
  }
  const step = () => stepPhysics(world, 1 / 60)
  for (let i = 0; i < 2000; i++) step()
  return grown('joints', () => 0, step)
}

const report: Record<string, Reading> = {}
// Everything is at rest.
report['asleep large-pyramid'] = measure('asleep large-pyramid', 'large-pyramid', { base: 8 }, true, 6000)
report['asleep sleepers'] = measure('asleep sleepers', 'sleepers', { count: 100, awake: 0 }, true, 6000)
// Every scene awake for good, or every eighth: nothing may come from bodies that move either.
for (const { name } of process.env['SOAK'] === '1' ? scenes : scenes.filter((_, i) => i % 8 === 0)) {
  const warmUp = WARM_UP[name] ?? 800
  // What these two do to their bodies before each step makes numbers and objects of the scene's own.
  if (name !== 'arena' && name !== 'platformer') report[name] = measure(name, name, SMALL[name] ?? {}, false, warmUp)
}
report['joints'] = measureJoints()
// What moves must be seen to be noticed: a step that allocates is told from one that does not.
let leak: object[] = []
report['a step that allocates'] = grown('a step that allocates', () => 0, () => {
  leak = [{ leak }.leak.length > 1 ? [] : [new Float64Array(4)]]
})
console.log(JSON.stringify(report))
