import { addComponent, addEntity, hasComponent, removeComponent, removeEntity, set } from 'bitecs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  aabb, box, capsule, circle, hashWorld, isSleeping, markChanged, moveKinematic, setVelocity, teleport, touch,
} from '../../src/index.ts'
import { POSES_WATCHED } from '../../src/constants.ts'
import { validate } from '../support/validate.ts'
import { TestWorld } from '../support/worlds.ts'
import { inner } from '../support/inner.ts'

const DT = 1 / 60

/** A ball that fell asleep on a floor, and another world with the same that is not written to. */
function asleep(): { t: TestWorld; ball: number } {
  const t = new TestWorld()
  t.addGround()
  const ball = t.ball(0, 0.5)
  t.step(120)
  expect(isSleeping(t.world, ball)).toBe(true)
  return { t, ball }
}

describe('a plain write to a sleeping body', () => {
  const writes: [string, (t: TestWorld, ball: number) => void][] = [
    ['Velocity.x', (t, ball) => { t.components.Velocity.x[ball] = 5 }],
    ['Velocity.y', (t, ball) => { t.components.Velocity.y[ball] = 2 }],
    ['Velocity.angular', (t, ball) => { t.components.Velocity.angular[ball] = -3 }],
    ['Position.x', (t, ball) => { t.components.Position.x[ball] = 7 }],
    ['Position.y', (t, ball) => { t.components.Position.y[ball] = 9 }],
    ['Rotation.angle', (t, ball) => { t.components.Rotation.angle[ball] = 1 }],
  ]

  test.each(writes)('%s wakes it in the next step, as it does one that is awake', (_, write) => {
    const { t, ball } = asleep()
    const other = asleep()
    removeComponent(other.t.world, ball, other.t.components.Sleeping)
    write(t, ball)
    write(other.t, ball)
    t.step()
    other.t.step()
    expect(isSleeping(t.world, ball)).toBe(false)
    expect([...t.physics.events.wake.entities.subarray(0, t.physics.events.wake.count)]).toEqual([ball])
    expect(hashWorld(t.world)).toBe(hashWorld(other.t.world))
    validate(t.physics)
    t.step()
    expect(hasComponent(t.world, ball, t.components.Sleeping)).toBe(false)
  })

  test('wakes its island, and what rested on a body that was written away', () => {
    const t = new TestWorld()
    t.addGround()
    const crates = [0.5, 1.5, 2.5].map((y) => t.add(box(0.5, 0.5), 0, y))
    t.step(120)
    t.components.Velocity.x[crates[2]!] = 0.01
    t.step()
    expect(crates.map((crate) => isSleeping(t.world, crate))).toEqual([false, false, false])
    t.step(120)
    for (const crate of crates) {
      removeComponent(t.world, crate, t.components.Sleeping)
      addComponent(t.world, crate, t.components.Sleeping)
    }
    t.step()
    expect(crates.map((crate) => isSleeping(t.world, crate))).toEqual([true, true, true])
    t.components.Position.x[crates[0]!] = 20
    t.step(60)
    expect(t.components.Position.y[crates[1]!]).toBeCloseTo(0.5, 1)
    expect(t.components.Position.y[crates[2]!]).toBeCloseTo(1.5, 1)
    validate(t.physics)
  })

  test('that is no number is refused, and nothing moves', () => {
    for (const [component, field] of [['Velocity', 'y'], ['Position', 'x'], ['Rotation', 'angle']] as const) {
      const { t, ball } = asleep()
      const column = (t.components[component] as unknown as Record<string, Float64Array>)[field]!
      const before = column[ball]!
      column[ball] = NaN
      expect(() => t.step()).toThrow(new RegExp(`${component}.${field} of entity ${ball} is NaN`))
      column[ball] = before
      t.step()
      expect(isSleeping(t.world, ball)).toBe(true)
      validate(t.physics)
    }
  })

  test('what the engine itself writes wakes nobody: a world at rest stays at rest', () => {
    const t = new TestWorld()
    t.addGround()
    for (let i = 0; i < 40; i++) t.add([box(0.4, 0.3), aabb(0.3, 0.3), circle(0.35), capsule(0.3, 0.2)][i % 4]!, (i % 8) - 3.987, 0.6 + i * 0.201)
    t.add(aabb(0.3, 0.3), 30, 0.3, set(t.components.Rotation, { angle: 0.7 }))
    t.step(600)
    expect(inner(t.physics).bodies.awakeCount).toBe(0)
    const before = hashWorld(t.world)
    t.step(200)
    expect([inner(t.physics).bodies.awakeCount, hashWorld(t.world)]).toEqual([0, before])
  })

  test('a body that is tagged while it moves rests: it begins from rest when it is woken', () => {
    const t = new TestWorld({ gravity: { x: 0, y: 0 } })
    const { Velocity, Sleeping } = t.components
    const ball = t.ball(0, 0, set(Velocity, { x: 3 }))
    const born = t.ball(0, 5, set(Velocity, { x: 3 }), Sleeping)
    t.step(2)
    addComponent(t.world, ball, Sleeping)
    t.step(3)
    for (const entity of [ball, born]) expect([isSleeping(t.world, entity), Velocity.x[entity]]).toEqual([true, 0])
    Velocity.x[born] = 3
    t.step(60)
    expect(t.components.Position.x[born]).toBeCloseTo(3, 9)
  })

  test('of many is noticed: a velocity at once, a pose when its turn comes', () => {
    const t = new TestWorld({ gravity: { x: 0, y: 0 } })
    const count = 3 * POSES_WATCHED + 5
    const balls = Array.from({ length: count }, (_, i) => t.add(circle(0.4), (i % 100) * 2, Math.floor(i / 100) * 2, t.components.Sleeping))
    t.step()
    const { Velocity, Position } = t.components
    fc.assert(fc.property(fc.uniqueArray(fc.nat(count - 1), { maxLength: 8 }), fc.nat(7), (picks, odd) => {
      for (const pick of picks) Velocity.x[balls[pick]!] = 1
      const written = balls[(picks[0] ?? odd) === odd ? odd + 1 : odd]!
      Position.y[written] = Position.y[written]! + 0.01
      t.step()
      for (const pick of picks) expect(isSleeping(t.world, balls[pick]!)).toBe(false)
      t.step(4)
      expect(isSleeping(t.world, written)).toBe(false)
      for (const entity of [written, ...picks.map((pick) => balls[pick]!)]) {
        Velocity.x[entity] = 0
        addComponent(t.world, entity, t.components.Sleeping)
      }
      t.step()
      expect(inner(t.physics).bodies.awakeCount).toBe(0)
    }), { numRuns: 20 })
  })

  test('goes on after ids were given to others', () => {
    const { t, ball } = asleep()
    removeEntity(t.world, ball)
    const next = t.ball(3, 0.5, t.components.Sleeping)
    expect(next).toBe(ball)
    t.step()
    t.components.Velocity.x[next] = 1
    t.step()
    expect(isSleeping(t.world, next)).toBe(false)
    validate(t.physics)
  })
})

