import { MOST_MENDING_SPEED } from '../constants.ts'
import { AddressTable } from '../kernel/address-table.ts'
import type { JointKernel } from '../kernel/kernel.ts'
import type { KernelMemory } from '../kernel/kernel-memory.ts'
import { ENDS_STRIDE, JointPlan, PLAN_STRIDE, ROW_KINDS, ROW_STRIDE, SLOT_STRIDE, STEM_STRIDE } from '../joints/joint-record.ts'
import type { JointTable } from '../joints/joint-table.ts'
import type { Region } from '../stores/memory.ts'
import type { BodyStates } from './body-states.ts'
import { ImpactChains } from './impact-chains.ts'
import type { ContactSoftness } from './softness.ts'

/** Rows that a joint has at most. */
const MOST_ROWS = 4

/** What is taken where there is not enough room, by what is needed. */
const GROWTH = 1.25

/** The rows of the joints of a step, in groups of four: see `kernel/joints.c`. */
export class JointRows {
  private readonly memory: KernelMemory
  private readonly region: Region
  private readonly chains: ImpactChains
  /** Whether the running step has rows. */
  private busy = false
  /** How often rows were packed: as often as joints, what they hold, their ends, or what of these is awake, were others than in the step before. */
  packing = 0

  constructor(memory: KernelMemory) {
    this.memory = memory
    this.region = memory.addRegion()
    this.chains = new ImpactChains(memory)
    memory.follow(() => this.place())
  }

  /** @throws Error where this program has nothing that solves joints. It tells before any of them is taken in. */
  require(): JointKernel {
    return this.memory.joints
  }

  /**
   * Finds out which rows there are. Masses are those that the bodies have.
   * @param awake How many bodies are awake.
   */
  pack(joints: JointTable, awake: number): void {
    const { count } = joints
    this.busy = count > 0 && awake > 0
    if (!this.busy) return
    const records = awake + 1
    const order = PLAN_STRIDE * 4
    const ends = order + count * 4
    const rows = ends + count * ENDS_STRIDE * 4
    const slots = rows + count * MOST_ROWS * ROW_STRIDE * 4
    const groups = Math.ceil((slots + count * 2 * SLOT_STRIDE * 4) / 64) * 64
    // While rows are packed, the groups are none.
    const stems = groups + records * 4
    this.reserve(stems + records * STEM_STRIDE * 4)
    this.plan(count, records, order, ends, rows, slots, groups, stems)
    if (joints.changed) {
      this.memory.i32.set(joints.order.subarray(0, count), (this.region.start + order) >> 2)
      this.memory.i32[(this.region.start >> 2) + JointPlan.Changed] = 1
      // What the rows held is in the records since the joint was taken in.
      if (joints.came) this.memory.i32[(this.region.start >> 2) + JointPlan.Packed] = 0
      joints.changed = joints.came = false
    }
    const bytes = this.memory.joints.packJoints()
    this.reserve(groups + bytes)
    if (this.memory.i32[(this.region.start >> 2) + JointPlan.Fresh] === 0) return
    this.packing++
    this.clear()
  }

  /** Brings the records up to date, and lets the rows that are packed begin with what the records say. */
  reread(): void {
    if (!this.busy) return
    this.store()
    this.memory.i32[(this.region.start >> 2) + JointPlan.Fresh] = 1
    this.clear()
  }

  /** Whether the step at hand has joints. */
  get isBusy(): boolean {
    return this.busy
  }

  /** Empties the groups. */
  private clear(): void {
    const { i32 } = this.memory
    const at = this.region.start >> 2
    const first = i32[at + JointPlan.Groups]! >> 2
    i32.fill(0, first, first + (i32[at + JointPlan.Bytes]! >> 2))
  }

  /** Makes the rows, and adds what they did before to the push of their bodies. Masses may be raised by now: see `Burdens`. */
  prepare(states: BodyStates, softness: ContactSoftness, lengthUnit: number): void {
    if (!this.busy) return
    const { f64, joints } = this.memory
    f64[(this.region.start + JointPlan.Longest * 4) >> 3] = softness.longest
    f64[(this.region.start + JointPlan.MostMending * 4) >> 3] = MOST_MENDING_SPEED * lengthUnit
    joints.prepareJoints(states.workAt, states.pushAt, states.timeAt)
  }

