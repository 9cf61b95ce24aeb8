import { BodyKind } from '../bodies/body-kind.ts'
import type { Bodies } from '../bodies/bodies.ts'
import { BURDEN_RATIO, LOOP_LOAD_POWERS } from '../constants.ts'
import type { ContactTable } from '../contacts/contact-table.ts'
import { carries } from '../joints/carries.ts'
import type { JointTable } from '../joints/joint-table.ts'
import { AddressTable } from '../kernel/address-table.ts'
import type { KernelMemory } from '../kernel/kernel-memory.ts'
import { ItemBuffer } from '../stores/buffers.ts'
import { JointEnds } from './joint-ends.ts'
import { JointBunches, hangsWithLoad, isHeldUp, isLooped } from './joint-bunches.ts'
import { JointRelief } from './joint-relief.ts'
import {
  ALL_WAYS, BEARER_BYTES, BEARER_ENDS, BEARER_HELD, BEARER_STRIDE, HELD_ONCE, HELD_TWICE, HELD_UP, JOINTED, LINK_STRIDE, LoadPlan, NO_LOAD, WAYS,
} from './load-records.ts'

/** What joints do about the loads of `LoadGraph`, by its plan in the memory. Programs without joints leave it out: see `provideJointLoads`. */
export class JointLoads {
  private readonly memory: KernelMemory
  private readonly ends = new JointEnds()
  private readonly bunches = new JointBunches()
  /** Which part is left of the impulses of joints. */
  readonly relief = new JointRelief()
  /** The places of joints that hold something far heavier than what they hold it by. */
  private readonly uneven = new ItemBuffer(8)
  /** Whether loads go through joints in this step. */
  private jointed = false

  constructor(memory: KernelMemory) {
    this.memory = memory
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
  add(bodies: Bodies, contacts: ContactTable, joints: JointTable, packing: number, down: number): void {
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
      this.linkBodies(bodies, a, b, looped ? ALL_WAYS : heavy === a ? down : up)
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

  /** Of what hangs together by joints all bear a load, however many they are: each as much less. */
  share(awakeCount: number): void {
    if (!this.jointed) return
    this.bunches.setSubstep(this.memory.f64[AddressTable.SubstepTime >> 3]!)
    if (!this.bunches.sharesLoads) return
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

  /** How many bodies there are at which a load begins. */
  private get loads(): number {
    return this.at(LoadPlan.HeavyCount)
  }

  private at(entry: LoadPlan): number {
    const { i32 } = this.memory
    return i32[(i32[AddressTable.Loads >> 2]! >> 2) + entry]!
  }

  private linkBodies({ awakeIndex, kind }: Bodies, bodyA: number, bodyB: number, ways: number): void {
    this.link(kind[bodyA] === BodyKind.Dynamic ? awakeIndex[bodyA]! : -1, kind[bodyB] === BodyKind.Dynamic ? awakeIndex[bodyB]! : -1, ways)
  }

  /**
   * @param indexA Below 0 for what is not dynamic, or not awake.
   * @param ways Those that lead from A to B.
   */
  private link(indexA: number, indexB: number, ways: number): void {
    const { i32, u8 } = this.memory
    if (indexA >= 0 && indexB >= 0) {
      const plan = i32[AddressTable.Loads >> 2]! >> 2
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
