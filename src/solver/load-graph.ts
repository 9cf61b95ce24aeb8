import { BodyKind } from '../bodies/body-kind.ts'
import type { Bodies } from '../bodies/bodies.ts'
import { BURDEN_RATIO, LOOP_LOAD_POWERS } from '../constants.ts'
import type { ContactTable } from '../contacts/contact-table.ts'
import { carries } from '../joints/carries.ts'
import type { JointTable } from '../joints/joint-table.ts'
import { AddressTable } from '../kernel/address-table.ts'
import type { KernelMemory } from '../kernel/kernel-memory.ts'
import { ItemBuffer } from '../stores/buffers.ts'
import type { Region } from '../stores/memory.ts'
import { JointEnds } from './joint-ends.ts'
import { JointBunches, hangsWithLoad, isHeldUp, isLooped } from './joint-bunches.ts'
import {
  ALL_WAYS, BEARER_BYTES, BEARER_ENDS, BEARER_HELD, BEARER_STRIDE, HELD_ONCE, HELD_TWICE, HELD_UP, JOINTED, KEPT_BYTES, LEAST_ALONG, LINK_BYTES, LINK_STRIDE, LOAD_PLAN_STRIDE, LoadPlan, NO_LOAD,
  RELIEVED_BYTES, RELIEVED_STRIDE, WAYS,
} from './load-records.ts'

