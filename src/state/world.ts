import type { World } from 'bitecs'
import { Columns } from '../stores/columns.ts'
import { type OwnComponents, type PhysicsComponents, type ProvidedStores, createComponents } from '../../components/index.ts'
import { ActingForces } from '../bodies/acting-forces.ts'
import { Bodies } from '../bodies/bodies.ts'
import { ChangeQueue } from '../stores/change-queue.ts'
import { EntityQueue } from '../stores/entity-queue.ts'
import type { BroadPhase, BroadPhaseFactory } from '../broadphase/broad-phase.ts'
import { GEOMETRY_STRIDE } from '../collision/geometry.ts'
import { PathPool } from '../collision/path-pool.ts'
import { type PolygonPool, createPolygonPool } from '../collision/polygon-pool.ts'
import { MAX_ENTITIES } from '../constants.ts'
import { ContactTable } from '../contacts/contact-table.ts'
import { EntityEvents } from '../contacts/entity-events.ts'
import type { EventBuffer } from '../contacts/event-buffer.ts'
import { HitEvents } from '../contacts/hit-events.ts'
import { PairEvents } from '../contacts/pair-events.ts'
import { SensorEvents } from '../contacts/sensor-events.ts'
import { PairSort } from '../contacts/pair-sort.ts'
import { AddressTable } from '../kernel/address-table.ts'
import { MemoryColumns } from '../stores/memory-columns.ts'
import { PairBuffer } from '../stores/buffers.ts'
import { type PlainOptions, type Settings, type Tolerances, makeTolerances } from '../settings.ts'
import { BodyStates } from '../solver/body-states.ts'
import { Burdens } from '../solver/burdens.ts'
import { Islands } from '../solver/islands.ts'
import { PolygonCopy } from '../collision/polygon-copy.ts'
import { KernelMemory } from '../kernel/kernel-memory.ts'
import { ContactSolverData } from '../solver/prepare-contacts.ts'
import { Foresight } from './foreseen-contacts.ts'
import { Face } from './face.ts'
import type { Hooks } from './hooks.ts'
import type { Events, Stats, System } from './physics.ts'
import { Preview } from './preview.ts'
import { type Presences, createPresences } from './presence.ts'
import { ContactSoftness } from '../solver/softness.ts'

/** Why an entity is in the dirty queue: bits of its flag. */
export enum DirtyReason {
  /** A component came or went: is it still the same kind of body? */
  Structure = 1,
  /** Data was set or announced with `markChanged`: pose, size or mass may have changed. */
  Edited = 2,
  /** The user tagged it `Sleeping`. */
  Slept = 4,
  /** The user took the tag `Sleeping` away. */
  Woken = 8,
  /** What it may touch changed: pairs have to be searched anew. */
  Filtered = 16,
}

/** How far a kinematic body is on the way that it was told: bits of its flag in `steered`. */
export enum Steering {
  /** To be taken in by the next step. */
  Told = 1,
  /** It moves there in the running step. */
  Moving = 2,
}

/** Where a world is within a step. */
export enum Phase {
  Idle = 0,
  /** Inside `stepPhysics`, before or after the solver. */
  Stepping = 1,
  /** From PrepareSolve to FinishSolve: the lists of bodies and contacts stand still. */
  Solving = 2,
}

/** What is left of the physics that was taken off a world, for the next one. */
export interface Remains {
  /** Every component that the engine has made for this world. */
  readonly own: OwnComponents
  /** The points that shapes of this world have, and who holds them. */
  readonly polygons: PolygonPool
  readonly paths: PathPool
  readonly heldPoints: Uint32Array
  readonly heldType: Uint8Array
  /** Which colliders name nobody on purpose, see `Bodies.loose`. */
  readonly loose: Uint8Array
  /** Entities that fit into the arrays of the components. */
  readonly capacity: number
}

