import { addComponent, removeEntity } from 'bitecs'
import { expect, test } from 'vitest'
import { BROAD_PHASES } from '../../examples/broad-phases.ts'
import { makePile } from '../../examples/scenes/piles.ts'
import { applyForce, box, circle, hashWorld, isSleeping } from '../../src/index.ts'
import { COLUMN_SHAPES, type Column, watchColumn } from './column-lab.ts'
import { FLOATS, Lab, check, checkBelow } from './lab.ts'
import { inner } from '../support/inner.ts'
import { settle } from '../support/settle.ts'
import { whole } from '../support/soak.ts'

/** How deep a substep of falling is, in metres: what a column of equal masses is squeezed by goes with it. */
function dropOf({ hz = 60, substeps = 4, gravity = 10 }: Column): number {
  return gravity / (hz * substeps) ** 2
}

/** Every shape, height and place; the other properties in turns. */
function* columns(ratio: number): Generator<Column> {
  let turn = ratio
  for (const shape of COLUMN_SHAPES) {
    for (const count of ratio === 1000 ? [1, 3, 10, 20] : [1, 10]) {
      for (const heavy of ['top', 'middle', 'dropped'] as const) {
        turn++
        yield {
          shape, ratio, count, heavy, seconds: 1.5,
          drop: heavy === 'dropped' ? 1 + (turn % 5) : 0,
          hz: [30, 60, 120][(turn * 2) % 3]!,
          substeps: [1, 2, 4, 8, 16][(turn * 7) % 5]!,
          lengthUnit: turn % 4 < 2 ? 1 : 30,
          gravity: turn % 7 < 4 ? 10 : 50,
        }
      }
    }
  }
}

function nameOf(column: Column): string {
  return Object.entries(column).map(([key, value]) => `${key} ${value}`).join(', ')
}

for (const ratio of whole([11, 17, 25, 49, 100, 300, 1000, 5000], [25, 100, 1000, 5000])) {
  test(`nothing goes through anything in columns with one ${ratio} times as heavy, and no energy is made`, () => {
    for (const column of columns(ratio)) {
      const outcome = watchColumn(column)
      const name = nameOf(column)
      expect(outcome.lost, name).toBe(0)
      checkBelow(`growth of the energy, ${name}`, outcome.growth, 1e-3)
      // A column of equal masses is squeezed as deep where a substep is that long.
      if (dropOf(column) > 0.012) continue
      checkBelow(`deepest overlap, ${name}`, outcome.deepest, 0.4)
      checkBelow(`overlap at the end, ${name}`, outcome.deepestAtEnd, 0.25)
    }
  })
}

test('a column of ten boxes stands under one 1,000 times as heavy, and is quiet', () => {
  const outcome = watchColumn({ shape: 'box', count: 10, ratio: 1000, heavy: 'top' })
  checkBelow('sag of ten boxes under one 1,000 times as heavy', outcome.sag, 0.03)
  checkBelow('the fastest of them', outcome.fastest, 0.5)
  checkBelow('deepest overlap', outcome.deepest, 0.01)
})

test('a box of 5,000 kg lies on one of 1 kg', () => {
  const outcome = watchColumn({ shape: 'box', count: 1, ratio: 5000, heavy: 'top' })
  checkBelow('sag of 5,000 kg on 1 kg', outcome.sag, 0.01)
})

test('nothing light is shot out of a column that something heavy falls on', () => {
  for (const shape of COLUMN_SHAPES) {
    const drop = 5
    const count = 10
    const outcome = watchColumn({ shape, count, ratio: 1000, heavy: 'dropped', drop })
    // No faster than the heavy one would be that fell through them all.
    checkBelow(`fastest light ${shape}`, outcome.fastest, Math.sqrt(2 * 10 * (drop + count)))
  }
})

test('what is heavy and what is light exchange momentum by the formula where nothing holds them', () => {
  for (const ratio of [100, 1000, 5000]) {
    const lab = new Lab({ gravity: {} })
    const heavy = lab.add(circle(0.5), 0, 0, { vx: 10, material: { restitution: 1 }, mass: { mass: ratio } })
    const light = lab.add(circle(0.5), 2, 0, { material: { restitution: 1 }, mass: { mass: 1 } })
    lab.run(0.5)
    check(`heavy after 1:${ratio}`, lab.vx(heavy), (10 * (ratio - 1)) / (ratio + 1), 20 * FLOATS)
    check(`light after 1:${ratio}`, lab.vx(light), (20 * ratio) / (ratio + 1), 20 * FLOATS)
  }
})

test('a light box on the floor that is hit from the side keeps its mass', () => {
  const lab = new Lab()
  lab.floor({ friction: 0 })
  const heavy = lab.add(box(0.5, 0.5), -2, 0.5, { vx: 5, material: { friction: 0, restitution: 0 }, mass: { mass: 1000 } })
  const light = lab.add(box(0.5, 0.5), 0, 0.5, { material: { friction: 0, restitution: 0 }, mass: { mass: 1 } })
  lab.run(1)
  check('both go on together', lab.vx(light), (5 * 1000) / 1001, 1e-3)
  check('and the heavy one with it', lab.vx(heavy), (5 * 1000) / 1001, 1e-3)
})

