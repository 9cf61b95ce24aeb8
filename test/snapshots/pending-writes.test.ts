import { createWorld } from 'bitecs'
import { expect, test } from 'vitest'
import { type Physics, addPhysics, box, createSnapshots, hashWorld, rect, spawnBody, stepPhysics } from '../../src/index.ts'

const WRITES: Record<string, (physics: Physics, body: number) => void> = {
  'Material.friction': ({ components: { Material } }, body) => (Material.friction[body] = 0),
  'Shape.halfWidth': ({ components: { Shape } }, body) => (Shape.halfWidth[body] = 0.8),
  'Mass.mass': ({ components: { Mass } }, body) => (Mass.mass[body] = 7),
}

function slide() {
  const world = createWorld()
  const physics = addPhysics(world, { gravity: { x: 0, y: -10 } })
  return { world, physics }
}

// In the world that puts it back nobody has asked for the arrays, so that nothing would be looked for.
test.each(Object.entries(WRITES))('what was written to %s and not taken in yet is in a file, for other worlds too', (_, write) => {
  const one = slide()
  spawnBody(one.world, { type: 'static', shape: box(30, 1), y: -1 })
  const body = spawnBody(one.world, { shape: rect(1, 1), y: 0.5, velocity: { x: 5, y: 0 } })
  for (let i = 0; i < 10; i++) stepPhysics(one.world, 1 / 60)
  write(one.physics, body)
  const kept = createSnapshots(one.world)
  kept.save()
  const bytes = kept.toBytes()
  const two = slide()
  const other = createSnapshots(two.world)
  other.fromBytes(0, bytes)
  other.restore()
  for (let i = 0; i < 60; i++) {
    stepPhysics(one.world, 1 / 60)
    stepPhysics(two.world, 1 / 60)
    expect(hashWorld(two.world), `step ${i}`).toBe(hashWorld(one.world))
  }
})

test('what is written to the buffers of an allocator is seen, though nobody asks for the arrays', () => {
  const run = (through: boolean): number => {
    const buffers: ArrayBuffer[] = []
    const world = createWorld()
    const { components } = addPhysics(world, { gravity: { x: 0, y: -10 }, capacity: 64, allocate: (bytes) => (buffers[buffers.push(new ArrayBuffer(bytes)) - 1]!) })
    spawnBody(world, { type: 'static', shape: box(30, 1), y: -1 })
    const body = spawnBody(world, { shape: rect(1, 1), y: 0.5, velocity: { x: 5, y: 0 }, material: { friction: 0.25 } })
    stepPhysics(world, 1 / 60)
    if (through) for (const buffer of buffers) {
      const numbers = new Float64Array(buffer, 0, buffer.byteLength >> 3)
      if (numbers[body] === 0.25) numbers[body] = 0
    } else components.Material.friction[body] = 0
    for (let i = 0; i < 60; i++) stepPhysics(world, 1 / 60)
    return components.Position.x[body]!
  }
  expect(run(true)).toBe(run(false))
  expect(run(true)).toBeGreaterThan(4.5)
})
