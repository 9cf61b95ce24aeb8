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
