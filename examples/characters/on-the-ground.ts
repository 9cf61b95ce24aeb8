import { type Failure, countWrong, floor, inLab, jump, play, radians, tiles } from './failure.ts'
import { type Foot, HALF, HALF_WIDTH, type Hero, type Lab, type MakeLab } from './lab.ts'

/** The largest jolt on a way that is flat: how far a frame's change of height is from none, and what it loses of its way. */
function flatRun(lab: Lab, hero: Hero, speed: number, seconds: number): number {
  play(lab, hero, 0.5, {})
  const { x, y } = hero
  let most = 0
  play(lab, hero, seconds, { run: speed }, () => { most = Math.max(most, Math.abs(hero.y - y)) })
  return Math.max(most, Math.abs(hero.x - x - speed * seconds))
}

function seams(make: MakeLab, foot: Foot): number {
  const onTiles = inLab(make, (lab) => {
    tiles(lab, -2, 20)
    return flatRun(lab, lab.hero(foot, 0, HALF + 0.05), 6, 3)
  })
  const onLinks = inLab(make, (lab) => {
    lab.ground(Array.from({ length: 23 }, (_, i) => [i - 2, 0] as const))
    return flatRun(lab, lab.hero(foot, 0, HALF + 0.05), 6, 3)
  })
  return Math.max(onTiles, onLinks)
}

/** How far it moves in a second in which it shall stand where it is stuck. */
function tremble(lab: Lab, hero: Hero, run: number): number {
  play(lab, hero, 1.5, { run })
  const xs: number[] = []
  const ys: number[] = []
  play(lab, hero, 1, { run }, () => {
    xs.push(hero.x)
    ys.push(hero.y)
  })
  return Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys))
}

function corners(make: MakeLab, foot: Foot): number {
  const wedge = inLab(make, (lab) => {
    floor(lab, -5, 10)
    lab.box(5, 1.2, 4, 0.2, { angle: radians(-25) })
    return tremble(lab, lab.hero(foot, 0, HALF + 0.05), 4)
  })
  const funnel = inLab(make, (lab) => {
    lab.box(-2, 0, 0.5, 4, { angle: radians(30) })
    lab.box(2, 0, 0.5, 4, { angle: radians(-30) })
    return Math.max(tremble(lab, lab.hero(foot, 0, 2), 4), 0)
  })
  const wall = inLab(make, (lab) => {
    floor(lab, -5, 10)
    lab.box(3, 2, 0.5, 3, { angle: radians(-8) })
    return tremble(lab, lab.hero(foot, 0, HALF + 0.05), 4)
  })
  return Math.max(wedge, funnel, wall)
}

/** How much less it falls than it would in the air, with a key held against a wall and against the side of a ledge. */
function hanging(make: MakeLab, foot: Foot): number {
  const fallen = (run: number, build: (lab: Lab) => void): number =>
    inLab(make, (lab) => {
      build(lab)
      const hero = lab.hero(foot, -HALF_WIDTH[foot] - 0.02, 8)
      play(lab, hero, 0.1, { run })
      const from = hero.y
      play(lab, hero, 0.6, { run })
      return from - hero.y
    })
  const free = fallen(0, () => {})
  const atWall = fallen(4, (lab) => tilesUp(lab, 0, 12))
  const atLedge = fallen(4, (lab) => tilesUp(lab, 0, 8))
  return Math.max(free - atWall, free - atLedge)
}

function tilesUp(lab: Lab, x: number, to: number): void {
  for (let y = 0; y < to; y++) lab.box(x + 0.5, y + 0.5, 0.5, 0.5)
}

function creep(make: MakeLab, foot: Foot): number {
  return inLab(make, (lab) => {
    lab.box(0, 0, 10, 0.5, { angle: radians(43) })
    const hero = lab.hero(foot, 0, 1.8)
    play(lab, hero, 1, {})
    const { x, y } = hero
    play(lab, hero, 5, {})
    return Math.hypot(hero.x - x, hero.y - y)
  })
}

/** How far apart its speeds up and down the same hill are, in parts of what is asked for. */
function hillSpeed(make: MakeLab, foot: Foot): number {
  return inLab(make, (lab) => {
    lab.box(0, 0, 30, 0.5, { angle: radians(30) })
    const hero = lab.hero(foot, 0, 1.3)
    play(lab, hero, 0.5, {})
    const speed = (run: number): number => {
      const { x, y } = hero
      play(lab, hero, 1, { run })
      return Math.hypot(hero.x - x, hero.y - y)
    }
    const up = speed(4)
    return Math.abs(speed(-4) - up) / 4
  })
}

