import { describe, expect, test } from 'vitest'
import { box, circle, getMass, polygon } from '../../src/index.ts'
import { FLOATS, G, Lab, check } from './lab.ts'

const smooth = (restitution: number) => ({ friction: 0, restitution })

describe('two discs in a line', () => {
  for (const e of [1, 0.5, 0]) {
    test(`restitution ${e}: momentum and relative speed by formula`, () => {
      for (const [m1, m2, v1, v2] of [[1, 1, 6, 0], [1, 5, 6, -3], [8, 0.5, 4, -2], [100, 1, 5, 0]] as const) {
        const lab = new Lab({ gravity: {} })
        const a = lab.add(circle(0.5), -1, 0, { vx: v1, mass: { mass: m1 }, material: smooth(e) })
        const b = lab.add(circle(0.4), 1, 0, { vx: v2, mass: { mass: m2 }, material: smooth(e) })
        lab.run(1)
        const center = (m1 * v1 + m2 * v2) / (m1 + m2)
        const gap = e * (v1 - v2)
        check(`e ${e}, ${m1} kg hits ${m2} kg: the first`, lab.vx(a), center - (m2 * gap) / (m1 + m2), FLOATS)
        check(`e ${e}, ${m1} kg hits ${m2} kg: the second`, lab.vx(b), center + (m1 * gap) / (m1 + m2), FLOATS)
      }
    })
  }

  test('a slow impact does not bounce, one above the threshold does', () => {
    for (const [speed, after] of [[0.99, 0], [1.01, 1.01]] as const) {
      const lab = new Lab({ gravity: {} })
      lab.floor(smooth(1))
      const ball = lab.add(circle(0.5), 0, 0.6, { vy: -speed, material: smooth(1) })
      lab.run(1)
      check(`bounce at ${speed} m/s`, lab.vy(ball), after, FLOATS)
    }
  })
})

describe('in two dimensions', () => {
  test('smooth discs exchange only what lies along the line of centers', () => {
    for (const e of [1, 0.4, 0]) {
      for (const offset of [0.2, 0.5, 0.8]) {
        const lab = new Lab({ gravity: {}, hz: 960 })
        const [m1, m2, v] = [1, 3, 6]
        const a = lab.add(circle(0.5), -2, offset, { vx: v, mass: { mass: m1 }, material: smooth(e) })
        const b = lab.add(circle(0.5), 0, 0, { mass: { mass: m2 }, material: smooth(e) })
        lab.run(0.7)
        const sine = offset
        const cosine = Math.sqrt(1 - sine * sine)
        const impulse = ((1 + e) * v * cosine) / (1 / m1 + 1 / m2)
        // The line of centers is that at the start of a step of 6 mm; a grazing hit sees it turned the most.
        const tolerance = 0.06
        check(`e ${e}, offset ${offset}: vx of the first`, lab.vx(a), v - (impulse * cosine) / m1, tolerance)
        check(`e ${e}, offset ${offset}: vy of the first`, lab.vy(a), (impulse * sine) / m1, tolerance)
        check(`e ${e}, offset ${offset}: vx of the second`, lab.vx(b), (impulse * cosine) / m2, tolerance)
        check(`e ${e}, offset ${offset}: vy of the second`, lab.vy(b), (-impulse * sine) / m2, tolerance)
        check('momentum along x', m1 * lab.vx(a) + m2 * lab.vx(b), m1 * v, FLOATS)
        check('momentum along y', m1 * lab.vy(a) + m2 * lab.vy(b), 0, FLOATS)
        expect(lab.w(a)).toBe(0)
      }
    }
  })

  test('with the normal that was reported the velocities are exact, at 60 Hz too', () => {
    const lab = new Lab({ gravity: {} })
    const [m1, m2, v, e] = [1, 3, 6, 0.7]
    const a = lab.add(circle(0.5), -2, 0.4, { vx: v, mass: { mass: m1 }, material: smooth(e) })
    const b = lab.add(circle(0.5), 0, 0, { mass: { mass: m2 }, material: smooth(e) })
    let normal = [0, 0]
    lab.run(0.7, () => {
      const { contactHit } = lab.physics.events
      if (contactHit.count > 0) normal = [contactHit.nx[0]!, contactHit.ny[0]!]
    })
    const impulse = ((1 + e) * v * normal[0]!) / (1 / m1 + 1 / m2)
    check('first, x', lab.vx(a), v - (impulse * normal[0]!) / m1, FLOATS)
    check('first, y', lab.vy(a), (-impulse * normal[1]!) / m1, FLOATS)
    check('second, x', lab.vx(b), (impulse * normal[0]!) / m2, FLOATS)
  })

  test('off the center: a disc turns a box, with (r × n)² / I in the effective mass', () => {
    for (const e of [1, 0.5, 0]) {
      for (const offset of [0.3, 0.7]) {
        const lab = new Lab({ gravity: {} })
        const disc = lab.add(circle(0.1), -0.7, offset, { vx: 5, mass: { mass: 2 }, material: smooth(e) })
        const plank = lab.add(box(0.2, 1), 0, 0, { material: smooth(e) })
        const { mass, inertia } = getMass(lab.world, plank)
        while (lab.vx(plank) === 0) lab.step()
        const impulse = ((1 + e) * 5) / (1 / 2 + 1 / mass + (offset * offset) / inertia)
        // Without restitution they stay together, and the plank turns on within the step.
        const tolerance = e === 0 ? 2e-3 : FLOATS
        check(`e ${e}, ${offset} off the center: disc`, lab.vx(disc), 5 - impulse / 2, tolerance)
        check(`e ${e}, ${offset} off the center: plank`, lab.vx(plank), impulse / mass, tolerance)
        check(`e ${e}, ${offset} off the center: spin of the plank`, lab.w(plank), (-offset * impulse) / inertia, tolerance)
        const about = 2 * (lab.x(disc) * lab.vy(disc) - lab.y(disc) * lab.vx(disc))
          + mass * (lab.x(plank) * lab.vy(plank) - lab.y(plank) * lab.vx(plank)) + inertia * lab.w(plank)
        check('angular momentum', about, -2 * 5 * offset, 1e-3)
      }
    }
  })

  test('a spinning disc that hits a wall: friction takes a third of the slip, or µ (1 + e) v', () => {
    for (const [friction, spin] of [[10, 6], [0.1, 40], [10, -20]] as const) {
      const lab = new Lab({ gravity: {} })
      const [r, v, e] = [0.5, 5, 0.5]
      lab.floor({ friction, restitution: e })
      const ball = lab.add(circle(r), 0, 1, { vx: 2, vy: -v, angular: spin, material: { friction, restitution: e } })
      lab.run(0.5)
      const slip = 2 + spin * r
      const change = Math.min(Math.abs(slip) / 3, friction * (1 + e) * v) * Math.sign(slip)
      check(`µ ${friction}, spin ${spin}: vx`, lab.vx(ball), 2 - change, 0.02)
      check(`µ ${friction}, spin ${spin}: spin`, lab.w(ball), spin - (2 * change) / r, 0.04)
      check(`µ ${friction}, spin ${spin}: vy`, lab.vy(ball), e * v, FLOATS)
    }
  })
})

