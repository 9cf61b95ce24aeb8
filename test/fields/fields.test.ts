import { addComponent, addComponents, addEntity, createWorld, removeComponent, removeEntity, set } from 'bitecs'
import { describe, expect, test } from 'vitest'
import {
  aabb, addFields, addPhysics, applyImpulse, box, buoyancyField, circle, conveyorField, currentField, dragField, fieldUp, forceField,
  getWetFraction, gravityField, hashWorld, isSleeping, radialField, setVelocity, stepPhysics, windField,
} from '../../src/index.ts'
import { FieldWorld } from './field-world.ts'

const still = { gravity: { x: 0, y: 0 } }

describe('each kind of field', () => {
  test('force: mass times acceleration, the same with another number of substeps; gravity: the same for all masses', () => {
    for (const substeps of [1, 2, 4, 8]) {
      const t = new FieldWorld({ ...still, substeps })
      t.field(forceField({ x: 6, y: -2 }))
      const [light, heavy] = [t.body(box(0.5, 0.5), 0, 0, 1), t.body(box(0.5, 0.5), 5, 0, 4)]
      t.run(1)
      expect(t.at(light).vx).toBeCloseTo(6, 6)
      expect(t.at(heavy).vx).toBeCloseTo(1.5, 6)
      expect(t.at(heavy).vy).toBeCloseTo(-0.5, 6)
    }
    const t = new FieldWorld({ gravity: { x: 0, y: -10 } })
    t.field(gravityField({ x: 3, y: 4 }))
    const [inside, outside] = [t.body(circle(0.5), 0, 0, 7), t.body(circle(0.5), 70, 0)]
    t.run(1)
    expect([t.at(inside).vx, t.at(inside).vy].map((v) => Number(v.toFixed(6)))).toEqual([3, 4])
    expect(t.at(outside).vy).toBeCloseTo(-10, 6)
  })

  test('wind: brings a body to its speed by the law of drag, and no farther', () => {
    const t = new FieldWorld(still)
    t.field(windField({ x: 10, drag: 0.8, density: 0.5 }), aabb(500, 50))
    const sail = t.body(box(0.1, 1), -400, 0)
    let most = 0
    t.run(2, () => (most = Math.max(most, t.at(sail).vx)))
    // v' = k · (10 − v)², k = ½ · density · drag · height / mass.
    const k = (0.5 * 0.5 * 0.8 * 2) / 0.4
    expect(t.at(sail).vx).toBeCloseTo(10 - 1 / (1 / 10 + k * 2), 1)
    expect(most).toBeLessThan(10)
    t.run(30, () => (most = Math.max(most, t.at(sail).vx)))
    expect(most).toBeLessThanOrEqual(10)
  })

  test('wind turns what it meets aside of the center of mass', () => {
    const t = new FieldWorld(still)
    t.field(windField({ x: 10 }))
    const { Collider, Shape } = t.components
    const boat = t.body(box(0.5, 0.1), 0, 0, 20)
    const mast = addEntity(t.world)
    addComponents(t.world, mast, set(Collider, { body: boat, x: 0, y: 2 }), set(Shape, box(0.1, 1)))
    t.run(0.1)
    expect(t.at(boat).w).toBeLessThan(-0.01)
  })

  test('current: takes everything along at its rate, whatever it weighs; drag: slows down', () => {
    const t = new FieldWorld(still)
    t.field(currentField({ x: 3, linearDrag: 2 }))
    const bodies = [t.body(circle(0.1), 0, 0, 0.1), t.body(box(2, 2), 10, 0, 50)]
    t.run(1)
    // Implicit: (1 + dt · rate)⁻⁶⁰.
    for (const body of bodies) expect(t.at(body).vx).toBeCloseTo(3 * (1 - (1 + 2 / 60) ** -60), 3)
    const d = new FieldWorld(still)
    d.field(dragField({ linearDrag: 3, angularDrag: 1 }))
    const body = d.body(box(1, 1), 0, 0)
    setVelocity(d.world, body, 5, 0, 4)
    d.run(1)
    expect(d.at(body).vx).toBeCloseTo(5 * (1 + 3 / 60) ** -60, 3)
    expect(d.at(body).w).toBeCloseTo(4 * (1 + 1 / 60) ** -60, 3)
  })

  test('radial: constant, inverse and inverse square, in and out; 0 at the origin', () => {
    const kinds = [['constant', 1], ['inverse', 0.5], ['inverse-square', 0.25]] as const
    for (const [falloff, part] of kinds) {
      for (const strength of [8, -8]) {
        const t = new FieldWorld(still)
        t.field(radialField({ strength, falloff, radius: 2 }), circle(40))
        const [far, near, mid] = [t.body(circle(0.1), 0, 4), t.body(circle(0.1), 1, 0), t.body(circle(0.1), 0, 0)]
        t.run(1 / 60)
        expect(t.at(far).vy).toBeCloseTo((-strength * part) / 60, 9)
        expect(t.at(near).vx).toBeCloseTo((-strength * 0.5) / 60, 9)
        expect([t.at(mid).vx, t.at(mid).vy]).toEqual([0, 0])
      }
    }
  })

  test('radial: a moon goes around at the speed of Kepler for many turns, and swirl goes around', () => {
    const t = new FieldWorld(still)
    t.field(radialField({ strength: 10, falloff: 'inverse-square', radius: 5 }), circle(40))
    const moon = t.body(circle(0.2), 10, 0)
    // Gravity at 10 is 10 / 4.
    setVelocity(t.world, moon, 0, Math.sqrt(2.5 * 10))
    let [low, high] = [Infinity, 0]
    t.run(120, () => {
      const r = Math.hypot(t.at(moon).x, t.at(moon).y)
      low = Math.min(low, r)
      high = Math.max(high, r)
    })
    expect([low > 9.5, high < 10.5]).toEqual([true, true])
    const s = new FieldWorld(still)
    s.field(radialField({ strength: 0, swirl: 6 }), circle(40))
    const leaf = s.body(circle(0.2), 0, 4)
    s.run(0.5)
    expect(s.at(leaf).vx).toBeLessThan(-2)
  })

  test('conveyor: brings things to its speed along its direction with its grip, and leaves them alone across', () => {
    const t = new FieldWorld(still)
    t.field(conveyorField({ x: 0, y: 3, grip: 6 }))
    const box1 = t.body(box(0.5, 0.5), 0, 0)
    setVelocity(t.world, box1, 2, 0)
    t.run(0.25)
    expect(t.at(box1).vy).toBeCloseTo(1.5, 4)
    t.run(1)
    expect(t.at(box1).vy).toBeCloseTo(3, 4)
    expect(t.at(box1).vx).toBeCloseTo(2, 6)
  })

  test('conveyor: what is solid moves what lies on it', () => {
    const t = new FieldWorld({ gravity: { x: 0, y: -10 } })
    const { Static } = t.components
    t.field(conveyorField({ x: 2, grip: 30 }), box(50, 1), 0, -1, Static)
    const crate = t.body(box(0.5, 0.5), 0, 0.5)
    t.run(2)
    expect(t.at(crate).vx).toBeGreaterThan(1.5)
    expect(t.at(crate).y).toBeCloseTo(0.5, 1)
  })

  test('turns with its body where it is told to, and its medium moves with it', () => {
    const t = new FieldWorld(still)
    const { Rotation } = t.components
    const fan = t.field(forceField({ x: 6, turns: true }))
    addComponent(t.world, fan, set(Rotation, { angle: Math.PI / 2 }))
    const body = t.body(circle(0.5), 0, 0)
    t.run(1 / 60)
    // A box that stands upright never turns.
    expect(t.at(body).vx).toBeCloseTo((6 / (Math.PI * 0.25)) / 60, 6)
    const u = new FieldWorld(still)
    const jet = u.field(forceField({ x: 6, turns: true }), box(20, 20))
    addComponent(u.world, jet, set(u.components.Rotation, { angle: Math.PI / 2 }))
    const blown = u.body(circle(0.5), 0, 0)
    u.run(1 / 60)
    expect(u.at(blown).vy).toBeCloseTo((6 / (Math.PI * 0.25)) / 60, 6)
    const w = new FieldWorld(still)
    const cart = w.field(dragField({ linearDrag: 5 }), aabb(20, 20), 0, 0, w.components.Kinematic, w.components.Sensor)
    addComponent(w.world, cart, set(w.components.Velocity, { x: 2, y: 0 }))
    const rider = w.body(circle(0.5), 0, 0)
    w.run(3)
    expect(w.at(rider).vx).toBeCloseTo(2, 2)
  })
})

