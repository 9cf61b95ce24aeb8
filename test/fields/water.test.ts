import { addComponent, addComponents, addEntity, removeEntity, set } from 'bitecs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type ShapeData, aabb, box, buoyancyField, capsule, circle, createSnapshots, getMass, getWetFraction, hashWorld, isSleeping, polygon, setVelocity,
  setWaterSurface, teleport,
} from '../../src/index.ts'
import { whole } from '../support/soak.ts'
import { FieldWorld } from './field-world.ts'
import { clipUnder, coreOf, measure, outlineOf } from './outline.ts'

const RATES = [1 / 30, 1 / 60, 1 / 120, 1 / 240]
const SHAPES: readonly (readonly [string, ShapeData])[] = [
  ['circle', circle(0.5)],
  ['box', box(0.6, 0.3)],
  ['capsule', capsule(0.5, 0.3)],
  ['polygon', polygon([{ x: -0.6, y: -0.3 }, { x: 0.5, y: -0.4 }, { x: 0.7, y: 0.1 }, { x: 0.1, y: 0.5 }])],
  ['rounded polygon', polygon([{ x: -0.5, y: -0.3 }, { x: 0.5, y: -0.3 }, { x: 0, y: 0.4 }], 0.2)],
]

/** The part of a lone body of this shape under y = 0: of its outline, clipped. */
function wetPart(t: FieldWorld, shape: ShapeData, body: number): number {
  const { corners, radius } = coreOf(shape)
  const { x, y, angle } = t.at(body)
  const outline = outlineOf(corners, radius, angle, x, y, 4000)
  return measure(clipUnder(outline)).area / measure(outline).area
}

describe('a body that floats', () => {
  for (const dt of whole(RATES, [1 / 30])) {
    test.each(SHAPES)(`displaces its weight to within 1 %%, whatever its density, and sleeps (${Math.round(1 / dt)} Hz): %s`, (_, shape) => {
      for (const density of whole([0.01, 0.03, 0.1, 0.3, 0.5, 0.7, 0.9, 0.97], [0.03, 0.6])) {
        const t = new FieldWorld({ gravity: { x: 0, y: -10 } }, dt)
        t.water(buoyancyField())
        const body = t.body(shape, 0, 0.4, density, 0.3)
        t.run(60)
        expect([density, Math.abs(wetPart(t, shape, body) - density) < 0.01 * Math.max(density, 0.2) ? 'floats' : wetPart(t, shape, body)])
          .toEqual([density, 'floats'])
        expect(getWetFraction(t.world, body)).toBeCloseTo(wetPart(t, shape, body), 2)
        expect([density, isSleeping(t.world, body)]).toEqual([density, true])
      }
    })
  }

  test('lies as deep as its share of the density of water', () => {
    for (const density of [0.2, 0.5, 0.8]) {
      const t = new FieldWorld({ gravity: { x: 0, y: -10 } })
      t.water(buoyancyField({ density: 2 }))
      const body = t.body(box(2, 0.5), 0, 0, 2 * density)
      t.run(60)
      expect(t.at(body).y).toBeCloseTo(0.5 - density, 2)
      expect(t.at(body).angle).toBeCloseTo(0, 2)
    }
  })

  test('turns to the flat side, on which it is stable, and a keel holds it upright', () => {
    const t = new FieldWorld({ gravity: { x: 0, y: -10 } })
    t.water(buoyancyField())
    const plank = t.body(box(1, 0.1), 0, 0, 0.5, 1.2)
    const { Collider, Shape, Material } = t.components
    const boat = t.body(box(0.3, 0.5), 10, 0, 0.3, 0.6)
    const keel = addEntity(t.world)
    addComponents(t.world, keel, set(Collider, { body: boat, x: 0, y: -0.7 }), set(Shape, box(0.1, 0.1)), set(Material, { density: 8 }))
    t.run(60)
    expect(Math.abs(Math.sin(t.at(plank).angle))).toBeLessThan(0.02)
    expect(t.at(boat).angle).toBeCloseTo(0, 1)
    // Hull and keel together displace what both weigh.
    const { mass } = getMass(t.world, boat)
    expect(getWetFraction(t.world, boat) * (0.6 + 0.04)).toBeCloseTo(mass, 2)
  })

  test('bears a load that keeps it down by as much as the load weighs, light as it may be', () => {
    for (const dt of whole(RATES, [1 / 30, 1 / 60])) {
      const t = new FieldWorld({ gravity: { x: 0, y: -10 } }, dt)
      t.water(buoyancyField())
      const raft = t.body(box(2, 0.25), 0, 0, 0.1)
      const load = t.body(box(0.3, 0.3), 0, 0.8, 2)
      t.run(60)
      // (2 · 0.1 + 0.36 · 2) / 4 of its width.
      expect(t.at(raft).y).toBeCloseTo(0.25 - (0.2 + 0.72) / 4, 2)
      expect(t.at(load).y).toBeCloseTo(t.at(raft).y + 0.55, 1)
      expect(isSleeping(t.world, load)).toBe(true)
    }
  })
})

