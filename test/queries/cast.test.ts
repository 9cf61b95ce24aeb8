import { createWorld } from 'bitecs'
import { describe, expect, it } from 'vitest'
import { between, createRandom } from '../../examples/scenes/random.ts'
import { BROAD_PHASES, BROAD_PHASE_NAMES } from '../../examples/broad-phases.ts'
import { GEOMETRY_STRIDE } from '../../src/collision/geometry.ts'
import {
  type Hit,
  HitBuffer,
  ShapeType,
  addPhysics,
  bodyOf,
  castRay,
  castRayAll,
  castRayAny,
  castRays,
  castShape,
  circle,
  createDistance,
  createHit,
  distance,
  nearest,
  rect,
  spawnBody,
  stepPhysics,
} from '../../src/index.ts'
import { type Outline, castOf, distanceOf, moved } from './oracle.ts'
import { type RandomWorld, outlineOf, randomShape, randomWorld } from './random-world.ts'
import { inner } from '../support/inner.ts'

const CLOSE = 1e-6

/** Links of chains are passed from behind: the oracle knows only what is solid from all sides. */
function isLink(scene: RandomWorld, entity: number): boolean {
  const { shapeType, geometry } = inner(scene.physics).collision
  return shapeType[entity] === ShapeType.Segment && geometry[entity * GEOMETRY_STRIDE + 3] === 1
}

function point(x: number, y: number): Outline {
  return { points: [[x, y]], radius: 0 }
}

/** Where a way meets each collider, by fraction; sensors and links left out. */
function allHits(scene: RandomWorld, outline: Outline, dx: number, dy: number): { entity: number; fraction: number }[] {
  const hits: { entity: number; fraction: number }[] = []
  for (const [entity, other] of scene.outlines()) {
    if (inner(scene.physics).bodies.sensor[entity] === 1 || isLink(scene, entity)) continue
    const fraction = castOf(outline, other, dx, dy)
    if (fraction !== null) hits.push({ entity, fraction })
  }
  return hits.sort((p, q) => p.fraction - q.fraction || p.entity - q.entity)
}

function checkSurface(scene: RandomWorld, hit: Hit, dx: number, dy: number): void {
  expect(Math.abs(distanceOf(point(hit.x, hit.y), scene.outlines().get(hit.entity)!))).toBeLessThan(CLOSE)
  if (hit.fraction === 0) return
  expect(Math.hypot(hit.nx, hit.ny)).toBeCloseTo(1, 9)
  expect(hit.nx * dx + hit.ny * dy).toBeLessThan(1e-6)
  expect(hit.distance).toBeCloseTo(hit.fraction * Math.hypot(dx, dy), 9)
}

const noLinks = (scene: RandomWorld) => ({ predicate: (entity: number) => !isLink(scene, entity) })

