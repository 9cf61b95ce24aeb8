import { addComponents, set } from 'bitecs'
import { expect, test } from 'vitest'
import { type JointData, box, distanceJoint, prismaticJoint, revoluteJoint, weldJoint } from '../../src/index.ts'
import { createRandom } from '../../examples/scenes/random.ts'
import { JointWorld } from './joint-world.ts'

test('a hinge, a weld and a slide hold what may move up and down alone', () => {
  const t = new JointWorld()
  const post = t.add(box(0.1, 0.1), 0, 0, t.components.Static)
  const held = [revoluteJoint, weldJoint, prismaticJoint].map((joint, i) => {
    const body = t.heavy(box(0.4, 0.1), 2 * i + 1, 0, 1, 0.06)
    addComponents(t.world, body, set(t.components.Motion, { lockX: 1, lockRotation: 1 }))
    t.joint(joint(post, body, { x: 0, y: 0 }))
    return body
  })
  t.seconds(1)
  for (const body of held) expect(t.y(body)).toBeCloseTo(0, 2)
})

const at = (x: number): { x: number; y: number } => ({ x, y: 0 })
const kinds: readonly [string, number, (a: number, b: number, x: number) => JointData][] = [
  ['hinge', 1, (a, b, x) => revoluteJoint(a, b, at(x))],
  ['hinge with limits', 1, (a, b, x) => revoluteJoint(a, b, { ...at(x), limit: { lower: -0.5, upper: 0.5 } })],
  ['weld', 1, (a, b, x) => weldJoint(a, b, at(x))],
  ['rod', 14, (a, b) => distanceJoint(a, b)],
]

// One way to go is left to what is locked along others: a joint across it has next to no hold, and asked for impulses without end.
test.each(kinds)('axes that are locked and let go throw nothing: %s, %d of them', (_name, count, make) => {
  for (let seed = 1; seed <= 6; seed++) {
    const random = createRandom(seed)
    const t = new JointWorld()
    let before = t.add(box(0.2, 0.2), 0, 0, t.components.Static)
    const bodies = Array.from({ length: count }, (_, i) => {
      const body = t.heavy(box(0.4, 0.1), 0.9 * (i + 1), 0, 1, 0.06)
      t.joint(make(before, body, 0.9 * (i + 0.5)))
      return (before = body)
    })
    const { Motion, Velocity } = t.components
    const flag = (): number => (random() < 0.5 ? 1 : 0)
    let fastest = 0
    for (let i = 0; i < 240; i++) {
      if (i % 20 === 0) addComponents(t.world, bodies[Math.floor(random() * count)]!, set(Motion, { lockX: flag(), lockY: flag(), lockRotation: flag() }))
      t.step()
      for (const body of bodies) fastest = Math.max(fastest, Math.hypot(Velocity.x[body]!, Velocity.y[body]!))
    }
    // From 13 m they fall at no more than 16 m/s.
    expect(fastest).toBeLessThan(40)
  }
})