describe('setVelocity', () => {
  test('wakes a sleeping body, keeps the spin that is not given, and moves a kinematic one', () => {
    const { t, ball } = asleep()
    const lift = t.add(box(1, 0.1), 10, 5, t.components.Kinematic)
    setVelocity(t.world, lift, 0, 1)
    setVelocity(t.world, ball, 2, 0)
    expect(isSleeping(t.world, ball)).toBe(false)
    setVelocity(t.world, ball, 2, 3, 4)
    setVelocity(t.world, ball, 0, 6)
    expect([t.components.Velocity.x[ball], t.components.Velocity.y[ball], t.components.Velocity.angular[ball]]).toEqual([0, 6, 4])
    t.step(60)
    expect(t.components.Position.y[lift]).toBeCloseTo(6, 9)
    expect(t.components.Velocity.angular[ball]).toBeCloseTo(4, 9)
  })

  test('between two substeps it holds from there on, but for locked axes', () => {
    const t = new TestWorld({ gravity: { x: 0, y: 0 } })
    const { Velocity, Motion, Position } = t.components
    const ball = t.ball(0, 0, set(Velocity, { x: 8, y: 8, angular: 2 }))
    const railed = t.ball(20, 0, set(Motion, { lockY: true, lockRotation: true }))
    t.physics.systems.splice(6, 0, { name: 'Steer', perSubstep: true, run: (physics) => {
      const { substep } = inner(physics).solver
      if (substep !== 2) return
      setVelocity(t.world, ball, 1 / 3, -1e-9)
      setVelocity(t.world, railed, 1, 1, 1)
    } })
    t.step()
    expect([Velocity.x[ball], Velocity.y[ball], Velocity.angular[ball]]).toEqual([1 / 3, -1e-9, 2])
    expect(Position.x[ball]).toBeCloseTo((8 + 1 / 3) / 2 * DT, 12)
    expect([Velocity.x[railed], Velocity.y[railed], Velocity.angular[railed]]).toEqual([1, 0, 0])
  })

  test('refuses what it cannot do', () => {
    const { t, ball } = asleep()
    expect(() => setVelocity(t.world, 1, 1, 0)).toThrow(/setVelocity: entity 1 is Static/)
    expect(() => setVelocity(t.world, ball, NaN, 0)).toThrow(/setVelocity.*entity 2 must be finite/)
    expect(() => setVelocity(t.world, ball, 0, 0, Infinity)).toThrow(/must be finite/)
    expect(() => setVelocity(t.world, 99, 1, 0)).toThrow(/entity 99 does not exist/)
    expect(() => setVelocity(t.world, addEntity(t.world), 1, 0)).toThrow(/is no body/)
    t.step()
    expect(isSleeping(t.world, ball)).toBe(true)
  })
})

