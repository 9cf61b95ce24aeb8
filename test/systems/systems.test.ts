import { addComponent, addComponents, removeEntity, set } from 'bitecs'
import { describe, expect, test } from 'vitest'
import {
  box, broadPhase, circle, createPipeline, finishSolve, hashWorld, integrate, isTouching, narrowPhase, prepareSolve,
  queryPairs, resolve, teleport, updateAABBs,
} from '../../src/index.ts'
import { TestWorld } from '../support/worlds.ts'
import { validate } from '../support/validate.ts'
import { inner } from '../support/inner.ts'

const DT = 1 / 60

const around = (x: number, y: number, w: number, h: number) => [x - w, y - h, x + w, y + h]

function near(got: number[], expected: number[]): void {
  got.forEach((value, i) => expect(value).toBeCloseTo(expected[i]!, 12))
}

/** Falling and resting bodies of several kinds. */
function heap(): TestWorld {
  const t = new TestWorld()
  const { Kinematic, Velocity, Material } = t.components
  t.addGround()
  t.add(box(1, 0.2), -4, 1, Kinematic, set(Velocity, { x: 1, y: 0, angular: 0.5 }))
  for (let i = 0; i < 30; i++) t.add(i % 2 === 0 ? box(0.4, 0.3) : circle(0.35), (i % 6) - 3, 0.6 + i * 0.3, set(Material, { restitution: (i % 3) / 4 }))
  return t
}

describe('UpdateAABBs', () => {
  test('bounds: circle, box that never turns, turned box; the margin is an eighth of the extent, at most 5 cm', () => {
    const t = new TestWorld()
    const { Rotation, BroadphaseAABB, Static } = t.components
    const angle = 0.6
    const small = t.add(circle(0.2), 1, 2)
    const large = t.add(box(3, 1), 20, 0, set(Rotation, { angle }))
    const wall = t.add(box(3, 1), 40, 0, set(Rotation, { angle }), Static)
    updateAABBs(t.physics, 1 / 60)
    const boxOf = (e: number) => [BroadphaseAABB.minX[e]!, BroadphaseAABB.minY[e]!, BroadphaseAABB.maxX[e]!, BroadphaseAABB.maxY[e]!]
    near(boxOf(small), around(1, 2, 0.2 + 0.02 + 0.025, 0.2 + 0.02 + 0.025))
    const [c, s] = [Math.cos(angle), Math.sin(angle)]
    near(boxOf(large), around(20, 0, 3 * c + s + 0.07, 3 * s + c + 0.07))
    near(boxOf(wall), around(40, 0, 3 * c + s, 3 * s + c))
  })

  test('a body that stays in its fat box costs no search, one that leaves it is noted', () => {
    const t = new TestWorld()
    const { Position } = t.components
    const ball = t.ball(0, 0)
    t.step()
    updateAABBs(t.physics, 1 / 60)
    expect(inner(t.physics).collision.moved.count).toBe(0)
    Position.x[ball] = 0.045
    updateAABBs(t.physics, 1 / 60)
    expect(inner(t.physics).collision.moved.count).toBe(0)
    // Closer to the side of its box than the speculative distance.
    Position.x[ball] = 0.06
    updateAABBs(t.physics, 1 / 60)
    expect([...inner(t.physics).collision.moved.items.subarray(0, inner(t.physics).collision.moved.count)]).toEqual([ball])
  })
})

describe('BroadPhase', () => {
  test('finds each pair once, lower id first, sorted, and none of two that rest', () => {
    const t = new TestWorld()
    const { Static, Sleeping } = t.components
    t.ball(0, 0, Static)
    t.ball(0, 0, Static)
    t.ball(0.1, 0, Sleeping)
    t.ball(0.2, 0, Sleeping)
    t.ball(0.3, 0)
    t.ball(0.4, 0)
    t.ball(30, 0)
    updateAABBs(t.physics, 1 / 60)
    broadPhase(t.physics)
    const { contacts } = inner(t.physics).collision
    const pairs = Array.from({ length: contacts.activeCount }, (_, i) => `${contacts.a[contacts.active[i]!]}-${contacts.b[contacts.active[i]!]}`)
    expect(pairs).toEqual(['1-5', '1-6', '2-5', '2-6', '3-5', '3-6', '4-5', '4-6', '5-6'])
    expect(queryPairs(t.world, undefined, undefined, { candidates: true }).count).toBe(9)
    broadPhase(t.physics)
    expect(contacts.count).toBe(9)
  })
})

