import { type World, createWorld, entityExists, hasComponent, removeEntity } from 'bitecs'
import { BROAD_PHASES, type BroadPhaseName } from '../../examples/broad-phases.ts'
import { type Physics, type Snapshots, addFields, addPhysics, bodyOf, createSnapshots, hashWorld, isSleeping, removePhysics, stepPhysics } from '../../src/index.ts'
import { must } from './failure.ts'
import { checkFields } from './fields.ts'
import { HOOK_ERROR, type HookRule, filterPairOf, isChosen, preSolveOf } from './hooks.ts'
import { type Held, canHold, checkJoints, partedBodies, settleJoints } from './joints.ts'
import { Ledger } from './ledger.ts'
import { remember } from './memory.ts'
import { Model, type Slot, isBodyEntity, kindOf } from './model.ts'
import { checkFinite, checkLinks, checkNumbers, staticPoses } from './numbers.ts'
import type { Operation, Program, ShapeSpec } from './operations.ts'
import { prisoners } from './room.ts'
import { checkRest } from './rest.ts'
import { MOST_PULL, REACH, bodiesOf, checkTouches } from './touches.ts'
import { inner } from '../support/inner.ts'

export type Later = Extract<Operation, { do: 'within' }>

/** One world that a program works on, and what has to be remembered of it. */
export class PlayedWorld {
  readonly world: World = createWorld()
  physics: Physics
  readonly slots = new Map<number, Slot>()
  readonly joints = new Map<number, Held>()
  /** Entities without components, which only push the ids up. */
  readonly idle: number[] = []
  /** What is to be done in the midst of the next step. */
  readonly later: Later[] = []
  /** What was changed within the step that runs: its poses before say nothing about its touches. */
  blurred = false
  /** Queries see the poses with which the step began. */
  stepping = false
  private readonly options: Program['worlds'][number]
  private readonly broadPhase: BroadPhaseName
  private readonly play: (operation: Operation) => void
  /** Half the size of the room that everything is in, if there is one. */
  room = 0
  /** There are joints or fields: what they make of a speed within a step nobody else can tell. */
  pulled = false
  readonly pairRules: HookRule[] = []
  /** How far apart two can be at most in the step that runs and have contact points. */
  private reach = 0
  hooked = false
  /** Gravity was changed: what rests need not be on the ground. */
  weighed = false
  ledger = new Ledger()
  /** The list of systems as it is made, and with the program's own. */
  private stages: Physics['systems'] = []
  private withPrograms: Physics['systems'] = []
  private kept: { readonly snapshots: Snapshots; readonly back: () => void; readonly parts: string } | null = null

  constructor(options: Program['worlds'][number], broadPhase: BroadPhaseName, play: (operation: Operation) => void) {
    this.options = options
    this.broadPhase = broadPhase
    this.play = play
    this.physics = this.install()
  }

  addSlot(name: number, entity: number, shape: ShapeSpec | null): Slot {
    const slot = { name, entity, shape, stale: false, refiltered: false, tagged: false, remade: true }
    this.slots.set(name, slot)
    return slot
  }

  /** Takes the plugin off and adds it again. */
  reinstall(): void {
    const before = this.physics.components
    removePhysics(this.world)
    this.ledger.close(this)
    this.ledger = new Ledger()
    this.later.length = 0
    this.pairRules.length = 0
    this.kept = null
    this.physics = this.install()
    // With new components the entities of before are nothing that this physics knows.
    if (this.physics.components.Position !== before.Position) {
      this.slots.clear()
      this.joints.clear()
      this.room = 0
    }
    for (const held of this.joints.values()) held.fresh = true
    const { Sleeping } = this.physics.components
    for (const slot of this.slots.values()) {
      // The tag was left, and is the program's own to physics that finds it: such a body rests alone.
      const tagged = slot.tagged || (entityExists(this.world, slot.entity) && hasComponent(this.world, slot.entity, Sleeping))
      Object.assign(slot, { remade: true, stale: false, refiltered: false, tagged })
    }
  }

  /**
   * @param checked Whether to compare everything with the model afterwards.
   * @returns What happened: the hash, or that a hook threw.
   */
  step(dt: number, checked: boolean): string {
    this.reach = this.later.length > 0 || this.pulled ? Infinity : REACH + 1e-6 + 2 * dt * (this.fastest() + MOST_PULL * dt)
    const before = checked ? new Model(this) : null
    // A joint may break, and go, in the first step that knows it.
    const parted = checked ? partedBodies(this, true) : new Set<string>()
    const poses = staticPoses(this)
    const asleep = this.sleepers()
    this.blurred = this.later.length > 0
    this.placeSystems()
    this.stepping = true
    try {
      stepPhysics(this.world, dt)
    } catch (error) {
      // What it did not come to is done by the next one, and its events are polled after that.
      if ((error as Error).message !== HOOK_ERROR) throw error
      this.ledger.stepBegan()
      return `hook threw, ${hashWorld(this.world)}`
    } finally {
      this.stepping = false
    }
    this.later.length = 0
    this.forgetJoints()
    if (dt === 0) return 'nothing'
    this.ledger.poll(this, checked)
    this.settle(asleep)
    if (before !== null) {
      // What was changed within the step is taken in by the next one.
      if (!this.blurred) {
        checkNumbers(this, poses)
        checkTouches(this, before, dt, (a, b) => this.mayRefuse(a.entity, b.entity) || parted.has(bodiesOf(a, b)))
        checkLinks(this)
        if (!this.hooked && !this.weighed && !this.pulled) checkRest(this)
        checkJoints(this)
        if (this.options.extras === true) checkFields(this)
      }
      checkFinite(this)
    }
    settleJoints(this)
    return String(hashWorld(this.world))
  }

