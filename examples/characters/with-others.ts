import { DT, type Failure, GRAVITY, countWrong, floor, inLab, jump, play, radians } from './failure.ts'
import { type Foot, HALF, HALF_WIDTH, type Lab, type MakeLab } from './lab.ts'

/** The largest distance from where its platform should have it, and a meter more for each answer that is wrong. */
function platforms(make: MakeLab, foot: Foot): number {
  return Math.max(carried(make, foot), turned(make, foot)) + countWrong([
    !dragged(make, foot), jumpsFromReversing(make, foot), isPushed(make, foot), isSqueezedGently(make, foot),
  ])
}

/** The way it slips on a platform that goes to the side, up and down. */
function carried(make: MakeLab, foot: Foot): number {
  return inLab(make, (lab) => {
    const platform = lab.platform(0, 0, 3, 0.5)
    const hero = lab.hero(foot, 0.5, 0.5 + HALF + 0.02)
    play(lab, hero, 0.5, {})
    const x = hero.x - platform.x
    const y = hero.y - platform.y
    let most = 0
    const look = () => { most = Math.max(most, Math.hypot(hero.x - platform.x - x, hero.y - platform.y - y)) }
    for (const [vx, vy] of [[3, 0], [-4, 0], [0, 2], [0, -2], [2, 2]] as const) {
      platform.drive(vx, vy)
      play(lab, hero, 1, {}, look)
    }
    return most
  })
}

/** The way it slips on a platform that turns. */
function turned(make: MakeLab, foot: Foot): number {
  return inLab(make, (lab) => {
    const platform = lab.platform(0, 0, 4, 0.5)
    const hero = lab.hero(foot, 2, 0.5 + HALF + 0.02)
    play(lab, hero, 0.5, {})
    platform.drive(0, 0, 0.3)
    play(lab, hero, 1, {})
    // It does not turn along: so it rolls by the turn, and stands on its corner.
    const c = Math.cos(platform.angle)
    const s = Math.sin(platform.angle)
    const along = c * hero.x + s * hero.y
    const tilt = platform.angle * (HALF + lab.skin + (foot === 'circle' ? 0 : HALF_WIDTH[foot]))
    return Math.max(0, Math.abs(along - 2) - tilt) + (hero.grounded ? 0 : 1)
  })
}

/** Whether a platform drags along who only touches its side. */
function dragged(make: MakeLab, foot: Foot): boolean {
  return inLab(make, (lab) => {
    floor(lab, -10, 10)
    const platform = lab.platform(HALF_WIDTH[foot] + 1.02, 1.1, 1, 1)
    const hero = lab.hero(foot, 0, HALF + 0.02)
    play(lab, hero, 0.5, { run: 1 })
    platform.drive(2, 0)
    const { x } = hero
    play(lab, hero, 1, {})
    return hero.x - x
  }) > 0.01
}

/** Whether a jump is as high as it should be off a platform that turns back at that moment. */
function jumpsFromReversing(make: MakeLab, foot: Foot): boolean {
  return inLab(make, (lab) => {
    const platform = lab.platform(0, 0, 3, 0.5)
    const hero = lab.hero(foot, 0, 0.5 + HALF + 0.02)
    play(lab, hero, 0.3, {})
    platform.drive(0, 3)
    play(lab, hero, 0.5, {})
    platform.drive(0, -3)
    const { y } = hero
    let top = 0
    jump(lab, hero, 1, 0.8, {}, () => { top = Math.max(top, hero.y - y) })
    return top
  }) > 0.95
}

/** Whether a platform that comes from the side takes along who stands in its way. */
function isPushed(make: MakeLab, foot: Foot): boolean {
  return inLab(make, (lab) => {
    floor(lab, -10, 10)
    const wall = lab.platform(-3, 1.1, 0.5, 1)
    const hero = lab.hero(foot, 0, HALF + 0.02)
    wall.drive(3, 0)
    play(lab, hero, 2, {})
    return hero.x - wall.x - 0.5 - HALF_WIDTH[foot]
  }) > -0.01
}

