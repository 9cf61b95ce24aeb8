import { set } from 'bitecs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ShapeData, aabb, box, capsule, circle } from '../../src/index.ts'
import { plainKernel } from '../../src/kernel/plain-kernel.ts'
import { simdKernel } from '../../src/kernel/simd-kernel.ts'
import { sincos } from '../../src/math/rotation.ts'
import { TestWorld } from '../support/worlds.ts'
import { inner } from '../support/inner.ts'

const DT = 1 / 60
const GRAVITY = -10
const number = (most: number) => fc.double({ min: -most, max: most, noNaN: true })

const anyBody = fc.record({
  shape: fc.constantFrom<ShapeData>(circle(0.4), box(0.5, 0.2), { ...box(0.5, 0.2), radius: 0.1 }, aabb(0.3, 0.25), capsule(0.3, 0.15), capsule(0.3, 0.15, 'y')),
  angle: fc.oneof(number(7), number(1e6), number(1e9), fc.constantFrom(0, -0, 1e6, -1e6, Math.PI / 4, Math.PI / 2)),
  center: fc.constantFrom(undefined, { centerX: 0.1, centerY: -0.05 }),
  velocity: fc.record({ x: fc.oneof(number(1), number(90)), y: fc.oneof(number(1), number(90)), angular: fc.oneof(number(1), number(40)) }),
  motion: fc.option(fc.record({ gravityScale: number(2), lockX: fc.nat(1), lockY: fc.nat(1) }), { nil: undefined }),
})
type AnyBody = typeof anyBody extends fc.Arbitrary<infer T> ? T : never

function add(world: TestWorld, { shape, angle, center, velocity, motion }: AnyBody, x: number): number {
  const { Rotation, Velocity, Mass, Motion } = world.components
  const more = [...(center ? [set(Mass, center)] : []), ...(motion ? [set(Motion, motion)] : [])]
  return world.add(shape, x, 0, set(Rotation, { angle }), set(Velocity, velocity), ...more)
}

/** Half width and half height of the box around a turned shape. */
function halves({ Shape }: TestWorld['components'], entity: number, cos: number, sin: number): [number, number] {
  const c = Math.abs(cos)
  const s = Math.abs(sin)
  const [w, h, r] = [Shape.halfWidth[entity]!, Shape.halfHeight[entity]!, Shape.radius[entity]!]
  return [c * w + s * h + r, s * w + c * h + r]
}

test.each([['SIMD', simdKernel], ['plain', plainKernel]])('%s: bodies have the poses, ways and boxes that their components tell of', (_, kernel) => {
  fc.assert(fc.property(fc.array(anyBody, { minLength: 1, maxLength: 12 }), (setups) => {
    const world = new TestWorld({ kernel, gravity: { x: 0, y: GRAVITY } })
    const { Position, Rotation, Velocity, Motion, BroadphaseAABB } = world.components
    const entities = setups.map((setup, i) => add(world, setup, i * 50))
    world.step(2)
    const { bodies, tolerances, settings } = inner(world.physics)
    const turned = new Float64Array(2)
    entities.forEach((entity, i) => {
      const { shape, motion } = setups[i]!
      const upright = shape.type === aabb(1, 1).type
      sincos(upright ? 0 : Rotation.angle[entity]!, turned, 0)
      const [x, y, cos, sin] = bodies.pose.subarray(entity * 8, entity * 8 + 4)
      expect([x, y, cos, sin]).toEqual([Position.x[entity], Position.y[entity], turned[0], turned[1]])
      const fall = (0.5 + 0.5 / settings.substeps) * DT * DT * GRAVITY * (motion?.gravityScale ?? 1)
      const dx = motion?.lockX === 1 ? 0 : Velocity.x[entity]! * DT
      const dy = motion?.lockY === 1 ? 0 : Velocity.y[entity]! * DT + fall
      const way = bodies.way.subarray(entity * 3, entity * 3 + 3)
      expect(way[0]).toBeCloseTo(dx, 12)
      expect(way[1]).toBeCloseTo(dy, 12)
      expect(way[2]).toBeCloseTo(upright ? 0 : Velocity.angular[entity]! * DT, 12)
      const speed = Math.abs(Velocity.x[entity]!) + Math.abs(Velocity.y[entity]!) + Math.abs(Velocity.angular[entity]!) * bodies.extent[entity]!
      const quick = speed * DT > 0.5 * tolerances.speculativeDistance
      expect(bodies.quick[entity]).toBe(quick ? 1 : 0)
      expect(Motion.lockX[entity] === 1).toBe(motion?.lockX === 1)
      const [halfX, halfY] = halves(world.components, entity, cos!, sin!)
      const ahead = tolerances.speculativeDistance - 1e-9
      const far = quick ? 1 : 0
      expect(BroadphaseAABB.minX[entity]).toBeLessThanOrEqual(x! - halfX - ahead + far * Math.min(dx, 0))
      expect(BroadphaseAABB.minY[entity]).toBeLessThanOrEqual(y! - halfY - ahead + far * Math.min(dy, 0))
      expect(BroadphaseAABB.maxX[entity]).toBeGreaterThanOrEqual(x! + halfX + ahead + far * Math.max(dx, 0))
      expect(BroadphaseAABB.maxY[entity]).toBeGreaterThanOrEqual(y! + halfY + ahead + far * Math.max(dy, 0))
    })
  }), { numRuns: 60 })
}, 60_000)
