import { addComponent, hasComponent, removeEntity, set } from 'bitecs'
import { describe, expect, test } from 'vitest'
import { box, circle, distanceJoint, revoluteJoint, weldJoint } from '../../src/index.ts'
import { cloth } from '../../examples/scenes/cloth.ts'
import { jointGrid } from '../../examples/scenes/joint-grid.ts'
import { buildScene } from '../../examples/scenes/build.ts'
import { JointWorld } from './joint-world.ts'

const PLANK = 0.2
const ends = { localA: { x: 0.5, y: 0 }, localB: { x: -0.5, y: 0 } }

/** Light planks between two walls, three boxes of `ratio` times their mass and small balls above them. */
function loaded(planks: number, ratio: number, drop: number) {
  const t = new JointWorld()
  const left = t.add(box(0.5, 0.5), -0.5, 0, t.components.Static)
  const right = t.add(box(0.5, 0.5), planks + 0.5, 0, t.components.Static)
  const bars = Array.from({ length: planks }, (_, i) => t.add(box(0.5, PLANK / 2), 0.5 + i, 0))
  bars.forEach((bar, i) => t.joint(revoluteJoint(i === 0 ? left : bars[i - 1]!, bar, ends)))
  t.joint(revoluteJoint(bars.at(-1)!, right, ends))
  const boxes = [0.3, 0.5, 0.7].map((part) => t.add(box(0.5, 0.5), planks * part, 0.6 + drop))
  for (const one of boxes) addComponent(t.world, one, set(t.components.Mass, { mass: ratio * PLANK }))
  const balls = [0.2, 0.4, 0.6, 0.8].map((part) => t.add(circle(0.1), planks * part, 0.2))
  const fastest = (bodies: number[]) => Math.max(...bodies.map((one) => Math.hypot(t.components.Velocity.x[one]!, t.components.Velocity.y[one]!)))
  return { t, bars, boxes, balls, fastest }
}

describe('heavy boxes on a bridge of light planks', () => {
  test.each([[20, 100, 1, 0.2], [20, 1000, 1, 0.2], [6, 1000, 1, 0.7], [6, 1000, 0, 0.7]])('%i planks under %i times their mass, dropped from %i m, carry it with no more than %d m/s', (planks, ratio, drop, limit) => {
    const { t, bars, boxes, fastest } = loaded(planks, ratio, drop)
    t.seconds(4)
    let most = 0
    for (let i = 0; i < 120; i++) {
      t.step()
      most = Math.max(most, fastest(boxes))
    }
    // With no share in the load they hopped, at 0.3 m/s and more, or fell through at 58 m/s; few planks swing on.
    expect(most).toBeLessThan(limit)
    for (const one of boxes) expect(t.components.Position.y[one]!).toBeGreaterThan(Math.min(...bars.map((bar) => t.components.Position.y[bar]!)) + 0.4)
  })

  test.each([[20, 1000], [6, 100], [6, 1000]])('%i planks do not jump when %i times their mass is taken away', (planks, ratio) => {
    const { t, bars, boxes, balls, fastest } = loaded(planks, ratio, 0)
    t.seconds(4)
    for (const one of boxes) removeEntity(t.world, one)
    let most = 0
    for (let i = 0; i < 30; i++) {
      t.step()
      most = Math.max(most, fastest([...bars, ...balls]))
    }
    expect(most).toBeLessThan(3)
  })
})

test.each([[100, 10], [1000, 10], [1000, 0]])('a box of %i times the mass of a plank that is welded to plank %i of a double row with loops is carried', (ratio, welded) => {
  const t = new JointWorld({ allowSleep: false })
  const [left, right] = [-0.3, 10.3].map((x) => t.add(box(0.1, 0.1), x, 0, t.components.Static)) as [number, number]
  const rows = [0, -0.6].map((y) => {
    const row = Array.from({ length: 20 }, (_, i) => t.heavy(box(0.24, 0.1), 0.25 + i * 0.5, y, 1))
    row.forEach((plank, i) => t.joint(revoluteJoint(i === 0 ? left : row[i - 1]!, plank, { x: i * 0.5, y })))
    t.joint(revoluteJoint(row[19]!, right, { x: 10, y }))
    return row
  })
  for (let i = 0; i < 20; i += 2) t.joint(revoluteJoint(rows[0]![i]!, rows[1]![i]!, { x: 0.25 + i * 0.5, y: -0.3 }))
  const load = t.heavy(box(0.6, 0.4), 5, 0.5, ratio)
  t.joint(weldJoint(load, rows[0]![welded]!, { x: 5, y: 0.1 }))
  t.seconds(10)
  // When no part of what hangs together with a load bore a share in it, 100 times sank by 1.2 m and 1,000 times fell for ever.
  expect(t.y(load)).toBeGreaterThan(-0.2)
})

test('a bridge with loads falls asleep where its hinges have friction', () => {
  const t = new JointWorld()
  const left = t.add(box(0.5, 0.5), -0.5, 0, t.components.Static)
  const right = t.add(box(0.5, 0.5), 20.3, 0, t.components.Static)
  const bars = Array.from({ length: 20 }, (_, i) => t.heavy(box(0.5, 0.1), 0.5 + i * 0.99, 0, 1))
  const hinge = { ...ends, motor: { speed: 0, maxTorque: 2 } }
  bars.forEach((bar, i) => t.joint(revoluteJoint(i === 0 ? left : bars[i - 1]!, bar, hinge)))
  t.joint(revoluteJoint(bars.at(-1)!, right, hinge))
  for (const x of [6, 10, 14]) t.heavy(box(0.4, 0.4), x, 0.7, 3)
  // Without friction it swings on at 0.2 m/s after a minute.
  t.seconds(12)
  expect(bars.every((bar) => hasComponent(t.world, bar, t.components.Sleeping))).toBe(true)
})