function crests(make: MakeLab, foot: Foot): number {
  return inLab(make, (lab) => {
    const crest = Math.tan(radians(25)) * 8
    lab.ground([[-10, 0], [0, 0], [8, crest], [16, 0], [40, 0]])
    const hero = lab.hero(foot, -6, HALF + 0.05)
    play(lab, hero, 0.5, {})
    let flown = 0
    play(lab, hero, 4, { run: 7 }, () => { if (!hero.grounded) flown++ })
    if (hero.x < 18) return Infinity
    // And a jump is no crest: it is not pulled back.
    const { y } = hero
    let top = 0
    jump(lab, hero, 1, 0.6, {}, () => { top = Math.max(top, hero.y - y) })
    return flown + (top < 0.97 ? 1 : 0)
  })
}

function angles(make: MakeLab, foot: Foot): number {
  const onSlope = (degrees: number, run: number): number =>
    inLab(make, (lab) => {
      lab.box(0, 0, 12, 0.5, { angle: radians(degrees) })
      const hero = lab.hero(foot, 0, 2.2)
      play(lab, hero, 0.7, {})
      const { y } = hero
      play(lab, hero, 1, { run })
      return hero.y - y
    })
  return countWrong([
    Math.abs(onSlope(44, 0)) < 1e-3, onSlope(44, 3) > 1, onSlope(46, 0) < -0.2, onSlope(46, 3) < -0.2, onSlope(60, 3) < -0.2,
  ])
}

/** How much of its skin it loses at a wall in ten seconds, running at it and away again. */
function skinKept(make: MakeLab, foot: Foot): number {
  return inLab(make, (lab) => {
    tiles(lab, -6, 6)
    lab.box(4.5, 2, 0.5, 2)
    lab.box(-4.5, 2, 0.5, 2)
    const hero = lab.hero(foot, 0, HALF + 0.05)
    let least = Infinity
    for (let n = 0; n < 5; n++) {
      play(lab, hero, 2, { run: n % 2 === 0 ? 7 : -7 }, () => {
        least = Math.min(least, 4 - Math.abs(hero.x) - HALF_WIDTH[foot], hero.y - HALF)
      })
    }
    return Math.max(0, 1 - least / lab.skin)
  })
}

function flicker(make: MakeLab, foot: Foot): number {
  return inLab(make, (lab) => {
    tiles(lab, -3, 12)
    const hero = lab.hero(foot, 0, HALF + 0.05)
    play(lab, hero, 0.5, {})
    let lost = 0
    const look = () => { if (!hero.grounded) lost++ }
    play(lab, hero, 3, {}, look)
    play(lab, hero, 3, { run: 3 }, look)
    play(lab, hero, 1, {}, look)
    return lost
  })
}

export const ON_THE_GROUND: readonly Failure[] = [
  { number: 1, name: 'Bumps on seams of tiles and links', measured: 'off the way of a flat run of 18 m', unit: 'm', most: 1e-4, measure: seams },
  { number: 2, name: 'Trembles or sticks in corners and funnels', measured: 'moves in a second in which it is stuck', unit: 'm', most: 1e-3, measure: corners },
  { number: 3, name: 'Hangs on walls and ledges while a key is held', measured: 'falls less in 0.6 s', unit: 'm', most: 0.02, measure: hanging },
  { number: 4, name: 'Creeps on a slope near the limit', measured: 'moves in 5 s on 43°', unit: 'm', most: 1e-3, measure: creep },
  { number: 5, name: 'Runs faster downhill than up', measured: 'difference of speeds on 30°, of what is asked', unit: '', most: 0.01, measure: hillSpeed },
  { number: 6, name: 'Flies off crests', measured: 'frames in the air over a hill of 25°, and jumps pulled back', unit: '', most: 0, measure: crests },
  { number: 7, name: 'Ignores the steepest slope', measured: 'wrong answers of 5, on 44°, 46° and 60°', unit: '', most: 0, measure: angles },
  { number: 8, name: 'Loses its skin, and drifts into walls', measured: 'lost of the skin in 10 s', unit: '', most: 0.1, measure: skinKept },
  { number: 9, name: 'Grounded flickers', measured: 'frames of 7 s on flat tiles', unit: '', most: 0, measure: flicker },
]

