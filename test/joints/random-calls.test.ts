import { addComponent, entityExists, removeComponent, removeEntity, set } from 'bitecs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type BroadPhaseName, type JointData, box, JointKind, capsule, circle, distanceJoint, filterJoint, gearJoint, hashWorld, motorJoint, prismaticJoint, pulleyJoint, revoluteJoint,
  teleport, weldJoint, wheelJoint,
} from '../../src/index.ts'
import { JOINT_STRIDE, JointRecord } from '../../src/joints/joint-record.ts'
import { plainKernel } from '../../src/kernel/plain-kernel.ts'
import { simdKernel } from '../../src/kernel/simd-kernel.ts'
import { inner } from '../support/inner.ts'
import { SOAK } from '../support/soak.ts'
import { validate } from '../support/validate.ts'
import { JointWorld } from './joint-world.ts'

type Call =
  | { readonly type: 'body'; readonly shape: number; readonly x: number; readonly y: number; readonly kind: number }
  | { readonly type: 'joint'; readonly kind: number; readonly a: number; readonly b: number; readonly spec: number }
  | { readonly type: 'remove' | 'flip' | 'sleep' | 'tag' | 'teleport' | 'write'; readonly which: number; readonly spec: number }
  | { readonly type: 'step'; readonly count: number }

const index = fc.nat({ max: 40 })
const calls: fc.Arbitrary<Call> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant('body' as const), shape: fc.nat({ max: 3 }), x: fc.integer({ min: -6, max: 6 }), y: fc.integer({ min: 0, max: 8 }), kind: fc.nat({ max: 12 }) }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('joint' as const), kind: fc.nat({ max: 8 }), a: index, b: index, spec: fc.nat({ max: 127 }) }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constantFrom('remove' as const, 'flip' as const, 'sleep' as const, 'tag' as const, 'teleport' as const, 'write' as const), which: index, spec: fc.nat({ max: 127 }) }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('step' as const), count: fc.integer({ min: 1, max: 6 }) }) },
)

/** Plays calls in one world. */
class Player {
  readonly t: JointWorld
  private bodies: number[] = []
  private joints: number[] = []

  constructor(broadPhase: BroadPhaseName, kernel = simdKernel) {
    this.t = new JointWorld({ broadPhase, kernel })
    this.bodies.push(this.t.addGround())
  }

  play(call: Call): void {
    const { t } = this
    this.bodies = this.bodies.filter((body) => entityExists(t.world, body))
    this.joints = this.joints.filter((joint) => entityExists(t.world, joint) && !this.bodies.includes(joint))
    switch (call.type) {
      case 'body': {
        const shape = [circle(0.4), box(0.4, 0.3), capsule(0.3, 0.2), box(0.2, 0.6)][call.shape]!
        const { Static, Kinematic, Sleeping } = t.components
        const body = t.add(shape, call.x + call.shape / 10, call.y, ...([[Static], [Kinematic], [Sleeping]][call.kind] ?? []))
        // Of masses as they come, ten thousand times as heavy, and ten thousand times as light.
        if (call.kind > 10) addComponent(t.world, body, set(t.components.Mass, { mass: call.kind === 11 ? 3000 : 3e-5 }))
        this.bodies.push(body)
        return
      }
      case 'joint': {
        const a = this.bodies[call.a % this.bodies.length]!
        const b = this.bodies[call.b % this.bodies.length]!
        if (call.kind === 8) this.gear(call.a, call.b, call.spec)
        else if (a !== b) this.joints.push(t.joint(this.make(call.kind, a, b, call.spec)))
        return
      }
      case 'step':
        t.step(call.count)
        return
      default:
        this.change(call)
    }
  }

  private gear(a: number, b: number, spec: number): void {
    const { kind } = this.t.components.Joint
    const able = this.joints.filter((joint) => kind[joint] === JointKind.Revolute || kind[joint] === JointKind.Prismatic)
    const [one, two] = [able[a % Math.max(1, able.length)], able[b % Math.max(1, able.length)]]
    if (one !== undefined && one !== two) this.joints.push(this.t.joint(gearJoint(one, two!, { ratio: [0.5, -2, 1e4, -1e-4][spec & 3]! })))
  }

