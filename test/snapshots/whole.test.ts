import { expect, it } from 'vitest'
import { buildScene } from '../../examples/scenes/build.ts'
import { findScene } from '../../examples/scenes/index.ts'
import { interpolate, createDrawnPoses } from '../../src/index.ts'
import { listWorld } from '../../src/snapshots/world-state.ts'
import type { StateList } from '../../src/stores/state-list.ts'
import { inner } from '../support/inner.ts'

/** What is no state of the world: what made it, what it says to users, and where its numbers lie. (The history has an owner of its own in the list.) */
const APART = /^physics\.(ecs|columns|shared|rare|presence|face|own|tolerances|eventBuffers|running|farewells|extras|version|provided|hooks|solver\.history)$/

/** Room, and what is about it: not what is in it. */
const ROOM = new Set(['capacity', 'shortCapacity', 'region', 'memory', 'columns', 'shared', 'pushing', 'parts', 'held', 'lineColumns', 'allColumns', 'targets', 'lengthUnit'])

/** Set within a step and the same again after it, whatever it was before. */
const TRANSIENT = /^physics\.(phase|phaseOutside|lifecycle\.(changes|ownEntity))$/

/** Everything below a world that holds numbers and is not accounted for. */
function findUnlisted(physics: object, list: StateList): string[] {
  const listed = new Map<object, Set<string>>()
  for (const { owner, key } of [...list.arrays, ...list.fields, ...list.indices, ...list.objects]) {
    listed.set(owner, (listed.get(owner) ?? new Set()).add(key))
  }
  const seen = new Set<object>()
  const missing: string[] = []
  const walk = (object: object, path: string): void => {
    if (seen.has(object) || list.isPassedOver(object)) return
    seen.add(object)
    for (const [key, value] of Object.entries(object) as [string, unknown][]) {
      const at = `${path}.${key}`
      if (ROOM.has(key) || APART.test(at) || TRANSIENT.test(at) || listed.get(object)?.has(key) || list.isScratch(object, key)) continue
      const isArray = ArrayBuffer.isView(value) || (Array.isArray(value) && value.every((one) => typeof one === 'number'))
      if (isArray || typeof value === 'number' || typeof value === 'boolean') missing.push(at)
      else if (typeof value === 'object' && value !== null) walk(value, at)
    }
  }
  walk(physics, 'physics')
  return missing
}

it('every array and number below a world is listed as state, or as scratch', () => {
  const built = buildScene(findScene('ragdolls')!.create({ count: 30 }))
  interpolate(built.world, 0, createDrawnPoses())
  for (let i = 0; i < 30; i++) built.step()
  const physics = inner(built.physics)
  const list = listWorld(physics, () => 1)
  expect(findUnlisted(physics, list)).toEqual([])
  // And the walk does find what is new.
  Reflect.set(physics.bodies, 'added', new Float64Array(3))
  Reflect.set(physics.sleep, 'counted', 7)
  expect(findUnlisted(physics, list)).toEqual(['physics.sleep.counted', 'physics.bodies.added'])
})

it('no two things of the state have the same name', () => {
  const physics = inner(buildScene(findScene('ragdolls')!.create({ count: 3 })).physics)
  const list = listWorld(physics, () => 1)
  const names = [...list.arrays, ...list.fields, ...list.objects].map(({ name }) => name)
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
  expect(names.length).toBeGreaterThan(150)
})
