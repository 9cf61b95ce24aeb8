import type { PileOptions } from '../../examples/scenes/piles.ts'
import type { SceneOptions } from '../../examples/scenes/types.ts'
import type { EngineOptions } from '../engines/engine.ts'

/** What the bench asks of a worker, one request at a time. Budgets are processor time. */
export type Request =
  | { readonly do: 'create'; readonly scene: string; readonly size: SceneOptions; readonly options: EngineOptions }
  | { readonly do: 'settle'; readonly pile: PileOptions; readonly dt: number; readonly seconds: number }
  | { readonly do: 'steps'; readonly count: number; readonly budgetMs: number; readonly profile?: boolean }
  | { readonly do: 'garbage'; readonly count: number; readonly budgetMs: number }
  | { readonly do: 'inspect' }
  | { readonly do: 'rays'; readonly count: number }
  | { readonly do: 'allocations'; readonly count: number; readonly top: number }
  | { readonly do: 'startCpuProfile' }
  | { readonly do: 'stopCpuProfile'; readonly file: string; readonly top: number }

export interface CreateReply {
  readonly settings: string
  readonly bodies: number
  readonly createMs: number
}

/** The life of a pile. */
export interface SettleReply {
  readonly quality: Quality
  /** Seconds after which all slept for good; null where some are awake in the end. */
  readonly restedAt: number | null
  /** Milliseconds of processor time of a step, the median of those before the rest. */
  readonly cpu: number
}

export interface StepsReply {
  /** Milliseconds of each step; fewer than asked for when the budget ran out. */
  readonly times: readonly number[]
  /** Milliseconds of processor time of each step, all threads: what is left when others have the cores is not in it. */
  readonly cpu: readonly number[]
  /** Mean milliseconds of each system, by its name; empty without `profile`. */
  readonly systems: Readonly<Record<string, number>>
}

export interface GarbageReply {
  readonly bytesPerStep: number
}

export interface RaysReply {
  /** Microseconds of processor time for each ray. */
  readonly cpuUs: number
  /** Share of the rays that hit something. */
  readonly hits: number
}

export interface InspectReply {
  readonly quality: Quality
  readonly facts: Readonly<Record<string, number | string>>
  readonly memory: Memory
}

/** How well the bodies stand, from their poses alone. Metres. */
export interface Quality {
  /** Deepest overlap of two shapes. */
  readonly maxPenetration: number
  /** Mean overlap of those that overlap. */
  readonly meanPenetration: number
  readonly overlaps: number
  /** Dynamic bodies outside of what encloses them, or with a pose that is not a number. */
  readonly escaped: number
  /** Share of the dynamic bodies that are less than half a metre from where they began; for stacks. */
  readonly inPlace: number
  /** Root of the mean square of the dynamic bodies' speeds, from two poses a step apart: does a gas keep its energy. */
  readonly speed: number
  /** The fastest of them, likewise. */
  readonly fastest: number
  readonly asleep: number
  readonly dynamic: number
  /** How far the anchors of joints are apart: the worst of them, and the mean. NaN where there are no joints. */
  readonly worstJoint: number
  readonly meanJoint: number
}

/** Bytes, beyond what the process had before the world was made; of WebAssembly all. */
export interface Memory {
  readonly heap: number
  /** Array buffers of JavaScript, without WebAssembly. */
  readonly buffers: number
  readonly wasm: number
}

export interface Hotspot {
  readonly name: string
  readonly place: string
  readonly share: number
}

export interface CpuProfileReply {
  readonly hotspots: readonly Hotspot[]
}

/** Where objects are made, collected ones included: an estimate from samples. */
export interface AllocationsReply {
  readonly places: readonly { readonly name: string; readonly place: string; readonly bytesPerStep: number }[]
}

export interface Replies {
  create: CreateReply
  settle: SettleReply
  steps: StepsReply
  garbage: GarbageReply
  inspect: InspectReply
  rays: RaysReply
  allocations: AllocationsReply
  startCpuProfile: null
  stopCpuProfile: CpuProfileReply
}

/** A worker's answer. */
export type Answer = { readonly ok: true; readonly reply: unknown } | { readonly ok: false; readonly error: string }
