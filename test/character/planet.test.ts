import { type World, addComponents, addEntity, createWorld } from 'bitecs'
import { describe, expect, it } from 'vitest'
import {
  type ShapeData, addFields, addPhysics, box, capsule, circle, fieldUp, hashWorld, jumpSpeed, moveCharacter, radialField, set, spawnBody, stepPhysics,
  turnCharacter,
} from '../../src/index.ts'
import type { PhysicsComponents } from '../../components/index.ts'
import { SOAK } from '../support/soak.ts'

const RADIUS = 5
const GRAVITY = 10
/** Half the height of every shape. */
const HALF = 0.5
const SHAPES: Readonly<Record<string, ShapeData>> = { circle: circle(0.5), capsule: capsule(0.2, 0.3, 'y'), box: box(0.3, 0.5) }
/** How high the boxes are that lie on the planet. */
const HEIGHT = 0.2

interface Walk {
  readonly world: World
  readonly hero: number
  readonly components: PhysicsComponents
  /** Steps, and then walks to its right; `jump` is the height of a jump that begins now. */
  go(run: number, dt: number, jump?: number): void
  /** From the surface to its feet. */
  height(): number
  /** Radians clockwise from the top, counted on. */
  around(): number
}

function onPlanet(shape: ShapeData, boxes: 'static' | 'dynamic' | 'none'): Walk {
  const world = createWorld()
  const { components } = addPhysics(world, { gravity: { x: 0, y: 0 } })
  addFields(world)
  const { Position, Shape, Velocity, Static, Sensor, Field, Kinematic, Character, CharacterState } = components
  spawnBody(world, { shape: circle(RADIUS), type: 'static' })
  const pull = addEntity(world)
  addComponents(world, pull, Position, set(Shape, circle(30)), Static, Sensor, set(Field, radialField({ strength: GRAVITY, radius: RADIUS, falloff: 'inverse-square' })))
  for (let i = 0; boxes !== 'none' && i < 6; i++) {
    // None where the character begins.
    const angle = (2 * Math.PI * (i + 0.5)) / 6
    const distance = RADIUS + HEIGHT / 2
    spawnBody(world, { shape: box(0.4, HEIGHT / 2), x: distance * Math.sin(angle), y: distance * Math.cos(angle), angle: -angle, type: boxes, material: { density: 20, friction: 0.9 } })
  }
  const hero = addEntity(world)
  addComponents(world, hero, set(Position, { y: RADIUS + HALF + 0.05 }), Velocity, set(Shape, shape), Kinematic, Character)
  let [before, sum] = [0, 0]
  return {
    world, hero, components,
    go(run, dt, jump = 0) {
      stepPhysics(world, dt)
      const up = fieldUp(world, Position.x[hero]!, Position.y[hero]!)
      turnCharacter(world, hero, up.x, up.y)
      const rise = jump > 0 ? jumpSpeed(jump, up.gravity, dt) : CharacterState.vx[hero]! * up.x + CharacterState.vy[hero]! * up.y - up.gravity * dt
      moveCharacter(world, hero, run * up.y + rise * up.x, rise * up.y - run * up.x, dt)
      const angle = Math.atan2(Position.x[hero]!, Position.y[hero]!)
      sum += Math.atan2(Math.sin(angle - before), Math.cos(angle - before))
      before = angle
    },
    height: () => Math.hypot(Position.x[hero]!, Position.y[hero]!) - RADIUS - HALF,
    around: () => sum,
  }
}

const RATES = [1 / 30, 1 / 60, 1 / 120]

