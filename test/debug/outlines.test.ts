import { addComponents, addEntity, set } from 'bitecs'
import { expect, test } from 'vitest'
import { between, createRandom } from '../../examples/scenes/random.ts'
import { ShapeType, aabb, box, capsule, circle, polygon, queryPoint, queryShape, segment } from '../../src/index.ts'
import { distanceOf, moved } from '../queries/oracle.ts'
import { outlineOf, randomShape } from '../queries/random-world.ts'
import { TestWorld } from '../support/worlds.ts'
import { drawingOf, listOf } from './drawing.ts'

const POLYGON = polygon([{ x: -1, y: -1 }, { x: 2, y: -0.5 }, { x: 0.5, y: 1.5 }])

/** With boxes and segments that have been given a radius, too. */
const SHAPES = {
  circle: circle(0.7), box: box(1, 0.4), aabb: aabb(0.3, 2), 'capsule along x': capsule(0.8, 0.3), 'capsule along y': capsule(0.8, 0.3, 'y'),
  polygon: POLYGON, 'round polygon': polygon([{ x: -1, y: -1 }, { x: 2, y: -0.5 }, { x: 0.5, y: 1.5 }], 0.25), segment: segment(-1, 0, 2, 1),
  'round box': { ...box(1, 0.4), radius: 0.2 },
  'round segment': { ...segment(-1, 0, 2, 1), radius: 0.2 },
}

/** Floats near 10 have steps of a millionth. */
const FLOAT = 3e-6

test.each(Object.entries(SHAPES))('the outline of a %s lies on it, and is closed', (_, shape) => {
  const t = new TestWorld({ gravity: { x: 0, y: 0 } })
  const body = t.add(shape, 3, -4, t.components.Static)
  addComponents(t.world, body, set(t.components.Rotation, { angle: 0.7 }))
  const exact = moved(outlineOf(shape), 3, -4, shape.type === ShapeType.Aabb ? 0 : 0.7)
  const { lines } = drawingOf(t, { arcs: 16 })
  const drawn = listOf(lines).slice(0, shape.type === ShapeType.Circle ? -1 : undefined)
  for (const [x, y] of drawn) {
    const point = { points: [[x!, y!]] as [number, number][], radius: 0 }
    // The core is a convex outline: beyond its radius by nothing, and its border within the shape.
    expect(Math.abs(borderDistance(exact, point))).toBeLessThan(FLOAT)
  }
  const closed = drawn.length > 1 ? drawn : []
  closed.forEach(([, , x, y], i) => expect([x, y]).toEqual(closed[(i + 1) % closed.length]!.slice(0, 2)))
  const [x, y] = drawn[0]!
  // The engine finds it there, and not outside.
  expect([...queryShape(t.world, circle(1e-4), x!, y!, 0).entities][0]).toBe(body)
  const [ox, oy] = [x! + (x! - 3) * 0.5, y! + (y! + 4) * 0.5]
  if (exact.points.length !== 2) expect(queryPoint(t.world, ox, oy).count).toBe(0)
})

/** How far a point is from the border of an outline. */
function borderDistance(exact: { points: readonly [number, number][]; radius: number }, point: { points: [number, number][]; radius: number }): number {
  if (exact.points.length < 3) return distanceOf(exact, point)
  // Distance to the nearest edge: inside of the core the oracle knows none.
  return Math.min(...exact.points.map((from, i) => distanceOf({ points: [from, exact.points[(i + 1) % exact.points.length]!], radius: exact.radius }, point)))
}

test('what is filled has the area of the outline, and lies within the shape', () => {
  const random = createRandom(5)
  for (let i = 0; i < 60; i++) {
    const t = new TestWorld({ gravity: { x: 0, y: 0 } })
    const shape = randomShape(random)
    const body = t.add(shape, between(random, -3, 3), between(random, -3, 3), t.components.Static)
    addComponents(t.world, body, set(t.components.Rotation, { angle: between(random, -3, 3) }))
    const { lines, triangles } = drawingOf(t, {})
    const around = listOf(lines).slice(0, shape.type === ShapeType.Circle ? -1 : undefined)
    const outlined = around.length < 3 ? 0 : around.reduce((sum, [x1, y1, x2, y2]) => sum + (x1! * y2! - x2! * y1!) / 2, 0)
    const areas = listOf(triangles).map(([ax, ay, bx, by, cx, cy]) => ((bx! - ax!) * (cy! - ay!) - (cx! - ax!) * (by! - ay!)) / 2)
    expect(Math.min(0, ...areas)).toBeGreaterThan(-1e-6)
    expect(areas.reduce((sum, area) => sum + area, 0)).toBeCloseTo(outlined, 4)
    for (const [ax, ay, bx, by, cx, cy] of listOf(triangles)) {
      const middle = queryPoint(t.world, (ax! + bx! + cx!) / 3, (ay! + by! + cy!) / 3)
      expect([...middle.entities.subarray(0, middle.count)]).toEqual([body])
    }
  }
})

test('parts of a body and what never turns are drawn where they are hit', () => {
  const t = new TestWorld({ gravity: { x: 0, y: 0 } })
  const { Shape, Collider, Rotation, Static } = t.components
  const body = t.add(box(0.5, 0.5), 1, 2, Static)
  const part = addEntity(t.world)
  addComponents(t.world, body, set(Rotation, { angle: 1 }))
  addComponents(t.world, part, set(Shape, aabb(0.5, 0.25)), set(Collider, { body, x: 3, y: 0, angle: 0.4 }))
  const { lines } = drawingOf(t, { fill: false })
  const corners = listOf(lines).slice(4).map(([x, y]) => [x, y])
  const [x, y] = [1 + 3 * Math.cos(1), 2 + 3 * Math.sin(1)]
  expect(corners.map((corner) => corner.map((n) => Math.round(n! * 1e4)))).toEqual(
    [[-0.5, -0.25], [0.5, -0.25], [0.5, 0.25], [-0.5, 0.25]].map(([u, v]) => [Math.round((x + u!) * 1e4), Math.round((y + v!) * 1e4)]),
  )
})
