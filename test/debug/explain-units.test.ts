import { addComponents, addEntity, createWorld, set } from 'bitecs'
import { expect, test } from 'vitest'
import { UnitsReason, explainUnits } from '../../src/debug/index.ts'
import { addPhysics, capsule, circle, isSleeping, rect, spawnBody, stepPhysics } from '../../src/index.ts'

/** A world in which bodies of these diameters fall; the ground does not count. */
function worldOf(diameters: readonly number[], lengthUnit = 1) {
  const world = createWorld()
  addPhysics(world, { lengthUnit })
  spawnBody(world, { shape: rect(5000, 5000), y: -6000, type: 'static' })
  spawnBody(world, { shape: rect(3000, 10), y: 6000, type: 'kinematic' })
  diameters.forEach((d, i) => spawnBody(world, { shape: circle(d / 2), x: i * 100 }))
  stepPhysics(world, 1 / 60)
  return world
}

test('pixels without lengthUnit are found, and what is told mends them', () => {
  const { reason, text, size, lengthUnit } = explainUnits(worldOf([36, 40, 44]))
  expect({ reason, size, lengthUnit }).toEqual({ reason: UnitsReason.Large, size: 40, lengthUnit: 40 })
  expect(text).toBe(
    'Half of the 3 dynamic bodies are 40 or larger, which is 40 m with a lengthUnit of 1: they fall as in slow motion. ' +
      'If 40 of your units are about a meter, set lengthUnit to 40, as for pixels.',
  )
  expect(explainUnits(worldOf([36, 40, 44], lengthUnit))).toMatchObject({ reason: UnitsReason.Fine, size: 40, lengthUnit })
})

test('the middle one counts: a house among crates is no mistake', () => {
  expect(explainUnits(worldOf([90, 1, 1.5]))).toMatchObject({ reason: UnitsReason.Fine, size: 1.5, lengthUnit: 1 })
})

test('bodies of millimeters are too small', () => {
  expect(explainUnits(worldOf([0.008, 0.012, 0.02]))).toMatchObject({ reason: UnitsReason.Small, size: expect.closeTo(0.012, 12), lengthUnit: 0.01 })
})

test('without bodies there is nothing to say', () => {
  expect(explainUnits(worldOf([]))).toEqual({ reason: UnitsReason.NoBodies, text: 'No step has seen a dynamic body yet.', size: 0, lengthUnit: 1 })
  expect(() => explainUnits(createWorld())).toThrow('explainUnits')
})

test('sleepers count, and all parts of a body', () => {
  const world = createWorld()
  const { Shape, Collider } = addPhysics(world).components
  spawnBody(world, { shape: rect(100, 2), y: -1, type: 'static' })
  const body = spawnBody(world, { shape: circle(0.5), y: 0.5 })
  for (let i = 0; i < 120; i++) stepPhysics(world, 1 / 60)
  expect(isSleeping(world, body)).toBe(true)
  expect(explainUnits(world).size).toBeCloseTo(1, 12)
  const arm = addEntity(world)
  addComponents(world, arm, set(Shape, capsule(1, 0.25)), set(Collider, { body, y: 4 }))
  stepPhysics(world, 1 / 60)
  // From 0.5 below the middle to 4 + 0.25 above it, but for what it turned in a step; the capsule is lying.
  expect(explainUnits(world).size).toBeCloseTo(4.75, 2)
})
