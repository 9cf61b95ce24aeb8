import { describe, expect, test } from 'vitest'
import { CombineRule, box, circle, polygon, type ShapeData } from '../../src/index.ts'
import { FLOATS, G, Lab, check, checkBelow } from './lab.ts'

const rad = (degrees: number): number => (degrees * Math.PI) / 180

/** A floor that rises to the right at an angle, through the origin. Everything has the same friction. */
function incline(a: number, friction: number, options = {}): Lab {
  const lab = new Lab(options)
  lab.add(box(200, 1), Math.sin(a), -Math.cos(a), { kind: 'static', angle: a, material: { friction } })
  return lab
}

/** Puts a body upon the incline: `height` is that of its center over the floor. */
function put(lab: Lab, shape: ShapeData, a: number, height: number, friction: number): number {
  return lab.add(shape, -Math.sin(a) * height, Math.cos(a) * height, { angle: a, material: { friction } })
}

describe('a box on an incline', () => {
  const a = rad(25)

  test('rests for µ > tan a', () => {
    for (const surplus of [1.02, 1.3]) {
      const lab = incline(a, Math.tan(a) * surplus, { allowSleep: false })
      const body = put(lab, box(0.5, 0.3), a, 0.3, Math.tan(a) * surplus)
      lab.run(1)
      const [x, y] = [lab.x(body), lab.y(body)]
      lab.run(10)
      check(`creep in 10 s at µ = ${surplus} tan a`, Math.hypot(lab.x(body) - x, lab.y(body) - y), 0, 1e-4)
      check(`way until it rests at µ = ${surplus} tan a`, Math.hypot(x + Math.sin(a) * 0.3, y - Math.cos(a) * 0.3), 0, 2e-3)
    }
  })

  test('slides with g (sin a − µ cos a) otherwise', () => {
    for (const part of [0, 0.3, 0.7, 0.95]) {
      const friction = Math.tan(a) * part
      const lab = incline(a, friction)
      const body = put(lab, box(0.5, 0.3), a, 0.3, friction)
      lab.run(0.5)
      const before = lab.speed(body)
      lab.run(2)
      const formula = G * (Math.sin(a) - friction * Math.cos(a))
      check(`acceleration at µ = ${part} tan a`, (lab.speed(body) - before) / 2, formula, 1e-3)
      check('it slides along the floor', lab.angle(body), a, 1e-4)
    }
  })
})

test('sliding distance: v² / 2µg', () => {
  for (const [v, friction] of [[5, 0.5], [8, 0.3], [3, 0.9]] as const) {
    const lab = new Lab()
    lab.floor({ friction })
    const body = lab.add(box(0.5, 0.1), 0, 0.1, { vx: v, material: { friction } })
    lab.run(6)
    // A substep less or more of friction: v h.
    check(`sliding distance at ${v} m/s, µ ${friction}`, lab.x(body), (v * v) / (2 * friction * G), v / 240 + 1e-3)
    check('it stands', lab.vx(body), 0, FLOATS)
  }
})

test('friction ends with the press: what lifts off slowly keeps its speed along the floor', () => {
  for (const shape of [box(0.4, 0.4), circle(0.4)]) {
    for (const under of ['static', 'body'] as const) {
      const lab = new Lab({ gravity: { x: 0, y: -9.81 } })
      if (under === 'static') lab.floor()
      else lab.add(box(50, 1), 0, -1, { motion: { gravityScale: 0, lockRotation: 1 }, mass: { mass: 1e6 } })
      const body = lab.add(shape, 0, 0.4, { vx: 6, motion: { lockRotation: 1 } })
      lab.run(0.3)
      lab.physics.settings.gravity.y = 0
      lab.c.Velocity.y[body] = 0.2
      const v = lab.vx(body)
      lab.run(0.2)
      check('speed along the floor after lifting off', lab.vx(body), v, FLOATS)
      expect(lab.vy(body)).toBeGreaterThan(0.19)
    }
  }
})

test('a box tips over at the angle its shape gives: tan a = half width / half height', () => {
  for (const [halfWidth, halfHeight] of [[0.3, 0.5], [0.2, 0.6]] as const) {
    const limit = Math.atan(halfWidth / halfHeight)
    for (const [part, tips] of [[0.98, false], [1.02, true]] as const) {
      const a = limit * part
      const lab = incline(a, 3)
      const body = put(lab, box(halfWidth, halfHeight), a, halfHeight, 3)
      lab.run(4)
      const turned = Math.abs(lab.angle(body) - a)
      if (tips) expect(turned, `${halfWidth} : ${halfHeight} at ${part} of the angle`).toBeGreaterThan(1)
      else check(`turn of a box at 98 % of its tipping angle`, turned, 0, 5e-3)
    }
  }
})

