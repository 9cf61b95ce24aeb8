import { addComponent, addComponents, addEntity, removeComponent, set } from 'bitecs'
import { expect, test } from 'vitest'
import { DebugLabel, collectDebug, createDebugBuffers, debugColors, debugText, recordQueries, rgba } from '../../src/debug/index.ts'
import {
  box, castRay, castRayAll, castRays, castShape, chain, circle, nearest, polygon, queryContacts, queryPoint, queryRegion, queryShape, stepPhysics,
} from '../../src/index.ts'
import { TestWorld } from '../support/worlds.ts'
import { NOTHING, colorsOf, drawingOf, listOf } from './drawing.ts'

const float = Math.fround

/** A box of half size 1 by 0.5 that fell onto ground whose top is at 0, and rests. */
function restingBox(): { t: TestWorld; ground: number; crate: number } {
  const t = new TestWorld({ gravity: { x: 0, y: -10 }, allowSleep: false })
  const ground = t.addGround()
  const crate = t.add(box(1, 0.5), 0, 0.5)
  t.step(60)
  return { t, ground, crate }
}

test('a box is four lines from corner to corner and two triangles, in the colors of its kind', () => {
  const t = new TestWorld({ gravity: { x: 0, y: 0 } })
  t.add(box(2, 1), 3, 4)
  const { lines, triangles, points, labels } = drawingOf(t, {})
  expect(listOf(lines)).toEqual([[1, 3, 5, 3], [5, 3, 5, 5], [5, 5, 1, 5], [1, 5, 1, 3]])
  expect(listOf(triangles)).toEqual([[1, 3, 5, 3, 5, 5], [1, 3, 5, 5, 1, 5]])
  expect(colorsOf(lines)).toEqual(Array(4).fill(debugColors.dynamic))
  // A quarter of the opacity.
  expect(colorsOf(triangles)).toEqual(Array(2).fill(rgba(0x5f, 0xcf, 0xd6, 63)))
  expect([points.count, labels.count]).toEqual([0, 0])
})

test('a circle has as many lines as arcs, and one more that shows how it is turned', () => {
  const t = new TestWorld({ gravity: { x: 0, y: 0 } })
  const ball = t.add(circle(2), 1, 1)
  addComponent(t.world, ball, set(t.components.Rotation, { angle: Math.PI / 2 }))
  const { lines, triangles } = drawingOf(t, { arcs: 10 })
  expect(lines.count).toBe(13)
  expect(triangles.count).toBe(10)
  const [x1, y1, x2, y2] = listOf(lines)[12]!
  expect([x1, y1, y2]).toEqual([1, 1, 3])
  expect(x2).toBeCloseTo(1, 6)
})

test('each kind of body has its color', () => {
  const t = new TestWorld({ gravity: { x: 0, y: 0 } })
  const { Static, Kinematic, Sensor, Sleeping, Disabled } = t.components
  const kinds = [[Static], [Kinematic], [], [Sleeping], [Sensor], [Disabled]] as const
  const names = ['static', 'kinematic', 'dynamic', 'sleeping', 'sensor', 'disabled'] as const
  kinds.forEach((tags, i) => t.add(box(0.5, 0.5), 4 * i, 0, ...tags))
  for (let step = 0; step < 2; step++) {
    // Before the first step what is new is known by its tags; after it by what the engine knows.
    const { lines } = drawingOf(t, { disabled: true, fill: false })
    const found = new Map(listOf(lines).map(([x], i) => [Math.round(x! / 4), colorsOf(lines)[i]]))
    expect(names.map((_, i) => found.get(i))).toEqual(names.map((name) => debugColors[name]))
    expect(drawingOf(t, {}).lines.count).toBe(20)
    t.step()
  }
})

test('what is disabled is drawn where its components say, with its parts and chains, and no more when it is enabled', () => {
  const t = new TestWorld({ gravity: { x: 0, y: 0 } })
  const { Disabled, Static, Shape, Collider, Rotation } = t.components
  const body = t.add(box(1, 1), 10, 0)
  const part = addEntity(t.world)
  addComponents(t.world, part, set(Shape, polygon([{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 0, y: 1 }])), set(Collider, { body, x: 2, y: 0, angle: 0 }))
  const hills = t.add(chain([{ x: 0, y: 0 }, { x: 1, y: 1 }, { x: 2, y: 0 }]), -5, 0, Static)
  addComponent(t.world, body, set(Rotation, { angle: Math.PI / 2 }))
  t.step()
  const before = drawingOf(t, { ...NOTHING, shapes: true, fill: false })
  addComponents(t.world, body, Disabled)
  addComponents(t.world, hills, Disabled)
  for (let step = 0; step < 2; step++) {
    const { lines } = drawingOf(t, { disabled: true, fill: false })
    expect(new Set(colorsOf(lines))).toEqual(new Set([debugColors.disabled]))
    const sorted = (rows: number[][]) => rows.map((row) => row.map((n) => Math.round(n * 1e5) / 1e5 + 0).join()).sort()
    expect(sorted(listOf(lines))).toEqual(sorted(listOf(before.lines)))
    expect(drawingOf(t, {}).lines.count).toBe(0)
    t.step()
  }
  removeComponent(t.world, body, Disabled)
  removeComponent(t.world, hills, Disabled)
  expect(drawingOf(t, { disabled: true }).lines.count).toBe(before.lines.count)
})