/** Everything the engine knows of one bitECS world. */
export class PhysicsWorld {
  readonly ecs: World
  /** What is known by entity id. */
  readonly columns: Columns
  /** The part of it that the kernel works on. */
  readonly shared: MemoryColumns
  readonly components: PhysicsComponents
  /** Every component that the engine has made for this world, now or for an earlier physics of it. */
  readonly own: OwnComponents
  /** Which entities have which component, as bitECS keeps it. */
  readonly presence: Presences
  /** Stores that the user brought; their arrays are grown with ours. */
  readonly provided: ProvidedStores
  readonly settings: Settings
  readonly tolerances: Tolerances
  readonly bodies: Bodies
  /** Sizes of each collider, see `collision/geometry.ts`. */
  geometry!: Float64Array
  /** `ShapeType` of each collider as it was last taken in. */
  shapeType!: Uint8Array
  /** Mass, inertia, density and center from which the mass data was made, to notice plain writes. */
  massSource!: Float64Array
  /** Category, mask and group of each collider for which its pairs were searched, to notice plain writes. */
  knownFilter!: Int32Array
  /** The polygons that shapes of this world have. */
  readonly polygons: PolygonPool
  /** The same where the kernel finds them. */
  readonly polygonCopy: PolygonCopy
  /** The points of this world's segments and chains. */
  readonly paths: PathPool
  /** By entity: the points that its Shape holds a reference to, and for which type of shape. */
  heldPoints!: Uint32Array
  heldType!: Uint8Array
  /** By collider: the polygon that its geometry record names, with a reference of its own: a shape may be set anew in a step. */
  usedPolygon!: Uint32Array
  readonly contacts: ContactTable
  readonly broadPhase: BroadPhase
  /** Colliders that left their fat box since the last pair search. */
  moved: EntityQueue
  /** Those around which the last pair search looked, until NarrowPhase has dropped their pairs that parted. */
  searched: EntityQueue
  /** Entities to look at before the next step. Flags are {@link DirtyReason}s. */
  readonly dirty: ChangeQueue
  /** What queries see of them meanwhile. */
  readonly preview: Preview
  /** Colliders of bodies that woke since the last pair search: pairs in which both rest are not kept. */
  readonly woken: EntityQueue
  /** Child colliders that were told of which body they are a part since the last step. */
  readonly naming: EntityQueue
  /** Entities with a `OneWay`, whose direction is looked at in each step. */
  readonly oneWays: EntityQueue
  /** Bodies whose `Sleeping` tag has to follow the engine. */
  readonly retag: EntityQueue
  /** Bodies that the user put to rest: their touches are looked at once more, where they rest. */
  readonly settling: EntityQueue
  /** Bodies on which a force acts in the coming step. */
  readonly forced: EntityQueue
  /** By body: force x, y and torque of the coming step. */
  force!: Float64Array
  /** The forces of the running step. */
  readonly acting = new ActingForces()
  /** Bodies that were made asleep by a query since the last step: what is done to them until the next is part of their making. */
  readonly newborn: EntityQueue
  /** Kinematic bodies that were told where to be. Flags are {@link Steering}s. */
  readonly steered: EntityQueue
  /** By body: the x, y and angle that it was told. */
  target!: Float64Array
  /** Bodies that moved so far in this step that they could have passed through something. */
  readonly fast: EntityQueue
  /** Bodies that left while the solver ran. */
  readonly leaving: EntityQueue
  /** What will meet in the running step. */
  readonly foresight = new Foresight()
  readonly candidates = new PairBuffer()
  readonly pairSort = new PairSort()
  readonly states: BodyStates
  readonly rows: ContactSolverData
  readonly softness = new ContactSoftness()
  readonly islands: Islands
  readonly burdens = new Burdens()
  readonly events: Events = {
    contactBegin: new PairEvents(),
    contactEnd: new PairEvents(),
    contactHit: new HitEvents(),
    sensorBegin: new SensorEvents(),
    sensorEnd: new SensorEvents(),
    sleep: new EntityEvents(),
    wake: new EntityEvents(),
  }
  /** All of {@link events}, for the work that is the same for each. */
  readonly eventBuffers: readonly EventBuffer[] = Object.values(this.events)
  /** Functions of the user that decide about pairs. */
  readonly hooks: Hooks = { filterPair: null, preSolve: null }
  /** Colliders that are sensors. */
  sensorCount = 0
  readonly stats: Stats = { bodies: 0, awake: 0, pairs: 0, contacts: 0 }
  /** Scratch of the search for islands that may sleep, by entity. */
  readonly sleepers = {} as { entities: Uint32Array; roots: Uint32Array; last: Uint32Array }
  /** Kinematic bodies of this world, in the order of their making. */
  kinematics!: Uint32Array
  kinematicCount = 0

  /** What users see of it; the list of systems is kept there. */
  readonly face: Face
  /** The systems of the running step. */
  readonly running: System[] = []
  /** Milliseconds that each system took in the last step, by its index. */
  timings = new Float64Array(8)

  phase: Phase = Phase.Idle
  /** Substeps of the running step that are done. */
  substep = 0
  /** Substeps of the running step in all: those of the settings when PrepareSolve ran. */
  substeps = 0
  /** Awake bodies when the solver began. */
  solvedCount = 0
  /** Steps done so far. */
  stepCount = 0
  /** Components that were added, removed or set so far by anybody but the engine: a hook must leave it as it is. */
  changes = 0
  /** The component that the engine itself is about to add to or remove from this entity: not to be looked at. */
  ownEntity = 0
  ownComponent: object | null = null

