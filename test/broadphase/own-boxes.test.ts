import { addComponent, removeComponent, set, setComponent } from 'bitecs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BROAD_PHASES, BROAD_PHASE_NAMES } from '../../examples/broad-phases.ts'
import { box, circle, hashWorld, queryPoint } from '../../src/index.ts'
import { validate } from '../support/validate.ts'
import { TestWorld } from '../support/worlds.ts'

describe.each(BROAD_PHASE_NAMES)('%s: BroadphaseAABB belongs to the engine', (name) => {
  const broadPhase = BROAD_PHASES[name]

  test('taken off the ball, or the floor, the floor that is put under the ball still holds it', () => {
    for (const which of ['ball', 'floor'] as const) {
      for (const when of ['before', 'after', 'within'] as const) {
        const t = new TestWorld({ broadPhase })
        const { BroadphaseAABB, Position } = t.components
        const floor = t.add(box(2, 0.5), 50, 0, t.components.Static)
        const ball = t.ball(0, 4)
        for (let i = 0; i < 10; i++) t.ball(10 + 2 * i, 3)
        // Where something rests, what it is put upon is looked for in the middle of the changes.
        t.ball(-50, 0, t.components.Sleeping)
        t.step(3)
        const remove = () => removeComponent(t.world, which === 'ball' ? ball : floor, BroadphaseAABB)
        if (when === 'before') remove()
        setComponent(t.world, floor, Position, { x: 0, y: Position.y[ball]! - 1.02 })
        const top = Position.y[floor]!
        if (when === 'after') remove()
        if (when === 'within') t.physics.systems.splice(1, 0, { name: 'Remove', run: remove })
        t.step()
        if (when === 'within') t.physics.systems.splice(1, 1)
        t.step(90)
        expect(Position.y[ball], `${which} ${when}`).toBeCloseTo(top + 1, 1)
        validate(t.physics)
      }
    }
  })

  test('whoever takes it off, and when, nothing changes', () => {
    const heap = () => {
      const t = new TestWorld({ broadPhase })
      t.addGround()
      for (let i = 0; i < 16; i++) t.add(i % 2 === 0 ? box(0.4, 0.3) : circle(0.35), (i % 5) - 2, 0.6 + i * 0.5, t.components.NeverSleep)
      return t
    }
    fc.assert(fc.property(fc.array(fc.record({ step: fc.nat(60), entity: fc.integer({ min: 1, max: 17 }), way: fc.nat(3) }), { maxLength: 25 }), (calls) => {
      const [one, other] = [heap(), heap()]
      const { BroadphaseAABB, Static } = one.components
      for (let step = 0; step < 62; step++) {
        for (const call of calls) {
          if (call.step !== step) continue
          removeComponent(one.world, call.entity, BroadphaseAABB)
          if (call.way === 1) queryPoint(one.world, 0, 1)
          if (call.way === 2) addComponent(one.world, call.entity, BroadphaseAABB)
          // The same body is looked at anew in both.
          addComponent(one.world, call.entity, Static)
          removeComponent(one.world, call.entity, Static)
          if (call.entity === 1) addComponent(one.world, 1, Static)
        }
        one.step()
        other.step()
        expect(hashWorld(one.world)).toBe(hashWorld(other.world))
      }
      validate(one.physics)
    }), { numRuns: 12 })
  })
})

test('it is not to be set', () => {
  const t = new TestWorld()
  const ball = t.ball(0, 4)
  t.step()
  expect(() => setComponent(t.world, ball, t.components.BroadphaseAABB, { minX: 0 })).toThrow(/BroadphaseAABB of entity 1: it is written by the engine/)
  expect(() => addComponent(t.world, ball, set(t.components.BroadphaseAABB, { minX: 0 }))).toThrow(/written by the engine/)
  t.step()
  validate(t.physics)
})
