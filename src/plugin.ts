import { type ComponentRef, type EntityId, type World, createWorld, query, removeComponent } from 'bitecs'
import { exists } from './exists.ts'
// The first of all: it brings the bytes of the kernel, and gzip, which looks back no farther than 32 kB, would not see from
// the code behind them to the code before them (1.2 kB).
import { KernelMemory } from './kernel/kernel-memory.ts'
import { RARE } from '../components/index.ts'
import { checkPipeline, createPipeline, runPipeline } from '../systems/pipeline.ts'
import { identityOf, isVersioned, isWorld, tryInternals, componentsOf, registrationsOf } from './bitecs-internals.ts'
import { BodyKind } from './bodies/body-kind.ts'
import { Pause } from './bodies/body-records.ts'
import { type BroadPhaseOption, chooseBroadPhase } from './broadphase/choose.ts'
import { idleKernel, keepWorld } from './plugin/kept-world.ts'
import { installObservers } from './plugin/observers.ts'
import { noteOwners, takeComponents } from './plugin/store-owners.ts'
import { Strangers } from './plugin/strangers.ts'
import { enterStep, leaveStep } from '../systems/within-step.ts'
import { type PlainOptions, checkCapacity, checkStep, makeSettings, settingsViolation } from './settings.ts'
import { shown } from './shown.ts'
import { isAsked } from './queries/asked.ts'
import { checkHooks } from './contact-rules/hook-answers.ts'
import { moving } from './state/moving.ts'
import type { Physics } from './state/physics.ts'
import { DirtyReason } from './state/lifecycle-state.ts'
import { Phase, PhysicsWorld } from './state/world.ts'
import { destroyBody, destroyLeaving } from './lifecycle/body-lifecycle.ts'
import { jointKeeper } from './lifecycle/joint-keeper.ts'
import { removeLinks } from './lifecycle/chain.ts'
import { withdraw } from './caches/preview.ts'
import { findPhysics, findRemains, keepRemains, register, requirePhysics, unregister } from './state/registry.ts'
import { giveBoxes, syncBodies } from './lifecycle/sync.ts'
import { syncSleepingTags, wakeBody } from './sleep/waking.ts'

/** What `addPhysics` takes. Everything has a default. */
export interface PhysicsOptions extends PlainOptions<BroadPhaseOption> {}

interface Installed {
  /** Takes the observers off. */
  readonly remove: () => void
  /** What the world was known by then; `resetWorld` changes it. */
  readonly identity: object | null | undefined
  /** Finds what was taken for a component by mistake. */
  readonly strangers: Strangers
}

const installed = new WeakMap<PhysicsWorld, Installed>()

/**
 * Adds physics to a bitECS world. The component arrays are the state of the bodies: between two steps they are the truth,
 * and what the engine keeps beside them (pose records, boxes, mass data, contacts) is a cache that the next step brings
 * up to date. During the solver's substeps velocities are in its working set. A world that
 * had physics before gets the same components again, and what still has them is taken in with its data.
 * @param options See {@link PhysicsOptions}; everything has a default.
 * @returns The physics of this world: its components, systems, settings and counts.
 * @throws Error when the world has physics already, uses versioned entity ids, or brings stores or components that belong to
 *   the physics of another world; where WebAssembly is missing or forbidden and no other `kernel` was given.
 * @throws RangeError on an option that cannot be used, and when there is no memory left.
 */
export function addPhysics(world: World, options: PhysicsOptions = {}): Physics {
  const face = install(world, options)
  keepWorld(makeEmptyWorld)
  return face
}

/** For {@link keepWorld}. */
function makeEmptyWorld(): Physics {
  return install(createWorld(), { capacity: 1, kernel: idleKernel })
}

