import {
  IsA, addComponent, addComponents, addEntity, addPrefab, createWorld, hasComponent, observe, onAdd, onRemove, query,
  removeComponent, removeEntity, resetWorld, set,
} from 'bitecs'
import { describe, expect, test } from 'vitest'
import {
  EndReason, addPhysics, box, chain, circle, getMass, getPhysics, isSleeping, polygon, queryPairs, removePhysics,
  stepPhysics, wake,
} from '../../src/index.ts'
import { EventLedger } from '../support/ledger.ts'
import { validate } from '../support/validate.ts'
import { TestWorld } from '../support/worlds.ts'
import { inner } from '../support/inner.ts'

const floor = [{ x: -9, y: 0 }, { x: 0, y: 0 }, { x: 9, y: 0 }]

describe('ends are never lost', () => {
  const ways: [string, (t: TestWorld, ball: number) => void, EndReason][] = [
    ['despawn', (t, ball) => removeEntity(t.world, ball), EndReason.Removed],
    ['disable', (t, ball) => void addComponent(t.world, ball, t.components.Disabled), EndReason.Removed],
    ['retag', (t, ball) => void addComponent(t.world, ball, t.components.Static), EndReason.Removed],
    ['sensor', (t, ball) => void addComponent(t.world, ball, t.components.Sensor), EndReason.Removed],
    ['another type of shape', (t, ball) => void addComponent(t.world, ball, set(t.components.Shape, box(0.1, 0.1))), EndReason.Removed],
    ['shape removed', (t, ball) => removeComponent(t.world, ball, t.components.Shape), EndReason.Removed],
    ['teleport by set', (t, ball) => void addComponent(t.world, ball, set(t.components.Position, { x: 200 })), EndReason.Separated],
    ['teleport by a write', (t, ball) => { t.components.Position.y[ball] = 30 }, EndReason.Separated],
    ['smaller', (t, ball) => { t.components.Shape.radius[ball] = 0.01 }, EndReason.Separated],
    ['filter', (t, ball) => void addComponent(t.world, ball, set(t.components.CollisionFilter, { mask: 0 })), EndReason.Separated],
    ['teleport and sleep', (t, ball) => void addComponents(t.world, ball, set(t.components.Position, { x: 200 }), t.components.Sleeping), EndReason.Separated],
    ['write and sleep', (t, ball) => { t.components.Position.x[ball] = 200; addComponent(t.world, ball, t.components.Sleeping) }, EndReason.Separated],
    ['removePhysics', (t) => void removePhysics(t.world), EndReason.Removed],
  ]

  test.each(ways)('%s', (name, change, reason) => {
    const t = new TestWorld()
    const ground = t.addGround()
    const ball = t.ball(0, 0.5)
    t.step(5)
    const pair = `${ground}-${ball}`
    expect(queryPairs(t.world).count).toBe(1)
    change(t, ball)
    if (name !== 'removePhysics') t.step()
    expect(t.ends()).toEqual([pair])
    expect(t.physics.events.contactEnd.reason[0]).toBe(reason)
    if (name === 'removePhysics') return
    const others = queryPairs(t.world, undefined, undefined, { sleeping: true })
    expect(others.count).toBe(name === 'sensor' ? 1 : 0)
    validate(t.physics)
  })

  test('the end of a despawned entity can be polled before its id is given to another', () => {
    const t = new TestWorld()
    const ground = t.addGround()
    const ball = t.ball(0, 0.5)
    t.step(3)
    removeEntity(t.world, ball)
    expect(t.ends()).toEqual([`${ground}-${ball}`])
    const next = t.ball(0, 0.5)
    expect(next).toBe(ball)
    t.step()
    expect(t.ends()).toEqual([`${ground}-${ball}`])
    expect(t.begins()).toEqual([`${ground}-${ball}`])
    validate(t.physics)
  })
})

