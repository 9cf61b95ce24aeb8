import { addComponent, addComponents, addEntity, createWorld, entityExists, removeComponent, removeEntity, set } from 'bitecs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Physics, addPhysics, box, capsule, circle, createSnapshots, hashWorld, revoluteJoint, spawnBody, stepPhysics } from '../../src/index.ts'
import { whole } from '../support/soak.ts'

/** What is done to the body at hand, or the joint: with `set` and components alone. */
const EDITS: readonly ((world: object, physics: Physics, body: number, amount: number) => void)[] = [
  (world, { components: { Material } }, body, amount) => addComponent(world, body, set(Material, { friction: amount, restitution: amount / 2 })),
  (world, { components: { Material } }, body, amount) => addComponent(world, body, set(Material, { density: 0.5 + amount, tangentSpeed: amount })),
  (world, { components: { Material } }, body) => removeComponent(world, body, Material),
  (world, { components: { Shape } }, body, amount) => addComponent(world, body, set(Shape, amount < 0.5 ? circle(0.2 + amount) : box(0.3 + amount, 0.5))),
  (world, { components: { Shape } }, body, amount) => addComponent(world, body, set(Shape, capsule(0.1 + amount, 0.2))),
  (world, { components: { Mass } }, body, amount) => addComponent(world, body, set(Mass, { mass: 0.1 + 3 * amount })),
  (world, { components: { Mass } }, body) => removeComponent(world, body, Mass),
  (world, { components: { CollisionFilter } }, body, amount) => addComponent(world, body, set(CollisionFilter, { mask: amount < 0.4 ? 2 : 0xffff })),
  (world, { components: { Sleeping } }, body, amount) => (amount < 0.5 ? addComponent(world, body, Sleeping) : removeComponent(world, body, Sleeping)),
  (world, { components: { Disabled } }, body, amount) => (amount < 0.5 ? addComponent(world, body, Disabled) : removeComponent(world, body, Disabled)),
]

const JOINT_EDITS: typeof EDITS = [
  (world, { components: { Joint } }, joint, amount) => addComponent(world, joint, set(Joint, { speed: 4 * amount, maxTorque: 5 })),
  (world, { components: { Joint } }, joint, amount) => addComponent(world, joint, set(Joint, { enabled: amount < 0.5 })),
  (world, { components: { Joint } }, joint, amount) => addComponent(world, joint, set(Joint, { lower: -amount, upper: amount, limited: true })),
]

const operation = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('drive' as const), joint: fc.nat(2), edit: fc.nat(JOINT_EDITS.length - 1), amount: fc.double({ min: 0, max: 1, noNaN: true }) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('edit' as const), body: fc.nat(7), edit: fc.nat(EDITS.length - 1), amount: fc.double({ min: 0, max: 1, noNaN: true }) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('step' as const), steps: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('save' as const, 'restore' as const), slot: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('spawn' as const, 'remove' as const), body: fc.nat(7), x: fc.integer({ min: -3, max: 3 }) }) },
)

type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

/** The hashes of a world after each step. @param asked Somebody has the arrays of all components, so that the engine looks at all of them in each step. */
function play(operations: readonly Operation[], asked: boolean): number[] {
  const world = createWorld()
  const physics = addPhysics(world, { gravity: { x: 0, y: -10 } })
  const { Shape, Material, Mass, CollisionFilter, Joint } = physics.components
  if (asked) for (const array of [Shape.radius, Material.friction, Mass.mass, CollisionFilter.mask, Joint.kind]) expect(array.length).toBeGreaterThan(0)
  spawnBody(world, { type: 'static', shape: box(20, 1), y: -1 })
  const bodies = Array.from({ length: 8 }, (_, i) => spawnBody(world, { shape: i % 2 === 0 ? box(0.8, 0.6) : circle(0.4), x: (i % 4) * 0.9 - 1.5, y: 0.5 + Math.floor(i / 4) }))
  const joints = [0, 2, 4].map((i) => {
    const joint = addEntity(world)
    addComponents(world, joint, set(Joint, revoluteJoint(bodies[i]!, bodies[i + 1]!, { x: (i % 4) * 0.9 - 1.05, y: 0.5 + Math.floor(i / 4), breakForce: 200 })))
    return joint
  })
  const snapshots = createSnapshots(world, { slots: 2 })
  const hashes: number[] = []
  const kept = [[...bodies], [...bodies]]
  snapshots.save(0)
  snapshots.save(1)
  for (const one of operations) {
    if (one.do === 'step') {
      for (let i = 0; i < one.steps; i++) stepPhysics(world, 1 / 60)
      hashes.push(hashWorld(world))
    } else if (one.do === 'save') {
      snapshots.save(one.slot)
      kept[one.slot] = [...bodies]
    } else if (one.do === 'restore') {
      snapshots.restore(one.slot)
      bodies.splice(0, bodies.length, ...kept[one.slot]!)
    } else if (one.do === 'drive') {
      if (entityExists(world, joints[one.joint]!)) JOINT_EDITS[one.edit]!(world, physics, joints[one.joint]!, one.amount)
    } else if (one.do === 'edit') {
      if (bodies[one.body] !== 0) EDITS[one.edit]!(world, physics, bodies[one.body]!, one.amount)
    } else if (one.do === 'spawn' || one.do === 'remove') {
      if (bodies[one.body] !== 0) removeEntity(world, bodies[one.body]!)
      bodies[one.body] = one.do === 'remove' ? 0 : spawnBody(world, { shape: circle(0.4), x: one.x, y: 3 })
    }
  }
  return hashes
}

test('what is set is taken in as if somebody had the arrays, and all were looked at in each step', () => {
  fc.assert(
    fc.property(fc.array(operation, { minLength: 10, maxLength: 60 }), (operations) => {
      expect(play(operations, false)).toEqual(play(operations, true))
    }),
    { numRuns: whole([600], [20])[0]! },
  )
})
