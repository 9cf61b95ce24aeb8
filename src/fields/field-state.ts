import type { World } from 'bitecs'
import type { Columns } from '../stores/columns.ts'
import { ItemBuffer } from '../stores/buffers.ts'
import type { StateList } from '../stores/state-list.ts'
import { requirePhysics } from '../state/registry.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { BELT_STRIDE, Belt, LEFT_STRIDE, PUSH_STRIDE, Push, STIFF_STRIDE, WATER_STRIDE } from './field-records.ts'
import { SurfaceRows, type WaterSurface } from './surface-rows.ts'

/** `heldBy` of what more than one field acted on. */
export const MANY = 0xffffffff

/** What is known of the fields of one world. */
export class FieldState {
  readonly physics: PhysicsWorld
  /** Entities with a `Field`, in the order in which they act. */
  readonly fields = new ItemBuffer()
  readonly surfaces = new Map<number, WaterSurface>()
  /** By field: what its heights came to when it acted last. */
  readonly digests = new Map<number, number>()
  private readonly rows = new SurfaceRows(this.fields, this.surfaces, this.digests)
  /** By body: the field that acted on it when it was awake last, or {@link MANY}; 0 for none. */
  heldBy!: Uint32Array
  /** By body: area under water, in the last step in which it was awake. */
  wetArea!: Float64Array
  /** By field: 1 when it acted in the last step. */
  acted!: Uint8Array
  /** By body: its place in {@link bodies}, from 1. */
  slotOf!: Uint32Array

  /** The bodies on which fields act in this step, from 1, and how. */
  bodies: Uint32Array = new Uint32Array(64)
  push: Float64Array = new Float64Array(64 * PUSH_STRIDE)
  /** By place: what drag leaves of the velocity. */
  left: Float64Array = new Float64Array(64 * LEFT_STRIDE)
  /** By place: the field that acted last, and the lowest priority that still may. */
  lastField: Uint32Array = new Uint32Array(64)
  least = new Int32Array(64)
  count = 0
  /** The places of the bodies that every substep sees to, and what is kept of them. */
  stiff: Float64Array = new Float64Array(16 * STIFF_STRIDE)
  stiffSlot: Uint32Array = new Uint32Array(16)
  stiffCount = 0
  /** The colliders in stiff water, in which place among those their bodies are, and where the water is. */
  water: Float64Array = new Float64Array(16 * WATER_STRIDE)
  waterPlace: Uint32Array = new Uint32Array(16)
  waterCollider: Uint32Array = new Uint32Array(16)
  waterCount = 0
  belts: Float64Array = new Float64Array(16 * BELT_STRIDE)
  beltSlot: Uint32Array = new Uint32Array(16)
  beltCount = 0
  private readonly columns: Columns

  constructor(physics: PhysicsWorld) {
    this.physics = physics
    this.columns = physics.columns.another(physics.columns.capacity)
    this.columns.define(this, 'heldBy', 'u32')
    this.columns.define(this, 'wetArea', 'f64')
    this.columns.define(this, 'acted', 'u8')
    this.columns.define(this, 'slotOf', 'u32')
  }

  /** What decides the future. */
  list(list: StateList): void {
    list.begin('fields').scratch(this, 'slotOf').items(this.fields, 'order').columns(this.columns, list.byEntity(this.columns))
      .after.push(() => this.listHeld())
    this.rows.list(list)
  }

  /** After a restore: those that fields held are those on which they acted, or that sleep, which is all the same to `begin`. */
  private listHeld(): void {
    const { heldBy, slotOf } = this
    slotOf.fill(0)
    this.count = 0
    for (let body = 1; body < heldBy.length; body++) {
      if (heldBy[body] === 0) continue
      const slot = ++this.count
      if (slot === this.bodies.length) this.growBodies()
      this.bodies[slot] = body
      slotOf[body] = slot
    }
  }

  add(field: number): void {
    for (let i = 0; i < this.fields.count; i++) if (this.fields.items[i] === field) return
    this.fields.push(field)
  }