describe('rolling', () => {
  test('a disc rolls down an incline without slipping: 2/3 g sin a', () => {
    for (const degrees of [10, 30]) {
      const a = rad(degrees)
      const lab = incline(a, 1)
      const body = put(lab, circle(0.5), a, 0.5, 1)
      lab.run(0.5)
      const [v, w] = [lab.speed(body), lab.w(body)]
      lab.run(2)
      check(`acceleration of a disc at ${degrees}°`, (lab.speed(body) - v) / 2, (2 / 3) * G * Math.sin(a), 2e-3)
      check('it does not slip: v = ω r', lab.speed(body), lab.w(body) * 0.5, 1e-3)
      check('its spin', (lab.w(body) - w) / 2, (2 / 3) * G * Math.sin(a) / 0.5, 4e-3)
    }
  })

  test('a disc slips where µ < tan a / 3: g (sin a − µ cos a), spin 2µg cos a / r', () => {
    const a = rad(30)
    const lab = incline(a, 0.1)
    const body = put(lab, circle(0.5), a, 0.5, 0.1)
    lab.run(0.5)
    const [v, w] = [lab.speed(body), lab.w(body)]
    lab.run(2)
    check('acceleration of a slipping disc', (lab.speed(body) - v) / 2, G * (Math.sin(a) - 0.1 * Math.cos(a)), 2e-3)
    check('spin of a slipping disc', (lab.w(body) - w) / 2, (2 * 0.1 * G * Math.cos(a)) / 0.5, 4e-3)
  })

  test('a spinning disc thrown backwards slides, then rolls: v = (2 v₀ − ω r) / 3', () => {
    for (const [v, spin] of [[4, 10], [4, 30], [2, 0]] as const) {
      const lab = new Lab({ allowSleep: false })
      lab.floor({ friction: 0.4 })
      const r = 0.5
      // Counter-clockwise spin moves the lowest point forward: backspin for a disc that flies to the right.
      const body = lab.add(circle(r), 0, r, { vx: v, angular: spin, material: { friction: 0.4 } })
      const slide = Math.abs(v + spin * r) / (3 * 0.4 * G)
      lab.run(slide - 0.1)
      const early = lab.vx(body)
      lab.run(2)
      check(`final speed of a disc thrown at ${v} with backspin ${spin}`, lab.vx(body), (2 * v - spin * r) / 3, 2e-3)
      check('it rolls', lab.vx(body), -lab.w(body) * r, 1e-3)
      check('until then it slid', early, v - 0.4 * G * (slide - 0.1), 0.04)
    }
  })

  test('rolling resistance: a disc rolls v² · 3 / (4 g c / r)', () => {
    const lab = new Lab()
    const [r, c, v] = [0.5, 0.02, 3]
    lab.floor({ friction: 1, rollingResistance: c })
    const body = lab.add(circle(r), 0, r, { vx: v, angular: -v / r, material: { friction: 1 } })
    lab.run(20)
    // The torque c m g slows the spin and, through friction, the disc: (3/2) m a = c m g / r.
    check('way of a disc with rolling resistance', lab.x(body), (v * v * 3 * r) / (4 * G * c), 0.03)
    check('it stands', lab.vx(body), 0, 1e-6)
  })

  test('rolling resistance holds a disc on an incline up to tan a = c / r', () => {
    const a = rad(5)
    for (const [part, holds] of [[1.05, true], [0.95, false]] as const) {
      const c = Math.tan(a) * 0.5 * part
      const lab = incline(a, 1, { allowSleep: false })
      const body = lab.add(circle(0.5), -Math.sin(a) * 0.5, Math.cos(a) * 0.5, { material: { friction: 1, rollingResistance: c } })
      lab.run(4)
      const way = Math.hypot(lab.x(body) + Math.sin(a) * 0.5, lab.y(body) - Math.cos(a) * 0.5)
      if (holds) checkBelow('way of a disc that is held', way, 1e-3)
      else expect(way).toBeGreaterThan(0.1)
    }
  })
})

