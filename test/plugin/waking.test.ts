import { addComponent, addEntity, hasComponent, removeComponent, removeEntity, set } from 'bitecs'
import { describe, expect, test } from 'vitest'
import { box, circle, getMass, hashWorld, isSleeping, markChanged, queryPairs, queryPoint, touch, wake } from '../../src/index.ts'
import { validate } from '../support/validate.ts'
import { TestWorld } from '../support/worlds.ts'
import { inner } from '../support/inner.ts'

describe('wake and markChanged', () => {
  test('wake leaves static bodies where they are', () => {
    const t = new TestWorld()
    const ground = t.addGround()
    t.step()
    wake(t.world, ground)
    t.step()
    validate(t.physics)
    expect(inner(t.physics).bodies.awakeCount).toBe(0)
  })

  test('wake before the first step overrules the tag', () => {
    const t = new TestWorld()
    const ball = t.ball(0, 5, t.components.Sleeping)
    wake(t.world, ball)
    t.step(10)
    expect(t.components.Position.y[ball]).toBeLessThan(5)
    validate(t.physics)
  })

  test('markChanged takes in a plain write to a child collider', () => {
    const t = new TestWorld({ gravity: { x: 0, y: 0 } })
    const body = t.ball(0, 0)
    const child = addEntity(t.world, set(t.components.Shape, circle(0.2)), set(t.components.Collider, { body, x: 1 }))
    const other = t.ball(3, 0)
    t.step(2)
    expect(queryPairs(t.world).count).toBe(0)
    t.components.Shape.radius[child] = 1.6
    markChanged(t.world, child)
    t.step()
    expect(t.begins()).toEqual([`${Math.min(child, other)}-${Math.max(child, other)}`])
    validate(t.physics)
  })

  test('a kinematic platform at rest that is teleported away lets fall what slept on it', () => {
    const t = new TestWorld()
    const platform = t.add(box(2, 0.5), 0, 0, t.components.Kinematic)
    const ball = t.add(box(0.5, 0.5), 0, 1)
    t.step(120)
    expect(isSleeping(t.world, ball)).toBe(true)
    addComponent(t.world, platform, set(t.components.Position, { x: 50 }))
    t.step(30)
    expect(t.components.Position.y[ball]).toBeLessThan(0.5)
    validate(t.physics)
  })

  test.each(['written, then tagged', 'tagged, then written'])('a kinematic platform at rest that is put to sleep where it was teleported to is there: %s', (order) => {
    const t = new TestWorld()
    const { Position, Kinematic, Sleeping } = t.components
    const platform = t.add(box(2, 0.5), 0, 0, Kinematic)
    const ball = t.add(box(0.5, 0.5), 0, 1)
    t.step(120)
    expect(isSleeping(t.world, ball)).toBe(true)
    if (order === 'tagged, then written') addComponent(t.world, platform, Sleeping)
    Position.x[platform] = 50
    if (order === 'written, then tagged') addComponent(t.world, platform, Sleeping)
    const other = t.add(box(0.5, 0.5), 50, 1)
    t.step()
    expect(queryPoint(t.world, 50, 0).count).toBe(1)
    expect(queryPoint(t.world, 0, 0).count).toBe(0)
    t.step(30)
    expect(t.components.Position.y[ball]).toBeLessThan(0.5)
    expect(t.components.Position.y[other]).toBeCloseTo(1, 1)
    validate(t.physics)
  })

  test('bodies that are made asleep stand on what is below when one of them is hit', () => {
    const t = new TestWorld()
    t.addGround()
    const crates = [0.5, 1.5, 2.5].map((y) => t.add(box(0.5, 0.5), 0, y, t.components.Sleeping))
    const bullet = t.add(box(0.5, 0.5), 0, 3.6)
    for (let i = 0; i < 60; i++) {
      t.step()
      validate(t.physics)
      crates.forEach((crate, row) => expect(t.components.Position.y[crate]).toBeGreaterThan(row + 0.45))
    }
    expect(t.components.Position.y[bullet]).toBeGreaterThan(3.4)
  })

  test('a body of children only wakes into its neighborhood, and not into that of the origin', () => {
    const t = new TestWorld({ gravity: { x: 0, y: 0 } })
    const { Position, Shape, Collider, Sleeping } = t.components
    const body = addEntity(t.world, set(Position, { x: 9, y: 0 }), Sleeping)
    addEntity(t.world, set(Shape, circle(0.5)), set(Collider, { body }))
    const beside = t.ball(9.9, 0, Sleeping)
    t.ball(0, 0)
    t.step()
    wake(t.world, body)
    t.step()
    validate(t.physics)
    expect(queryPairs(t.world).count).toBe(1)
    expect(isSleeping(t.world, beside)).toBe(false)
  })

  test('a body that is put to sleep anew leaves the ring of those it fell asleep with', () => {
    const t = new TestWorld()
    t.addGround()
    const crates = [0.5, 1.5, 2.5].map((y) => t.add(box(0.5, 0.5), 0, y))
    t.step(120)
    const { islandNext } = inner(t.physics).bodies
    expect(new Set(crates.map((crate) => islandNext[crate]))).toEqual(new Set(crates))
    removeComponent(t.world, crates[1]!, t.components.Sleeping)
    addComponent(t.world, crates[1]!, t.components.Sleeping)
    t.step()
    validate(t.physics)
    expect([islandNext[crates[0]!], islandNext[crates[1]!], islandNext[crates[2]!]]).toEqual([crates[2], 0, crates[0]])
  })

  test('what slept on a body that is removed between two substeps falls', () => {
    const t = new TestWorld()
    t.addGround()
    const below = t.add(box(0.5, 0.5), 0, 0.5)
    const above = t.add(box(0.5, 0.5), 0, 1.5)
    const awake = t.ball(20, 30)
    t.step(120)
    expect([isSleeping(t.world, above), isSleeping(t.world, awake)]).toEqual([true, false])
    t.physics.systems.splice(5, 0, { name: 'Remove', perSubstep: true, run: () => removeEntity(t.world, below) })
    t.step()
    expect(inner(t.physics).bodies.isBody(below)).toBe(false)
    t.physics.systems.splice(5, 1)
    t.step(60)
    expect(t.components.Position.y[above]).toBeCloseTo(0.5, 2)
    validate(t.physics)
  })
})

