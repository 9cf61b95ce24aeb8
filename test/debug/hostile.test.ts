import { addComponent, addComponents, addEntity, createWorld, removeEntity, resetWorld, set } from 'bitecs'
import { expect, test } from 'vitest'
import { type DebugOptions, collectDebug, createDebugBuffers, debugText, explainAwake, explainPair, recordQueries, rgba } from '../../src/debug/index.ts'
import {
  addPhysics, box, castRay, chain, circle, distanceJoint, hashWorld, polygon, prismaticJoint, queryRegion, removePhysics, spawnBody, stepPhysics,
} from '../../src/index.ts'
import { JointWorld } from '../joints/joint-world.ts'
import { ALL, drawingOf } from './drawing.ts'

function expectFinite(world: JointWorld['world'], options: DebugOptions = ALL): number {
  const { lines, triangles, points, labels } = collectDebug(world, options, createDebugBuffers())
  for (const { xy, corners, count } of [lines, triangles, points]) expect(xy.subarray(0, 2 * corners * count).every(Number.isFinite)).toBe(true)
  expect(labels.xy.subarray(0, 2 * labels.count).every(Number.isFinite)).toBe(true)
  return lines.count
}

test('what was written between two steps and is no number is not drawn, or refused as the step would', () => {
  const t = new JointWorld()
  const { Velocity, Shape, Disabled, Joint, Position, Rotation, OneWay } = t.components
  const a = t.add(box(1, 1), 0, 5)
  const b = t.add(box(1, 1), 4, 5, set(OneWay, { x: 0, y: 1 }))
  const slide = t.joint(prismaticJoint(a, b, { limit: { lower: -1, upper: 1 } }))
  const gone = t.add(polygon([{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 0, y: 1 }]), 9, 9, Disabled)
  const ghost = t.add(circle(1), 9, 0, Disabled)
  t.step()
  Velocity.x[a] = NaN
  Velocity.y[b] = Infinity
  OneWay.x[b] = NaN
  Joint.lower[slide] = NaN
  Joint.upper[slide] = Infinity
  Shape.radius[ghost] = NaN
  Rotation.angle[gone] = Infinity
  expect(expectFinite(t.world)).toBeGreaterThan(8)
  for (const entity of [a, b]) explainAwake(t.world, entity)
  Position.x[a] = NaN
  expect(() => drawingOf(t, ALL)).toThrow(`entity ${a}`)
  expect(() => explainPair(t.world, a, b)).toThrow(`entity ${a}`)
  Position.x[a] = 0
  expect(expectFinite(t.world)).toBeGreaterThan(8)
})

test('worlds that are empty, reset, or without physics', () => {
  const world = createWorld()
  const out = createDebugBuffers()
  expect(() => collectDebug(world, {}, out)).toThrow('collectDebug: this world has no physics. Call addPhysics(world) first.')
  expect(() => explainPair(world, 1, 2)).toThrow('explainPair: this world has no physics')
  expect(() => explainAwake(world, 1)).toThrow('explainAwake: this world has no physics')
  expect(() => recordQueries(world, true)).toThrow('recordQueries: this world has no physics')
  addPhysics(world)
  expect(expectFinite(world)).toBe(0)
  spawnBody(world, { shape: circle(1) })
  recordQueries(world, true)
  expect(expectFinite(world)).toBeGreaterThan(20)
  removePhysics(world)
  expect(() => collectDebug(world, {}, out)).toThrow('this world has no physics')
  addPhysics(world)
  // A new physics begins without a record.
  castRay(world, 0, 5, 1, 6)
  expect(collectDebug(world, { shapes: false, queries: true }, out).lines.count).toBe(0)
  resetWorld(world)
})

test('entities that come, go and are numbered anew between collections, in two worlds by turns', () => {
  const worlds = [new JointWorld(), new JointWorld({ gravity: { x: 0, y: 0 }, capacity: 4 })]
  const out = createDebugBuffers()
  for (let round = 0; round < 60; round++) {
    for (const t of worlds) {
      const [body, other] = [t.ball(round % 7, round), t.ball(round % 7, round + 2)]
      if (round % 2 === 0) t.joint(distanceJoint(body, other))
      collectDebug(t.world, ALL, out)
      if (round % 3 === 0) removeEntity(t.world, body)
      collectDebug(t.world, ALL, out)
      if (round % 5 === 0) t.step()
      if (round % 4 === 0) removeEntity(t.world, other)
    }
  }
  for (const t of worlds) expect(expectFinite(t.world)).toBeGreaterThan(100)
})

