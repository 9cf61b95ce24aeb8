import type { Scene } from '../../examples/scenes/types.ts'

/** What every engine is asked to do alike. */
export interface EngineOptions {
  /** Seconds a step. */
  readonly dt: number
  /** Whether bodies at rest may sleep; undefined: as the engine's makers recommend. */
  readonly sleep: boolean | undefined
}

/** One scene, running in one engine. Bodies are counted as in `scene.bodies`. */
export interface Simulation {
  /** Drives the scene, steps it, and leaves every moving body's pose in typed arrays. */
  step(): void
  /** Writes x, y, cosine and sine of a body's pose to `out`. In metres, whatever the engine counts in. */
  writePose(body: number, out: Float64Array): void
  /** Dynamic bodies that are asleep. */
  countAsleep(): number
  /** Only ours: casts so many rays, each from above some body down past it to one side; returns how many hit. */
  castRays?(count: number): number
  /** Figures that only some engines can tell. */
  facts?(): Record<string, number | string>
  /** Gives back what the garbage collector does not see: worlds in WebAssembly, and in lists of the engine. */
  dispose?(): void
  /** Only ours: milliseconds of each system in the last step. */
  readonly profile?: SystemProfile
}

export interface SystemProfile {
  readonly names: readonly string[]
  enable(on: boolean): void
  timings(): Float64Array
}

export interface Engine {
  /** Loads what has to be loaded; called once, before anything is measured. */
  load(): Promise<void>
  /** Solver, iterations, sleep and units, as they are used. */
  describe(options: EngineOptions): string
  create(scene: Scene, options: EngineOptions): Simulation
}

/** The sleep setting for a scene: what the scene cannot do without, then what was asked for, then the default. */
export function resolveSleep(scene: Scene, options: EngineOptions, byDefault: boolean): boolean {
  return scene.settings?.allowSleep ?? options.sleep ?? byDefault
}