describe('energy', () => {
  /**
   * Kinetic and potential energy; of the water that a shape displaces, by its outline. Taken in the middle of a substep of length h:
   * what steps like that, forces before places, keeps E + ½h · v·F to the first order, not E, which swings by ½ωh of itself
   * as a body bobs with the frequency ω (Hairer, Lubich and Wanner, Geometric Numerical Integration, IX.3). That is a third
   * for the lightest ones here at 30 Hz.
   */
  function energyOf(t: FieldWorld, shape: ShapeData, body: number, g: number, h: number): number {
    const { mass, inertia, y } = getMass(t.world, body)
    const { vx, vy, w } = t.at(body)
    const { corners, radius } = coreOf(shape)
    const pose = t.at(body)
    const wet = measure(clipUnder(outlineOf(corners, radius, pose.angle, pose.x, pose.y, 500)))
    const work = vy * (g * wet.area - mass * g) + w * g * (wet.mx - pose.x * wet.area)
    return 0.5 * mass * (vx * vx + vy * vy) + 0.5 * inertia * w * w + mass * g * y - g * wet.my + 0.5 * h * work
  }

  test('never grows, without any drag, as deep as a body may dive and as light as it may be', () => {
    for (const dt of whole(RATES, [1 / 30])) {
      for (const [name, shape] of SHAPES) {
        for (const density of whole([0.003, 0.02, 0.1, 0.5, 0.9], [0.02, 0.5])) {
          const t = new FieldWorld({ gravity: { x: 0, y: -10 }, allowSleep: false }, dt)
          t.water(buoyancyField({ drag: 0, linearDrag: 0, angularDrag: 0 }))
          const body = t.body(shape, 0, 1.2, density, 0.7)
          const first = energyOf(t, shape, body, 10, dt / 4)
          let most = -Infinity
          let step = 0
          t.run(20, () => {
            if (step++ % 3 === 0) most = Math.max(most, energyOf(t, shape, body, 10, dt / 4))
          })
          // Gravity is stepped, too: a part of a step of free fall is nothing to be blamed for.
          const { mass } = getMass(t.world, body)
          const slack = mass * 10 * 1.2 * (0.04 + 1.3 * dt)
          expect([name, dt, density, most < first + slack ? 'held' : (most - first) / slack]).toEqual([name, dt, density, 'held'])
        }
      }
    }
  })

  test('is taken by drag: nothing is faster than when it began, at any rate', () => {
    for (const dt of whole(RATES, [1 / 30, 1 / 240])) {
      for (const density of whole([0.001, 0.01, 0.1, 0.5], [0.001, 0.1])) {
        const t = new FieldWorld({ gravity: { x: 0, y: -10 } }, dt)
        t.water(buoyancyField())
        const ball = t.body(circle(0.3), 0, -5, density)
        let [fastest, highest] = [0, -Infinity]
        t.run(20, () => {
          fastest = Math.max(fastest, Math.abs(t.at(ball).vy))
          highest = Math.max(highest, t.at(ball).y)
        })
        // Terminal velocity: the lift (1 − density) · g · area against ½ · drag · width · v².
        const terminal = Math.sqrt(((1 - density) * 10 * Math.PI * 0.09) / (0.5 * 0.6))
        expect([dt, density, fastest < 1.02 * terminal]).toEqual([dt, density, true])
        // It leaps as high as that speed carries it, at most.
        expect([dt, density, highest < 0.3 + (terminal * terminal) / 20 + fastest * dt]).toEqual([dt, density, true])
        expect([dt, density, Math.abs(t.at(ball).vy) < 0.1]).toEqual([dt, density, true])
      }
    }
  })
})

