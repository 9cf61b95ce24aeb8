/** What functions are given that cannot be simulated is refused by them, not by the next step. */
import { addEntity, getAllEntities, removeEntity } from 'bitecs'
import { expect, test } from 'vitest'
import {
  applyForce, applyImpulse, canJump, capsule, castRays, circle, createRollback, createSnapshots, createTileLevel, hashWorld, markChanged, moveCharacter,
  moveKinematic, pulleyJoint, setVelocity, spawnBody, stepPhysics, teleport,
} from '../../src/index.ts'
import { TestWorld } from '../support/worlds.ts'

const t = new TestWorld()
const ball = spawnBody(t.world, { shape: circle(0.5), y: 5 })
const hero = spawnBody(t.world, { shape: capsule(0.3, 0.3, 'y'), x: 3, y: 2, type: 'kinematic', with: [t.components.Character] })
const level = createTileLevel(t.world, [[0, 1]], { origin: { x: 50, y: 0 } })
const gone = addEntity(t.world)
removeEntity(t.world, gone)
for (let i = 0; i < 3; i++) {
  stepPhysics(t.world, 1 / 60)
  moveCharacter(t.world, hero, 1, -1, 1 / 60)
}
const text = '1' as never
const { world } = t

const cases: [string, () => void, RegExp][] = [
  ['teleport, beyond the limits', () => teleport(world, ball, 1e13, 0), /^teleport: the numbers for entity 1 must be from -1000000000000 to 1000000000000, got 10000000000000, 0, 0\./],
  ['teleport, an angle beyond them', () => teleport(world, ball, 1, 0, 1e308), /^teleport: the numbers for entity 1 must be from/],
  ['setVelocity', () => setVelocity(world, ball, 0, 1e308), /^setVelocity: the numbers for entity 1 must be from/],
  ['moveKinematic', () => moveKinematic(world, hero, 1e308, 0), /^moveKinematic: the numbers for entity 2 must be from/],
  ['moveCharacter, too fast', () => moveCharacter(world, hero, 1e308, 0, 1 / 60), /^moveCharacter: the velocity must be at most 1000000000000 and dt from 0 to 60 seconds; entity 2 was given \(1e\+308, 0\)/],
  ['moveCharacter, too long', () => moveCharacter(world, hero, 1, 0, 1e308), /^moveCharacter: .* entity 2 was given \(1, 0\) and 1e\+308\./],
  ['moveCharacter, a text', () => moveCharacter(world, hero, text, 0, 1 / 60), /^moveCharacter: .* entity 2 was given \(NaN, 0\)/],
  ['canJump', () => canJump(world, hero, NaN), /^canJump: coyoteTime must be finite and not negative, got NaN\./],
  ['applyForce at a text', () => applyForce(world, ball, 1, 1, text, 0), /^applyForce: a point needs x and y that are finite; entity 1 was given \(1, 0\)\./],
  ['applyImpulse at half a point', () => applyImpulse(world, ball, 1, 1, 0), /^applyImpulse: a point needs x and y that are finite; entity 1 was given \(0, undefined\)\./],
  ['markChanged of what is no id', () => markChanged(world, 1.5), /^markChanged: entity 1\.5 does not exist\./],
  ['markChanged of what is gone', () => markChanged(world, gone), /^markChanged: entity \d+ does not exist\./],
]

test.each(cases)('%s: refused, and nothing is changed', (_, run, message) => {
  const before = hashWorld(world)
  expect(run).toThrow(message)
  expect(hashWorld(world)).toBe(before)
  expect(() => stepPhysics(world, 1 / 60)).not.toThrow()
})

const wrong = (value: unknown): never => value as never

test.each<[string, () => unknown, string]>([
  ['one store in place of several', () => createSnapshots(world, { stores: wrong(level.store) }), 'createSnapshots: stores must be an array, such as [Health, level.store]'],
  ['a level in place of its store', () => createSnapshots(world, { stores: [level] }), 'createSnapshots: stores[0] keeps its numbers in its own store. Give that: level.store'],
  ['a store without numbers, by its own name', () => createRollback({ world, step: () => {}, stores: [{}] }), 'createRollback: stores[0] has no arrays of numbers'],
  ['a mass that is a number', () => spawnBody(world, { shape: circle(1), mass: wrong(5) }), 'spawnBody: mass must be an object with the fields to be set, got 5.'],
  ['a flag that is none', () => spawnBody(world, { shape: circle(1), sensor: wrong('yes') }), 'spawnBody: sensor must be true or false, got yes.'],
  ['a tag in place of several', () => spawnBody(world, { shape: circle(1), with: wrong({}) }), 'spawnBody: with must be an array'],
  ['a pulley that hangs nowhere', () => pulleyJoint(1, 2, wrong({})), 'pulleyJoint: groundA and groundB are needed'],
  ['no rays', () => castRays(world, wrong(null)), 'castRays: the rays must be an array'],
])('%s: refused', (_, run, message) => {
  const before = getAllEntities(world).length
  expect(run).toThrow(message)
  expect(getAllEntities(world).length).toBe(before)
})
