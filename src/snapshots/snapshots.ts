import { Prefab, type World } from 'bitecs'
import { EntityRestorer, KeptEntities, idsEnd, sharesIds } from './bitecs-entities.ts'
import { areInternalsKnown, identityOf } from '../bitecs-internals.ts'
import { bindMethods } from '../bound.ts'
import { withdraw } from '../caches/preview.ts'
import { checkNames } from '../check-names.ts'
import { bringJoints } from '../lifecycle/bring-joints.ts'
import { giveBoxes } from '../lifecycle/sync.ts'
import { isAsked } from '../queries/asked.ts'
import { findPhysics, requirePhysics } from '../state/registry.ts'
import { moving } from '../state/moving.ts'
import { Phase, type PhysicsWorld } from '../state/world.ts'
import type { StateList } from '../stores/state-list.ts'
import { BadFile } from './bytes.ts'
import { type FileContext, readFile, writeFile } from './file.ts'
import type { Kept } from './kept.ts'
import { Members } from './members.ts'
import { Slot } from './slot.ts'
import { UserStores, type Store } from './user-stores.ts'
import { listWorld } from './world-state.ts'
import { shown } from '../shown.ts'

/** What `createSnapshots` takes. */
export interface SnapshotOptions {
  /** How many states can be held at once, 1 to 4,096. Default 1. */
  slots?: number | undefined
  /**
   * Components of your own whose numbers are to be saved, too: objects of arrays by entity id, or such arrays. Which entities
   * have which component is saved in any case. Default none.
   */
  stores?: readonly Store[] | undefined
}

const MOST_SLOTS = 4096
const OPTION_NAMES = ['slots', 'stores']

/**
 * States of one world that can be put back to the last bit: `save`, go on, `restore`, and what follows is what would have
 * followed. See docs/snapshots.md for what is saved and what is not.
 */
export interface Snapshots {
  /** The world that is saved and restored. */
  readonly world: World
  /** How many states can be held. */
  readonly slots: number
  /** Bytes that all slots hold. */
  readonly bytes: number
  /**
   * Keeps the world as it is in a slot, in the place of what was there.
   * @param slot From 0 to `slots` − 1. Default 0.
   * @throws RangeError on another slot. @throws TypeError where a store holds what is no number.
   * @throws Error within a step or a query, without physics, and where entity ids are shared with another world.
   */
  save(slot?: number): void
  /**
   * Makes the world what it was when the slot was saved. Entities that were removed since come back, those that were added
   * go, and no observer is called.
   * @param slot From 0 to `slots` − 1. Default 0.
   * @throws RangeError on another slot, or where there is no memory; then the world is as it was.
   * @throws Error where nothing was saved, within a step or a query, and without physics.
   */
  restore(slot?: number): void
  /**
   * A saved state as a file, for another process or another day. See docs/snapshots.md for what has to be equal where it is
   * read.
   * @param slot From 0 to `slots` − 1. Default 0.
   * @throws RangeError on another slot.
   * @throws Error where nothing was saved, and where the world has relations, which no other world would know.
   */
  toBytes(slot?: number): Uint8Array<ArrayBuffer>
  /**
   * Puts a file into a slot, from where {@link restore} takes it. A file that is damaged, too short, or of a world that is made
   * otherwise, is refused, and slot and world are left as they are.
   * @param slot From 0 to `slots` − 1.
   * @param bytes What {@link toBytes} gave.
   * @throws RangeError on another slot. @throws TypeError on what are no bytes. @throws Error on a file that cannot be used.
   */
  fromBytes(slot: number, bytes: Uint8Array): void
  /** Gives the memory of all slots back. Nothing can be saved after that. `removePhysics` does it by itself. */
  free(): void
}

/** The {@link Snapshots} of a world. */
export class WorldSnapshots implements Snapshots {
  readonly world: World
  private readonly physics: PhysicsWorld
  private readonly identity: object | null | undefined
  private readonly list: StateList
  private readonly restorer: EntityRestorer
  private readonly members: Members
  private readonly extras: number
  private readonly used: Int32Array
  private readonly stores: readonly Store[]
  private kept: (Kept | null)[]

  constructor(world: World, { slots = 1, stores = [] }: SnapshotOptions) {
    this.world = world
    this.physics = requirePhysics(world, 'createSnapshots')
    this.identity = identityOf(world)
    this.list = listWorld(this.physics, () => idsEnd(world))
    this.extras = this.physics.extras.length
    this.members = new Members(this.list)
    this.restorer = new EntityRestorer(world)
    this.used = new Int32Array(this.list.groups().length)
    this.stores = [...stores]
    this.kept = Array.from({ length: slots }, () => null)
    this.physics.farewells.push(this.free)
    bindMethods(this, 'save', 'restore', 'toBytes', 'fromBytes')
  }

  readonly free = (): void => {
    this.kept = []
    const { farewells } = this.physics
    if (farewells.includes(this.free)) farewells.splice(farewells.indexOf(this.free), 1)
  }

  get slots(): number {
    return this.kept.length
  }

  get bytes(): number {
    let sum = 0
    for (let slot = 0; slot < this.kept.length; slot++) sum += this.bytesOf(slot)
    return sum
  }

  /** Bytes that one slot holds; for the other files of the engine. */
  bytesOf(slot: number): number {
    const kept = this.kept[slot]
    return kept === null || kept === undefined ? 0 : kept.slot.bytes + kept.entities.bytes + kept.stores.bytes
  }

  /** Gives the memory of one slot back; for the other files of the engine. */
  drop(slot: number): void {
    this.kept[slot] = null
  }

