import { expect, test } from 'vitest'
import { box, circle, revoluteJoint } from '../../src/index.ts'
import { JointWorld } from './joint-world.ts'

// Links that are drawn tight swing faster than substeps follow, so their inertia is raised; what lies on them has to act on that, too.
test.each([0, 0.1])('a ball of ten times the mass of a plank does not sink into a tight bridge, %d m from a hinge', (off) => {
  const t = new JointWorld()
  const [planks, pitch] = [20, 0.4]
  const ends = [-1, 1].map((side) => t.add(box(0.1, 0.1), side * (planks * pitch * 0.5 + 0.1), 0, t.components.Static))
  const bridge = Array.from({ length: planks }, (_, i) => t.add(box(0.2, 0.05), (i - planks / 2 + 0.5) * pitch, 0))
  const all = [ends[0]!, ...bridge, ends[1]!]
  for (let i = 0; i <= planks; i++) t.joint(revoluteJoint(all[i]!, all[i + 1]!, { x: (i - planks / 2) * pitch, y: 0 }))
  const ball = t.add(circle(0.35), off, 0.5)
  t.seconds(6)
  const into = bridge.map((plank) => {
    const [x, y, cos, sin] = [t.x(ball) - t.x(plank), t.y(ball) - t.y(plank), Math.cos(t.angle(plank)), Math.sin(t.angle(plank))]
    const along = Math.max(-0.2, Math.min(0.2, x * cos + y * sin))
    return 0.4 - Math.hypot(x - along * cos, y - along * sin)
  })
  expect(Math.max(...into)).toBeLessThan(0.006)
})