describe('NeverSleep', () => {
  test('keeps a body and what touches it awake, and nothing else', () => {
    const t = new TestWorld()
    t.addGround()
    const lower = t.add(box(0.5, 0.5), 0, 0.5)
    const upper = t.add(box(0.5, 0.5), 0, 1.5, t.components.NeverSleep)
    const other = t.add(box(0.5, 0.5), 9, 0.5)
    t.step(300)
    expect([lower, upper, other].map((body) => isSleeping(t.world, body))).toEqual([false, false, true])
    removeComponent(t.world, upper, t.components.NeverSleep)
    t.step(60)
    expect([lower, upper, other].map((body) => isSleeping(t.world, body))).toEqual([true, true, true])
    addComponent(t.world, lower, t.components.NeverSleep)
    t.step(120)
    expect([lower, upper, other].map((body) => isSleeping(t.world, body))).toEqual([false, false, true])
    validate(t.physics)
  })

  test('the tag Sleeping overrules it: that is the word of the user', () => {
    const t = new TestWorld()
    const ball = t.ball(0, 5, t.components.NeverSleep)
    t.step()
    addComponent(t.world, ball, t.components.Sleeping)
    t.step(5)
    expect(isSleeping(t.world, ball)).toBe(true)
    validate(t.physics)
  })
})

