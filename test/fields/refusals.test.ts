/** What cannot be used is refused by the word that was called, with the entity and what is wrong. */
import { createWorld } from 'bitecs'
import { expect, it } from 'vitest'
import {
  addFields, addPhysics, aabb, applyWind, box, buoyancyField, conveyorField, createStepper, currentField, dragField, gravityField,
  interpolate, radialField, set, setWaterSurface, spawnBody, windField,
} from '../../src/index.ts'
import { collectDebug, createDebugBuffers } from '../../src/debug/index.ts'

const world = createWorld()
const { Field } = addPhysics(world).components
addFields(world)
const body = spawnBody(world, { shape: box(1, 1) })
const wall = spawnBody(world, { shape: box(1, 1), x: 9, type: 'static' })
const lake = spawnBody(world, { shape: aabb(5, 5), y: -20, type: 'static', sensor: true, with: [set(Field, buoyancyField())] })
const row = { left: 0, spacing: 1, heights: new Float64Array(2) }

const builders = { gravityField, radialField, windField, currentField, dragField, conveyorField, buoyancyField }

it.each(Object.entries(builders))('%s without an object of options', (name, build) => {
  expect(() => build(null as never)).toThrow(`${name}: the options must be an object, got null.`)
})

it.each<[string, () => unknown, string]>([
  ['a mode that there is not', () => radialField({ strength: 1, mode: 'pull' as never }), `radialField: there is no mode 'pull'.`],
  ['wind upon nobody', () => applyWind(world, 999, 1, 0), 'applyWind: entity 999 does not exist.'],
  ['wind upon a wall', () => applyWind(world, wall, 1, 0), `applyWind: entity ${wall} is Static`],
  ['wind with a name that is none', () => applyWind(world, body, 1, 0, { darg: 1 } as never), `applyWind: there is no option 'darg'.`],
  ['wind without options', () => applyWind(world, body, 1, 0, null as never), 'applyWind: the options must be an object, got null.'],
  ['wind that sucks', () => applyWind(world, body, 1, 0, { dt: -1 }), `applyWind: drag, density and dt for entity ${body} must not be negative`],
  ['no surface', () => setWaterSurface(world, lake, undefined as never), `setWaterSurface: entity ${lake} needs`],
  ['an update that is none', () => setWaterSurface(world, lake, { ...row, update: 3 as never }), `setWaterSurface: update of entity ${lake} must be a function`],
  ['a stepper of null', () => createStepper(world, null as never), 'createStepper: the options must be an object, got null.'],
  ['poses into nothing', () => interpolate(world, 0, undefined as never), 'interpolate: out must have the columns'],
  ['a view of null', () => collectDebug(world, { view: null as never }, createDebugBuffers()), 'collectDebug: the view must be a box'],
])('%s', (_, call, text) => {
  expect(call).toThrow(text)
})
