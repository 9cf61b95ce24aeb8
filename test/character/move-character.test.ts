import { addComponent, addComponents, addEntity, createWorld, hasComponent, removeEntity, type World } from 'bitecs'
import { describe, expect, it } from 'vitest'
import type { PhysicsComponents } from '../../components/index.ts'
import { FEET, type Foot } from '../../examples/characters/lab.ts'
import { spawnHero } from '../../examples/characters/our-lab.ts'
import {
  type PhysicsOptions, addPhysics, box, capsule, castShape, circle, createDrawnPoses, interpolate, isSleeping, moveCharacter, polygon, prismaticJoint,
  set, spawnBody, stepPhysics, teleport,
} from '../../src/index.ts'
import { whole } from '../support/soak.ts'

const DT = 1 / 60
const G = 9.81

interface Game {
  readonly world: World
  readonly components: PhysicsComponents
}

function makeGame(options: PhysicsOptions = {}): Game {
  const world = createWorld()
  return { world, components: addPhysics(world, options).components }
}

function floor({ world }: Game): number {
  return spawnBody(world, { shape: box(50, 0.5), y: -0.5, type: 'static' })
}

/** Steps and moves, with gravity down. */
function play({ world, components: { CharacterState } }: Game, hero: number, steps: number, vx = 0, look = () => {}): void {
  for (let n = 0; n < steps; n++) {
    stepPhysics(world, DT)
    moveCharacter(world, hero, vx, CharacterState.vy[hero]! - G * DT, DT)
    look()
  }
}

