/** What functions are given that cannot be simulated is refused by them, not by the next step. */
import { addComponents, addEntity, createWorld, getAllEntities, removeEntity } from 'bitecs'
import { expect, test } from 'vitest'
import {
  addPhysics, applyForce, applyImpulse, applyWind, bodyOf, canJump, capsule, castRay, castRayAll, castRayAny, castRays, castShape, chain, circle, createDrawnPoses, createRollback,
  createSnapshots, createStepper, createTileLevel, defineComponents, defineLayers, distance, explode, getJointCoordinate, getJointReaction, getMass, getPointVelocity, getPoints, hashWorld, inflateTiled, interpolate, isSleeping, isTouching, jointsOf, markChanged, moveCharacter, moveKinematic, nearest, polygon,
  pulleyJoint, queryContacts, queryPairs, queryPoint, queryRegion, queryShape, queryView, revoluteJoint, set, setVelocity, spawnBody, stepPhysics, teleport, touching, turnCharacter, updateAABBs, visitContacts, visitNodes, wake,
} from '../../src/index.ts'
import { explainAwake, explainPair } from '../../src/debug/index.ts'
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
  ['applyForce at a text', () => applyForce(world, ball, 1, 1, text, 0), /^applyForce: a point needs x and y that are finite; entity 1 was given \('1', 0\)\./],
  ['applyImpulse at half a point', () => applyImpulse(world, ball, 1, 1, 0), /^applyImpulse: a point needs x and y that are finite; entity 1 was given \(0, undefined\)\./],
  ['markChanged of what is no id', () => markChanged(world, 1.5), /^markChanged: entity 1\.5 does not exist\./],
  ['markChanged of what is gone', () => markChanged(world, gone), /^markChanged: entity \d+ does not exist\./],
]

const none = null as never
const asked: [string, () => void, RegExp][] = [
  ['castRay from a text', () => castRay(world, text, 10, 0, -10), /^castRay: .*NaN/],
  ['castRayAny from null', () => castRayAny(world, 0, none, 0, -10), /^castRayAny: .*NaN/],
  ['castRayAll to true', () => castRayAll(world, 0, 10, true as never, -10), /^castRayAll: .*NaN/],
  ['castRays from a text', () => castRays(world, [0, 10, text, -10]), /^castRays: .*NaN/],
  ['castRays of a text', () => castRays(world, '1234' as never), /^castRays: the rays must be an array of four numbers each, got '1234'\./],
  ['castShape along null', () => castShape(world, circle(1), 0, 10, 0, 0, none), /^castShape: the way must be finite, got \(0, NaN\)\./],
  ['castShape of none', () => castShape(world, none, 0, 10, 0, 0, -10), /^castShape: the shape must be what circle, box and the like make, got null\./],
  ['queryShape at a text', () => queryShape(world, circle(1), text, 10, 0), /^queryShape: the pose must be finite, got x NaN/],
  ['queryPoint', () => queryPoint(world, text, 0), /^queryPoint: the point must be finite, got \(NaN, 0\)\./],
  ['queryRegion', () => queryRegion(world, none, 0, 1, 1), /^queryRegion: the region is \(NaN, 0\)/],
  ['queryView', () => queryView(world, 0, 0, text, 1), /^queryView: the region is \(0, 0\) to \(NaN, 1\)/],
  ['nearest', () => nearest(world, 0, text, 1), /^nearest: the point must be finite, got \(0, NaN\)\./],
  ['nearest within a text', () => nearest(world, 0, 0, 1, text), /^nearest: maxDistance must be a number that is not negative, got NaN\. A filter comes after it\./],
  ['distance', () => distance(world, text, hero), /^distance: entity NaN does not exist\./],
  ['interpolate', () => interpolate(world, text, createDrawnPoses()), /^interpolate: alpha must be from 0 to 1, got '1'\./],
  ['isSleeping of what is gone', () => isSleeping(world, 99), /^isSleeping: entity 99 does not exist\./],
  ['isSleeping of a text', () => isSleeping(world, text), /^isSleeping: entity '1' does not exist\./],
  ['visitContacts', () => visitContacts(world, none), /^visitContacts: the visitor must be a function, got null\./],
  ['visitNodes', () => visitNodes(world, none), /^visitNodes: the visitor must be a function, got null\./],
  ['turnCharacter', () => turnCharacter(world, hero, 0, text), /^turnCharacter: up must be a direction, got \(0, '1'\)\./],
  ['canJump within a text', () => canJump(world, hero, text), /^canJump: coyoteTime must be finite and not negative, got '1'\./],
  ['advance', () => createStepper(world).advance(text), /^advance: seconds must be finite, got '1'\./],
  ['advance with a timeScale of null', () => Object.assign(createStepper(world), { timeScale: none }).advance(0), /^advance: timeScale must be finite and not negative, got null\./],
  ['teleport to the angle null', () => teleport(world, ball, 0, 5, none), /^teleport: the numbers for entity 1 must be finite, got 0, 5, null\./],
  ['setVelocity, turning by null', () => setVelocity(world, ball, 0, 5, none), /^setVelocity: the numbers for entity 1 must be finite, got 0, 5, null\./],
  ['moveKinematic to the angle null', () => moveKinematic(world, hero, 0, 5, none), /^moveKinematic: the numbers for entity 2 must be finite, got 0, 5, null\./],
  ['chain of a text', () => chain(text), /^chain: the points must be an array of \{ x, y \}, got '1'/],
  ['polygon of null', () => polygon([none]), /^polygon: point 0 must be an object such as \{ x: 0, y: 1 \}, got null/],
  ['chain, a loop of null', () => chain([{ x: 0, y: 0 }, { x: 1, y: 0 }], none), /^chain: the options must be an object, or whether it is a loop, got null/],
]

