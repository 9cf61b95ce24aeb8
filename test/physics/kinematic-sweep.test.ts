import { describe, expect, test } from 'vitest'
import { aabb, box, capsule, chain, circle, isSleeping, polygon, segment, type ShapeData } from '../../src/index.ts'
import { EventLedger } from '../support/ledger.ts'
import { SOAK } from '../support/soak.ts'
import { validate } from '../support/validate.ts'
import { Lab, check, checkBelow, randomNumbers } from './lab.ts'

/** How often each event of a pair was reported in the last step. */
function counts(lab: Lab, a: number, b: number): [begin: number, hit: number, end: number] {
  const { contactBegin, contactHit, contactEnd } = lab.physics.events
  const of = (events: { count: number; a: Uint32Array; b: Uint32Array }): number => {
    let found = 0
    for (let i = 0; i < events.count; i++) if (events.a[i] === Math.min(a, b) && events.b[i] === Math.max(a, b)) found++
    return found
  }
  return [of(contactBegin), of(contactHit), of(contactEnd)]
}

function total(lab: Lab, steps: number, a: number, b: number): number[] {
  const sum = [0, 0, 0]
  for (let i = 0; i < steps; i++) {
    lab.step()
    counts(lab, a, b).forEach((n, k) => (sum[k]! += n))
  }
  return sum
}

const MOVERS: readonly [string, ShapeData][] = [
  ['circle', circle(0.1)],
  ['box', box(0.1, 0.15)],
  ['aabb', aabb(0.1, 0.1)],
  ['capsule', capsule(0.15, 0.06)],
  ['polygon', polygon([{ x: -0.1, y: -0.1 }, { x: 0.15, y: 0 }, { x: -0.1, y: 0.1 }])],
  ['segment', segment(-0.2, -0.02, 0.2, 0.02)],
]
const WALLS: readonly [string, ShapeData][] = [
  ['box', box(0.025, 10)],
  ['aabb', aabb(0.025, 10)],
  ['segment', segment(0, -10, 0, 10)],
  ['chain', chain([{ x: 0, y: -10 }, { x: 0, y: -3 }, { x: 0, y: 4.1 }, { x: 0, y: 10 }])],
  ['polygon', polygon([{ x: -0.025, y: -10 }, { x: 0.025, y: -10 }, { x: 0.025, y: 10 }, { x: -0.025, y: 10 }])],
]