describe.each(Object.entries(SHAPES))('a %s', (name, shape) => {
  it.each(['none', 'static', 'dynamic'] as const)('walks around a planet, boxes: %s', (boxes) => {
    // All rates and speeds in `npm run soak`; here one rate each, so that each shape goes at each rate.
    for (const dt of SOAK ? RATES : [RATES[(Object.keys(SHAPES).indexOf(name) + boxes.length) % 3]!]) {
      for (const run of SOAK ? [0.7, 1.5, 4, -6, 12] : [-12, 1.5]) {
        const { go, height, around, hero, components } = onPlanet(shape, boxes)
        for (let t = 0; t < 0.5; t += dt) go(0, dt)
        const label = `${name} ${boxes} at ${run} m/s, ${Math.round(1 / dt)} Hz`
        let [lost, highest, lowest] = [0, 0, Infinity]
        for (let t = 0; t < (2.2 * Math.PI * (RADIUS + HALF)) / Math.abs(run); t += dt) {
          go(run, dt)
          if (components.CharacterState.grounded[hero] === 0) lost++
          highest = Math.max(highest, height())
          lowest = Math.min(lowest, height())
        }
        expect.soft(around() * Math.sign(run), label).toBeGreaterThan(2 * Math.PI)
        expect.soft(lost, label).toBe(0)
        // A flat foot stands on the middle of itself, or with its edges on a box.
        expect.soft(highest, label).toBeLessThan((boxes === 'none' ? 0 : HEIGHT) + 0.06)
        expect.soft(lowest, label).toBeGreaterThan(0)
      }
    }
  })

  it('jumps as a thing that is thrown up does, on all sides, and lands', () => {
    for (const dt of RATES) {
      const { go, height, hero, components } = onPlanet(shape, 'none')
      for (const run of [0, 3]) {
        for (let t = 0; t < 0.8; t += dt) go(3, dt)
        for (let t = 0; t < 0.2; t += dt) go(run, dt)
        expect(components.CharacterState.grounded[hero]).toBe(1)
        const ground = height()
        let top = 0
        go(run, dt, 1)
        for (let t = 0; t < 2.5; t += dt) {
          go(run, dt)
          top = Math.max(top, height())
        }
        const label = `${name} at ${run} m/s, ${Math.round(1 / dt)} Hz`
        expect(Math.abs(top - ground - thrown(RADIUS + HALF + ground, run)), label).toBeLessThan(0.04)
        expect(components.CharacterState.grounded[hero], label).toBe(1)
      }
    }
  })
})

/** How high a throw gets that would reach 1 m if gravity was everywhere as it is down there, while the speed around stays the same. */
function thrown(from: number, run: number): number {
  const pull = GRAVITY * RADIUS * RADIUS
  let [distance, rise] = [from, Math.sqrt((2 * pull) / (from * from))]
  const dt = 1e-5
  while (rise > 0) {
    rise += (run * run / distance - pull / (distance * distance)) * dt
    distance += rise * dt
  }
  return distance - from
}

describe('turnCharacter', () => {
  it('turns the shape and, on the ground, the velocity', () => {
    const { world, hero, components: { Character, CharacterState, Rotation }, go } = onPlanet(box(0.3, 0.5), 'none')
    for (let i = 0; i < 40; i++) go(4, 1 / 60)
    const speed = Math.hypot(CharacterState.vx[hero]!, CharacterState.vy[hero]!)
    expect(speed).toBeCloseTo(4, 9)
    turnCharacter(world, hero, 0, -3)
    expect([Character.upX[hero], Character.upY[hero]]).toEqual([0, -1])
    expect(Math.abs(Rotation.angle[hero]!)).toBeCloseTo(Math.PI, 12)
    expect(CharacterState.vx[hero]).toBeCloseTo(-4, 9)
    expect(CharacterState.vy[hero]).toBeCloseTo(0, 9)
    CharacterState.grounded[hero] = 0
    turnCharacter(world, hero, 1, 0)
    expect(CharacterState.vx[hero]).toBeCloseTo(-4, 9)
    expect(Rotation.angle[hero]! % (2 * Math.PI)).toBeCloseTo(-Math.PI / 2, 12)
  })

  it('turns on and on: angles are not wrapped', () => {
    const { go, hero, components: { Rotation }, around } = onPlanet(box(0.3, 0.5), 'none')
    for (let i = 0; i < 1500; i++) go(4, 1 / 60)
    expect(around()).toBeGreaterThan(15)
    expect(Rotation.angle[hero]).toBeCloseTo(-around(), 1)
  })

  it('is the same in each run', () => {
    const hash = (): number => {
      const { go, world } = onPlanet(box(0.3, 0.5), 'dynamic')
      for (let i = 0; i < 300; i++) go(4, 1 / 60, i === 100 ? 1 : 0)
      return hashWorld(world)
    }
    expect(hash()).toBe(hash())
  })

  it('refuses what is no direction and what is no character', () => {
    const { world, hero } = onPlanet(box(0.3, 0.5), 'none')
    for (const [x, y] of [[0, 0], [NaN, 1], [Infinity, 0]] as const) expect(() => turnCharacter(world, hero, x, y)).toThrow(`turnCharacter: up must be a direction, got (${x}, ${y}).`)
    expect(() => turnCharacter(world, addEntity(world), 0, 1)).toThrow(/^turnCharacter: entity \d+ has no Character\. Add one with addComponent\(world, entity, Character\)\.$/)
  })
})

