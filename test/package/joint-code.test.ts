import { addComponents, addEntity, createWorld, removeComponent, removeEntity, set } from 'bitecs'
import { expect, test } from 'vitest'
import { addPhysics, box, bringJoints, circle, getPhysics, JointKind, type PhysicsOptions, stepPhysics } from '../../src/index.ts'
import { plainKernel } from '../../src/no-wasm.ts'

/** A ball that hangs on a hinge as bitECS would deserialize it: no builder is called. This file must be in a process of its own. */
function hang(options: PhysicsOptions) {
  const world = createWorld()
  const { Position, Shape, Static, Joint } = addPhysics(world, options).components
  const [post, ball, hinge] = [addEntity(world), addEntity(world), addEntity(world)]
  addComponents(world, post, set(Position, { x: 0, y: 0 }), set(Shape, box(0.1, 0.1)), Static)
  addComponents(world, ball, set(Position, { x: 2, y: 0 }), set(Shape, circle(0.3)))
  addComponents(world, hinge, set(Joint, { kind: JointKind.Revolute, a: post, b: ball, ax: 2 }))
  return { world, hinge, post, step: () => stepPhysics(world, 1 / 60), height: () => Position.y[ball]! }
}

test('joints that no builder made ask for what solves them, and then hold', () => {
  const plain = hang({ kernel: plainKernel })
  const hung = hang({})
  for (let i = 0; i < 2; i++) {
    for (const { step } of [plain, hung]) expect(step).toThrow(/has joints.*call bringJoints\(\)/)
  }
  // A joint that is taken off again, or goes with its body, needs nothing.
  const { world, hinge, post, step } = hang({})
  removeComponent(world, hinge, getPhysics(world)!.components.Joint)
  removeEntity(world, post)
  step()
  expect(hung.height()).toBe(0)
  bringJoints()
  for (let i = 0; i < 30; i++) {
    plain.step()
    hung.step()
    expect(hung.height()).toBe(plain.height())
  }
  expect(Math.abs(hung.height())).toBeLessThan(0.01)
})