describe('moveCharacter', () => {
  it('says what is wrong', () => {
    const game = makeGame()
    const { world, components: { Character } } = game
    const hero = spawnHero(world, game.components, 'box', 0, 0)
    const crate = spawnBody(world, { shape: box(1, 1) })
    expect(() => moveCharacter(createWorld(), hero, 0, 0, DT)).toThrow('this world has no physics')
    expect(() => moveCharacter(world, 999, 0, 0, DT)).toThrow('moveCharacter: entity 999 does not exist')
    expect(() => moveCharacter(world, crate, 0, 0, DT)).toThrow(`entity ${crate} has no Character`)
    addComponent(world, crate, Character)
    expect(() => moveCharacter(world, crate, 0, 0, DT)).toThrow(`entity ${crate} is no kinematic body`)
    for (const [vx, vy, dt] of [[NaN, 0, DT], [0, Infinity, DT], [0, 0, -1], [0, 0, NaN]] as const) {
      expect(() => moveCharacter(world, hero, vx, vy, dt)).toThrow(RangeError)
    }
    expect(() => addComponent(world, crate, set(Character, { skin: -1 }))).toThrow('skin must not be negative')
    expect(() => addComponent(world, crate, set(Character, { platformLeave: 3 }))).toThrow('platformLeave must be at most 2')
  })

  it('adds the state with the first move, which can be read before', () => {
    const game = makeGame()
    const { world, components: { CharacterState, Character } } = game
    floor(game)
    const hero = spawnHero(world, game.components, 'box', 0, 0.52)
    expect(CharacterState.vy[hero]).toBe(0)
    expect(Character.skin[hero]).toBeNaN()
    play(game, hero, 5)
    expect(hasComponent(world, hero, CharacterState)).toBe(true)
    expect(CharacterState.grounded[hero]).toBe(1)
    moveCharacter(world, hero, 5, 0, 0)
    expect(CharacterState.vx[hero]).toBe(0)
  })

  it('is a function of the state: from the same state it comes to the same bits', () => {
    const game = makeGame()
    const { world, components: { CharacterState, Position } } = game
    floor(game)
    spawnBody(world, { shape: box(0.5, 0.5), x: 2, y: -0.25, type: 'static' })
    const hero = spawnHero(world, game.components, 'capsule', 0, 0.6)
    play(game, hero, 20, 3)
    const columns = Object.values(CharacterState) as Float64Array[]
    const saved = columns.map((column) => column[hero]!)
    const at = [Position.x[hero]!, Position.y[hero]!] as const
    const end = (): number[] => {
      for (let n = 0; n < 60; n++) moveCharacter(world, hero, 3, CharacterState.vy[hero]! - G * DT, DT)
      return [Position.x[hero]!, Position.y[hero]!, ...columns.map((column) => column[hero]!)]
    }
    const first = end()
    ;[Position.x[hero], Position.y[hero]] = at
    columns.forEach((column, i) => { column[hero] = saved[i]! })
    expect(end()).toEqual(first)
    expect(first[0]).toBeGreaterThan(2)
  })

  it.each([1, 30, 0.01])('is the same game with %d length units to the meter, and with y down', (unit) => {
    const paths = [1, -1].map((up) => {
      const game = makeGame({ lengthUnit: unit, gravity: { x: 0, y: -up * G * unit } })
      const { world, components } = game
      spawnBody(world, { shape: box(50 * unit, 0.5 * unit), y: -0.5 * unit * up, type: 'static' })
      spawnBody(world, { shape: box(2 * unit, 0.5 * unit), x: 4 * unit, y: -0.25 * unit * up, type: 'static' })
      const hero = addEntity(world)
      addComponents(world, hero, set(components.Position, { y: 0.8 * unit * up }), components.Velocity, components.Kinematic, components.Character,
        set(components.Shape, capsule(0.2 * unit, 0.3 * unit, 'y')))
      const { CharacterState: state, Position } = components
      const path: number[] = []
      for (let n = 0; n < 100; n++) {
        stepPhysics(world, DT)
        moveCharacter(world, hero, 3 * unit, state.vy[hero]! - up * G * unit * DT, DT)
        path.push(Position.x[hero]! / unit, (Position.y[hero]! * up) / unit)
      }
      expect(state.grounded[hero]).toBe(1)
      return path
    })
    expect(paths[0]!.at(-1)).toBeCloseTo(0.76, 6)
    for (const [i, value] of paths[0]!.entries()) expect(value).toBeCloseTo(paths[1]![i]!, 6)
  })

  it.each(whole<Foot>(FEET, ['box', 'circle']))('never leaves a closed room at 100 m/s, as a %s', (foot: Foot) => {
    for (const dt of [1 / 30, 1 / 240]) {
      const game = makeGame()
      const { world, components } = game
      for (const [x, y, w, h] of [[0, -0.5, 15, 0.5], [0, 10.05, 15, 0.05], [-15, 5, 0.05, 5], [15, 5, 0.05, 5], [3, 4, 0.3, 0.3]] as const) {
        spawnBody(world, { shape: box(w, h), x, y, type: 'static' })
      }
      const hero = spawnHero(world, components, foot, 0, 5)
      let seed = 7
      const random = () => {
        seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff
        return seed / 0x7fffffff - 0.5
      }
      for (let n = 0; n < 150; n++) {
        stepPhysics(world, dt)
        moveCharacter(world, hero, 200 * random(), 200 * random(), dt)
        expect(Math.abs(components.Position.x[hero]!)).toBeLessThan(14.95)
        expect(Math.abs(components.Position.y[hero]! - 5)).toBeLessThan(4.51)
      }
    }
  })

  it.each(whole<Foot>(FEET, ['polygon', 'compound']))('comes out of the ground that it was put into, as a %s', (foot: Foot) => {
    const game = makeGame()
    const { world, components } = game
    for (let x = -5; x < 5; x++) for (let y = 0; y < 3; y++) spawnBody(world, { shape: box(0.5, 0.5), x, y: -0.5 - y, type: 'static' })
    const hero = spawnHero(world, components, foot, 0.3, 0.2)
    play(game, hero, 30)
    expect(components.Position.y[hero]).toBeCloseTo(0.51, 3)
    expect(components.CharacterState.squeezed[hero]).toBe(0)
    // And where there is no way out it says so, and stays a number.
    teleport(world, hero, 0.2, -1.6)
    play(game, hero, 30)
    expect(Math.abs(components.Position.x[hero]!)).toBeLessThan(6)
    expect(Math.abs(components.Position.y[hero]! + 1)).toBeLessThan(3)
  })

  it('has no fall left where its way ends exactly on the ground', () => {
    for (const stopOnSlope of [0, 1]) {
      const game = makeGame()
      const { world, components: { Character, CharacterState } } = game
      floor(game)
      const hero = spawnHero(world, game.components, 'box', 0, 0.76)
      Character.stopOnSlope[hero] = stopOnSlope
      moveCharacter(world, hero, 0, -16, 1 / 64)
      expect([CharacterState.grounded[hero], CharacterState.vy[hero]]).toEqual([1, 0])
    }
  })

  it('is not carried where it was teleported to', () => {
    const game = makeGame()
    const { world, components: { Position, Velocity } } = game
    floor(game)
    const platform = spawnBody(world, { shape: box(2, 0.2), y: 3, type: 'kinematic' })
    const hero = spawnHero(world, game.components, 'box', 0, 3.72)
    play(game, hero, 5)
    Velocity.x[platform] = 6
    play(game, hero, 10)
    expect(Position.x[hero]! - Position.x[platform]!).toBeCloseTo(0, 9)
    teleport(world, hero, -10, 0.51)
    play(game, hero, 10)
    expect(Position.x[hero]).toBe(-10)
  })

  it.each(['static', 'kinematic', 'dynamic'] as const)('is carried neither by what has got the id of its ground and is %s, nor by ground that is put elsewhere', (type) => {
    for (const first of ['static', 'kinematic'] as const) {
      const game = makeGame()
      const { world, components: { CharacterState, Position, Velocity } } = game
      const ground = spawnBody(world, { shape: box(2, 0.5), y: -0.5, type: first })
      const hero = spawnHero(world, game.components, 'capsule', 0, 0.52)
      if (first === 'kinematic') Velocity.x[ground] = 1
      play(game, hero, 30)
      const x = Position.x[hero]!
      expect(x).toBeCloseTo(first === 'kinematic' ? 28 / 60 : 0, 6)
      removeEntity(world, ground)
      const other = spawnBody(world, { shape: box(0.5, 0.5), x: 6, y: 3, type })
      expect(other).toBe(ground)
      play(game, hero, 1)
      expect(Position.x[hero]).toBeCloseTo(x, 9)
      expect(CharacterState.grounded[hero]).toBe(0)
    }
    const game = makeGame()
    const { world, components: { Position } } = game
    const ground = spawnBody(world, { shape: box(2, 0.5), y: -0.5, type: 'kinematic' })
    const hero = spawnHero(world, game.components, 'capsule', 0, 0.52)
    play(game, hero, 5)
    // A plain write of a frame's way carries, as a velocity does; a lift that begins anew below does not.
    Position.x[ground] = 0.2
    play(game, hero, 1)
    expect(Position.x[hero]).toBeCloseTo(0.2, 9)
    teleport(world, ground, 0.2, -10)
    play(game, hero, 1)
    expect(Position.y[hero]).toBeGreaterThan(0.5)
  })

  it('says when the ground went', () => {
    const game = makeGame()
    const { world, components: { CharacterState } } = game
    const ground = floor(game)
    const hero = spawnHero(world, game.components, 'box', 0, 0.52)
    play(game, hero, 5)
    expect(CharacterState.ground[hero]).toBe(ground)
    removeEntity(world, ground)
    play(game, hero, 5)
    expect([CharacterState.grounded[hero], CharacterState.ground[hero]]).toEqual([0, 0])
    expect(CharacterState.airTime[hero]).toBeCloseTo(5 * DT, 9)
  })
})

