import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildScene, type BuiltScene } from '../../examples/scenes/build.ts'
import { boxShape, circleShape } from '../../examples/scenes/parts.ts'
import type { BodyData, ShapeData } from '../../examples/scenes/types.ts'
import { ShapeType } from '../../components/shape-type.ts'
import { circle, segment } from '../../src/index.ts'
import { BodyKind } from '../../src/bodies/body-kind.ts'
import { POSE_STRIDE } from '../../src/bodies/bodies.ts'
import { Outcome, STATE_STRIDE, State } from '../../src/solver/motion-records.ts'
import type { PhysicsWorld } from '../../src/state/world.ts'
import { uniform } from '../collision/oracle.ts'
import { Lab } from '../physics/lab.ts'
import { inner } from '../support/inner.ts'
import { SOAK } from '../support/soak.ts'
import { separation, worldShape } from '../support/shape-oracle.ts'

const size = fc.oneof(uniform(0.02, 0.1), uniform(0.1, 0.8))
const shape: fc.Arbitrary<ShapeData> = fc.oneof(
  size.map((radius) => circleShape(radius)),
  fc.tuple(size, size).map(([w, h]) => boxShape(w, 0.2 * h)),
  fc.tuple(size, size).map(([halfLength, r]): ShapeData => ({ type: 'capsule', halfLength, radius: 0.3 * r })),
  fc.tuple(size, size).map(([halfWidth, h]): ShapeData => ({ type: 'aabb', halfWidth, halfHeight: 0.2 * h })),
  fc.tuple(size, fc.constantFrom(0, 0.3)).map(([x, r]): ShapeData => ({ type: 'polygon', points: [{ x: -x, y: -x }, { x, y: 0 }, { x: 0, y: x }], radius: r * x })),
)
const sensor = fc.integer({ min: 0, max: 5 }).map((n) => n === 0)
const mover: fc.Arbitrary<BodyData> = fc.record({
  shape, x: uniform(-9, 9), y: uniform(1, 9), angle: uniform(-3, 3), vx: uniform(-60, 60), vy: uniform(-60, 20),
  angular: fc.oneof(fc.constant(0), uniform(-30, 30)), restitution: fc.constantFrom(0, 0.7), motion: fc.constantFrom({}, {}, { lockRotation: true }, { lockY: true }),
  parts: fc.array(fc.record({ shape, x: uniform(-1, 1), y: uniform(-1, 1), sensor }), { maxLength: 2 }),
})
/** What is in its way: at rest or driven, and some of it open from below. */
const obstacle: fc.Arbitrary<BodyData> = fc.record({
  shape, x: uniform(-9, 9), y: uniform(1, 9), angle: uniform(-3, 3), sensor, kind: fc.constantFrom('static', 'static', 'kinematic'), vx: uniform(-20, 20), vy: fc.constant(0),
  angular: uniform(-9, 9), parts: fc.array(fc.record({ shape, x: uniform(-1, 1), y: uniform(-1, 1) }), { maxLength: 1 }),
}).chain((body) => fc.constantFrom(body, body, { ...body, oneWay: { x: 0, y: 1 } }))

/** A room with thin walls, pegs and a floor that is a chain. */
const room: BodyData[] = [
  { x: 0, y: 0, kind: 'static', shape: { type: 'chain', points: Array.from({ length: 21 }, (_, i) => ({ x: i - 10, y: 0.3 * (i % 2) })) } },
  // Open from above.
  { x: 0, y: 2, kind: 'static', shape: { type: 'chain', points: [{ x: 8, y: 0 }, { x: 5, y: 0.5 }, { x: 3, y: 0 }] } },
  ...[-10, 10].map((x): BodyData => ({ x, y: 5, kind: 'static', shape: boxShape(0.02, 5) })),
  { x: 0, y: 10, kind: 'static', shape: boxShape(10, 0.02) },
  ...[-6, -2, 2, 6].map((x): BodyData => ({ x, y: 4, kind: 'static', shape: circleShape(0.1) })),
]

function build(movers: BodyData[]): BuiltScene {
  return buildScene({
    name: 'room', title: '', category: '', description: '', lookFor: '', gravity: { x: 0, y: -10 }, bodies: [...room, ...movers],
    view: { x: 0, y: 5, width: 20, height: 10 },
  })
}

/** How many samples of a way are looked at. */
const SAMPLES = 24

