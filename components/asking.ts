import type { BroadphaseAABB } from './broadphase-aabb.ts'
import type { PhysicsComponents } from './index.ts'

const nobody = (): void => {}

/**
 * Whether anybody has asked for `BroadphaseAABB`, which bodies get by themselves: until then nobody can tell whether they have it. To add it to
 * each was a sixth of what it took to make one, because it is the fifth component of most, for which the set of them that bitECS
 * keeps is made anew.
 */
export class Asking {
  readonly store: BroadphaseAABB
  isAsked = false
  /** Gives it to the bodies of the world that has it. */
  private give = nobody
  private world: object | null = null

  constructor(store: BroadphaseAABB) {
    this.store = store
  }

  ask(): void {
    this.isAsked = true
    this.give()
  }

  /** A world has it from now on. @param give See {@link give}. */
  serve(world: object, give: () => void): void {
    this.world = world
    this.give = give
  }

  /** A world has it no more. After a reset another one may have it already. */
  leave(world: object): void {
    if (this.world !== world) return
    this.world = null
    this.give = nobody
  }
}

/** By store: a world that gets physics anew has the components that it had. */
const askings = new WeakMap<BroadphaseAABB, Asking>()

export function askingOf(store: BroadphaseAABB): Asking {
  let asking = askings.get(store)
  if (asking === undefined) askings.set(store, asking = new Asking(store))
  return asking
}

/** Where components that are shown keep it. */
const ASKING = Symbol('asking')

interface Shown {
  readonly [ASKING]: Asking
}

/** One function for all: with one of its own, V8 makes a dictionary of the components of each further world. */
const accessor: PropertyDescriptor = {
  enumerable: true,
  configurable: true,
  get(this: Shown): BroadphaseAABB {
    const asking = this[ASKING]
    if (!asking.isAsked) asking.ask()
    return asking.store
  },
}

/** The components of a world as users get them: who takes `BroadphaseAABB` has asked for it. */
export function showComponents(own: PhysicsComponents): PhysicsComponents {
  const {
    Position, Rotation, Velocity, Shape, Mass, Material, Motion, OneWay, Collider, CollisionFilter, Joint, Character, CharacterState, Field,
    Static, Kinematic, Sleeping, NeverSleep, Sensor, Bullet, ChainLink, Disabled,
  } = own
  const shown = {
    Position, Rotation, Velocity, Shape, Mass, Material, Motion, OneWay, Collider, CollisionFilter, Joint, Character, CharacterState, Field,
    Static, Kinematic, Sleeping, NeverSleep, Sensor, Bullet, ChainLink, Disabled,
  }
  Object.defineProperty(shown, ASKING, { value: askingOf(own.BroadphaseAABB) })
  return Object.defineProperty(shown, 'BroadphaseAABB', accessor) as PhysicsComponents
}
