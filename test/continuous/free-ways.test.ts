import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildScene, type BuiltScene } from '../../examples/scenes/build.ts'
import { boxShape, circleShape } from '../../examples/scenes/parts.ts'
import type { BodyData, ShapeData } from '../../examples/scenes/types.ts'
import { circle, hashWorld, segment } from '../../src/index.ts'
import { Outcome, State } from '../../src/solver/motion-records.ts'
import { uniform } from '../collision/oracle.ts'
import { Lab } from '../physics/lab.ts'
import { inner } from '../support/inner.ts'

const size = fc.oneof(uniform(0.02, 0.1), uniform(0.1, 0.8))
const shape: fc.Arbitrary<ShapeData> = fc.oneof(
  size.map((radius) => circleShape(radius)),
  fc.tuple(size, size).map(([w, h]) => boxShape(w, 0.2 * h)),
  fc.tuple(size, size).map(([halfLength, r]): ShapeData => ({ type: 'capsule', halfLength, radius: 0.3 * r })),
  size.map((x): ShapeData => ({ type: 'polygon', points: [{ x: -x, y: -x }, { x, y: 0 }, { x: 0, y: x }] })),
)
const mover: fc.Arbitrary<BodyData> = fc.record({
  shape, x: uniform(-9, 9), y: uniform(1, 9), angle: uniform(-3, 3), vx: uniform(-60, 60), vy: uniform(-60, 20),
  angular: fc.oneof(fc.constant(0), uniform(-30, 30)),
  parts: fc.array(fc.record({ shape, x: uniform(-1, 1), y: uniform(-1, 1) }), { maxLength: 2 }),
})

/** A room with thin walls, pegs and a floor that is a chain. */
const room: BodyData[] = [
  { x: 0, y: 0, kind: 'static', shape: { type: 'chain', points: Array.from({ length: 21 }, (_, i) => ({ x: i - 10, y: 0.3 * (i % 2) })) } },
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

test('a body whose way is free goes as it does where it is swept', () => {
  fc.assert(fc.property(fc.array(mover, { minLength: 4, maxLength: 12 }), (movers) => {
    const spared = build(movers)
    const swept = build(movers)
    // Where the user may be asked about pairs all that is fast is swept.
    swept.physics.hooks.filterPair = () => true
    for (let step = 0; step < 16; step++) {
      spared.step()
      swept.step()
      expect(hashWorld(spared.world)).toBe(hashWorld(swept.world))
    }
  }), { numRuns: 12 })
})

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