/** What bodies do on ways that the kernel calls free, by geometry of its own: they stay out of all that is static, and of what is driven. */
class FreeWays {
  free = 0
  /** Those of them that have a contact with something driven. */
  beside = 0
  private readonly physics: PhysicsWorld
  private readonly holders: number[]

  /** @param held Of what kind that is which they stay out of. */
  constructor({ physics }: BuiltScene, held: BodyKind) {
    this.physics = inner(physics)
    const { bodies, collision: { shapeType } } = this.physics
    this.holders = [...bodies.bodyOf.keys()].filter((c) => {
      return bodies.bodyOf[c] !== 0 && bodies.kind[bodies.bodyOf[c]!] === held && bodies.sensor[c] === 0 && shapeType[c] !== ShapeType.Chain
    })
  }

  /** Looks at what went far, before it is moved. */
  look(): void {
    const { bodies, collision: { contacts }, solver: { solvedCount, states: { state } } } = this.physics
    for (let i = 0; i < solvedCount; i++) {
      const more = state[i * STATE_STRIDE + State.More]
      if (more !== Outcome.Free && more !== Outcome.FreeAndSwings) continue
      this.free++
      const body = bodies.awake[i]!
      for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c)) {
        if (bodies.sensor[c] !== 0) continue
        for (const other of this.holders) {
          const holder = bodies.bodyOf[other]!
          if (bodies.kind[holder] === BodyKind.Kinematic) {
            // What goes no farther than that gets through nothing, see `may_hold`.
            if (this.pathOf(body) <= bodies.reach[holder]!) continue
            if (contacts.find(Math.min(c, other), Math.max(c, other)) === 0) continue
            this.beside++
          }
          this.check(body, c, other)
        }
      }
    }
  }

  private check(body: number, collider: number, other: number): void {
    const { bodies, tolerances } = this.physics
    const gaps = Array.from({ length: SAMPLES + 1 }, (_, i) => this.gapAt(collider, other, i / SAMPLES))
    expect(Math.min(...gaps), `${collider} at ${other}`).toBeGreaterThan(-0.5 * bodies.reach[body]! - 1e-9)
    expect(gaps[SAMPLES], `${collider} at ${other} in the end`).toBeGreaterThan(Math.min(gaps[0]!, 0) - tolerances.linearSlop - 1e-9)
  }

  /** Where the state of a body begins, −1 where it has none. */
  private stateOf(body: number): number {
    const { bodies: { awakeIndex }, solver: { solvedCount } } = this.physics
    const place = awakeIndex[body]!
    return place >= 0 && place < solvedCount ? place * STATE_STRIDE : -1
  }

  private pathOf(body: number): number {
    const { bodies: { extent }, solver: { states: { state } } } = this.physics
    const s = this.stateOf(body)
    return Math.hypot(state[s + State.MovedX]!, state[s + State.MovedY]!) + Math.abs(state[s + State.Turn]!) * extent[body]!
  }

  /** How far two colliders are apart at a time on the ways of their bodies. */
  private gapAt(collider: number, other: number, f: number): number {
    const { pose } = this.physics.bodies
    const kept = [collider, other].map((c) => pose.slice(c * POSE_STRIDE, (c + 1) * POSE_STRIDE))
    for (const c of [collider, other]) this.move(c, f)
    const gap = separation(worldShape(this.physics, collider), worldShape(this.physics, other))
    ;[collider, other].forEach((c, i) => pose.set(kept[i]!, c * POSE_STRIDE))
    return gap
  }

  private move(collider: number, f: number): void {
    const { bodies: { bodyOf, pose }, solver: { states: { state } } } = this.physics
    const s = this.stateOf(bodyOf[collider]!)
    if (s < 0) return
    const p = collider * POSE_STRIDE
    const [x, y, c, sine, fromX, fromY] = pose.slice(p, p + POSE_STRIDE)
    const [cos, sin] = [Math.cos(f * state[s + State.Turn]!), Math.sin(f * state[s + State.Turn]!)]
    pose.set([
      x! - fromX! + f * state[s + State.MovedX]! + cos * fromX! - sin * fromY!,
      y! - fromY! + f * state[s + State.MovedY]! + sin * fromX! + cos * fromY!,
      cos * c! - sin * sine!, sin * c! + cos * sine!,
    ], p)
  }
}