test('contacts are where queryContacts has them, with normals and what presses there', () => {
  const { t, ground, crate } = restingBox()
  const seen = queryContacts(t.world, ground)
  expect(seen.count).toBe(2)
  const markSize = 0.25
  const { points, lines } = drawingOf(t, { ...NOTHING, contacts: true, markSize })
  expect(listOf(points)).toEqual([0, 1].map((i) => [float(seen.x[i]!), float(seen.y[i]!)]))
  expect(listOf(lines).map(([, , x, y]) => [x, y])).toEqual([0, 1].map((i) => [float(seen.x[i]!), float(seen.y[i]! + markSize)]))
  expect(colorsOf(points)).toEqual([debugColors.contact, debugColors.contact])
  // The box weighs 2 kg: 20 N in all, and nothing across.
  const pressed = drawingOf(t, { ...NOTHING, forces: true, friction: true, numbers: true, forceScale: 0.5 })
  const forces = listOf(pressed.lines).filter((_, i) => colorsOf(pressed.lines)[i] === debugColors.force).filter(([x, y, , top]) => y! < 0.1 && top! > 1 && x === x)
  expect(forces.reduce((sum, [, y1, , y2]) => sum + (y2! - y1!) / 0.5, 0)).toBeCloseTo(20, 2)
  expect(pressed.labels.count).toBe(2)
  expect([0, 1].reduce((sum, i) => sum + pressed.labels.values[i]!, 0)).toBeCloseTo(20, 2)
  expect(debugText(pressed.labels, 0)).toMatch(/^10(\.\d)? N$|^9\.9\d? N$/)
  expect(crate).toBeGreaterThan(ground)
})

test('friction is drawn as what acts on the second of the two', () => {
  const t = new TestWorld({ gravity: { x: 0, y: -10 }, allowSleep: false })
  t.addGround()
  const crate = t.add(box(1, 0.5), 0, 0.5)
  t.step(30)
  addComponent(t.world, crate, set(t.components.Velocity, { x: 4, y: 0, angular: 0 }))
  t.step(3)
  const { lines } = drawingOf(t, { ...NOTHING, friction: true, forceScale: 1 })
  const shafts = listOf(lines).filter((_, i) => i % 3 === 0)
  // It slides to the right and is slowed down: 0.6 times 20 N.
  expect(shafts.reduce((sum, [x1, , x2]) => sum + x2! - x1!, 0)).toBeCloseTo(-12, 2)
})

test('velocities, centers, axes, boxes, one-way sides and ids are at the places of their bodies', () => {
  const t = new TestWorld({ gravity: { x: 0, y: 0 } })
  const { Velocity, OneWay, BroadphaseAABB } = t.components
  const body = t.add(box(1, 1), 5, 6)
  addComponents(t.world, body, set(Velocity, { x: 3, y: -4, angular: 0 }), set(OneWay, { x: 0, y: 2 }))
  t.step()
  const [x, y] = [t.components.Position.x[body]!, t.components.Position.y[body]!]
  const shaft = (options: object) => listOf(drawingOf(t, { ...NOTHING, ...options }).lines)[0]!
  const near = (row: number[], expected: number[]) => expected.forEach((value, i) => expect(row[i]).toBeCloseTo(value, 5))
  near(shaft({ velocities: true, velocityScale: 0.5 }), [x, y, x + 1.5, y - 2])
  near(shaft({ axes: true, markSize: 0.5 }), [x, y, x + 0.5, y])
  near(shaft({ centers: true, markSize: 0.5 }), [x - 0.25, y, x + 0.25, y])
  near(shaft({ oneWay: true, markSize: 0.5 }), [x, y, x, y + 1])
  near(shaft({ boxes: true }), [BroadphaseAABB.minX[body]!, BroadphaseAABB.minY[body]!, BroadphaseAABB.maxX[body]!, BroadphaseAABB.minY[body]!])
  const { labels } = drawingOf(t, { ...NOTHING, ids: true })
  expect([labels.count, labels.codes[0], labels.values[0], debugText(labels, 0)]).toEqual([1, DebugLabel.Entity, body, String(body)])
  near([...labels.xy], [x, y])
})

