import { JointKind } from '../../components/joint-kind.ts'
import { isJoint } from '../lifecycle/joint-lifecycle.ts'
import type { PhysicsWorld } from '../state/world.ts'

/** A joint that keeps two bodies from colliding, as it is set now, or 0. */
export function partingJoint(physics: PhysicsWorld, bodyA: number, bodyB: number): number {
  const { joints } = physics
  const { dirty } = joints
  for (let edge = joints.first(bodyA); edge !== 0; edge = joints.next[edge]!) {
    const joint = joints.entity[edge >>> 1]!
    if (parts(physics, joint, bodyA, bodyB)) return joint
  }
  for (let i = 0; i < dirty.count; i++) {
    const joint = dirty.items[i]!
    if (dirty.flag[joint] !== 0 && parts(physics, joint, bodyA, bodyB)) return joint
  }
  return 0
}

function parts(physics: PhysicsWorld, joint: number, bodyA: number, bodyB: number): boolean {
  if (!isJoint(physics, joint) || physics.presence.Disabled.has(joint)) return false
  const { kind, a, b, enabled, collideConnected } = physics.stores.Joint
  if (enabled[joint] === 0 || collideConnected[joint] === 1 || kind[joint] === JointKind.Gear) return false
  return (a[joint] === bodyA && b[joint] === bodyB) || (a[joint] === bodyB && b[joint] === bodyA)
}
