import type { StateList } from '../stores/state-list.ts'
import type { World } from 'bitecs'
import { type Asking, askingOf } from '../../components/asking.ts'
import { type OwnComponents, type PhysicsComponents, type ProvidedStores, type RareColumns, type WatchedStores, createComponents, watchedStores } from '../../components/index.ts'
import { arraysIn } from '../../components/watched-store.ts'
import { Bodies } from '../bodies/bodies.ts'
import type { BroadPhaseFactory } from '../broadphase/broad-phase.ts'
import { createPolygonPool } from '../collision/polygon-pool.ts'
import { MAX_ENTITIES } from '../constants.ts'
import { EntityEvents } from '../contacts/entity-events.ts'
import type { EventBuffer } from '../contacts/event-buffer.ts'
import { HitEvents } from '../contacts/hit-events.ts'
import { JointEvents } from '../contacts/joint-events.ts'
import { PairEvents } from '../contacts/pair-events.ts'
import { SensorEvents } from '../contacts/sensor-events.ts'
import { JointTable } from '../joints/joint-table.ts'
import type { KernelMemory } from '../kernel/kernel-memory.ts'
import { type Settings, type Tolerances, makeTolerances } from '../settings.ts'
import { type AllocateBuffer, Columns } from '../stores/columns.ts'
import { fitStore } from '../stores/fit-store.ts'
import { MemoryColumns } from '../stores/memory-columns.ts'
import { CollisionState } from './collision-state.ts'
import { ContentVersion } from './content-version.ts'
import { Face } from './face.ts'
import type { Hooks } from './hooks.ts'
import { LifecycleState } from './lifecycle-state.ts'
import type { Events, Stats, System } from './physics.ts'
import { type Presences, createPresences } from './presence.ts'
import type { Remains } from './remains.ts'
import { SleepState } from './sleep-state.ts'
import { SolverState } from './solver-state.ts'

/**
 * The fewest and the most bodies that the memory has room for when it is made, with their contacts. What grows moves all that is behind it: with
 * room for 64 bodies and no row the first step of 120 boxes took twice as long. But most rooms hold far fewer than there may be: with room for the
 * 1,024 of the default, and their contacts, 500 rooms of 20 took 40 % more memory, and 300 boxes twice the time in their first step.
 */
const FEWEST_BODIES = 64
const MOST_BODIES = 128
/** Pairs of boxes near each other for each body of a heap. */
const CONTACTS_OF_BODY = 4
/** Those that touch. */
const TOUCHES_OF_BODY = 3

/** Where a world is within a step. */
export enum Phase {
  Idle = 0,
  /** Inside `stepPhysics`, before UpdateAABBs: systems of the user may run, and all is still as between two steps. */
  Beginning = 1,
  /** From UpdateAABBs on, before or after the solver. */
  Stepping = 2,
  /** From PrepareSolve to FinishSolve: the lists of bodies and contacts stand still. */
  Solving = 3,
}

/** Everything the engine knows of one bitECS world: four states, and what all of them need. */
export class PhysicsWorld {
  readonly lifecycle: LifecycleState
  readonly collision: CollisionState
  readonly solver: SolverState
  readonly sleep: SleepState

  readonly ecs: World
  /** What is known by entity id. */
  readonly columns: Columns
  /** That of components which not all entities have: it grows when they are added. */
  readonly rare: RareColumns
  /** The part of it that the kernel works on. */
  readonly shared: MemoryColumns
  readonly components: PhysicsComponents
  /** The arrays of some of them, as the engine reads them and writes to them. */
  readonly stores: WatchedStores
  /** Whether bodies are to have `BroadphaseAABB`. */
  readonly boxes: Asking
  /** Every component that the engine has made for this world, now or for an earlier physics of it. */
  readonly own: OwnComponents
  /** Which entities have which component, as bitECS keeps it. */
  readonly presence: Presences
  /** Stores that the user brought; their arrays are grown with ours. */
  readonly provided: ProvidedStores
  readonly settings: Settings
  readonly tolerances: Tolerances
  readonly bodies: Bodies
  readonly joints: JointTable
  readonly events: Events = {
    contactBegin: new PairEvents(),
    contactEnd: new PairEvents(),
    contactHit: new HitEvents(),
    sensorBegin: new SensorEvents(),
    sensorEnd: new SensorEvents(),
    jointBreak: new JointEvents(),
    sleep: new EntityEvents(),
    wake: new EntityEvents(),
  }
  /** All of {@link events}, for the work that is the same for each. */
  readonly eventBuffers: readonly EventBuffer[] = Object.values(this.events)
  /** Functions of the user that decide about pairs. */
  readonly hooks: Hooks = Object.seal({ filterPair: null, preSolve: null })
  readonly stats: Stats = { bodies: 0, awake: 0, pairs: 0, contacts: 0 }

