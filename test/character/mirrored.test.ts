/** A run that is mirrored or turned by a quarter, with all of its level and with up, is the same run: no side is better than the other. */
import { addComponents, addEntity, createWorld, set } from 'bitecs'
import { expect, it } from 'vitest'
import { type ShapeData, addPhysics, box, capsule, circle, moveCharacter, polygon, spawnBody, stepPhysics } from '../../src/index.ts'
import { randomNumbers } from '../physics/lab.ts'
import { SOAK } from '../support/soak.ts'

type Point = readonly [number, number]
interface Frame {
  /** Of the runs that were different once, each for a reason of its own. */
  readonly seeds: readonly number[]
  readonly to: (x: number, y: number) => Point
  readonly back: (x: number, y: number) => Point
  /** Whether level becomes upright, and whether left becomes right. */
  readonly turns: boolean
  readonly flips: boolean
}
const same = (x: number, y: number): Point => [x, y]
const PLAIN: Frame = { seeds: [], to: same, back: same, turns: false, flips: false }
const FRAMES: Readonly<Record<string, Frame>> = {
  mirrored: { seeds: [12, 43, 131], to: (x, y) => [-x, y], back: (x, y) => [-x, y], turns: false, flips: true },
  'turned by a quarter': { seeds: [81], to: (x, y) => [-y, x], back: (x, y) => [y, -x], turns: true, flips: false },
}

const boxIn = (frame: Frame, w: number, h: number): ShapeData => (frame.turns ? box(h, w) : box(w, h))
const capsuleIn = (frame: Frame, level: boolean): ShapeData => capsule(0.3, 0.2, level !== frame.turns ? 'x' : 'y')
function polygonIn(frame: Frame, points: readonly Point[], radius: number): ShapeData {
  const ordered = points.map((_, i) => points[frame.flips ? points.length - 1 - i : i]!)
  return polygon(ordered.map(([u, v]) => frame.to(u, v)).map(([x, y]) => ({ x, y })), radius)
}
const HEX: readonly Point[] = [[-0.25, -0.5], [0.25, -0.5], [0.4, 0], [0.25, 0.5], [-0.25, 0.5], [-0.4, 0]]

/** Anything of a level, many of them in each other. */
function anyShape(frame: Frame, random: () => number): ShapeData {
  const kind = random()
  const [a, b, c] = [random(), random(), random()]
  if (kind < 0.6) return boxIn(frame, 0.1 + a, 0.1 + 0.4 * b)
  if (kind < 0.7) return circle(0.1 + 0.5 * a)
  if (kind < 0.8) return capsuleIn(frame, a < 0.5)
  const corners = 3 + Math.floor(4 * a)
  const angles = Array.from({ length: corners }, (_, k) => (2 * Math.PI * (k + 0.7 * random())) / corners)
  return polygonIn(frame, angles.map((angle): Point => [0.9 * Math.cos(angle), 0.6 * Math.sin(angle)]), b < 0.5 ? 0 : 0.05 * c)
}

/** Where a character goes that runs and jumps at random among random things, some of which move; as the plain world sees it. */
function play(seed: number, frame: Frame): Point[] {
  const random = randomNumbers(seed)
  const world = createWorld()
  const [gx, gy] = frame.to(0, -25)
  const { Position, Velocity, Shape, Kinematic, Character, CharacterState } = addPhysics(world, { gravity: { x: gx, y: gy } }).components
  for (const [x, y, w, h] of [[0, -0.5, 9, 0.5], [-9.5, 4, 0.5, 6], [9.5, 4, 0.5, 6], [0, 9.5, 9, 0.5]] as const) {
    const [atX, atY] = frame.to(x, y)
    spawnBody(world, { shape: boxIn(frame, w, h), x: atX, y: atY, type: 'static' })
  }
  const movers: number[] = []
  for (let i = 0; i < 45; i++) {
    const [x, y] = frame.to((random() - 0.5) * 17, random() * 7)
    const angle = random() < 0.5 ? 0 : (random() - 0.5) * 2.5
    const [vx, vy] = frame.to((random() - 0.5) * 3, (random() - 0.5) * 3)
    const moves = random() < 0.15
    const shape = anyShape(frame, random)
    const turned = frame.flips ? -angle : angle
    if (moves) movers.push(spawnBody(world, { shape, x, y, angle: turned, type: 'kinematic', velocity: { x: vx, y: vy } }))
    else spawnBody(world, { shape, x, y, angle: turned, type: 'static' })
  }
  const feet = [boxIn(frame, 0.3, 0.5), capsuleIn(frame, false), circle(0.4), polygonIn(frame, HEX, 0)]
  const hero = addEntity(world)
  const [x, y] = frame.to(-7 + 14 * random(), 8.45)
  const settings = { cornerCorrection: random() < 0.3 ? 0.3 : 0, constantSpeed: random() < 0.7 ? 1 : 0, stopOnSlope: random() < 0.7 ? 1 : 0 }
  addComponents(world, hero, set(Position, { x, y }), Velocity, set(Shape, feet[seed % 4]!), Kinematic, set(Character, settings))
  const [ux, uy] = frame.to(0, 1)
  const hz = random() < 0.5 ? 30 : 60
  const path: Point[] = []
  let [run, left] = [0, 0]
  for (let i = 0; i < 10 * hz; i++) {
    if (i % 60 === 59) {
      for (const mover of movers) {
        Velocity.x[mover] = -Velocity.x[mover]!
        Velocity.y[mover] = -Velocity.y[mover]!
      }
    }
    stepPhysics(world, 1 / hz)
    if (--left <= 0) {
      // Who rises straight under a corner has to prefer one side.
      run = random() < 0.2 && settings.cornerCorrection === 0 ? 0 : (random() * 2 - 1) * 8
      left = Math.round(hz * (0.1 + random() * 0.8))
    }
    const [wish, height] = [random(), random()]
    const jumps = wish < 3 / hz && CharacterState.grounded[hero] === 1
    const rise = jumps ? 4 + 8 * height : CharacterState.vx[hero]! * ux + CharacterState.vy[hero]! * uy - 25 / hz
    const [vx, vy] = frame.to(run, rise)
    moveCharacter(world, hero, vx, vy, 1 / hz)
    path.push(frame.back(Position.x[hero]!, Position.y[hero]!))
  }
  return path
}

it.each(Object.keys(FRAMES))('a character that is %s goes the same way', { timeout: SOAK ? 3_600_000 : 20_000 }, (name) => {
  for (const seed of SOAK ? Array.from({ length: 600 }, (_, i) => i) : FRAMES[name]!.seeds) {
    const mapped = play(seed, FRAMES[name]!)
    const at = play(seed, PLAIN).findIndex(([x, y], i) => Math.hypot(x - mapped[i]![0], y - mapped[i]![1]) > 1e-6)
    expect.soft(at, `seed ${seed}, step`).toBe(-1)
  }
})
