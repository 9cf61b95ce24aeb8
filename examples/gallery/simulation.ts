import { removeEntity } from 'bitecs'
import type { Engine, Simulation as Peer } from '../../bench/engines/engine.ts'
import { isSleeping, wake, type BroadPhaseFactory } from '../../src/index.ts'
import { addBody, buildScene, type BuiltScene } from '../scenes/build.ts'
import type { BodyData, Scene, SceneEntry, SceneOptions, ViewData } from '../scenes/types.ts'
import { tuned, tunedGravity, type Tuning } from './tuning.ts'

/** Seconds a step. */
export const STEP = 1 / 60
/** Real time that one frame may catch up with; what is missing beyond it is given up. */
const MAX_FRAME_MS = 100
/** Milliseconds of a frame that steps may take; at least one step is always taken when it is due. */
const FRAME_BUDGET_MS = 22

/** Of the engine, where nothing else is wanted. */
export const SUBSTEPS = 4

/** How a scene is run other than as it is. */
export interface RunOptions {
  readonly tuning?: Tuning
  /** In its whole size, where it opens with a smaller one. */
  readonly whole?: boolean
  readonly broadPhase?: BroadPhaseFactory
  /** What moves the bodies in place of ours, which then never steps. */
  readonly peer?: Engine
  /** Bodies that stand by until `spawn` puts them into the world, for what a viewer sees of the scene. */
  readonly spares?: (view: ViewData) => readonly BodyData[]
}

/**
 * A running scene. Real time is turned into steps of fixed length; a machine too
 * slow for them shows slow motion, never a spiral of ever more steps a frame.
 */
export class Simulation {
  built: BuiltScene
  /** Indices of the bodies that can move. */
  movers: Uint32Array
  /** Whether the scene can be made of any number of bodies: it asks for it. */
  counted = false
  paused = false
  /** Simulated seconds a real second. */
  speed = 1
  /** Mean milliseconds of each system, smoothed over the last steps. */
  systemMs: Float64Array
  /** Milliseconds of the last step. */
  lastStepMs = 0
  /** Called before each step. */
  beforeStep: (() => void) | null = null
  /** Whether a control of the scene is held down, by its place. */
  held: (control: number) => boolean = () => false
  /** Called after each step. */
  afterStep: (() => void) | null = null

  /** Poses of the movers one step ago: x, y, angle. */
  private previous = new Float64Array(0)
  private peer: Peer | null = null
  private peerSteps = 0
  private readonly peerPose = new Float64Array(4)
  private pendingMs = 0
  private justLoaded = true
  /** Spares that were spawned since the start. */
  private spawned = 0
  private spares: readonly BodyData[] = []

  constructor(readonly entry: SceneEntry, private options: RunOptions = {}) {
    this.built = this.build()
    const { bodies } = this.built.scene
    this.movers = Uint32Array.from(bodies.keys()).filter((index) => bodies[index].kind !== 'static')
    this.previous = new Float64Array(this.movers.length * 3)
    this.systemMs = new Float64Array(this.built.physics.systems.length)
    this.rememberPoses()
  }

  restart(): void {
    this.built = this.build()
    this.spawned = 0
    this.pendingMs = 0
    this.justLoaded = true
    this.systemMs.fill(0)
    this.rememberPoses()
  }

  /** Takes the steps that `elapsedMs` of real time are due. */
  advance(elapsedMs: number): void {
    if (this.paused) return
    // The time it took to build the scene is not simulated time.
    this.pendingMs += this.justLoaded ? 0 : Math.min(elapsedMs, MAX_FRAME_MS) * this.speed
    this.justLoaded = false
    const deadline = performance.now() + FRAME_BUDGET_MS
    const stepMs = STEP * 1000
    while (this.pendingMs >= stepMs) {
      this.pendingMs -= stepMs
      this.takeStep()
      if (performance.now() > deadline) this.pendingMs %= stepMs
    }
  }

  /** One step, whatever the clock says. */
  singleStep(): void {
    this.pendingMs = 0
    this.takeStep()
  }

  /** How many bodies stand by, or were spawned. */
  get spareCount(): number {
    return this.spares.length
  }

  get stepIndex(): number {
    return this.peer === null ? this.built.stepIndex : this.peerSteps
  }

  /** Whether another engine moves the bodies: of it nothing is known but where they are. */
  get isPeer(): boolean {
    return this.peer !== null
  }

  /** What ours counts in a step, of a peer as far as it tells; before the first step only the bodies are known. */
  count(name: 'bodies' | 'awake' | 'pairs' | 'contacts'): number | null {
    const { built: { physics, entities, scene }, peer } = this
    const bodies = entities.filter((entity) => entity !== 0).length
    if (peer === null) return this.stepIndex > 0 ? physics.stats[name] : name === 'bodies' ? bodies : 0
    if (name === 'awake') return scene.bodies.filter(({ kind }) => kind === undefined).length - peer.countAsleep()
    return name === 'bodies' ? bodies : null
  }

  /** How far the picture is between the pose one step ago (0) and the pose now (1). */
  get blend(): number {
    return this.paused ? 1 : Math.min(1, this.pendingMs / (STEP * 1000))
  }