describe('recycled ids', () => {
  test('inherit nothing: neither data, nor speed, nor sleep', () => {
    const t = new TestWorld({ gravity: { x: 0, y: 0 } })
    const { Velocity, Material, Mass, Rotation, CollisionFilter, Sleeping } = t.components
    const old = t.ball(
      0, 0, set(Velocity, { x: 9, y: 9, angular: 9 }), set(Material, { friction: 0, restitution: 1, density: 7 }),
      set(Mass, { mass: 50 }), set(Rotation, { angle: 1 }), set(CollisionFilter, { mask: 0 }), Sleeping,
    )
    t.step(3)
    removeEntity(t.world, old)
    const next = t.ball(4, 4)
    expect(next).toBe(old)
    t.step(3)
    const values = [Velocity.x, Velocity.angular, Rotation.angle, Mass.mass, Material.friction, Material.restitution, Material.density, CollisionFilter.mask]
    expect(values.map((column) => column[next])).toEqual([0, 0, 0, 0, 0.6, 0, 1, 0xffffffff])
    expect(isSleeping(t.world, next)).toBe(false)
    validate(t.physics)
  })

  test('a child collider of a body that was replaced within a frame is not taken over by the next', () => {
    const t = new TestWorld({ gravity: { x: 0, y: 0 } })
    const { Collider, Shape } = t.components
    const attach = (body: number) => addEntity(t.world, set(Shape, circle(0.2)), set(Collider, { body, x: 1 }))
    const old = t.ball(0, 0)
    const known = attach(old)
    t.step()
    const fresh = attach(old)
    removeEntity(t.world, old)
    expect(t.ball(5, 5)).toBe(old)
    t.step()
    expect([Collider.body[known], Collider.body[fresh]]).toEqual([0, 0])
    expect(inner(t.physics).bodies.firstChild[old]).toBe(0)
    validate(t.physics)
  })

  test('a removed child takes its mass with it, and a body of children only goes with the last one', () => {
    const t = new TestWorld({ gravity: { x: 0, y: 0 } })
    const { Collider, Shape, Position } = t.components
    const body = addEntity(t.world, set(Position, { x: 0, y: 0 }))
    const attach = (x: number) => addEntity(t.world, set(Shape, box(0.5, 0.5)), set(Collider, { body, x }))
    const [left, right] = [attach(-2), attach(2)]
    t.step()
    expect(inner(t.physics).bodies.pose[body * 8 + 6]).toBeCloseTo(1 / 2, 12)
    removeEntity(t.world, right)
    t.step()
    expect(inner(t.physics).bodies.pose[body * 8 + 6]).toBeCloseTo(1, 12)
    expect(inner(t.physics).bodies.localCenter[body * 2]).toBeCloseTo(-2, 12)
    removeEntity(t.world, left)
    t.step()
    expect(inner(t.physics).bodies.isBody(body)).toBe(false)
    validate(t.physics)
  })

  test('a body loses a child whose id becomes a link of a chain in the same frame', () => {
    const t = new TestWorld()
    const { Collider, Shape, Position, Static } = t.components
    const body = addEntity(t.world, set(Position, { x: 0, y: 5 }), Static)
    const child = addEntity(t.world, set(Shape, circle(0.5)), set(Collider, { body }))
    t.step()
    const line = t.add(chain(floor), 0, 0, Static)
    removeEntity(t.world, child)
    t.step()
    expect([Collider.body[child], inner(t.physics).bodies.isBody(body)]).toEqual([line, false])
    validate(t.physics)
  })

  test('links of a chain are made anew also where the ids of others were freed in the same frame', () => {
    const t = new TestWorld()
    const first = t.add(chain(floor), 0, 0, t.components.Static)
    t.step()
    removeEntity(t.world, first)
    const second = t.add(chain([...floor, { x: 12, y: 1 }]), 0, 0, t.components.Static)
    t.step()
    validate(t.physics)
    const links = query(t.world, [t.components.ChainLink])
    expect(links.length).toBe(3)
    expect([...links].map((link) => t.components.Collider.body[link])).toEqual([second, second, second])
    const ball = t.ball(0, 0.4)
    t.step(60)
    expect(t.components.Position.y[ball]).toBeGreaterThan(0.48)
  })
})

