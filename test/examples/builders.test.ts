import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Blueprint } from '../../examples/builders/blueprint.ts'
import { bridge } from '../../examples/builders/bridge.ts'
import { car } from '../../examples/builders/car.ts'
import { RAGDOLL_PARTS, ragdoll } from '../../examples/builders/ragdoll.ts'
import { rope } from '../../examples/builders/rope.ts'
import { softBlob } from '../../examples/builders/soft-blob.ts'
import { buildScene, type BuiltScene } from '../../examples/scenes/build.ts'
import { EARTH_GRAVITY, boxShape, circleShape, floor, viewOf, wall } from '../../examples/scenes/parts.ts'
import type { JointData } from '../../examples/scenes/types.ts'
import { driftOf } from '../support/joint-scenes.ts'

function build(blueprint: Blueprint, gravity = EARTH_GRAVITY): BuiltScene {
  const words = { name: 'test', title: '', category: '', description: '', lookFor: '' }
  return buildScene({ ...words, ...blueprint, gravity, view: viewOf(0, 0, 1, 1) })
}

function seconds(built: BuiltScene, time: number, watch?: () => void): void {
  for (let step = 0; step < time * 60; step++) {
    built.step()
    watch?.()
  }
}

function at({ entities, physics }: BuiltScene, body: number): { x: number; y: number; angle: number } {
  const { Position, Rotation } = physics.components
  return { x: Position.x[entities[body]!]!, y: Position.y[entities[body]!]!, angle: Rotation.angle[entities[body]!]! }
}

test('each builder is under 80 lines', () => {
  const folder = join(import.meta.dirname, '../../examples/builders')
  const files = readdirSync(folder)
  for (const name of ['ragdoll', 'bridge', 'rope', 'car', 'soft-blob']) expect(files).toContain(`${name}.ts`)
  for (const file of files) expect(readFileSync(join(folder, file), 'utf8').split('\n').length, file).toBeLessThan(80)
})

describe('rope', () => {
  test('hangs straight under a weight, as long as it was made', () => {
    const made = new Blueprint([wall(0, 5, 1, 0.2)])
    const load = made.body({ x: 4, y: 5, shape: circleShape(0.3) })
    const links = rope(made, { body: 0, x: 0, y: 5 }, { body: load, x: 4, y: 5 }, { links: 10, density: 2 })
    expect(links).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    expect(made.joints.length).toBe(11)
    const built = build(made)
    let [longest, shortest] = [0, Infinity]
    seconds(built, 3, () => {
      const { x, y } = at(built, load)
      longest = Math.max(longest, Math.hypot(x, y - 5))
      shortest = Math.min(shortest, y)
    })
    expect(longest).toBeLessThan(4.1)
    // It has swung below what holds it.
    expect(shortest).toBeLessThan(1.1)
  })

  test('holds both of its ends', () => {
    const made = new Blueprint([wall(-3, 0, 0.2, 0.2), wall(3, 0, 0.2, 0.2)])
    rope(made, { body: 0, x: -3, y: 0 }, { body: 1, x: 3, y: 0 }, { links: 12, square: true })
    expect(made.joints.length).toBe(13)
    const built = build(made)
    seconds(built, 3)
    expect(driftOf(built).most).toBeLessThan(0.02)
  })
})

describe('bridge', () => {
  test('hangs as deep as it was asked to, and carries', () => {
    const made = new Blueprint([wall(-10.5, 0, 0.5, 0.5), wall(10.5, 0, 0.5, 0.5)])
    const planks = bridge(made, { body: 0, x: -10, y: 0 }, { body: 1, x: 10, y: 0 }, { planks: 30, sag: 1 })
    // Hinges lie on a parabola: the middle one a meter down.
    const middle = made.joints[15] as Extract<JointData, { type: 'revolute' }>
    expect([middle.x, middle.y]).toEqual([0, -1])
    const load = made.body({ x: 0.3, y: 0.5, shape: boxShape(0.5) })
    const built = build(made)
    seconds(built, 4)
    expect(Math.abs(at(built, load).x)).toBeLessThan(3)
    expect(at(built, load).y).toBeGreaterThan(-1.5)
    // A wire of length L with all load in its middle hangs √(L²/4 − 100) deep; stretched by 1 %:
    const length = planks.reduce((sum, plank) => {
      const { shape } = made.bodies[plank]!
      return sum + (shape.type === 'box' ? 2 * shape.halfWidth : NaN)
    }, 0)
    const deepest = Math.min(...planks.map((plank) => at(built, plank).y))
    expect(deepest).toBeGreaterThan(-Math.sqrt((1.01 * length / 2) ** 2 - 100))
    expect(driftOf(built).most).toBeLessThan(0.02)
  })

  test('breaks where it is told to', () => {
    const made = new Blueprint([wall(-10.5, 0, 0.5, 0.5), wall(10.5, 0, 0.5, 0.5)])
    bridge(made, { body: 0, x: -10, y: 0 }, { body: 1, x: 10, y: 0 }, { planks: 20, breakForce: 30 })
    made.body({ x: 0, y: 1, shape: boxShape(1), density: 5 })
    const built = build(made)
    let broke = 0
    seconds(built, 2, () => { broke += built.physics.events.jointBreak.count })
    expect(broke).toBeGreaterThan(0)
  })
})