  /** Those that are gone, before their ids are used again: by the links of a chain, when something asks. */
  forgetJoints(): void {
    for (const { name, entity } of this.joints.values()) if (!entityExists(this.world, entity)) this.joints.delete(name)
  }

  /** Removes joints whose ends are no bodies any more, which the step would refuse. */
  dropUnsound(): void {
    for (const { kind, entity, a, b } of this.joints.values()) {
      if (kind !== 'gear' && entityExists(this.world, entity) && !(canHold(this, a) && canHold(this, b))) removeEntity(this.world, entity)
    }
    this.forgetJoints()
  }

  /** The bodies that must still be in the room after the steps that come, if nothing is done to them meanwhile. */
  prisoners(): number[] {
    return this.room > 0 && !this.hooked && !this.pulled && this.later.length === 0 ? prisoners(this, this.room) : []
  }

  /** Keeps the world, in the place of what was kept. */
  save(): void {
    const snapshots = this.kept?.snapshots ?? createSnapshots(this.world)
    snapshots.save()
    this.kept = { snapshots, back: remember(this), parts: this.parts() }
  }

  /** Puts back what was kept: it has the same bits. */
  restore(): void {
    if (this.kept === null) return
    this.kept.snapshots.restore()
    this.kept.back()
    const parts = this.parts()
    must(parts === this.kept.parts, 'restored otherwise', () => `${parts}, kept was ${this.kept!.parts}`)
  }

  private parts(): string {
    return JSON.stringify(hashWorld(this.world, { parts: true }))
  }

  setHook(hook: 'filterPair' | 'preSolve', rule: HookRule): void {
    const { hooks } = this.physics
    this.hooked = true
    if (hook === 'preSolve') hooks.preSolve = preSolveOf(this.world, rule, (a, b) => (this.isLocked(a) || this.isLocked(b) ? Infinity : this.reach))
    else {
      this.pairRules.push(rule)
      hooks.filterPair = filterPairOf(this.world, rule)
    }
  }

  /** Adds the plugin, with a system of the program's own before each stage and one at the end. */
  private install(): Physics {
    const { broadPhase, options } = this
    const physics = addPhysics(this.world, { broadPhase: BROAD_PHASES[broadPhase], capacity: options.capacity, substeps: options.substeps })
    if (options.extras === true) addFields(this.world)
    const stages = [...physics.systems]
    for (let stage = stages.length; stage >= 0; stage--) {
      // Between two stages of a substep a system has to be one itself.
      const perSubstep = stages[stage]?.perSubstep === true && stages[stage - 1]?.perSubstep === true
      const run = (): void => this.playLater(stage, perSubstep)
      physics.systems.splice(stage, 0, { name: `Program${stage}`, run, perSubstep })
    }
    this.stages = stages
    this.withPrograms = [...physics.systems]
    return physics
  }

  /**
   * Takes the program's systems out where they have nothing to do, on two of the four broad phases: what nothing touches is moved otherwise then, to
   * the same bits.
   */
  private placeSystems(): void {
    const { systems } = this.physics
    const all = this.later.length > 0 || this.broadPhase === 'quadtree' || this.broadPhase === 'grid'
    systems.splice(0, systems.length, ...(all ? this.withPrograms : this.stages))
  }

  private playLater(stage: number, perSubstep: boolean): void {
    for (let i = 0; i < this.later.length; i++) {
      const entry = this.later[i]!
      if (entry.stage !== stage || (perSubstep && entry.substep !== inner(this.physics).solver.substep)) continue
      this.later.splice(i--, 1)
      this.play(entry.operation)
      this.dropUnsound()
    }
  }

  private fastest(): number {
    let fastest = 0
    for (const { speed } of new Model(this).parts) fastest = Math.max(fastest, speed)
    return fastest
  }

  /** What slides along an axis only is driven out like a wedge by what comes from the side: faster than that, and so farther. */
  private isLocked(collider: number): boolean {
    const { Motion } = this.physics.components
    const body = bodyOf(this.world, collider)
    return hasComponent(this.world, body, Motion) && Motion.lockX[body] !== Motion.lockY[body]
  }

  /** A pair that was refused once stays so until one of the two moves on. */
  private mayRefuse(a: number, b: number): boolean {
    return this.pairRules.some((rule) => isChosen(rule, a, b))
  }

  private sleepers(): Set<number> {
    const asleep = new Set<number>()
    const { Sleeping } = this.physics.components
    for (const { entity } of this.slots.values()) {
      if (!entityExists(this.world, entity)) continue
      if (isSleeping(this.world, entity) || hasComponent(this.world, entity, Sleeping)) asleep.add(entity)
    }
    return asleep
  }

  /** Lets go of the doubts about bodies that were awake before and after a step. */
  private settle(asleep: ReadonlySet<number>): void {
    const { Sleeping } = this.physics.components
    for (const slot of this.slots.values()) {
      // What was changed within the step is taken in by the next one.
      slot.remade &&= this.blurred
      const { entity } = slot
      if (!entityExists(this.world, entity) || !isBodyEntity(this, entity) || kindOf(this, entity) !== 'dynamic') continue
      if (asleep.has(entity) || isSleeping(this.world, entity) || hasComponent(this.world, entity, Sleeping)) continue
      slot.stale = false
      slot.refiltered = false
      slot.tagged = false
    }
  }
}
