/**
 * Runs in a process of its own with V8's natives: prints, as JSON, the objects of a world in use that V8 keeps as dictionaries, in
 * which every access is a search; as a check of the method one that is a dictionary comes last.
 */
import { addComponents, addEntity, createWorld, set } from 'bitecs'
import { addFields, addPhysics, buoyancyField, moveCharacter, rect, revoluteJoint, spawnBody, stepPhysics } from '../../src/index.ts'
import { innerOf } from '../../src/state/registry.ts'

const isFast = new Function('object', 'return %HasFastProperties(object)') as (object: object) => boolean

const world = createWorld()
const physics = addPhysics(world)
addFields(world)
const { Position, Shape, Static, Sensor, Kinematic, Character, Field, Joint } = physics.components
const post = spawnBody(world, { shape: rect(1, 1), x: 8, type: 'static' })
const arm = spawnBody(world, { shape: rect(1, 1), x: 9 })
addComponents(world, addEntity(world), set(Joint, revoluteJoint(post, arm, { x: 8, y: 0 })))
addComponents(world, addEntity(world), set(Position, { x: 4 }), set(Shape, rect(2, 2)), Static, Sensor, set(Field, buoyancyField()))
const hero = addEntity(world)
addComponents(world, hero, set(Position, { y: 1 }), set(Shape, rect(1, 1)), Kinematic, Character)
for (let i = 0; i < 5; i++) {
  stepPhysics(world, 1 / 60)
  moveCharacter(world, hero, 1, 0, 1 / 60)
}

const slow: string[] = []
const seen = new Set<object>()

function walk(object: object, path: string): void {
  if (seen.has(object) || ArrayBuffer.isView(object) || Array.isArray(object)) return
  seen.add(object)
  if (!isFast(object)) slow.push(path)
  for (const key of Object.getOwnPropertyNames(object)) {
    // What bitECS has is not ours.
    const value: unknown = key === 'ecs' ? null : Reflect.get(object, key)
    if (typeof value === 'object' && value !== null) walk(value, `${path}.${key}`)
  }
}

walk(physics.components, 'components')
walk(innerOf(physics), 'inner')
const words: Record<string, number> = {}
for (let i = 0; i < 40; i++) words[`word${i}`] = i
walk(words, 'words')
console.log(JSON.stringify({ slow, seen: seen.size }))
