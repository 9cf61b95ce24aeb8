import type { Columns } from '../stores/columns.ts'
import { AddressTable } from '../kernel/address-table.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { MemoryColumns } from '../stores/memory-columns.ts'
import { BodyKind } from '../bodies/body-kind.ts'
import type { Bodies } from '../bodies/bodies.ts'
import { JOINT_STRIDE, JointPart, JointRecord } from '../joints/joint-record.ts'
import type { JointTable } from '../joints/joint-table.ts'
import type { ContactTable } from '../contacts/contact-table.ts'
import type { StateList } from '../stores/state-list.ts'
import type { QuietBodies } from './quiet-bodies.ts'

/**
 * Which awake bodies hang together through joints, and contacts that are solved: a union that is kept from step to step.
 *
 * A contact that gets points joins two sets at once. One that loses them cannot be taken out of a union, so it only marks the
 * sets as stale; they are made anew from the active contacts when some body has rested long enough to sleep.
 */
export class Islands {
  parent!: Uint32Array
  /** By root: how many bodies the island has, at least; touches that ended are noticed late. */
  size!: Uint32Array
  /** By root: 1 where a body of the island was jolted a moment ago. Written by `Kernel.findJolts`, for the step at hand. */
  jolted!: Uint8Array
  /** By root: 1 where a body of the island is not quiet for long enough, valid within {@link findQuiet}. */
  private restless!: Uint8Array
  private stale = false

  constructor(columns: Columns, shared: MemoryColumns) {
    shared.define(this, 'parent', 'u32', AddressTable.IslandParent)
    shared.define(this, 'size', 'u32', AddressTable.IslandSize)
    shared.define(this, 'jolted', 'u8', AddressTable.IslandJolted)
    columns.define(this, 'restless', 'u8')
  }

  /** A body that woke or was made is an island of its own until it touches another. */
  add(entity: number): void {
    this.parent[entity] = entity
    this.size[entity] = 1
  }

  /** A body left: what hung together through it may not any more. */
  markStale(): void {
    this.stale = true
  }

  find(entity: number): number {
    const { parent } = this
    let root = entity
    while (parent[root] !== root) {
      parent[root] = parent[parent[root]!]!
      root = parent[root]!
    }
    return root
  }

  /** Two bodies began to touch. The lower root wins, so that the sets do not depend on the order of the joins. */
  join(a: number, b: number): void {
    const rootA = this.find(a)
    const rootB = this.find(b)
    if (rootA === rootB) return
    const root = Math.min(rootA, rootB)
    this.parent[Math.max(rootA, rootB)] = root
    this.size[root] = this.size[rootA]! + this.size[rootB]!
  }

  /**
   * Writes every awake dynamic body whose whole island was quiet for `time` seconds to `out`, an island's bodies
   * with the same root. Returns how many.
   */
  findQuiet(kernel: Kernel, bodies: Bodies, contacts: ContactTable, joints: JointTable, time: number, out: QuietBodies): number {
    this.refresh(kernel, bodies, contacts, joints)
    const { awake, awakeCount, kind, quietTime } = bodies
    const { restless } = this
    for (let i = 0; i < awakeCount; i++) restless[awake[i]!] = 0
    for (let i = 0; i < awakeCount; i++) {
      const entity = awake[i]!
      if (kind[entity] === BodyKind.Dynamic && quietTime[entity]! < time) restless[this.find(entity)] = 1
    }
    let count = 0
    for (let i = 0; i < awakeCount; i++) {
      const entity = awake[i]!
      if (kind[entity] !== BodyKind.Dynamic || quietTime[entity]! < time) continue
      const root = this.find(entity)
      if (restless[root] === 1) continue
      if (count === 0) out.makeRoom(restless.length)
      out.entities[count] = entity
      out.roots[count++] = root
    }
    return count
  }

  /** Makes the sets anew if a touch ended since they were made. */
  refresh(kernel: Kernel, bodies: Bodies, contacts: ContactTable, joints: JointTable): void {
    if (!this.stale) return
    kernel.findIslands(bodies.awakeCount, contacts.activeCount)
    for (let i = 0; i < joints.count; i++) this.joinEnds(bodies, joints, joints.order[i]!)
    this.stale = false
  }


  /** Joins what a joint holds together, where both ends are awake and dynamic. */
  joinEnds(bodies: Bodies, joints: JointTable, place: number): void {
    if (!joints.isOn(place)) return
    let a = joints.a[place]!
    let b = joints.b[place]!
    if (joints.record[place * JOINT_STRIDE + JointRecord.Parts] === JointPart.Gear) {
      a = joints.b[joints.find(a)]!
      b = joints.b[joints.find(b)]!
    }
    if (bodies.kind[a] !== BodyKind.Dynamic || bodies.kind[b] !== BodyKind.Dynamic) return
    if (bodies.isAwake(a) && bodies.isAwake(b)) this.join(a, b)
  }
}

/** What decides the future of the islands, besides the columns. */
export function listIslands(list: StateList, islands: Islands): void {
  list.begin('islands').flags(islands, 'stale').scratch(islands, 'restless', 'jolted')
}
