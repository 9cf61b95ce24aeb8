/** Belts take along who stands on them, as they do crates. */
import { addComponent, createWorld, set } from 'bitecs'
import { expect, it } from 'vitest'
import { PlatformLeave, addPhysics, box, capsule, chain, moveCharacter, spawnBody, stepPhysics, type BodyOptions } from '../../src/index.ts'

const GRAVITY = 10

interface Ride {
  readonly hz: number
  readonly run?: number
  readonly down?: 1 | -1
  readonly degrees?: number
  readonly drives?: number
  readonly speed?: number
}

/** How fast a character and a crate go to the right on a belt, and whether the character never lost its ground. */
function ride({ hz, run = 0, down = 1, degrees = 0, drives = 0, speed = 2 }: Ride): { hero: number; crate: number; lost: number } {
  const world = createWorld()
  const { Position, Velocity, Character, CharacterState } = addPhysics(world, { gravity: { x: 0, y: -GRAVITY * down } }).components
  const angle = (degrees * Math.PI) / 180
  const belt: BodyOptions = { shape: box(50, 0.5), y: -0.5 * down, angle, material: { tangentSpeed: speed, friction: 1 } }
  spawnBody(world, drives === 0 ? { ...belt, type: 'static' } : { ...belt, type: 'kinematic', velocity: { x: drives } })
  const crate = spawnBody(world, { shape: box(0.4, 0.4), x: 5, y: (0.42 + 5 * Math.tan(angle)) * down, angle, material: { friction: 1 } })
  const hero = spawnBody(world, { shape: capsule(0.3, 0.3, 'y'), y: 0.65 * down, type: 'kinematic' })
  addComponent(world, hero, Character)
  let [lost, from] = [0, 0]
  for (let i = 0; i < 3 * hz; i++) {
    if (i === 2 * hz) from = Position.x[hero]!
    stepPhysics(world, 1 / hz)
    moveCharacter(world, hero, run, CharacterState.vy[hero]! - (GRAVITY * down) / hz, 1 / hz)
    if (i > 20) lost += 1 - CharacterState.grounded[hero]!
  }
  return { hero: Position.x[hero]! - from, crate: Velocity.x[crate]!, lost }
}

it('a belt carries a character as fast as a crate, on slopes and on platforms, and wherever up is', () => {
  for (const hz of [30, 60, 144]) {
    for (const how of [{}, { speed: -3 }, { down: -1 }, { degrees: 20 }, { degrees: -20 }, { drives: 1.5 }] as const) {
      const { hero, crate, lost } = ride({ hz, ...how })
      expect(Math.abs(hero), JSON.stringify(how)).toBeGreaterThan(0.4)
      expect(Math.abs(hero - crate), `${JSON.stringify(how)}, ${hz} Hz`).toBeLessThan(0.05)
      expect(lost).toBe(0)
    }
  }
})

it('a character that walks against a belt as fast as that goes stays where it is', () => {
  expect(Math.abs(ride({ hz: 60, run: -2 }).hero)).toBeLessThan(1e-6)
  expect(ride({ hz: 60, run: 1 }).hero).toBeCloseTo(3, 2)
})

it('leaves the belt with its speed, unless it drops that, and stops at a wall and behind the end of it', () => {
  for (const [platformLeave, way] of [[PlatformLeave.Add, 2], [PlatformLeave.Drop, 0]] as const) {
    const world = createWorld()
    const { Position, Character, CharacterState } = addPhysics(world).components
    spawnBody(world, { shape: chain([{ x: 0, y: 0 }, { x: 60, y: 0 }]), type: 'static' })
    spawnBody(world, { shape: chain([{ x: -9, y: 0 }, { x: 0, y: 0 }]), type: 'static', material: { tangentSpeed: 2 } })
    spawnBody(world, { shape: box(0.5, 2), x: 6, y: 2, type: 'static' })
    const hero = spawnBody(world, { shape: box(0.3, 0.5), x: -6, y: 0.52, type: 'kinematic' })
    addComponent(world, hero, set(Character, { platformLeave }))
    const play = (steps: number, jump: number): void => {
      for (let i = 0; i < steps; i++) {
        stepPhysics(world, 1 / 60)
        // In the air it keeps the speed that it has.
        const vx = CharacterState.grounded[hero] === 1 ? 0 : CharacterState.vx[hero]!
        moveCharacter(world, hero, vx, i === 0 && jump > 0 ? jump : CharacterState.vy[hero]! - GRAVITY / 60, 1 / 60)
      }
    }
    play(30, 0)
    const x = Position.x[hero]!
    expect(CharacterState.beltSpeed[hero]).toBe(2)
    play(30, 4)
    expect(CharacterState.grounded[hero]).toBe(0)
    expect(Position.x[hero]! - x).toBeCloseTo(0.5 * way + (way === 0 ? 2 / 60 : 0), 1)
    play(600, 0)
    // Past the middle of its foot the ground is none of the belt.
    expect(Position.x[hero]).toBeGreaterThan(-0.4)
    expect(Position.x[hero]).toBeLessThan(0.5)
    expect(CharacterState.beltSpeed[hero]).toBe(0)
  }
})
