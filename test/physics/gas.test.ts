import { expect, test } from 'vitest'
import { box, circle, getMass } from '../../src/index.ts'
import { FLOATS, Lab, check, checkBelow, randomNumbers } from './lab.ts'
import { inner } from '../support/inner.ts'

interface Totals {
  px: number
  py: number
  /** About the world's origin. */
  angular: number
  energy: number
}

function totals(lab: Lab, bodies: readonly number[]): Totals {
  const sum = { px: 0, py: 0, angular: 0, energy: 0 }
  const { localCenter } = inner(lab.physics).bodies
  for (const body of bodies) {
    const { mass, inertia } = getMass(lab.world, body)
    const [c, s] = [Math.cos(lab.angle(body)), Math.sin(lab.angle(body))]
    const [u, v] = [localCenter[body * 2]!, localCenter[body * 2 + 1]!]
    const [x, y] = [lab.x(body) + c * u - s * v, lab.y(body) + s * u + c * v]
    const [vx, vy, w] = [lab.vx(body), lab.vy(body), lab.w(body)]
    sum.px += mass * vx
    sum.py += mass * vy
    sum.angular += mass * (x * vy - y * vx) + inertia * w
    sum.energy += 0.5 * mass * (vx * vx + vy * vy) + 0.5 * inertia * w * w
  }
  return sum
}

/** Discs and boxes in a frame of four walls that floats free: nothing from outside acts on them. */
function closedGas(friction: number, boxes: boolean): { lab: Lab; bodies: number[] } {
  const lab = new Lab({ gravity: {}, restitutionThreshold: 0, allowSleep: false })
  const random = randomNumbers(11)
  const material = { restitution: 1, friction }
  const frame = lab.add(box(5, 0.25), 0, -5, { material })
  lab.attach(frame, box(5, 0.25), 0, 10, { material })
  lab.attach(frame, box(0.25, 5), -5, 5, { material })
  lab.attach(frame, box(0.25, 5), 5, 5, { material })
  const bodies = [frame]
  for (let i = 0; i < 36; i++) {
    const shape = boxes && i % 2 === 0 ? box(0.2, 0.3) : circle(0.15 + 0.1 * random())
    const place = { vx: 6 * random() - 3, vy: 6 * random() - 3, angular: boxes ? 4 * random() - 2 : 0, material }
    bodies.push(lab.add(shape, ((i % 6) - 2.5) * 1.4, (Math.floor(i / 6) - 2.5) * 1.4, place))
  }
  lab.step()
  return { lab, bodies }
}

test('momentum and angular momentum of a closed gas over 10,000 steps', () => {
  const { lab, bodies } = closedGas(0.5, true)
  const before = totals(lab, bodies)
  let hits = 0
  for (let i = 0; i < 10_000; i++) {
    lab.step()
    hits += lab.physics.events.contactBegin.count
  }
  const after = totals(lab, bodies)
  expect(hits).toBeGreaterThan(500)
  check('momentum of a gas, x', after.px, before.px, 10 * FLOATS)
  check('momentum of a gas, y', after.py, before.py, 10 * FLOATS)
  // Impulses act where the contact was when the step began, a few centimeters from where the bodies are by then.
  const scale = Math.sqrt(2 * before.energy * getMass(lab.world, bodies[0]!).inertia)
  checkBelow('angular momentum of a gas, change as a part of what the frame could hold', Math.abs(after.angular - before.angular) / scale, 0.05)
})

test('energy of an elastic gas within 1 % over 10 s', () => {
  const { lab, bodies } = closedGas(0, false)
  const before = totals(lab, bodies).energy
  let hits = 0
  lab.run(10, () => {
    hits += lab.physics.events.contactBegin.count
  })
  expect(hits).toBeGreaterThan(100)
  check('energy of a gas of discs after 10 s, as a part', totals(lab, bodies).energy / before, 1, 0.01)
})

test('a dense gas of 400 discs, a fifth of the room, keeps its energy within 1 % over 10 s', () => {
  const lab = new Lab({ gravity: {}, restitutionThreshold: 0 })
  const random = randomNumbers(5)
  const material = { restitution: 1, friction: 0 }
  for (const [x, y, w, h] of [[0, -11, 12, 1], [0, 11, 12, 1], [-11, 0, 1, 10], [11, 0, 1, 10]] as const) {
    lab.add(box(w, h), x, y, { kind: 'static', material })
  }
  const bodies: number[] = []
  for (let i = 0; i < 400; i++) {
    const place = { vx: 8 * random() - 4, vy: 8 * random() - 4, material }
    bodies.push(lab.add(circle(0.25), ((i % 20) - 9.5) * 0.95, (Math.floor(i / 20) - 9.5) * 0.95, place))
  }
  lab.step()
  const before = totals(lab, bodies).energy
  let hits = 0
  lab.run(10, () => {
    hits += lab.physics.events.contactBegin.count
  })
  expect(hits).toBeGreaterThan(2000)
  check('energy of a dense gas after 10 s, as a part', totals(lab, bodies).energy / before, 1, 0.01)
})
