import { addComponents, set } from 'bitecs'
import { expect, test } from 'vitest'
import { box, capsule, getJointCoordinate, getJointReaction, revoluteJoint, stepPhysics, weldJoint } from '../../src/index.ts'
import { JointWorld } from './joint-world.ts'

interface ArmOptions {
  readonly links: number
  /** Of all motors, or of each. */
  readonly maxTorque: number | readonly number[]
  /** The mass of what is welded to the last link; 0: nothing is. A link has 0.28 kg. */
  readonly load: number
  readonly limit?: number
  /** How many joints have it, from the post on. Default: all. */
  readonly limited?: number
  readonly substeps?: number
}

/** Links of a meter upright on a post, each with a motor, and a load on the last one. */
function makeArm({ links, maxTorque, load, limit, limited = links, substeps = 4 }: ArmOptions) {
  const t = new JointWorld({ substeps, allowSleep: false })
  const { CollisionFilter, Rotation, Static } = t.components
  const bodies = [t.add(box(0.1, 0.1), 0, 0, Static)]
  const motors: number[] = []
  const add = (body: number): void => { addComponents(t.world, body, set(CollisionFilter, { mask: 0 })) }
  for (let i = 0; i < links; i++) {
    const link = t.heavy(capsule(0.5, 0.12), 0, i + 0.5, 0.28)
    addComponents(t.world, link, set(Rotation, { angle: Math.PI / 2 }))
    add(link)
    motors.push(t.joint(revoluteJoint(bodies.at(-1)!, link, {
      x: 0, y: i, motor: { speed: 0, maxTorque: typeof maxTorque === 'number' ? maxTorque : maxTorque[i]! }, ...(limit !== undefined && i < limited && { limit: { lower: -limit, upper: limit } }),
    })))
    bodies.push(link)
  }
  if (load > 0) {
    const weight = t.heavy(box(0.3, 0.3), 0, links + 0.3, load)
    add(weight)
    t.joint(weldJoint(bodies.at(-1)!, weight, { x: 0, y: links }))
    bodies.push(weight)
  }
  /** Turns each motor toward the angle that it should have. */
  const steer = (angle: (motor: number) => number): void => {
    motors.forEach((motor, i) => { t.components.Joint.speed[motor] = 8 * (angle(i) - getJointCoordinate(t.world, motor).value) })
  }
  const fastest = (): number => {
    const { x, y } = t.components.Velocity
    return Math.max(...bodies.slice(1).map((body) => Math.hypot(x[body]!, y[body]!)))
  }
  return { t, motors, bodies, steer, fastest }
}

/** The angle to which a joint is steered. */
const angleAt = (i: number, time: number): number => 0.8 * (Math.sin(time * (1 + 0.3 * i) + i) - Math.sin(i))

/** As fast as anything goes then: each link adds no more than its way to the tip, times its speed. */
function fastestSteered(links: number): number {
  let speed = 0
  for (let i = 0; i < links; i++) speed += 0.8 * (1 + 0.3 * i) * (links - i + 0.6)
  return speed
}

// By what each motor alone has before it, its part of that, three links flew about at 135 m/s; more, one by one, at 300. In box2d3-wasm three and four go
// well at 120 Hz; at 60 Hz, or with 30 times the load, they reach 50 to 130 m/s.
test.each([
  [3, 0.36, 120, 4], [4, 0.36, 60, 4], [4, 0.36, 30, 4], [4, 11, 60, 4], [6, 36, 120, 1], [4, 0, 120, 4], [6, 0, 60, 4], [8, 3, 60, 8],
])('an arm of %i links that is steered to and fro with a load of %d kg goes where it should, at %i Hz, %i substeps', (links, load, rate, substeps) => {
  const { t, motors, steer, fastest } = makeArm({ links, load, maxTorque: 20_000 * Math.max(1, load), substeps })
  let [most, off] = [0, 0]
  for (let step = 0; step < 5 * rate; step++) {
    steer((i) => angleAt(i, step / rate))
    stepPhysics(t.world, 1 / rate)
    most = Math.max(most, fastest())
    if (step < rate) continue
    for (let i = 0; i < motors.length; i++) off = Math.max(off, Math.abs(getJointCoordinate(t.world, motors[i]!).value - angleAt(i, (step + 1) / rate)))
  }
  // What is steered in proportion lags behind by its speed over that: 0.8 (1 + 0.3 i) / 8.
  expect(off).toBeLessThan(1.1 * 0.1 * (1 + 0.3 * (links - 1)) + 1 / rate)
  expect(most).toBeLessThan(1.5 * fastestSteered(links))
})