  constructor(
    ecs: World,
    settings: Settings,
    capacity: number,
    provided: ProvidedStores,
    makeBroadPhase: BroadPhaseFactory,
    systems: System[],
    { allocate, kernel }: Pick<PlainOptions<unknown>, 'allocate' | 'kernel'> = {},
    before?: Remains,
  ) {
    // First of all: where there is no kernel, nothing was done.
    const memory = new KernelMemory(kernel)
    this.ecs = ecs
    this.settings = settings
    this.tolerances = makeTolerances(settings.lengthUnit)
    this.columns = new Columns(capacity, allocate)
    this.provided = provided
    const own: OwnComponents = { ...before?.own }
    this.components = createComponents(this.columns, provided, own)
    this.own = { ...this.components }
    for (const name of Object.keys(provided) as (keyof ProvidedStores)[]) Reflect.set(this.own, name, own[name])
    this.polygons = before?.polygons ?? createPolygonPool()
    this.paths = before?.paths ?? new PathPool()
    this.face = new Face(this, systems)
    this.presence = createPresences(ecs, this.components)
    memory.hold()
    // First, so that neither moves while contacts are being solved and an entity comes.
    this.states = new BodyStates(memory)
    this.rows = new ContactSolverData(memory)
    this.shared = new MemoryColumns(memory, capacity)
    this.bodies = new Bodies(this.columns, this.shared)
    this.shared.define(this, 'geometry', 'f64', AddressTable.Geometry, GEOMETRY_STRIDE)
    this.shared.define(this, 'shapeType', 'u8', AddressTable.ShapeType)
    this.columns.define(this, 'massSource', 'f64', 5)
    this.columns.define(this, 'knownFilter', 'i32', 3)
    this.columns.define(this, 'kinematics', 'u32')
    this.columns.define(this, 'heldPoints', 'u32')
    this.columns.define(this, 'heldType', 'u8')
    this.columns.define(this, 'usedPolygon', 'u32')
    if (before !== undefined) {
      this.heldPoints.set(before.heldPoints)
      this.heldType.set(before.heldType)
      this.bodies.loose.set(before.loose)
    }
    this.columns.define(this.sleepers, 'entities', 'u32')
    this.columns.define(this.sleepers, 'roots', 'u32')
    this.columns.define(this.sleepers, 'last', 'u32')
    this.contacts = new ContactTable(this.columns, memory)
    this.moved = new EntityQueue(this.columns)
    this.searched = new EntityQueue(this.columns)
    this.preview = new Preview(this.columns)
    this.dirty = new ChangeQueue(this.columns, this.preview.unseen)
    this.woken = new EntityQueue(this.columns)
    this.naming = new EntityQueue(this.columns)
    this.oneWays = new EntityQueue(this.columns)
    this.retag = new EntityQueue(this.columns)
    this.settling = new EntityQueue(this.columns)
    this.leaving = new EntityQueue(this.columns)
    this.fast = new EntityQueue(this.columns)
    this.forced = new EntityQueue(this.columns)
    this.shared.define(this, 'force', 'f64', AddressTable.Force, 3)
    this.steered = new EntityQueue(this.columns)
    this.newborn = new EntityQueue(this.columns)
    this.columns.define(this, 'target', 'f64', 3)
    this.islands = new Islands(this.columns, this.shared)
    this.polygonCopy = new PolygonCopy(memory, this.polygons)
    this.shared.open()
    memory.release()
    this.broadPhase = makeBroadPhase(this.components.BroadphaseAABB)
    fitProvided(provided, capacity)
  }

  /** Announces a component change that the engine makes itself. */
  announceOwn(entity: number, component: object): void {
    this.ownEntity = entity
    this.ownComponent = component
  }

  /** Whether a change is the announced one. It is expected once: observers of the user may make others meanwhile. */
  takeOwn(entity: number, component: object): boolean {
    if (this.ownEntity !== entity || this.ownComponent !== component) return false
    this.ownEntity = 0
    this.ownComponent = null
    return true
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
    // Any of them may find no memory. The last one says how many fit, so the next addition tries all of them again.
    this.shared.grow(capacity)
    fitProvided(this.provided, capacity)
    this.columns.grow(capacity)
  }
}

type Resizable = Record<string, { length: number; [index: number]: number }>

/**
 * Grows the arrays that a user brought: typed arrays are replaced on their store, plain ones are filled up with 0,
 * their holes too.
 */
function fitProvided(provided: ProvidedStores, capacity: number): void {
  for (const store of Object.values(provided) as Resizable[]) {
    for (const [key, column] of Object.entries(store)) {
      if (Array.isArray(column)) {
        for (let i = 0; i < column.length; i++) column[i] ??= 0
        while (column.length < capacity) column.push(0)
      } else if (column.length < capacity) {
        const Kind = column.constructor as new (length: number) => Float64Array
        const grown = new Kind(capacity)
        grown.set(column as unknown as Float64Array)
        store[key] = grown
      }
    }
  }
}