for (const broadPhase of BROAD_PHASE_NAMES) {
  describe(`casts over ${broadPhase}, against all colliders one by one`, () => {
    const scene = randomWorld(31, 70, 8, BROAD_PHASES[broadPhase])
    const { world, random } = scene

    it('castRay, castRayAny and castRayAll', () => {
      let found = 0
      for (let i = 0; i < 80; i++) {
        if (i % 20 === 19) stepPhysics(world, 1 / 60)
        const [x, y] = [between(random, -10, 10), between(random, -10, 10)]
        const [dx, dy] = i % 9 === 0 ? [4, 0] : [between(random, -9, 9), between(random, -9, 9)]
        const wanted = allHits(scene, point(x, y), dx, dy)
        const hit = castRay(world, x, y, x + dx, y + dy, noLinks(scene))
        expect(castRayAny(world, x, y, x + dx, y + dy, noLinks(scene))).toBe(hit !== null)
        expect(hit === null).toBe(wanted.length === 0)
        const all = castRayAll(world, x, y, x + dx, y + dy, noLinks(scene))
        expect(Array.from(all.entities.subarray(0, all.count)).sort()).toEqual(wanted.map((one) => one.entity).sort())
        if (hit === null) continue
        found++
        expect(hit.fraction).toBeCloseTo(wanted[0]!.fraction, 6)
        if (hit.fraction > 0) checkSurface(scene, hit, dx, dy)
        for (let k = 0; k < all.count; k++) {
          expect(all.fraction[k]).toBeCloseTo(wanted[k]!.fraction, 6)
          if (k > 0) expect(all.fraction[k]).toBeGreaterThanOrEqual(all.fraction[k - 1]!)
        }
      }
      expect(found).toBeGreaterThan(30)
    })

    it('castRays gives what castRay gives, row by row', () => {
      const rays = Float64Array.from({ length: 400 }, () => between(random, -10, 10))
      const hits = castRays(world, rays)
      expect(hits.count).toBe(100)
      for (let i = 0; i < 100; i++) {
        const [x1, y1, x2, y2] = rays.subarray(4 * i, 4 * i + 4) as unknown as [number, number, number, number]
        const hit = castRay(world, x1, y1, x2, y2)
        const row = [hits.entities[i], hits.x[i], hits.y[i], hits.nx[i], hits.ny[i], hits.distance[i], hits.fraction[i]]
        if (hit === null) {
          expect(row.slice(0, 1).concat(row.slice(3, 5), row[6])).toEqual([0, 0, 0, 1])
          expect(Math.hypot(row[1]! - x2, row[2]! - y2)).toBeLessThan(1e-12)
        } else {
          expect(row).toEqual([hit.entity, hit.x, hit.y, hit.nx, hit.ny, hit.distance, hit.fraction])
        }
      }
    })

    it('castShape', () => {
      let found = 0
      for (let i = 0; i < 60; i++) {
        if (i % 20 === 19) stepPhysics(world, 1 / 60)
        const shape = randomShape(random)
        const [x, y] = [between(random, -10, 10), between(random, -10, 10)]
        const angle = between(random, -4, 4)
        const [dx, dy] = [between(random, -9, 9), between(random, -9, 9)]
        const start = moved(outlineOf(shape), x, y, shape.type === ShapeType.Aabb ? 0 : angle)
        // What overlaps at the start may let go, depending on the way: left out.
        const overlapping = new Set(allHits(scene, start, dx, dy).filter((one) => one.fraction === 0).map((one) => one.entity))
        const wanted = allHits(scene, start, dx, dy).find((one) => !overlapping.has(one.entity))
        const predicate = (entity: number) => !isLink(scene, entity) && !overlapping.has(entity)
        const hit = castShape(world, shape, x, y, angle, dx, dy, { predicate })
        expect(hit === null).toBe(wanted === undefined)
        if (hit === null) continue
        found++
        expect(hit.fraction).toBeCloseTo(wanted!.fraction, 5)
        checkSurface(scene, hit, dx, dy)
      }
      expect(found).toBeGreaterThan(20)
    })

    it('nearest', () => {
      for (let i = 0; i < 60; i++) {
        if (i % 20 === 19) stepPhysics(world, 1 / 60)
        const [x, y] = [between(random, -12, 12), between(random, -12, 12)]
        const k = 1 + Math.floor(random() * 6)
        const limit = i % 3 === 0 ? 2 : Infinity
        const wanted = [...scene.outlines()]
          .filter(([entity]) => inner(scene.physics).bodies.sensor[entity] === 0)
          .map(([entity, outline]) => ({ entity, distance: Math.max(0, distanceOf(point(x, y), outline)) }))
          .filter((one) => one.distance <= limit)
          .sort((p, q) => p.distance - q.distance || p.entity - q.entity)
          .slice(0, k)
        const filter = i % 2 === 0 ? { predicate: () => true } : null
        const got = nearest(world, x, y, k, limit, filter)
        expect(got.count).toBe(wanted.length)
        for (let row = 0; row < got.count; row++) {
          expect(got.distance[row]).toBeCloseTo(wanted[row]!.distance, 9)
          const outline = scene.outlines().get(got.entities[row]!)!
          expect(Math.abs(distanceOf(point(got.x[row]!, got.y[row]!), outline) * Math.min(1, got.distance[row]!))).toBeLessThan(CLOSE)
          expect(Math.hypot(got.x[row]! - x, got.y[row]! - y)).toBeCloseTo(got.distance[row]!, 9)
          if (got.distance[row]! > CLOSE) {
            const away = (x - got.x[row]!) * got.nx[row]! + (y - got.y[row]!) * got.ny[row]!
            expect(away).toBeCloseTo(got.distance[row]!, 7)
          }
          if (limit === 2) expect(got.fraction[row]).toBeCloseTo(got.distance[row]! / 2, 9)
        }
      }
    })

    it('distance', () => {
      const out = createDistance()
      for (let i = 0; i < 60; i++) {
        const outlines = scene.outlines()
        const [a, b] = [0, 0].map(() => scene.entities[Math.floor(random() * scene.entities.length)]!) as [number, number]
        if (a === b) continue
        let wanted = Infinity
        for (const [one, outline] of outlines) {
          if (bodyOf(world, one) !== a) continue
          for (const [two, other] of outlines) {
            if (bodyOf(world, two) === b) wanted = Math.min(wanted, distanceOf(outline, other))
          }
        }
        const got = distance(world, a, b, null, out)!
        expect(got).toBe(out)
        if (wanted <= 0) {
          expect(got.distance).toBeLessThan(CLOSE)
          continue
        }
        expect(got.distance).toBeCloseTo(wanted, 7)
        expect(Math.hypot(got.bx - got.ax, got.by - got.ay)).toBeCloseTo(wanted, 7)
        expect((got.bx - got.ax) * got.nx + (got.by - got.ay) * got.ny).toBeCloseTo(wanted, 7)
      }
    })
  })
}

