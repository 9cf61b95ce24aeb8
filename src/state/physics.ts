import type { PhysicsComponents } from '../../components/index.ts'
import type { EntityEvents } from '../contacts/entity-events.ts'
import type { HitEvents } from '../contacts/hit-events.ts'
import type { JointEvents } from '../contacts/joint-events.ts'
import type { PairEvents } from '../contacts/pair-events.ts'
import type { SensorEvents } from '../contacts/sensor-events.ts'
import type { Settings } from '../settings.ts'
import type { Hooks } from './hooks.ts'

/** What was counted in the last step. */
export interface Stats {
  /** Bodies of every kind. */
  bodies: number
  /** Bodies that are simulated: awake dynamic ones and kinematic ones that move. */
  awake: number
  /** Pairs of overlapping fat boxes with an awake body. */
  pairs: number
  /** Pairs of shapes that touch, with an awake body. */
  contacts: number
}

/** What happened, for polling. See `EventBuffer` for how long an event can be seen. */
export interface Events {
  /** Pairs that began to touch. */
  readonly contactBegin: PairEvents
  /** Pairs that no longer touch, with the reason. */
  readonly contactEnd: PairEvents
  /** Touches that began faster than `settings.hitThreshold`. */
  readonly contactHit: HitEvents
  /** Colliders that came into a sensor. */
  readonly sensorBegin: SensorEvents
  /** Colliders that left a sensor, with the reason. */
  readonly sensorEnd: SensorEvents
  /** Joints that broke, or went with one of their bodies. */
  readonly jointBreak: JointEvents
  /** Bodies that fell asleep. */
  readonly sleep: EntityEvents
  /** Bodies that woke. */
  readonly wake: EntityEvents
}

/** One stage of a step. */
export interface System {
  /** Shown in profiles; unique within a pipeline. */
  readonly name: string
  /**
   * Does the work of a whole step, or of one substep.
   * @param physics What `addPhysics` returned.
   * @param dt Length of the whole step in seconds.
   */
  readonly run: (physics: Physics, dt: number) => void
  /**
   * Runs once a substep, beside Resolve and Integrate. Default false: once a step, and then it may not stand between
   * those two.
   */
  readonly perSubstep?: boolean
}

/** The physics of a world, as its users see it: what `addPhysics` and `getPhysics` return and systems are given. */
export interface Physics {
  /** The components and tags of this world. */
  readonly components: PhysicsComponents
  /**
   * The stages of a step, in order. Yours to add to: `splice` a {@link System} of your own between two of them. A list
   * that cannot work is refused by the step; changes that a system makes count from the next step on.
   */
  readonly systems: System[]
  /** Options that may be changed between steps. */
  readonly settings: Settings
  /** Functions of yours that decide about pairs. */
  readonly hooks: Hooks
  /** What was counted in the last step. */
  readonly stats: Readonly<Stats>
  /** What happened in the last step, for polling. */
  readonly events: Events
  /** Milliseconds that each system took in the last step, by its index in {@link systems}. Read it anew after a step. */
  readonly timings: Float64Array
  /** Set it to have {@link timings} measured. Default false, which costs nothing. */
  profiling: boolean
}
