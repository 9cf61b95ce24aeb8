import { addComponent, addComponents, addEntity, removeEntity, set } from 'bitecs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PhysicsOptions, type ShapeData, type System, aabb, box, capsule, circle, gearJoint, hashWorld, polygon, revoluteJoint } from '../../src/index.ts'
import { plainKernel } from '../../src/kernel/plain-kernel.ts'
import { simdKernel } from '../../src/kernel/simd-kernel.ts'
import { inner } from '../support/inner.ts'
import { TestWorld } from '../support/worlds.ts'

const number = (most: number) => fc.double({ min: -most, max: most, noNaN: true })
const triangle = polygon([{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 0.2, y: 0.7 }])

const anyBody = fc.record({
  shape: fc.constantFrom<ShapeData>(circle(0.4), box(0.5, 0.2), aabb(0.3, 0.25), capsule(0.3, 0.15), triangle),
  kind: fc.constantFrom('dynamic', 'dynamic', 'dynamic', 'kinematic'),
  // Some overlap their neighbors, and some are faster than anything may be.
  x: number(30),
  y: number(4),
  angle: fc.oneof(number(7), number(1e9)),
  velocity: fc.record({
    x: fc.oneof(number(1), number(900), fc.constant(-0)), y: fc.oneof(number(1), number(900), fc.constant(-0)),
    angular: fc.oneof(number(1), number(900), fc.constant(-0)),
  }),
  motion: fc.option(fc.record({
    gravityScale: number(2), linearDamping: fc.constantFrom(0, 0.5), angularDamping: fc.constantFrom(0, 3), maxSpeed: fc.constantFrom(0, 5),
    lockX: fc.nat(1), lockY: fc.nat(1),
  }), { nil: undefined }),
})
type AnyBody = typeof anyBody extends fc.Arbitrary<infer T> ? T : never

function build(setups: readonly AnyBody[], options: PhysicsOptions): { world: TestWorld, entities: number[] } {
  const world = new TestWorld({ gravity: { x: 0, y: -10 }, ...options })
  const { Rotation, Velocity, Motion, Kinematic } = world.components
  const entities = setups.map(({ shape, kind, x, y, angle, velocity, motion }) => world.add(
    shape, x, y, set(Rotation, { angle }), set(Velocity, velocity), ...(motion ? [set(Motion, motion)] : []), ...(kind === 'kinematic' ? [Kinematic] : []),
  ))
  return { world, entities }
}

/** A wheel at a hinge and a bar that hangs from it, far from all others; and two more that are geared. */
function hang({ world, components: { Joint, Position, Shape, Static } }: TestWorld): void {
  const add = (x: number, y: number, ...tags: object[]): number => {
    const entity = addEntity(world)
    addComponents(world, entity, set(Position, { x, y }), set(Shape, circle(0.3)), ...tags)
    return entity
  }
  const join = (a: number, b: number, x: number, y: number): number => {
    const joint = addEntity(world)
    addComponents(world, joint, set(Joint, revoluteJoint(a, b, { x, y })))
    return joint
  }
  const wall = add(100, 0, Static)
  const wheel = add(102, 0.1)
  join(wall, wheel, 102, 0)
  join(wheel, add(104, 0), 103, 0)
  const one = join(wall, add(106, 0.2), 106, 0)
  const two = join(wall, add(108, 0), 108, 0.1)
  addComponents(world, addEntity(world), set(Joint, gearJoint(one, two, { ratio: 2 })))
}

const nothing: System = { name: 'Nothing', run: () => {}, perSubstep: true }

test.each([['SIMD', simdKernel], ['plain', plainKernel]])('%s: what is alone moves as where every substep works on it', (_, kernel) => {
  const seen = { alone: 0, bound: 0 }
  fc.assert(fc.property(fc.array(anyBody, { minLength: 1, maxLength: 14 }), fc.boolean(), (setups, jointed) => {
    const { world: one } = build(setups, { kernel })
    const { world: other } = build(setups, { kernel })
    if (jointed) for (const world of [one, other]) hang(world)
    // Who may look at bodies within a step gets to see where they are.
    other.physics.systems.splice(5, 0, nothing)
    for (let step = 0; step < 5; step++) {
      one.step()
      other.step()
      const { solvedCount, boundCount } = inner(one.physics).solver
      seen.alone += solvedCount - boundCount
      seen.bound += boundCount
      expect(inner(other.physics).solver.boundCount).toBe(inner(other.physics).solver.solvedCount)
      expect(hashWorld(one.world)).toBe(hashWorld(other.world))
    }
  }), { numRuns: 60 })
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(100)
}, 60_000)

test('numbers that are shown one by one are those of whole columns', () => {
  fc.assert(fc.property(fc.array(anyBody, { minLength: 2, maxLength: 14 }), fc.nat(), (setups, which) => {
    const brought = { Position: { x: [], y: [] }, Rotation: { angle: [] }, Velocity: { x: [], y: [], angular: [] } }
    const worlds = [{ capacity: 16 }, { capacity: 2048 }, { capacity: 16, components: brought }].map((options) => build(setups, options))
    for (let step = 0; step < 4; step++) {
      const hashes = worlds.map(({ world, entities }) => {
        const at = entities[(which + step) % entities.length]!
        // Plain writes, to one that is awake and to one that nobody moves.
        if (step === 1) world.components.Velocity.x[at] = 3
        if (step === 2) world.components.Position.y[at] = world.components.Position.y[at]! + 0.5
        if (step === 3) removeEntity(world.world, at)
        world.step()
        return hashWorld(world.world)
      })
      expect(hashes).toEqual(Array(3).fill(hashes[0]))
    }
  }), { numRuns: 40 })
}, 60_000)

test('what is not awake keeps what is written to it while bodies move', () => {
  const { world, entities } = build([], { capacity: 16, gravity: { x: 0, y: 0 } })
  const { Position, Velocity, Sleeping } = world.components
  for (let i = 0; i < 4; i++) entities.push(world.ball(5 * i, 0, set(Velocity, { x: 1, y: 0, angular: 0 })))
  const sleeper = world.ball(0, 20)
  world.step()
  addComponent(world.world, sleeper, Sleeping)
  world.step()
  const { awakeCount } = inner(world.physics).bodies
  expect(awakeCount).toBe(4)
  // A hook of the user may write to anything when the motions of this step were shown already.
  world.physics.systems.splice(3, 0, { name: 'Write', run: () => { Position.x[sleeper] = 7 } })
  const before = Position.x[entities[0]!]!
  world.step()
  expect(Position.x[sleeper]).toBe(7)
  expect(Position.x[entities[0]!]).toBeGreaterThan(before)
})
