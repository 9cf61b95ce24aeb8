import { expect, test } from 'vitest'
import { buildScene, type BuiltScene } from '../../examples/scenes/build.ts'
import { driftOf } from '../support/joint-scenes.ts'
import { smallScene } from '../support/scenes.ts'

/** The scenes with joints: each does what it is there to show. That all broad phases come to the same bits: golden.test.ts. */

/** Steps a scene and gives the largest drift of its joints, looked at in every so many steps. */
function run(built: BuiltScene, steps: number, watch?: (step: number) => void, every = 10): number {
  let most = 0
  for (let step = 1; step <= steps; step++) {
    built.step()
    watch?.(step)
    if (step % every === 0) most = Math.max(most, driftOf(built).most)
  }
  return most
}

const place = ({ entities, physics }: BuiltScene, body: number): { x: number; y: number; angle: number } => {
  const { Position, Rotation } = physics.components
  const entity = entities[body]!
  return { x: Position.x[entity]!, y: Position.y[entity]!, angle: Rotation.angle[entity]! }
}

test('bridge: the loads stay on it, and its hinges stay together', () => {
  const built = buildScene(smallScene('bridge', { rows: 1 }))
  const drift = run(built, 600)
  expect(drift).toBeLessThan(0.06)
  const loads = built.scene.bodies.flatMap(({ density }, i) => (density === undefined && i > 1 ? [i] : []))
  expect(loads.length).toBe(20)
  for (const load of loads) expect(place(built, load).y).toBeGreaterThan(-6)
})

test('ragdolls: each falls again with all of its parts, and no joint is left over', () => {
  const built = buildScene(smallScene('ragdolls', { count: 4 }))
  run(built, 600)
  const present = built.scene.bodies.filter((_, i) => built.entities[i] !== 0).length
  expect(present).toBe(built.scene.bodies.length)
  expect(built.joints.every((joint) => joint !== 0)).toBe(true)
  expect(new Set(built.joints).size).toBe(40)
  expect(driftOf(built).most).toBeLessThan(0.05)
})

test('car: drives over the hills, the bridge and the seesaw by itself, and back', () => {
  const built = buildScene(smallScene('car', {}))
  const car = built.scene.follow!
  let [farthest, steepest] = [-Infinity, 0]
  const drift = run(built, 900, () => {
    const { x, angle } = place(built, car)
    farthest = Math.max(farthest, x)
    steepest = Math.max(steepest, Math.abs(angle))
  }, 1)
  expect(farthest).toBeGreaterThan(30)
  // It did not turn over.
  expect(steepest).toBeLessThan(1.4)
  // Most of it is the bridge; sweeps took a wheel 147 mm from its axle.
  expect(drift).toBeLessThan(0.04)
})

test('car: stands still, and goes where it is told to, once a control has been held', () => {
  let held = -1
  const built = buildScene(smallScene('car', {}), { held: (control) => control === held })
  run(built, 60)
  held = 0
  run(built, 10)
  held = -1
  run(built, 300)
  const rest = place(built, built.scene.follow!).x
  run(built, 120)
  expect(Math.abs(place(built, built.scene.follow!).x - rest)).toBeLessThan(0.3)
  held = 1
  run(built, 120)
  expect(place(built, built.scene.follow!).x).toBeGreaterThan(rest + 2)
})

test('scissor-lift: the platform rises and sinks level, and keeps its load', () => {
  const built = buildScene(smallScene('scissor-lift', {}))
  const platform = built.scene.bodies.findIndex(({ shape, kind }) => kind === undefined && shape.type === 'box' && shape.halfWidth > 3.1)
  let [low, high, tilt] = [Infinity, -Infinity, 0]
  run(built, 1680, () => {
    const { y, angle } = place(built, platform)
    low = Math.min(low, y)
    high = Math.max(high, y)
    tilt = Math.max(tilt, Math.abs(angle))
  })
  // Eight half bars high, by the sines of 0.25 and 0.8.
  expect(high - low).toBeGreaterThan(0.9 * 24 * (Math.sin(0.8) - Math.sin(0.25)))
  expect(tilt).toBeLessThan(0.03)
  for (let i = platform + 1; i < built.scene.bodies.length; i++) expect(place(built, i).y).toBeGreaterThan(place(built, platform).y)
})