describe('with bodies that can be pushed', () => {
  it('stands on a crate that falls asleep under it, leaves it, and pushes it away', () => {
    const game = makeGame()
    const { world, components: { Position, CharacterState } } = game
    floor(game)
    const crate = spawnBody(world, { shape: box(1, 0.5), y: 0.5 })
    const hero = spawnHero(world, game.components, 'capsule', 0, 1.8)
    let lost = 0
    play(game, hero, 60)
    play(game, hero, 200, 0, () => { if (CharacterState.grounded[hero] === 0) lost++ })
    expect([lost, isSleeping(world, crate)]).toEqual([0, true])
    expect(Position.y[hero]! - Position.y[crate]!).toBeCloseTo(1.01, 3)
    play(game, hero, 120, 2)
    expect(Position.y[hero]).toBeCloseTo(0.51, 6)
    play(game, hero, 120, -3)
    expect(Position.x[crate]).toBeLessThan(-1)
    expect(Position.y[crate]).toBeCloseTo(0.5, 2)
  })

  it('is lifted by a body with a motor, which does not meet a wall in it', () => {
    const game = makeGame()
    const { world, components: { Position, CharacterState, Joint } } = game
    const base = spawnBody(world, { shape: box(0.1, 0.1), y: -3, type: 'static' })
    const lift = spawnBody(world, { shape: box(2, 0.2), mass: { mass: 50 } })
    addComponents(world, addEntity(world), set(Joint, prismaticJoint(base, lift, { x: 0, y: 0, axis: { x: 0, y: 1 }, motor: { speed: 2, maxForce: 5000 } })))
    const hero = spawnHero(world, game.components, 'box', 0.5, 0.8)
    play(game, hero, 60)
    let lost = 0
    play(game, hero, 120, 0, () => { if (CharacterState.grounded[hero] === 0) lost++ })
    expect(lost).toBe(0)
    expect(Position.y[lift]).toBeGreaterThan(5.9)
    expect(Position.y[hero]! - Position.y[lift]!).toBeCloseTo(0.71, 3)
    expect(CharacterState.groundVelocityY[hero]).toBeCloseTo(2, 3)
  })

  it('holds what falls on its head, and lets it fall when it goes', () => {
    const game = makeGame()
    const { world, components: { Position } } = game
    floor(game)
    const hero = spawnHero(world, game.components, 'box', 0, 0.52)
    const crate = spawnBody(world, { shape: box(0.4, 0.4), y: 2 })
    play(game, hero, 200)
    expect(Position.y[crate]).toBeCloseTo(1.41, 2)
    expect(isSleeping(world, crate)).toBe(true)
    play(game, hero, 60, 3)
    expect(Position.x[hero]).toBeCloseTo(3, 3)
    expect(Position.y[crate]).toBeCloseTo(0.4, 2)
  })
})