test('a filter that is set anew holds from the next step on, both ways', () => {
  const t = new TestWorld()
  const ground = t.addGround()
  const ball = t.ball(0, 0.5)
  const { CollisionFilter, Position } = t.components
  t.step(5)
  addComponent(t.world, ball, set(CollisionFilter, { mask: 2 }))
  t.step()
  expect(queryPairs(t.world, undefined, undefined, { candidates: true }).count).toBe(0)
  addComponent(t.world, ground, set(CollisionFilter, { category: 2 }))
  t.step()
  expect(queryPairs(t.world).count).toBe(1)
  removeComponent(t.world, ground, CollisionFilter)
  t.step()
  CollisionFilter.category[ground] = 2
  markChanged(t.world, ground)
  t.step()
  expect(queryPairs(t.world, undefined, undefined, { candidates: true }).count).toBe(1)
  t.step(60)
  expect(Position.y[ball]).toBeGreaterThan(0.4)
  validate(t.physics)
})

test.each([['wake', wake], ['markChanged', markChanged]] as const)('%s knows a body as soon as its first child names it', (_, call) => {
  const t = new TestWorld()
  const { Position, Shape, Collider } = t.components
  const body = addEntity(t.world, set(Position, { x: 0, y: 5 }))
  t.step()
  expect(() => call(t.world, body)).toThrow(/is no body/)
  addEntity(t.world, set(Shape, circle(0.2)), set(Collider, { body }))
  call(t.world, body)
  t.step(10)
  expect(Position.y[body]).toBeLessThan(5)
  validate(t.physics)
})

