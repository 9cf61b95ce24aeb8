import { expect, test } from 'vitest'
import { buildScene } from '../../examples/scenes/build.ts'
import { makePile } from '../../examples/scenes/piles.ts'
import { box, circle } from '../../src/index.ts'
import { Lab } from '../physics/lab.ts'
import { inner } from '../support/inner.ts'

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

/** Visits of hits in a step, as a part of the contacts. */
function visitsPerContact(count: number, shape: 'box' | 'mixed', restitution: number, steps: number): number {
  const scene = makePile({ shape, restitution, friction: 0.5, gravity: 10, sizes: 1, densities: 1, ground: 'plane', count, seed: 3 })
  // All of it comes down at once.
  const { physics, step } = buildScene({ ...scene, bodies: scene.bodies.map((body) => (body.kind === 'static' ? body : { ...body, vy: -40 })) })
  const { impacts } = inner(physics).solver.rows
  let [visits, contacts] = [0, 0]
  for (let i = 0; i < steps; i++) {
    step()
    visits += impacts.visits
    contacts += physics.stats.contacts
  }
  return visits / contacts
}

/** Measured: 22.7, 21.4, 9.9 and 10.5 visits for a contact and step; 16.2, 16.8, 9.1 and 8.4 where friction did not know of normals. */
test.each([
  ['box', 0.1, 25], ['box', 0.6, 25], ['mixed', 0.1, 12], ['mixed', 0.6, 12],
] as const)('a splash of many %s bodies, e = %f, looks at a hit few times', (shape, restitution, most) => {
  expect(visitsPerContact(800, shape, restitution, 40)).toBeLessThan(most)
})

/** Before, planks that paddles press into each other, of e = 0.9, took 160 visits for a contact and step: no round was the last. */
test('what is pressed into each other and bounces is not hit without an end', () => {
  const lab = new Lab({ gravity: { x: 0, y: -30 }, allowSleep: false })
  const material = { restitution: 0.9, friction: 0.3 }
  const walls: [number, number, number, number][] = [[0, -1, 12, 1], [-11, 20, 1, 22], [11, 20, 1, 22]]
  for (const [x, y, halfWidth, halfHeight] of walls) lab.add(box(halfWidth, halfHeight), x, y, { kind: 'static', material })
  for (const x of [-7, 0, 7]) lab.add(box(2.5, 0.2), x, 2.5, { kind: 'kinematic', angular: 4, material })
  for (let i = 0; i < 160; i++) lab.add(box(0.9, 0.125), (i % 10) * 2 - 9, 6 + Math.floor(i / 10) * 0.6, { angular: (i % 3) - 1, material })
  lab.step(80)
  const { impacts } = inner(lab.physics).solver.rows
  let [visits, bounces] = [0, 0]
  for (let i = 0; i < 60; i++) {
    lab.step()
    visits += impacts.visits
    bounces += impacts.count
  }
  expect(visits / bounces).toBeLessThan(60)
})

test('what hits alone is looked at once', () => {
  const lab = new Lab({ gravity: {} })
  lab.floor({ restitution: 1, friction: 0 }, 1000)
  for (let i = 0; i < 300; i++) lab.add(circle(0.5), i * 1.5 - 200, 0.501, { vy: -10, material: { restitution: 0.5, friction: 0 } })
  lab.step()
  expect(inner(lab.physics).solver.rows.impacts.visits).toBe(300)
})

test('where hundreds hit at once, cradles of five balls are as exact as one alone', () => {
  const lab = new Lab({ gravity: {}, allowSleep: false })
  const material = { restitution: 1, friction: 0 }
  const rows = Array.from({ length: 150 }, (_, row) => (
    Array.from({ length: 5 }, (__, i) => lab.add(circle(0.5), i, row * 3, { vx: i === 0 ? 3 : 0, material }))
  ))
  for (let i = 0; i < 5; i++) lab.step()
  for (const balls of rows) balls.forEach((ball, i) => { expect(lab.vx(ball)).toBeCloseTo(i === 4 ? 3 : 0, 4) })
})

/** What falls onto a floor of its own, a kilometer away: some hundred boxes that hit each other. */
function splash(lab: Lab): void {
  const material = { restitution: 0.6, friction: 0.5 }
  lab.add(box(30, 1), 1000, -1, { kind: 'static', material })
  for (let i = 0; i < 240; i++) {
    lab.add(box(0.5, 0.5), 980 + (i % 30) * 1.02, 0.55 + Math.floor(i / 30) * 1.02, { vy: -40, angular: (i % 3) - 1, material })
  }
}

/** The velocities of balls in a row, of radius 0.5 and without gaps but for the one behind those that move, after six steps. */
function rowOfBalls(moving: number, resting: number, restitution: number, beside: (lab: Lab) => void): number[] {
  const lab = new Lab({ gravity: {}, allowSleep: false })
  const balls = Array.from({ length: moving + resting }, (_, i) => (
    lab.add(circle(0.5), i < moving ? i - 0.15 : i, 0, { vx: i < moving ? 5 : 0, material: { restitution, friction: 0 } })
  ))
  beside(lab)
  lab.step(6)
  return balls.map((ball) => lab.vx(ball))
}