function install(world: World, options: PhysicsOptions): Physics {
  tryInternals()
  if (!isWorld(world)) {
    throw new Error('addPhysics: this is no bitECS world, or it was deleted. Make one with createWorld().')
  }
  const known = findPhysics(world)
  if (known !== undefined && !isForgotten(known)) {
    throw new Error('addPhysics: this world has physics already. Find it with getPhysics(world).')
  }
  if (isVersioned(world)) {
    throw new Error(
      'addPhysics: this world has versioned entity ids, which do not fit typed arrays. ' +
        'Make it with createWorld() or createEntityIndex() without withVersioning.',
    )
  }
  const settings = makeSettings(options)
  const before = findRemains(world)
  const { provided, own } = takeComponents(world, options.components === undefined ? {} : options.components, before?.own)
  const physics = new PhysicsWorld(
    world,
    settings,
    Math.max(checkCapacity(options.capacity), before?.capacity ?? 0),
    provided,
    own,
    chooseBroadPhase(options.broadPhase),
    createPipeline(),
    new KernelMemory(options.kernel),
    options.allocate,
    before,
  )
  noteOwners(physics)
  physics.boxes.serve(physics, () => {
    if (!isForgotten(physics)) giveBoxes(physics)
  })
  const strangers = new Strangers(world, physics.components)
  installed.set(physics, { remove: installObservers(physics), identity: identityOf(world), strangers })
  strangers.noteRegistrations(componentsOf(world), registrationsOf(world))
  register(world, physics)
  // Observers are not called for what is there already.
  for (const name of RARE) {
    for (const entity of listById(world, physics.components[name])) {
      physics.ensureCapacity(entity)
      physics.rare[name].grow(physics.columns.capacity)
    }
  }
  const { Position, Shape, Collider, OneWay, Joint } = physics.components
  for (const component of before === undefined ? [Position] : [Position, Shape, Collider]) {
    for (const entity of listById(world, component)) {
      physics.ensureCapacity(entity)
      physics.lifecycle.dirty.add(entity, DirtyReason.Structure)
    }
  }
  if (before === undefined) return physics.face
  for (const entity of listById(world, Joint)) physics.joints.dirty.add(entity)
  for (const entity of listById(world, OneWay)) physics.lifecycle.oneWays.add(entity)
  // A body may go before the next step: what names it must be found.
  for (const entity of listById(world, Collider)) physics.lifecycle.naming.add(entity)
  return physics.face
}

/** By id: bitECS lists them as they came where a program asked for them before, and otherwise in an order of its own. */
function listById(world: World, component: ComponentRef): Uint32Array {
  return Uint32Array.from(query(world, [component])).sort()
}

/**
 * Takes physics off a world. Touches end, with events in the returned physics; components keep their data.
 * @throws Error when the world has no physics, or from inside a step.
 */
export function removePhysics(world: World): Physics {
  const physics = requirePhysics(world, 'removePhysics')
  if (physics.phase !== Phase.Idle) throw new Error('removePhysics: the world is stepping. Call it after the step.')
  if (moving.physics === physics) throw new Error('removePhysics: moveCharacter is running. Call it when the move is done.')
  installed.get(physics)?.remove()
  withdraw(physics)
  const { bodies } = physics
  for (let entity = 1; entity < physics.columns.capacity; entity++) {
    if (bodies.isBody(entity)) destroyBody(physics, entity)
    if (bodies.chainOf(entity) !== 0 && !isForgotten(physics)) removeLinks(physics, entity)
  }
  unregister(world)
  physics.boxes.leave(physics)
  keepRemains(world, physics)
  while (physics.farewells.length > 0) physics.farewells.pop()!()
  return physics.face
}

/** The physics of a world, or undefined when the plugin was not added. */
export function getPhysics(world: World): Physics | undefined {
  return findPhysics(world)?.face
}