test('what is no body does not sleep, and is no error', () => {
  const other = new TestWorld()
  expect(isSleeping(other.world, addEntity(other.world))).toBe(false)
})

test.each([...cases, ...asked])('%s: refused, and nothing is changed', (_, run, message) => {
  const before = hashWorld(world)
  expect(run).toThrow(message)
  expect(hashWorld(world)).toBe(before)
  expect(() => stepPhysics(world, 1 / 60)).not.toThrow()
})

const wrong = (value: unknown): never => value as never

test('whatever is given, the error shows it: a text is told from a number, and a symbol or a function is no error of its own', () => {
  const refusal = (value: unknown): string => {
    try {
      createStepper(world).advance(wrong(value))
    } catch (error) {
      return (error as Error).message
    }
    return 'accepted'
  }
  const given = [NaN, undefined, null, '0.1', Symbol('s'), 5n, () => 'a whole program', [1], { dt: 1 }, Object.create(null), 'x'.repeat(1000)]
  expect(given.map((value) => refusal(value).replace('advance: seconds must be finite, got ', ''))).toEqual([
    'NaN.', 'undefined.', 'null.', "'0.1'.", 'Symbol(s).', '5n.', 'a function.', 'an array.', 'an object (Object).', 'an object (Object).', `'${'x'.repeat(40)}…'.`,
  ])
})