describe('what is acted on', () => {
  test('is what touches the shape and is of a category in the mask; a compound counts once', () => {
    const t = new FieldWorld(still)
    t.field(gravityField({ x: 6, mask: 2 }), circle(3))
    const { CollisionFilter, Collider, Shape } = t.components
    const [out, other, one] = [t.body(circle(0.5), 5, 0), t.body(circle(0.5), 0, 0), t.body(circle(0.5), 0, 2)]
    addComponent(t.world, one, set(CollisionFilter, { category: 2 }))
    const compound = t.body(circle(0.4), -2, 0)
    addComponent(t.world, compound, set(CollisionFilter, { category: 2 }))
    for (const x of [-0.8, 0.8]) {
      const part = addEntity(t.world)
      addComponents(t.world, part, set(Collider, { body: compound, x }), set(Shape, circle(0.4)), set(CollisionFilter, { category: 2 }))
    }
    t.run(1 / 60)
    expect([out, other, one, compound].map((e) => Number((t.at(e).vx * 60).toFixed(6)))).toEqual([0, 0, 6, 6])
  })

  test('adds up, and is replaced by a higher priority that says so', () => {
    for (const [replaces, expected] of [[false, 9], [true, 5]] as const) {
      const t = new FieldWorld(still)
      t.field(gravityField({ x: 4 }))
      t.field(gravityField({ x: 5, priority: 3, replaces }))
      const body = t.body(circle(0.5), 0, 0)
      t.run(1 / 60)
      expect(t.at(body).vx * 60).toBeCloseTo(expected, 6)
    }
  })

  test('keeps locked axes and rotations, and is not static or kinematic', () => {
    const t = new FieldWorld({ gravity: { x: 0, y: -10 } })
    t.field(windField({ x: 10, y: 10 }), aabb(50, 50))
    t.water(buoyancyField({ flow: { x: 3 } }))
    const { Motion, Kinematic, Static } = t.components
    const held = t.body(box(0.5, 0.5), 0, -2)
    addComponent(t.world, held, set(Motion, { lockX: 1, lockRotation: 1 }))
    const [driven, fixed] = [t.add(circle(0.5), 5, -2, Kinematic), t.add(circle(0.5), 10, -2, Static)]
    t.run(1)
    expect([t.at(held).vx, t.at(held).w, t.at(held).x]).toEqual([0, 0, 0])
    expect([t.at(driven).x, t.at(driven).y, t.at(fixed).y]).toEqual([5, -2, -2])
  })

  test('rests in a wind that holds it against a wall, and wakes when the wind changes, ends or goes', () => {
    const changes: ((t: FieldWorld, wind: number) => void)[] = [
      (t, wind) => (t.components.Field.x[wind] = 9),
      (t, wind) => addComponent(t.world, wind, set(t.components.Field, windField({ x: -3 }))),
      (t, wind) => (t.components.Field.enabled[wind] = 0),
      (t, wind) => removeComponent(t.world, wind, t.components.Field),
      (t, wind) => removeEntity(t.world, wind),
      (t, wind) => addComponent(t.world, wind, t.components.Disabled),
      (t, wind) => addComponent(t.world, wind, set(t.components.Position, { x: 0, y: 20 })),
      (t) => (t.physics.settings.gravity.x = -3),
    ]
    for (const [i, change] of changes.entries()) {
      const t = new FieldWorld({ gravity: { x: 0, y: -10 } })
      t.addGround()
      t.add(box(0.5, 5), 5.5, 5, t.components.Static)
      const wind = t.field(windField({ x: 5, density: 1 }), aabb(20, 20))
      const box1 = t.body(box(0.5, 0.5), 3, 0.5)
      const far = t.body(box(0.5, 0.5), 40, 0.5)
      t.run(10)
      expect([i, isSleeping(t.world, box1), isSleeping(t.world, far)]).toEqual([i, true, true])
      expect(t.at(box1).x).toBeCloseTo(4.5, 1)
      change(t, wind)
      t.run(2 / 60)
      // Gravity is everywhere.
      expect([i, isSleeping(t.world, box1), isSleeping(t.world, far)]).toEqual([i, false, change !== changes.at(-1)])
    }
  })

  test('wakes in a field that is put upon it, but not what the user put to rest', () => {
    const t = new FieldWorld({ gravity: { x: 0, y: -10 } })
    t.addGround()
    const [one, paused] = [t.body(box(0.5, 0.5), 0, 0.5), t.body(box(0.5, 0.5), 4, 0.5)]
    t.run(3)
    expect(isSleeping(t.world, one)).toBe(true)
    addComponent(t.world, paused, t.components.Sleeping)
    const paused2 = t.add(box(0.5, 0.5), 8, 0.5, t.components.Sleeping)
    t.run(2 / 60)
    t.field(forceField({ y: 200 }))
    t.run(0.2)
    expect(t.at(one).vy).toBeGreaterThan(1)
    expect(isSleeping(t.world, paused2)).toBe(true)
  })
})