  /** Writes the pose of mover number `slot` at `blend` to `out`: x, y, angle. */
  pose(slot: number, blend: number, out: Float64Array): void {
    const { Position, Rotation } = this.built.physics.components
    const entity = this.built.entities[this.movers[slot]]
    const at = slot * 3
    // One that has just come was nowhere before.
    const rest = Number.isNaN(this.previous[at]) ? 0 : 1 - blend
    if (rest === 0) {
      out[0] = Position.x[entity]
      out[1] = Position.y[entity]
      out[2] = Rotation.angle[entity]
      return
    }
    out[0] = Position.x[entity] * blend + this.previous[at] * rest
    out[1] = Position.y[entity] * blend + this.previous[at + 1] * rest
    const now = Rotation.angle[entity]
    let turn = this.previous[at + 2] - now
    if (turn > Math.PI) turn -= 2 * Math.PI
    else if (turn < -Math.PI) turn += 2 * Math.PI
    out[2] = now + turn * rest
  }

  sleeps(bodyIndex: number): boolean {
    return isSleeping(this.built.world, this.built.entities[bodyIndex])
  }

  /** Puts the next spare body into the world; when all are there, the one that has been there longest comes again. */
  spawn(x: number, y: number): void {
    const { spares } = this
    if (spares.length === 0) return
    const { scene, world, physics, entities } = this.built
    const index = scene.bodies.length - spares.length + (this.spawned++ % spares.length)
    if (entities[index] !== 0) removeEntity(world, entities[index])
    entities[index] = addBody(world, physics, { ...scene.bodies[index], x, y })
  }

  /** Takes up another gravity or other substeps at once. */
  tune(tuning: Tuning): void {
    const { scene, world, physics, entities } = this.built
    const gravity = tunedGravity(scene.gravity, tuning.gravity)
    const falls = gravity.x !== physics.settings.gravity.x || gravity.y !== physics.settings.gravity.y
    Object.assign(physics.settings.gravity, gravity)
    physics.settings.substeps = tuning.substeps ?? SUBSTEPS
    // What sleeps would not notice.
    if (falls) for (const index of this.movers) if (entities[index] !== 0 && isSleeping(world, entities[index])) wake(world, entities[index])
    this.options = { ...this.options, tuning }
  }

  private build(): BuiltScene {
    const { tuning = {}, peer, broadPhase } = this.options
    const scene = this.create()
    const spares = this.spares = peer === undefined ? this.options.spares?.(scene.start ?? scene.view) ?? [] : []
    const all = spares.length === 0 ? scene : { ...scene, bodies: [...scene.bodies, ...spares] }
    const built = buildScene(all, {
      dt: STEP, held: (control) => this.held(control), gravity: tunedGravity(scene.gravity, tuning.gravity),
      ...(tuning.substeps === undefined ? {} : { substeps: tuning.substeps }), ...(broadPhase === undefined ? {} : { broadPhase }),
    })
    built.physics.profiling = true
    this.peer?.dispose?.()
    this.peer = peer?.create({ ...all, gravity: tunedGravity(scene.gravity, tuning.gravity) }, { dt: STEP, sleep: undefined }) ?? null
    this.peerSteps = 0
    return built
  }

  private create(): Scene {
    const { tuning = {}, whole = false } = this.options
    const size = { ...(whole ? {} : this.entry.opening), ...(tuning.count === undefined ? {} : { count: tuning.count }) }
    const asked = new Proxy<SceneOptions>(size, {
      get: (options, name) => {
        if (name === 'count') this.counted = true
        return Reflect.get(options, name)
      },
    })
    return tuned(this.entry.create(asked), tuning)
  }

  private takeStep(): void {
    this.rememberPoses()
    this.beforeStep?.()
    const start = performance.now()
    if (this.peer === null) this.built.step()
    else this.peer.step()
    this.lastStepMs = performance.now() - start
    if (this.peer === null) this.smoothTimings()
    else this.takePoses(this.peer)
    this.afterStep?.()
  }

  /** What the peer did is written where ours would have. */
  private takePoses(peer: Peer): void {
    const { built, previous, peerPose: pose } = this
    const { Position, Rotation, Velocity } = built.physics.components
    for (const [slot, index] of this.movers.entries()) {
      const entity = built.entities[index]
      peer.writePose(index, pose)
      Position.x[entity] = pose[0]
      Position.y[entity] = pose[1]
      Rotation.angle[entity] = Math.atan2(pose[3], pose[2])
      Velocity.x[entity] = (pose[0] - previous[slot * 3]) / STEP
      Velocity.y[entity] = (pose[1] - previous[slot * 3 + 1]) / STEP
    }
    this.peerSteps++
  }

  private smoothTimings(): void {
    const { timings } = this.built.physics
    // The first step makes every pair and is no measure of the next ones.
    const weight = this.stepIndex <= 2 ? 1 : 0.12
    for (let i = 0; i < this.systemMs.length; i++) {
      this.systemMs[i] += (timings[i] - this.systemMs[i]) * weight
    }
  }

  private rememberPoses(): void {
    const { Position, Rotation } = this.built.physics.components
    const { entities } = this.built
    for (let slot = 0; slot < this.movers.length; slot++) {
      const entity = entities[this.movers[slot]]
      // 0: the body is absent.
      this.previous[slot * 3] = entity === 0 ? NaN : Position.x[entity]
      this.previous[slot * 3 + 1] = Position.y[entity]
      this.previous[slot * 3 + 2] = Rotation.angle[entity]
    }
  }
}
