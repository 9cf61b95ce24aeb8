import { BodyKind } from '../bodies/body-kind.ts'
import type { Bodies } from '../bodies/bodies.ts'
import { BURDEN_BUNCH, LOOP_LOAD_POWERS } from '../constants.ts'
import { carries } from '../joints/carries.ts'
import { JOINT_STRIDE, JointPart, JointRecord, LinePart } from '../joints/joint-record.ts'
import type { JointTable } from '../joints/joint-table.ts'
import { holds, holdsWhileTaut } from './holds.ts'
import { NO_LOAD } from './load-records.ts'

/** Of a bunch, by its head: a joint leads to the world; it is no tree that hangs on the world at most once; a load begins there; it has loops, maybe of ropes; it hangs on the world or stands on it. */
const GROUNDED = 1
const BOUND = 2
const LOADED = 4
const LOOPED = 8
const HELD_UP = 16
/** And of a body among what is known of it: it is dynamic. */
const DYNAMIC = 32
/** Of a bunch: a load begins there that counts as less, since loops hold it. */
const LIGHTENED = 64

/** Where loads begin, by place in the awake list: {@link NO_LOAD} where none does. */
interface Loads {
  loadOf(index: number): number
}

/** What rigid joints hold together, as disjoint sets of awake dynamic bodies. */
export class JointBunches {
  /** By place in the awake list: one nearer to the head of its bunch; the head has itself. */
  private nearer = new Uint32Array(0)
  private marks = new Uint8Array(0)
  /** The marks that {@link find} left. */
  private found = new Uint8Array(0)
  /** By place in the awake list what {@link gatherMarks} gathered: the marks of its bunch. */
  known = new Uint8Array(0)
  /** By head how many bodies are in its bunch, and how many are in the largest one. */
  private sizes = new Uint32Array(0)
  private largest = 0
  /** Of which rows they are, and of how many bodies; −1 where ropes are among them, which hold or not from step to step. */
  private packing = -1
  private count = 0

  /** @param packing Another number whenever joints, their ends, or what is awake of these are others: see {@link JointRows.packing}. */
  find(bodies: Bodies, joints: JointTable, packing: number): void {
    const { awakeCount } = bodies
    if (packing !== this.packing || awakeCount !== this.count) {
      this.findAnew(bodies, joints)
      this.packing = this.hasRopes(joints) ? -1 : packing
      this.count = awakeCount
    }
    for (let i = 0; i < awakeCount; i++) this.marks[i] = this.found[i]!
  }

  private hasRopes(joints: JointTable): boolean {
    for (let i = 0; i < joints.count; i++) if (holdsWhileTaut(joints, joints.order[i]!)) return true
    return false
  }

  private findAnew(bodies: Bodies, joints: JointTable): void {
    const { awakeCount, awakeIndex } = bodies
    const { order, count, a, b } = joints
    if (this.nearer.length < awakeCount) {
      this.nearer = new Uint32Array(awakeCount * 2)
      this.marks = new Uint8Array(awakeCount * 2)
      this.found = new Uint8Array(awakeCount * 2)
      this.known = new Uint8Array(awakeCount * 2)
      this.sizes = new Uint32Array(awakeCount * 2)
    }
    for (let i = 0; i < awakeCount; i++) this.nearer[i] = i
    this.marks.fill(0, 0, awakeCount)
    for (let i = 0; i < count; i++) {
      const place = order[i]!
      if (!holds(bodies, joints, place)) continue
      const one = moves(bodies, a[place]!) ? awakeIndex[a[place]!]! : -1
      const two = moves(bodies, b[place]!) ? awakeIndex[b[place]!]! : -1
      if (one >= 0 && two >= 0) this.join(this.headOf(one), this.headOf(two), carries(joints, place) ? BOUND | LOOPED : LOOPED)
      else if (one >= 0 || two >= 0) this.mark(this.headOf(one >= 0 ? one : two), (carries(joints, place) ? GROUNDED : 0) | (slidesFreely(joints, place) ? 0 : HELD_UP))
    }
    for (let i = 0; i < awakeCount; i++) this.found[i] = this.marks[i]!
    this.sizes.fill(0, 0, awakeCount)
    this.largest = 0
    for (let i = 0; i < awakeCount; i++) this.largest = Math.max(this.largest, ++this.sizes[this.headOf(i)]!)
  }

