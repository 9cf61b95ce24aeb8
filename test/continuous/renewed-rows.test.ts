import { createWorld } from 'bitecs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PhysicsOptions, addPhysics, box, capsule, hashWorld, polygon, spawnBody, stepPhysics } from '../../src/index.ts'
import { POSE_STRIDE, Pose } from '../../src/bodies/body-records.ts'
import { MANIFOLD_STRIDE } from '../../src/collision/manifold.ts'
import { Manifold } from '../../src/contacts/contact-record.ts'
import type { ShapeType } from '../../components/shape-type.ts'
import { FAR, Field, LANES, POINT_FIELDS, PointField, WORK_STRIDE } from '../../src/solver/contact-groups.ts'
import { plainKernel } from '../../src/kernel/plain-kernel.ts'
import { FollowedRow, Renewal } from '../../src/solver/followed-records.ts'
import { STATE_STRIDE, State, Work } from '../../src/solver/motion-records.ts'
import type { PhysicsWorld } from '../../src/state/world.ts'
import { collideShapes } from '../collision/reference/collide.ts'
import { uniform } from '../collision/oracle.ts'
import { inner } from '../support/inner.ts'
import { SOAK } from '../support/soak.ts'

const shape = fc.oneof(
  fc.tuple(uniform(0.5, 3), uniform(0.1, 1)).map(([w, h]) => box(w, h)),
  fc.tuple(uniform(0.5, 2), uniform(0.1, 0.4)).map(([l, r]) => capsule(l, r)),
  fc.tuple(uniform(0.3, 1), uniform(0.3, 1)).map(([w, h]) => polygon([{ x: -w, y: -h }, { x: w, y: -h }, { x: 0.2, y: h }])),
)
const falling = fc.record({
  shape, x: uniform(-4, 4), y: uniform(0.5, 3), angle: uniform(-3, 3), velocity: fc.tuple(uniform(-8, 8), uniform(-20, -5), uniform(-15, 15)), center: fc.constantFrom(0, 0.1),
})

/** Where a collider is within the step: x, y, cosine and sine. */
function placeOf({ bodies: { awakeIndex, bodyOf, pose }, solver: { states: { work } } }: PhysicsWorld, collider: number): [number, number, number, number] {
  const w = (awakeIndex[bodyOf[collider]!]! + 1) * WORK_STRIDE
  const [c, s] = [work[w + Work.Cos]!, work[w + Work.Sin]!]
  const p = collider * POSE_STRIDE
  const [fx, fy, pc, ps] = [pose[p + Pose.FromCenterX]!, pose[p + Pose.FromCenterY]!, pose[p + Pose.Cos]!, pose[p + Pose.Sin]!]
  return [
    pose[p + Pose.X]! - fx + work[w + Work.MovedX]! + c * fx - s * fy, pose[p + Pose.Y]! - fy + work[w + Work.MovedY]! + s * fx + c * fy,
    c * pc - s * ps, s * pc + c * ps,
  ]
}

/** The separation of a point of a row, where its bodies are by now. */
function separationOf({ solver: { rows, states: { work } } }: PhysicsWorld, row: number, k: number): number {
  const { f32, i32 } = rows.contacts.memory
  const p = row + (Field.Points + k * POINT_FIELDS) * LANES
  const at = (field: number): number => f32[p + field * LANES]!
  const [a, b] = [i32[row]! >> 2, i32[row + LANES]! >> 2]
  const anchor = (w: number, dot: PointField, cross: PointField): number => work[w + Work.Cos]! * at(dot) + work[w + Work.Sin]! * at(cross)
  const moved = (place: Work): number => work[b + place]! - work[a + place]!
  return at(PointField.Base) + f32[row + Field.NormalX * LANES]! * moved(Work.MovedX) + f32[row + Field.NormalY * LANES]! * moved(Work.MovedY)
    + anchor(b, PointField.DotB, PointField.CrossB) - anchor(a, PointField.DotA, PointField.CrossA)
}

