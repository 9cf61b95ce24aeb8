import { createWorld } from 'bitecs'
import { expect, test } from 'vitest'
import { hasSameCorners } from '../../src/caches/corners.ts'
import { type ShapeData, aabb, addPhysics, box, polygon, segment, spawnBody } from '../../src/index.ts'
import { inner } from '../support/inner.ts'

const triangle = [{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 0, y: 1 }]

test('what stands at one spot has the same corners if it has the same shape, sizes and angle, and is no line', () => {
  const world = createWorld()
  const face = addPhysics(world)
  const physics = inner(face)
  const put = (shape: ShapeData, x = 3, angle = 0.5): number => spawnBody(world, { shape, x, y: 4, angle, type: 'static' })
  const first = put(box(1, 2))
  const other = [put(box(1, 1)), put(box(2, 2)), put(box(1, 2), 3.5), put(box(1, 2), 3, 0.6), put(aabb(1, 2), 3, 0), put(polygon(triangle))]
  const [same, line, sameLine] = [put(box(1, 2)), put(segment(0, 0, 1, 0)), put(segment(0, 0, 1, 0))]
  face.systems[0]!.run(face, 1 / 60)
  expect(hasSameCorners(physics, first, same)).toBe(true)
  expect(other.map((one) => hasSameCorners(physics, first, one))).toEqual(other.map(() => false))
  // Its geometry is elsewhere, and which side holds hangs on where what comes is.
  expect(hasSameCorners(physics, line, sameLine)).toBe(false)
})