  /** Whether any bunch is so large that its bodies share their loads. */
  get sharesLoads(): boolean {
    return this.largest > BURDEN_BUNCH
  }

  /** By which power of two the load of a body counts as less, since so many share it: see {@link BURDEN_BUNCH}. */
  sharedPowers(index: number): number {
    const whole = (this.known[index]! & LIGHTENED) === 0 ? BURDEN_BUNCH : BURDEN_BUNCH * 2 ** LOOP_LOAD_POWERS
    const size = this.sizes[this.headOf(index)]!
    let powers = 0
    while (size > whole * 2 ** powers) powers++
    return powers
  }

  /** Notes in which of them loads begin. */
  load({ awakeCount }: Bodies, loads: Loads): void {
    for (let i = 0; i < awakeCount; i++) if (loads.loadOf(i) !== NO_LOAD) this.mark(this.headOf(i), LOADED)
  }

  /** Notes of what is at a place in the awake list that the load which begins there counts as less. */
  noteLightened(index: number): void {
    this.mark(this.headOf(index), LIGHTENED)
  }

  /** Notes of what is at a place in the awake list that it stands on what does not move. */
  noteStanding(index: number): void {
    this.mark(this.headOf(index), HELD_UP)
  }

  /** Brings the marks of each bunch to its bodies: asked for by body they took a third of what loads take. */
  gatherMarks({ awake, awakeCount, kind }: Bodies): void {
    for (let i = 0; i < awakeCount; i++) this.known[i] = this.marks[this.headOf(i)]! | (kind[awake[i]!] === BodyKind.Dynamic ? DYNAMIC : 0)
  }

  /** Whether a moving body is part of a tree, on the world at one place or none. */
  isTree(bodies: Bodies, body: number): boolean {
    return (this.marks[this.headOf(bodies.awakeIndex[body]!)]! & BOUND) === 0
  }

  /** Whether a moving body is part of what hangs together in loops. */
  isLooped(bodies: Bodies, body: number): boolean {
    return (this.marks[this.headOf(bodies.awakeIndex[body]!)]! & LOOPED) !== 0
  }

  private join(head: number, other: number, marks: number): void {
    if (head === other) {
      this.mark(head, marks)
      return
    }
    this.nearer[head] = other
    this.mark(other, this.marks[head]!)
  }

  private mark(head: number, marks: number): void {
    const twice = this.marks[head]! & marks & GROUNDED
    this.marks[head] = this.marks[head]! | marks | (twice === 0 ? 0 : BOUND)
  }

  /** Halves the way there, so that no way gets long. */
  private headOf(index: number): number {
    const { nearer } = this
    while (nearer[index] !== index) {
      nearer[index] = nearer[nearer[index]!]!
      index = nearer[index]!
    }
    return index
  }
}

export function isDynamic(known: number): boolean {
  return (known & DYNAMIC) !== 0
}

/** Whether a body is part of what hangs on the world or stands on it. */
export function isHeldUp(known: number): boolean {
  return (known & HELD_UP) !== 0
}

/** Whether a body is part of what hangs together in loops. */
export function isLooped(known: number): boolean {
  return (known & LOOPED) !== 0
}

/** Whether a body is part of a tree, on the world at one place or none, of which another part is what weighs. */
export function hangsWithLoad(known: number): boolean {
  return (known & (DYNAMIC | LOADED | BOUND | LOOPED)) === (DYNAMIC | LOADED)
}

/** Whether neither a motor nor a spring holds what a joint lets slide along its axis. */
function slidesFreely({ record }: JointTable, place: number): boolean {
  const r = place * JOINT_STRIDE
  if ((record[r + JointRecord.Parts]! & (JointPart.Slide | JointPart.Across)) === 0) return false
  return (record[r + JointRecord.AxisParts]! & (LinePart.Motor | LinePart.Spring)) === 0
}

function moves({ awakeIndex, kind }: Bodies, body: number): boolean {
  return kind[body] === BodyKind.Dynamic && awakeIndex[body]! >= 0
}
