import { addComponents, addEntity } from 'bitecs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ShapeData, box, capsule, circle, explode, getMass, hashWorld, isSleeping, polygon, set, stepPhysics } from '../../src/index.ts'
import { SOAK } from '../support/soak.ts'
import { TestWorld } from '../support/worlds.ts'

const SHAPES: ShapeData[] = [circle(0.5), box(0.8, 0.3), capsule(0.6, 0.25), polygon([{ x: -0.6, y: -0.3 }, { x: 0.5, y: -0.4 }, { x: 0.1, y: 0.5 }])]

/** Near to something to any degree: 0, and powers of ten down to the smallest numbers there are. */
const little = fc.tuple(fc.constantFrom(0, 1, -1), fc.integer({ min: -323, max: 0 })).map(([sign, power]) => sign * 10 ** power)
const place = fc.oneof(little, fc.double({ min: -3, max: 3, noNaN: true }), fc.constantFrom(0.5, -0.5, 0.8, 0.3))

test('an explosion anywhere, near as it may be to a middle, a face or a corner, gives a push of the right size', () => {
  const found = { inside: 0, outside: 0 }
  fc.assert(fc.property(fc.constantFrom(...SHAPES), place, place, little, fc.constantFrom('none', 'static', 'all'), (shape, x, y, gravity, occlusion) => {
    const t = new TestWorld({ gravity: { x: gravity, y: 0 } })
    const body = t.add(shape, 0, 0)
    expect(explode(t.world, x, y, { radius: 8, impulse: 2, occlusion: occlusion as 'all' })).toBe(1)
    const { Velocity } = t.components
    const push = Math.hypot(Velocity.x[body]!, Velocity.y[body]!) * getMass(t.world, body).mass
    // As wide as it is at the narrowest, or at the widest.
    expect(push).toBeGreaterThan(2 * 0.49)
    expect(push).toBeLessThan(2 * 1.8)
    expect(Number.isFinite(Velocity.angular[body])).toBe(true)
    found[Math.abs(x) < 0.2 && Math.abs(y) < 0.2 ? 'inside' : 'outside']++
    stepPhysics(t.world, 1 / 60)
  }), { numRuns: SOAK ? 400 : 100 })
  expect(Math.min(found.inside, found.outside)).toBeGreaterThan(20)
})

test('at the very middle it goes against gravity, and up where there is none, by as much as from beside it', () => {
  for (const [x, y] of [[0, -10], [0, 10], [7, 0], [-3, 4], [0, 0]] as const) {
    for (const off of [0, 1e-300, -1e-170]) {
      const t = new TestWorld({ gravity: { x, y } })
      const ball = t.add(circle(0.5), 0, 0)
      explode(t.world, off, 0, { radius: 0, impulse: 3 })
      const { Velocity } = t.components
      const size = Math.hypot(x, y)
      const [ux, uy] = size === 0 ? [0, 1] : [-x / size, -y / size]
      const speed = 3 / getMass(t.world, ball).mass
      expect(Velocity.x[ball]! - speed * ux).toBeCloseTo(0, 9)
      expect(Velocity.y[ball]! - speed * uy).toBeCloseTo(0, 9)
    }
  }
})

test('of random crowds those are hit whose category, distance and kind let it, asleep, compound or not; the rest stays as it is', () => {
  const thing = fc.record({
    x: fc.integer({ min: -6, max: 6 }), y: fc.integer({ min: -6, max: 6 }), kind: fc.constantFrom('dynamic', 'Static', 'Kinematic', 'Sensor'),
    category: fc.constantFrom(1, 2, 4), compound: fc.boolean(), asleep: fc.boolean(),
  })
  fc.assert(fc.property(fc.uniqueArray(thing, { selector: ({ x, y }) => `${x} ${y}`, maxLength: 20 }), fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 3 }),
    fc.constantFrom(1, 3, 6, 7), (things, radius, falloff, mask) => {
      const t = new TestWorld({ gravity: { x: 0, y: 0 } })
      const { Static, Kinematic, Sensor, Sleeping, CollisionFilter, Collider, Shape, Velocity } = t.components
      const tags = { dynamic: [], Static: [Static], Kinematic: [Kinematic], Sensor: [Sensor] }
      const bodies = things.map(({ x, y, kind, category, compound, asleep }) => {
        const rests = asleep && kind === 'dynamic'
        const filter = set(CollisionFilter, { category })
        const body = t.add(circle(0.25), x, y, ...tags[kind], filter, ...(rests ? [Sleeping] : []))
        if (compound) addComponents(t.world, addEntity(t.world), set(Collider, { body, x: 0.3 }), set(Shape, circle(0.1)), filter)
        return body
      })
      // Half a unit off, where nothing is as far as the reach to the last digit.
      const [x, y] = [0.137, 0.271]
      const expected = things.map((one) => {
        if (one.kind === 'Static' || one.kind === 'Kinematic' || (one.category & mask) === 0) return false
        // A sensor is not pushed; a solid part of the same body is.
        const own = one.kind === 'Sensor' ? Infinity : Math.hypot(one.x - x, one.y - y) - 0.25
        const child = one.compound ? Math.hypot(one.x + 0.3 - x, one.y - y) - 0.1 : Infinity
        return Math.min(own, child) < radius + falloff
      })
      const hit = explode(t.world, x, y, { radius, falloff, impulse: 1, mask })
      expect(hit).toBe(expected.filter(Boolean).length)
      bodies.forEach((body, i) => {
        expect([i, Velocity.x[body] !== 0 || Velocity.y[body] !== 0]).toEqual([i, expected[i]])
        expect(isSleeping(t.world, body)).toBe(things[i]!.asleep && things[i]!.kind === 'dynamic' && !expected[i])
      })
    }), { numRuns: SOAK ? 120 : 40 })
})

test('what is refused moves nothing', () => {
  const t = new TestWorld()
  t.add(box(1, 1), 0, 0)
  t.add(box(1, 1), 1, 0)
  stepPhysics(t.world, 1 / 60)
  const before = hashWorld(t.world)
  for (const [x, options] of [[Infinity, { radius: 1, impulse: 1 }], [0, { radius: 1, impulse: Infinity }], [0, { radius: NaN, impulse: 1 }], [0, { radius: 1, falloff: -1, impulse: 1 }]] as const) {
    expect(() => explode(t.world, x, 0, options)).toThrow(RangeError)
  }
  for (const [mask, told] of [[1.5, '1.5'], [NaN, 'NaN'], [2 ** 33, '8589934592'], ['all' as never, "'all'"], [null as never, 'null']] as const) {
    expect(() => explode(t.world, 0, 0, { radius: 1, impulse: 1, mask })).toThrow(`explode: mask must be an integer of 32 bits, got ${told}.`)
  }
  expect(hashWorld(t.world)).toBe(before)
  for (const options of [{ radius: Number.MAX_VALUE, falloff: Number.MAX_VALUE, impulse: 1 }, { radius: 1e300, impulse: 1 }]) {
    expect(explode(t.world, 0, 0, options)).toBe(2)
  }
})