test.each((['hinges', 'rods', 'ropes'] as const).flatMap((kind) => [1e3, 1e4, 1e5].map((load) => [kind, load] as const)))('two %s side by side give way in proportion to a load of %d newtons for each kilogram', (kind, load) => {
  const t = new JointWorld({ allowSleep: false, gravity: { x: 0, y: -load } })
  const beam = t.add(box(1, 0.1), 0, 0, t.components.Static)
  // Too heavy to turn: each hinge sees the mass alone.
  const body = t.heavy(box(1, 0.5), 0, -0.6, 1, 1e9)
  for (const x of [-0.5, 0.5]) {
    const anchors = { localA: { x, y: 0 }, localB: { x, y: 0 } }
    if (kind === 'hinges') t.joint(revoluteJoint(beam, body, { x, y: -0.1 }))
    else t.joint(distanceJoint(beam, body, kind === 'rods' ? { ...anchors, length: 0.6 } : { ...anchors, limit: { lower: 0, upper: 0.6 } }))
  }
  t.seconds(4)
  // A soft row is a spring of 60 Hz: each carries a half.
  expect((-0.6 - t.y(body)) / (load / 2 / (2 * Math.PI * 60) ** 2)).toBeCloseTo(1, 2)
})

// In box2d3-wasm 0.22 and 1.1 m. It was 1.3 m while hinges under load only mended no faster, and at 30 Hz those that hold the net let
// go of it, by 122 m, while all hinges let go of what swings what they hold.
test.each([[60, 240, 0.25], [30, 90, 2.5]])('a net of 3,600 circles at %i Hz stretches within %i steps nowhere as far as %d m', (hz, steps, far) => {
  const scene = jointGrid.create()
  const { bodies, joints = [] } = scene
  const built = buildScene(scene, { dt: 1 / hz })
  const { Position, Rotation } = built.physics.components
  let most = 0
  for (let i = 0; i < steps; i++) {
    built.step()
    // All steps give 0.224 m at 60 Hz.
    if (i % 20 !== 19) continue
    for (const joint of joints) {
      if (joint.type !== 'revolute') continue
      const [a, b] = [joint.a, joint.b].map((index) => {
        const entity = built.entities[index]!
        const [x, y] = [joint.x - bodies[index]!.x, joint.y - bodies[index]!.y]
        const angle = Rotation.angle[entity]!
        return { x: Position.x[entity]! + Math.cos(angle) * x - Math.sin(angle) * y, y: Position.y[entity]! + Math.sin(angle) * x + Math.cos(angle) * y }
      }) as [{ x: number; y: number }, { x: number; y: number }]
      most = Math.max(most, Math.hypot(a.x - b.x, a.y - b.y))
    }
  }
  expect(most).toBeLessThan(far)
})

test('a cloth of rods over turning bars stretches nowhere as far as 0.15 m', () => {
  const scene = cloth.create({ columns: 0 })
  const built = buildScene(scene)
  const { Position } = built.physics.components
  let most = 0
  for (let i = 0; i < 100; i++) {
    built.step()
    for (const joint of scene.joints ?? []) {
      if (joint.type !== 'distance') continue
      const [a, b] = [built.entities[joint.a]!, built.entities[joint.b]!]
      const length = Math.hypot(Position.x[b]! - Position.x[a]!, Position.y[b]! - Position.y[a]!)
      most = Math.max(most, length - Math.hypot(joint.to.x - joint.from.x, joint.to.y - joint.from.y))
    }
  }
  // 0.082 m, as in box2d3-wasm; 0.43 where rods let go of what swings what they hold (and 3.6 m within 25 s).
  expect(most).toBeLessThan(0.15)
})

// In box2d3-wasm 0.35 and 0.29 m, as with the masses that are. It was 1.9 and 1.2 while hinges and rods began substeps with less than they bore.
test.each(['hinge', 'rod'] as const)('a ladder of circles on %ss carries 1,000 times the mass of one of them', (kind) => {
  const t = new JointWorld({ allowSleep: false })
  const { Static, CollisionFilter, Position } = t.components
  const posts = [-10, 10].map((x) => t.add(box(0.2, 0.6), x, 0, Static))
  const at = (body: number) => ({ x: Position.x[body]!, y: Position.y[body]! })
  const rods: [number, number, number][] = []
  const link = (a: number, b: number): void => {
    const [from, to] = [at(a), at(b)]
    rods.push([a, b, Math.hypot(to.x - from.x, to.y - from.y)])
    t.joint(kind === 'rod' ? distanceJoint(a, b) : revoluteJoint(a, b, { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }))
  }
  const rows = [0, 1].map((y) => Array.from({ length: 19 }, (_, i) => t.heavy(circle(0.4), i - 9, y, 1)))
  const ball = t.heavy(circle(0.4), 0, -1, 1000)
  for (const body of [...rows.flat(), ball]) CollisionFilter.mask[body] = 0
  for (const row of rows) {
    for (let i = 1; i < 19; i++) link(row[i - 1]!, row[i]!)
    link(posts[0]!, row[0]!)
    link(row[18]!, posts[1]!)
  }
  for (let i = 0; i < 19; i++) link(rows[0]![i]!, rows[1]![i]!)
  for (const i of [8, 9, 10]) link(rows[0]![i]!, ball)
  let most = 0
  for (let i = 0; i < 300; i++) {
    t.step()
    // Centers of what a hinge holds are no farther apart than they were, but for what it gives way.
    for (const [a, b, length] of rods) if (a !== posts[0] && b !== posts[1]) most = Math.max(most, Math.hypot(at(b).x - at(a).x, at(b).y - at(a).y) - length)
  }
  expect(most).toBeLessThan(0.06)
})
