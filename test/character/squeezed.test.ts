/** Between what leaves no room for it a character is pushed into nothing that is solid, and not through it. */
import { addComponents, addEntity, createWorld } from 'bitecs'
import { describe, expect, it } from 'vitest'
import { FEET, type Foot, HALF, HALF_WIDTH } from '../../examples/characters/lab.ts'
import { spawnHero } from '../../examples/characters/our-lab.ts'
import { addPhysics, box, chain, circle, mergeTiles, moveCharacter, rect, segment, set, setVelocity, spawnBody, spawnLevel, stepPhysics } from '../../src/index.ts'
import { whole } from '../support/soak.ts'

const WALLS = {
  'a wall': (world: object) => { spawnBody(world, { shape: box(1, 3), x: 3, y: 1, type: 'static' }) },
  'a thin wall': (world: object) => { spawnBody(world, { shape: box(0.02, 3), x: 2.02, y: 1, type: 'static' }) },
  outlines: (world: object) => { spawnLevel(world, mergeTiles(['001', '001', '001', '111'].map((row) => [...row].map(Number)), { to: 'outlines', origin: { x: 0, y: 3 } })) },
}

describe.each(Object.entries(WALLS))('a fast press before %s', (_, build) => {
  it.each(whole<Foot>(FEET, ['circle', 'compound']))('does not push a %s into it, nor through it', (foot: Foot) => {
    for (const [hz, speed, room] of [[30, 10, 0.2], [30, 6, 0.02], [60, 15, 0.11], [60, 15, 0.4], [120, 15, 0.05]] as const) {
      const world = createWorld()
      const { components } = addPhysics(world)
      spawnBody(world, { shape: box(50, 0.5), y: -0.5, type: 'static' })
      build(world)
      const x = 2 - HALF_WIDTH[foot] - room
      const hero = spawnHero(world, components, foot, x, HALF + 0.01)
      spawnBody(world, { shape: box(1, 0.4), x: x - HALF_WIDTH[foot] - 1.35, y: 0.5, type: 'kinematic', velocity: { x: speed } })
      let [farthest, squeezed] = [-Infinity, 0]
      for (let i = 0; i < hz / 4; i++) {
        stepPhysics(world, 1 / hz)
        moveCharacter(world, hero, 0, components.CharacterState.vy[hero]! - 9.81 / hz, 1 / hz)
        farthest = Math.max(farthest, components.Position.x[hero]!)
        squeezed += components.CharacterState.squeezed[hero]!
      }
      expect(farthest, `${hz} Hz, ${speed} m/s, ${room} m`).toBeLessThan(2 - HALF_WIDTH[foot] + 1e-6)
      expect(squeezed).toBeGreaterThan(0)
    }
  })
})

it.each(FEET)('in a gap as high as itself a %s is in neither floor nor ceiling, and goes on', (foot) => {
  for (const off of [0, 0.005, -0.004, 0.02, -0.03]) {
    const world = createWorld()
    const { components: { Position, CharacterState }, components } = addPhysics(world)
    for (const y of [-1, 2]) spawnBody(world, { shape: rect(50, 2), y, type: 'static' })
    const hero = spawnHero(world, components, foot, 0, HALF + off)
    for (let i = 0; i < 60; i++) {
      stepPhysics(world, 1 / 60)
      moveCharacter(world, hero, 3, CharacterState.vy[hero]! - 9.81 / 60, 1 / 60)
      expect(Math.abs(Position.y[hero]! - HALF), `${off} off, after ${i}`).toBeLessThan(0.0006)
      expect([CharacterState.grounded[hero], CharacterState.squeezed[hero]]).toEqual([1, 0])
    }
    expect(Position.x[hero]).toBeCloseTo(3, 1)
  }
})

it('where a floor and a ceiling meet far away it does not leap there', () => {
  for (const lean of [0.02, 0.1, 0.3]) {
    const world = createWorld()
    const { components: { Position, CharacterState }, components } = addPhysics(world)
    spawnBody(world, { shape: chain([{ x: 20, y: 20 * lean }, { x: -20, y: -20 * lean }]), type: 'static' })
    spawnBody(world, { shape: rect(40, 2), y: -1.5, type: 'static' })
    const hero = spawnHero(world, components, 'capsule', 0, -0.05)
    for (let i = 0; i < 30; i++) {
      stepPhysics(world, 1 / 60)
      moveCharacter(world, hero, 1, CharacterState.vy[hero]! - 9.81 / 60, 1 / 60)
    }
    expect(Math.hypot(Position.x[hero]!, Position.y[hero]!), `${lean}`).toBeLessThan(1)
  }
})

it('between floor and ceiling a turned plate does not drive it through a thin wall', () => {
  const world = createWorld()
  const { Position, Character, CharacterState } = addPhysics(world, { gravity: { x: 0, y: -20 } }).components
  for (const y of [-0.5, 1.9]) spawnBody(world, { shape: rect(20, 1), y, type: 'static' })
  spawnBody(world, { shape: segment(1, -0.2, 1, 2), type: 'static' })
  const hero = spawnBody(world, { shape: circle(0.4), x: 0.3, y: 0.7, type: 'kinematic', with: [Character] })
  const plate = spawnBody(world, { shape: rect(2, 1.2), x: -2.5, y: 0.7, angle: 0.2, type: 'kinematic' })
  for (let i = 0; i < 120; i++) {
    setVelocity(world, plate, Math.floor((i / 60) * (20 / 3)) % 2 === 1 ? -20 : 20, 0)
    stepPhysics(world, 1 / 60)
    moveCharacter(world, hero, 0, CharacterState.vy[hero]! - 20 / 60, 1 / 60)
    expect(Position.x[hero], `step ${i}`).toBeLessThan(1)
  }
})

it('who has no room under a press does not leap to its other side', () => {
  const world = createWorld()
  const { Position, Shape, Collider, Character, CharacterState } = addPhysics(world, { gravity: { x: 0, y: -20 } }).components
  for (const y of [-0.5, 4.5]) spawnBody(world, { shape: rect(20, 1), y, type: 'static' })
  const hero = spawnBody(world, { shape: rect(0.6, 0.8), y: 1.5, type: 'kinematic', with: [Character] })
  addComponents(world, addEntity(world), set(Collider, { body: hero, y: 0.6 }), set(Shape, circle(0.25)))
  const plate = spawnBody(world, { shape: rect(4, 1), y: 3.5, type: 'kinematic' })
  for (let i = 0; i < 90; i++) {
    setVelocity(world, plate, 0, Math.floor(i / 30 / 4) % 2 === 1 ? 1 : -1)
    stepPhysics(world, 1 / 30)
    const [x, y] = [Position.x[hero]!, Position.y[hero]!]
    moveCharacter(world, hero, 3 * Math.sin(i / 10), CharacterState.vy[hero]! - 20 / 30, 1 / 30)
    expect(Math.hypot(Position.x[hero]! - x, Position.y[hero]! - y), `step ${i}`).toBeLessThan(0.5)
  }
})