test('what falls between something heavy and a wall falls freely', () => {
  const lab = new Lab()
  const smooth = { friction: 0 }
  lab.floor(smooth)
  lab.add(box(1, 20), -1, 20, { kind: 'static', material: smooth })
  lab.add(box(3, 10), 4, 10, { mass: { mass: 5000 }, material: smooth })
  const ball = lab.add(circle(0.5), 0.5, 15, { mass: { mass: 1 }, material: smooth })
  lab.run(1)
  check('its speed after a second', lab.vy(ball), -9.81, 0.01)
})

test('a force that friction withstands does not pull a light box away from under a heavy one', () => {
  const lab = new Lab({ allowSleep: false })
  lab.floor({ friction: 0.6 })
  const light = lab.add(box(0.5, 0.5), 0, 0.5, { mass: { mass: 1 }, material: { friction: 0.6 } })
  lab.add(box(0.5, 0.5), 0, 1.5, { mass: { mass: 1000 }, material: { friction: 0.6 } })
  lab.run(1)
  const x = lab.x(light)
  // A twelfth of what the floor's friction withstands, and 50 times the weight of the light box.
  lab.run(1, () => applyForce(lab.world, light, 500, 0))
  check('where the light box is under a pull', lab.x(light), x, 0.01)
})

// By its whole load each the forty rollers let it speed up 3 times too slowly from fifty times their mass on, five 1.3 times.
test.each([[40, 20], [40, 300], [5, 300], [5, 1000]])('a slab speeds up on %i rollers that it is %i times as heavy as, as the formula has it', (count, mass) => {
  const lab = new Lab({ allowSleep: false })
  const grip = { friction: 0.9 }
  lab.floor(grip)
  for (let i = 0; i < count; i++) lab.add(circle(0.25), i - 0.5 * (count - 1), 0.25, { mass: { mass: 1 }, material: grip })
  const slab = lab.add(box(0.5 * count + 3, 0.2), 0, 0.7, { mass: { mass }, material: grip })
  lab.run(0.5)
  const before = lab.vx(slab)
  lab.run(1, () => applyForce(lab.world, slab, 0.5 * mass, 0))
  // The rollers go half as fast, and turn.
  const wanted = (0.5 * mass) / (mass + 0.375 * count)
  check('its acceleration', lab.vx(slab) - before, wanted, 0.05 * wanted)
  check('how deep it is', lab.y(slab), 0.7, 0.006)
})

test('a pile of boxes of which half are 30 times as dense does not sink into itself', () => {
  const ending = settle(makePile({ shape: 'box', restitution: 0, friction: 0.5, gravity: 10, sizes: 1, densities: 30, ground: 'plane', count: 200, seed: 1 }), 6)
  checkBelow('deepest overlap', ending.deepest, 0.08)
  checkBelow('mean overlap', ending.mean, 0.009)
})

test('ten boxes do not burst when the heavy one on them is taken away, asleep or awake', () => {
  for (const seconds of [0.4, 5]) {
    const lab = new Lab()
    lab.floor()
    const light = Array.from({ length: 10 }, (_, i) => lab.add(box(0.5, 0.5), 0, 0.5 + i, { mass: { mass: 1 } }))
    const heavy = lab.add(box(0.5, 0.5), 0, 10.5, { mass: { mass: 1000 } })
    lab.run(seconds)
    expect(isSleeping(lab.world, light[0]!)).toBe(seconds === 5)
    removeEntity(lab.world, heavy)
    let fastest = 0
    lab.run(1, () => {
      fastest = Math.max(fastest, ...light.map((body) => lab.speed(body)))
    })
    checkBelow(`fastest of ten boxes that were relieved after ${seconds} s`, fastest, 0.5)
    check('the topmost still stands', lab.y(light[9]!), 9.5, 0.05)
  }
})

test('a column falls the same with every broad phase', () => {
  const hashes = Object.values(BROAD_PHASES).map((broadPhase) => {
    const lab = new Lab({ broadPhase })
    lab.floor()
    for (let i = 0; i < 30; i++) lab.add(i % 2 === 0 ? box(0.5, 0.5) : circle(0.4), (i % 6) * 1.05, 0.5 + Math.floor(i / 6))
    for (let i = 0; i < 3; i++) lab.add(box(0.9, 0.5), i * 2, 7 + i, { mass: { mass: 500 * (i + 1) } })
    lab.run(3)
    return hashWorld(lab.world)
  })
  expect(new Set(hashes).size).toBe(1)
})

test('a light body under a heavy one that becomes kinematic, or goes and leaves its id to one, spoils no number', () => {
  for (const goes of [false, true]) {
    const lab = new Lab({ gravity: { x: 0, y: -10 } })
    lab.floor()
    const light = lab.add(box(0.5, 0.5), 0, 0.5)
    const heavy = lab.add(box(0.5, 0.5), 0, 1.5, { material: { density: 1000 } })
    lab.run(0.5)
    if (goes) {
      removeEntity(lab.world, light)
      expect(lab.add(box(0.5, 0.5), 0, 0.5, { kind: 'kinematic' })).toBe(light)
    } else {
      addComponent(lab.world, light, lab.c.Kinematic)
    }
    for (let i = 0; i < 60; i++) {
      lab.step()
      expect(inner(lab.physics).collision.contacts.impulse.every(Number.isFinite)).toBe(true)
    }
    expect(lab.y(heavy)).toBeCloseTo(1.5, 1)
  }
})
