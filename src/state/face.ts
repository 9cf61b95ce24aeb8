import { showComponents } from '../../components/asking.ts'
import type { PhysicsComponents } from '../../components/index.ts'
import type { Settings } from '../settings.ts'
import type { Hooks } from './hooks.ts'
import type { Events, Physics, Stats, System } from './physics.ts'

/** What users see, on the object that the engine works with. */
interface Shown {
  readonly components: PhysicsComponents
  readonly settings: Settings
  readonly hooks: Hooks
  readonly stats: Stats
  readonly events: Events
  readonly timings: Float64Array
}

/** The {@link Physics} of a world, and a way from it to the state that it is the face of. */
export class Face implements Physics {
  readonly components: PhysicsComponents
  readonly systems: System[]
  readonly settings: Settings
  readonly hooks: Hooks
  readonly stats: Stats
  readonly events: Events
  declare readonly timings: Float64Array
  profiling = false
  // A private field: the systems look it up in each substep, and a WeakMap took twice as long (23 against 11 ns).
  readonly #inner: Shown

  constructor(inner: Shown, systems: System[]) {
    this.components = showComponents(inner.components)
    this.systems = systems
    this.settings = inner.settings
    this.hooks = inner.hooks
    this.stats = inner.stats
    this.events = inner.events
    this.#inner = inner
    // Another object in their place would be seen by nobody.
    for (const key of Object.keys(this)) if (key !== 'profiling') Object.defineProperty(this, key, { writable: false })
    Object.defineProperty(this, 'timings', { enumerable: true, get: Face.timings })
  }

  /** One function for all: with one of its own, V8 makes a dictionary of the face of each further world. */
  private static readonly timings = function (this: Face): Float64Array {
    return this.#inner.timings
  }

  /**
   * What a face was made for.
   * @throws TypeError when it is something else.
   */
  static innerOf(physics: Physics): Shown {
    const given = Object(physics) as Physics
    if (#inner in given) return given.#inner
    throw new TypeError('bitecs-physics: this is no physics of a world. Take it from addPhysics or getPhysics(world).')
  }
}
