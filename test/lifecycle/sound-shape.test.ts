import { createWorld } from 'bitecs'
import { expect, test } from 'vitest'
import { LEAST_MASS } from '../../components/limits.ts'
import { addPhysics, circle, markChanged, polygon, spawnBody, stepPhysics } from '../../src/index.ts'

const RADIUS = 0.005

/** The first step with a body whose radius was written after it was set, behind one of a world with other units that is sound. */
function stepWith(radius: number, lengthUnit = 1, density = 1): () => void {
  const before = createWorld()
  addPhysics(before)
  spawnBody(before, { shape: circle(RADIUS) })
  stepPhysics(before, 1 / 60)
  const world = createWorld()
  const { Shape } = addPhysics(world, { lengthUnit }).components
  const body = spawnBody(world, { shape: circle(lengthUnit), x: 9, material: density === 1 ? undefined : { density } })
  Shape.radius[body] = radius
  return () => stepPhysics(world, 1 / 60)
}

test('a body that came behind one like it is taken in as that was', () => {
  expect(stepWith(RADIUS)).not.toThrow()
})

test('a body that is like the last one but for its size, what it is made of or the length unit of its world is looked at closely', () => {
  expect(stepWith(Number.NaN)).toThrow('radius')
  expect(stepWith(-RADIUS)).toThrow('radius')
  expect(stepWith(RADIUS, 1e4)).toThrow('radius')
  expect(stepWith(RADIUS, 1, LEAST_MASS)).toThrow('weighs')
})

test('what is written between two steps to a body like the last one is looked at: a number that is none, points that there are not', () => {
  const world = createWorld()
  const { Shape } = addPhysics(world).components
  const corners = [{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 0, y: 1 }]
  const [one, many] = [spawnBody(world, { shape: circle(1) }), spawnBody(world, { shape: polygon(corners), x: 9 })]
  spawnBody(world, { shape: circle(1), x: 18 })
  stepPhysics(world, 1 / 60)
  const stepAfter = (field: 'radius' | 'geometry', body: number, value: number) => () => {
    const before = Shape[field][body]!
    Shape[field][body] = value
    markChanged(world, body)
    try {
      stepPhysics(world, 1 / 60)
    } finally {
      Shape[field][body] = before
    }
  }
  expect(stepAfter('radius', one, 1)).not.toThrow()
  expect(stepAfter('radius', one, Number.NaN)).toThrow('radius')
  expect(stepAfter('geometry', one, 99)).toThrow('points 99')
  expect(stepAfter('geometry', many, 99)).toThrow('points 99')
  expect(stepAfter('geometry', many, 0)).toThrow('no points')
  expect(stepAfter('radius', one, 1)).not.toThrow()
})
