import { jointCode } from '../kernel/stored-code.ts'
import type { PhysicsWorld } from '../state/world.ts'
import type { Data, Fields } from './fields.ts'

/** What is done about joints outside of the solver: see `joint-lifecycle.ts`. A program without joints has none of it. */
export interface JointKeeper {
  /** Takes in what came, changed or was written plainly. */
  sync(physics: PhysicsWorld): void
  /** Takes the ways of what motors are about to turn to be those that it will go. */
  lead(physics: PhysicsWorld, dt: number): void
  /** Ends what was loaded beyond what it holds. */
  break(physics: PhysicsWorld): void
  /** Removes the entities of what broke. */
  removeBroken(physics: PhysicsWorld): void
  /** The component of a joint goes. */
  remove(physics: PhysicsWorld, entity: number): void
  /** A body goes, and its joints with it. */
  release(physics: PhysicsWorld, body: number): void
  /** `set(Joint, data)`. */
  set(physics: PhysicsWorld, fields: Fields, entity: number, data: Data): void
}

/** What this program has; null before `bringJoints`. Without it there may be joints, but none that a step has taken in. */
export let jointKeeper: JointKeeper | null = null

export function provideJointKeeper(keeper: JointKeeper): void {
  jointKeeper = keeper
}

/**
 * Takes in the joints that came or changed, and plain writes to those that are known.
 * @throws Error where there are joints, and nothing in this program that keeps them.
 */
export function syncJoints(physics: PhysicsWorld): void {
  const { dirty, count } = physics.joints
  dirty.compact()
  if (count === 0 && dirty.count === 0) return
  if (jointKeeper === null) jointCode()
  else jointKeeper.sync(physics)
}