describe('a kinematic body at 300 m/s', () => {
  test('goes through a thin wall, and the touch is reported once', () => {
    for (const [moving, shape] of MOVERS) {
      for (const [still, wall] of WALLS) {
        const lab = new Lab()
        let wallId = lab.add(wall, 0, 0, { kind: 'static' })
        const body = lab.add(shape, -7, 0.3, { kind: 'kinematic', vx: 300, vy: 12, angle: 0.4 })
        lab.step()
        // The links of a chain are the colliders; it is the second of three that is met.
        if (still === 'chain') wallId = body + 2
        check(`${moving}: x after a step`, lab.x(body), -2, 1e-9)
        expect(counts(lab, wallId, body), `${moving} before it meets the ${still}`).toEqual([0, 0, 0])
        lab.step()
        check(`${moving}: x after two steps`, lab.x(body), 3, 1e-9)
        expect(counts(lab, wallId, body), `${moving} through a ${still}`).toEqual([1, 1, 1])
        const hit = lab.physics.events.contactHit
        const away = wallId < body ? -1 : 1
        check('normal, from the lower id', hit.nx[0]!, away, 1e-9)
        check('approach speed', hit.approachSpeed[0]!, 300, 1e-6)
        checkBelow('where it hit: on the near side of the wall', Math.abs(hit.x[0]! + 0.0125), 0.0145)
        expect(total(lab, 30, wallId, body), `${moving} beyond the ${still}`).toEqual([0, 0, 0])
      }
    }
  })

  test('reports one touch from wherever it starts, also where a step ends in the wall', () => {
    for (let start = 3; start < 8.01; start += SOAK ? 0.0371 : 0.113) {
      const lab = new Lab()
      const wall = lab.add(box(0.025, 10), 0, 0, { kind: 'static' })
      const body = lab.add(circle(0.1), -start, 0, { kind: 'kinematic', vx: 300 })
      const ledger = new EventLedger(lab.physics)
      const sum = [0, 0, 0]
      lab.run(0.1, () => {
        ledger.poll()
        counts(lab, wall, body).forEach((n, k) => (sum[k]! += n))
      })
      expect(sum, `from ${start} m`).toEqual([1, 1, 1])
      validate(lab.physics)
    }
  })

  test('reports what stands in its way in each step, and nothing beside it', () => {
    const lab = new Lab()
    const walls = [0, 1, 2, 3].map((x) => lab.add(box(0.025, 1), x, 0, { kind: 'static' }))
    const beside = lab.add(box(0.025, 1), 1.5, 1.2, { kind: 'static' })
    const forbidden = lab.add(box(0.025, 1), 2.5, 0, { kind: 'static', filter: { group: -1 } })
    const body = lab.add(circle(0.1), -1, 0, { kind: 'kinematic', vx: 300, filter: { group: -1 } })
    lab.step()
    for (const wall of walls) expect(counts(lab, wall, body)).toEqual([1, 1, 1])
    expect(counts(lab, beside, body)).toEqual([0, 0, 0])
    expect(counts(lab, forbidden, body)).toEqual([0, 0, 0])
  })

  test('meets another one that crosses its way: reported once, with the speed of both', () => {
    const lab = new Lab()
    const a = lab.add(circle(0.1), -2.5, 0, { kind: 'kinematic', vx: 300 })
    const b = lab.add(circle(0.1), 2.5, 0.05, { kind: 'kinematic', vx: -300 })
    const c = lab.add(circle(0.1), 0, -2.5, { kind: 'kinematic', vy: 300 })
    lab.step()
    expect(counts(lab, a, b)).toEqual([1, 1, 1])
    expect(counts(lab, a, c)).toEqual([1, 1, 1])
    const { contactHit } = lab.physics.events
    // Along the line of the centers, 0.05 aside at a distance of 0.2 (and a touch begins a quarter of the slop ahead).
    check('closing speed of two discs', contactHit.approachSpeed[0]!, 600 * Math.sqrt(1 - 0.0625), 1)
  })
})