/** What is taken where there is not enough room, by what is needed. */
const GROWTH = 1.5

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
  private readonly ends = new JointEnds()
  private readonly bunches = new JointBunches()
  /** The places of joints that hold something far heavier than what they hold it by. */
  private readonly uneven = new ItemBuffer(8)
  /** Awake bodies, and contacts and joints, for which there is room. */
  private count = 0
  private links = 0
  /** Whether loads go through joints in this step. */
  private jointed = false

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

  /**
   * Links what rigid joints hold; but what hangs on a body at which a load begins does not carry it, nor does the tree that such
   * a body is part of: it is solved at once, whatever its masses, and a chain whose masses were raised because its own ball lay
   * on a link won energy while it swung (the ball rose 18 m above where it was let go). What has loops, or is on the world at
   * two places, does: without that a load welded to a double row of planks went down with them.
   *
   * But a load begins too at what stands on something far lighter by a joint of a tree, as a car on its wheels, and that does
   * carry it: the tree is solved at once, but a pass at the contact of a wheel knows the mass of the wheel alone. Cars of 560
   * times the mass of a wheel sank in by 0.2 m and hopped for good. Only downward: a ball whose link struck a peg lost its swing.
   *
   * And at what far lighter bodies hold in loops, which are solved one by one: what hung there gave way in proportion to its mass, and
   * sank for good where it swung them faster than substeps follow (a beam on two ropes at a hook of a hundredth of its mass, by 24 m).
   * @param packing See {@link JointRows.packing}.
   * @param down The way of gravity.
   */
  addJoints(bodies: Bodies, contacts: ContactTable, joints: JointTable, packing: number, down: number): void {
    this.jointed = false
    if (joints.count === 0) return
    this.ends.read(bodies, joints, packing)
    this.findUneven(bodies, joints)
    if (this.loads === 0 && this.uneven.count === 0) return
    this.bunches.find(bodies, joints, this.ends)
    this.loadJoints(bodies, contacts, joints, down)
    if (this.loads === 0) return
    this.noteLoads()
    this.findStanding(bodies, down)
    this.ends.readIdle(bodies, joints)
    this.linkJoints(joints)
    this.jointed = true
  }

  /** Once the marks of all bunches are known. Nothing replaces the memory meanwhile. */
  private linkJoints({ count }: JointTable): void {
    const { i32, f64 } = this.memory
    const { places, held } = this.ends
    const { heads, marks } = this.bunches
    const bearers = this.at(LoadPlan.Bearers) >> 2
    const inverse = this.at(LoadPlan.Inverse) >> 3
    for (let i = 0; i < count; i++) {
      const a = places[2 * i]!
      const b = places[2 * i + 1]!
      const movesA = a >= 0 && f64[inverse + a]! >= 0
      const movesB = b >= 0 && f64[inverse + b]! >= 0
      const marksA = a >= 0 ? marks[heads[a]!]! : 0
      const marksB = b >= 0 ? marks[heads[b]!]! : 0
      const holds = held[i] !== 0
      if (a >= 0) noteEnd(i32, bearers + a * BEARER_STRIDE, marksA, holds && movesA)
      if (b >= 0) noteEnd(i32, bearers + b * BEARER_STRIDE, marksB, holds && movesB)
      if (!holds) continue
      if (a >= 0 && (i32[bearers + a * BEARER_STRIDE] !== NO_LOAD || (movesA && hangsWithLoad(marksA)))) continue
      if (b >= 0 && (i32[bearers + b * BEARER_STRIDE] !== NO_LOAD || (movesB && hangsWithLoad(marksB)))) continue
      this.link(movesA ? a : -1, movesB ? b : -1, ALL_WAYS)
    }
  }

  private noteLoads(): void {
    const { i32 } = this.memory
    const heavy = this.at(LoadPlan.Heavy) >> 2
    const { loads } = this
    for (let n = 0; n < loads; n++) this.bunches.noteLoad(i32[heavy + n]!)
  }

  /** Notes what stands on something that does not move, by contacts: those are the ends by now. */
  private findStanding({ awakeCount }: Bodies, down: number): void {
    const { u8 } = this.memory
    const at = this.at(LoadPlan.Bearers) + BEARER_ENDS
    for (let i = 0; i < awakeCount; i++) if ((u8[at + i * BEARER_BYTES]! & down) !== 0) this.bunches.noteStanding(i)
  }

  /** Lists the joints that hold of which one body is far heavier than the other. */
  private findUneven({ awakeIndex }: Bodies, { order, count, a, b }: JointTable): void {
    const { uneven } = this
    const { places, held } = this.ends
    const { f64 } = this.memory
    const inverse = this.at(LoadPlan.Inverse) >> 3
    uneven.clear()
    for (let i = 0; i < count; i++) {
      const indexA = places[2 * i]!
      const indexB = places[2 * i + 1]!
      if (indexA < 0 || indexB < 0) continue
      const one = f64[inverse + indexA]!
      const two = f64[inverse + indexB]!
      if (one <= 0 || two <= 0 || (two <= BURDEN_RATIO * one && one <= BURDEN_RATIO * two)) continue
      const place = order[i]!
      // Ends of what has no rows may be old.
      if (held[i] !== 0 && awakeIndex[a[place]!] === indexA && awakeIndex[b[place]!] === indexB) uneven.push(place)
    }
  }

  /** Lets loads begin at what stands on something by a joint or is part of loops, and links the two. */
  private loadJoints(bodies: Bodies, contacts: ContactTable, joints: JointTable, down: number): void {
    const up = ((down << 2) | (down >> 2)) & ALL_WAYS
    for (let i = 0; i < this.uneven.count; i++) {
      const place = this.uneven.items[i]!
      const a = joints.a[place]!
      const b = joints.b[place]!
      const heavy = this.inverseMass(bodies, a) < this.inverseMass(bodies, b) ? a : b
      const looped = this.bunches.isLooped(bodies, heavy)
      if (!looped && !(carries(joints, place) && this.bunches.isTree(bodies, heavy) && touchesAny(bodies, contacts, heavy === a ? b : a))) continue
      this.beginLoad(bodies.awakeIndex[heavy]!, looped)
      this.add(bodies, a, b, looped ? ALL_WAYS : heavy === a ? down : up)
    }
  }

  private inverseMass({ awakeIndex }: Bodies, body: number): number {
    return this.memory.f64[(this.at(LoadPlan.Inverse) >> 3) + awakeIndex[body]!]!
  }

  /** Where something hangs in loops its load counts as less: see {@link LOOP_LOAD_POWERS}. */
  private beginLoad(index: number, looped: boolean): void {
    if (looped) this.bunches.noteLightened(index)
    if (this.loadOf(index) !== NO_LOAD) return
    this.memory.kernel.beginLoad(index)
    if (looped) this.memory.i32[(this.at(LoadPlan.Bearers) >> 2) + index * BEARER_STRIDE]! -= LOOP_LOAD_POWERS
  }

  /** Finds what weighs on whom. */
  spread({ awakeCount }: Bodies): void {
    this.memory.kernel.spreadLoads(awakeCount)
    if (this.jointed && this.bunches.sharesLoads) this.share(awakeCount)
  }

  /** Of what hangs together by joints all bear a load, however many they are: each as much less. */
  private share(awakeCount: number): void {
    const { i32 } = this.memory
    const bearers = this.at(LoadPlan.Bearers) >> 2
    for (let i = 0; i < awakeCount; i++) {
      const at = bearers + i * BEARER_STRIDE
      if (i32[at] !== NO_LOAD) i32[at] = i32[at]! - this.bunches.sharedPowers(i)
    }
  }

  /**
   * The load that begins at a place in the awake list, as a power of two, or {@link NO_LOAD}.
   */
  loadOf(index: number): number {
    return index < 0 ? NO_LOAD : this.memory.i32[(this.at(LoadPlan.Bearers) >> 2) + index * BEARER_STRIDE]!
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

  private add({ awakeIndex, kind }: Bodies, bodyA: number, bodyB: number, ways: number): void {
    this.link(kind[bodyA] === BodyKind.Dynamic ? awakeIndex[bodyA]! : -1, kind[bodyB] === BodyKind.Dynamic ? awakeIndex[bodyB]! : -1, ways)
  }

  /**
   * @param indexA Below 0 for what is not dynamic, or not awake.
   * @param ways Those that lead from A to B.
   */
  private link(indexA: number, indexB: number, ways: number): void {
    const { i32, u8 } = this.memory
    if (indexA >= 0 && indexB >= 0) {
      const plan = this.region.start >> 2
      const link = (this.at(LoadPlan.Links) >> 2) + i32[plan + LoadPlan.LinkCount]!++ * LINK_STRIDE
      i32[link] = indexA
      i32[link + 1] = (indexB << WAYS) | ways
    } else if (indexA >= 0 || indexB >= 0) {
      u8[this.at(LoadPlan.Bearers) + Math.max(indexA, indexB) * BEARER_BYTES + BEARER_ENDS]! |= ALL_WAYS
    }
  }
}

/** Notes of an awake body that a joint is at it; of one of loops that it holds it, and another one: it does not roll. */
function noteEnd(i32: Int32Array, bearer: number, marks: number, held: boolean): void {
  const ends = bearer + BEARER_ENDS / 4
  let bits = i32[ends]! | JOINTED
  if (held && isLooped(marks)) bits |= (bits & HELD_ONCE) === 0 ? HELD_ONCE : HELD_TWICE
  if (isHeldUp(marks)) bits |= HELD_UP << 8 * (BEARER_HELD - BEARER_ENDS)
  i32[ends] = bits
}

/** Whether a body has a pair with anything. */
function touchesAny(bodies: Bodies, contacts: ContactTable, body: number): boolean {
  for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c)) if (contacts.head[c] !== 0) return true
  return false
}

/** The ways into which a direction leads, as bits. */
export function waysOf(x: number, y: number): number {
  return (x > LEAST_ALONG ? 1 : x < -LEAST_ALONG ? 4 : 0) | (y > LEAST_ALONG ? 2 : y < -LEAST_ALONG ? 8 : 0)
}
