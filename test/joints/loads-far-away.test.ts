import { addComponents, set } from 'bitecs'
import { expect, test } from 'vitest'
import { box, circle, revoluteJoint, weldJoint } from '../../src/index.ts'
import { createRandom } from '../../examples/scenes/random.ts'
import { JointWorld } from './joint-world.ts'

/** A slab on rollers under pairs of discs that a roof may hold, and so many bodies far away, which begin first. Returns where the slab went. */
function ride(seed: number, strangers: number): number[] {
  const random = createRandom(seed)
  const t = new JointWorld({ allowSleep: false })
  const { Motion, Static, Velocity } = t.components
  t.add(box(200, 1), 0, -1, Static)
  for (let i = 0; i < strangers; i++) addComponents(t.world, t.heavy(circle(0.1), 1000 + 10 * i, 500, 1), set(Motion, { gravityScale: 0 }))
  const slab = t.heavy(box(3, 0.2), 0, 0.62, 300)
  addComponents(t.world, slab, set(Velocity, { x: 1, y: 0, angular: 0 }))
  const rollers = 5 + Math.floor(random() * 3)
  for (let i = 0; i < rollers; i++) t.heavy(circle(0.2), -2.6 + 0.8 * i, 0.21, 1)
  const pairs = 2 + Math.floor(random() * 5)
  const roof = t.add(box(200, 1), 0, 2.62, Static)
  for (let i = 0; i < pairs; i++) {
    const x = -2.5 + 0.9 * i
    const low = t.heavy(circle(0.205), x, 1.02, 1), high = t.heavy(circle(0.205), x, 1.42, 1)
    for (const side of [-0.1, 0.1]) t.joint(revoluteJoint(low, high, { x: x + side, y: 1.22 }))
    if (random() < 0.7) t.joint(revoluteJoint(roof, high, { x, y: 1.62 }))
  }
  const leg = t.heavy(box(0.2, 0.3), 4, 0.3, 1)
  t.joint(revoluteJoint(slab, leg, { x: 3, y: 0.6 }))
  t.joint(weldJoint(slab, leg, { x: 3, y: 0.5 }))
  return Array.from({ length: 12 }, () => {
    t.seconds(1 / 6)
    return t.x(slab)
  })
}

// A bit of the place in the list of the awake bodies was taken for one that says that a joint holds the roller up.
test('rollers bear a slab as they do however many bodies there are elsewhere', () => {
  for (let seed = 1; seed <= 16; seed++) {
    const alone = ride(seed, 0)
    for (const strangers of [1, 2, 3]) expect(ride(seed, strangers), `seed ${seed}, ${strangers} elsewhere`).toEqual(alone)
  }
})
