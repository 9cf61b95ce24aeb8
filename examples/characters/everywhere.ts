import { type Failure, countWrong, floor, inLab, jump, play, tiles } from './failure.ts'
import { type Foot, HALF, HALF_WIDTH, type Hero, type Lab, type MakeLab } from './lab.ts'

/** How far the heights of a jump of 2 m are apart at 30 to 240 steps a second, and from 2 m, in parts of it. */
function stepLengths(make: MakeLab, foot: Foot): number {
  let worst = 0
  for (const dt of [1 / 30, 1 / 60, 1 / 120, 1 / 240]) {
    const top = inLab(make, (lab) => {
      floor(lab, -10, 10)
      const hero = lab.hero(foot, 0, HALF + 0.02)
      play(lab, hero, 0.5, {}, () => {}, dt)
      const { y } = hero
      let most = 0
      jump(lab, hero, 2, 1, {}, () => { most = Math.max(most, hero.y - y) }, dt)
      return most
    })
    worst = Math.max(worst, Math.abs(top - 2) / 2)
  }
  return worst
}

/** The course of a run over tiles and steps, with a jump. */
function course(make: MakeLab, foot: Foot, at: number): number[] {
  const way: number[] = []
  inLab(make, (lab) => {
    for (let x = -4; x < 16; x++) lab.box(at + x + 0.5, at - 0.5 + (x > 6 ? 0.25 : 0), 0.5, 0.5)
    lab.box(at + 13, at + 2, 0.5, 2)
    const hero = lab.hero(foot, at, at + HALF + 0.02)
    const look = () => { way.push(hero.x - at, hero.y - at) }
    play(lab, hero, 0.5, {}, look)
    play(lab, hero, 1, { run: 5 }, look)
    jump(lab, hero, 1, 2, { run: 5 }, look)
    return 0
  })
  return way
}

function farAway(make: MakeLab, foot: Foot): number {
  const here = course(make, foot, 0)
  const there = course(make, foot, 1e6)
  return here.reduce((most, value, i) => Math.max(most, Math.abs(value - there[i]!)), 0)
}

/** A crowd on a level of tiles: how many of 60 fell through it, or got into it. */
function crowd(make: MakeLab, foot: Foot): number {
  return inLab(make, (lab) => {
    tiles(lab, -1, 101)
    lab.box(-1.5, 2, 0.5, 3)
    lab.box(101.5, 2, 0.5, 3)
    const heroes: Hero[] = []
    for (let n = 0; n < 60; n++) heroes.push(lab.hero(foot, n + 0.5, HALF + 0.02 + 1.2 * (n % 2)))
    for (let n = 0; n < 90; n++) {
      for (let k = 0; k < heroes.length; k++) heroes[k]!.input = { run: ((k * 7 + Math.floor(n / 15)) % 5) - 2, ...(n % 60 === k % 60 ? { jump: 0.5 } : {}) }
      lab.frame(1 / 60)
    }
    return heroes.filter(({ x, y }) => y < HALF - 0.005 || x < -1 || x > 101).length
  })
}

/** How far from its ground it gets on a walk around a planet, up being wherever it is. */
function planet(make: MakeLab, foot: Foot): number {
  return inLab(make, (lab) => {
    const sides = 60
    const radius = 8
    // Its sides are boxes on a circle: they meet at their corners.
    const half = radius * Math.tan(Math.PI / sides)
    for (let n = 0; n < sides; n++) {
      const angle = (2 * Math.PI * n) / sides
      lab.box(Math.sin(angle) * (radius - 0.5), Math.cos(angle) * (radius - 0.5), half, 0.5, { angle: -angle })
    }
    const hero = lab.hero(foot, 0, radius + HALF + 0.05, { up: [0, 1] })
    const upright = () => {
      const distance = Math.hypot(hero.x, hero.y)
      hero.setUp(hero.x / distance, hero.y / distance)
      return distance
    }
    let lost = 0
    let most = 0
    play(lab, hero, 0.5, {}, upright)
    let around = 0
    let before = Math.atan2(hero.x, hero.y)
    play(lab, hero, 16, { run: 4 }, () => {
      most = Math.max(most, Math.abs(upright() - radius - HALF))
      if (!hero.grounded) lost++
      const angle = Math.atan2(hero.x, hero.y)
      around += Math.atan2(Math.sin(angle - before), Math.cos(angle - before))
      before = angle
    })
    return (around < 2 * Math.PI ? Infinity : 0) + lost + Math.max(0, most - allowance(foot))
  }, 9.81)
}

/** Feet do not turn with the planet: how far from it their middle gets for that. */
function allowance(foot: Foot): number {
  return Math.hypot(HALF_WIDTH[foot], HALF) - Math.min(HALF, HALF_WIDTH[foot]) + 0.03
}

function gaps(make: MakeLab, foot: Foot): number {
  const walk = (build: (lab: Lab) => void, look: (hero: Hero) => void): boolean =>
    inLab(make, (lab) => {
      build(lab)
      const hero = lab.hero(foot, -2, HALF + 0.02)
      play(lab, hero, 0.5, {})
      play(lab, hero, 2, { run: 2 }, () => look(hero))
      return hero.x
    }) > 1.9
  let lost = 0
  let deep = 0
  const inSensor = walk((lab) => {
    floor(lab, -5, 5)
    lab.sensor(0, 1, 1, 1)
  }, (hero) => { if (!hero.grounded) lost++ })
  const overGap = walk((lab) => {
    floor(lab, -5, -0.1)
    floor(lab, 0.1, 5)
  }, (hero) => {
    if (!hero.grounded) lost++
    deep = Math.min(deep, hero.y - HALF)
  })
  const standsOver = inLab(make, (lab) => {
    floor(lab, -5, -HALF_WIDTH[foot] * 0.85)
    floor(lab, HALF_WIDTH[foot] * 0.85, 5)
    const hero = lab.hero(foot, 0, HALF + 0.3)
    play(lab, hero, 1, {})
    const { y } = hero
    play(lab, hero, 1, {})
    // A six-gon slips through: its foot is narrower.
    return foot === 'polygon' || (hero.grounded && Math.abs(hero.y - y) < 1e-3) ? 1 : 0
  }) === 1
  return countWrong([inSensor, overGap, lost === 0, deep > -0.1, standsOver])
}

export const EVERYWHERE: readonly Failure[] = [
  { number: 16, name: 'Jumps higher with other steps', measured: 'off a jump of 2 m at 30, 60, 120 and 240 Hz, of it', unit: '', most: 0.01, measure: stepLengths },
  { number: 17, name: 'Goes wrong far from the origin', measured: 'off the same course, 1,000 km away', unit: 'm', most: 1e-3, measure: farAway },
  { number: 18, name: 'Crowds', measured: 'of 60 on a row of tiles, lost or stuck in it', unit: '', most: 0, measure: crowd },
  { number: 19, name: 'Knows one up only', measured: 'leaves the ground of a planet; frames in the air', unit: 'm', most: 0.01, measure: planet },
  { number: 20, name: 'Sensors block it, narrow gaps catch it', measured: 'wrong answers of 5', unit: '', most: 0, measure: gaps },
]

