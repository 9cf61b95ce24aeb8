// What floating costs, as processor time: node examples/run.mjs bench/fields.ts
import { addComponent, addComponents, addEntity, createWorld } from 'bitecs'
import { addFields, addPhysics, box, buoyancyField, rect, set, spawnBody, stepPhysics } from '../src/index.ts'

const DT = 1 / 60
const COUNT = 1000
const WARM = 240
const WINDOWS = 60
const STEPS = 8

/**
 * Makes boxes that never sleep: half of them under water, where they bob, or without water and gravity. Returns a function that
 * makes a step.
 */
export function makeBoxes(floating: boolean): () => void {
  const world = createWorld()
  const { components } = addPhysics(world, { capacity: 2048, allowSleep: false, gravity: { x: 0, y: floating ? -9.81 : 0 } })
  const { Field, Position, Sensor, Shape, Static, Velocity } = components
  if (floating) {
    addFields(world)
    const sea = addEntity(world)
    addComponents(world, sea, set(Position, { x: 1000, y: -50 }), Static, Sensor, set(Shape, rect(2200, 100)))
    addComponent(world, sea, set(Field, buoyancyField({ density: 2 })))
  }
  for (let i = 0; i < COUNT; i++) {
    const body = spawnBody(world, { shape: box(0.5, 0.5), x: 2 * i, y: 0.1 * Math.sin(i) })
    Velocity.angular[body] = 0.1 * Math.cos(i)
  }
  return () => stepPhysics(world, DT)
}

/** Milliseconds of processor time of a step: the best of some windows, of both in turns because the machine may be shared. */
export function timeFloating(): { readonly plain: number; readonly floating: number } {
  const steps = [makeBoxes(false), makeBoxes(true)]
  const best = [Infinity, Infinity]
  for (const step of steps) for (let i = 0; i < WARM; i++) step()
  for (let window = 0; window < WINDOWS; window++) {
    for (const [k, step] of steps.entries()) {
      const before = process.cpuUsage()
      for (let i = 0; i < STEPS; i++) step()
      const { user, system } = process.cpuUsage(before)
      best[k] = Math.min(best[k]!, (user + system) / 1000 / STEPS)
    }
  }
  return { plain: best[0]!, floating: best[1]! }
}

function report(): void {
  const { plain, floating } = timeFloating()
  console.log(`${COUNT} boxes: plain step ${plain.toFixed(3)} ms, floating ${floating.toFixed(3)} ms, more ${(floating - plain).toFixed(3)} ms`)
}

if (process.argv[1]?.endsWith('bench/fields.ts') === true) report()
