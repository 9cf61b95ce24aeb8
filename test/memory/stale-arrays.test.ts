import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashWorld } from '../../src/index.ts'
import type { Region } from '../../src/stores/memory.ts'
import type { PhysicsWorld } from '../../src/state/world.ts'
import { inner } from '../support/inner.ts'
import { addBody, buildBowl, random } from '../support/bowl.ts'
import { SOAK } from '../support/soak.ts'

/** Replaces the memory and spoils the old one: who still reads or writes there is found out. */
function moveMemory({ solver: { states: { memory } } }: PhysicsWorld): void {
  const old = memory.u8
  // The rows of the solver: what comes behind them changes its place. There is no room for so much in the buffer as it is.
  const rows = (Reflect.get(memory, 'regions') as Region[])[2]!
  const { bytes } = rows
  memory.resize(rows, bytes + old.byteLength)
  memory.resize(rows, bytes + 64)
  expect(memory.u8).not.toBe(old)
  old.fill(0xa5)
}

/** Moves the memory at each call of a method. */
function moveAt<K extends string>(physics: PhysicsWorld, owner: Record<K, (...values: never[]) => unknown>, key: K): void {
  const original = owner[key].bind(owner) as (...values: unknown[]) => unknown
  Reflect.set(owner, key, (...values: unknown[]) => {
    moveMemory(physics)
    const result = original(...values)
    moveMemory(physics)
    return result
  })
}

test('nothing keeps an array across what may replace the memory', () => {
  fc.assert(fc.property(fc.nat(), fc.integer({ min: 5, max: SOAK ? 40 : 16 }), (seed, count) => {
    const still = buildBowl(seed, count, 2)
    const moving = buildBowl(seed, count, 2)
    const [late, again] = [random(seed + 7), random(seed + 7)]
    const physics = inner(moving.physics)
    moveAt(physics, physics.collision.contacts, 'create')
    moveAt(physics, physics.solver.rows.contacts as never, 'addRun' as never)
    for (const system of moving.physics.systems) moveAt(physics, system as never, 'run')
    for (let step = 0; step < (SOAK ? 60 : 20); step++) {
      for (let i = 0; i < (step === 10 ? 30 : 0); i++) {
        addBody(still, late)
        addBody(moving, again)
      }
      still.step()
      moving.step()
      expect(hashWorld(moving.world)).toBe(hashWorld(still.world))
    }
  }), { numRuns: SOAK ? 15 : 1 })
}, 120_000)