/**
 * Advances a world by one step.
 * @param dt Length of the step in seconds, for example 1 / 60. 0 does nothing.
 * @throws RangeError on a `dt` that is negative or not finite, shorter than 1e-9, or longer than 0.25 seconds unless
 *   `settings.allowLargeSteps` is set.
 * @throws Error on unusable data, with entity, component and cure; on a list of systems that cannot work; on a step
 * inside a step; without physics.
 */
export function stepPhysics(world: World, dt: number): void {
  const physics = requirePhysics(world, 'stepPhysics')
  takeStep(physics, dt, physics.settings.keepEvents)
}

/** The same, with a word of its own on whether the events of the steps before stay. */
export function takeStep(physics: PhysicsWorld, dt: number, keepEvents: boolean): void {
  checkStep(dt, physics.settings)
  if (physics.phase !== Phase.Idle) {
    throw new Error('stepPhysics: the world is stepping already. A system must not step the world it runs in.')
  }
  if (isAsked(physics)) {
    throw new Error('stepPhysics: a query of this world is running. A predicate must not step the world that it is asked about.')
  }
  if (moving.physics === physics) {
    throw new Error('stepPhysics: moveCharacter is running. A hook or an observer must not step the world in which it moves a character.')
  }
  // A hook or a broad phase of another world may step this one.
  const putBack = enterStep()
  try {
    advance(physics, dt, keepEvents)
  } finally {
    leaveStep(putBack)
  }
}

function advance(physics: PhysicsWorld, dt: number, keepEvents: boolean): void {
  checkWorld(physics)
  if (dt === 0) return
  physics.phase = Phase.Beginning
  let done = false
  try {
    beginStep(physics, keepEvents)
    runPipeline(physics, dt)
    physics.stepCount++
    done = true
  } finally {
    physics.solver.substep = 0
    physics.solver.isPlain = false
    physics.phase = Phase.Idle
    endStep(physics, done)
  }
}

function beginStep(physics: PhysicsWorld, keepEvents: boolean): void {
  withdraw(physics)
  if (isRestless(physics)) physics.version.noteMotion()
  for (let i = 0; i < physics.eventBuffers.length; i++) physics.eventBuffers[i]!.beginStep(keepEvents)
  const { face } = physics
  if (!face.profiling) return
  if (physics.timings.length < face.systems.length) physics.timings = new Float64Array(face.systems.length * 2)
  physics.timings.fill(0)
}

/** Whether a step may do anything to bodies or contacts, besides what is taken in or wakes. */
function isRestless({ bodies, collision }: PhysicsWorld): boolean {
  const { contacts, moved, searched, woken, foresight } = collision
  return bodies.awakeCount + contacts.activeCount + moved.count + searched.count + woken.count + foresight.count > 0
}

/** After a step that failed what was reported stays for the poll after the next one. */
function endStep(physics: PhysicsWorld, done: boolean): void {
  destroyLeaving(physics)
  physics.lifecycle.acting.giveBack(physics.lifecycle.forced, physics.lifecycle.force, physics.bodies.role)
  jointKeeper?.removeBroken(physics)
  syncSleepingTags(physics)
  if (done) {
    for (let i = 0; i < physics.eventBuffers.length; i++) physics.eventBuffers[i]!.endStep()
  }
  physics.stats.bodies = physics.bodies.count
  physics.stats.awake = physics.bodies.awakeCount
}

/**
 * Wakes a body, and those that fell asleep together with it.
 * @throws Error when the entity is no body.
 */
export function wake(world: World, entity: EntityId): void {
  const physics = requirePhysics(world, 'wake')
  requireBody(physics, entity, 'wake')
  // A tag that the engine has not taken in yet would put it to sleep in the next step.
  if (physics.lifecycle.dirty.flag[entity] !== 0) removeComponent(world, entity, physics.components.Sleeping)
  wakeBody(physics, entity)
  if (physics.phase === Phase.Idle) syncSleepingTags(physics)
}