test.each<[string, () => unknown, string]>([
  ['one store in place of several', () => createSnapshots(world, { stores: wrong(level.store) }), 'createSnapshots: stores must be an array, such as [Health, level.store]'],
  ['a level in place of its store', () => createSnapshots(world, { stores: [level] }), 'createSnapshots: stores[0] keeps its numbers in its own store. Give that: level.store'],
  ['a store without numbers, by its own name', () => createRollback({ world, step: () => {}, stores: [{}] }), 'createRollback: stores[0] has no arrays of numbers'],
  ['a mass that is a number', () => spawnBody(world, { shape: circle(1), mass: wrong(5) }), 'spawnBody: mass must be an object with the fields to be set, got 5.'],
  ['a flag that is none', () => spawnBody(world, { shape: circle(1), sensor: wrong('yes') }), 'spawnBody: sensor must be true or false, got \'yes\'.'],
  ['a tag in place of several', () => spawnBody(world, { shape: circle(1), with: wrong({}) }), 'spawnBody: with must be an array'],
  ['a pulley that hangs nowhere', () => pulleyJoint(1, 2, wrong({})), 'pulleyJoint: groundA and groundB are needed'],
  ['a tag of a file that has not run', () => spawnBody(world, { shape: circle(1), with: wrong([{}, undefined]) }), 'spawnBody: with[1] is undefined, which is no tag or component.'],
  ['one of a level', () => createTileLevel(world, [[1]], { with: wrong([null]) }), 'createTileLevel: with[0] is null'],
  ['a level whose parts are none', () => createTileLevel(world, [[1]], { with: wrong(() => undefined) }), 'createTileLevel: with must return a list of components, got undefined.'],
  ['a component that is misspelt', () => set(wrong(undefined), wrong({})), 'set: the component is undefined.'],
  ['data that is a number', () => addComponents(world, ball, set(t.components.Position, wrong(5))), 'bitecs-physics: Position of entity 1: the data must be an object with the fields to be set, got 5.'],
  ['data of a shape that is null', () => addComponents(world, ball, set(t.components.Shape, wrong(null))), 'bitecs-physics: Shape of entity 1: the data must be an object with the fields to be set, got null.'],
  ['no world', () => addPhysics(wrong(undefined)), 'addPhysics: this is no bitECS world, or it was deleted.'],
  ['no world but null', () => addPhysics(wrong(null)), 'addPhysics: this is no bitECS world'],
  ['null for the options', () => addPhysics(createWorld(), wrong(null)), 'addPhysics: the options must be an object, got null.'],
  ['an allocator that is none', () => addPhysics(createWorld(), { allocate: wrong(true) }), 'addPhysics: allocate must be a function that makes a buffer, got true.'],
  ['a flag of the world as a text', () => addPhysics(createWorld(), { allowSleep: wrong('false') }), "addPhysics: allowSleep must be true or false, got 'false'"],
  ['a threshold as a text', () => addPhysics(createWorld(), { hitThreshold: wrong('5') }), "addPhysics: hitThreshold must be a number of at least 0, got '5'"],
  ['a unit as a text', () => addPhysics(createWorld(), { lengthUnit: wrong('5') }), "addPhysics: lengthUnit must be from 0.0001 to 10000, got '5'."],
  ['layers in a list', () => defineLayers(wrong(['player', 'enemy'])), "defineLayers: a name must be a text, got an array. Write defineLayers('player', 'enemy')."],
  ['a world in the place of its physics', () => updateAABBs(wrong(5), 1 / 60), 'bitecs-physics: this is no physics of a world. Take it from addPhysics'],
  ['a number to write a hit to', () => castRay(world, 0, 0, 1, 1, {}, wrong(5)), 'castRay: out must be an object to write to, got 5.'],
  ['a list to write points to', () => getPoints(world, ball, wrong([])), 'getPoints: out.x and out.y must be Float64Arrays. Pass new PointBuffer().'],
  ['a null to write a mass to', () => getMass(world, ball, wrong(null)), 'getMass: out must be an object to write to, got null.'],
  ['a number to write a coordinate to', () => getJointCoordinate(world, ball, wrong(5)), 'getJointCoordinate: out must be an object to write to, got 5.'],
  ['a null to write a velocity to', () => getPointVelocity(world, ball, 0, 0, wrong(null)), 'getPointVelocity: out must be an object to write to, got null.'],
  ['a point that is nowhere', () => getPointVelocity(world, ball, NaN, 0), 'getPointVelocity: a point needs x and y that are finite; entity '],
  ['points as lists', () => chain(wrong([[0, 0], [1, 0]])), 'chain: point 0 must be an object such as { x: 0, y: 1 }, got an array'],
  ['a joint of a world', () => revoluteJoint(wrong(world), 1, wrong(2)), 'revoluteJoint: a must be an entity, got an object (Object). It takes two entities and options, and no world.'],
  ['no rays', () => castRays(world, wrong(null)), 'castRays: the rays must be an array'],
  ['rays of what JavaScript makes no number of', () => castRays(world, [wrong(Symbol('x')), 0, 1, 1]), 'castRays: the ends of a ray must be finite, got (NaN, 0)'],
  ['rays, so many', () => castRays(world, [], wrong(Symbol('x'))), 'castRays: count must be a whole number from 0 up, got Symbol(x).'],
  ['a gravity of big numbers', () => addPhysics(createWorld(), { gravity: wrong({ y: 5n }) }), 'addPhysics: gravity must be an object such as { x: 0, y: -9.81 }, got (undefined, 5n).'],
  ['a threshold that went through JSON', () => addPhysics(createWorld(), wrong(JSON.parse(JSON.stringify({ hitThreshold: Infinity })))), 'addPhysics: hitThreshold must be a number of at least 0, got null'],
  ['a list of components', () => addPhysics(createWorld(), { components: wrong([t.components.Position]) }), 'addPhysics: the components must be an object such as { Position }, got an array.'],
  ['components, before there is a world', () => defineComponents(wrong({ Position: { x: [] } })), 'defineComponents: components.Position.y must be an array.'],
  ['a kernel that is none', () => addPhysics(createWorld(), { kernel: wrong(() => undefined) }), 'addPhysics: the kernel function made no kernel.'],
  ['a list in place of options', () => createTileLevel(world, [[1]], wrong([t.components.Static])), 'createTileLevel: the options must be an object, got an array.'],
  ['a sleeper that is an object', () => isSleeping(world, wrong(Object.create(null))), 'isSleeping: entity an object (Object) does not exist.'],
  ['a character of a big number', () => moveCharacter(world, wrong(BigInt(hero)), 1, 0, 1 / 60), 'moveCharacter: entity 2n does not exist.'],
  ['a force of a symbol, at a point', () => applyForce(world, ball, wrong(Symbol('x')), 0, 0, 0), 'applyForce: the numbers for entity 1 must be finite, got Symbol(x), 0, 0.'],
  ['a wind without end', () => applyWind(world, ball, 1e300, 0), 'applyWind: the numbers for entity 1 must be finite and at most 1000000000000, got 1e+300.'],
  ['an explosion without end', () => explode(world, 0, 0, { radius: 1, impulse: 1e300 }), 'explode: impulse must be at most 1000000000000, got 1e+300.'],
  ['a filter with a name that is none', () => castRay(world, 0, 0, 1, 1, wrong({ mask: 1, excludes: [ball] })), "castRay: 'excludes' is no field of a filter (mask, category, exclude,"],
  ['a filter with a list of none', () => castRay(world, 0, 0, 1, 1, { exclude: wrong([ball, null]) }), 'castRay: filter.exclude[1] must be an entity, got null.'],
  ['pairs by a name that is none', () => queryPairs(world, [], [], wrong({ sleepers: true })), "queryPairs: 'sleepers' is no field of a filter"],
  ['pairs by a flag that is none', () => queryPairs(world, [], [], wrong({ sleeping: 1 })), 'queryPairs: candidates and sleeping must be true or false, got false and 1.'],
  ['pairs by terms that are none', () => queryPairs(world, wrong(0)), 'queryPairs: termsA must be a list of query terms such as [Enemy], got 0.'],
  ['a shape of texts', () => queryShape(world, wrong({ ...circle(1), radius: '1' }), 0, 0, 0), "queryShape: the shape cannot be used: radius must be a number, got '1'."],
  ['a shape that went through JSON', () => queryShape(world, wrong(JSON.parse(JSON.stringify(polygon([{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 0, y: 1 }])))), 0, 0, 0), 'queryShape: the shape cannot be used: its points must be a Float64Array.'],
  ['a chain by a name that is none', () => chain([{ x: 0, y: 0 }, { x: 1, y: 0 }], wrong({ twosided: true })), "chain: there is no option 'twosided'."],
  ['a chain by a flag that is none', () => chain([{ x: 0, y: 0 }, { x: 1, y: 0 }], wrong({ twoSided: 'no' })), "chain: loop and twoSided must be true or false, got false and 'no'"],
  ['a side that is none', () => spawnBody(world, { shape: circle(1), oneWay: { x: 0, y: 0 } }), 'OneWay of entity 4: (0, 0) is no direction.'],
  ['a lock that is none', () => spawnBody(world, { shape: circle(1), motion: { lockX: wrong('no') } }), "lockX must be true, false, 0 or 1, got 'no'."],
  ['a hash by a name that is none', () => hashWorld(world, wrong({ part: true })), "hashWorld: there is no option 'part'. The options are parts."],
  ['joints to nowhere', () => jointsOf(world, ball, wrong(null)), 'jointsOf: out must be an object to write to, got null.'],
  ['a slot of a symbol', () => createSnapshots(world).save(wrong(Symbol('x'))), 'save: there is no slot Symbol(x).'],
  ['a pause that is none', () => Object.assign(createStepper(world), { paused: wrong('yes') }).advance(0), "advance: paused must be true or false, got 'yes'."],
  ['a cell of a symbol', () => level.setTile(wrong(Symbol('x')), 0, 1), 'setTile: there is no cell in column Symbol(x) of row 0;'],
  ['a cell of nowhere', () => level.columnAt(NaN), 'columnAt: x must be finite, got NaN.'],
])('%s: refused', (_, run, message) => {
  const before = getAllEntities(world).length
  expect(run).toThrow(message)
  expect(getAllEntities(world).length).toBe(before)
})

