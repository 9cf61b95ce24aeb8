import { addComponent, removeComponent, setComponent } from 'bitecs'
import { describe, expect, test } from 'vitest'
import {
  applyForce, applyImpulse, applyTorque, box, capsule, chain, circle, getMass, segment, markChanged,
} from '../../src/index.ts'
import { G, Lab, check } from './lab.ts'
import { inner } from '../support/inner.ts'

/** Length of a substep at 60 Hz. */
const H = 1 / 240

describe('free flight', () => {
  test('free fall: ½ g t²', () => {
    const lab = new Lab()
    const body = lab.add(circle(0.5), 0, 0)
    lab.run(3)
    // Velocities are integrated first, so that a fall is ahead by half a substep: ½ g t h.
    check('free fall, 3 s', -lab.y(body), 0.5 * G * 9, 0.5 * G * 3 * H + 1e-9)
    check('free fall, 3 s, with the substep', -lab.y(body), 0.5 * G * 3 * (3 + H), 1e-9)
    check('speed of the fall', -lab.vy(body), G * 3, 1e-9)
  })

  test('the range of a projectile: v² sin 2a / g', () => {
    for (const degrees of [20, 45, 70]) {
      const lab = new Lab()
      const a = (degrees * Math.PI) / 180
      const v = 20
      const body = lab.add(box(0.2, 0.3), 0, 0, { vx: v * Math.cos(a), vy: v * Math.sin(a), angular: 3 })
      let range = NaN
      let top = 0
      let [x, y] = [0, 0]
      lab.run(5, () => {
        top = Math.max(top, lab.y(body))
        if (y > 0 && lab.y(body) <= 0) range = x + ((lab.x(body) - x) * y) / (y - lab.y(body))
        x = lab.x(body)
        y = lab.y(body)
      })
      const formula = (v * v * Math.sin(2 * a)) / G
      // The flight is shorter by a substep; a millimeter is left for the chord of the last step.
      check(`range at ${degrees}°`, range, formula, v * Math.cos(a) * H + 1e-3)
      check(`range at ${degrees}°, with the substep`, range, formula - v * Math.cos(a) * H, 1e-3)
      check(`height at ${degrees}°`, top, (v * v * Math.sin(a) ** 2) / (2 * G), v * Math.sin(a) * H)
      expect(lab.angle(body)).toBeCloseTo(15, 9)
    }
  })

  test('terminal speed under damping: g / c, reached as 1 − e^(−c t)', () => {
    const lab = new Lab()
    const c = 0.8
    const body = lab.add(circle(0.5), 0, 0, { motion: { linearDamping: c } })
    lab.run(1)
    check('speed after 1 s of damped fall', -lab.vy(body), (G / c) * (1 - Math.exp(-c)), 0.01)
    lab.run(30)
    check('terminal speed', -lab.vy(body), G / c, 1e-6)
  })

  test('damping of velocity and spin: v e^(−c t)', () => {
    const lab = new Lab({ gravity: {} })
    const body = lab.add(box(1, 0.5), 0, 0, { vx: 10, angular: 4, motion: { linearDamping: 0.5, angularDamping: 1.5 } })
    lab.run(2)
    // Implicit decay: off by ½ c² h t of the rest.
    check('damped speed', lab.vx(body), 10 * Math.exp(-1), 0.005)
    check('damped spin', lab.w(body), 4 * Math.exp(-3), 0.003)
    check('way under damping: v/c (1 − e^(−c t))', lab.x(body), 20 * (1 - Math.exp(-1)), 0.03)
  })

  test('gravity scale', () => {
    const lab = new Lab()
    const bodies = [1, 0, -1, 0.25].map((gravityScale, i) => lab.add(circle(0.3), i * 3, 0, { motion: { gravityScale } }))
    lab.run(1)
    const factors = bodies.map((body) => lab.y(body) / (-0.5 * G * (1 + H)))
    factors.forEach((factor, i) => check(`gravity scale ${[1, 0, -1, 0.25][i]}`, factor, [1, 0, -1, 0.25][i]!, 1e-9))
  })

  test('a force acts for one step, a torque too: F/m t and τ/I t', () => {
    const lab = new Lab({ gravity: {} })
    const body = lab.add(box(1, 0.5), 0, 0)
    const { mass, inertia } = getMass(lab.world, body)
    expect(mass).toBeCloseTo(2, 12)
    expect(inertia).toBeCloseTo((2 * (4 + 1)) / 12, 12)
    for (let i = 0; i < 60; i++) {
      applyForce(lab.world, body, 3, 0)
      applyTorque(lab.world, body, 0.5)
      lab.step()
    }
    check('speed by a force', lab.vx(body), 3 / mass, 1e-12)
    check('spin by a torque', lab.w(body), 0.5 / inertia, 1e-12)
    lab.run(1)
    check('forces are forgotten', lab.vx(body), 3 / mass, 1e-12)
    applyForce(lab.world, body, 0, 60, 1, 0.25)
    const arm = [1 - lab.x(body), 0.25 - lab.y(body)]
    const before = lab.w(body)
    lab.step()
    check('spin by a force at a point', lab.w(body) - before, (arm[0]! * 60) / inertia / 60, 1e-12)
  })

  test('an impulse at a point: v = J/m, ω = r × J / I', () => {
    const lab = new Lab({ gravity: {} })
    const body = lab.add(box(1, 0.5), 5, 2)
    const { mass, inertia } = getMass(lab.world, body)
    applyImpulse(lab.world, body, 1, 3, 5.5, 2.25)
    check('vx by impulse', lab.vx(body), 1 / mass, 1e-12)
    check('vy by impulse', lab.vy(body), 3 / mass, 1e-12)
    check('spin by impulse', lab.w(body), (0.5 * 3 - 0.25 * 1) / inertia, 1e-12)
  })

  test('explicit mass and inertia', () => {
    const lab = new Lab({ gravity: {} })
    const heavy = lab.add(box(1, 1), 0, 0, { mass: { mass: 8 } })
    const stiff = lab.add(box(1, 1), 5, 0, { mass: { mass: 8, inertia: 100 } })
    check('inertia in proportion to an explicit mass', getMass(lab.world, heavy).inertia, (8 * 8) / 12, 1e-12)
    check('explicit inertia', getMass(lab.world, stiff).inertia, 100, 1e-12)
    for (const body of [heavy, stiff]) applyImpulse(lab.world, body, 0, 4, lab.x(body) + 1, 0)
    check('speed by explicit mass', lab.vy(heavy), 0.5, 1e-12)
    check('spin by explicit inertia', lab.w(stiff), 0.04, 1e-12)
  })

  test('speed limits', () => {
    const lab = new Lab()
    const body = lab.add(circle(0.5), 0, 0, { vx: 30, angular: 50, motion: { maxSpeed: 5, maxAngularSpeed: 2 } })
    lab.run(2, () => {
      expect(lab.speed(body)).toBeLessThanOrEqual(5 + 1e-9)
      expect(Math.abs(lab.w(body))).toBeLessThanOrEqual(2 + 1e-9)
    })
    check('limited speed', lab.speed(body), 5, 1e-9)
    check('limited spin', lab.angle(body), 4, 1e-9)
  })
})

