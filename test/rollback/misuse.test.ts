import { createWorld } from 'bitecs'
import { expect, it } from 'vitest'
import { type RollbackOptions, addPhysics, applyImpulse, box, circle, createRollback, getPhysics, hashWorld, spawnBody, stepPhysics } from '../../src/index.ts'
import { inner } from '../support/inner.ts'

function makeGame(options: Partial<RollbackOptions> = {}) {
  const world = createWorld()
  addPhysics(world, { capacity: 16 })
  spawnBody(world, { shape: box(10, 0.5), y: -0.5, type: 'static' })
  const ball = spawnBody(world, { shape: circle(0.5), y: 0.5 })
  const step = ([, push]: Float64Array): void => {
    if (push !== 0) applyImpulse(world, ball, push!, 0)
    stepPhysics(world, 1 / 60)
  }
  return { world, rollback: createRollback({ world, step, inputDelay: 0, ...options }) }
}

/** Frames that were guessed, of which the other player then says that they were otherwise. */
function makeWrong() {
  const game = makeGame()
  for (let frame = 0; frame < 4; frame++) {
    game.rollback.addLocal(0, 0)
    game.rollback.advance()
  }
  game.rollback.addRemote(1, 0, 3)
  for (let frame = 1; frame < 4; frame++) game.rollback.addRemote(1, frame, 0)
  return game
}

it('frames that are asked for within a step of the world change nothing, and come to the same later', () => {
  const [game, other] = [makeWrong(), makeWrong()]
  const { hooks } = getPhysics(game.world)!
  let asked = 0
  hooks.preSolve = () => {
    asked++
    expect(() => game.rollback.advance()).toThrow('advance: the world is stepping. Call it between two steps')
    return true
  }
  stepPhysics(game.world, 1 / 60)
  hooks.preSolve = null
  expect(asked).toBeGreaterThan(0)
  expect([game.rollback.frame, game.rollback.repeated]).toEqual([4, 0])
  for (const { rollback } of [game, other]) {
    rollback.addLocal(0, 0)
    rollback.advance()
  }
  expect(game.rollback.repeated).toBe(4)
  expect(hashWorld(game.world)).toBe(hashWorld(other.world))
})

it('an input that is neither a number nor a list of them is refused, and the next one counts', () => {
  const { rollback } = makeGame()
  for (const [input, told] of [[undefined, 'undefined'], [null, 'null'], ['1', "'1'"], [true, 'true'], [3n, '3n']]) {
    expect(() => rollback.addLocal(0, input as never)).toThrow(`addLocal: the input of player 0 must be a number, or an array of 1 (see inputSize), got ${told}.`)
    expect(() => rollback.addRemote(1, 0, input as never)).toThrow(`addRemote: the input of player 1 must be a number, or an array of 1`)
  }
  expect(rollback.addLocal(0, 1)).toBe(0)
})

it('a listener that is none is refused before a frame is settled', () => {
  expect(() => makeGame({ confirmed: 'tell' as never })).toThrow('createRollback: confirmed must be a function, got \'tell\'.')
})

it('what is no frame has no checksum', () => {
  const { rollback } = makeWrong()
  rollback.advance()
  expect(rollback.checksum(0)).toBeTypeOf('number')
  for (const frame of [null, '0', [], NaN, 0.5, -1, Infinity]) expect(rollback.checksum(frame as never)).toBeUndefined()
})

it('one that could not be made keeps nothing of its world, and speaks in its own name', () => {
  const { world } = makeGame()
  const before = inner(getPhysics(world)!).farewells.length
  expect(() => createRollback({ world, step: () => {}, stores: [{ name: ['x'] }] })).toThrow("'name' of a store holds 'x'")
  expect(inner(getPhysics(world)!).farewells.length).toBe(before)
  const { hooks } = getPhysics(world)!
  hooks.preSolve = () => {
    expect(() => createRollback({ world, step: () => {} })).toThrow('createRollback: the world is stepping.')
    return true
  }
  stepPhysics(world, 1 / 60)
  expect(inner(getPhysics(world)!).farewells.length).toBe(before)
})