  private make(kind: number, a: number, b: number, spec: number): JointData {
    const limit = (spec & 1) === 0 ? undefined : { lower: -0.5, upper: 0.7 }
    const spring = (spec & 2) === 0 ? undefined : { hertz: 3, dampingRatio: 0.5 }
    const breakForce = (spec & 4) === 0 ? undefined : 40
    const common = { collideConnected: (spec & 8) !== 0, removeBroken: (spec & 16) !== 0, ...(breakForce === undefined ? {} : { breakForce }) }
    const line = { ...common, ...(limit && { limit }), ...(spring && { spring }) }
    // As strong as some who want it rigid make it.
    const [speed, most] = (spec & 64) === 0 ? [2, 20] : [-30, 1e9]
    const force = (spec & 32) === 0 ? {} : { motor: { speed, maxForce: most } }
    const torque = (spec & 32) === 0 ? {} : { motor: { speed, maxTorque: most } }
    switch (kind) {
      case 0: return distanceJoint(a, b, { ...line, ...force, limit: { lower: 0.5, upper: 2 } })
      case 1: return revoluteJoint(a, b, { ...line, ...torque })
      case 2: return prismaticJoint(a, b, { ...line, ...force, axis: { x: 1, y: 1 } })
      case 3: return weldJoint(a, b, { ...common, ...(spring && { spring, angularSpring: spring }) })
      case 4: return wheelJoint(a, b, { ...line, ...torque })
      case 5: return motorJoint(a, b, { ...common, motor: { x: 1, maxForce: most / 4, maxTorque: most / 6 }, ...(spring && { spring: { ...spring, maxForce: 30 } }) })
      case 6: return pulleyJoint(a, b, { ...common, groundA: { x: -3, y: 12 }, groundB: { x: 3, y: 12 }, ratio: 1 + (spec & 1) })
      default: return filterJoint(a, b)
    }
  }

  private change({ type, which, spec }: Extract<Call, { which: number }>): void {
    const { t } = this
    const body = this.bodies[1 + (which % Math.max(1, this.bodies.length - 1))]
    const joint = this.joints[which % Math.max(1, this.joints.length)]
    const { Joint, Sleeping, Disabled, Static, Kinematic } = t.components
    const toggle = (entity: number, tag: object) => {
      if (inner(t.physics).presence[tag === Sleeping ? 'Sleeping' : 'Disabled'].has(entity)) removeComponent(t.world, entity, tag)
      else addComponent(t.world, entity, tag)
    }
    if (type === 'remove' && (spec & 1) === 0 && body !== undefined) removeEntity(t.world, body)
    else if (type === 'remove' && joint !== undefined) removeEntity(t.world, joint)
    else if (type === 'flip' && joint !== undefined) Joint.enabled[joint] = 1 - Joint.enabled[joint]!
    else if (type === 'sleep' && body !== undefined) toggle(body, Sleeping)
    else if (type === 'tag' && body !== undefined) {
      const { presence } = inner(t.physics)
      if ((spec & 3) === 0) toggle(body, Disabled)
      else if ((spec & 3) === 1 && joint !== undefined) toggle(joint, Disabled)
      else if (presence.Static.has(body)) removeComponent(t.world, body, Static)
      else if (!presence.Kinematic.has(body)) addComponent(t.world, body, (spec & 3) === 2 ? Static : Kinematic)
    } else if (type === 'teleport' && body !== undefined && inner(t.physics).bodies.isBody(body)) {
      teleport(t.world, body, ((spec % 8) - 4) * (spec > 63 ? 250 : 1), (spec & 63) / 8)
    } else if (type === 'write' && joint !== undefined) {
      if ((spec & 1) === 0) Joint.speed[joint] = spec / 10
      else addComponent(t.world, joint, set(Joint, { collideConnected: (spec >> 1) & 1, hertz: 10 + spec }))
    }
  }
}