  /** Forgets what acted in the last step; of bodies that sleep it stays known what held them. */
  begin(): void {
    const { physics } = this
    this.columns.grow(physics.columns.capacity)
    const { bodies, heldBy, wetArea, slotOf } = this
    const { asleepIndex } = physics.bodies
    for (let i = 1; i <= this.count; i++) {
      const body = bodies[i]!
      slotOf[body] = 0
      if (asleepIndex[body]! >= 0) continue
      heldBy[body] = 0
      wetArea[body] = 0
    }
    this.count = 0
    this.waterCount = 0
    this.stiffCount = 0
    this.beltCount = 0
  }

  /** The place of a body on which a field acts, made when it has none. */
  take(body: number, field: number): number {
    const known = this.slotOf[body]!
    if (known !== 0) {
      if (this.heldBy[body] !== field) this.heldBy[body] = MANY
      return known
    }
    this.heldBy[body] = field
    // Of what woke it is still known.
    this.wetArea[body] = 0
    const slot = ++this.count
    if (slot === this.bodies.length) this.growBodies()
    this.bodies[slot] = body
    this.slotOf[body] = slot
    this.lastField[slot] = 0
    this.least[slot] = -0x80000000
    const { push } = this
    const p = slot * PUSH_STRIDE
    for (let i = p; i < p + PUSH_STRIDE; i++) push[i] = 0
    push[p + Push.Gravity] = 1
    return slot
  }

  /** Lets every substep see to a body: its `Push.Bob` is noted already. */
  stiffen(slot: number): void {
    const p = slot * PUSH_STRIDE + Push.Bob
    if (this.push[p]! < 0) return
    // Below 0, even where nothing bobs.
    this.push[p] = -Math.max(this.push[p]!, 1e-300)
    if (this.stiffCount === this.stiffSlot.length) {
      this.stiff = larger(this.stiff)
      this.stiffSlot = largerWords(this.stiffSlot)
    }
    this.stiffSlot[this.stiffCount++] = slot
  }

  /** Where a new row of stiff water begins. */
  addWater(slot: number, collider: number): number {
    this.stiffen(slot)
    if (this.waterCount === this.waterPlace.length) {
      this.water = larger(this.water)
      this.waterPlace = largerWords(this.waterPlace)
      this.waterCollider = largerWords(this.waterCollider)
    }
    // The parts of a body come one after the other, but other fields may come between: the last ones are looked at first.
    let place = this.stiffCount - 1
    while (this.stiffSlot[place] !== slot) place--
    this.waterPlace[this.waterCount] = place
    this.waterCollider[this.waterCount] = collider
    return this.waterCount++ * WATER_STRIDE
  }

  /** Where a new row of a conveyor begins. */
  addBelt(slot: number): number {
    if (this.beltCount === this.beltSlot.length) {
      this.belts = larger(this.belts)
      this.beltSlot = largerWords(this.beltSlot)
    }
    this.beltSlot[this.beltCount] = slot
    this.belts[this.beltCount * BELT_STRIDE + Belt.Change] = 0
    return this.beltCount++ * BELT_STRIDE
  }

  private growBodies(): void {
    this.bodies = largerWords(this.bodies)
    this.push = larger(this.push)
    this.left = larger(this.left)
    this.lastField = largerWords(this.lastField)
    const least = new Int32Array(this.least.length * 2)
    least.set(this.least)
    this.least = least
  }
}

function larger(numbers: Float64Array): Float64Array {
  const grown = new Float64Array(numbers.length * 2)
  grown.set(numbers)
  return grown
}

function largerWords(words: Uint32Array): Uint32Array {
  const grown = new Uint32Array(words.length * 2)
  grown.set(words)
  return grown
}

const states = new WeakMap<PhysicsWorld, FieldState>()

/** What is known of the fields of a world, or undefined when it has none. */
export function findFields(physics: PhysicsWorld): FieldState | undefined {
  return states.get(physics)
}

export function keepFields(physics: PhysicsWorld, state: FieldState): void {
  states.set(physics, state)
  physics.extras.push((list) => state.list(list))
}

/**
 * What is known of the fields of a world.
 * @throws Error when it has no physics, or no fields.
 */
export function requireFields(world: World, caller: string): FieldState {
  const state = findFields(requirePhysics(world, caller))
  if (state === undefined) throw new Error(`${caller}: this world has no fields. Call addFields(world) first.`)
  return state
}
