import { addComponent, addComponents, createWorld, observe, onAdd, set } from 'bitecs'
import { describe, expect, test } from 'vitest'
import {
  type BroadPhaseFactory, addPhysics, box, capsule, createSnapshots, hashWorld, moveCharacter, quadtree, queryRegion, removePhysics, spawnBody, stepPhysics,
  turnCharacter,
} from '../../src/index.ts'

/** A character on stairs with crates, and all that is asked of it: whenever its world asks the user, `act` is called. */
function game(act: () => void = () => {}) {
  const world = createWorld()
  const interrupted: BroadPhaseFactory = (boxes) => {
    const made = quadtree(boxes)
    const region = made.region.bind(made)
    made.region = (where, out) => {
      region(where, out)
      act()
    }
    return made
  }
  const physics = addPhysics(world, { gravity: { x: 0, y: -10 }, broadPhase: interrupted })
  const { components } = physics
  for (let i = 0; i < 8; i++) spawnBody(world, { type: 'static', shape: box(0.5, 0.1 * (i + 1)), x: i, y: 0 })
  spawnBody(world, { type: 'static', shape: box(20, 0.5), x: 0, y: -0.6 })
  for (let i = 0; i < 4; i++) spawnBody(world, { shape: box(0.2, 0.2), x: 2 * i - 0.4, y: 3 })
  const hero = spawnBody(world, { type: 'kinematic', shape: capsule(0.4, 0.3), x: -2, y: 1 })
  addComponents(world, hero, set(components.Character, { stepHeight: 0.3 }))
  physics.hooks.filterPair = () => {
    act()
    return true
  }
  const frame = (i: number): void => {
    stepPhysics(world, 1 / 60)
    moveCharacter(world, hero, 3 * Math.sin(i / 30), components.CharacterState.vy[hero]! - 10 / 60, 1 / 60)
  }
  return { world, hero, physics, frame }
}

describe('what a move of a character calls', () => {
  const words: readonly [string, RegExp, (own: ReturnType<typeof game>, other: ReturnType<typeof game>) => void][] = [
    ['moves one of another world', /moveCharacter: moveCharacter is running/, (_, { world, hero }) => moveCharacter(world, hero, 9, 9, 1 / 60)],
    ['moves itself', /moveCharacter: moveCharacter is running/, ({ world, hero }) => moveCharacter(world, hero, 9, 9, 1 / 60)],
    ['turns one', /turnCharacter: moveCharacter is running/, (_, { world, hero }) => turnCharacter(world, hero, 1, 0)],
    ['steps its world', /stepPhysics: moveCharacter is running/, ({ world }) => stepPhysics(world, 1 / 60)],
    ['saves its world', /save: moveCharacter is running/, ({ world }) => createSnapshots(world).save()],
    ['takes its physics off', /removePhysics: moveCharacter is running/, ({ world }) => removePhysics(world)],
  ]

  test.each(words)('%s: refused, and the move itself comes to the same', (_, message, act) => {
    const other = game()
    for (let i = 0; i < 30; i++) other.frame(i)
    let asked = 0
    let now = false
    const own = game(() => {
      if (!now) return
      asked++
      expect(() => act(own, other)).toThrow(message)
    })
    const plain = game()
    const before = hashWorld(other.world)
    for (let i = 0; i < 90; i++) {
      stepPhysics(own.world, 1 / 60)
      stepPhysics(plain.world, 1 / 60)
      now = true
      for (const { world, hero, physics } of [own, plain]) {
        moveCharacter(world, hero, 3 * Math.sin(i / 30), physics.components.CharacterState.vy[hero]! - 10 / 60, 1 / 60)
      }
      now = false
      expect(hashWorld(own.world), `frame ${i}`).toBe(hashWorld(plain.world))
    }
    expect(asked).toBeGreaterThan(90)
    expect(hashWorld(other.world)).toBe(before)
  })

  test('may step another world and ask queries of both: each comes to the same', () => {
    const other = game()
    const otherPlain = game()
    let frames = 0
    let calls = 0
    let busy = false
    const own = game(() => {
      if (busy || calls++ % 3 !== 0) return
      busy = true
      stepPhysics(other.world, 1 / 60)
      queryRegion(other.world, -1, -1, 1, 1)
      queryRegion(own.world, -1, -1, 1, 1)
      frames++
      busy = false
    })
    const plain = game()
    for (let i = 0; i < 90; i++) {
      own.frame(i)
      plain.frame(i)
      expect(hashWorld(own.world), `frame ${i}`).toBe(hashWorld(plain.world))
    }
    expect(frames).toBeGreaterThan(50)
    for (let i = 0; i < frames; i++) stepPhysics(otherPlain.world, 1 / 60)
    expect(hashWorld(other.world)).toBe(hashWorld(otherPlain.world))
  })

  test('an observer is refused too, before it has changed anything, and an error of it leaves the next move free', () => {
    const { world, hero, physics } = game()
    const { Position, CharacterState } = physics.components
    let refused = 0
    observe(world, onAdd(CharacterState), () => {
      expect(() => moveCharacter(world, hero, -50, 0, 1)).toThrow(/moveCharacter is running/)
      refused++
      throw new Error('mine')
    })
    stepPhysics(world, 1 / 60)
    expect(() => moveCharacter(world, hero, 3, 0, 1 / 60)).toThrow('mine')
    expect(refused).toBe(1)
    addComponent(world, hero, CharacterState)
    moveCharacter(world, hero, 3, 0, 1 / 60)
    expect(Position.x[hero]).toBeCloseTo(-1.95, 2)
  })
})

test('within a step of another world a character may be moved: both come to the same', () => {
  const inside = game()
  const insidePlain = game()
  let frames = 0
  let busy = false
  const act = (): void => {
    if (busy) return
    busy = true
    inside.frame(frames++)
    busy = false
  }
  const own = game(act)
  const stages = own.physics.systems
  for (let stage = stages.length; stage >= 0; stage--) {
    const perSubstep = stages[stage]?.perSubstep === true && stages[stage - 1]?.perSubstep === true
    stages.splice(stage, 0, { name: `Between${stage}`, run: act, perSubstep })
  }
  const plain = game()
  for (let i = 0; i < 120; i++) {
    stepPhysics(own.world, 1 / 60)
    stepPhysics(plain.world, 1 / 60)
    expect(hashWorld(own.world), `frame ${i}`).toBe(hashWorld(plain.world))
  }
  expect(frames).toBeGreaterThan(500)
  for (let i = 0; i < frames; i++) insidePlain.frame(i)
  expect(hashWorld(inside.world)).toBe(hashWorld(insidePlain.world))
})