describe('ragdoll', () => {
  test.each([false, true])('falls, lies within its limits and comes to rest (square: %s)', (square) => {
    const made = new Blueprint([floor(0, 0, 10)])
    const pelvis = ragdoll(made, 0, 3, { square, stiffness: 0.05, common: { friction: 0.8 } })
    expect(made.bodies.length).toBe(1 + RAGDOLL_PARTS)
    expect(made.joints.length).toBe(RAGDOLL_PARTS - 1)
    const built = build(made)
    let beyond = 0
    seconds(built, 8, () => {
      for (const joint of made.joints) {
        if (joint.type !== 'revolute' || joint.limit === undefined) throw new Error('each joint has limits')
        const turned = (body: number): number => at(built, body).angle - (made.bodies[body]!.angle ?? 0)
        const angle = turned(joint.b) - turned(joint.a)
        beyond = Math.max(beyond, angle - joint.limit.upper, joint.limit.lower - angle)
      }
    })
    expect(at(built, pelvis).y).toBeLessThan(0.8)
    expect(at(built, pelvis).y).toBeGreaterThan(0)
    expect(beyond).toBeLessThan(0.25)
    expect(driftOf(built).most).toBeLessThan(0.02)
  })

  test('no two of its parts overlap that are not joined', () => {
    const made = new Blueprint()
    ragdoll(made, 0, 0, { square: true })
    const built = build(made, { x: 0, y: 0 })
    seconds(built, 0.1)
    expect(built.physics.stats.contacts).toBe(0)
  })

  test('scales its strength with its size', () => {
    const made = new Blueprint()
    ragdoll(made, 0, 0, { scale: 2, stiffness: 3 })
    expect(made.joints[0]).toMatchObject({ motor: { speed: 0, maxTorque: 24 } })
    expect(made.bodies[10]!.shape).toEqual({ type: 'circle', radius: 0.26 })
  })
})

describe('car', () => {
  test('stands on its springs and drives where its motors turn', () => {
    const made = new Blueprint([floor(0, 0, 100)])
    const { body, axles } = car(made, 0, 1)
    const built = build(made)
    seconds(built, 2)
    const start = at(built, body)
    expect(start.y).toBeGreaterThan(0.75)
    expect(Math.abs(start.angle)).toBeLessThan(0.06)
    const { Joint } = built.physics.components
    for (const axle of axles) Joint.speed[built.joints[axle]!] = -10
    seconds(built, 3)
    // Ten radians a second of wheels of 0.42 m.
    expect(at(built, body).x - start.x).toBeGreaterThan(8)
    expect(at(built, body).x - start.x).toBeLessThan(12.7)
    for (const axle of axles) Joint.speed[built.joints[axle]!] = 10
    seconds(built, 4)
    const { Velocity } = built.physics.components
    expect(Velocity.x[built.entities[body]!]!).toBeLessThan(-3.5)
  })
})

describe('softBlob', () => {
  test('gives way where it falls, and becomes round again', () => {
    const made = new Blueprint([floor(0, 0, 10)])
    const middle = softBlob(made, 0, 4, { radius: 1.2 })
    const built = build(made)
    const ring = made.bodies.map((_, i) => i).filter((i) => i > middle)
    const height = (): number => Math.max(...ring.map((i) => at(built, i).y)) - Math.min(...ring.map((i) => at(built, i).y))
    const whole = height()
    let least = Infinity
    seconds(built, 6, () => { least = Math.min(least, height()) })
    expect(least).toBeLessThan(0.9 * whole)
    expect(height()).toBeGreaterThan(0.85 * whole)
    // Neither the rods of the ring nor the limits of its springs have given way.
    expect(driftOf(built).most).toBeLessThan(0.05)
  })
})