/** Whether it stays where it is, more or less, when there is no room for it. */
function isSqueezedGently(make: MakeLab, foot: Foot): boolean {
  return inLab(make, (lab) => {
    floor(lab, -10, 10)
    lab.box(2, 1.5, 0.5, 1.5)
    const wall = lab.platform(-2, 1.1, 0.5, 1)
    const hero = lab.hero(foot, 0.3, HALF + 0.02)
    wall.drive(1, 0)
    let most = 0
    let { x, y } = hero
    play(lab, hero, 3, {}, () => {
      most = Math.max(most, Math.hypot(hero.x - x, hero.y - y))
      ;({ x, y } = hero)
    })
    return most
  }) < 0.5
}

function oneWays(make: MakeLab, foot: Foot): number {
  const holds = (build: (lab: Lab) => boolean): boolean => inLab(make, (lab) => (build(lab) ? 1 : 0)) === 1
  const base = (lab: Lab): void => floor(lab, -20, 40)
  const plank = (lab: Lab, y: number): void => { lab.box(0, y - 0.1, 2, 0.1, { oneWay: true }) }
  const at = (y: number, top: number): boolean => Math.abs(y - top - HALF) < 0.02
  return countWrong([
    // Up through it.
    holds((lab) => {
      base(lab)
      plank(lab, 1.5)
      const hero = lab.hero(foot, 0, HALF + 0.02)
      play(lab, hero, 0.2, {})
      jump(lab, hero, 2, 2)
      return at(hero.y, 1.5)
    }),
    // Down through it, with a key that is held for one frame.
    holds((lab) => {
      base(lab)
      plank(lab, 2)
      const hero = lab.hero(foot, 0, 2 + HALF + 0.02)
      play(lab, hero, 0.3, {})
      play(lab, hero, DT, { drop: true })
      play(lab, hero, 1.5, {})
      return at(hero.y, 0)
    }),
    // In from the side.
    holds((lab) => {
      base(lab)
      plank(lab, 0.9)
      const hero = lab.hero(foot, -5, HALF + 0.02)
      play(lab, hero, 2, { run: 4 })
      return hero.x > 2.5 && at(hero.y, 0)
    }),
    // Through two, one over the other, to the upper one, and down by one.
    holds((lab) => {
      base(lab)
      plank(lab, 1.2)
      plank(lab, 1.9)
      const hero = lab.hero(foot, 0, HALF + 0.02)
      play(lab, hero, 0.2, {})
      jump(lab, hero, 2.4, 2)
      if (!at(hero.y, 1.9)) return false
      play(lab, hero, DT, { drop: true })
      play(lab, hero, 1, {})
      return at(hero.y, 1.2)
    }),
    // Up into its feet.
    holds((lab) => {
      const lift = lab.platform(0, -1, 2, 0.1, { oneWay: true })
      const hero = lab.hero(foot, 0, 3)
      lift.drive(0, 4)
      play(lab, hero, 1, {})
      return Math.abs(hero.y - lift.y - 0.1 - HALF) < 0.03
    }),
    // A sloped one, from its low end and from below.
    holds((lab) => {
      base(lab)
      lab.box(4 * Math.cos(radians(20)), 4 * Math.sin(radians(20)) - 0.1, 4, 0.1, { angle: radians(20), oneWay: true })
      const walker = lab.hero(foot, -1.5, HALF + 0.02)
      play(lab, walker, 2, { run: 3 })
      const rose = walker.y > 1.5
      play(lab, walker, 4, { run: 3 })
      play(lab, walker, 7, { run: -3 })
      return rose && walker.x < 0 && at(walker.y, 0)
    }),
  ])
}

function stairs(make: MakeLab, foot: Foot): number {
  const flight = inLab(make, (lab) => {
    floor(lab, -5, 3)
    for (let n = 1; n <= 8; n++) lab.box(3 + 0.5 * n + 4, 0.25 * n - 2, 4.5, 2)
    const top = 2
    const hero = lab.hero(foot, 0, HALF + 0.02)
    play(lab, hero, 0.3, {})
    play(lab, hero, 4, { run: 3 })
    const missing = Math.abs(hero.y - top - HALF - lab.skin)
    let flown = 0
    play(lab, hero, 5, { run: -3 }, () => { if (!hero.grounded) flown++ })
    return missing + Math.abs(hero.y - HALF - lab.skin) + flown
  })
  const crate = inLab(make, (lab) => {
    floor(lab, -5, 10)
    lab.crate(3, 0.125, 0.8, 0.125, { density: 10 })
    const hero = lab.hero(foot, 0, HALF + 0.02)
    play(lab, hero, 0.5, {})
    play(lab, hero, 1, { run: 3 })
    return Math.abs(hero.y - 0.25 - HALF - lab.skin)
  })
  return Math.max(flight, crate)
}