// Where each motor might become a row or cease to be one three times in a pass they reached 6.8 and 5 times that speed.
test.each([
  [[1976.4107249043882, 1044.6001861542463, 1952.3059346079826, 820.9607202485204], 3, 1],
  [[370.37278807908297, 833.2435308136046, 481.3765593543649], 2, 2],
])('an arm with motors of %j N·m, too weak for 36 kg, and %i limits is not thrown, with %i substeps', (maxTorque, limited, substeps) => {
  const links = maxTorque.length
  const { t, steer, fastest } = makeArm({ links, load: 36, maxTorque, limit: 0.4, limited, substeps })
  for (let step = 0; step < 300; step++) {
    steer((i) => angleAt(i, step / 60))
    t.step()
    expect(fastest()).toBeLessThan(1.5 * fastestSteered(links))
  }
})

test('an arm at its limits leaves them as soon as its motors turn back', () => {
  const { t, motors, steer, fastest } = makeArm({ links: 4, load: 3, maxTorque: 1e5, limit: 0.4 })
  // Against the limits for 2 s, and back.
  for (let step = 0; step < 120; step++) {
    steer((i) => (i % 2 === 0 ? 1 : -1))
    t.step()
  }
  for (let i = 0; i < motors.length; i++) expect(Math.abs(getJointCoordinate(t.world, motors[i]!).value)).toBeCloseTo(0.4, 2)
  let most = 0
  for (let step = 0; step < 60; step++) {
    steer(() => 0.1)
    t.step()
    most = Math.max(most, fastest())
  }
  for (const motor of motors) expect(getJointCoordinate(t.world, motor).value).toBeCloseTo(0.1, 2)
  expect(most).toBeLessThan(8 * 0.5 * (1 + 2 + 3 + 4.6))
})

test('motors that are too weak give way with their largest torque, and those that are not hold', () => {
  // Stretched out to the side the first has to bear 4 kg at 1 m and 8 at 2, the second 8 at 1.
  const t = new JointWorld({ allowSleep: false })
  const post = t.add(box(0.1, 0.1), 0, 0, t.components.Static)
  const arm = t.heavy(box(1, 0.05), 1, 0, 4)
  const hand = t.heavy(box(0.1, 0.05), 2, 0, 8)
  for (const body of [arm, hand]) addComponents(t.world, body, set(t.components.CollisionFilter, { mask: 0 }))
  const shoulder = t.joint(revoluteJoint(post, arm, { x: 0, y: 0, motor: { speed: 0, maxTorque: 150 } }))
  const wrist = t.joint(revoluteJoint(arm, hand, { x: 1.9, y: 0, motor: { speed: 0, maxTorque: 20 } }))
  t.seconds(0.1)
  expect(Math.abs(getJointReaction(t.world, shoulder).torque)).toBeCloseTo(150, 0)
  // It falls by (200 - 150) N·m over its inertia, and the hand with it.
  const inertia = 4 * ((4 + 0.01) / 12 + 1) + 8 * (2 ** 2 + (0.2 ** 2 + 0.1 ** 2) / 12)
  expect(t.components.Velocity.angular[arm]! / -0.1).toBeCloseTo(50 / inertia, 1)
  expect(Math.abs(t.angle(hand) - t.angle(arm))).toBeLessThan(1e-3)
  expect(Math.abs(getJointReaction(t.world, wrist).torque)).toBeLessThan(20)
})

// With motors of more than four hinges as rows of their tree, which changed by counts, they gained as much as lifts them by 2.7 to 7 m.
test.each([[5, 30], [7, 30], [8, 30], [8, 60], [9, 30], [14, 30]])('a row of %i links with friction and limits in its joints gains no energy as it falls, at %i Hz', (links, rate) => {
  for (const load of [0.1, 0.5, 3]) {
    for (const maxTorque of [0.3, 5]) {
      const t = new JointWorld({ allowSleep: false })
      const bodies = [t.add(box(0.1, 0.1), 0, 0, t.components.Static)]
      const masses = Array.from({ length: links }, (_, i) => (i === links - 1 ? load : 0.05))
      masses.forEach((mass, i) => {
        const link = t.heavy(box(0.2, 0.05), 0.4 * i + 0.2, 0, mass)
        t.joint(revoluteJoint(bodies.at(-1)!, link, { x: 0.4 * i, y: 0, limit: { lower: -0.3, upper: 0.3 }, motor: { speed: 0, maxTorque } }))
        bodies.push(link)
      })
      const weight = 10 * masses.reduce((a, b) => a + b)
      const { x, y } = t.components.Velocity
      for (let step = 0; step < 6 * rate; step++) {
        stepPhysics(t.world, 1 / rate)
        const energy = masses.reduce((sum, mass, i) => sum + mass * (10 * t.y(bodies[i + 1]!) + (x[bodies[i + 1]!]! ** 2 + y[bodies[i + 1]!]! ** 2) / 2), 0)
        expect(energy / weight).toBeLessThan(0.02)
      }
    }
  }
})