describe('addFields', () => {
  test('changes nothing in a world without fields, and a field without it is an error', () => {
    const play = (fields: boolean): number => {
      const world = createWorld()
      const physics = addPhysics(world)
      if (fields) {
        addFields(world)
        addFields(world)
        expect(physics.systems.length).toBe(10)
      }
      const { Position, Shape, Static } = physics.components
      for (let i = 0; i < 12; i++) {
        const entity = addEntity(world)
        addComponents(world, entity, set(Position, { x: i * 0.1, y: i * 1.1 }), set(Shape, i % 2 === 0 ? box(0.5, 0.5) : circle(0.5)))
        if (i === 0) addComponent(world, entity, Static)
      }
      for (let i = 0; i < 120; i++) stepPhysics(world, 1 / 60)
      return hashWorld(world)
    }
    expect(play(true)).toBe(play(false))
    const t = new FieldWorld(still)
    expect(t.components.Field.kind.length).toBe(1)
    const world = createWorld()
    const physics = addPhysics(world, still)
    const { Position, Shape, Static, Sensor, Field } = physics.components
    const [area, body] = [addEntity(world), addEntity(world)]
    addComponents(world, area, set(Position, { x: 0 }), set(Shape, circle(5)), Static, Sensor, set(Field, gravityField({ x: 5 })))
    addComponents(world, body, set(Position, { x: 0 }), set(Shape, circle(1)))
    expect(() => stepPhysics(world, 1 / 60)).toThrow('Call addFields(world) once')
    expect(physics.components.Velocity.x[body]).toBe(0)
    expect(() => getWetFraction(world, body)).toThrow('Call addFields(world) first')
    addFields(world)
    stepPhysics(world, 1 / 60)
    expect(physics.components.Velocity.x[body]).toBeCloseTo(5 / 60, 9)
  })

  test('gusts vary as much as they may, are the same for the same seed and keep things awake', () => {
    const speeds = (seed: number): number[] => {
      const t = new FieldWorld(still)
      t.field(gravityField({ x: 6, variation: 0.5, frequency: 5, seed }), aabb(500, 500))
      const bodies = [t.body(circle(0.5), 0, 0), t.body(circle(0.5), 0, 3)]
      const seen: number[] = []
      let before = 0
      t.run(5, () => {
        seen.push((t.at(bodies[0]!).vx - before) * 60)
        before = t.at(bodies[0]!).vx
      })
      expect(Math.min(...seen)).toBeGreaterThanOrEqual(3 - 1e-9)
      expect(Math.max(...seen)).toBeLessThanOrEqual(9 + 1e-9)
      expect(Math.max(...seen) - Math.min(...seen)).toBeGreaterThan(3)
      expect(t.at(bodies[0]!).vx).not.toBe(t.at(bodies[1]!).vx)
      return seen
    }
    expect(speeds(1)).toEqual(speeds(1))
    expect(speeds(1)).not.toEqual(speeds(2))
  })

  test('says what is wrong', () => {
    expect(() => radialField({ strength: 5, falloff: 'inverse' })).toThrow('give a radius greater than 0')
    expect(() => radialField({ strength: 5, falloff: 'cubic' as 'inverse' })).toThrow("there is no falloff 'cubic'")
    expect(() => buoyancyField({ wave: { height: 1, length: 0, speed: 1 } })).toThrow('waves need a length')
    const t = new FieldWorld(still)
    for (const data of [windField({ x: NaN }), buoyancyField({ density: -1 }), forceField({ x: Infinity }), conveyorField({ x: 1, grip: -1 }),
      gravityField({ x: 1, mask: NaN }), gravityField({ x: 1, priority: 0.5 }), currentField({ x: 1, seed: -1 })]) {
      const entity = t.ball(0, 0)
      expect(() => addComponent(t.world, entity, set(t.components.Field, data))).toThrow(`Field of entity ${entity}`)
    }
  })
})