describe('the plugin comes and goes', () => {
  test('removePhysics ends all touches, frees the links of chains, leaves data and other components alone', () => {
    const t = new TestWorld()
    const ledger = new EventLedger(t.physics)
    t.addGround()
    t.add(chain(floor), 20, 0, t.components.Static)
    const balls = [t.ball(0, 0.5), t.ball(0, 1.5), t.ball(20, 0.5)]
    for (let i = 0; i < 20; i++) {
      t.step()
      ledger.poll()
    }
    const y = t.components.Position.y[balls[1]!]
    expect(removePhysics(t.world)).toBe(t.physics)
    expect(ledger.close()).toEqual([])
    expect(getPhysics(t.world)).toBeUndefined()
    expect(t.components.Position.y[balls[1]!]).toBe(y)
    expect(hasComponent(t.world, balls[0]!, t.components.Position)).toBe(true)
    expect(query(t.world, [t.components.ChainLink]).length).toBe(0)
    expect(() => t.step()).toThrow(/has no physics/)
    // Nothing listens any more.
    addComponent(t.world, balls[0]!, set(t.components.Position, { x: NaN }))
    removeEntity(t.world, balls[1]!)
  })

  test('added again, what is there is simulated on, with what comes', () => {
    const t = new TestWorld()
    t.addGround()
    const old = t.ball(0, 0.5)
    t.step(10)
    removePhysics(t.world)
    const again = new TestWorld({}, t.world)
    expect(again.physics).not.toBe(t.physics)
    const ground = again.addGround()
    const ball = again.ball(5, 2)
    again.step(120)
    for (const entity of [old, ball]) expect(again.components.Position.y[entity]).toBeCloseTo(0.5, 2)
    const pairs = queryPairs(t.world, undefined, undefined, { sleeping: true })
    expect([...pairs.a.subarray(0, pairs.count)].filter((one) => one === ground).length).toBe(1)
    validate(again.physics)
  })

  test('resetWorld: the step says so, and the plugin can be added at once', () => {
    const t = new TestWorld()
    t.ball(0, 0)
    t.step()
    resetWorld(t.world)
    // The old components are known to the world again, but nobody watches them.
    addEntity(t.world, t.components.Position, t.components.Shape)
    expect(() => t.step()).toThrow(/reset or deleted.*addPhysics again/)
    const again = new TestWorld({}, t.world)
    again.addGround()
    const ball = again.ball(0, 2)
    again.step(90)
    expect(again.components.Position.y[ball]).toBeCloseTo(0.5, 2)
    validate(again.physics)
    resetWorld(t.world)
    const third = new TestWorld({}, t.world)
    third.ball(0, 0)
    third.step()
    validate(third.physics)
  })

  test('entities that existed before are taken in, with what the user had in the arrays', () => {
    const world = createWorld()
    const Position = { x: [] as number[], y: [] as number[] }
    const Velocity = { x: new Float32Array(4), y: new Float32Array(4), angular: new Float32Array(4) }
    const entities = Array.from({ length: 40 }, (_, i) => {
      const entity = addEntity(world, Position)
      Position.x[entity] = i * 3
      Position.y[entity] = 7
      return entity
    })
    Velocity.y[2] = 6
    const { components } = addPhysics(world, { gravity: { x: 0, y: 0 }, capacity: 8, components: { Position, Velocity } })
    expect(components.Position).toBe(Position)
    for (const entity of entities) addComponent(world, entity, set(components.Shape, circle(0.5)))
    for (let i = 0; i < 60; i++) stepPhysics(world, 1 / 60)
    expect(inner(getPhysics(world)!).bodies.count).toBe(40)
    expect(Position.y[2]).toBeCloseTo(7 + 6, 4)
    expect([Position.x[40], Position.y[40]]).toEqual([39 * 3, 7])
    validate(getPhysics(world)!)
  })

  test('worlds do not know of each other', () => {
    const one = new TestWorld({ gravity: { x: 0, y: -1 } })
    const two = new TestWorld({ gravity: { x: 0, y: 1 } })
    const a = one.ball(0, 0)
    const b = two.ball(0, 0)
    one.step(30)
    expect(two.components.Position.y[b]).toBe(0)
    two.step(30)
    expect(one.components.Position.y[a]).toBeCloseTo(-two.components.Position.y[b]!, 12)
    removePhysics(one.world)
    two.step()
    validate(two.physics)
  })
})

describe('prefabs', () => {
  test('give shape, place, material and tags to what is made of them, and are no bodies', () => {
    const t = new TestWorld({ capacity: 16 })
    const { Position, Shape, Material, Kinematic, Sensor, Velocity } = t.components
    const crate = addPrefab(t.world)
    const corners = [{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 0, y: 1 }]
    addComponents(t.world, crate, set(Shape, polygon(corners)), set(Position, { x: 3, y: 4 }), set(Material, { friction: 0.25 }), Kinematic)
    const door = addPrefab(t.world)
    addComponents(t.world, door, IsA(crate), Sensor, set(Velocity, { x: 2 }))
    const made = Array.from({ length: 30 }, () => {
      const entity = addEntity(t.world)
      addComponent(t.world, entity, IsA(door))
      return entity
    })
    const moved = made[29]!
    addComponent(t.world, moved, set(Position, { x: 8 }))
    t.step()
    expect(inner(t.physics).bodies.count).toBe(30)
    expect([inner(t.physics).bodies.isBody(crate), inner(t.physics).bodies.isBody(door)]).toEqual([false, false])
    expect([Position.x[made[0]!], Position.x[moved], Position.y[moved]]).toEqual([3 + 2 / 60, 8 + 2 / 60, 4])
    expect([Material.friction[moved], Shape.type[moved], inner(t.physics).bodies.sensor[moved]]).toEqual([0.25, 5, 1])
    validate(t.physics)
    for (const entity of made) removeEntity(t.world, entity)
    t.step()
    validate(t.physics)
  })
})