test('the center of mass of a box or capsule is its origin to the last bit, but a light part beside it counts', () => {
  const lab = new Lab({ gravity: {} })
  for (let i = 1; i <= 100; i++) {
    const [long, wide] = [Math.abs(Math.sin(i)) + 0.01, Math.abs(Math.sin(7 * i)) + 0.01]
    for (const shape of [box(long, wide), capsule(long, wide)]) {
      const { x, y } = getMass(lab.world, lab.add(shape, 0, 0))
      expect([Math.abs(x), Math.abs(y)]).toEqual([0, 0])
    }
  }
  const body = lab.add(box(1, 0.5), 0, 0)
  lab.attach(body, circle(0.001), 0.9, 0, { material: { density: 1e-4 } })
  const part = Math.PI * 1e-6 * 1e-4
  const { x, y } = getMass(lab.world, body)
  check('center of a box with a speck of dust', x, 0.9 * part / (2 + part), 1e-15)
  expect(Math.abs(y)).toBe(0)
})

describe('a center of mass that is given', () => {
  const square = (1 + 0.25) / 3 // of the radius of gyration of box(1, 0.5) about its middle

  test('moves the inertia by the parallel axis theorem, unless that is given too', () => {
    const lab = new Lab({ gravity: {} })
    const inertiaOf = (mass: { mass?: number; inertia?: number; centerX?: number; centerY?: number }): number =>
      getMass(lab.world, lab.add(box(1, 0.5), 0, 0, { mass })).inertia
    check('inertia about a given center', inertiaOf({ centerX: 0.5, centerY: -0.2 }), 2 * (square + 0.25 + 0.04), 1e-12)
    check('with a given mass', inertiaOf({ mass: 7, centerX: 0.5, centerY: -0.2 }), 7 * (square + 0.25 + 0.04), 1e-12)
    check('only x given', inertiaOf({ centerX: -0.3 }), 2 * (square + 0.09), 1e-12)
    check('inertia given', inertiaOf({ inertia: 5, centerX: 0.5, centerY: 3 }), 5, 1e-12)
    check('NaN: from the shape', inertiaOf({ centerX: NaN, centerY: NaN }), 2 * square, 1e-12)
    const turned = getMass(lab.world, lab.add(box(1, 0.5), 3, 4, { angle: 0.7, mass: { centerX: 0.5, centerY: -0.2 } }))
    check('center in the world, x', turned.x, 3 + Math.cos(0.7) * 0.5 + Math.sin(0.7) * 0.2, 1e-12)
    check('center in the world, y', turned.y, 4 + Math.sin(0.7) * 0.5 - Math.cos(0.7) * 0.2, 1e-12)
  })

  test('of a compound', () => {
    const lab = new Lab({ gravity: {} })
    const body = lab.add(circle(0.5), 0, 0, { mass: { centerX: 0.1, centerY: 0.2 } })
    lab.attach(body, box(0.5, 0.5), 2, 0)
    const disc = Math.PI * 0.25
    const about = disc * (0.125 + 0.01 + 0.04) + 1 * (1 / 6 + 1.9 * 1.9 + 0.04)
    check('inertia of a compound about a given center', getMass(lab.world, body).inertia, about, 1e-12)
  })

  test('of lines, whose mass lies evenly along them', () => {
    const lab = new Lab({ gravity: {} })
    const rod = lab.add(segment(0, 0, 3, 4), 0, 0, { mass: { mass: 2 } })
    check('a rod about its end', getMass(lab.world, rod).inertia, (2 * 25) / 3, 1e-12)
    const middle = lab.add(segment(0, 0, 3, 4), 0, 0, { mass: { mass: 2, centerX: 1.5, centerY: 2 } })
    check('a rod about its middle', getMass(lab.world, middle).inertia, (2 * 25) / 12, 1e-12)
    const angle = lab.add(chain([{ x: 0, y: 0 }, { x: 2, y: 0 }, { x: 2, y: 4 }]), 0, 0, { mass: { mass: 6 } })
    // 2 kg of length 2 about the end, 4 kg of length 4 whose middle is at (2, 2).
    check('a bent wire about its end', getMass(lab.world, angle).inertia, (2 * 4) / 3 + 4 * (16 / 12 + 8), 1e-12)
  })

  test('an impulse at the origin of the body turns it', () => {
    const lab = new Lab({ gravity: {} })
    const body = lab.add(box(1, 0.5), 1, 2, { mass: { mass: 4, centerX: 0.6, centerY: 0.1 } })
    const [jx, jy] = [3, 5]
    const inertia = 4 * (square + 0.36 + 0.01)
    applyImpulse(lab.world, body, jx, jy, 1, 2)
    check('spin by an impulse at the origin', lab.w(body), (-0.6 * jy + 0.1 * jx) / inertia, 1e-12)
    check('speed, of the center of mass', lab.vx(body), jx / 4, 1e-12)
    applyImpulse(lab.world, body, -jx, -jy)
    check('an impulse at the center does not turn', lab.w(body), (-0.6 * jy + 0.1 * jx) / inertia, 1e-12)
  })

  test('an impulse at the origin of a body that spins acts where the origin is now', () => {
    const lab = new Lab({ gravity: {} })
    const body = lab.add(circle(0.5), 0, 0, { angular: 30, mass: { mass: 1, inertia: 1, centerX: 0.5 } })
    lab.step(7)
    const { x, y } = getMass(lab.world, body)
    check('arm after half a turn, x', lab.x(body) - x, -0.5 * Math.cos(3.5), 1e-9)
    applyImpulse(lab.world, body, 0, 2, lab.x(body), lab.y(body))
    check('spin by an impulse at a moving origin', lab.w(body), 30 + 2 * (lab.x(body) - x), 1e-9)
    applyImpulse(lab.world, body, 2, 0, lab.x(body), lab.y(body))
    check('and across', lab.w(body), 30 + 2 * (lab.x(body) - x) - 2 * (lab.y(body) - y), 1e-9)
  })

  test('flies straight while the body spins around it', () => {
    const lab = new Lab({ gravity: {} })
    const body = lab.add(circle(0.5), 0, 0, { vx: 2, vy: -1, angular: 3, mass: { centerX: 0.3, centerY: 0.4 } })
    let off = 0
    lab.run(10, () => {
      const { x, y } = getMass(lab.world, body)
      off = Math.max(off, Math.hypot(x - 0.3 - 2 * lab.time, y - 0.4 + lab.time))
    })
    check('way of a given center', off, 0, 1e-9)
    check('spin of a body with a given center', lab.angle(body), 30, 1e-9)
    const origin = Math.hypot(lab.x(body) - 20.3, lab.y(body) + 9.6)
    check('distance of the origin from it', origin, 0.5, 1e-9)
  })

  test('a disc with its mass aside comes to rest with it below', () => {
    const lab = new Lab()
    lab.floor({ friction: 1 })
    const disc = lab.add(circle(0.5), 0, 0.5, {
      angle: 2, material: { friction: 1 }, mass: { centerX: 0.2 }, motion: { angularDamping: 1, linearDamping: 1 },
    })
    lab.run(20)
    const { x, y } = getMass(lab.world, disc)
    check('center under the middle', x, lab.x(disc), 0.005)
    check('height of the center', y, 0.3, 0.006)
  })

  test('is noticed: set, written while it moves, written and announced while it sleeps, taken back', () => {
    const lab = new Lab({ gravity: {} })
    const { Mass, Sleeping } = lab.c
    const body = lab.add(box(1, 0.5), 0, 0, { vx: 1 })
    const at = (): number[] => [localCenter(lab, body).x, localCenter(lab, body).y]
    lab.step()
    setComponent(lab.world, body, Mass, { centerX: 0.25 })
    lab.step()
    expect(at()).toEqual([0.25, 0])
    Mass.centerY[body] = 0.125
    lab.step()
    expect(at()).toEqual([0.25, 0.125])
    addComponent(lab.world, body, Sleeping)
    lab.step()
    Mass.centerX[body] = -0.25
    lab.step()
    expect(at()).toEqual([0.25, 0.125])
    markChanged(lab.world, body)
    lab.step()
    expect(at()).toEqual([-0.25, 0.125])
    Mass.centerX[body] = NaN
    setComponent(lab.world, body, Mass, { centerY: NaN })
    lab.step()
    expect(at()).toEqual([0, 0])
    removeComponent(lab.world, body, Mass)
    lab.step()
    expect([at(), Mass.centerX[body]]).toEqual([[0, 0], NaN])
  })
})

