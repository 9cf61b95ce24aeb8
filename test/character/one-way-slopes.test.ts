/** One-way slopes and ledges of several pieces: from above they are ground like any other, from below they let through. */
import { addComponents, createWorld, removeComponent } from 'bitecs'
import { describe, expect, it } from 'vitest'
import { FEET, type Foot, HALF } from '../../examples/characters/lab.ts'
import { spawnHero } from '../../examples/characters/our-lab.ts'
import {
  type TileKinds, addPhysics, chain, circle, jumpSpeed, mergeTiles, moveCharacter, segment, set, setVelocity, spawnBody, spawnLevel,
  stepPhysics, teleport,
} from '../../src/index.ts'
import { whole } from '../support/soak.ts'

const SHAPES = ['', 'full', 'rise', 'fall', 'rise-low', 'rise-high', 'fall-high', 'fall-low'] as const
const LETTERS = '.#/\\rRFf'
const G = 10

/** Levels of two and three rows, whose first cell from above is the top of a floor, 1 high. */
const LEVELS: Readonly<Record<string, readonly string[]>> = {
  'a hill': ['.../###\\....', '###.....####'],
  'a gentle hill': ['..rR##Ff..', '##......##'],
  'hills and valleys': ['.../\\..../\\....', '###..\\/\\/..####'],
}

function kindsOf(oneWay: boolean): TileKinds {
  return Object.fromEntries(SHAPES.map((shape, i) => [i, { shape, oneWay }]).slice(1)) as TileKinds
}

type Build = (world: object, oneWay: boolean) => void

const builds: Readonly<Record<string, Build>> = {
  ...Object.fromEntries(Object.entries(LEVELS).map(([name, rows]): [string, Build] => [name, (world, oneWay) => {
    const cells = rows.map((row) => [...row].map((letter) => LETTERS.indexOf(letter)))
    spawnLevel(world, mergeTiles(cells, { kinds: kindsOf(oneWay), origin: { x: 0, y: 2 } }))
  }])),
  'a hill of a chain': (world, oneWay) => {
    const points = [[0, 1], [3, 1], [4, 2], [7, 2], [8, 1], [12, 1]].map(([x, y]) => ({ x: x!, y: y! }))
    spawnBody(world, { shape: chain(points), type: 'static', ...(oneWay ? { oneWay: { x: 0, y: 1 } } : {}) })
  },
  'a segment': (world, oneWay) => {
    spawnBody(world, { shape: segment(0, 1, 12, 5), type: 'static', ...(oneWay ? { oneWay: { x: 0, y: 1 } } : {}) })
  },
}

function pathOver(build: Build, oneWay: boolean, foot: Foot, hz: number, run: number): number[] {
  const world = createWorld()
  const { components } = addPhysics(world)
  const { Position, CharacterState } = components
  build(world, oneWay)
  const hero = spawnHero(world, components, foot, 0.8, 1.6 + HALF)
  const path: number[] = []
  for (let i = 0; i < (9 / run) * hz && Position.x[hero]! < 9; i++) {
    stepPhysics(world, 1 / hz)
    moveCharacter(world, hero, run, CharacterState.vy[hero]! - G / hz, 1 / hz)
    path.push(Position.x[hero]!, Position.y[hero]!)
  }
  return path
}

// Whoever came to a slope fell through it, and what is round over its end.
describe.each(Object.entries(builds))('over %s', (_, build) => {
  it.each(whole<Foot>(FEET, ['circle', 'polygon']))('a %s goes as over a solid one', (foot: Foot) => {
    for (const [hz, run] of whole([[30, 0.7], [30, 6], [60, 1], [60, 3], [120, 0.7], [120, 6]], [[30, 6], [60, 3]])) {
      const [oneWay, solid] = [true, false].map((is) => pathOver(build, is, foot, hz!, run!))
      expect(oneWay).toHaveLength(solid!.length)
      expect(solid!.at(-1)).toBeGreaterThan(0.5)
      // In a valley between two of them it may be by half a skin nearer.
      solid!.forEach((value, i) => expect(Math.abs(value - oneWay![i]!), `${hz} Hz, ${run} m/s, ${i}`).toBeLessThan(0.005))
    }
  })

  it.each(whole<Foot>(FEET, ['capsule']))('a %s jumps up through it without a halt, and comes to stand on it', (foot: Foot) => {
    for (const hz of whole([30, 60, 120], [60])) {
      for (const x of [3.6, 5.5]) {
        const world = createWorld()
        const { components } = addPhysics(world)
        const { Position, CharacterState } = components
        build(world, true)
        spawnBody(world, { shape: segment(-1, -2, 13, -2), type: 'static' })
        const hero = spawnHero(world, components, foot, x, -2 + HALF + 0.01)
        let rises = jumpSpeed(7.5, G, 1 / hz)
        const at: number[] = []
        for (let i = 0; i < 3 * hz; i++) {
          stepPhysics(world, 1 / hz)
          const y = Position.y[hero]!
          moveCharacter(world, hero, 0, i === 4 ? rises : CharacterState.vy[hero]! - G / hz, 1 / hz)
          if (i >= 4 && rises > 0) {
            expect((Position.y[hero]! - y) * hz, `${hz} Hz, ${i}`).toBeCloseTo(rises, 6)
            rises -= G / hz
          }
          at.push(Position.y[hero]!)
        }
        expect(CharacterState.grounded[hero]).toBe(1)
        expect(at.at(-1)).toBeGreaterThan(0)
        expect(at.at(-1)).toBe(at.at(-5))
      }
    }
  })
})

it('a chain that is one-way lets bodies up through it without a kick, and holds them from above, as long as it is that', () => {
  for (const hz of [30, 60, 120]) {
    const world = createWorld()
    const { components: { Position, Velocity, OneWay } } = addPhysics(world, { gravity: { x: 0, y: -G } })
    const points = [{ x: -3, y: 0.3 }, { x: -1, y: 0 }, { x: 1, y: 0 }, { x: 3, y: 0.2 }]
    const ledge = spawnBody(world, { shape: chain(points), type: 'static', oneWay: { x: 0, y: 1 } })
    const ball = spawnBody(world, { shape: circle(0.3), y: -1.7, velocity: { y: 9 } })
    let before = 9
    for (let i = 0; i < 2.5 * hz; i++) {
      stepPhysics(world, 1 / hz)
      if (i < hz / 2) expect(Velocity.y[ball]! - before).toBeCloseTo(-G / hz, 9)
      before = Velocity.y[ball]!
    }
    expect(Position.y[ball]).toBeCloseTo(0.3, 2)
    // Its links take over what is set, and that it is none any more. Who is held is held until the two part.
    addComponents(world, ledge, set(OneWay, { x: 0, y: -1 }))
    teleport(world, ball, 0, 0.5)
    for (let i = 0; i < hz; i++) stepPhysics(world, 1 / hz)
    expect(Position.y[ball]).toBeLessThan(-1)
    removeComponent(world, ledge, OneWay)
    teleport(world, ball, 0, 0.5)
    setVelocity(world, ball, 0, 0)
    for (let i = 0; i < hz; i++) stepPhysics(world, 1 / hz)
    expect(Position.y[ball]).toBeCloseTo(0.3, 2)
  }
})