test('a mass and an inertia of 0 can be set: they follow from shape and density again', () => {
  const t = new TestWorld()
  const { Mass } = t.components
  const ball = t.ball(0, 0, set(Mass, { mass: 7, inertia: 9 }))
  t.step()
  expect(getMass(t.world, ball).inertia).toBeCloseTo(9, 12)
  addComponent(t.world, ball, set(Mass, { mass: 0, inertia: 0 }))
  t.step()
  expect(getMass(t.world, ball).mass).toBeCloseTo(Math.PI / 4, 12)
  expect(getMass(t.world, ball).inertia).toBeCloseTo(Math.PI / 32, 12)
  expect(() => addComponent(t.world, ball, set(Mass, { mass: -1 }))).toThrow(/mass must not be negative/)
})

describe('a plain write to the filter of a body that moves', () => {
  const writes: [string, (t: TestWorld, ball: number) => void, (t: TestWorld, ball: number) => void][] = [
    ['mask', (t, ball) => { t.components.CollisionFilter.mask[ball] = 2 }, (t, ball) => { t.components.CollisionFilter.mask[ball] = 0xffffffff }],
    ['category', (t, ball) => { t.components.CollisionFilter.category[ball] = 0x80000000 }, (t, ball) => { t.components.CollisionFilter.category[ball] = 1 }],
    ['group', (t, ball) => { t.components.CollisionFilter.group[ball] = -3 }, (t, ball) => { t.components.CollisionFilter.group[ball] = 0 }],
  ]

  test.each(writes)('%s holds from the next step on, both ways', (_, part, meet) => {
    const t = new TestWorld()
    const { CollisionFilter, NeverSleep, Position } = t.components
    const ground = t.addGround()
    addComponent(t.world, ground, set(CollisionFilter, { mask: 1, group: -3 }))
    const ball = t.ball(0, 0.5, NeverSleep)
    t.step(5)
    expect(queryPairs(t.world).count).toBe(1)
    part(t, ball)
    t.step()
    expect(t.ends()).toEqual([`${ground}-${ball}`])
    expect(queryPairs(t.world, undefined, undefined, { candidates: true }).count).toBe(0)
    validate(t.physics)
    meet(t, ball)
    t.step()
    expect(t.begins()).toEqual([`${ground}-${ball}`])
    t.step(60)
    expect(Position.y[ball]).toBeGreaterThan(0.4)
    validate(t.physics)
  })

  test('wakes what slept on it and may not touch it any more', () => {
    const t = new TestWorld()
    const { CollisionFilter, Sleeping, Position } = t.components
    t.addGround()
    const below = t.add(box(0.5, 0.5), 0, 0.5)
    const above = t.ball(0, 1.5, Sleeping)
    t.step(3)
    CollisionFilter.group[below] = -1
    CollisionFilter.group[above] = -1
    t.step(90)
    expect(Position.y[above]).toBeLessThan(0.6)
    validate(t.physics)
  })
})

