import { expect, test } from 'vitest'
import { addComponents, set } from 'bitecs'
import { type JointData, circle, box, distanceJoint, getJointReaction, prismaticJoint, revoluteJoint, stepPhysics } from '../../src/index.ts'
import { JointWorld } from './joint-world.ts'

const G = 10

type Kind = 'rope' | 'slide'

/** Links of half a meter that hang straight down, each at the limit of its joint; the last one is a ball. */
function hang(t: JointWorld, kind: Kind, count: number, mass: number): { bodies: number[]; joints: number[] } {
  const { CollisionFilter, Static } = t.components
  const bodies = [t.add(box(0.1, 0.1), 0, 0, Static)]
  const joints: number[] = []
  for (let i = 0; i < count; i++) {
    const last = i === count - 1
    const body = t.heavy(last ? circle(0.25) : box(0.05, 0.25), 0, -0.25 - 0.5 * i, last ? mass : 1)
    if (!last) CollisionFilter.mask[body] = 0
    joints.push(t.joint(link(kind, bodies.at(-1)!, body, -0.5 * i)))
    bodies.push(body)
  }
  CollisionFilter.mask[bodies[0]!] = 0
  return { bodies, joints }
}

function link(kind: Kind, a: number, b: number, y: number): JointData {
  if (kind === 'slide') return prismaticJoint(a, b, { x: 0, y, axis: { x: 0, y: 1 }, limit: { lower: 0, upper: 1 } })
  return distanceJoint(a, b, { from: { x: 0, y: y + 0.1 }, to: { x: 0, y: y - 0.1 }, limit: { lower: 0, upper: 0.2 } })
}

// Each was taken in a substep after the one above it: the last one pulled with 12 times its load in one step, the last slide with 16.
test.each([['rope', 1, 4], ['rope', 1000, 4], ['rope', 1, 1], ['slide', 1, 4], ['slide', 1000, 1]] as const)(
  'twenty %ss that begin at their limits, the last with %i times the mass of a link, bear no more than what hangs on them, with %i substeps', (kind, mass, substeps) => {
    const t = new JointWorld({ substeps })
    const { joints } = hang(t, kind, 20, mass)
    let most = 0
    for (let step = 0; step < 120; step++) {
      t.step()
      joints.forEach((joint, i) => { most = Math.max(most, getJointReaction(t.world, joint).y / ((19 - i + mass) * G)) })
    }
    expect(most).toBeGreaterThan(0.99)
    expect(most).toBeLessThan(1.02)
  })

// The limit held back for a substep what it does not hold: of an even blow a third to a half went into the world, of one that bounces all.
test.each([['rope', 3, 20, 0], ['rope', 14, 1, 0], ['slide', 3, 20, 1], ['slide', 14, 1, 1], ['slide', 14, 1000, 1]] as const)(
  'what hangs on a %s, the last of %i, and is struck from below by another one of mass %i, takes its speed: restitution %d', (kind, count, mass, restitution) => {
    const t = new JointWorld()
    const { bodies } = hang(t, kind, count, mass)
    t.seconds(1)
    const ball = bodies.at(-1)!
    const striker = t.heavy(circle(0.25), t.x(ball), t.y(ball) - 0.7, mass)
    const { Material, Velocity } = t.components
    for (const body of [ball, striker]) addComponents(t.world, body, set(Material, { restitution }))
    Velocity.y[striker] = 10
    let fastest = 0
    for (let step = 0; step < 6; step++) {
      t.step()
      fastest = Math.max(fastest, Velocity.y[ball]!)
    }
    expect(fastest).toBeGreaterThan(restitution === 1 ? 9.4 : 4.7)
    expect(fastest).toBeLessThan(restitution === 1 ? 10 : 5)
  })

test('a light link that whips from limit to limit passes none', () => {
  const t = new JointWorld({ allowSleep: false })
  const { Motion } = t.components
  const bodies = [t.add(box(0.1, 0.1), 0, 0, t.components.Static)]
  for (let i = 1; i <= 8; i++) {
    const body = t.heavy(box(0.2, 0.1), 0.4 * i, 0, i === 8 ? 10 : 0.1)
    addComponents(t.world, body, set(Motion, { linearDamping: 1, angularDamping: 1 }))
    t.joint(revoluteJoint(bodies.at(-1)!, body, { x: 0.4 * i - 0.2, y: 0, limit: { lower: -0.2, upper: 0.2 } }))
    bodies.push(body)
  }
  let past = 0
  for (let step = 0; step < 300; step++) {
    stepPhysics(t.world, 1 / 60)
    for (let i = 1; i <= 8; i++) past = Math.max(past, Math.abs(t.angle(bodies[i]!) - t.angle(bodies[i - 1]!)) - 0.2)
  }
  // Where all that hold back were let go of at once, and none taken in again, by 0.11.
  expect(past).toBeLessThan(0.02)
})

// Limits that were let go of at once were not taken in again where velocities are final: up to 370 and 200 lengths a second.
test.each([[0.1, 120, 2], [0.1, 240, 4], [20, 60, 4], [20, 240, 4]])(
  'an arm with a load, links of %d m, is as fast as its limits are moved, at %i steps of %i substeps a second', (size, rate, substeps) => {
    const t = new JointWorld({ substeps, allowSleep: false })
    const { CollisionFilter, Joint, Static, Velocity } = t.components
    const bodies = [t.add(box(0.2 * size, 0.2 * size), 0, 0, Static)]
    const joints: number[] = []
    for (let i = 0; i < 5; i++) {
      const body = t.heavy(box(0.5 * size, 0.1 * size), (0.5 + i) * size, 0, i === 4 ? 10 : 1)
      CollisionFilter.mask[body] = 0
      joints.push(t.joint(revoluteJoint(bodies.at(-1)!, body, {
        x: i * size, y: 0, limit: { lower: -0.05, upper: 0.05 }, motor: { speed: 0, maxTorque: 5 * size },
      })))
      bodies.push(body)
    }
    let fastest = 0
    for (let step = 1; step <= 7 * rate; step++) {
      stepPhysics(t.world, 1 / rate)
      for (const body of bodies.slice(1)) fastest = Math.max(fastest, Math.hypot(Velocity.x[body]!, Velocity.y[body]!) / size)
      const time = step / rate
      joints.forEach((joint, i) => {
        const middle = 0.8 * Math.sin((1 + i) * time)
        addComponents(t.world, joint, set(Joint, { lower: middle - 0.05, upper: middle + 0.05, speed: 5 * Math.cos(7 * time), maxTorque: 5 * size }))
      })
    }
    // The limit of the i-th of five joints moves by 0.8 i at most, and what it turns is no longer than 5.5 - i links from there.
    expect(fastest).toBeLessThan(0.8 * (1 * 4.5 + 2 * 3.5 + 3 * 2.5 + 4 * 1.5 + 5 * 0.5))
  })