test('sensors show what is in them', () => {
  const t = new TestWorld({ gravity: { x: 0, y: 0 } })
  t.add(box(3, 3), 0, 0, t.components.Static, t.components.Sensor)
  t.ball(1, 0)
  t.ball(-1, 0)
  t.ball(9, 0)
  t.step()
  const { lines, labels } = drawingOf(t, { ...NOTHING, sensors: true })
  expect(listOf(lines).filter((_, i) => i % 3 === 0).sort()).toEqual([[0, 0, -1, 0], [0, 0, 1, 0]])
  expect([labels.count, debugText(labels, 0)]).toEqual([1, '2 in'])
  expect(colorsOf(drawingOf(t, { fill: false }).lines).slice(0, 4)).toEqual(Array(4).fill(debugColors.entered))
})

test('links of a chain show from where they hold back', () => {
  const t = new TestWorld({ gravity: { x: 0, y: 0 } })
  t.add(chain([{ x: 0, y: 0 }, { x: 2, y: 0 }, { x: 2, y: -2 }]), 0, 0, t.components.Static)
  const one = listOf(drawingOf(t, { ...NOTHING, chainNormals: true, markSize: 1 }).lines)
  expect(one).toEqual([[1, 0, 1, 1], [2, -1, 3, -1]])
  const u = new TestWorld({ gravity: { x: 0, y: 0 } })
  u.add(chain([{ x: 0, y: 0 }, { x: 2, y: 0 }], { twoSided: true }), 0, 0, u.components.Static)
  expect(listOf(drawingOf(u, { ...NOTHING, chainNormals: true, markSize: 1 }).lines)).toEqual([[1, 0, 1, 1], [1, 0, 1, -1]])
})

test('what hangs together has one color, awake and asleep, and what does not has another', () => {
  const t = new TestWorld({ gravity: { x: 0, y: -10 } })
  const ground = t.addGround()
  for (const x of [0, 10]) for (let i = 0; i < 3; i++) t.add(box(0.5, 0.5), x, 0.5 + i)
  const islands = [1, 2, 3, 4, 5, 6, 7].map((i) => rgba(i, 0, 0))
  const colors = () => {
    const { lines } = drawingOf(t, { fill: false, islands: true, colors: { islands } })
    return Array.from({ length: 7 }, (_, i) => colorsOf(lines)[4 * i]!)
  }
  t.step(10)
  for (let asleep = 0; asleep < 2; asleep++) {
    const [floor, a, b, c, d, e, f] = colors()
    expect(floor).toBe(debugColors.static)
    expect([b, c]).toEqual([a, a])
    expect([e, f]).toEqual([d, d])
    expect(a).not.toBe(d)
    expect(t.physics.stats.awake).toBe(asleep === 0 ? 6 : 0)
    t.step(120)
  }
  expect(ground).toBe(1)
})

test('the broad phase shows its nodes', () => {
  const t = new TestWorld({ gravity: { x: 0, y: 0 } })
  for (let i = 0; i < 40; i++) t.ball(3 * i, 0)
  t.step()
  const { lines } = drawingOf(t, { ...NOTHING, nodes: true })
  expect(lines.count).toBeGreaterThan(8)
  expect(lines.count % 4).toBe(0)
})

test('queries are shown once, when they are recorded', () => {
  const t = new TestWorld({ gravity: { x: 0, y: 0 } })
  t.add(box(1, 1), 5, 0, t.components.Static)
  t.step()
  const shown = () => drawingOf(t, { ...NOTHING, queries: true })
  castRay(t.world, 0, 0, 10, 0)
  expect(shown().lines.count).toBe(0)
  recordQueries(t.world, true)
  recordQueries(t.world, true)
  castRay(t.world, 0, 0, 10, 0)
  castRay(t.world, 0, 3, 10, 3)
  queryRegion(t.world, -2, -3, 4, 5)
  queryPoint(t.world, 7, 8)
  const first = shown()
  expect(listOf(first.lines)).toEqual([[0, 0, 4, 0], [0, 3, 10, 3], [-2, -3, 4, -3], [4, -3, 4, 5], [4, 5, -2, 5], [-2, 5, -2, -3]])
  expect(listOf(first.points)).toEqual([[4, 0], [7, 8]])
  expect(colorsOf(first.points)).toEqual([debugColors.queryHit, debugColors.query])
  expect(shown().lines.count + shown().points.count).toBe(0)
  castShape(t.world, circle(0.5), 0, 0, 0, 10, 0)
  queryShape(t.world, box(1, 1), 20, 0, 0)
  queryShape(t.world, polygon([{ x: 0, y: 0 }, { x: 0, y: 1 }, { x: 1, y: 0 }]), 30, 0, 0)
  queryShape(t.world, chain([{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 1, y: 1 }], true), 40, 0, 0)
  nearest(t.world, 5, 3, 4)
  nearest(t.world, 5, 3, 4, 1)
  castRayAll(t.world, 0, 0, 10, 0)
  castRays(t.world, [0, 0, 10, 0, 0, 9, 10, 9])
  const second = shown()
  // Two circles and the way; a box, a triangle, a loop of three; the way to the nearest; a circle with nothing in it; a ray; two rays.
  expect(second.lines.count).toBe(49 + 4 + 3 + 3 + 1 + 24 + 1 + 2)
  expect(colorsOf(second.points).filter((color) => color === debugColors.queryHit).length).toBe(4)
  expect(second.points.count).toBe(4 + 1)
  expect(shown().missedQueries).toBe(0)
  for (let i = 0; i < 10_000; i++) castRay(t.world, 0, 3, 10, 3)
  expect(shown().missedQueries).toBe(10_000 - 8192)
  recordQueries(t.world, false)
  castRay(t.world, 0, 0, 10, 0)
  expect(shown().lines.count).toBe(0)
})