describe('a body that is tagged Sleeping right after a step', () => {
  test('ends the touches that it has left', () => {
    for (const before of [0, 1, 2, 3, 4, 5]) {
      const t = new TestWorld({ gravity: { x: 0, y: 0 } })
      const { Velocity, Sleeping, Static, Position } = t.components
      const wall = t.add(box(0.5, 5), 0, 0, Static)
      const ball = t.ball(0.999, 0)
      t.step(2)
      expect(queryPairs(t.world).count).toBe(1)
      // By 0.02 to 0.14: out of reach, and still in its fat box or not.
      Velocity.x[ball] = 1.2 * (before + 1)
      t.step()
      addComponent(t.world, ball, Sleeping)
      t.step()
      const apart = Position.x[ball]! - 1 > inner(t.physics).tolerances.speculativeDistance
      expect([isSleeping(t.world, ball), queryPairs(t.world, undefined, undefined, { sleeping: true }).count]).toEqual([true, apart ? 0 : 1])
      expect(t.ends()).toEqual(apart ? [`${wall}-${ball}`] : [])
      validate(t.physics)
      t.step(3)
      expect([isSleeping(t.world, ball), inner(t.physics).collision.contacts.activeCount, t.ends().length]).toEqual([true, 0, 0])
    }
  })

  test('keeps those that it has, and wakes nobody, nor itself', () => {
    const t = new TestWorld()
    const { Sleeping } = t.components
    t.addGround()
    const crates = [0.5, 1.5, 2.5].map((y) => t.add(box(0.5, 0.5), 0, y))
    t.step(3)
    const asked: number[] = []
    t.physics.hooks.preSolve = ({ b }) => asked.push(b) > 0
    for (const crate of crates) addComponent(t.world, crate, Sleeping)
    t.step()
    expect([t.ends(), asked, t.physics.stats.awake, t.physics.stats.pairs]).toEqual([[], [], 0, 0])
    expect(queryPairs(t.world, undefined, undefined, { sleeping: true }).count).toBe(3)
    validate(t.physics)
  })

  test('reports a sensor that came to rest in a wall, and one that left it', () => {
    for (const [from, to] of [[3, 0.4], [0.4, 3]] as const) {
      const t = new TestWorld({ gravity: { x: 0, y: 0 } })
      const { Velocity, Sleeping, Static, Sensor, Position } = t.components
      t.add(box(0.5, 5), 0, 0, Static)
      const probe = t.ball(from, 0, Sensor)
      t.step(2)
      // In small steps, within the fat box at the end.
      Position.x[probe] = from < to ? 0.99 : 1.03
      t.step()
      const { sensorBegin, sensorEnd } = t.physics.events
      expect([sensorBegin.count, sensorEnd.count]).toEqual([0, 0])
      Velocity.x[probe] = from < to ? 3 : -3
      t.step()
      expect([sensorBegin.count, sensorEnd.count]).toEqual([0, 0])
      addComponent(t.world, probe, Sleeping)
      t.step()
      expect([sensorBegin.count, sensorEnd.count]).toEqual(from < to ? [0, 1] : [1, 0])
      validate(t.physics)
      t.step(3)
      expect([isSleeping(t.world, probe), inner(t.physics).collision.contacts.activeCount]).toEqual([true, 0])
    }
  })
})