test('a prefab hands its mass on, with what was not given left to the shapes', () => {
  const t = new TestWorld({ gravity: {} })
  const { Position, Shape, Mass } = t.components
  const weight = addPrefab(t.world)
  addComponents(t.world, weight, Position, set(Shape, box(1, 1)), set(Mass, { mass: 6, centerX: 0.5 }))
  const made = addEntity(t.world)
  addComponent(t.world, made, IsA(weight))
  t.step()
  expect(getMass(t.world, made)).toMatchObject({ mass: 6, x: 0.5, y: 0 })
  expect(getMass(t.world, made).inertia).toBeCloseTo(6 * (4 / 6 + 0.25), 12)
})

describe('growth', () => {
  test('no write is lost past the capacity, whoever owns the arrays', () => {
    const Rotation = { angle: [] as number[] }
    const Velocity = { x: new Float32Array(2), y: new Float64Array(2), angular: new Float32Array(2) }
    const t = new TestWorld({ capacity: 16, gravity: { x: 0, y: 0 }, components: { Rotation, Velocity } })
    const { Position, Shape } = t.components
    const count = 1000
    const entities = Array.from({ length: count }, (_, i) => {
      const entity = addEntity(t.world)
      addComponents(t.world, entity, Position, Velocity, Rotation, set(Shape, circle(0.25)))
      Position.x[entity] = i
      Position.y[entity] = -i
      Velocity.y[entity] = i / 4
      Rotation.angle[entity] = i / 8
      return entity
    })
    t.step()
    entities.forEach((entity, i) => {
      expect([Position.x[entity], Velocity.y[entity], Rotation.angle[entity]]).toEqual([i, i / 4, i / 8])
      expect(Position.y[entity]).toBeCloseTo(-i + i / 240, 9)
    })
    validate(t.physics, { pairs: false })
  })

  test('in the midst of a step, from a system of the user', () => {
    const t = new TestWorld({ capacity: 16 })
    t.addGround()
    const balls = Array.from({ length: 10 }, (_, i) => t.ball(i * 1.01, 0.5))
    t.step(30)
    const spawn = { name: 'Spawn', perSubstep: true, run: () => void Array.from({ length: 100 }, () => t.ball(0, 90)) }
    t.physics.systems.splice(5, 0, spawn)
    t.step()
    t.physics.systems.splice(5, 1)
    t.step()
    expect(inner(t.physics).bodies.count).toBe(411)
    for (const ball of balls) expect(t.components.Position.y[ball]).toBeCloseTo(0.5, 2)
    t.step(3)
    validate(t.physics, { pairs: false })
  })
})

describe('observers of the user', () => {
  test('may change components while the engine takes others in', () => {
    const t = new TestWorld()
    const { Velocity, BroadphaseAABB, Sleeping, Static, Position, Shape, Material } = t.components
    const spawned: number[] = []
    observe(t.world, onAdd(Velocity), (entity: number) => {
      addComponent(t.world, entity, set(Material, { friction: 0.1 }))
    })
    observe(t.world, onAdd(BroadphaseAABB), (entity: number) => {
      if (spawned.length >= 40 || entity === 1) return
      const other = addEntity(t.world)
      addComponents(t.world, other, Static, set(Position, { x: other * 3, y: 20 }), set(Shape, circle(0.5)))
      spawned.push(other)
    })
    observe(t.world, onRemove(Sleeping), (entity: number) => addComponent(t.world, entity, Static))
    t.addGround()
    const sleeper = t.ball(0, 0.5, Sleeping)
    t.step(2)
    t.step()
    validate(t.physics)
    expect(inner(t.physics).bodies.staticCount).toBe(spawned.length + 1)
    wake(t.world, sleeper)
    t.step()
    expect(hasComponent(t.world, sleeper, Static)).toBe(true)
    expect(inner(t.physics).bodies.kind[sleeper]).toBe(3)
    validate(t.physics)
  })

  test('may forbid sleep, or disable what the engine is about to make', () => {
    const t = new TestWorld()
    const { Sleeping, Velocity, Disabled } = t.components
    t.addGround()
    const restless = t.ball(0, 0.5)
    const doomed = t.ball(5, 5)
    observe(t.world, onAdd(Sleeping), (entity: number) => removeComponent(t.world, entity, Sleeping))
    observe(t.world, onAdd(Velocity), (entity: number) => { if (entity === doomed) addComponent(t.world, entity, Disabled) })
    for (let i = 0; i < 120; i++) {
      t.step()
      expect(inner(t.physics).bodies.isBody(doomed)).toBe(false)
    }
    expect(hasComponent(t.world, restless, Sleeping)).toBe(false)
    t.step(2)
    expect(inner(t.physics).bodies.isAwake(restless)).toBe(true)
  })
})