describe('NarrowPhase', () => {
  test('tells touching pairs from candidates, reports begin and end once, and drops what has parted', () => {
    const t = new TestWorld({ gravity: { x: 0, y: 0 } })
    const { Position } = t.components
    const [a, b, c] = [t.ball(0, 0), t.ball(0.9, 0), t.ball(0.72, 0.74)]
    const run = () => {
      updateAABBs(t.physics, 1 / 60)
      broadPhase(t.physics)
      narrowPhase(t.physics, DT)
    }
    run()
    expect(t.begins()).toEqual([`${a}-${b}`, `${b}-${c}`])
    expect([t.physics.stats.pairs, t.physics.stats.contacts]).toEqual([3, 2])
    run()
    expect(t.begins().length).toBe(2)
    Position.x[b] = 1.3
    run()
    expect(t.ends()).toEqual([`${a}-${b}`])
    Position.x[b] = 7
    run()
    expect(t.ends()).toEqual([`${a}-${b}`, `${b}-${c}`])
    expect(t.physics.stats.pairs).toBe(1)
  })

  test('a touch begins within the slop and lasts up to the speculative distance', () => {
    const t = new TestWorld({ gravity: { x: 0, y: 0 } })
    const { Position } = t.components
    const ball = t.ball(0, 0)
    t.ball(1.006, 0)
    t.step()
    expect(queryPairs(t.world).count).toBe(0)
    Position.x[ball] = 0.002
    t.step()
    expect(queryPairs(t.world).count).toBe(1)
    Position.x[ball] = -0.013
    t.step()
    expect(queryPairs(t.world).count).toBe(1)
    Position.x[ball] = -0.0145
    t.step()
    expect(queryPairs(t.world).count).toBe(0)
  })
})

describe('Resolve and Integrate', () => {
  test('Resolve changes no component, FinishSolve writes them', () => {
    const t = new TestWorld({ substeps: 3 })
    const { Position, Velocity } = t.components
    const ball = t.ball(0, 10, set(t.components.Velocity, { x: 6 }))
    updateAABBs(t.physics, 1 / 60)
    broadPhase(t.physics)
    narrowPhase(t.physics, DT)
    prepareSolve(t.physics, DT)
    for (let n = 0; n < 3; n++) {
      resolve(t.physics)
      integrate(t.physics)
      expect([Position.x[ball], Velocity.y[ball]]).toEqual([0, 0])
    }
    finishSolve(t.physics, DT)
    expect(Position.x[ball]).toBeCloseTo(0.1, 12)
    expect(Velocity.y[ball]).toBeCloseTo(-9.81 / 60, 12)
    // Semi-implicit Euler with substeps h: the k-th one moves by g h² k.
    expect(Position.y[ball]).toBeCloseTo(10 - 9.81 * (DT / 3) ** 2 * 6, 12)
  })

  test('two equal balls swap their speeds when restitution is 1', () => {
    const t = new TestWorld({ gravity: { x: 0, y: 0 } })
    const { Velocity, Material } = t.components
    const bounce = set(Material, { restitution: 1, friction: 0 })
    const left = t.ball(-1, 0, set(Velocity, { x: 4 }), bounce)
    const right = t.ball(1, 0, bounce)
    t.step(60)
    expect([Velocity.x[left], Velocity.x[right]].map((v) => Math.round(v! * 1e6) / 1e6)).toEqual([0, 4])
  })
})