describe('a sleeping body that becomes another one', () => {
  const edits: [string, (t: TestWorld, body: number) => void][] = [
    ['a shape of another type', (t, body) => void addComponent(t.world, body, set(t.components.Shape, circle(0.5)))],
    ['a sensor', (t, body) => void addComponent(t.world, body, t.components.Sensor)],
    ['a shape of the same type', (t, body) => void addComponent(t.world, body, set(t.components.Shape, box(0.5, 0.3)))],
  ]

  /** Counts how often each body fell asleep more than it woke. */
  function follow(t: TestWorld, slept: Map<number, number>): void {
    const { sleep, wake: woke } = t.physics.events
    for (const entity of sleep.entities.subarray(0, sleep.count)) slept.set(entity, (slept.get(entity) ?? 0) + 1)
    for (const entity of woke.entities.subarray(0, woke.count)) slept.set(entity, (slept.get(entity) ?? 0) - 1)
  }

  test.each(edits)('%s: it wakes with its island, and the events balance', (_, edit) => {
    for (const [which, tagged] of [[0, false], [1, false], [2, false], [0, true], [1, true], [2, true]] as const) {
      const t = new TestWorld()
      const slept = new Map<number, number>()
      t.addGround()
      const crates = [0.5, 1.5, 2.5].map((y) => t.add(box(0.5, 0.5), 0, y))
      const lone = t.add(box(0.5, 0.5), 9, 0.5)
      const step = (count: number) => {
        for (let i = 0; i < count; i++) {
          t.step()
          follow(t, slept)
          for (const body of [...crates, lone]) expect(slept.get(body) ?? 0).toBe(isSleeping(t.world, body) ? 1 : 0)
          validate(t.physics)
        }
      }
      step(60)
      expect(crates.map((crate) => isSleeping(t.world, crate))).toEqual([true, true, true])
      for (const body of [crates[which]!, lone]) {
        edit(t, body)
        if (!tagged) continue
        removeComponent(t.world, body, t.components.Sleeping)
        addComponent(t.world, body, t.components.Sleeping)
      }
      step(1)
      const awake = crates.map((crate) => !isSleeping(t.world, crate))
      if (!tagged) expect([...awake, !isSleeping(t.world, lone)]).toEqual([true, true, true, true])
      // What lies on others that wake is woken by them.
      else expect(isSleeping(t.world, lone)).toBe(true)
      step(20)
    }
  })

  test('a body in the air falls when its shape becomes another', () => {
    const t = new TestWorld()
    const ball = t.ball(0, 5, t.components.Sleeping)
    t.step()
    addComponent(t.world, ball, set(t.components.Shape, box(0.5, 0.5)))
    t.step(60)
    expect(t.components.Position.y[ball]).toBeLessThan(1)
  })

  test('one that lost its shape or place is awake when it gets another, and keeps no tag meanwhile', () => {
    for (const between of [0, 1]) {
      // A shape without a place is an error of the next step.
      for (const lost of between === 0 ? (['Shape', 'Position'] as const) : (['Shape'] as const)) {
        for (const tagged of [false, true]) {
          const t = new TestWorld()
          const { components, world } = t
          t.addGround()
          const ball = t.ball(0, 0.5)
          t.step(60)
          expect(isSleeping(world, ball)).toBe(true)
          if (tagged) {
            removeComponent(world, ball, components.Sleeping)
            addComponent(world, ball, components.Sleeping)
            t.step()
          }
          removeComponent(world, ball, components[lost])
          t.step(between)
          expect(hasComponent(world, ball, components.Sleeping)).toBe(tagged || between === 0)
          if (lost === 'Position') addComponent(world, ball, set(components.Position, { x: 0, y: 3 }))
          else addEntity(world, set(components.Shape, circle(0.5)), set(components.Collider, { body: ball, x: 2, y: 2 }))
          t.step()
          validate(t.physics)
          // A tag of the user's own stays.
          expect([isSleeping(world, ball), hasComponent(world, ball, components.Sleeping)]).toEqual([tagged, tagged])
          const { y } = getMass(world, ball)
          t.step(20)
          expect(getMass(world, ball).y < y - 0.3).toBe(!tagged)
        }
      }
    }
  })

  test('one that is disabled asleep sleeps when it is back', () => {
    const t = new TestWorld()
    t.addGround()
    const ball = t.ball(0, 0.5)
    t.step(60)
    addComponent(t.world, ball, t.components.Disabled)
    t.step()
    removeComponent(t.world, ball, t.components.Disabled)
    t.step()
    expect(isSleeping(t.world, ball)).toBe(true)
  })

  test('one that goes tells no wake, and those on it do', () => {
    for (const end of [removeEntity, (world: TestWorld['world'], body: number) => addComponent(world, body, disabled!)]) {
      const t = new TestWorld()
      disabled = t.components.Disabled
      t.addGround()
      const crates = [0.5, 1.5, 2.5].map((y) => t.add(box(0.5, 0.5), 0, y))
      t.step(120)
      end(t.world, crates[0]!)
      t.step()
      const { wake: woke } = t.physics.events
      expect([...woke.entities.subarray(0, woke.count)].sort()).toEqual(crates.slice(1))
    }
  })
})

let disabled: object | null = null

function hashOfHeap(x: number): number {
  const t = new TestWorld()
  t.addGround()
  for (let i = 0; i < 20; i++) t.add(i % 2 === 0 ? box(0.4, 0.3) : circle(0.35), x * i, 1 + i * 0.9)
  t.step(120)
  return hashWorld(t.world)
}

test('the same calls give the same hash, others do not', () => {
  expect(hashOfHeap(0.01)).toBe(hashOfHeap(0.01))
  expect(hashOfHeap(0.01)).not.toBe(hashOfHeap(0.010001))
})

test('touch is still a name for markChanged', () => {
  expect(touch).toBe(markChanged)
})