describe('a compound', () => {
  /** A hammer: a light handle and a heavy head. */
  function hammer(lab: Lab): number {
    const body = lab.add(box(1, 0.1), 0, 0, { vx: 2, vy: 3, angular: 2.5, angle: 0.3 })
    lab.attach(body, box(0.3, 0.4), 1, 0.2, { angle: 0.5, material: { density: 3 } })
    lab.attach(body, circle(0.2), -1, 0, { material: { density: 2 } })
    return body
  }

  test('its center of mass and inertia are those of its parts', () => {
    const lab = new Lab({ gravity: {} })
    const body = hammer(lab)
    const parts = [
      { m: 2 * 0.2, x: 0, y: 0, own: (4 + 0.04) / 12 },
      { m: 0.6 * 0.8 * 3, x: 1, y: 0.2, own: (0.36 + 0.64) / 12 },
      { m: Math.PI * 0.04 * 2, x: -1, y: 0, own: 0.02 },
    ]
    const mass = parts.reduce((sum, p) => sum + p.m, 0)
    const cx = parts.reduce((sum, p) => sum + p.m * p.x, 0) / mass
    const cy = parts.reduce((sum, p) => sum + p.m * p.y, 0) / mass
    const inertia = parts.reduce((sum, p) => sum + p.m * (p.own + (p.x - cx) ** 2 + (p.y - cy) ** 2), 0)
    const found = getMass(lab.world, body)
    const [c, s] = [Math.cos(0.3), Math.sin(0.3)]
    check('mass of a compound', found.mass, mass, 1e-12)
    check('inertia of a compound', found.inertia, inertia, 1e-12)
    check('center of a compound, x', found.x, c * cx - s * cy, 1e-12)
    check('center of a compound, y', found.y, s * cx + c * cy, 1e-12)
  })

  test('its center of mass flies straight while it spins', () => {
    const lab = new Lab({ gravity: {} })
    const body = hammer(lab)
    const { x, y } = getMass(lab.world, body)
    let off = 0
    lab.run(10, () => {
      const { Position, Rotation } = lab.c
      const at = localCenter(lab, body)
      const [c, s] = [Math.cos(Rotation.angle[body]!), Math.sin(Rotation.angle[body]!)]
      const px = Position.x[body]! + c * at.x - s * at.y
      const py = Position.y[body]! + s * at.x + c * at.y
      off = Math.max(off, Math.hypot(px - x - 2 * lab.time, py - y - 3 * lab.time))
    })
    check('way of the center of a compound', off, 0, 1e-9)
    check('its turn', lab.angle(body), 0.3 + 25, 1e-9)
  })
})

function localCenter(lab: Lab, body: number): { x: number; y: number } {
  const { localCenter: local } = inner(lab.physics).bodies
  return { x: local[body * 2]!, y: local[body * 2 + 1]! }
}
