import { createWorld } from 'bitecs'
import { expect, test } from 'vitest'
import { addPhysics, applyForce, circle, createSnapshots, spawnBody, stepPhysics } from '../../src/index.ts'
import { KernelMemory } from '../../src/kernel/kernel-memory.ts'
import { simdKernel } from '../../src/kernel/simd-kernel.ts'
import { MemoryColumns } from '../../src/stores/memory-columns.ts'

/** Columns by hand: whatever they grow to and shrink to, they are as long as they say, hold what they held, and the rest is as at first. */
test('columns are as long as they say, also where the memory has room for that as it is', () => {
  const memory = new KernelMemory(simdKernel)
  const owner: { whole: Float32Array; short: Float64Array } = { whole: new Float32Array(0), short: new Float64Array(0) }
  const columns = new MemoryColumns(memory, 4, 0)
  columns.define(owner, 'whole', 'f32', 8, 1, 7)
  columns.define(owner, 'short', 'f64', 16, 3, 0, true)
  columns.open()
  const oracle = { whole: [7, 7, 7, 7], short: [] as number[] }
  for (let turn = 1; turn < 60; turn++) {
    const [capacity, short] = [columns.capacity, columns.shortCapacity]
    if (turn % 7 === 0) columns.shrink(capacity - 2)
    else columns.grow(capacity + (turn % 3 === 0 ? 1 : 0), Math.min(short + 1, capacity))
    while (oracle.whole.length < columns.capacity) oracle.whole.push(7)
    while (oracle.short.length < columns.shortCapacity * 3) oracle.short.push(0)
    oracle.whole.length = columns.capacity
    oracle.short.length = columns.shortCapacity * 3
    expect([[...owner.whole], [...owner.short]], `turn ${turn}`).toEqual([oracle.whole, oracle.short])
    for (const key of ['whole', 'short'] as const) oracle[key].forEach((_, i) => (owner[key][i] = oracle[key][i] = turn + i))
  }
})

test('a force that is applied to a body made after a restore is not lost', () => {
  const make = (capacity: number, bodies: number) => {
    const world = createWorld()
    const { Velocity } = addPhysics(world, { gravity: {}, capacity }).components
    const first = Array.from({ length: bodies }, (_, i) => spawnBody(world, { shape: circle(0.4), x: i }))[0]!
    return { world, Velocity, first, snapshots: createSnapshots(world) }
  }
  for (let bodies = 28; bodies < 31; bodies++) {
    const one = make(64, bodies)
    applyForce(one.world, one.first, 1, 0)
    stepPhysics(one.world, 1 / 60)
    one.snapshots.save()
    const other = make(16, 0)
    other.snapshots.fromBytes(0, one.snapshots.toBytes())
    other.snapshots.restore()
    for (let i = bodies; i < 31; i++) {
      const body = spawnBody(other.world, { shape: circle(0.4), x: i })
      applyForce(other.world, body, 100, 0)
      stepPhysics(other.world, 1 / 60)
      expect(other.Velocity.x[body], `${bodies} bodies, body ${body}`).toBeGreaterThan(1)
    }
  }
})