/** Has bodies fly about in the room, and looks at what is said of their ways. */
function watch(movers: BodyData[], obstacles: BodyData[], steps: number, held: BodyKind): FreeWays {
  const scene = build([...obstacles, ...movers])
  const { memory } = inner(scene.physics).solver.states
  scene.step()
  const ways = new FreeWays(scene, held)
  for (let step = 0; step < steps; step++) {
    const { kernel } = memory
    const watched = { ...kernel, findFree(solved: number) {
      kernel.findFree(solved)
      ways.look()
    } }
    memory.kernel = watched
    scene.step()
    // Where the memory was replaced within the step, there is another kernel.
    if (memory.kernel === watched) memory.kernel = kernel
  }
  return ways
}

test('a body whose way is free gets through nothing, and no deeper into anything', () => {
  let free = 0
  fc.assert(fc.property(fc.array(mover, { minLength: 4, maxLength: 12 }), fc.array(obstacle, { maxLength: 8 }), (movers, obstacles) => {
    free += watch(movers, obstacles, 16, BodyKind.Static).free
  }), { numRuns: SOAK ? 30 : 4 })
  expect(free).toBeGreaterThan(100)
}, SOAK ? 600_000 : 60_000)

/** Bars, wheels and blocks that are driven through what lies on them. */
const paddle: fc.Arbitrary<BodyData> = fc.record({
  shape: fc.oneof(
    fc.tuple(uniform(0.5, 2.5), uniform(0.1, 0.4)).map(([w, h]) => boxShape(w, h)),
    fc.tuple(uniform(0.5, 2), uniform(0.1, 0.4)).map(([halfLength, radius]): ShapeData => ({ type: 'capsule', halfLength, radius })),
    uniform(0.3, 1).map((radius) => circleShape(radius)),
    uniform(0.5, 1).map((x): ShapeData => ({ type: 'polygon', points: [{ x: -x, y: -x }, { x, y: 0 }, { x: 0, y: x }], radius: 0 })),
    uniform(0.5, 1).map((halfWidth): ShapeData => ({ type: 'aabb', halfWidth, halfHeight: 0.3 })),
  ),
  x: uniform(-9, 9), y: uniform(1, 5), angle: uniform(-3, 3), kind: fc.constant('kinematic'), vx: uniform(-3, 3), vy: uniform(-3, 3),
  angular: fc.oneof(uniform(-9, 9), fc.constant(0)), friction: fc.constantFrom(0, 1),
  parts: fc.array(fc.record({ shape: uniform(0.3, 0.6).map((radius) => circleShape(radius)), x: uniform(-1, 1), y: uniform(-1, 1) }), { maxLength: 1 }),
})

test('so does one beside what is driven', () => {
  let beside = 0
  const rider = mover.map((body): BodyData => ({ ...body, vx: body.vx! / 4, vy: body.vy! / 4, motion: {} }))
  fc.assert(fc.property(fc.array(rider, { minLength: 20, maxLength: 40 }), fc.array(paddle, { minLength: 4, maxLength: 8 }), (movers, paddles) => {
    beside += watch(movers, paddles, 40, BodyKind.Kinematic).beside
  }), { numRuns: SOAK ? 60 : 12 })
  expect(beside).toBeGreaterThan(500)
}, SOAK ? 600_000 : 60_000)

test('a plank that crosses a room is free in the middle, and fast at the wall', () => {
  const scene = build([{ x: -4, y: 7, vx: 40, angular: 9, shape: boxShape(0.5, 0.1) }])
  const { memory, state } = inner(scene.physics).solver.states
  const outcomes: number[] = []
  for (let step = 0; step < 30; step++) {
    const { kernel } = memory
    memory.kernel = { ...kernel, commit(first, end) {
      const done = kernel.commit(first, end)
      outcomes.push(state[State.More]!)
      return done
    } }
    scene.step()
    memory.kernel = kernel
  }
  expect(outcomes.slice(1, 10)).toEqual(Array(9).fill(Outcome.Free))
  expect(outcomes).toContain(Outcome.Fast)
})

test('a disc that swings around a center of mass beside it is not free where it swings through a wall', () => {
  let through = 0
  for (let n = 0; n < 40; n++) {
    const lab = new Lab({ gravity: {} })
    lab.add(segment(0, -50, 0, 50), 0, 0, { kind: 'static' })
    const body = lab.add(circle(0.1), -3, 0, { angle: 0.16 * n, vx: 5 + 0.2 * n, angular: n % 2 === 0 ? 50 : -50, mass: { centerX: 0.4 } })
    lab.step(60)
    if (lab.x(body) > 0.1) through++
  }
  expect(through, 'discs that came through').toBe(0)
})