test('the pipeline reads in the order of the step', () => {
  const t = new TestWorld()
  expect(t.physics.systems.map((system) => system.name)).toEqual([
    'UpdateAABBs', 'BroadPhase', 'NarrowPhase', 'PrepareSolve', 'Resolve', 'Integrate', 'FinishSolve',
  ])
  expect(createPipeline()).toEqual(t.physics.systems)
  t.physics.systems.pop()
  expect(createPipeline().length).toBe(7)
})

test('systems run one by one by the user give what stepPhysics gives', () => {
  const [stepped, byHand] = [heap(), heap()]
  for (let i = 0; i < 90; i++) {
    stepped.step()
    for (const system of [updateAABBs, broadPhase, narrowPhase, prepareSolve]) system(byHand.physics, DT)
    for (let n = 0; n < inner(byHand.physics).solver.substeps; n++) {
      resolve(byHand.physics)
      integrate(byHand.physics)
    }
    finishSolve(byHand.physics, DT)
    // By which islands are made anew.
    inner(byHand.physics).stepCount++
    expect(hashWorld(byHand.world)).toBe(hashWorld(stepped.world))
  }
  // That was no step of its own: the world is as free as after one.
  stepped.step()
  byHand.step()
  expect(hashWorld(byHand.world)).toBe(hashWorld(stepped.world))
})

test('a system of the user runs in its place, once a step or once a substep, and may change the world', () => {
  const t = heap()
  const { Position, Static } = t.components
  const calls: string[] = []
  const note = (name: string, perSubstep: boolean) => ({
    name, perSubstep, run: (_: unknown, dt: number) => calls.push(`${name} ${inner(t.physics).solver.substep} ${dt === DT}`),
  })
  t.physics.systems.splice(3, 0, note('before', false))
  t.physics.systems.splice(6, 0, note('within', true))
  t.physics.systems.push(note('after', false))
  t.step()
  expect(calls).toEqual(['before 0 true', 'within 0 true', 'within 1 true', 'within 2 true', 'within 3 true', 'after 0 true'])
  let count = 0
  t.physics.systems.splice(2, 0, {
    name: 'Change',
    run() {
      count++
      if (count % 3 === 0) removeEntity(t.world, 3 + count / 3)
      if (count % 3 === 1) addComponent(t.world, 20 + (count % 7), Static)
      if (count % 3 === 2) addComponents(t.world, t.ball(0, 3), set(Position, { x: 1 }))
    },
  })
  for (let i = 0; i < 30; i++) {
    t.step()
    validate(t.physics)
  }
})

test('what a system moves after the pair search is found by the next search', () => {
  const t = new TestWorld()
  const wall = t.add(box(1, 1), 0, 0, t.components.Static)
  const ball = t.ball(9, 0)
  let left = 1
  t.physics.systems.splice(2, 0, { name: 'Throw', run: () => { if (left-- > 0) teleport(t.world, ball, 1.2, 0) } })
  t.step(2)
  expect(isTouching(t.world, ball, wall)).toBe(true)
})

test('timings are measured for each system, and only when asked for', () => {
  const t = heap()
  t.physics.systems.push({ name: 'Slow', run: () => { const end = performance.now() + 3; while (performance.now() < end); } })
  t.step()
  expect(t.physics.timings.every((time) => time === 0)).toBe(true)
  t.physics.profiling = true
  t.step()
  expect(t.physics.timings[7]).toBeGreaterThanOrEqual(3)
  expect(t.physics.timings[7]).toBeLessThan(60)
  expect(t.physics.timings[2]).toBeGreaterThan(0)
})

test.each([undefined, NaN, 0, -1, 61])('a stage that is run by hand with a dt of %s is refused by name, and changes nothing', (dt) => {
  const t = heap()
  t.step()
  const before = hashWorld(t.world)
  for (const [name, system] of Object.entries({ UpdateAABBs: updateAABBs, NarrowPhase: narrowPhase, PrepareSolve: prepareSolve, FinishSolve: finishSolve })) {
    expect(() => system(t.physics, dt!)).toThrow(`${name}: dt must be the seconds of the step`)
  }
  expect(hashWorld(t.world)).toBe(before)
  t.step()
})
