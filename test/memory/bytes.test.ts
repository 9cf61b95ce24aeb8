import { addComponents, addEntity, createWorld, removeEntity, set } from 'bitecs'
import { expect, test } from 'vitest'
import { addPhysics, circle, spawnBody, stepPhysics, type Physics } from '../../src/index.ts'
import { inner } from '../support/inner.ts'

const COUNT = 10_000

/** Circles in a square grid, after five steps. */
function gridOf(pitch: number): Physics {
  const world = createWorld()
  const physics = addPhysics(world, { gravity: { x: 0, y: 0 }, capacity: COUNT + 1, allowSleep: false })
  const { Position, Velocity, Shape } = physics.components
  for (let i = 0; i < COUNT; i++) {
    addComponents(world, addEntity(world), set(Position, { x: (i % 100) * pitch, y: Math.floor(i / 100) * pitch }), Velocity, set(Shape, circle(0.5)))
  }
  for (let i = 0; i < 5; i++) stepPhysics(world, 1 / 60)
  return physics
}

/**
 * Bytes of all buffers that can be reached from what the engine knows of a world. Behind the last region of the kernel's
 * memory nothing was ever written, so no memory was given for it.
 */
function bytesOf(physics: Physics): number {
  const { memory } = inner(physics).solver.states
  const seen = new Set<object>()
  const waiting: object[] = [inner(physics)]
  let bytes = 0
  while (waiting.length > 0) {
    const item = waiting.pop()!
    if (seen.has(item)) continue
    seen.add(item)
    // The memory of the kernel may be met by itself, before any array on it.
    if (item instanceof ArrayBuffer) bytes += item === memory.u8.buffer ? memory.bytes : item.byteLength
    if (ArrayBuffer.isView(item)) {
      waiting.push(item.buffer)
      continue
    }
    for (const key of Reflect.ownKeys(item)) {
      // What bitECS has is not counted. Of components that are only asked for their arrays there is nothing to be asked: that makes room.
      const value: unknown = key === 'ecs' ? null : Object.getOwnPropertyDescriptor(item, key)!.value
      if (typeof value === 'object' && value !== null) waiting.push(value)
    }
  }
  return bytes
}

test('a body takes less than 800 bytes, and a circle that touches four others 500 for each', { timeout: 60_000 }, () => {
  const far = gridOf(3)
  const apart = bytesOf(far)
  expect(apart).toBeGreaterThan(inner(far).solver.states.memory.bytes)
  const touching = gridOf(1)
  const { contacts } = touching.stats
  expect(contacts).toBe(19_800)
  expect(apart / COUNT).toBeLessThan(800)
  expect((bytesOf(touching) - apart) / contacts).toBeLessThan(500)
})

test('where all moves, what comes and goes leaves nothing behind', () => {
  const world = createWorld()
  const physics = addPhysics(world)
  const spawn = (i: number): number => spawnBody(world, { shape: circle(0.2), x: i % 400, y: i % 3, velocity: { x: 20 * ((i % 2) - 0.5), y: 5 } })
  const bodies = Array.from({ length: 300 }, (_, i) => spawn(i))
  const play = (steps: number): number => {
    for (let step = 0; step < steps; step++) {
      for (let k = 0; k < 10; k++) {
        const i = (step * 10 + k) % bodies.length
        removeEntity(world, bodies[i]!)
        bodies[i] = spawn(i)
      }
      stepPhysics(world, 1 / 60)
    }
    return bytesOf(physics)
  }
  const before = play(100)
  expect(play(500) - before).toBeLessThan(1000)
})
