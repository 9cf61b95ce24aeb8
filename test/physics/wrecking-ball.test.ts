import { addComponents, addEntity, set } from 'bitecs'
import { describe, expect, test } from 'vitest'
import { circle, rect, revoluteJoint } from '../../src/index.ts'
import { Lab } from './lab.ts'

const SPEED = 12
const BRICK = { width: 0.5, height: 0.25, mass: 0.125 }
const ROWS = 16

interface Wall { readonly columns: number; readonly ratio: number; readonly hz: number; readonly links: number }

/** A ball of so many times the mass of a wall of free bricks flies through the middle of it, alone or at a chain: its speed behind it, and what the bricks got. */
function strike({ columns, ratio, hz, links }: Wall): { speed: number; bricks: number; mass: number } {
  const lab = new Lab({ hz, gravity: { x: 0, y: -10 } })
  lab.floor()
  const bricks = Array.from({ length: ROWS * columns }, (_, i) => (
    lab.add(rect(BRICK.width, BRICK.height), Math.floor(i / ROWS) * BRICK.width, ((i % ROWS) + 0.5) * BRICK.height)
  ))
  const mass = ratio * bricks.length * BRICK.mass
  const [x, y, radius] = [-0.8, ROWS / 2 * BRICK.height, 0.5]
  const ball = lab.add(circle(radius), x, y, { vx: SPEED, material: { density: mass / (Math.PI * radius * radius) } })
  const filter = { mask: 0 }
  let above = links > 0 ? lab.add(circle(0.05), x, y + links, { kind: 'static', filter }) : 0
  for (let i = links; i > 0; i--) {
    const link = i === 1 ? ball : lab.add(rect(0.1, 1), x, y + i - 0.5, { vx: SPEED * (1 - (i - 0.5) / links), filter })
    addComponents(lab.world, addEntity(lab.world), set(lab.c.Joint, revoluteJoint(above, link, { x, y: y + i })))
    above = link
  }
  lab.run(0.15)
  return { speed: lab.vx(ball), bricks: bricks.reduce((sum, brick) => sum + BRICK.mass * lab.vx(brick), 0), mass }
}

/**
 * Bricks that cannot go down before the ball get mass for a step, and take no momentum for it along their way through the air. All of a ball of 20
 * times the mass that flew through three columns came out at 7.9 m/s, of 100 times at 6.9: 11.4 and 11.9 is what is left where it takes all bricks along.
 */
describe('a wrecking ball keeps the momentum that it does not give to bricks', () => {
  test.each([[3, 4, 60], [1, 20, 60], [3, 20, 30], [3, 20, 60], [3, 20, 120], [3, 100, 60]])('%i columns, 1:%i, %i Hz', (columns, ratio, hz) => {
    const { speed, bricks, mass } = strike({ columns, ratio, hz, links: 0 })
    const lost = mass * (SPEED - speed)
    // The floor and what stands on it hold back a part, and some is lost where bricks are held along both axes.
    // By how the bricks happen to turn: at 24 speeds from 10 to 14 m/s at most 2.6 percent, of 100 times the mass 5.9, at 120 Hz 6.0; in the mean
    // 3.3 of 100 times the mass, and 3.9 at 120 Hz.
    expect(lost - bricks).toBeLessThan((hz === 120 ? 0.06 : ratio === 100 ? 0.04 : 0.03) * mass * SPEED)
    expect(lost - bricks).toBeGreaterThan(-0.02 * mass * SPEED)
  })

  test('at a chain of eight links', () => {
    const { speed } = strike({ columns: 3, ratio: 20, hz: 60, links: 8 })
    expect(speed).toBeGreaterThan((SPEED * 20) / 21 - 0.4)
  })
})

// It was pushed into the floor at 0.2 m/s, by the fall of a brick that is squeezed between it and a wall, and goes on falling.
test('what lands gets nothing from what falls beside it', () => {
  const lab = new Lab({ hz: 30, gravity: { x: 0, y: -50 } })
  const material = { friction: 0 }
  lab.floor()
  lab.add(rect(1, 40), -3, 10, { kind: 'static', material })
  const brick = lab.add(rect(1, 1), -2, 6, { vy: -4, material })
  const heavy = lab.add(rect(2, 8), -0.5, 4.1, { vx: -3, vy: -4, material: { ...material, density: 100 } })
  lab.run(1 / 30)
  expect(lab.vy(heavy)).toBeGreaterThan(-0.05)
  expect(lab.vy(brick)).toBeCloseTo(-4 - 50 / 30, 6)
})