function pushing(make: MakeLab, foot: Foot): number {
  const moved = (density: number, half: number): number =>
    inLab(make, (lab) => {
      floor(lab, -5, 20)
      const crate = lab.crate(2, half + 0.01, half, half, { density, friction: 0.5 })
      const hero = lab.hero(foot, 0, HALF + 0.02)
      play(lab, hero, 0.5, {})
      const { x } = crate
      play(lab, hero, 2, { run: 3 })
      return crate.x - x
    })
  const wedged = (): number =>
    inLab(make, (lab) => {
      floor(lab, -5, 20)
      lab.box(4, 2, 0.5, 2)
      const crate = lab.crate(2.5, 0.41, 0.4, 0.4, { density: 1 })
      const hero = lab.hero(foot, 0, HALF + 0.02)
      let most = -Infinity
      play(lab, hero, 3, { run: 3 }, () => { most = Math.max(most, crate.x + 0.4 - 3.5, hero.x + HALF_WIDTH[foot] - (crate.x - 0.4)) })
      return most
    })
  return countWrong([moved(1, 0.4) > 1, moved(100, 0.5) < 0.02, wedged() < 0.02])
}

function crouching(make: MakeLab, foot: Foot): number {
  return inLab(make, (lab) => {
    floor(lab, -10, 10)
    lab.box(0, 1.3 + 0.5, 2, 0.5)
    const hero = lab.hero(foot, 0, HALF + 0.02)
    play(lab, hero, 0.5, {})
    const under = hero.fits(1.6)
    const low = hero.fits(1.2)
    play(lab, hero, 2, { run: 3 })
    return countWrong([!under, low, hero.fits(1.6)])
  })
}

function ceilings(make: MakeLab, foot: Foot): number {
  // How much later it comes down than what bounces off dead.
  const late = inLab(make, (lab) => {
    floor(lab, -10, 10)
    lab.box(0, 1.5 + 0.5, 3, 0.5)
    const hero = lab.hero(foot, 0, HALF + 0.01)
    play(lab, hero, 0.3, {})
    let seconds = 0
    jump(lab, hero, 2, 1.5, {}, () => { if (!hero.grounded) seconds += DT })
    const rise = 0.5 - lab.skin
    const v = Math.sqrt(2 * GRAVITY * 2)
    const up = (v - Math.sqrt(v * v - 2 * GRAVITY * rise)) / GRAVITY
    return Math.max(0, seconds - up - Math.sqrt((2 * rise) / GRAVITY))
  })
  const past = inLab(make, (lab) => {
    floor(lab, -10, 10)
    lab.box(2 + HALF_WIDTH[foot] - 0.12, 1.5 + 0.5, 2, 0.5)
    const hero = lab.hero(foot, 0, HALF + 0.01, { cornerCorrection: 0.3 })
    play(lab, hero, 0.3, {})
    let top = 0
    jump(lab, hero, 2, 1, {}, () => { top = Math.max(top, hero.y - HALF) })
    return top
  })
  return late + (past > 1.9 ? 0 : 1)
}

export const WITH_OTHERS: readonly Failure[] = [
  { number: 10, name: 'Slips on platforms, or is dragged by them', measured: 'slips on ones that drive and turn, and 1 for each of 4 wrong answers', unit: 'm', most: 2e-3, measure: platforms },
  { number: 11, name: 'One-way platforms', measured: 'wrong answers of 6: up, down, from the side, stacked, from below, sloped', unit: '', most: 0, measure: oneWays },
  { number: 12, name: 'Stairs', measured: 'misses the top or foot of a flight, flies down it, or misses the top of a crate', unit: 'm', most: 0.02, measure: stairs },
  { number: 13, name: 'Pushes what is too heavy, or not what is light', measured: 'wrong answers of 3: light, heavy, wedged against a wall', unit: '', most: 0, measure: pushing },
  { number: 14, name: 'Stands up into a roof', measured: 'wrong answers of 3', unit: '', most: 0, measure: crouching },
  { number: 15, name: 'Hangs at the ceiling, bumps at corners', measured: 'comes down too late; 1 for a bumped corner', unit: 's', most: 0.05, measure: ceilings },
]

