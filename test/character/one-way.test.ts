import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FEET, HALF, type Foot, type Lab, type Thing } from '../../examples/characters/lab.ts'
import { OurLab } from '../../examples/characters/our-lab.ts'

const DT = 1 / 60
const GRAVITY = 9.81
/** Half the height of a platform, and how near to its face a character stands. */
const THIN = 0.1
const NEAR = 0.02

const foot = fc.constantFrom<Foot[]>(...FEET)
const speed = fc.double({ min: -2, max: 2, noNaN: true })

function inLab(look: (lab: Lab) => void): void {
  const lab = new OurLab(GRAVITY)
  try {
    look(lab)
  } finally {
    lab.free()
  }
}

/** How high the sole of a character is above the face of a platform. */
function above({ y }: { readonly y: number }, platform: Thing): number {
  return y - HALF - platform.y - THIN
}

test('who comes down upon a one-way platform that moves anyhow stands on it, goes along with it, and drops through when asked to', () => {
  fc.assert(fc.property(foot, speed, fc.double({ min: -2, max: 3, noNaN: true }), fc.double({ min: 0.05, max: 1.5, noNaN: true }), speed, (kind, vx, vy, height, run) => {
    inLab((lab) => {
      const platform = lab.platform(0, 0, 30, THIN, { oneWay: true })
      platform.drive(vx, vy)
      const hero = lab.hero(kind, 0, THIN + HALF + height)
      for (let i = 0; i < 90; i++) lab.frame(DT)
      expect(hero.grounded).toBe(true)
      const from = hero.x - platform.x
      hero.input = { run }
      for (let i = 0; i < 30; i++) {
        lab.frame(DT)
        expect(Math.abs(above(hero, platform))).toBeLessThan(NEAR)
        expect(hero.grounded).toBe(true)
      }
      // As far over the platform as it runs, however that moves.
      expect(hero.x - platform.x - from).toBeCloseTo(run * 30 * DT, 2)
      hero.input = { run, drop: true }
      lab.frame(DT)
      hero.input = { run }
      for (let i = 0; i < 60; i++) lab.frame(DT)
      expect(above(hero, platform)).toBeLessThan(-2 * HALF)
    })
  }), { numRuns: 25 })
})

test('who jumps through a one-way platform from below passes without a halt, and comes to stand on it', () => {
  fc.assert(fc.property(foot, speed, fc.double({ min: -0.4, max: 0.4, noNaN: true }), fc.double({ min: 1.3, max: 2, noNaN: true }), (kind, vx, vy, height) => {
    inLab((lab) => {
      lab.box(0, -0.5, 30, 0.5)
      const platform = lab.platform(0, height, 20, THIN, { oneWay: true })
      const hero = lab.hero(kind, 0, HALF + 0.05)
      for (let i = 0; i < 10; i++) lab.frame(DT)
      expect(hero.grounded).toBe(true)
      platform.drive(vx, vy)
      hero.input = { jump: height + 1.2 }
      lab.frame(DT)
      hero.input = {}
      let [before, rising] = [hero.vy, true]
      for (let i = 0; i < 120; i++) {
        lab.frame(DT)
        // On its way up nothing but gravity slows it down.
        if (rising && before > GRAVITY * DT) expect(hero.vy).toBeCloseTo(before - GRAVITY * DT, 9)
        else rising = false
        before = hero.vy
      }
      expect(hero.grounded).toBe(true)
      expect(Math.abs(above(hero, platform))).toBeLessThan(NEAR)
    })
  }), { numRuns: 25 })
})

test('a one-way platform that comes from the side, or up from below around the character, takes nobody along and lifts nobody', () => {
  fc.assert(fc.property(foot, fc.double({ min: 0.5, max: 4, noNaN: true }), fc.double({ min: 0.15, max: 0.8, noNaN: true }), fc.constantFrom(-1, 1), (kind, fast, height, side) => {
    inLab((lab) => {
      lab.box(0, -0.5, 30, 0.5)
      // Its face is above the sole, and below the head.
      const platform = lab.platform(-side * 3, height, 1, THIN, { oneWay: true })
      platform.drive(side * fast, 0)
      const hero = lab.hero(kind, 0, HALF + 0.012)
      for (let i = 0; i < 6 / fast / DT; i++) {
        lab.frame(DT)
        expect(Math.abs(hero.x)).toBeLessThan(1e-6)
        expect(Math.abs(hero.y - HALF)).toBeLessThan(NEAR)
      }
    })
  }), { numRuns: 25 })
})