test('what a beginner does to the physics itself is refused by its name', () => {
  const { world: other, physics } = new TestWorld()
  const step = () => stepPhysics(other, 1 / 60)
  const { hooks, settings, systems } = physics
  Object.assign(hooks, { preSolve: undefined })
  expect(step).toThrow('stepPhysics: hooks.preSolve must be a function, or null where nobody is to be asked, got undefined.')
  Object.assign(hooks, { preSolve: null, filterPair: 5 })
  expect(step).toThrow('stepPhysics: hooks.filterPair must be a function, or null')
  hooks.filterPair = null
  expect(() => Object.assign(hooks, { presolve: null })).toThrow('presolve')
  expect(() => Object.assign(settings, { subSteps: 8 })).toThrow('subSteps')
  expect(() => Object.assign(settings, { lengthUnit: 8 })).toThrow('settings.lengthUnit is 1, in which all was measured')
  // What was saved of the same world comes back.
  expect(Object.assign(settings, JSON.parse(JSON.stringify({ ...settings, substeps: 6 }))).substeps).toBe(6)
  systems.push(wrong(() => {}))
  expect(step).toThrow('stepPhysics: physics.systems cannot work: number 7 is a function, which is no system. A system is an object such as')
  systems.pop()
  expect(() => Object.assign(physics.components.Mass, { mass: 5 })).toThrow('bitecs-physics: Mass.mass holds the numbers of all entities. Write to the one of yours: Mass.mass[entity].')
  void physics.components.Mass.mass
  expect(() => Object.assign(physics.components.Mass, { mass: 5 })).toThrow('mass')
  expect(step).not.toThrow()
})