  /** What users see of it; the list of systems is kept there. */
  readonly face: Face
  /** The systems of the running step. */
  readonly running: System[] = []
  /** Milliseconds that each system took in the last step, by its index. */
  timings = new Float64Array(8)
  phase: Phase = Phase.Idle
  /** To which of them FinishSolve returns: who calls the systems one by one is within no step. */
  phaseOutside: Phase = Phase.Idle
  /** Steps done so far. */
  stepCount = 0
  /** How often a saved state was put back: who keeps something of his own beside it looks again then. */
  restores = 0
  /** What snapshots need not copy again. */
  readonly version = new ContentVersion()
  /** What is to be done when the physics is taken off its world. */
  readonly farewells: (() => void)[] = []
  /** What else decides the future, of parts that are added: each lists its own for snapshots. */
  readonly extras: ((list: StateList) => void)[] = []

  constructor(
    ecs: World,
    settings: Settings,
    capacity: number,
    provided: ProvidedStores,
    before: OwnComponents,
    makeBroadPhase: BroadPhaseFactory,
    systems: System[],
    memory: KernelMemory,
    allocate?: AllocateBuffer,
    remains?: Remains,
  ) {
    this.ecs = ecs
    this.settings = settings
    this.tolerances = makeTolerances(settings.lengthUnit)
    this.columns = new Columns(capacity, allocate)
    this.provided = provided
    const own: OwnComponents = { ...before }
    // A character's state can be read as soon as there is the character, before it is added with the first move.
    const characters = this.columns.another(own.Character?.skin.length || 1)
    this.rare = {
      Mass: this.columns.another((own.Mass && arraysIn(own.Mass).mass.length) || 1),
      Material: this.columns.another((own.Material && arraysIn(own.Material).density.length) || 1),
      CollisionFilter: this.columns.another((own.CollisionFilter && arraysIn(own.CollisionFilter).mask.length) || 1),
      Motion: this.columns.another(own.Motion?.maxSpeed.length || 1),
      OneWay: this.columns.another(own.OneWay?.x.length || 1),
      Collider: this.columns.another(own.Collider?.x.length || 1),
      Joint: this.columns.another((own.Joint && arraysIn(own.Joint).kind.length) || 1),
      Character: characters,
      CharacterState: characters,
      Field: this.columns.another(own.Field?.kind.length || 1),
    }
    this.components = createComponents(this.columns, this.rare, this.version.stores, provided, own)
    this.stores = watchedStores(this.components)
    this.boxes = askingOf(this.components.BroadphaseAABB)
    // Who made the buffers may write to them.
    if (allocate !== undefined) this.version.openStores()
    this.own = { ...this.components }
    for (const name of Object.keys(provided) as (keyof ProvidedStores)[]) Reflect.set(this.own, name, own[name])
    this.face = new Face(this, systems)
    this.presence = createPresences(ecs, this.components)
    memory.hold()
    // First, so that nothing of it moves while contacts are being solved and an entity comes.
    const room = Math.max(FEWEST_BODIES, Math.min(capacity, MOST_BODIES))
    this.solver = new SolverState(memory, capacity, room, TOUCHES_OF_BODY * room, allocate === undefined && Object.keys(provided).length === 0)
    this.joints = new JointTable(this.columns, this.rare.Joint, memory)
    // The short ones hold forces, of which most worlds have none.
    this.shared = new MemoryColumns(memory, capacity, 0)
    this.bodies = new Bodies(this.columns, this.shared, this.rare.Collider)
    if (remains !== undefined) this.bodies.loose.set(remains.loose)
    this.lifecycle = new LifecycleState(this.columns, this.rare, this.shared, remains)
    const polygons = remains?.polygons ?? createPolygonPool()
    this.collision = new CollisionState(
      this.columns, this.shared, memory, polygons, this.stores.BroadphaseAABB, makeBroadPhase, this.joints, CONTACTS_OF_BODY * room,
    )
    this.sleep = new SleepState(this.columns, this.shared, settings.gravity)
    this.shared.open()
    memory.release()
    fitProvided(provided, capacity)
  }

  /**
   * Makes sure that entity `entity` has its place in every array.
   * @throws RangeError past the ceiling of entity ids.
   */
  ensureCapacity(entity: number): void {
    if (entity < this.columns.capacity) return
    if (entity >= MAX_ENTITIES) {
      throw new RangeError(
        `bitecs-physics: entity ${entity} is beyond the ceiling of ${MAX_ENTITIES - 1} entity ids. ` +
          'Remove entities that are no longer needed, so that their ids are used again.',
      )
    }
    let capacity = this.columns.capacity
    while (capacity <= entity) capacity *= 2
    capacity = Math.min(capacity, MAX_ENTITIES)
    this.solver.motions.plan(capacity)
    this.solver.states.plan(capacity)
    // Any of them may find no memory. The last one says how many fit, so the next addition tries all of them again.
    this.shared.grow(capacity, this.shared.shortCapacity === 0 ? 0 : capacity)
    fitProvided(this.provided, capacity)
    this.columns.grow(capacity)
  }
}

function fitProvided(provided: ProvidedStores, capacity: number): void {
  for (const store of Object.values(provided)) fitStore(store, capacity)
}