  /** Makes room for impacts, where the step has joints and contacts that may bounce. May replace the memory. */
  reserveImpacts(joints: JointTable, awake: number): void {
    if (this.busy) this.chains.reserve(awake + 1, joints.count)
  }

  press(states: BodyStates): void {
    if (this.busy) this.memory.joints.pressJoints(states.workAt, states.timeAt)
  }

  relax(states: BodyStates): void {
    if (this.busy) this.memory.joints.relaxJoints(states.workAt, states.pushAt, states.timeAt)
  }

  pressTrees(states: BodyStates): void {
    if (this.busy) this.memory.joints.pressTrees(states.workAt, states.timeAt)
  }

  relaxTrees(states: BodyStates): void {
    if (this.busy) this.memory.joints.relaxTrees(states.workAt, states.pushAt, states.timeAt)
  }

  /** All substeps in one call, where the step has joints. */
  takeSubsteps(states: BodyStates, count: number, bound: number, substeps: number): void {
    this.memory.joints.takeSubstepsWithJoints(count, bound, substeps, states.workAt, states.pushAt, states.timeAt)
  }

  /**
   * Ends the step. Returns whether there were rows.
   * @param read Whether what the joints did is asked for.
   */
  finish(read: boolean): boolean {
    const { busy } = this
    if (busy && read) this.store()
    this.busy = false
    return busy
  }

  /** Brings the records up to date: impulses and what the joints do. Between two steps that are alike nobody asks for it. */
  store(): void {
    if (this.region.bytes > 0 && this.memory.i32[(this.region.start >> 2) + JointPlan.Held] !== 0) this.memory.joints.storeJoints()
  }

  /** Writes where everything is; all but the counts. */
  private plan(
    count: number, records: number, order: number, ends: number, rows: number, slots: number, groups: number,
    stems: number,
  ): void {
    const { start } = this.region
    const { i32 } = this.memory
    const at = start >> 2
    i32[at + JointPlan.Count] = count
    i32[at + JointPlan.Records] = records
    i32[at + JointPlan.Order] = start + order
    i32[at + JointPlan.Ends] = start + ends
    i32[at + JointPlan.Rows] = start + rows
    i32[at + JointPlan.Busy] = start + groups
    i32[at + JointPlan.Stems] = start + stems
    i32[at + JointPlan.Slots] = start + slots
    i32[at + JointPlan.Groups] = start + groups
  }

  private reserve(bytes: number): void {
    if (bytes > this.region.bytes) this.memory.resize(this.region, Math.ceil((bytes * GROWTH) / 64) * 64)
  }

  /** The memory was replaced: addresses within the region moved with it. */
  private place(): void {
    const { i32 } = this.memory
    const { start } = this.region
    const before = i32[AddressTable.JointPlan >> 2]!
    i32[AddressTable.JointPlan >> 2] = start
    if (this.region.bytes === 0 || before === 0) return
    const at = start >> 2
    for (const field of [JointPlan.Order, JointPlan.Ends, JointPlan.Rows, JointPlan.Busy, JointPlan.Stems, JointPlan.Slots, JointPlan.Groups, JointPlan.Trees]) {
      i32[at + field] = i32[at + field]! + start - before
    }
    for (let part = 0; part < ROW_KINDS; part++) {
      i32[at + JointPlan.Starts + part] = i32[at + JointPlan.Starts + part]! + start - before
    }
  }
}

/** The records of the joints were written from outside: the rows that were packed are none. */
export function forgetJointRows(rows: JointRows): void {
  const region = rows['region']
  const memory = rows['memory']
  if (region.bytes === 0) return
  const at = region.start >> 2
  memory.i32[at + JointPlan.Held] = 0
  memory.i32[at + JointPlan.Packed] = 0
}