it('is drawn on its way from move to move, and at once where it was teleported to', () => {
  const game = makeGame()
  const { world, components: { Position } } = game
  floor(game)
  const hero = spawnHero(world, game.components, 'box', 0, 0.51)
  const drawn = interpolate(world, 1, createDrawnPoses())
  play(game, hero, 20, 6)
  const x = Position.x[hero]!
  play(game, hero, 1, 6)
  interpolate(world, 0.25, drawn)
  expect(drawn.x[hero]).toBeCloseTo(x + 0.25 * 0.1, 9)
  teleport(world, hero, -5, 0.51)
  expect(interpolate(world, 0.5, drawn).x[hero]).toBe(-5)
  play(game, hero, 1, 6)
  expect(interpolate(world, 0.5, drawn).x[hero]).toBeCloseTo(-4.95, 9)
})

it('goes up a step however slowly it goes, and however its face leans', () => {
  for (const foot of FEET) {
    for (const lean of [0, 0.06]) {
      for (const [run, dt] of [[0.2, 1 / 120], [1, 1 / 120], [0.5, 1 / 60], [3, 1 / 30]] as const) {
        const game = makeGame()
        const { world, components: { CharacterState, Position } } = game
        floor(game)
        spawnBody(world, { shape: polygon([{ x: 1, y: 0 }, { x: 3, y: 0 }, { x: 3, y: 0.25 }, { x: 1 + lean, y: 0.25 }]), type: 'static' })
        const hero = spawnHero(world, game.components, foot, 0.3, 0.51)
        let lost = 0
        for (let n = 0; n < 1.4 / (run * dt); n++) {
          stepPhysics(world, dt)
          moveCharacter(world, hero, run, CharacterState.vy[hero]! - G * dt, dt)
          if (CharacterState.grounded[hero] === 0) lost++
        }
        expect([foot, lean, run, lost]).toEqual([foot, lean, run, 0])
        expect(Position.x[hero]).toBeGreaterThan(1.6)
        expect(Position.y[hero]).toBeCloseTo(0.76, 2)
      }
    }
  }
})

it('castShape meets what it touches exactly, wherever that is rounded to', () => {
  const { world } = makeGame()
  const angle = Math.PI / 6
  spawnBody(world, { shape: box(30, 0.5), angle, type: 'static' })
  const shape = circle(0.31)
  let missed = 0
  for (let n = 0; n < 2000; n++) {
    // Along the slope at exactly its radius, but for rounding.
    const along = -20 + 0.0203 * n
    const x = along * Math.cos(angle) - 0.81 * Math.sin(angle)
    const y = along * Math.sin(angle) + 0.81 * Math.cos(angle)
    if (castShape(world, shape, x, y, 0, 0, -0.3) === null) missed++
  }
  expect(missed).toBe(0)
})
