import { addEntity, removeComponent, removeEntity, setComponent } from 'bitecs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  PointBuffer, type PointView, aabb, box, capsule, chain, circle, getPoints, polygon, queryShape, segment, spawnBody,
} from '../../src/index.ts'
import { TestWorld } from '../support/worlds.ts'

function list({ count, x, y }: PointView): [number, number][] {
  return Array.from({ length: count }, (_, i) => [x[i]!, y[i]!])
}

describe('getPoints', () => {
  test.each([
    ['a circle', circle(2), [[0, 0]], 2, false],
    ['a box', box(2, 1), [[-2, -1], [2, -1], [2, 1], [-2, 1]], 0, true],
    ['an aabb', aabb(1, 1), [[-1, -1], [1, -1], [1, 1], [-1, 1]], 0, true],
    ['a capsule', capsule(2, 0.5), [[-2, 0], [2, 0]], 0.5, false],
    ['a capsule that stands', capsule(2, 0.5, 'y'), [[0, -2], [0, 2]], 0.5, false],
    ['a polygon, given clockwise', polygon([{ x: 0, y: 0 }, { x: 0, y: 2 }, { x: 3, y: 0 }], 0.25), [[0, 0], [3, 0], [0, 2]], 0.25, true],
    ['a segment', segment(1, 2, 3, 4), [[1, 2], [3, 4]], 0, false],
    ['a chain', chain([{ x: 0, y: 0 }, { x: 1, y: 1 }, { x: 2, y: 0 }, { x: 3, y: 5 }]), [[0, 0], [1, 1], [2, 0], [3, 5]], 0, false],
    ['a loop', chain([{ x: 0, y: 0 }, { x: 1, y: 1 }, { x: 2, y: 0 }], true), [[0, 0], [1, 1], [2, 0]], 0, true],
  ])('gives those of %s, before and after a step, wherever it is', (_, shape, points, radius, closed) => {
    const t = new TestWorld()
    const entity = spawnBody(t.world, { shape, x: 5, y: 6, angle: 1, type: 'static' })
    for (let i = 0; i < 2; i++) {
      const view = getPoints(t.world, entity)
      expect(list(view)).toEqual(points)
      expect([view.radius, view.closed]).toEqual([radius, closed])
      t.step()
    }
  })

  test('gives both ends of a link of a chain, without its neighbors', () => {
    const t = new TestWorld()
    const points = Array.from({ length: 6 }, (_, i) => ({ x: i, y: i * i }))
    t.add(chain(points), 0, 0, t.components.Static)
    t.step()
    const links = Array.from(queryShape(t.world, circle(100), 0, 0, 0).entities).filter((entity) => entity > 1)
    expect(links.length).toBe(5)
    const ends = links.map((link) => list(getPoints(t.world, link))).sort((a, b) => a[0]![0] - b[0]![0])
    expect(ends).toEqual([0, 1, 2, 3, 4].map((i) => [[i, i * i], [i + 1, (i + 1) * (i + 1)]]))
  })

  test('encloses with its points what a query finds of the shape', () => {
    fc.assert(fc.property(fc.integer({ min: 3, max: 8 }), fc.double({ min: 0, max: 6, noNaN: true }), (corners, turn) => {
      const t = new TestWorld()
      const given = Array.from({ length: corners }, (_, i) => {
        const angle = turn + (i * 2 * Math.PI) / corners
        return { x: Math.cos(angle), y: Math.sin(angle) }
      })
      const view = getPoints(t.world, t.add(polygon(given), 0, 0))
      const places = list(view)
      expect(places.length).toBe(corners)
      for (const { x, y } of given) expect(places.some(([px, py]) => px === x && py === y)).toBe(true)
      for (let i = 0; i < corners; i++) {
        const [[ax, ay], [bx, by], [cx, cy]] = [places[i]!, places[(i + 1) % corners]!, places[(i + 2) % corners]!]
        expect((bx - ax) * (cy - by) - (by - ay) * (cx - bx)).toBeGreaterThan(0)
      }
    }))
  })

  test('follows what is set, in one buffer', () => {
    const t = new TestWorld()
    const out = new PointBuffer(1)
    const entity = t.add(box(1, 1), 0, 0)
    expect(getPoints(t.world, entity, out)).toBe(out)
    setComponent(t.world, entity, t.components.Shape, chain(Array.from({ length: 50 }, (_, i) => ({ x: i, y: 1 }))))
    expect(getPoints(t.world, entity, out).count).toBe(50)
    const { x } = out
    setComponent(t.world, entity, t.components.Shape, circle(3))
    expect(list(getPoints(t.world, entity, out))).toEqual([[0, 0]])
    expect([out.radius, out.closed, out.x]).toEqual([3, false, x])
  })

  test('refuses what has no points', () => {
    const t = new TestWorld()
    const entity = addEntity(t.world)
    expect(() => getPoints(t.world, entity)).toThrow(`getPoints: entity ${entity} has no Shape`)
    const ball = t.ball(0, 0)
    expect(() => getPoints(t.world, ball, { count: 0 } as never)).toThrow('getPoints: out.x and out.y must be Float64Arrays')
    removeComponent(t.world, ball, t.components.Shape)
    expect(() => getPoints(t.world, ball)).toThrow('has no Shape')
    removeEntity(t.world, ball)
    expect(() => getPoints(t.world, ball)).toThrow(`getPoints: entity ${ball} does not exist`)
    const odd = t.add(polygon([{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 0, y: 1 }]), 0, 0)
    t.components.Shape.geometry[odd] = 77
    expect(() => getPoints(t.world, odd)).toThrow(`the shape of entity ${odd} names points 77, which this world does not have`)
  })
})
