import { describe, expect, test } from 'vitest'
import { box, circle, gearJoint, getJointReaction, prismaticJoint, pulleyJoint, revoluteJoint } from '../../src/index.ts'
import { JointWorld } from './joint-world.ts'

const G = 10

describe('a rope over two wheels', () => {
  test('keeps its length and the energy of what swings on it', () => {
    // Swinging Atwood's machine: without the turn of the rope within a step 5 of its 15 joules were gone, and 6 mm of rope came out.
    const t = new JointWorld({ allowSleep: false })
    const [light, heavy] = [t.heavy(circle(0.1), 3, -1, 1), t.heavy(circle(0.1), -2, -4, 1.5)]
    t.joint(pulleyJoint(light, heavy, { groundA: { x: 0, y: 0 }, groundB: { x: -2, y: 0 } }))
    const { Velocity } = t.components
    const square = (body: number): number => Velocity.x[body]! ** 2 + Velocity.y[body]! ** 2
    const energy = (): number => G * (t.y(light) + 1.5 * t.y(heavy)) + 0.5 * square(light) + 0.75 * square(heavy)
    const length = (): number => Math.hypot(t.x(light), t.y(light)) + Math.hypot(t.x(heavy) + 2, t.y(heavy))
    const [energyFirst, lengthFirst] = [energy(), length()]
    let [most, longest] = [0, 0]
    for (let i = 0; i < 1200; i++) {
      t.step()
      most = Math.max(most, Math.abs(energy() - energyFirst))
      longest = Math.max(longest, length() - lengthFirst)
    }
    expect(most).toBeLessThan(0.3)
    expect(longest).toBeLessThan(0.002)
  })

  test.each([[1, 10, 1], [1, 1000, 1], [1, 10, 2]])('of %d and %d kg, ratio %d: the heavy one hangs still once the light one is at its wheel', (light, heavy, ratio) => {
    const t = new JointWorld()
    const [a, b] = [t.heavy(box(0.3, 0.3), -2, 0, light), t.heavy(box(0.3, 0.3), 2, 0, heavy)]
    const rope = t.joint(pulleyJoint(a, b, { groundA: { x: -2, y: 5 }, groundB: { x: 2, y: 5 }, ratio }))
    t.seconds(3)
    expect(t.physics.stats.awake).toBe(0)
    expect([t.y(a), 5 - t.y(b)]).toEqual([expect.closeTo(5, 2), expect.closeTo(5 + 5 / ratio, 2)])
    // It bears all of its weight: the light one hangs on its own side.
    expect(getJointReaction(t.world, rope).y / (heavy * G)).toBeCloseTo(1, 3)
  })
})

test('a gear holds a load of 100 times the mass of its wheels, at an arm', () => {
  const t = new JointWorld()
  const post = t.add(box(0.1, 0.1), 0, -5, t.components.Static)
  const wheels = [0, 1.2].map((x) => t.heavy(circle(0.5), x, 0, 1))
  const [held, turned] = [
    t.joint(revoluteJoint(post, wheels[0]!, { x: 0, y: 0, motor: { speed: 0, maxTorque: 1e6 } })), t.joint(revoluteJoint(post, wheels[1]!, { x: 1.2, y: 0 })),
  ]
  t.joint(gearJoint(held, turned))
  const load = t.heavy(circle(0.1), 2.2, 0, 100)
  t.joint(revoluteJoint(wheels[1]!, load, { x: 2.2, y: 0 }))
  t.seconds(6)
  // A spring of 60 Hz gives way by 0.11. It hung by a radian, as a row that mends no faster let go of as much as before.
  expect(Math.abs(t.angle(wheels[1]!))).toBeLessThan(0.2)
})

test('a gear holds a rack of 100 times the mass of the wheel that lifts it by a motor', () => {
  const t = new JointWorld()
  const post = t.add(box(0.1, 0.1), 0, 0, t.components.Static, t.components.Sensor)
  const [wheel, rack] = [t.heavy(circle(0.5), 0, 0, 1), t.heavy(box(0.5, 0.2), 2, 0, 100)]
  const turned = t.joint(revoluteJoint(post, wheel, { motor: { speed: -1, maxTorque: 50_000 } }))
  const slid = t.joint(prismaticJoint(post, rack, { axis: { x: 0, y: 1 } }))
  t.joint(gearJoint(turned, slid))
  let most = 0
  for (let i = 0; i < 360; i++) {
    t.step()
    most = Math.max(most, Math.abs(t.angle(wheel) + t.y(rack)))
  }
  // A spring of 60 Hz gives way by 0.056. It went up and down by 0.4, and by 1 later on.
  expect(most).toBeLessThan(0.15)
  expect(t.y(rack)).toBeGreaterThan(5.8)
})