  /** @param caller Whose name errors have. */
  save(slot = 0, caller = 'save'): void {
    const kept = this.prepare(slot, caller)
    const { physics } = this
    // A half written slot is none.
    kept.isFilled = false
    withdraw(physics)
    physics.solver.joints.store()
    kept.stores.save(this.stores)
    kept.slot.save()
    kept.entities.save(this.world)
    kept.isBoxed = physics.boxes.isAsked
    kept.isFilled = true
  }

  restore(slot = 0, caller = 'restore'): void {
    const { physics, world, used, members } = this
    const kept = this.keptIn(slot, caller)
    withdraw(physics)
    kept.slot.reserve(used)
    physics.collision.contacts.doubts.addAll()
    members.begin(physics, kept.slot, Math.max(idsEnd(world), kept.entities.maxId + 1))
    kept.slot.restore(used)
    this.restorer.restore(kept.entities)
    kept.stores.restore(this.stores)
    members.end(physics)
    if (physics.boxes.isAsked && !kept.isBoxed) giveBoxes(physics)
    physics.restores++
    physics.lifecycle.preview.seenStep = -1
  }

  toBytes(slot = 0): Uint8Array<ArrayBuffer> {
    return writeFile(this.context, this.keptIn(slot, 'toBytes'))
  }

  fromBytes(slot: number, bytes: Uint8Array, caller = 'fromBytes'): void {
    this.prepare(slot, caller)
    if (!(bytes instanceof Uint8Array)) throw new TypeError('fromBytes: the bytes must be a Uint8Array, such as toBytes gives.')
    try {
      this.kept[slot] = readFile(this.context, bytes)
      // Another world saved it, where somebody may have written to its arrays since the last step.
      this.physics.version.openStores()
    } catch (error) {
      if (!(error instanceof BadFile)) throw error
      throw new Error(`fromBytes: this file cannot be used: ${error.message}.`, { cause: error })
    }
  }

  /** What a slot holds; for the other files of this room. */
  keptIn(slot: number, caller: string): Kept {
    const kept = this.prepare(slot, caller)
    if (!kept.isFilled) throw new Error(`${caller}: nothing was saved in slot ${slot}. Call save(${slot}) first.`)
    return kept
  }

  /** What the slots are of; for the other files of this room. */
  get context(): FileContext {
    const { world, list, physics, stores } = this
    return { world, list, stores, lengthUnit: physics.settings.lengthUnit, components: { ...physics.components, Prefab } }
  }

  /** A slot, be there anything in it or not; for the other files of the engine. */
  prepare(slot: number, caller: string): Kept {
    this.check(caller)
    if (this.kept.length === 0) throw new Error(`${caller}: these snapshots were freed. Call createSnapshots again.`)
    if (!(Number.isInteger(slot) && slot >= 0 && slot < this.kept.length)) {
      throw new RangeError(`${caller}: there is no slot ${shown(slot)}. The slots are 0 to ${this.kept.length - 1}; see the option slots.`)
    }
    const found = this.kept[slot]
    if (found !== null && found !== undefined) return found
    const made: Kept = { slot: new Slot(this.list), entities: new KeptEntities(), stores: new UserStores(), isFilled: false, isBoxed: false }
    this.kept[slot] = made
    return made
  }

  private check(caller: string): void {
    const { physics, world } = this
    if (findPhysics(world) !== physics || identityOf(world) !== this.identity) {
      throw new Error(`${caller}: the physics that these snapshots are of was taken off its world. Call createSnapshots again.`)
    }
    if (physics.extras.length !== this.extras) {
      throw new Error(`${caller}: these snapshots know nothing of fields. Call addFields(world) first, then createSnapshots.`)
    }
    if (physics.phase !== Phase.Idle) {
      throw new Error(`${caller}: the world is stepping. Call it between two steps, for example after stepPhysics.`)
    }
    if (isAsked(physics) || physics.lifecycle.preview.looking) {
      throw new Error(`${caller}: a query of this world is running. Call it when the query has returned.`)
    }
    if (moving.physics === physics) {
      throw new Error(`${caller}: moveCharacter is running. Call it when the move is done.`)
    }
    if (sharesIds(world)) {
      throw new Error(
        `${caller}: this world shares its entity ids with another one, which would lose its own. ` +
          'Make the world without an entity index of your own.',
      )
    }
  }
}

/**
 * Room for states of a world: `save(slot)` keeps all that decides its future, `restore(slot)` puts it back, and a run that
 * goes on from there is equal, to the last bit, to the one that was never stopped.
 * @throws RangeError on a number of slots that cannot be, or an option that there is not. @throws TypeError on a store that is none.
 * @throws Error without physics, and with a version of bitECS that keeps its data in another way.
 */
export function createSnapshots(world: World, options: SnapshotOptions = {}): Snapshots {
  return makeSnapshots(world, options, 'createSnapshots')
}

/** The same, for the other files of the engine. */
export function makeSnapshots(world: World, options: SnapshotOptions, caller: string): WorldSnapshots {
  checkNames(options, OPTION_NAMES, caller)
  const { slots = 1, stores = [] } = options
  if (!(Number.isInteger(slots) && slots >= 1 && slots <= MOST_SLOTS)) {
    throw new RangeError(`${caller}: slots must be a whole number from 1 to ${MOST_SLOTS}, got ${shown(slots)}.`)
  }
  UserStores.check(stores, caller)
  requirePhysics(world, caller)
  // What is put back may have joints that no builder has made here.
  bringJoints()
  if (!areInternalsKnown()) {
    throw new Error(`${caller}: this version of bitecs keeps its entities in another way than 0.4.0. Use bitecs 0.4.0.`)
  }
  return new WorldSnapshots(world, options)
}
