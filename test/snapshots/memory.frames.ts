/** Prints how many bytes a save and a restore leave in worlds that move, and in one in which bodies come and go. */
import { getHeapStatistics } from 'node:v8'
import { addComponents, addEntity, removeEntity, set } from 'bitecs'
import { buildScene } from '../../examples/scenes/build.ts'
import { findScene } from '../../examples/scenes/index.ts'
import { circle, createSnapshots, stepPhysics } from '../../src/index.ts'

const TURNS = 100

const collect = (globalThis as { gc?: () => void }).gc!
const used = (): number => getHeapStatistics().used_heap_size

/** @returns Bytes a turn that saving and restoring leave, between the steps of each turn. */
function measure(name: string, steps: number, busy: boolean): number {
  const { world, physics } = buildScene(findScene(name)!.create({ count: 10 }))
  for (let i = 0; i < 60; i++) stepPhysics(world, 1 / 60)
  const snapshots = createSnapshots(world, { slots: 4 })
  let bytes = 0
  const turn = (i: number): void => {
    const before = used()
    snapshots.save(i % 4)
    bytes += used() - before
    for (let k = 0; k < steps; k++) stepPhysics(world, 1 / 60)
    if (busy) {
      const ball = addEntity(world)
      addComponents(world, ball, set(physics.components.Position, { x: 0, y: 30 }), set(physics.components.Shape, circle(0.2)))
      stepPhysics(world, 1 / 60)
      removeEntity(world, ball)
    }
    const again = used()
    snapshots.restore(i % 4)
    bytes += used() - again
  }
  // Collected once, before anything is measured: each whole collection drops compiled code, and code that is not compiled boxes
  // its numbers, which read as 3,000 bytes a turn.
  collect()
  for (let i = 0; i < 500; i++) turn(i)
  const readings: number[] = []
  for (let reading = 0; reading < 3; reading++) {
    bytes = 0
    for (let i = 0; i < TURNS; i++) turn(i)
    readings.push(bytes / TURNS)
  }
  return Math.min(...readings)
}

const joints = measure('ragdolls', 1, false)
// As a child of a test it has its environment.
const whole = process.env['SOAK'] === '1' ? { moving: measure('gas', 1, false), busy: measure('box-bin', 0, true) } : {}
console.log(JSON.stringify({ joints, ...whole }))