describe('water', () => {
  test('is the same in every frame: far off, upside down, sideways, and in pixels', () => {
    const reference = new FieldWorld({ gravity: { x: 0, y: -10 } })
    reference.water(buoyancyField())
    const one = reference.body(box(0.6, 0.3), 0.5, 1, 0.4, 0.4)
    reference.run(2.5)
    const { y, vy, w } = reference.at(one)
    const far = new FieldWorld({ gravity: { x: 0, y: -10 } })
    far.field(buoyancyField(), aabb(50, 10), 1e4, 1e4 - 10)
    const two = far.body(box(0.6, 0.3), 1e4 + 0.5, 1e4 + 1, 0.4, 0.4)
    far.run(2.5)
    expect(far.at(two).y - 1e4).toBeCloseTo(y, 6)
    expect(far.at(two).w).toBeCloseTo(w, 5)
    const down = new FieldWorld({ gravity: { x: 0, y: 10 } })
    down.field(buoyancyField(), aabb(50, 10), 0, 10)
    const three = down.body(box(0.6, 0.3), 0.5, -1, 0.4, -0.4)
    down.run(2.5)
    expect(down.at(three).y).toBeCloseTo(-y, 9)
    expect(down.at(three).vy).toBeCloseTo(-vy, 9)
    const aside = new FieldWorld({ gravity: { x: -10, y: 0 } })
    aside.field(buoyancyField(), aabb(10, 50), -10, 0)
    const four = aside.body(box(0.3, 0.6), 1, -0.5, 0.4, 0.4)
    aside.run(2.5)
    expect(aside.at(four).x).toBeCloseTo(y, 6)
    expect(aside.at(four).w).toBeCloseTo(w, 6)
    const pixels = new FieldWorld({ gravity: { x: 0, y: -300 }, lengthUnit: 30 })
    pixels.field(buoyancyField(), aabb(1500, 300), 0, -300)
    const five = pixels.body(box(18, 9), 15, 30, 0.4, 0.4)
    pixels.run(2.5)
    expect(pixels.at(five).y / 30).toBeCloseTo(y, 6)
  })

  test('carries what floats along with its flow', () => {
    const t = new FieldWorld({ gravity: { x: 0, y: -10 } })
    t.water(buoyancyField({ flow: { x: 1.5 } }))
    const body = t.body(box(0.5, 0.3), -20, 0, 0.5)
    t.run(10)
    expect(t.at(body).vx).toBeCloseTo(1.5, 2)
    expect(Math.abs(t.at(body).vy)).toBeLessThan(0.05)
    expect(isSleeping(t.world, body)).toBe(false)
  })

  test('slows down across more than along', () => {
    const t = new FieldWorld({ gravity: { x: 0, y: -10 }, allowSleep: false })
    t.water(buoyancyField({ linearDrag: 0, angularDrag: 0 }))
    // Both are all under water, and as heavy as it.
    const lying = t.body(box(1, 0.1), -10, -5)
    const standing = t.body(box(0.1, 1), 10, -5)
    for (const body of [lying, standing]) setVelocity(t.world, body, 4, 0)
    t.run(1)
    // v / (1 + ½ · height · v · t / mass).
    expect(t.at(lying).vx).toBeCloseTo(4 / (1 + (0.5 * 0.2 * 4) / 0.4), 1)
    expect(t.at(standing).vx).toBeCloseTo(4 / (1 + (0.5 * 2 * 4) / 0.4), 1)
  })

  test('has waves that lift what floats by their height, and keep it awake', () => {
    const t = new FieldWorld({ gravity: { x: 0, y: -10 } })
    t.water(buoyancyField({ wave: { height: 0.4, length: 20, speed: 4 } }))
    const cork = t.body(box(0.3, 0.2), 0, 0, 0.3)
    t.run(20)
    let [low, high] = [Infinity, -Infinity]
    t.run(10, () => {
      low = Math.min(low, t.at(cork).y)
      high = Math.max(high, t.at(cork).y)
    })
    expect(high - low).toBeGreaterThan(0.6)
    expect(high - low).toBeLessThan(1)
    expect(isSleeping(t.world, cork)).toBe(false)
  })

  test('has any surface that is written to a row, and is still where that stands still', () => {
    const t = new FieldWorld({ gravity: { x: 0, y: -10 } })
    // Its area reaches up to where the water may be.
    const water = t.field(buoyancyField({ surface: 10 }), aabb(50, 12), 0, -10)
    const [left, right] = [t.body(box(0.3, 0.2), -20, 0, 0.5), t.body(box(0.3, 0.2), 20, 1, 0.5)]
    // From the field's origin: low on the left, 1 higher on the right, with a slope between.
    const heights = Float64Array.from({ length: 11 }, (_, i) => Math.min(Math.max(i - 5, 0), 1))
    setWaterSurface(t.world, water, { left: -50, spacing: 10, heights })
    t.run(30)
    expect(t.at(left).y).toBeCloseTo(0, 2)
    expect(t.at(right).y).toBeCloseTo(1, 2)
    expect([isSleeping(t.world, left), isSleeping(t.world, right)]).toEqual([true, true])
    heights.fill(-0.5)
    t.run(1 / 60)
    expect([isSleeping(t.world, left), isSleeping(t.world, right)]).toEqual([false, false])
    t.run(30)
    expect(t.at(right).y).toBeCloseTo(-0.5, 2)
    setWaterSurface(t.world, water, null)
    t.run(30)
    expect(t.at(right).y).toBeCloseTo(0, 2)
  })

  test('has a surface that is saved and restored, to the bit', () => {
    const LENGTH = 101
    /** Water that remembers: each height follows from those before, as waves do. Nothing but the heights and their speeds decides. */
    const make = (): { t: FieldWorld; heights: Float64Array; speeds: Float64Array; play: (steps: number) => void; water: number } => {
      const t = new FieldWorld({ gravity: { x: 0, y: -10 } })
      const water = t.field(buoyancyField({ surface: 10 }), aabb(50, 14), 0, -10)
      for (let i = 0; i < 6; i++) t.body(box(0.5, 0.3), -30 + 12 * i, 0.5, 0.5)
      const heights = new Float64Array(LENGTH)
      const speeds = new Float64Array(LENGTH)
      setWaterSurface(t.world, water, {
        left: -50, spacing: 1, heights,
        update(row, time) {
          if (time < 0.5) row[20] = 1
          for (let i = 1; i < LENGTH - 1; i++) speeds[i] = 0.999 * (speeds[i]! + 0.05 * (row[i - 1]! + row[i + 1]! - 2 * row[i]!))
          for (let i = 1; i < LENGTH - 1; i++) row[i] = row[i]! + speeds[i]!
        },
      })
      return { t, heights, speeds, water, play: (steps) => t.run(steps / 60) }
    }
    const one = make()
    const snapshots = createSnapshots(one.t.world, { slots: 2, stores: [one.speeds] })
    one.play(60)
    snapshots.save(0)
    const then = one.heights.slice()
    const file = snapshots.toBytes(0)
    one.play(90)
    const after = [hashWorld(one.t.world), ...one.heights]
    expect(one.heights).not.toEqual(then)
    // Back to the same arrays, and to what it was.
    snapshots.restore(0)
    expect(one.heights).toEqual(then)
    one.play(90)
    expect([hashWorld(one.t.world), ...one.heights]).toEqual(after)
    // After the surface was taken away, or is another.
    setWaterSurface(one.t.world, one.water, null)
    one.play(3)
    snapshots.restore(0)
    const still = snapshots.toBytes(0)
    expect(still).toEqual(file)
    setWaterSurface(one.t.world, one.water, { left: 0, spacing: 2, heights: new Float64Array(3), update() {} })
    snapshots.restore(0)
    snapshots.save(1)
    expect(snapshots.toBytes(1)).toEqual(file)
    // Into another world, by a file.
    const other = make()
    const theirs = createSnapshots(other.t.world, { slots: 1, stores: [other.speeds] })
    other.play(7)
    theirs.fromBytes(0, file)
    theirs.restore(0)
    expect(other.heights).toEqual(then)
    other.play(90)
    expect([hashWorld(other.t.world), ...other.heights]).toEqual(after)
    // And to when there was none.
    const bare = new FieldWorld()
    const lake = bare.water(buoyancyField())
    const saved = createSnapshots(bare.world, { slots: 1 })
    bare.run(0.1)
    saved.save(0)
    const flat = saved.toBytes(0)
    setWaterSurface(bare.world, lake, { left: 0, spacing: 1, heights: Float64Array.of(2) })
    bare.run(0.1)
    saved.restore(0)
    saved.save(0)
    expect(saved.toBytes(0)).toEqual(flat)
  })

  test('plays the same again, waves and gusts among it', () => {
    const play = (): number => {
      const t = new FieldWorld({ gravity: { x: 0, y: -10 } })
      t.water(buoyancyField({ wave: { height: 0.3, length: 9, speed: 3 }, flow: { x: 1 }, variation: 0.8, seed: 7 }))
      for (let i = 0; i < 12; i++) t.body(i % 2 === 0 ? circle(0.4) : capsule(0.3, 0.2), i - 6, 1 + i * 0.3, 0.2 + i * 0.05)
      t.run(10)
      return hashWorld(t.world)
    }
    expect(play()).toBe(play())
  })

  test('says what comes and goes by the events of its sensor, and how wet things are', () => {
    const t = new FieldWorld({ gravity: { x: 0, y: -10 } })
    const water = t.water(buoyancyField())
    const ball = t.ball(0, 2)
    let began = 0
    t.run(0.3, () => (began += t.physics.events.sensorBegin.count))
    expect([began, getWetFraction(t.world, ball)]).toEqual([0, 0])
    t.run(5, () => (began += t.physics.events.sensorBegin.count))
    expect(began).toBe(1)
    expect(getWetFraction(t.world, ball)).toBeGreaterThan(0.9)
    teleport(t.world, ball, 0, 30)
    let ended = 0
    t.run(2 / 60, () => (ended += t.physics.events.sensorEnd.count))
    expect([ended, getWetFraction(t.world, ball)]).toEqual([1, 0])
    removeEntity(t.world, water)
  })

  test('of two fields adds up where they overlap, unless one replaces the other', () => {
    const deep = (replaces: boolean): number => {
      const t = new FieldWorld({ gravity: { x: 0, y: -10 } })
      t.water(buoyancyField({ density: 0.4 }))
      t.water(buoyancyField({ density: 0.4, priority: 1, replaces }))
      const body = t.body(box(1, 0.5), 0, 0, 0.2)
      t.run(40)
      return 0.5 - t.at(body).y
    }
    expect(deep(false)).toBeCloseTo(0.25, 1)
    expect(deep(true)).toBeCloseTo(0.5, 1)
  })
})

test('random shapes at random depths are pushed by what they displace', () => {
  fc.assert(fc.property(fc.constantFrom(...SHAPES), fc.double({ min: -1, max: 1, noNaN: true }), fc.double({ min: -4, max: 4, noNaN: true }), ([, shape], y, angle) => {
    const t = new FieldWorld({ gravity: { x: 0, y: -10 } })
    t.water(buoyancyField({ drag: 0, linearDrag: 0, angularDrag: 0 }))
    const body = t.body(shape, 0, y, 1, angle)
    addComponent(t.world, body, t.components.NeverSleep)
    const { mass, inertia, x: cx } = getMass(t.world, body)
    const { corners, radius } = coreOf(shape)
    const wet = measure(clipUnder(outlineOf(corners, radius, angle, 0, y, 6000)))
    t.run(1 / 60)
    expect(t.at(body).vy).toBeCloseTo(((wet.area * 10) / mass - 10) / 60, 4)
    expect(t.at(body).w).toBeCloseTo(((wet.mx - wet.area * cx) * 10) / inertia / 60, 3)
  }), { numRuns: 60 })
})
