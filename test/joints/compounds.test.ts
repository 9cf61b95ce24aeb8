import { addComponents, addEntity, removeEntity, set } from 'bitecs'
import { describe, expect, test } from 'vitest'
import { type System, box, circle, createPipeline, jointsOf, revoluteJoint, weldJoint } from '../../src/index.ts'
import { validate } from '../support/validate.ts'
import { JointWorld } from './joint-world.ts'

/** Two discs of a radius, apart from each other by twice a distance, as one body whose place is its middle. */
function dumbbell(t: JointWorld, x: number, y: number, radius: number, apart: number): number {
  const { Position, Collider, Shape } = t.components
  const body = addEntity(t.world)
  addComponents(t.world, body, set(Position, { x, y }))
  for (const side of [-1, 1]) {
    const part = addEntity(t.world)
    addComponents(t.world, part, set(Collider, { body, x: side * apart, y: 0 }), set(Shape, circle(radius)))
  }
  return body
}

/** From the center of a disc of a dumbbell to a box of 0.6 by 0.6. */
function gap(t: JointWorld, square: number, body: number, side: number): number {
  const dx = t.x(body) + side * Math.cos(t.angle(body)) - t.x(square)
  const dy = t.y(body) + side * Math.sin(t.angle(body)) - t.y(square)
  const [cos, sin] = [Math.cos(t.angle(square)), Math.sin(t.angle(square))]
  return Math.hypot(Math.max(0, Math.abs(cos * dx + sin * dy) - 0.3), Math.max(0, Math.abs(cos * dy - sin * dx) - 0.3))
}

describe('compounds as ends of joints', () => {
  test('a dumbbell on a hinge swings as its inertia says', () => {
    const t = new JointWorld({ allowSleep: false })
    const post = t.add(box(0.1, 0.1), 0, 0, t.components.Static)
    const [length, radius, apart, swing] = [1.5, 0.2, 0.6, 0.05]
    const body = dumbbell(t, length * Math.sin(swing), -length * Math.cos(swing), radius, apart)
    t.joint(revoluteJoint(post, body, { x: 0, y: 0 }))
    const times = t.crossings(20, () => t.x(body))
    const found = (times.at(-1)! - times[0]!) / (times.length - 1)
    const wanted = 2 * Math.PI * Math.sqrt((length ** 2 + 0.5 * radius ** 2 + apart ** 2) / (10 * length))
    expect(Math.abs(found / wanted - 1)).toBeLessThan(0.01)
  })

  test('what a joint holds does not collide with any part of it, and collides again without it', () => {
    const t = new JointWorld({ allowSleep: false, gravity: { x: 0, y: 0 } })
    const body = dumbbell(t, 0, 0, 0.3, 0.6)
    const other = t.add(box(0.3, 0.3), 0.7, 0.1)
    const weld = t.joint(weldJoint(body, other, { x: 0.3, y: 0 }))
    t.step(30)
    validate(t.physics)
    expect(Math.hypot(t.x(other) - t.x(body) - 0.7, t.y(other) - t.y(body) - 0.1)).toBeLessThan(1e-6)
    removeEntity(t.world, weld)
    t.step(120)
    validate(t.physics)
    for (const side of [-0.6, 0.6]) expect(gap(t, other, body, side)).toBeGreaterThan(0.3 - 0.02)
  })
})

describe('from a system in the middle of a step', () => {
  test.each(['NarrowPhase', 'PrepareSolve', 'FinishSolve'])('joints and bodies may come, go and change before %s: the next step takes it in', (before) => {
    const t = new JointWorld({ allowSleep: false })
    const { Joint, Static } = t.components
    const post = t.add(box(0.1, 0.1), 0, 0, Static)
    const bodies = Array.from({ length: 14 }, (_, i) => t.add(box(0.2, 0.1), 0.4 * (i + 0.5), 0))
    const joints = bodies.map((body, i) => t.joint(revoluteJoint(bodies[i - 1] ?? post, body, { x: 0.4 * i, y: 0 })))
    let [step, made] = [0, 0]
    const change: System = {
      name: 'Change',
      run: () => {
        if (step === 20) removeEntity(t.world, joints[10]!)
        else if (step === 40) Joint.enabled[joints[5]!] = 0
        else if (step === 50) removeEntity(t.world, bodies[8]!)
        else if (step === 60) made = t.joint(revoluteJoint(post, bodies[0]!, { x: 0, y: 0 }))
      },
    }
    const systems = createPipeline()
    const at = systems.findIndex((system) => system.name === before)
    expect(at).toBeGreaterThan(0)
    t.physics.systems.splice(0, 99, ...systems.slice(0, at), change, ...systems.slice(at))
    for (; step < 120; step++) {
      t.step()
      if (t.physics.stats.awake > 0) validate(t.physics)
    }
    expect(jointsOf(t.world, bodies[9]!).count).toBe(0)
    expect(jointsOf(t.world, bodies[0]!).entities[made === 0 ? -1 : 0]).toBeGreaterThan(0)
    expect(jointsOf(t.world, bodies[0]!).count).toBe(3)
  })
})