test.each([4, 6, 8, 10])('%i balls that hit a row send away as many, be it alone or where hundreds hit elsewhere', (moving) => {
  for (const beside of [() => {}, splash]) {
    const speeds = rowOfBalls(moving, moving + 1, 1, beside)
    speeds.forEach((speed, i) => { expect(speed, `ball ${i}`).toBeCloseTo(i > moving ? 5 : 0, 3) })
  }
})

test.each([0.95, 0.8])('what bounces (e = %f) in a row is the same to the bit where hundreds hit elsewhere', (restitution) => {
  expect(rowOfBalls(4, 5, restitution, splash)).toEqual(rowOfBalls(4, 5, restitution, () => {}))
})

test('a light ball between walls that close in drives them apart, also where hundreds hit elsewhere', () => {
  const lab = new Lab({ gravity: {}, allowSleep: false })
  const material = { restitution: 1, friction: 0 }
  const walls = [-1, 1].map((side) => lab.add(box(1, 1), 1.3 * side, 0, { vx: -5 * side, material }))
  lab.add(circle(0.1), 0.05, 0, { vx: 2, material })
  splash(lab)
  lab.step(10)
  // What the ball takes along is a part of its mass in theirs.
  expect(lab.vx(walls[0]!)).toBeLessThan(-4.9)
  expect(lab.vx(walls[1]!)).toBeGreaterThan(4.9)
})

test('each of hundreds that hit a moving platform bounces as if it came alone', () => {
  const [count, speed] = [200, 20]
  for (const restitution of [0.5, 1]) {
    const lab = new Lab({ gravity: {}, allowSleep: false })
    const material = { restitution, friction: 0 }
    lab.add(box(2 * count, 1), 0, -1, { kind: 'kinematic', vx: 1, material })
    const balls = Array.from({ length: count }, (_, i) => lab.add(circle(0.3), 2 * i - count, 0.301 + (0.3 * (37 * i % count)) / count, { vy: -speed, material }))
    lab.step(3)
    for (const ball of balls) expect(lab.vy(ball)).toBeCloseTo(speed * restitution, 3)
  }
})

test('boxes that land on a lift are not turned, however many of them land at once', () => {
  const velocities = (count: number): number[] => {
    const lab = new Lab({ allowSleep: false })
    const material = { restitution: 0.3, friction: 0.3 }
    lab.add(box(200, 1), 0, -1, { kind: 'kinematic', vy: 1, material })
    const boxes = Array.from({ length: count }, (_, i) => lab.add(box(0.5, 0.3), 2 * i, 0.35, { vy: -20, material }))
    lab.step(4)
    expect(Math.max(...boxes.map((one) => Math.abs(lab.w(one))))).toBeLessThan(1e-5)
    return boxes.map((one) => lab.vy(one))
  }
  const [alone] = velocities(1)
  for (const speed of velocities(40)) expect(speed).toBeCloseTo(alone!, 5)
})

test('what a wall presses along a locked axis lets others bounce off it', () => {
  const lab = new Lab({ gravity: {}, allowSleep: false })
  const material = { restitution: 1, friction: 0 }
  lab.add(box(0.5, 0.5), 0, 0, { motion: { lockX: 1, lockRotation: 1 }, material })
  lab.add(box(0.5, 0.5), 1.02, 0, { kind: 'kinematic', vx: -5, material })
  const ball = lab.add(circle(0.3), -0.9, 0, { vx: 5, material })
  lab.step(3)
  expect(lab.vx(ball)).toBeCloseTo(-5, 4)
})

/** 144 balls that one of 20 kg breaks up: it lost 0.26 of its energy at 0.99, and 0.002 at 1. */
test.each([[0.95, 0.68], [0.99, 0.9], [1, 0.99]])('a crowd of restitution %f loses about what its hits take', (restitution, least) => {
  const lab = new Lab({ gravity: {}, allowSleep: false })
  const material = { restitution, friction: 0 }
  const masses = new Map([[lab.add(circle(1), -3, 5.1, { vx: 30, material, mass: { mass: 20 } }), 20]])
  for (let i = 0; i < 144; i++) {
    const row = Math.floor(i / 12)
    masses.set(lab.add(circle(0.5), (i % 12) * 1.02 + (row % 2) * 0.5, row * 0.9, { material, mass: { mass: Math.PI / 4 } }), Math.PI / 4)
  }
  const energy = (): number => [...masses].reduce((sum, [ball, mass]) => sum + 0.5 * mass * lab.speed(ball) ** 2, 0)
  const before = energy()
  lab.step(60)
  expect(energy() / before).toBeGreaterThan(least)
  expect(energy() / before).toBeLessThan(1.001)
})