describe('a ray', () => {
  it('fills the hit that it is given, and nothing else', () => {
    const { world } = randomWorld(31, 70, 8, BROAD_PHASES.quadtree)
    const mine = createHit()
    const hit = castRay(world, -12, 0.3, 12, 0.1, null, mine)!
    expect(hit).toBe(mine)
    const copy = { ...mine }
    castRay(world, -12, 2, 12, 2)
    expect(mine).toEqual(copy)
  })
})

// A way is searched in pieces, of which each tried it again.
it('a long way tries once what lies along several pieces of it', () => {
  const world = createWorld()
  addPhysics(world)
  const along = spawnBody(world, { shape: rect(40, 4), x: 20, type: 'static' })
  const far = spawnBody(world, { shape: rect(1, 1), x: 60, y: 60, type: 'static' })
  stepPhysics(world, 1 / 60)
  const asked: number[] = []
  const hit = castShape(world, circle(0.5), 0, 0, 0, 60, 60, {
    predicate: (entity) => {
      asked.push(entity)
      return entity !== along
    },
  })
  expect(hit?.entity).toBe(far)
  expect(asked).toEqual([along, far])
})

// Boxes are compared with squares and sums that are rounded otherwise than the distance, and in each broad phase in its own way.
it.each(BROAD_PHASE_NAMES)('what is as far as the limit is among the nearest, over %s', (name) => {
  const random = createRandom(9)
  const everyone = { predicate: () => true }
  for (let i = 0; i < 100; i++) {
    const world = createWorld()
    addPhysics(world, { capacity: 16, broadPhase: BROAD_PHASES[name] })
    const half = between(random, 0.5, 3)
    for (const side of [-1, 1]) {
      spawnBody(world, { shape: rect(2, 2), x: side * (half + 1), type: 'static' })
      spawnBody(world, { shape: rect(2, 2), y: side * (half + 1), type: 'static' })
    }
    const [x, y] = [between(random, -half, half), between(random, -half, half)]
    const far = nearest(world, x, y, 4, Infinity, null, new HitBuffer())
    for (let row = 0; row < 4; row++) {
      for (const filter of [null, everyone]) {
        expect(nearest(world, x, y, 4, far.distance[row]!, filter).count, `(${x}, ${y}), ${far.distance[row]}`).toBe(row + 1)
      }
    }
  }
})
