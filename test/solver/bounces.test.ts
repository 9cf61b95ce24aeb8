import { expect, test } from 'vitest'
import { circle } from '../../src/index.ts'
import { Lab } from '../physics/lab.ts'

test('every one of many balls that hit in the first step bounces, also where the list of bounces had to grow', () => {
  for (const count of [63, 64, 65, 66, 130, 300]) {
    const lab = new Lab({ gravity: {} })
    lab.floor({ restitution: 1, friction: 0 }, 1000)
    const material = { restitution: 1, friction: 0 }
    const balls = Array.from({ length: count }, (_, i) => lab.add(circle(0.5), i * 1.5 - 200, 0.501, { vy: -10, material }))
    lab.step()
    for (const ball of balls) expect(lab.vy(ball)).toBeCloseTo(10, 4)
  }
})