describe('bounce height: e² h', () => {
  for (const e of [0.2, 0.4, 0.6, 0.8, 1]) {
    test(`e = ${e}`, () => {
      const h = 3
      const lab = new Lab({ allowSleep: false })
      lab.floor({ friction: 0 })
      const ball = lab.add(circle(0.5), 0, 0.5 + h, { material: smooth(e) })
      const peaks = bouncePeaks(lab, ball, 0.5, 3)
      check(`first bounce of a ball, e ${e}`, peaks[0]!, e * e * h, 1e-4 * h)
      if (e >= 0.6) check(`second bounce of a ball, e ${e}`, peaks[1]!, e ** 4 * h, 1e-4 * h)
    })
  }

  test('a box that lands flat bounces flat, and as high', () => {
    const lab = new Lab({ allowSleep: false })
    lab.floor({ friction: 0 })
    const body = lab.add(box(0.5, 0.3), 0, 0.3 + 3, { material: smooth(0.8) })
    const peaks = bouncePeaks(lab, body, 0.3, 1)
    check('bounce of a flat box', peaks[0]!, 0.64 * 3, 0.06)
    check('turn of a flat box', lab.angle(body), 0, 1e-6)
  })

  test('of every shape', () => {
    for (const shape of [polygon([{ x: -0.5, y: -0.4 }, { x: 0.5, y: -0.4 }, { x: 0, y: 0.8 }]), box(0.4, 0.4)]) {
      const lab = new Lab()
      lab.floor({ friction: 0 })
      const body = lab.add(shape, 0, 0.4 + 2, { material: smooth(0.7), motion: { lockRotation: 1 } })
      check('bounce height', bouncePeaks(lab, body, 0.4, 1)[0]!, 0.49 * 2, 0.06)
    }
  })

  test('restitution 1 does not gain energy, nor lose much, in a minute', () => {
    const lab = new Lab()
    lab.floor({ friction: 0 })
    const ball = lab.add(circle(0.5), 0, 0.5 + 2, { material: smooth(1) })
    let highest = 0
    let lowest = Infinity
    for (const peak of bouncePeaks(lab, ball, 0.5, 40)) {
      highest = Math.max(highest, peak)
      lowest = Math.min(lowest, peak)
    }
    // The ball was let go half a substep before the first step, by its velocity: 2e-5 higher.
    expect(highest).toBeLessThan(2 + 1e-4)
    check('part of the height left after 40 bounces', lowest / 2, 1, 1e-4)
  })

  test('a ball comes to rest', () => {
    const lab = new Lab()
    lab.floor()
    const ball = lab.add(circle(0.5), 0, 3, { material: { restitution: 0.7 } })
    lab.run(12)
    expect(lab.vy(ball)).toBe(0)
    check('resting height', lab.y(ball), 0.5, 0.005)
  })
})

/** The heights of the next bounces over the height at which it rests. */
function bouncePeaks(lab: Lab, body: number, rest: number, count: number): number[] {
  const peaks: number[] = []
  let rising = false
  for (let i = 0; i < 60 * 90 && peaks.length < count; i++) {
    // The velocity is that of half a substep before.
    const v = lab.vy(body) - G / (2 * 4 * 60)
    const y = lab.y(body)
    lab.step()
    if (rising && lab.vy(body) <= 0) {
      // Between two steps the highest point is where the speed was used up.
      peaks.push(y + (v * v) / (2 * G) - rest)
      rising = false
    } else if (lab.vy(body) > 0) rising = true
  }
  return peaks
}
