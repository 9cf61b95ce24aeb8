import { type EntityId, addComponents, addEntity, createWorld, set } from 'bitecs'
import { expect, test } from 'vitest'
import { type ShapeData, addPhysics, circle, box, rect, revoluteJoint, setVelocity, spawnBody, stepPhysics } from '../../src/index.ts'
import { Lab } from './lab.ts'

/** How far above its place in the stack any body comes after the stack was hit from below, in metres. */
function hop(count: number, round: boolean, speed: number, lift: boolean): number {
  const lab = new Lab({ allowSleep: false, gravity: { x: 0, y: -10 } })
  const ground = lab.add(box(20, 1), 0, -1, { kind: lift ? 'kinematic' : 'static' })
  const bodies = Array.from({ length: count }, (_, i) => lab.add(round ? circle(0.5) : box(0.5, 0.5), 0, i + (lift ? 0.5 : 0.6), { vy: lift ? 0 : -speed }))
  let most = 0
  if (lift) lab.run(0.5)
  for (let i = 0; i < 100; i++) {
    if (lift) setVelocity(lab.world, ground, 0, speed)
    lab.step()
    // It lands within the first tenth of a second.
    if (i > 6) bodies.forEach((body, place) => { most = Math.max(most, lab.y(body) - lab.y(ground) - 1.5 - place) })
  }
  return most
}

// Nothing in it bounces. 10 boxes that fell at 10 m/s sprang up by 3.4 m, 20 at 5 m/s by 0.94.
test.each([[10, 10, 1.1], [20, 5, 0.05], [5, 5, 0.25]])('a stack of %i that lands at %d m/s hardly springs up', (count, speed, most) => {
  for (const round of [false, true]) expect(hop(count, round, speed, false), round ? 'circles' : 'boxes').toBeLessThan(most)
})

test('nor does one on a lift that starts at once', () => {
  expect(hop(10, false, 5, true)).toBeLessThan(0.25)
})

/** With which part of its speed a heavy body comes back that drives a light one against a wall, and how much energy there ever is more than at first. */
function drive(shape: ShapeData, ratio: number, speed: number, hz: number, restitution = 0): { back: number; gain: number } {
  const lab = new Lab({ hz, allowSleep: false, gravity: { x: 0, y: 0 } })
  const material = { restitution }
  lab.add(box(1, 20), 1, 0, { kind: 'static', material })
  const light = lab.add(shape, -0.9, 0, { material })
  const heavy = lab.add(shape, -2.4, 0, { vx: speed, material: { ...material, density: ratio } })
  const energy = (): number => ratio * lab.speed(heavy) ** 2 + lab.speed(light) ** 2
  const first = energy()
  let most = 0
  lab.run(2, () => { most = Math.max(most, energy()) })
  return { back: -lab.vx(heavy) / speed, gain: most / first - 1 }
}

// Half of its speed came back, as from a spring.
test.each([circle(0.5), box(0.5, 0.5)])('a heavy body that drives a light one into a wall hardly comes back', (shape) => {
  for (const hz of [60, 120, 240]) {
    for (const ratio of [12, 100, 1000]) {
      for (const speed of [4, 10, 40]) {
        expect(drive(shape, ratio, speed, hz).back, `1:${ratio} at ${speed} m/s, ${hz} Hz`).toBeLessThan(0.26)
      }
    }
  }
})

// What bounces to and fro between the two has its own mass: with that of the heavy one it gave it four times its energy.
test.each([0.3, 0.5, 0.9, 1])('nor does a light one with a restitution of %d give energy that nobody had', (restitution) => {
  for (const ratio of [30, 1000]) expect(drive(circle(0.5), ratio, 10, 60, restitution).gain).toBeLessThan(0.03)
})

/** Where the wheels of a loaded cart are, of which a part is held by two hinges, while far away something is driven into a wall, or nothing is. */
function wheels(jolts: boolean): number[] {
  const world = createWorld()
  const { components: { Joint, Position } } = addPhysics(world, { allowSleep: false })
  const material = { restitution: 0.5 }
  spawnBody(world, { shape: rect(40, 1), y: -0.5, type: 'static', material })
  const cart = spawnBody(world, { shape: rect(3, 1), y: 0.5, material })
  const flap = spawnBody(world, { shape: rect(1, 0.3), x: 2.2, y: 0.5, material })
  const pair = [-0.7, 0.7].map((x) => spawnBody(world, { shape: circle(0.5), x, y: 1.5, material }))
  const hinge = (b: EntityId, x: number, y: number): void => {
    addComponents(world, addEntity(world), set(Joint, revoluteJoint(cart, b, { x, y, collideConnected: true })))
  }
  hinge(flap, 1.5, 0.5)
  hinge(flap, 1.5, 0.6)
  pair.forEach((wheel, i) => hinge(wheel, i === 0 ? -0.7 : 0.7, 1.5))
  spawnBody(world, { shape: rect(3, 1), y: 2.5, material: { ...material, density: 100 } })
  if (jolts) {
    const motion = { gravityScale: 0 }
    spawnBody(world, { shape: rect(1, 20), x: 101, type: 'static' })
    spawnBody(world, { shape: rect(1, 1), x: 99.9, y: 5, motion })
    spawnBody(world, { shape: rect(1, 1), x: 98.5, y: 5, velocity: { x: 30 }, motion, material: { density: 1000 } })
  }
  const places: number[] = []
  for (let i = 0; i < 20; i++) {
    stepPhysics(world, 1 / 60)
    places.push(...pair.map((wheel) => Position.y[wheel]!))
  }
  return places
}

// Who bounces is found only where anybody is driven: it was taken for one that rests on the ground.
test('what is driven far away changes nothing', () => expect(wheels(true)).toEqual(wheels(false)))
