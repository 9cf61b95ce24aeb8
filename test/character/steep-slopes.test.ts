/** In the air against what is too steep to stand on: keys that are held lead into it, and must not hold anybody up. */
import { addComponents, createWorld } from 'bitecs'
import { expect, it } from 'vitest'
import { type ShapeData, addPhysics, box, capsule, circle, moveCharacter, spawnBody, stepPhysics } from '../../src/index.ts'

const GRAVITY = 10
const FEET: Readonly<Record<string, ShapeData>> = { box: box(0.3, 0.5), capsule: capsule(0.2, 0.3, 'y'), circle: circle(0.4) }

/** How far it comes down in a second beside a wall that rises to the right under an angle, and how fast it falls then. */
function fall(foot: ShapeData, degrees: number, run: number, hz: number): { depth: number; vy: number } {
  const world = createWorld()
  const { Position, Character, CharacterState } = addPhysics(world).components
  const angle = (degrees * Math.PI) / 180
  spawnBody(world, { shape: box(60, 1), angle, type: 'static' })
  const hero = spawnBody(world, { shape: foot, x: -2 / Math.sin(angle), type: 'kinematic' })
  addComponents(world, hero, Character)
  for (let i = 0; i < hz; i++) {
    stepPhysics(world, 1 / hz)
    moveCharacter(world, hero, run, CharacterState.vy[hero]! - GRAVITY / hz, 1 / hz)
  }
  return { depth: -Position.y[hero]!, vy: CharacterState.vy[hero]! }
}

// From 6 m/s on it hung on slopes of 46 to 80 degrees for good.
it.each(Object.entries(FEET))('a %s that runs against a steep slope slides down it as fast as one that does not', (_, foot) => {
  for (const hz of [30, 60]) for (const degrees of [46, 60, 80, 85, 89, 91]) {
    const free = fall(foot, degrees, 0, hz)
    for (const run of [2, 6, 12, 40]) {
      const { depth, vy } = fall(foot, degrees, run, hz)
      const label = `${degrees} degrees, ${run} m/s, ${hz} Hz`
      expect(vy, label).toBeCloseTo(free.vy, 6)
      // Without a key it is beside the slope at first; with one it is on it from the beginning.
      expect(depth, label).toBeGreaterThan(0.85 * free.depth)
    }
  }
})

/** Drops a hero between a slope that rises to the left and a wall to its right, which leans by some degrees; then it jumps. */
function dropBetween(foot: ShapeData, degrees: number, leans: number): { grounded: number; still: boolean; jumped: number } {
  const world = createWorld()
  const { Position, Character, CharacterState } = addPhysics(world).components
  const angle = (-degrees * Math.PI) / 180
  spawnBody(world, { shape: box(20, 1), x: Math.sin(angle), y: -Math.cos(angle), angle, type: 'static' })
  const lean = (leans * Math.PI) / 180
  spawnBody(world, { shape: box(1, 20), x: 0.2 + Math.cos(lean), y: Math.sin(lean), angle: lean, type: 'static' })
  const hero = spawnBody(world, { shape: foot, x: -1.5, y: 6, type: 'kinematic' })
  addComponents(world, hero, Character)
  const play = (steps: number, jump: number) => {
    for (let i = 0; i < steps; i++) {
      stepPhysics(world, 1 / 60)
      moveCharacter(world, hero, 0, i === 0 && jump > 0 ? jump : CharacterState.vy[hero]! - GRAVITY / 60, 1 / 60)
    }
  }
  play(240, 0)
  const y = Position.y[hero]!
  const grounded = CharacterState.grounded[hero]!
  play(1, 0)
  const still = Position.y[hero] === y
  play(10, 5)
  return { grounded, still, jumped: Position.y[hero]! - y }
}

// It stood still there, but not on the ground: who may jump from ground only was there for good.
it.each(Object.entries(FEET))('a %s between a steep slope and a wall stands there, and can jump', (_, foot) => {
  for (const degrees of [50, 60, 75]) for (const leans of [-10, 0, 5]) {
    const { grounded, still, jumped } = dropBetween(foot, degrees, leans)
    expect([grounded, still], `${degrees}, ${leans}`).toEqual([1, true])
    // Where the wall leans over it, it does not come far.
    if (leans <= 0) expect(jumped, `${degrees}, ${leans}`).toBeGreaterThan(0.5)
  }
})