describe('what a fast kinematic body runs over', () => {
  const BALLS: readonly [string, ShapeData][] = [['circle', circle(0.1)], ['box', box(0.1, 0.1)], ['capsule', capsule(0.1, 0.05)]]

  test('is pushed along, not passed', () => {
    for (const [name, shape] of BALLS) {
      for (const sleeping of [false, true]) {
        for (let start = 0.5; start < 5.6; start += SOAK ? 0.233 : 0.61) {
          const lab = new Lab({ gravity: {} })
          const ball = lab.add(shape, 0, 0, { sleeping, angle: 0.2 })
          const paddle = lab.add(box(0.05, 2), -start, 0, { kind: 'kinematic', vx: 300 })
          let hits = 0
          lab.run(0.1, () => {
            hits += counts(lab, ball, paddle)[1]
          })
          expect(lab.x(ball) - lab.x(paddle), `${name} from ${start} m`).toBeGreaterThan(0.1)
          expect(lab.vx(ball)).toBeGreaterThan(295)
          expect(hits, 'reported as a hit').toBe(1)
          expect(isSleeping(lab.world, ball)).toBe(false)
        }
      }
    }
  })

  test('whatever swings: a bat that turns half around in a step', () => {
    for (let place = 0.2; place < 3; place += 0.13) {
      const lab = new Lab({ gravity: {} })
      const a = place
      const ball = lab.add(circle(0.08), 1.2 * Math.cos(a), 1.2 * Math.sin(a), { material: { friction: 0 } })
      const bat = lab.add(capsule(1.5, 0.04), 0, 0, { kind: 'kinematic', angular: 180 })
      lab.step()
      // Never behind it: the angle from the bat to the ball, turned over by half a turn for the other end of the bat.
      const ahead = Math.atan2(lab.y(ball), lab.x(ball)) - lab.angle(bat)
      const turned = lab.angle(bat)
      expect(turned).toBeGreaterThan(2.9)
      const begun = a < turned
      expect(Math.cos(ahead) > 0.9 ? Math.sin(ahead) > 0 : !begun, `a ball at ${place} rad`).toBe(true)
    }
  })

  test('is not pushed through what is static', () => {
    const random = randomNumbers(5)
    for (let i = 0; i < 60; i++) {
      const lab = new Lab({ gravity: {} })
      const wallAngle = (random() - 0.5) * 2
      lab.add(box(0.025, 300), 3, 0, { kind: 'static', angle: wallAngle })
      const balls = [circle(0.1), box(0.1, 0.15), box(0.4, 0.02)].map((shape, k) =>
        lab.add(shape, random(), k - 1, { angle: random() * 6, sleeping: random() < 0.5, bullet: random() < 0.3 }))
      lab.add(box(0.05, 3), -1 - random() * 6, 0, { kind: 'kinematic', vx: 300, vy: 40 * random() })
      lab.run(0.2, () => {
        for (const ball of balls) {
          const beyond = (lab.x(ball) - 3) * Math.cos(wallAngle) + lab.y(ball) * Math.sin(wallAngle)
          expect(beyond, `run ${i}`).toBeLessThan(0)
        }
      })
    }
  })

  test('nor is a center of mass that is beside the middle of the shape, which what is less deep than its reach is left with', () => {
    for (const wall of [segment(0, -20, 0, 20), box(0.025, 20)]) {
      for (let i = 0; i < 40; i++) {
        const lab = new Lab()
        lab.add(wall, 0, 0, { kind: 'static' })
        // It is shoved at its middle, up to 0.4 m, to where its rim is in the wall.
        const disc = lab.add(circle(0.3), 0.34 + 0.01 * i, 0, { mass: { mass: 8, inertia: 0.4, centerX: -0.25 } })
        lab.add(segment(0, -3, 0, 3), 0.68 + 0.01 * i, 0.05, { kind: 'kinematic', vx: -30 })
        for (let step = 0; step < 3; step++) {
          lab.step()
          checkBelow(`the center of mass of number ${i} after ${step} steps, behind the wall`, -(lab.x(disc) - 0.25 * Math.cos(lab.angle(disc))), 0.02)
        }
      }
    }
  })

  test('a bullet that flies at it is turned back', () => {
    for (let start = 1; start < 6; start += 0.31) {
      const lab = new Lab({ gravity: {} })
      const bullet = lab.add(circle(0.05), start, 0, { vx: -300, bullet: true })
      const paddle = lab.add(box(0.05, 2), -2, 0, { kind: 'kinematic', vx: 300 })
      lab.run(0.1)
      expect(lab.x(bullet) - lab.x(paddle), `from ${start} m`).toBeGreaterThan(0.05)
    }
  })

  test('but not what filters or hooks let through', () => {
    for (const by of ['filter', 'filterPair'] as const) {
      const lab = new Lab({ gravity: {} })
      if (by === 'filterPair') lab.physics.hooks.filterPair = () => false
      const filter = by === 'filter' ? { group: -1 } : {}
      const ball = lab.add(circle(0.1), 0, 0, { filter })
      lab.add(box(0.05, 2), -1, 0, { kind: 'kinematic', vx: 300, filter })
      lab.run(0.1)
      expect(lab.x(ball), by).toBe(0)
      expect(lab.vx(ball), by).toBe(0)
    }
  })
})
