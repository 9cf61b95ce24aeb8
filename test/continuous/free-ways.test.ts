import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildScene, type BuiltScene } from '../../examples/scenes/build.ts'
import { boxShape, circleShape } from '../../examples/scenes/parts.ts'
import type { BodyData, ShapeData } from '../../examples/scenes/types.ts'
import { ShapeType } from '../../components/shape-type.ts'
import { circle, segment } from '../../src/index.ts'
import { BodyKind } from '../../src/bodies/body-kind.ts'
import { POSE_STRIDE } from '../../src/bodies/bodies.ts'
import { AddressTable } from '../../src/kernel/address-table.ts'
import { Outcome, STATE_STRIDE, State } from '../../src/solver/motion-records.ts'
import type { PhysicsWorld } from '../../src/state/world.ts'
import { uniform } from '../collision/oracle.ts'
import { Lab } from '../physics/lab.ts'
import { inner } from '../support/inner.ts'
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

/** What bodies do on ways that the kernel calls free, by geometry of its own: they stay out of all that is static. */
class FreeWays {
  free = 0
  private readonly physics: PhysicsWorld
  private readonly fixed: number[]

  constructor({ physics }: BuiltScene) {
    this.physics = inner(physics)
    const { bodies } = this.physics
    this.fixed = [...bodies.bodyOf.keys()].filter((c) => bodies.bodyOf[c] !== 0 && bodies.kind[bodies.bodyOf[c]!] === BodyKind.Static)
  }

  /** Looks at what is listed, before it is moved. */
  look(): void {
    const { bodies, collision, solver: { states: { state, listed, memory } }, tolerances } = this.physics
    for (let n = 0; n < memory.i32[AddressTable.ListedCount >> 2]!; n++) {
      const s = listed[n]! * STATE_STRIDE
      if (state[s + State.More] !== Outcome.Free && state[s + State.More] !== Outcome.FreeAndSwings) continue
      this.free++
      const body = bodies.awake[listed[n]!]!
      for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c)) {
        for (const other of this.fixed.filter((o) => collision.shapeType[o] !== ShapeType.Chain)) {
          if ((bodies.sensor[c]! | bodies.sensor[other]!) !== 0) continue
          const gaps = this.gaps(c, other, s)
          const least = Math.min(...gaps)
          expect(least, `${c} at ${other}`).toBeGreaterThan(-0.5 * bodies.reach[body]! - 1e-9)
          expect(gaps[SAMPLES], `${c} at ${other} in the end`).toBeGreaterThan(Math.min(gaps[0]!, 0) - tolerances.linearSlop - 1e-9)
        }
      }
    }
  }

  /** How far a collider is from another one at times on the way of its body. */
  private gaps(collider: number, other: number, s: number): number[] {
    const { bodies: { pose }, solver: { states: { state } } } = this.physics
    const p = collider * POSE_STRIDE
    const kept = pose.slice(p, p + POSE_STRIDE)
    const [x, y, c, sine, fromX, fromY] = kept
    const fixed = worldShape(this.physics, other)
    const gaps = Array.from({ length: SAMPLES + 1 }, (_, i) => {
      const f = i / SAMPLES
      const [cos, sin] = [Math.cos(f * state[s + State.Turn]!), Math.sin(f * state[s + State.Turn]!)]
      pose.set([
        x! - fromX! + f * state[s + State.MovedX]! + cos * fromX! - sin * fromY!,
        y! - fromY! + f * state[s + State.MovedY]! + sin * fromX! + cos * fromY!,
        cos * c! - sin * sine!, sin * c! + cos * sine!,
      ], p)
      return separation(worldShape(this.physics, collider), fixed)
    })
    pose.set(kept, p)
    return gaps
  }
}

test('a body whose way is free gets through nothing, and no deeper into anything', () => {
  let free = 0
  fc.assert(fc.property(fc.array(mover, { minLength: 4, maxLength: 12 }), fc.array(obstacle, { maxLength: 8 }), (movers, obstacles) => {
    const scene = build([...obstacles, ...movers])
    const { memory } = inner(scene.physics).solver.states
    scene.step()
    const ways = new FreeWays(scene)
    for (let step = 0; step < 16; step++) {
      const { kernel } = memory
      const watched = { ...kernel, findFree() {
        kernel.findFree()
        ways.look()
      } }
      memory.kernel = watched
      scene.step()
      // Where the memory was replaced within the step, there is another kernel.
      if (memory.kernel === watched) memory.kernel = kernel
    }
    free += ways.free
  }), { numRuns: 12 })
  expect(free).toBeGreaterThan(100)
}, 60_000)

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
