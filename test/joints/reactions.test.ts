import { expect, test } from 'vitest'
import {
  box, circle, distanceJoint, getJointReaction, type JointData, motorJoint, prismaticJoint, pulleyJoint, revoluteJoint, setVelocity, stepPhysics,
  weldJoint, wheelJoint,
} from '../../src/index.ts'
import { JointWorld } from './joint-world.ts'

const G = 10
const spring = { hertz: 4, dampingRatio: 0.5 }
const up = { x: 0, y: 1 }

/** By name what holds a body b of 2 kg below a. */
const HOLDERS: Record<string, (a: number, b: number) => JointData> = {
  hinge: (a, b) => revoluteJoint(a, b, { x: 0, y: 0 }),
  'hinge with a spring': (a, b) => revoluteJoint(a, b, { x: 0, y: 0, spring }),
  weld: (a, b) => weldJoint(a, b, { x: 0, y: 0 }),
  'soft weld': (a, b) => weldJoint(a, b, { x: 0, y: 0, spring, angularSpring: spring }),
  rod: (a, b) => distanceJoint(a, b),
  rope: (a, b) => distanceJoint(a, b, { limit: { lower: 0, upper: 0.5 } }),
  spring: (a, b) => distanceJoint(a, b, { spring }),
  slide: (a, b) => prismaticJoint(a, b, { axis: { x: 1, y: 0 } }),
  'slide at its limit': (a, b) => prismaticJoint(a, b, { axis: up, limit: { lower: 0, upper: 1 } }),
  'slide with a motor': (a, b) => prismaticJoint(a, b, { axis: up, motor: { speed: 0.2, maxForce: 50 } }),
  wheel: (a, b) => wheelJoint(a, b, { axis: up, spring }),
  motor: (a, b) => motorJoint(a, b, { spring: { ...spring, maxForce: 100 } }),
  pulley: (a, b) => pulleyJoint(a, b, { groundA: { x: -1, y: 3 }, groundB: { x: 0, y: 3 } }),
}

// What an anchor asks for in its step all came in the first substep, and the last one was told: a weld told the weight, whatever its mast did.
test.each(Object.keys(HOLDERS).flatMap((kind) => [1, 13].map((count) => ({ kind, count }))))(
  'the reactions of $count × $kind are the momentum that they bring, step by step', ({ kind, count }) => {
    const t = new JointWorld({ allowSleep: false, gravity: { x: 0, y: -G } })
    const { CollisionFilter, Kinematic, Velocity } = t.components
    const mast = t.add(box(0.1, 0.1), 0, 0, Kinematic)
    // A pulley needs something that pulls at its other end.
    const first = kind === 'pulley' ? t.heavy(box(0.1, 0.1), -1, 0, 2) : mast
    const bodies: number[] = []
    const joints: number[] = []
    for (let i = 0; i < count; i++) {
      bodies.push(t.heavy(box(0.1, 0.2), 0, -0.5 * (i + 1), 2))
      joints.push(t.joint(HOLDERS[i === 0 ? kind : 'hinge']!(bodies[i - 1] ?? first, bodies[i]!)))
    }
    for (const body of [mast, first, ...bodies]) CollisionFilter.mask[body] = 0
    let most = 0
    for (let i = 0; i < 60; i++) {
      setVelocity(t.world, mast, 0, 0.6 * Math.cos(i * 0.9), 0)
      const before = bodies.map((body) => [Velocity.x[body]!, Velocity.y[body]!] as const)
      stepPhysics(t.world, 1 / 60)
      const x = bodies.reduce((sum, body, k) => sum + 2 * (Velocity.x[body]! - before[k]![0]) * 60, 0)
      const y = bodies.reduce((sum, body, k) => sum + 2 * ((Velocity.y[body]! - before[k]![1]) * 60 + G), 0)
      const told = getJointReaction(t.world, joints[0]!)
      most = Math.max(most, Math.hypot(told.x - x, told.y - y) / (2 * G * count))
    }
    expect(most).toBeLessThan(1e-3)
  },
)

test('what locks an angle tells the torque that turns its body, and two hands that hold a body tell its weight', () => {
  const t = new JointWorld({ allowSleep: false, gravity: { x: 0, y: -G } })
  const { CollisionFilter, Kinematic, Static, Velocity } = t.components
  const mast = t.add(box(0.1, 0.1), 0, 0, Kinematic)
  const arm = t.heavy(box(0.5, 0.1), 0.5, 0, 3, 2)
  const held = t.joint(weldJoint(mast, arm, { x: 0.5, y: 0 }))
  const hands = [-1, 1].map((x) => t.add(circle(0.1), x, 5, Static))
  const body = t.heavy(box(0.3, 0.6), 0, 4, 7)
  const grips = hands.map((hand) => t.joint(revoluteJoint(hand, body, { localA: { x: 0, y: 0 }, localB: { x: t.x(hand) * 0.3, y: 0.9 } })))
  for (const one of [mast, arm, body, ...hands]) CollisionFilter.mask[one] = 0
  for (let i = 0; i < 60; i++) {
    setVelocity(t.world, mast, 0, 0, Math.sin(i))
    const [spin, fall] = [Velocity.angular[arm]!, Velocity.y[body]!]
    stepPhysics(t.world, 1 / 60)
    expect(getJointReaction(t.world, held).torque).toBeCloseTo(2 * (Velocity.angular[arm]! - spin) * 60, 2)
    const lift = grips.reduce((sum, grip) => sum + getJointReaction(t.world, grip).y, 0)
    expect(lift).toBeCloseTo(7 * ((Velocity.y[body]! - fall) * 60 + G), 2)
  }
})