test('fieldUp: away from the planet that one stands on, against gravity elsewhere', () => {
  const t = new FieldWorld({ gravity: { x: 0, y: -10 } })
  t.field(radialField({ strength: 10, falloff: 'inverse-square', radius: 2, gravityScale: 0 }), circle(10), 20, 0)
  t.run(1 / 60)
  expect(fieldUp(t.world, 0, 0)).toEqual({ x: 0, y: 1, gravity: 10 })
  const up = fieldUp(t.world, 23, 4)
  expect(up.x).toBeCloseTo(0.6, 9)
  expect(up.y).toBeCloseTo(0.8, 9)
  expect(up.gravity).toBeCloseTo(10 * (2 / 5) ** 2, 9)
  expect(fieldUp(t.world, 20, 0)).toEqual({ x: 0, y: 1, gravity: 0 })
  expect(() => fieldUp(t.world, NaN, 0)).toThrow('must be finite')
})

test('applyImpulse in a field wakes as ever', () => {
  const t = new FieldWorld({ gravity: { x: 0, y: -10 } })
  t.water(buoyancyField())
  const cork = t.body(box(0.5, 0.5), 0, 0, 0.5)
  t.run(20)
  expect(isSleeping(t.world, cork)).toBe(true)
  applyImpulse(t.world, cork, 0, 1)
  t.run(0.1)
  expect(t.at(cork).vy).not.toBe(0)
})

test('builders refuse options that they do not have', () => {
  const builders = { forceField, gravityField, radialField, windField, currentField, dragField, buoyancyField, conveyorField }
  const needed = { radialField: { strength: 1 } } as Record<string, object>
  for (const [name, build] of Object.entries(builders)) {
    const make = (options: object) => () => (build as (options: object) => unknown)({ ...needed[name], ...options })
    expect(make({ strenght: 1 })).toThrow(`${name}: there is no option 'strenght'. The options are `)
    expect(make({ mask: 3, priority: 1, replaces: true, enabled: false, linearDrag: 1, angularDrag: 1, gravityScale: 0 })).not.toThrow()
  }
  expect(() => buoyancyField({ wave: { heigth: 1 } } as never)).toThrow("buoyancyField: wave: there is no option 'heigth'. The options are height, length, speed.")
  expect(() => buoyancyField({ flow: { vx: 1 } } as never)).toThrow("buoyancyField: flow: there is no option 'vx'. The options are x, y.")
})
