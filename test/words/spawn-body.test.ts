import { addComponents, addEntity, createWorld, getAllEntities, hasComponent, query, removeEntity } from 'bitecs'
import { describe, expect, test } from 'vitest'
import { type BodyOptions, box, circle, diffWorlds, getMass, hashWorld, queryPoint, rect, set, spawnBody, stepPhysics } from '../../src/index.ts'
import { TestWorld } from '../support/worlds.ts'

/** What compiles and what does not. Never called. */
export function typed({ world }: TestWorld): void {
  spawnBody(world, { shape: rect(1, 1), type: 'static', material: { friction: 1 }, motion: { lockX: true } })
  // @ts-expect-error There is no body without a shape.
  spawnBody(world, { x: 1 })
  // @ts-expect-error There is no such option.
  spawnBody(world, { shape: rect(1, 1), position: { x: 1 } })
  // @ts-expect-error There is no such type.
  spawnBody(world, { shape: rect(1, 1), type: 'solid' })
  // @ts-expect-error There is no such field.
  spawnBody(world, { shape: rect(1, 1), velocity: { vx: 1 } })
}

describe('spawnBody', () => {
  test('is the same as components by hand, to the last bit', () => {
    const one = new TestWorld()
    const other = new TestWorld()
    const { Position, Rotation, Velocity, Shape, Material, Motion, Mass, CollisionFilter, OneWay, Static, Kinematic, Bullet, Sensor, Sleeping } = other.components
    const Mine = {}
    const byHand = (...parts: object[]): number => {
      const entity = addEntity(other.world)
      addComponents(other.world, entity, ...parts)
      return entity
    }
    const spawned = [
      spawnBody(one.world, { shape: rect(40, 2), y: -1, type: 'static', material: { friction: 0.3 } }),
      spawnBody(one.world, { shape: rect(2, 0.4), x: 4, y: 1, angle: 0.2, type: 'kinematic', velocity: { y: 0.5 }, oneWay: { x: 0, y: 1 } }),
      spawnBody(one.world, {
        shape: circle(0.5), x: 4, y: 3, velocity: { x: 1, angular: 2 }, material: { restitution: 0.5, density: 2 }, motion: { linearDamping: 0.1 },
        mass: { mass: 3 }, filter: { category: 2, mask: 3 }, bullet: true, with: [Mine],
      }),
      spawnBody(one.world, { shape: circle(0.5), x: -4, y: 0.5, sleeping: true }),
      spawnBody(one.world, { shape: circle(2), x: -4, type: 'static', sensor: true }),
      spawnBody(one.world, { shape: box(0.5, 0.5), y: 3 }),
    ]
    byHand(set(Position, { y: -1 }), set(Shape, box(20, 1)), set(Material, { friction: 0.3 }), Static)
    byHand(set(Position, { x: 4, y: 1 }), set(Rotation, { angle: 0.2 }), set(Velocity, { y: 0.5 }), set(Shape, box(1, 0.2)), set(OneWay, { x: 0, y: 1 }), Kinematic)
    byHand(
      set(Position, { x: 4, y: 3 }), set(Velocity, { x: 1, angular: 2 }), set(Shape, circle(0.5)), set(Material, { restitution: 0.5, density: 2 }),
      set(Motion, { linearDamping: 0.1 }), set(Mass, { mass: 3 }), set(CollisionFilter, { category: 2, mask: 3 }), Bullet,
    )
    byHand(set(Position, { x: -4, y: 0.5 }), set(Shape, circle(0.5)), Sleeping)
    byHand(set(Position, { x: -4 }), set(Shape, circle(2)), Static, Sensor)
    byHand(set(Position, { y: 3 }), set(Shape, box(0.5, 0.5)))
    expect([...query(one.world, [Mine])]).toEqual([spawned[2]])
    expect(getMass(one.world, spawned[2]!).mass).toBe(3)
    for (let i = 0; i < 90; i++) {
      stepPhysics(one.world, 1 / 60)
      stepPhysics(other.world, 1 / 60)
      if (hashWorld(one.world) !== hashWorld(other.world)) expect.fail(`differs after ${i + 1} steps`)
    }
  })

  test('is complete from the start', () => {
    const { world, components } = new TestWorld()
    const { Position, Rotation, Velocity, Shape } = components
    const body = spawnBody(world, { shape: circle(1) })
    const wall = spawnBody(world, { shape: circle(1), type: 'static' })
    for (const component of [Position, Rotation, Velocity, Shape]) expect(hasComponent(world, body, component)).toBe(true)
    expect(hasComponent(world, wall, Velocity)).toBe(false)
    expect([Position.x[body], Position.y[body], Rotation.angle[body]]).toEqual([0, 0, 0])
  })

  test.each([
    [{ shape: circle(1), x: NaN }, /Position of entity \d+: x must be finite/],
    [{ shape: circle(1), velocity: { vx: 1 } }, /Velocity of entity \d+: there is no field 'vx'/],
    [{ shape: circle(1), type: 'static', velocity: { y: -1 } }, /a static body never moves/],
    [{ shape: circle(1), material: { restitution: 3 } }, /Material of entity \d+: restitution/],
    [{ shape: circle(1), position: {} }, "spawnBody: there is no option 'position'. The options are shape, x, y,"],
    [{ shape: circle(1), type: 'solid' }, "spawnBody: type must be dynamic, static or kinematic, got 'solid'."],
    [{ x: 1 }, 'spawnBody: there is no shape. Give it circle(0.5), rect(2, 1) or another.'],
    [{ shape: null }, 'spawnBody: there is no shape'],
    [{ shape: {} }, 'type was never set'],
  ])('refuses %j, and makes no entity', (options, error) => {
    const t = new TestWorld()
    expect(() => spawnBody(t.world, options as unknown as BodyOptions)).toThrow(error)
    expect([...getAllEntities(t.world)]).toEqual([])
    t.step()
  })

  test('that fails leaves no difference to a world in which nothing was spawned', () => {
    const [one, two] = [new TestWorld(), new TestWorld()]
    for (const { world } of [one, two]) {
      const gone = spawnBody(world, { shape: circle(1) })
      spawnBody(world, { shape: circle(1), y: 3 })
      stepPhysics(world, 1 / 60)
      removeEntity(world, gone)
    }
    // The first takes the id that was just left, the others go on from there.
    for (const bad of [{ x: NaN }, { material: { friction: -1 } }]) {
      expect(() => spawnBody(two.world, { shape: circle(1), ...bad })).toThrow()
      expect(diffWorlds(one.world, two.world)).toBe(null)
    }
    for (const { world } of [one, two]) stepPhysics(world, 1 / 60)
    expect(() => spawnBody(two.world, { shape: circle(1), motion: { linearDamping: -1 } })).toThrow()
    expect(diffWorlds(one.world, two.world)).toBe(null)
    expect(queryPoint(two.world, 0, 0).count).toBe(0)
  })

  test('needs physics', () => {
    expect(() => spawnBody(createWorld(), { shape: circle(1) })).toThrow('spawnBody: this world has no physics')
  })
})

describe('rect', () => {
  test('is a box by its full size', () => {
    expect(rect(3, 1)).toEqual(box(1.5, 0.5))
  })

  test('refuses sizes that are none', () => {
    expect(() => rect(0, 1)).toThrow('rect: width must be greater than 0, got 0')
    expect(() => rect(1, NaN)).toThrow('rect: height must be finite, got NaN')
  })
})