test('coordinates begin at the origin of the options: far away they stay exact', () => {
  const t = new TestWorld({ gravity: { x: 0, y: 0 } })
  const far = 3e7
  t.add(box(0.5, 0.25), far, far)
  const { lines } = drawingOf(t, { originX: far, originY: far })
  expect(listOf(lines)[0]).toEqual([-0.5, -0.25, 0.5, -0.25])
})

test('buffers are filled anew, and keep their arrays', () => {
  const t = new TestWorld({ gravity: { x: 0, y: 0 } })
  for (let i = 0; i < 300; i++) t.ball(2 * i, 0)
  const out = createDebugBuffers()
  expect(collectDebug(t.world, { ids: true }, out)).toBe(out)
  expect([out.lines.count, out.labels.count]).toEqual([300 * 25, 300])
  const { lines: { xy, colors }, labels: { values } } = out
  collectDebug(t.world, { ids: true }, out)
  expect([out.lines.count, out.lines.xy === xy, out.lines.colors === colors, out.labels.values === values]).toEqual([300 * 25, true, true, true])
})

test('colors are those of the table, and what is not named stays', () => {
  const t = new TestWorld({ gravity: { x: 0, y: 0 } })
  t.ball(0, 0)
  t.add(circle(1), 5, 0, t.components.Static)
  const { lines } = drawingOf(t, { fill: false, colors: { dynamic: rgba(1, 2, 3, 4) } })
  expect(new Set(colorsOf(lines))).toEqual(new Set([rgba(1, 2, 3, 4), debugColors.static]))
})

test('what cannot be used is refused with what to do', () => {
  const t = new TestWorld()
  const draw = (options: object, out: object = createDebugBuffers()) => () => collectDebug(t.world, options, out as ReturnType<typeof createDebugBuffers>)
  expect(draw({ shape: true })).toThrow("collectDebug: there is no option 'shape'. The options are shapes, fill, joints")
  expect(draw({ shapes: 1 })).toThrow('collectDebug: shapes must be true or false, got 1.')
  expect(draw({ markSize: -1 })).toThrow('collectDebug: markSize must be a number from 0 up, got -1.')
  expect(draw({ markSize: NaN })).toThrow('markSize')
  expect(draw({ arcs: 3 })).toThrow('collectDebug: arcs must be from 4 to 256, got 3.')
  expect(draw({ view: { minX: 1, minY: 0, maxX: 0, maxY: 0 } })).toThrow('It needs numbers, the minimum first')
  expect(draw({ view: { minX: NaN, minY: 0, maxX: 0, maxY: 0 } })).toThrow('It needs numbers')
  expect(draw({ view: { minX: Symbol('x'), minY: 0, maxX: 1, maxY: 1 } })).toThrow('the view is (Symbol(x), 0) to (1, 1).')
  expect(draw({ originX: Infinity })).toThrow('originX and originY must be finite')
  expect(draw({ colors: { dynamics: 1 } })).toThrow("there is no color 'dynamics'")
  expect(draw({ colors: { dynamic: '#fff' } })).toThrow('colors.dynamic must be a whole number from 0 to 0xffffffff, got \'#fff\'')
  expect(draw({ colors: { loads: [] } })).toThrow('colors.loads must be a list of 1 to 64 colors')
  expect(draw({}, {})).toThrow('collectDebug: out must be what createDebugBuffers() made')
  expect(() => recordQueries(t.world, 1 as unknown as boolean)).toThrow('recordQueries: on must be true or false, got 1.')
  expect(() => collectDebug({} as typeof t.world, {}, createDebugBuffers())).toThrow('collectDebug: this world has no physics')
  expect(() => stepPhysics(t.world, 1 / 60)).not.toThrow()
})
