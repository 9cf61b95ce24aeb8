import { addEntity, createWorld } from 'bitecs'
import { describe, expect, test } from 'vitest'
import * as api from '../../src/index.ts'
import { type Physics, addPhysics, getPhysics, removePhysics, resolve, stepPhysics } from '../../src/index.ts'
import { TestWorld } from '../support/worlds.ts'

const KEYS = ['components', 'events', 'hooks', 'profiling', 'settings', 'stats', 'systems', 'timings']

describe('the face of physics', () => {
  test('has what users need and nothing else', () => {
    const physics = addPhysics(createWorld())
    const all: string[] = []
    for (const key in physics) all.push(key)
    expect(all.sort()).toEqual(KEYS)
    expect(Object.keys(physics).sort()).toEqual(KEYS)
    expect(Object.getOwnPropertySymbols(physics)).toEqual([])
    expect(Object.keys(api).filter((name) => name.endsWith('World'))).toEqual(['hashWorld'])
  })

  test('is the same wherever one gets it', () => {
    const t = new TestWorld()
    const given: Physics[] = []
    t.ball(0, 0)
    t.physics.systems.push({ name: 'Mine', run: (physics) => given.push(physics) })
    t.physics.systems.unshift({ name: 'First', run: (physics) => given.push(physics) })
    t.step()
    expect(given.length).toBe(2)
    for (const physics of [...given, getPhysics(t.world), removePhysics(t.world)]) expect(physics).toBe(t.physics)
    expect(getPhysics(t.world)).toBe(undefined)
  })

  test('lets only profiling be replaced', () => {
    const physics = addPhysics(createWorld()) as unknown as Record<string, unknown>
    for (const key of KEYS.filter((name) => name !== 'profiling')) {
      const before = physics[key]
      expect(() => { physics[key] = {} }, key).toThrow(TypeError)
      expect(physics[key]).toBe(before)
    }
    physics.profiling = true
    expect(physics.profiling).toBe(true)
  })

  test('shows the timings of the last step, of however many systems', () => {
    const t = new TestWorld()
    for (let i = 0; i < 20; i++) t.physics.systems.push({ name: `Mine ${i}`, run: () => addEntity(t.world) })
    t.physics.profiling = true
    t.step()
    expect(t.physics.timings.length).toBeGreaterThanOrEqual(27)
    expect(t.physics.timings.some((time) => time > 0)).toBe(true)
  })

  test('an exported system refuses what is no physics, and says what to give it', () => {
    const t = new TestWorld()
    expect(() => resolve({ ...t.physics })).toThrow(/no physics of a world. Take it from addPhysics or getPhysics/)
    stepPhysics(t.world, 1 / 60)
  })
})