/** What must hold of the joints of a world after any call. */
function validateJoints(t: JointWorld): void {
  const { joints, bodies, presence, components } = inner(t.physics)
  let parting = 0
  let fragile = 0
  const seen = new Set<number>()
  for (let place = 1; place < joints.entity.length; place++) {
    const entity = joints.entity[place]!
    if (entity === 0) continue
    expect(presence.Joint.has(entity)).toBe(true)
    expect(joints.find(entity)).toBe(place)
    const gear = components.Joint.kind[entity] === JointKind.Gear
    for (const body of [joints.a[place]!, joints.b[place]!]) {
      expect((gear ? presence.Joint : presence.Position).has(body)).toBe(true)
      if (gear) expect(joints.record[place * JOINT_STRIDE + (body === joints.a[place] ? JointRecord.A : JointRecord.B)]).toBe(joints.find(body))
      let found = 0
      for (let edge = joints.head[body]!; edge !== 0; edge = joints.next[edge]!) if (edge >>> 1 === place) found++
      expect(found).toBe(1)
    }
    seen.add(entity)
    parting += joints.parting[place]!
    fragile += joints.fragile[place]!
    const [a, b] = [joints.a[place]!, joints.b[place]!]
    if (joints.isOn(place) && bodies.isAwake(a) && bodies.isAwake(b) && bodies.kind[a] === 1 && bodies.kind[b] === 1) {
      const { islands } = inner(t.physics).sleep
      const stale = Reflect.get(islands, 'stale') as boolean
      if (!stale) expect(islands.find(a)).toBe(islands.find(b))
    }
  }
  expect([joints.partingCount, joints.fragileCount]).toEqual([parting, fragile])
  for (const entity of seen) expect(components.Joint.kind[entity]).toBeGreaterThan(0)
  for (let body = 1; body < joints.head.length; body++) {
    for (let edge = joints.head[body]!; edge !== 0; edge = joints.next[edge]!) {
      expect(joints.entity[edge >>> 1]).not.toBe(0)
      expect((edge & 1) === 0 ? joints.a[edge >>> 1] : joints.b[edge >>> 1]).toBe(body)
    }
  }
}

describe('random calls with joints', () => {
  test('leave the world sound', () => {
    fc.assert(fc.property(fc.array(calls, { minLength: 10, maxLength: 60 }), (list) => {
      const player = new Player('quadtree')
      for (const call of list) {
        player.play(call)
        validateJoints(player.t)
        if (call.type === 'step') validate(player.t.physics)
      }
    }), SOAK ? { numRuns: 2000 } : { numRuns: 70, seed: 5 })
  }, SOAK ? 600_000 : 120_000)

  test('come to the same bits over all broad phases and both kernels', () => {
    fc.assert(fc.property(fc.array(calls, { minLength: 10, maxLength: 50 }), (list) => {
      const players = [
        new Player('quadtree'), new Player('sweep-and-prune'), new Player('grid'), new Player('brute-force'), new Player('quadtree', plainKernel),
      ]
      const hashes = players.map((player) => {
        for (const call of list) player.play(call)
        player.t.step(10)
        return hashWorld(player.t.world)
      })
      expect(new Set(hashes).size).toBe(1)
    }), SOAK ? { numRuns: 500 } : { numRuns: 20, seed: 5 })
  }, SOAK ? 600_000 : 120_000)

  test('the order in which joints were made does not matter', () => {
    const build = (backwards: boolean): number => {
      const t = new JointWorld()
      const ground = t.addGround()
      const bodies = Array.from({ length: 20 }, (_, i) => t.add(box(0.4, 0.2), i, 5))
      const slots = bodies.map(() => t.joint(filterJoint(ground, bodies[0]!)))
      const order = slots.map((_, i) => (backwards ? slots.length - 1 - i : i))
      for (const i of order) {
        const data = i === 0 ? revoluteJoint(ground, bodies[0]!, { x: 0, y: 5 }) : revoluteJoint(bodies[i - 1]!, bodies[i]!, { x: i - 0.5, y: 5 })
        addComponent(t.world, slots[i]!, set(t.components.Joint, data))
      }
      t.step(60)
      return hashWorld(t.world)
    }
    expect(build(true)).toBe(build(false))
  })
})