describe('moveKinematic', () => {
  test('arrives in the next step, wherever its center of mass is, and stops there', () => {
    fc.assert(fc.property(
      fc.double({ min: -20, max: 20, noNaN: true }), fc.double({ min: -20, max: 20, noNaN: true }),
      fc.double({ min: -40, max: 40, noNaN: true }), fc.double({ min: -0.7, max: 0.7, noNaN: true }), fc.integer({ min: 1, max: 8 }),
      (x, y, start, turn, substeps) => {
        const t = new TestWorld({ substeps })
        const { Rotation, Position, Velocity, Kinematic, Mass } = t.components
        const lift = t.add(box(1, 0.2), 1, 2, Kinematic, set(Rotation, { angle: start }), set(Mass, { mass: 1, centerX: 0.7, centerY: -0.4 }))
        moveKinematic(t.world, lift, x, y, start + turn)
        t.step()
        expect(Position.x[lift]).toBeCloseTo(x, 9)
        expect(Position.y[lift]).toBeCloseTo(y, 9)
        expect(Rotation.angle[lift]).toBeCloseTo(start + turn, 9)
        expect([Velocity.x[lift], Velocity.y[lift], Velocity.angular[lift]]).toEqual([0, 0, 0])
        t.step(3)
        expect(Position.x[lift]).toBeCloseTo(x, 9)
        expect(inner(t.physics).bodies.awakeCount).toBe(0)
      }), { numRuns: 100 })
  })

  test('turns the short way, and keeps the angle that is not given', () => {
    const t = new TestWorld()
    const { Rotation, Kinematic } = t.components
    const lift = t.add(box(1, 0.2), 0, 0, Kinematic, set(Rotation, { angle: 3 }))
    moveKinematic(t.world, lift, 0, 0, -3)
    t.step()
    expect(Rotation.angle[lift]).toBeCloseTo(2 * Math.PI - 3, 12)
    moveKinematic(t.world, lift, 1, 0)
    t.step()
    expect(Rotation.angle[lift]).toBeCloseTo(2 * Math.PI - 3, 12)
    const fixed = t.add(aabb(1, 1), 9, 0, Kinematic, set(Rotation, { angle: 3 }))
    moveKinematic(t.world, fixed, 9, 1, 2)
    t.step()
    expect([t.components.Position.y[fixed], Rotation.angle[fixed]]).toEqual([expect.closeTo(1, 12), 3])
  })

  test('carries what stands on it, as far as it goes', () => {
    const t = new TestWorld()
    const lift = t.add(box(3, 0.2), 0, 0, t.components.Kinematic)
    const crate = t.add(box(0.5, 0.5), 0, 0.7)
    t.step(120)
    expect(isSleeping(t.world, crate)).toBe(true)
    for (let i = 1; i <= 120; i++) {
      moveKinematic(t.world, lift, 0.01 * i, 0.005 * i)
      t.step()
    }
    t.step(60)
    // It is dragged into motion and comes to a halt by friction, each within a few centimeters.
    expect(t.components.Position.x[crate]).toBeCloseTo(1.2, 1)
    expect(t.components.Position.y[crate]).toBeCloseTo(0.6 + 0.7, 2)
    expect(isSleeping(t.world, crate)).toBe(true)
  })

  test('the last word holds: told twice, then given a velocity, or teleported', () => {
    const t = new TestWorld()
    const { Kinematic, Position } = t.components
    const lifts = [0, 10, 20].map((y) => t.add(box(1, 0.2), 0, y, Kinematic))
    for (const lift of lifts) moveKinematic(t.world, lift, 5, 0)
    moveKinematic(t.world, lifts[0]!, 2, 0)
    setVelocity(t.world, lifts[1]!, 6, 0)
    teleport(t.world, lifts[2]!, 7, 20)
    t.step(2)
    expect(lifts.map((lift) => Number(Position.x[lift]!.toFixed(9)))).toEqual([2, 0.2, 7])
  })

  test('from a system of the step it counts for this step or the next one, and a step that fails forgets nothing', () => {
    const t = new TestWorld()
    const lift = t.add(box(1, 0.2), 0, 0, t.components.Kinematic)
    t.step()
    let fails = true
    t.physics.systems.splice(5, 0, { name: 'Fail', perSubstep: true, run: () => { if (fails) throw new Error('mine') } })
    moveKinematic(t.world, lift, 3, 0)
    expect(() => t.step()).toThrow('mine')
    expect(t.components.Position.x[lift]).toBe(0)
    fails = false
    t.step()
    expect(t.components.Position.x[lift]).toBeCloseTo(3, 12)
    t.physics.systems.splice(5, 1, { name: 'Late', perSubstep: true, run: (physics) => {
    const { stepCount } = inner(physics)
    const { substep } = inner(physics).solver
    if (substep === 1) moveKinematic(t.world, lift, 3 + stepCount, 0)
  } })
    moveKinematic(t.world, lift, 4, 0)
    const { stepCount } = inner(t.physics)
    t.step()
    expect(t.components.Position.x[lift]).toBeCloseTo(4, 12)
    t.physics.systems.splice(5, 1)
    t.step()
    expect(t.components.Position.x[lift]).toBeCloseTo(3 + stepCount, 12)
    validate(t.physics)
  })

  test('is forgotten with its body, and wakes one that was put to sleep', () => {
    const t = new TestWorld()
    const { Kinematic, Velocity, Sleeping, Position } = t.components
    const lift = t.add(box(1, 0.2), 0, 0, Kinematic)
    t.step()
    moveKinematic(t.world, lift, 3, 0)
    removeEntity(t.world, lift)
    const next = t.add(box(1, 0.2), 0, 0, Kinematic, set(Velocity, { x: 1 }))
    expect(next).toBe(lift)
    t.step(2)
    expect(Velocity.x[next]).toBe(1)
    addComponent(t.world, next, Sleeping)
    t.step()
    expect(isSleeping(t.world, next)).toBe(true)
    moveKinematic(t.world, next, -1, 0)
    t.step()
    expect([isSleeping(t.world, next), Position.x[next]]).toEqual([false, expect.closeTo(-1, 12)])
  })

  test('refuses what it cannot do', () => {
    const t = new TestWorld()
    const [ground, ball] = [t.addGround(), t.ball(0, 3)]
    for (const entity of [ground, ball]) {
      expect(() => moveKinematic(t.world, entity, 0, 0)).toThrow(new RegExp(`moveKinematic: entity ${entity} is not Kinematic`))
    }
    const lift = t.add(box(1, 1), 9, 9, t.components.Kinematic)
    expect(() => moveKinematic(t.world, lift, NaN, 0)).toThrow(/must be finite/)
    expect(() => moveKinematic(t.world, lift, 0, 0, NaN)).toThrow(/must be finite/)
  })
})