test('far away, tiny, huge, and with y down', () => {
  for (const lengthUnit of [1e-3, 1, 100]) {
    const world = createWorld()
    addPhysics(world, { lengthUnit, gravity: { x: 0, y: 980 } })
    for (const at of [0, 1e9, -1e12]) {
      spawnBody(world, { shape: circle(2e-6 * lengthUnit), x: at, mass: { mass: 1 } })
      spawnBody(world, { shape: box(1e5 * lengthUnit, 1e-5 * lengthUnit), x: at, y: at, angle: 1, mass: { mass: 1 } })
    }
    spawnBody(world, { shape: chain([{ x: 0, y: 0 }, { x: 1e5 * lengthUnit, y: 1 }]), type: 'static' })
    expectFinite(world, { ...ALL, arcs: 256 })
    stepPhysics(world, 1 / 60)
    expectFinite(world)
    expectFinite(world, { ...ALL, view: { minX: 1e9 - 1, minY: -Infinity, maxX: 1e9 + 1, maxY: Infinity }, originX: 1e9 })
  }
})

test('drawing and explaining from hooks, predicates and systems changes not one bit', () => {
  const play = (draws: boolean): number => {
    const t = new JointWorld()
    const out = createDebugBuffers()
    const ground = t.addGround()
    const all = Array.from({ length: 12 }, (_, i) => t.add(i % 2 ? box(0.5, 0.4) : circle(0.4), (i % 3) * 0.7, 1 + i * 0.8))
    t.joint(distanceJoint(all[0]!, all[5]!))
    const look = (): void => {
      if (!draws) return
      collectDebug(t.world, ALL, out)
      explainPair(t.world, ground, all[3]!)
      explainAwake(t.world, all[3]!)
    }
    t.physics.hooks.filterPair = () => { look(); return true }
    t.physics.hooks.preSolve = () => { look(); return true }
    recordQueries(t.world, draws)
    for (let i = 0; i < 40; i++) {
      t.step()
      queryRegion(t.world, -5, -5, 5, 5, { predicate: () => { look(); return true } })
    }
    return hashWorld(t.world)
  }
  expect(play(true)).toBe(play(false))
})

test('whatever is asked about, an explanation is a sentence', () => {
  const t = new JointWorld()
  const { Shape, Collider, Position, Prefab } = { ...t.components, Prefab: {} }
  const ids = [NaN, -1, 0, 1.5, 1e9, Infinity, t.addGround(), t.ball(0, 1), addEntity(t.world), t.add(chain([{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 2, y: 1 }]), 0, -3, t.components.Static)]
  const loose = addEntity(t.world)
  addComponents(t.world, loose, set(Shape, box(1, 1)), set(Collider, { body: ids[6]! }), Prefab)
  const bare = addEntity(t.world)
  addComponent(t.world, bare, Position)
  ids.push(loose, bare)
  for (let step = 0; step < 3; step++) {
    for (const a of ids) {
      expect(explainAwake(t.world, a).text).toMatch(/^(Entity|Body) .*\.$/)
      for (const b of ids) expect(explainPair(t.world, a, b).text).toMatch(/^Entities .* (collide|do not collide|other): .*\.$/)
    }
    t.step()
  }
})

test('texts and null are no numbers of a drawing', () => {
  const t = new JointWorld()
  const out = createDebugBuffers()
  const draw = (options: object) => (): unknown => collectDebug(t.world, options, out)
  for (const name of ['fillOpacity', 'arcs', 'markSize', 'velocityScale', 'forceScale', 'fullLoad']) {
    for (const [value, told] of [['5', "'5'"], [null, 'null'], [true, 'true'], [5n, '5n']]) expect(draw({ [name]: value })).toThrow(`collectDebug: ${name} must be a number from 0 up, got ${told}.`)
  }
  const view = { minX: 0, minY: 0, maxX: 1, maxY: 1 }
  for (const value of ['a', '0', null, 1n]) expect(draw({ view: { ...view, minX: value } })).toThrow('It needs numbers, the minimum first.')
})

test('a color is made of bytes', () => {
  expect(rgba(255, 0, 1, 0)).toBe(0x000100ff)
  for (const [bad, told] of [[undefined, 'undefined'], [NaN, 'NaN'], [256, '256'], [-1, '-1'], [0.5, '0.5'], ['3', "'3'"], [null, 'null']]) {
    expect(() => rgba(bad as never, 0, 0)).toThrow(`rgba: red, green, blue and alpha must be whole numbers from 0 to 255, got ${told}, 0, 0, 255.`)
  }
  expect(() => rgba(0, 0, 0, 256)).toThrow('got 0, 0, 0, 256.')
})

test('a label that is not there has no words', () => {
  const t = new JointWorld()
  const body = t.ball(0, 1)
  const { labels } = collectDebug(t.world, { ids: true }, createDebugBuffers())
  expect(debugText(labels, 0)).toBe(String(body))
  for (const index of [1, -1, 0.5, NaN, undefined]) expect(() => debugText(labels, index as never)).toThrow(`debugText: there is no label ${index}. There are 1`)
  for (const bad of [undefined, null, {}, 5]) expect(() => debugText(bad as never, 0)).toThrow('debugText: give the labels of what createDebugBuffers() made')
})