test('methods of handles may be taken off and handed on', () => {
  const { world: own, physics } = new TestWorld()
  const { save, restore, toBytes, fromBytes, free } = createSnapshots(own, { slots: 2 })
  const { advance, requestStep } = createStepper(own)
  save()
  const before = hashWorld(own)
  requestStep()
  advance(0)
  fromBytes(1, toBytes(0))
  restore(1)
  free()
  const { addLocal, addRemote, advance: simulate, checksum, free: end } = createRollback({ world: own, inputDelay: 0, step: () => stepPhysics(own, 1 / 60) })
  addRemote(1, addLocal(0, 1), 1)
  expect([simulate(), checksum(0)]).toEqual([true, before])
  end()
  const { getTile, setTile, setTiles, columnAt, rowAt, partAt, rebuild, remove } = createTileLevel(own, [[0, 1]])
  setTile(0, 0, 1)
  setTiles(0, 0, 1, 1, 1)
  rebuild()
  expect([getTile(columnAt(0.5), rowAt(-0.5)), partAt(99)]).toEqual([1, undefined])
  remove()
  expect(physics.systems).toHaveLength(7)
})

test('a layer may be called as what every object has', () => {
  expect(defineLayers('constructor', 'toString')).toEqual({ constructor: 1, toString: 2 })
})

test('the text of a map is no map', async () => {
  await expect(inflateTiled(wrong('{}'))).rejects.toThrow('inflateTiled: this is no map of Tiled. Save it as JSON (.tmj)')
})

test('what is no id, be it of a kind that JavaScript makes no number of, is named by whoever is given it', () => {
  const askers: ((id: never) => unknown)[] = [
    (id) => wake(world, id), (id) => isSleeping(world, id), (id) => markChanged(world, id), (id) => bodyOf(world, id), (id) => getPoints(world, id), (id) => getMass(world, id),
    (id) => touching(world, id), (id) => queryContacts(world, id), (id) => isTouching(world, ball, id), (id) => jointsOf(world, id),
    (id) => getJointReaction(world, id), (id) => getJointCoordinate(world, id), (id) => getPointVelocity(world, id, 0, 0), (id) => applyForce(world, id, 1, 0), (id) => setVelocity(world, id, 1, 0), (id) => teleport(world, id, 1, 0),
    (id) => moveKinematic(world, id, 1, 0), (id) => moveCharacter(world, id, 1, 0, 1 / 60), (id) => turnCharacter(world, id, 1, 0), (id) => canJump(world, id),
    (id) => applyWind(world, id, 1, 0),
  ]
  for (const ask of askers) {
    for (const [id, name] of [[Symbol('x'), 'Symbol\\(x\\)'], [5n, '5n'], ['1', "'1'"], [null, 'null']] as const) {
      expect(() => ask(id as never), String(ask)).toThrow(new RegExp(`^\\w+: .*entity ${name} (does not exist|is no joint|has no Character)`))
    }
  }
  expect(explainPair(world, Symbol('x') as never, ball).text).toContain('entity Symbol(x) does not exist')
  expect(explainAwake(world, Symbol('x') as never).text).toContain('Entity Symbol(x) is no body: it does not exist')
})
