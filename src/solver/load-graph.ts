import type { Bodies } from '../bodies/bodies.ts'
import type { ContactTable } from '../contacts/contact-table.ts'
import type { JointTable } from '../joints/joint-table.ts'
import { AddressTable } from '../kernel/address-table.ts'
import type { KernelMemory } from '../kernel/kernel-memory.ts'
import type { Region } from '../stores/memory.ts'
import type { JointLoads } from './joint-loads.ts'
import { BEARER_BYTES, KEPT_BYTES, LEAST_ALONG, LINK_BYTES, LOAD_PLAN_STRIDE, LoadPlan, RELIEVED_BYTES, RELIEVED_STRIDE, WAYS } from './load-records.ts'

/** What is taken where there is not enough room, by what is needed. */
const GROWTH = 1.5

let makeJointLoads: ((memory: KernelMemory) => JointLoads) | null = null

/** A program without joints has none of it: see `bringJoints`. */
export function provideJointLoads(make: (memory: KernelMemory) => JointLoads): void {
  makeJointLoads = make
}

/**
 * What each awake dynamic body hands a load on to: through contacts that are solved along their normals, through rigid joints
 * any way, since a plank bears what lies on it by its neighbors at both sides. The kernel keeps it, see `kernel/loads.c`.
 *
 * The lists of the contact table name the same, but each of their edges is in another part of the memory: with them a step of
 * 10,000 circles of two sizes took 2.5 times as long. (In JavaScript the graph took a quarter of a step of mixed-sizes.)
 */
export class LoadGraph {
  private readonly memory: KernelMemory
  private readonly region: Region
  /** What is done where loads go through joints; null before there are any. */
  joints: JointLoads | null = null
  /** Awake bodies, and contacts and joints, for which there is room. */
  private count = 0
  private links = 0

  constructor(memory: KernelMemory) {
    this.memory = memory
    this.region = memory.addRegion()
    this.region.kept = false
    memory.follow(() => this.place())
  }

  /** Links what touches, and lets a load begin at each body that touches something far lighter. May replace the memory. */
  addContacts({ awakeCount }: Bodies, { activeCount }: ContactTable, joints: JointTable): void {
    this.reserve(awakeCount, activeCount + joints.count)
    this.memory.kernel.linkContacts(awakeCount, activeCount)
  }

  /** How many bodies there are at which a load begins. */
  get loads(): number {
    return this.at(LoadPlan.HeavyCount)
  }

  /** Links what joints hold: see {@link JointLoads.add}. */
  addJoints(bodies: Bodies, contacts: ContactTable, joints: JointTable, packing: number, down: number): void {
    if (joints.count > 0) this.joints ??= makeJointLoads!(this.memory)
    this.joints?.add(bodies, contacts, joints, packing, down)
  }

  /** Finds what weighs on whom. */
  spread({ awakeCount }: Bodies): void {
    this.memory.kernel.spreadLoads(awakeCount)
    this.joints?.share(awakeCount)
  }

  /** Raises masses for what {@link spread} found, or where there was nothing to be spread. Returns how many have a smaller load than before. */
  raise({ awakeCount }: Bodies, { activeCount }: ContactTable, down: number): number {
    return this.memory.kernel.raiseMasses(awakeCount, activeCount, down)
  }

  /** Gives them back. */
  lower({ awakeCount }: Bodies): void {
    this.memory.kernel.lowerMasses(awakeCount)
  }

  /** Gives what is heavy its momentum back, and lets the memory go. The awake list is still that of {@link raise}. Returns whether anything got some. */
  giveBack({ awakeCount }: Bodies): boolean {
    this.region.kept = false
    return this.memory.kernel.giveBack(awakeCount) !== 0
  }

  /** The place in the awake list of one whose load became smaller. */
  relievedPlace(entry: number): number {
    return this.memory.i32[(this.at(LoadPlan.Relieved) >> 2) + entry * RELIEVED_STRIDE]!
  }

  /** The load that it had. */
  relievedLoad(entry: number): number {
    return this.memory.f32[(this.at(LoadPlan.Relieved) >> 2) + entry * RELIEVED_STRIDE + 1]!
  }

  private at(entry: LoadPlan): number {
    return this.memory.i32[(this.region.start >> 2) + entry]!
  }

  private reserve(count: number, links: number): void {
    this.count = count
    this.links = links
    const bytes = this.place()
    if (this.region.bytes < bytes) this.memory.resize(this.region, Math.ceil(bytes * GROWTH), false)
    // Until momentum is given back: what solves the contacts, or a system of the user between, may need another memory.
    this.region.kept = true
  }

  /** Says where everything is. Returns how many bytes that takes. */
  private place(): number {
    const { count, links, region: { start } } = this
    const bearers = LOAD_PLAN_STRIDE * 4
    const list = bearers + count * BEARER_BYTES
    const firstEdge = list + links * LINK_BYTES
    const edges = firstEdge + (count + 2) * 4
    const queue = edges + links * 8
    // Each place is written before it is known whether it counts.
    const heavy = queue + (count * WAYS + 1) * 4
    const inverse = Math.ceil((heavy + count * 4) / 8) * 8
    const kept = inverse + count * 8
    const relieved = kept + count * KEPT_BYTES
    const bytes = relieved + count * RELIEVED_BYTES
    if (this.region.bytes < bytes) return bytes
    const { i32 } = this.memory
    const plan = start >> 2
    i32[AddressTable.Loads >> 2] = start
    i32[plan + LoadPlan.Bearers] = start + bearers
    i32[plan + LoadPlan.Links] = start + list
    i32[plan + LoadPlan.FirstEdge] = start + firstEdge
    i32[plan + LoadPlan.Edges] = start + edges
    i32[plan + LoadPlan.Queue] = start + queue
    i32[plan + LoadPlan.Heavy] = start + heavy
    i32[plan + LoadPlan.Inverse] = start + inverse
    i32[plan + LoadPlan.Kept] = start + kept
    i32[plan + LoadPlan.Relieved] = start + relieved
    return bytes
  }
}

/** The ways into which a direction leads, as bits. */
export function waysOf(x: number, y: number): number {
  return (x > LEAST_ALONG ? 1 : x < -LEAST_ALONG ? 4 : 0) | (y > LEAST_ALONG ? 2 : y < -LEAST_ALONG ? 8 : 0)
}
