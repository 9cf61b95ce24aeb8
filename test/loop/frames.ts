/** Prints by how many bytes a frame of a loop grows the heap while 500 balls move; runs in a process of its own. */
import { createDrawnPoses, createStepper, interpolate, setVelocity } from '../../src/index.ts'
import { TestWorld } from '../support/worlds.ts'

declare const gc: () => void

const FRAMES = 1000
/** Bytes a frame that are as few as one asks for: numbers that are boxed a few times, not one for each of the 500 bodies. */
const QUIET = 200

function heap(): number {
  for (let i = 0; i < 4; i++) gc()
  return process.memoryUsage().heapUsed
}

/** The smallest of some readings: the compiler makes notes of its own now and then. */
function grown(leaks: boolean): number {
  const t = new TestWorld({ gravity: { x: 0, y: 0 }, allowSleep: false })
  for (let i = 0; i < 500; i++) setVelocity(t.world, t.ball((i % 25) * 20, Math.floor(i / 25) * 20), 1, 0.5, 1)
  const stepper = createStepper(t.world, { dt: 1 / 30 })
  const drawn = createDrawnPoses()
  const kept: number[][] = []
  const frame = (): void => {
    interpolate(t.world, stepper.advance(1 / 144), drawn)
    if (leaks) kept[0] = Array.from(drawn.x.subarray(0, 100))
  }
  for (let i = 0; i < 4000; i++) frame()
  const readings: number[] = []
  for (let reading = 0; reading < 5; reading++) {
    const before = heap()
    for (let i = 0; i < FRAMES; i++) frame()
    readings.push((process.memoryUsage().heapUsed - before) / FRAMES)
    if (readings[reading]! < QUIET) break
  }
  return Math.min(...readings)
}

console.log(JSON.stringify([grown(false), grown(true)]))
