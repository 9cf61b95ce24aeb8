import { Prefab, getAllEntities, hasComponent } from 'bitecs'
import { JointKind } from '../../components/joint-kind.ts'
import type { PhysicsWorld } from '../../src/state/world.ts'

/** Two bodies, in either order. */
export function pairOf(a: number, b: number): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`
}

/** The bodies that joints keep from colliding, told from components. */
export function partedPairs({ ecs, components: { Joint, Disabled } }: PhysicsWorld): Set<string> {
  const joints = getAllEntities(ecs).filter((id) =>
    hasComponent(ecs, id, Joint) && !hasComponent(ecs, id, Prefab) && !hasComponent(ecs, id, Disabled) &&
    Joint.enabled[id] === 1 && Joint.collideConnected[id] === 0 && Joint.kind[id] !== JointKind.Gear && Joint.kind[id] !== 0)
  return new Set(joints.map((id) => pairOf(Joint.a[id]!, Joint.b[id]!)))
}