/** How high over the crates of a planet a character gets that walks over them and rests in turn, and how fast its ground moves at the most. */
function rideCrates(radius: number, dt: number, substeps: number, density: number, run: number, half: number): { high: number; fast: number } {
  const world = createWorld()
  const { components } = addPhysics(world, { gravity: { x: 0, y: 0 }, substeps })
  addFields(world)
  const { Position, Shape, Velocity, Static, Sensor, Field, Kinematic, Character, CharacterState: state } = components
  spawnBody(world, { shape: circle(radius), type: 'static' })
  addComponents(world, addEntity(world), Position, set(Shape, circle(4 * radius)), Static, Sensor, set(Field, radialField({ strength: 10, radius, falloff: 'inverse-square' })))
  for (let i = 0; i < 12; i++) {
    const angle = (Math.PI * (i + 0.5)) / 6
    const distance = radius + half
    spawnBody(world, { shape: box(half, half), x: distance * Math.sin(angle), y: distance * Math.cos(angle), angle: -angle, material: { density } })
  }
  const hero = addEntity(world)
  const [start, from] = [Math.PI / 12 - 0.02, radius + 2 * half + 1]
  addComponents(world, hero, set(Position, { x: from * Math.sin(start), y: from * Math.cos(start) }), Velocity, set(Shape, capsule(0.2, 0.3, 'y')), Kinematic, Character)
  let [high, fast] = [0, 0]
  for (let t = 0; t < 9; t += dt) {
    stepPhysics(world, dt)
    const up = fieldUp(world, Position.x[hero]!, Position.y[hero]!)
    turnCharacter(world, hero, up.x, up.y)
    const rise = state.vx[hero]! * up.x + state.vy[hero]! * up.y - up.gravity * dt
    const right = Math.floor(t / 3) % 2 === 0 ? run : 0
    moveCharacter(world, hero, right * up.y + rise * up.x, rise * up.y - right * up.x, dt)
    high = Math.max(high, Math.hypot(Position.x[hero]!, Position.y[hero]!) - radius - 2 * half)
    fast = Math.max(fast, Math.hypot(state.groundVelocityX[hero]!, state.groundVelocityY[hero]!))
  }
  return { high, fast }
}

// A step of 0.4 m may end just before the face of a box, which leans away from a foot that stands upright there: the ground is at its foot.
it('a flat foot that comes to boxes at 30 Hz never loses its ground, wherever before them a move ends', () => {
  for (const run of [11.05, 11.15, 11.4, 11.75, 12.15, 12.5]) {
    const { go, around, hero, components } = onPlanet(SHAPES['box']!, 'static')
    for (let i = 0; i < 15; i++) go(0, 1 / 30)
    let lost = 0
    for (let i = 0; i < 100; i++) {
      go(run, 1 / 30)
      if (components.CharacterState.grounded[hero] === 0) lost++
    }
    expect(lost, `${run} m/s`).toBe(0)
    expect(around(), `${run} m/s`).toBeGreaterThan(6)
  }
})

describe('a crate that rolls under a character', () => {
  const all = [5, 40].flatMap((radius) => [1 / 30, 1 / 60, 1 / 120].flatMap((dt) => [1, 4, 8, 16].flatMap((substeps) => (
    [0.1, 1, 20].flatMap((density) => [1, 4].flatMap((run) => [0.3, 0.8].map((half) => [radius, dt, substeps, density, run, half] as const)))
  ))))
  const some = [[5, 1 / 120, 8, 1, 4, 0.8], [5, 1 / 120, 1, 0.1, 4, 0.8]] as const
  it.each(SOAK ? all : some)('on a planet of %f m, steps of %f s, %i substeps, density %f, at %f m/s, half %f m, does not throw it', (...world) => {
    const { high, fast } = rideCrates(...world)
    // It began 1 m over the crates; a corner of one that tips reaches up by 0.41 of its half, and one may lie on another.
    expect(high).toBeLessThan(2.5)
    // A crate that a man of 4 m/s rolls has twice that at its top.
    expect(fast).toBeLessThan(9)
  })
})