test('windmill: the mills turn against each other, doors keep to their limits', () => {
  const built = buildScene(smallScene('windmill', { count: 60 }))
  const mills = [1, 2]
  const { joints = [] } = built.scene
  let widest = 0
  run(built, 600, () => {
    for (const joint of joints) {
      if (joint.type !== 'revolute' || joint.limit === undefined) continue
      const { angle } = place(built, joint.b)
      widest = Math.max(widest, angle - joint.limit.upper, joint.limit.lower - angle)
    }
  })
  const turned = mills.map((mill) => place(built, mill).angle)
  expect(turned[0]).toBeGreaterThan(30)
  expect(Math.abs(turned[0]! + turned[1]!)).toBeLessThan(0.02)
  expect(widest).toBeLessThan(0.02)
})

test('rod-cradle: as many balls swing out as came in', () => {
  const scene = smallScene('rod-cradle', {})
  const built = buildScene(scene)
  const rows = [0, 1, 2].map((row) => Array.from({ length: 5 }, (_, i) => 1 + row * 6 + i))
  const highest = new Map<number, number>()
  // A quarter of a swing until they meet, and another until the others have risen.
  run(built, 165, (step) => {
    if (step < 80) return
    for (const ball of rows.flat()) highest.set(ball, Math.max(highest.get(ball) ?? -Infinity, place(built, ball).y))
  })
  rows.forEach((balls, row) => {
    const fell = scene.bodies[balls[0]!]!.y + 5
    balls.forEach((ball, i) => {
      const rose = (highest.get(ball)! + 5) / fell
      if (i >= 5 - (row + 1)) expect(rose).toBeGreaterThan(0.85)
    })
  })
})

test('crane: the counterweight rises as far as the cage sinks, and the rope keeps its length', () => {
  const built = buildScene(smallScene('crane', {}))
  const drift = run(built, 900)
  const pulley = built.scene.joints!.find((joint) => joint.type === 'pulley')!
  const [cage, weight] = [pulley.a, pulley.b].map((body) => place(built, body).y - built.scene.bodies[body]!.y)
  expect(cage).toBeLessThan(-2)
  expect(Math.abs(cage! + weight!)).toBeLessThan(0.05)
  expect(drift).toBeLessThan(0.1)
})

test('cloth: goes on tumbling in the bin, and its rods keep their length', () => {
  const built = buildScene(smallScene('cloth', { count: 150 }))
  const movers = built.scene.bodies.flatMap(({ kind }, i) => (kind === undefined ? [i] : []))
  const drift = run(built, 600, (step) => {
    for (const mover of movers) {
      const { x, y } = place(built, mover)
      if (Math.abs(x) < 10 && y > 0) continue
      throw new Error(`body ${mover} is at (${x}, ${y}) after ${step} steps`)
    }
  })
  // Where the crosses press it against the walls: 0.05 to 0.52 m in cloths of 130 to 170 circles.
  expect(drift).toBeLessThan(0.8)
  expect(built.physics.stats.awake).toBeGreaterThan(100)
})

test('weld-tower: stands until it is shot at, then breaks, and not all of it', () => {
  const built = buildScene(smallScene('weld-tower', {}))
  let broke = 0
  const count = (): void => { broke += built.physics.events.jointBreak.count }
  run(built, 140, count)
  expect(broke).toBe(0)
  run(built, 500, count)
  expect(broke).toBeGreaterThan(10)
  expect(broke).toBeLessThan(built.joints.length * 0.9)
})
