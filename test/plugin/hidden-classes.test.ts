import { setFlagsFromString } from 'node:v8'
import { createWorld } from 'bitecs'
import { expect, test } from 'vitest'
import { type Physics, addPhysics, rect, spawnBody, stepPhysics } from '../../src/index.ts'
import { innerOf } from '../../src/state/registry.ts'

setFlagsFromString('--allow-natives-syntax')
const haveSameClass = new Function('a', 'b', 'return %HaveSameMap(a, b)') as (a: unknown, b: unknown) => boolean
const isDictionary = new Function('a', 'return !%HasFastProperties(a)') as (a: unknown) => boolean

function made(): Physics {
  const world = createWorld()
  const physics = addPhysics(world)
  spawnBody(world, { shape: rect(1, 1) })
  stepPhysics(world, 1 / 60)
  // From here on they are plain properties.
  void physics.components.Shape.radius
  void physics.components.Material.friction
  return physics
}

/** Whether V8 takes them for objects of one kind, all the way down; otherwise the path to what is different. */
function differenceOf(one: object, other: object, path: string): string {
  if (!haveSameClass(one, other) || isDictionary(other)) return path
  if (ArrayBuffer.isView(one)) return ''
  for (const [key, { value }] of Object.entries(Object.getOwnPropertyDescriptors(one))) {
    if (typeof value !== 'object' || value === null) continue
    const found = differenceOf(value as object, other[key as keyof typeof other] as object, `${path}.${key}`)
    if (found !== '') return found
  }
  return ''
}

// Levels are started again: what was compiled for the first world would be thrown away, and the numbers of the others be in dictionaries.
test('the stores of all worlds of a process have the same hidden classes', () => {
  const first = made(), second = made()
  expect(differenceOf(first.components, second.components, 'components')).toBe('')
  expect(differenceOf(innerOf(first).stores, innerOf(second).stores, 'stores')).toBe('')
  expect(haveSameClass(first.settings, second.settings) && !isDictionary(second.settings)).toBe(true)
  expect(haveSameClass(first, second) && !isDictionary(second)).toBe(true)
})