test.each([['before', 0], ['after', 1]] as const)('a kinematic body that is written to %s it is put to sleep is where it was put', (_, first) => {
  const t = new TestWorld()
  const { Position, Kinematic, Sleeping, Velocity } = t.components
  const lift = t.add(box(2, 0.25), 0, 0, Kinematic, set(Velocity, { x: first }))
  t.step(2)
  if (first === 1) {
    addComponent(t.world, lift, Sleeping)
    t.step()
  }
  Position.x[lift] = 30
  Position.y[lift] = -2
  if (first === 0) addComponent(t.world, lift, Sleeping)
  const ball = t.ball(31, 0)
  const none = t.ball(1, 0)
  t.step()
  expect(t.components.BroadphaseAABB.maxX[lift]).toBeGreaterThanOrEqual(32)
  validate(t.physics)
  t.step(180)
  expect(Position.y[ball]).toBeCloseTo(-2 + 0.25 + 0.5, 2)
  expect(Position.y[none]).toBeLessThan(-10)
  expect([isSleeping(t.world, lift), Position.x[lift], Velocity.x[lift]]).toEqual([true, 30, first])
})

test('a kinematic box that never turns rests, whatever its angle says', () => {
  const t = new TestWorld()
  const { Kinematic, Rotation } = t.components
  const lift = t.add(aabb(2, 0.25), 0, 0, Kinematic, set(Rotation, { angle: 1 }))
  t.step(2)
  expect(inner(t.physics).bodies.isAwake(lift)).toBe(false)
})

test('touch is the old name of markChanged', () => {
  expect(touch).toBe(markChanged)
})