describe('a conveyor', () => {
  test('its speed is reached after v / µg, on a way of v² / 2µg', () => {
    for (const speed of [2, -3]) {
      const lab = new Lab()
      lab.floor({ friction: 0.5, tangentSpeed: speed })
      const body = lab.add(box(0.5, 0.2), 0, 0.2, { material: { friction: 0.5 } })
      const time = Math.abs(speed) / (0.5 * G)
      lab.run(time * 0.5)
      check('speed half way', lab.vx(body), 0.5 * G * lab.time * Math.sign(speed), 0.03)
      lab.run(4)
      check('speed of the belt', lab.vx(body), speed, FLOATS)
      check('way on the belt', lab.x(body), speed * lab.time - (speed * Math.abs(speed)) / (2 * 0.5 * G), 0.01)
    }
  })

  test('it carries whichever of the two has the lower id, and a disc as fast as it goes', () => {
    const lab = new Lab()
    const first = lab.add(box(0.5, 0.2), 0, 0.2)
    lab.floor({ tangentSpeed: 1.5 })
    const wheel = lab.add(circle(0.4), -5, 0.4)
    lab.run(10)
    check('a body with a lower id', lab.vx(first), 1.5, FLOATS)
    // A disc begins to roll against the belt, as on a moving floor: v₀ = 0 gives a third of the speed, spin the rest.
    check('contact point of a disc', lab.vx(wheel) + lab.w(wheel) * 0.4, 1.5, 1e-4)
    check('a disc', lab.vx(wheel), 0.5, 0.01)
  })

  test('a belt on a body that moves carries too, and is pushed back', () => {
    const lab = new Lab()
    lab.floor({ friction: 0 })
    const belt = lab.add(box(3, 0.2), 0, 0.2, { material: { friction: 0.6, tangentSpeed: 1 } })
    const load = lab.add(box(0.2, 0.2), 0, 0.6, { material: { friction: 0.6, frictionRule: CombineRule.Max } })
    lab.run(1.5)
    check('relative speed', lab.vx(load) - lab.vx(belt), 1, 1e-6)
    check('momentum', lab.vx(load) * 0.16 + lab.vx(belt) * 2.4, 0, 1e-6)
  })
})

describe('combine rules', () => {
  const rules: readonly [keyof typeof CombineRule, (a: number, b: number) => number][] = [
    ['Default', (a, b) => Math.sqrt(a * b)],
    ['Average', (a, b) => (a + b) / 2],
    ['GeometricMean', (a, b) => Math.sqrt(a * b)],
    ['Min', Math.min],
    ['Multiply', (a, b) => a * b],
    ['Max', Math.max],
  ]

  test('friction: the deceleration of a sliding box is that of the rule', () => {
    for (const [name, rule] of rules) {
      const lab = new Lab()
      lab.floor({ friction: 0.2, frictionRule: CombineRule[name] })
      const body = lab.add(box(0.5, 0.1), 0, 0.1, { vx: 8, material: { friction: 0.8 } })
      lab.run(0.2)
      const before = lab.vx(body)
      lab.run(0.5)
      check(`friction by ${name}`, (before - lab.vx(body)) / 0.5 / G, rule(0.2, 0.8), 1e-3)
    }
  })

  test('restitution: the bounce of a ball is that of the rule', () => {
    for (const [name, rule] of rules) {
      const lab = new Lab({ gravity: {} })
      lab.floor({ restitution: 0.3, restitutionRule: CombineRule[name] })
      const ball = lab.add(polygon([{ x: -0.3, y: 0 }, { x: 0, y: -0.3 }, { x: 0.3, y: 0 }]), 0, 1, {
        vy: -5, material: { restitution: 0.9, friction: 0 }, motion: { lockRotation: 1 },
      })
      lab.run(0.5)
      check(`restitution by ${name}`, lab.vy(ball) / 5, name === 'Default' ? 0.9 : rule(0.3, 0.9), FLOATS)
    }
  })

  test('of two rules the one with the higher number is used', () => {
    const lab = new Lab()
    lab.floor({ friction: 0.2, frictionRule: CombineRule.Min })
    const body = lab.add(box(0.5, 0.1), 0, 0.1, { vx: 8, material: { friction: 0.8, frictionRule: CombineRule.Average } })
    lab.run(0.2)
    const before = lab.vx(body)
    lab.run(0.5)
    check('friction of two rules', (before - lab.vx(body)) / 0.5 / G, 0.2, 1e-3)
  })
})
