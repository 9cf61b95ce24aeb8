import { addComponents, addEntity, createWorld } from 'bitecs'
import { describe, expect, test } from 'vitest'
import {
  addFields, addPhysics, aabb, createRollback, createSnapshots, createStepper, createTileLevel, distanceJoint, explode, hashWorld, mergeTiles, prismaticJoint,
  queryPairs, removePhysics, revoluteJoint, set, spawnBody, stepPhysics, weldJoint, windField,
} from '../../src/index.ts'

/** What a user of JavaScript, or one with data from a file, may write: TypeScript refuses it. */
type Loose = (options: object) => unknown
const loose = (call: unknown): ((...values: unknown[]) => unknown) => call as (...values: unknown[]) => unknown

function calls(): Record<string, Loose> {
  const world = createWorld()
  addPhysics(world)
  return {
    addPhysics: (options) => loose(addPhysics)(createWorld(), options),
    spawnBody: (options) => loose(spawnBody)(world, { shape: aabb(1, 1), ...options }),
    createStepper: (options) => loose(createStepper)(world, options),
    createSnapshots: (options) => loose(createSnapshots)(world, options),
    createRollback: (options) => loose(createRollback)({ world, step() {}, players: 1, ...options }),
    mergeTiles: (options) => loose(mergeTiles)([[1]], options),
    createTileLevel: (options) => loose(createTileLevel)(world, [[1]], options),
    explode: (options) => loose(explode)(world, 0, 0, { radius: 1, impulse: 1, ...options }),
  }
}

describe('an option that there is not is refused, by the name of who was called', () => {
  test.each(Object.keys(calls()))('%s', (name) => {
    const call = calls()[name]!
    expect(() => call({ lenght: 3 })).toThrow(new RegExp(`^${name}: there is no option 'lenght'\\. The options are `))
    expect(() => call({})).not.toThrow()
  })
})

test.each<[string, () => unknown, RegExp]>([
  ['a hinge with a force', () => loose(revoluteJoint)(1, 2, { motor: { speed: 1, maxForce: 1 } }), /^revoluteJoint: motor: there is no option 'maxForce'\. The options are speed, maxTorque\.$/],
  ['a slide with a torque', () => loose(prismaticJoint)(1, 2, { motor: { speed: 1, maxTorque: 1 } }), /^prismaticJoint: motor: .*speed, maxForce\.$/],
  ['a limit by min and max', () => loose(distanceJoint)(1, 2, { limit: { min: 0, max: 1 } }), /^distanceJoint: limit: there is no option 'min'\. The options are lower, upper\.$/],
  ['a spring by frequency', () => loose(weldJoint)(1, 2, { spring: { frequency: 3 } }), /^weldJoint: spring: there is no option 'frequency'/],
  ['a limit that is a number', () => loose(revoluteJoint)(1, 2, { limit: 3 }), /^revoluteJoint: limit: the options must be an object, got 3\.$/],
])('%s', (_name, call, message) => {
  expect(call).toThrow(message)
})

test('a field where fields do not act is told by the first step, and does no harm', () => {
  const world = createWorld()
  const { components } = addPhysics(world, { gravity: { x: 0, y: 0 } })
  const { Position, Shape, Static, Sensor, Field } = components
  const wind = addEntity(world)
  addComponents(world, wind, set(Position, {}), set(Shape, aabb(5, 5)), Static, Sensor, set(Field, windField({ x: 8 })))
  const leaf = spawnBody(world, { shape: aabb(0.5, 0.5) })
  expect(() => stepPhysics(world, 1 / 60)).toThrow(`stepPhysics: entity ${wind} has a Field, and no field acts here. Call addFields(world) once.`)
  addFields(world)
  stepPhysics(world, 1 / 60)
  expect(components.Velocity.x[leaf]).toBeGreaterThan(0)
  // Physics that is added anew has no fields of before.
  removePhysics(world)
  addPhysics(world)
  expect(() => stepPhysics(world, 1 / 60)).toThrow(/addFields/)
})

test('an option that is undefined is one that is left out, in types as well', () => {
  const hashOf = (given: boolean): number => {
    const world = createWorld()
    const none = given ? { gravity: undefined, substeps: undefined, broadPhase: undefined } : {}
    const { Joint } = addPhysics(world, none).components
    const parts = given ? { x: undefined, velocity: undefined, type: undefined, sensor: undefined, with: undefined, filter: undefined } : {}
    const [a, b] = [spawnBody(world, { shape: aabb(1, 1), ...parts }), spawnBody(world, { shape: aabb(1, 1), y: 3, ...parts })]
    const joint = given ? { x: undefined, limit: undefined, motor: undefined, breakForce: undefined, localA: undefined } : {}
    addComponents(world, addEntity(world), set(Joint, revoluteJoint(a, b, joint)))
    createStepper(world, given ? { dt: undefined, maxSteps: undefined, afterStep: undefined } : {}).advance(1 / 30)
    explode(world, 0, -3, { radius: 5, impulse: 1, ...(given ? { mask: undefined, falloff: undefined } : {}) })
    createSnapshots(world, given ? { slots: undefined, stores: undefined } : {}).free()
    return hashWorld(world)
  }
  expect(hashOf(true)).toBe(hashOf(false))
})

test('terms that are constant are terms in types, too', () => {
  const world = createWorld()
  addPhysics(world)
  const TERMS = [{}] as const
  expect(queryPairs(world, TERMS, TERMS).count).toBe(0)
})