test('a row that is made anew within the step has the points of where its bodies are by then, with either build of the kernel', () => {
  const seen = { rows: 0, second: 0, both: 0 }
  fc.assert(fc.property(fc.array(falling, { minLength: 1, maxLength: 3 }), fc.constantFrom(1 / 30, 1 / 60), fc.constantFrom(0, 0.5), (bodies, dt, restitution) => {
    const play = (options: PhysicsOptions): number => {
      const world = createWorld()
      const face = addPhysics(world, options)
      spawnBody(world, { shape: box(30, 1), y: -0.5, type: 'static' })
      for (const { shape: own, x, y, angle, velocity: [vx, vy, spin], center } of bodies) {
        spawnBody(world, {
          shape: own, x, y, angle, velocity: { x: vx, y: vy, angular: spin }, material: { restitution }, mass: { mass: 1, inertia: 0.4, centerX: center, centerY: center },
        })
      }
      const physics = inner(face)
      const { collision } = physics
      const look = (): void => {
        const { bodies: { awakeIndex, bodyOf } } = physics
        const { rows } = physics.solver
        const { f32, f64, i32 } = rows.contacts.memory
        for (let n = 0; n < rows.followed.count; n++) {
          const at = rows.followed.place(n)
          const contact = i32[at + FollowedRow.Contact]!
          const [a, b] = [collision.contacts.a[contact]!, collision.contacts.b[contact]!]
          const turned = (collider: number): number => {
            const k = awakeIndex[bodyOf[collider]!]!
            return k < 0 ? 0 : physics.solver.states.state[k * STATE_STRIDE + State.Turn]!
          }
          const madeAt = [0, 1].map((side) => f64[((at + FollowedRow.Turned) >> 1) + side]!)
          // Of others the points are those of another moment.
          if (i32[at + FollowedRow.Renewal] !== Renewal.AsItTurns || madeAt[0] !== turned(a) || madeAt[1] !== turned(b) || madeAt[0] === madeAt[1]) continue
          const [placeA, placeB] = [placeOf(physics, a), placeOf(physics, b)]
          const manifold = new Float64Array(MANIFOLD_STRIDE)
          const margin = 2 * Math.min(...[a, b].map((collider) => physics.bodies.extent[bodyOf[collider]!]!))
          const points = collideShapes(
            collision.shapeType[a] as ShapeType, collision.sizesOf(a), collision.placeOf(a), collision.shapeType[b] as ShapeType, collision.sizesOf(b), collision.placeOf(b),
            placeB[0] - placeA[0], placeB[1] - placeA[1], placeA[2], placeA[3], placeB[2], placeB[3], margin, manifold, 0, new Int32Array(2), 0, collision.polygons,
          )
          const row = i32[at + FollowedRow.Lane]!
          const reversed = awakeIndex[bodyOf[b]!]! < 0 ? -1 : 1
          expect(f32[row + Field.NormalX * LANES]! * reversed).toBeCloseTo(manifold[Manifold.NormalX]!, 5)
          expect(f32[row + Field.NormalY * LANES]! * reversed).toBeCloseTo(manifold[Manifold.NormalY]!, 5)
          seen.rows++
          if (reversed === 1 && awakeIndex[bodyOf[a]!]! >= 0) seen.both++
          for (let k = 0; k < 2; k++) {
            const apart = separationOf(physics, row, k)
            if (apart > FAR / 2) continue
            expect(apart).toBeCloseTo(manifold[k === 0 ? Manifold.Separation0 : Manifold.Separation1]!, 4)
            expect(k).toBeLessThan(points)
            if (k === 1) seen.second++
          }
        }
      }
      face.systems.splice(face.systems.findIndex(({ name }) => name === 'Integrate') + 1, 0, { name: 'look', run: look, perSubstep: true })
      for (let i = 0; i < 30; i++) stepPhysics(world, dt)
      return hashWorld(world)
    }
    expect(play({ kernel: plainKernel })).toBe(play({}))
  }), { numRuns: SOAK ? 2000 : 70 })
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(20)
})
