import { createWorld } from 'bitecs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Pose, POSE_STRIDE } from '../../src/bodies/body-records.ts'
import { Impact } from '../../src/collision/sweep-records.ts'
import { LEG_STRIDE } from '../../src/continuous/leg.ts'
import { staysAway } from '../../src/continuous/stays-away.ts'
import { clearLimits, contactAtEnd, findImpact, loadBoth } from '../../src/continuous/sweep-pair.ts'
import { aabb, addPhysics, box, capsule, circle, polygon, segment, spawnBody } from '../../src/index.ts'
import type { PhysicsWorld } from '../../src/state/world.ts'
import { uniform } from '../collision/oracle.ts'
import { inner } from '../support/inner.ts'

// Small ones far from the middle of what turns come nearest to it between the ends of their ways.
const size = fc.oneof(uniform(0.05, 0.3), uniform(0.05, 2))
const shape = fc.oneof(
  size.map((r) => circle(r)),
  fc.tuple(size, size).map(([w, h]) => box(w, h)),
  fc.tuple(size, size).map(([w, h]) => aabb(w, h)),
  fc.tuple(size, size).map(([l, r]) => capsule(l, 0.5 * r)),
  fc.tuple(size, size, size).map(([x, y, z]) => polygon([{ x: -x, y: -y }, { x: z, y: 0 }, { x: 0, y: z }])),
  fc.tuple(size, size).map(([x, y]) => segment(-x, y, x, -y)),
)
/** Where a body is and how it is turned; how far it goes and turns. */
const way = fc.tuple(uniform(-5, 5), uniform(-5, 5), uniform(-4, 4), uniform(-4, 4), uniform(-4, 4), fc.oneof(fc.constant(0), uniform(-3, 3)))
/** Where the center of mass is in the shape. */
const center = fc.constantFrom(0, 0.4)

type Way = [number, number, number, number, number, number]

function legOf({ bodies: { pose } }: PhysicsWorld, body: number, [, , , dx, dy, turn]: Way): Float64Array {
  const p = body * POSE_STRIDE
  const leg = new Float64Array(LEG_STRIDE)
  leg.set([pose[p]! - pose[p + Pose.FromCenterX]!, pose[p + 1]! - pose[p + Pose.FromCenterY]!, dx, dy, 0, turn])
  return leg
}

test('what stays away neither meets the other on its way nor touches it at the end', () => {
  let away = 0
  let apart = 0
  fc.assert(fc.property(fc.array(fc.tuple(shape, way, center), { minLength: 9, maxLength: 9 }), (bodies) => {
    const world = createWorld()
    const face = addPhysics(world)
    const ids = bodies.map(([own, [x, y, angle], c]) => (
      spawnBody(world, { shape: own, x, y, angle, mass: { mass: 1, inertia: 1, centerX: c, centerY: -c } })
    ))
    face.systems[0]!.run(face, 1 / 60)
    const physics = inner(face)
    physics.collision.polygonCopy.update()
    for (const [i, a] of ids.entries()) {
      for (const [k, b] of ids.entries()) {
        if (a === b) continue
        loadBoth(physics, a, legOf(physics, a, bodies[i]![1]), b, legOf(physics, b, bodies[k]![1]))
        clearLimits(physics)
        const meets = findImpact(physics, a, b) !== Impact.None || contactAtEnd(physics, a, b) !== 0
        if (!meets) apart++
        if (!staysAway(physics, a, b)) continue
        away++
        expect(meets).toBe(false)
      }
    }
  }), { numRuns: 40 })
  // Much of what is apart is found to be so.
  expect(away).toBeGreaterThan(0.3 * apart)
})