/**
 * Announces plain writes to the components of a static or sleeping body, of a child collider or of a joint: the next step takes
 * them in. Writes to bodies that move are seen without it, and so is everything that is set with `set(…)`. Poses and
 * velocities of sleeping and of kinematic bodies are noticed too; what rested on a kinematic one that stood still wakes
 * when it is announced.
 * @throws Error when the entity is none of them.
 */
export function markChanged(world: World, entity: EntityId): void {
  const physics = requirePhysics(world, 'markChanged')
  if (!exists(world, entity)) throw new Error(`markChanged: entity ${shown(entity)} does not exist.`)
  // One that no step has taken in yet is one, too.
  if (physics.joints.find(entity) !== 0 || physics.presence.Joint.has(entity)) {
    physics.joints.dirty.add(entity)
    return
  }
  if (!physics.bodies.isCollider(entity)) requireBody(physics, entity, 'markChanged')
  physics.lifecycle.dirty.add(entity, DirtyReason.Edited | DirtyReason.Filtered)
}

/** @deprecated The old name of {@link markChanged}; it goes with the next version. */
export const touch = markChanged

/**
 * Whether a body rests. False for static bodies, for kinematic ones that only stand still, and for what is no body.
 * @throws Error when the world has no physics, or the entity does not exist.
 */
export function isSleeping(world: World, entity: EntityId): boolean {
  const { bodies } = requirePhysics(world, 'isSleeping')
  // Of an object JavaScript would make a name to look for.
  const kind = typeof entity === 'number' ? bodies.kind[entity] : undefined
  if (kind === BodyKind.Dynamic) return !bodies.isAwake(entity)
  // What has a kind exists: only for all else it is looked up.
  if ((kind ?? BodyKind.None) === BodyKind.None && !exists(world, entity)) {
    throw new Error(`isSleeping: entity ${shown(entity)} does not exist.`)
  }
  return kind === BodyKind.Kinematic && bodies.paused[entity] === Pause.Told
}

function requireBody(physics: PhysicsWorld, entity: EntityId, caller: string): void {
  if (!exists(physics.ecs, entity)) throw new Error(`${caller}: entity ${shown(entity)} does not exist.`)
  if ((physics.lifecycle.dirty.flag[entity] ?? 0) !== 0 || isKnown(physics, entity)) return
  // It has no shape of its own, and its first child names it since the last step.
  if (physics.phase <= Phase.Beginning) syncBodies(physics)
  if (isKnown(physics, entity)) return
  throw new Error(`${caller}: entity ${entity} is no body. A body has a Position and a Shape and is not Disabled.`)
}

function isKnown(physics: PhysicsWorld, entity: number): boolean {
  return (physics.bodies.kind[entity] ?? BodyKind.None) !== BodyKind.None
}

/** bitECS forgets every observer in `resetWorld`, and everything in `deleteWorld`. */
function isForgotten(physics: PhysicsWorld): boolean {
  return identityOf(physics.ecs) !== installed.get(physics)?.identity
}

function checkWorld(physics: PhysicsWorld): void {
  if (isForgotten(physics)) {
    unregister(physics.ecs)
    throw new Error('stepPhysics: the world was reset or deleted, and its physics with it. Call addPhysics again.')
  }
  installed.get(physics)!.strangers.check(componentsOf(physics.ecs), registrationsOf(physics.ecs))
  const violation = settingsViolation(physics.settings)
  if (violation) throw new RangeError(`stepPhysics: ${violation}`)
  checkHooks(physics.hooks)
  checkPipeline(physics.face.systems)
  if (physics.extras.length === 0 && physics.rare.Field.capacity > 1) checkFields(physics)
}

/** A field that nothing was put into the step for would do nothing for ever, without a word. */
function checkFields({ ecs, components }: PhysicsWorld): void {
  const [first] = query(ecs, [components.Field])
  if (first !== undefined) throw new Error(`stepPhysics: entity ${first} has a Field, and no field acts here. Call addFields(world) once.`)
}
