import { addComponent, addEntity, observe, onAdd, removeComponent, removeEntity } from 'bitecs'
import { expect, test } from 'vitest'
import { box, bruteForce, capsule, castRay, circle, hashWorld, queryPoint } from '../../src/index.ts'
import { inner } from '../support/inner.ts'
import { validate } from '../support/validate.ts'
import { TestWorld } from '../support/worlds.ts'

/** More than are made in one go, with all that is out of the ordinary among them. */
const MANY = 1200
const SHAPES = [circle(0.4), box(0.5, 0.3), capsule(0.3, 0.2)]

function fill(t: TestWorld): void {
  const { Static, Kinematic, Sleeping, Sensor, Bullet } = t.components
  for (let i = 0; i < MANY; i++) {
    const tags = i % 97 === 5 ? [Static] : i % 89 === 3 ? [Kinematic] : i % 53 === 1 ? [Sleeping] : i % 71 === 2 ? [Sensor, Bullet] : []
    t.add(SHAPES[i % 3]!, i % 40, Math.floor(i / 40) * 0.9, ...tags)
  }
  t.addGround()
}

test('bodies that come at once are what they would be one by one', () => {
  const [together, alone] = [new TestWorld({ capacity: MANY + 2 }), new TestWorld({ capacity: MANY + 2 })]
  fill(together)
  fill(alone)
  // Who changes something while others are taken in has each of them taken in by itself.
  const nobody = addEntity(alone.world)
  observe(alone.world, onAdd(alone.components.Rotation), () => {
    addComponent(alone.world, nobody, alone.components.NeverSleep)
    removeComponent(alone.world, nobody, alone.components.NeverSleep)
  })
  for (let i = 0; i < 20; i++) {
    together.step()
    alone.step()
    expect(hashWorld(together.world)).toBe(hashWorld(alone.world))
  }
  validate(together.physics, { pairs: false })
})

test('an observer may ask, is told of none of those that come with it, and changes nothing', () => {
  const [asked, left] = [new TestWorld(), new TestWorld()]
  const found = new Set<number>()
  for (const t of [asked, left]) {
    t.addGround()
    for (let i = 0; i < 600; i++) t.ball(1.1 * (i % 40) - 22, 1 + Math.floor(i / 40))
  }
  observe(asked.world, onAdd(asked.components.Rotation), (entity) => {
    if (entity % 7 !== 0) return
    found.add(queryPoint(asked.world, asked.components.Position.x[entity - 1]!, asked.components.Position.y[entity - 1]!).count)
    castRay(asked.world, -30, 1, 30, 1)
  })
  for (let i = 0; i < 10; i++) {
    asked.step()
    left.step()
    expect(hashWorld(asked.world)).toBe(hashWorld(left.world))
  }
  // None is asked about of whom another 512 are the last.
  expect([...found]).toEqual([0])
  validate(asked.physics, { pairs: false })
})

test('where one of many is spoiled before they are taken in nothing is done; where an observer spoils it, those before it are bodies', () => {
  const spawnMany = (): { t: TestWorld; balls: number[] } => {
    const t = new TestWorld({ capacity: 1024 })
    return { t, balls: Array.from({ length: 600 }, (_, i) => t.ball(2 * i, 0)) }
  }
  const { t: early, balls } = spawnMany()
  early.components.Shape.radius[balls[299]!] = NaN
  expect(() => early.step()).toThrow(`of entity ${balls[299]}`)
  expect(inner(early.physics).bodies.count).toBe(0)
  const { t: late, balls: others } = spawnMany()
  observe(late.world, onAdd(late.components.Rotation), (entity) => { if (entity === others[299]) late.components.Shape.radius[entity] = NaN })
  expect(() => late.step()).toThrow(`of entity ${others[299]}`)
  expect(others.findIndex((ball) => !inner(late.physics).bodies.isBody(ball))).toBe(299)
  expect(inner(late.physics).bodies.count).toBe(299)
  for (const [t, spoiled] of [[early, balls], [late, others]] as const) {
    t.components.Shape.radius[spoiled[299]!] = 0.5
    t.step()
    expect(inner(t.physics).bodies.count).toBe(600)
    validate(t.physics, { pairs: false })
  }
})

test('an observer may remove what came before, and what comes after', () => {
  const t = new TestWorld()
  const balls = Array.from({ length: 6 }, (_, i) => t.ball(2 * i, 0))
  observe(t.world, onAdd(t.components.Rotation), (entity) => {
    if (entity !== balls[3]) return
    removeEntity(t.world, balls[1]!)
    removeEntity(t.world, balls[4]!)
  })
  t.step()
  const { bodies } = inner(t.physics)
  expect(balls.map((ball) => bodies.isBody(ball))).toEqual([true, false, true, true, false, true])
  validate(t.physics)
})

test('where an observer throws, those before it are bodies', () => {
  const t = new TestWorld()
  const balls = Array.from({ length: 4 }, (_, i) => t.ball(2 * i, 0))
  let angry = true
  observe(t.world, onAdd(t.components.Rotation), (entity) => { if (angry && entity === balls[2]) throw new Error('not today') })
  expect(() => t.step()).toThrow('not today')
  const { bodies } = inner(t.physics)
  expect(balls.map((ball) => bodies.isBody(ball))).toEqual([true, true, false, false])
  angry = false
  t.step()
  expect(balls.every((ball) => bodies.isBody(ball))).toBe(true)
  validate(t.physics)
})

test('a broad phase that throws at one of many leaves no body half made', () => {
  let angry = 0
  const t = new TestWorld({
    broadPhase: (boxes) => {
      const sound = bruteForce(boxes)
      const add = (item: number, fixed: boolean): void => {
        if (item === angry) throw new Error('no room')
        sound.add(item, fixed)
      }
      return {
        name: 'mine',
        add,
        remove: (item) => sound.remove(item),
        update: (item) => sound.update(item),
        computePairs: (moved, out) => sound.computePairs(moved, out),
        region: (bounds, out) => sound.region(bounds, out),
        ray: (ends, out) => sound.ray(ends, out),
      }
    },
  })
  const balls = Array.from({ length: 4 }, (_, i) => t.ball(0.9 * i, 0))
  angry = balls[2]!
  expect(() => t.step()).toThrow('no room')
  const { bodies } = inner(t.physics)
  expect(bodies.count).toBe(0)
  expect(bodies.awakeCount).toBe(0)
  angry = 0
  t.step()
  expect(balls.every((ball) => bodies.isBody(ball))).toBe(true)
  validate(t.physics)
})
