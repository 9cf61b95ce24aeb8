import { addComponents, addEntity, removeEntity, set } from 'bitecs'
import { describe, expect, test } from 'vitest'
import {
  type System, applyAngularImpulse, applyForce, applyImpulse, applyTorque, box, circle, explode, getMass, hashWorld, markChanged, moveKinematic,
  setVelocity, teleport, wake,
} from '../../src/index.ts'
import { validate } from '../support/validate.ts'
import { TestWorld } from '../support/worlds.ts'

/** Each call that steers a body, upon one that came since the last step. */
const CALLS: Record<string, (t: TestWorld, body: number) => void> = {
  applyForce: (t, body) => applyForce(t.world, body, 30, 20, 0.1, 2),
  applyTorque: (t, body) => applyTorque(t.world, body, 5),
  applyImpulse: (t, body) => applyImpulse(t.world, body, 3, 1),
  applyAngularImpulse: (t, body) => applyAngularImpulse(t.world, body, 1),
  setVelocity: (t, body) => setVelocity(t.world, body, 1, 2, 3),
  teleport: (t, body) => teleport(t.world, body, 4, 5, 1),
  moveKinematic: (t, body) => moveKinematic(t.world, body + 1, 5, 3),
  wake: (t, body) => wake(t.world, body + 2),
  markChanged: (t, body) => markChanged(t.world, body),
  explode: (t) => explode(t.world, 0, 1, { radius: 5, impulse: 4 }),
}

/** A ground with a ball that lies on it; then a body, a kinematic one and a sleeper that no step has seen. */
function start(): { t: TestWorld; body: number } {
  const t = new TestWorld()
  t.addGround()
  t.ball(3, 0.5)
  for (let i = 0; i < 10; i++) t.step()
  const body = t.add(box(0.5, 0.3), 0, 2)
  t.add(box(0.5, 0.2), 5, 2, t.components.Kinematic)
  t.add(circle(0.3), -3, 0.3, t.components.Sleeping)
  return { t, body }
}

describe('a system before UpdateAABBs', () => {
  test.each(Object.keys(CALLS))('may call %s upon what came since the last step, as if it was called before the step', (name) => {
    const inside = start()
    let due = true
    inside.t.physics.systems.unshift({ name: 'Steer', run() {
      if (due) CALLS[name]!(inside.t, inside.body)
      due = false
    } })
    const before = start()
    CALLS[name]!(before.t, before.body)
    for (let i = 0; i < 60; i++) {
      inside.t.step()
      before.t.step()
      expect(hashWorld(inside.t.world), `step ${i}`).toBe(hashWorld(before.t.world))
    }
    validate(inside.t.physics)
  })

  test('may make what it steers', () => {
    const t = new TestWorld()
    const bullets: number[] = []
    t.physics.systems.unshift({ name: 'Gun', run() {
      if (bullets.length === 3) return
      bullets.push(t.ball(0, 10 + bullets.length))
      applyImpulse(t.world, bullets.at(-1)!, 2 * getMass(t.world, bullets.at(-1)!).mass, 0)
    } })
    for (let i = 0; i < 5; i++) t.step()
    for (const bullet of bullets) expect(t.components.Velocity.x[bullet]).toBeCloseTo(2, 12)
  })
})

test.each([1, 3])('what comes within a step, in front of system %i, is named as such where it is steered', (place) => {
  const t = new TestWorld()
  t.ball(0, 5)
  let made = 0
  const gun: System = { name: 'Gun', run() {
    made = addEntity(t.world)
    addComponents(t.world, made, set(t.components.Position, { x: 3, y: 3 }), set(t.components.Shape, circle(0.2)))
    applyImpulse(t.world, made, 1, 0)
  } }
  t.physics.systems.splice(place, 0, gun)
  expect(() => t.step()).toThrow(/^applyImpulse: entity 2 came within this step, and is no body before the next one\./)
  removeEntity(t.world, made)
  t.physics.systems.splice(place, 1)
  t.step()
  validate(t.physics)
})
