import type { Bodies } from '../bodies/bodies.ts'
import { BURDEN_BUNCH, BURDEN_BUNCH_MOST, BURDEN_BUNCH_RATE, BURDEN_SHARE, BURDEN_SHARE_RATE, LOOP_LOAD_POWERS } from '../constants.ts'
import { carries } from '../joints/carries.ts'
import { JOINT_STRIDE, JointPart, JointRecord, LinePart } from '../joints/joint-record.ts'
import type { JointTable } from '../joints/joint-table.ts'
import { type JointEnds, moves } from './joint-ends.ts'

/** Of a bunch, by its head: a joint leads to the world; it is no tree that hangs on the world at most once; a load begins there; it has loops, maybe of ropes; it hangs on the world or stands on it. */
const GROUNDED = 1
const BOUND = 2
const LOADED = 4
const LOOPED = 8
const HELD_UP = 16
/** Of a bunch: a load begins there that counts as less, since loops hold it. */
const LIGHTENED = 32

/** What rigid joints hold together, as disjoint sets of awake dynamic bodies. */
export class JointBunches {
  /** By place in the awake list: the head of its bunch; while they are found one nearer to it. */
  heads = new Uint32Array(0)
  /** By head: what is known of its bunch. */
  marks = new Uint8Array(0)
  /** The marks that {@link find} left. */
  private found = new Uint8Array(0)
  /** Bodies of one up to which each bears a load as if alone: see {@link setSubstep}. */
  private whole = BURDEN_BUNCH
  /** By head how many bodies are in its bunch, and how many are in the largest one. */
  private sizes = new Uint32Array(0)
  private largest = 0
  /** Of which ends they are, and of how many bodies; −1 where some without rows were among them, of which no version tells. */
  private version = -1
  private count = 0

  /** @param ends What they are in this step. */
  find(bodies: Bodies, joints: JointTable, ends: JointEnds): void {
    const { awakeCount } = bodies
    const stirred = ends.readStirred(bodies, joints)
    if (stirred || ends.version !== this.version || awakeCount !== this.count) {
      this.findAnew(bodies, joints, ends)
      this.version = stirred ? -1 : ends.version
      this.count = awakeCount
    }
    this.marks.set(this.found)
  }

  private findAnew(bodies: Bodies, joints: JointTable, { held }: JointEnds): void {
    const { awakeCount, awakeIndex } = bodies
    const { order, count, a, b } = joints
    if (this.heads.length < awakeCount) {
      this.heads = new Uint32Array(awakeCount * 2)
      this.marks = new Uint8Array(awakeCount * 2)
      this.found = new Uint8Array(awakeCount * 2)
      this.sizes = new Uint32Array(awakeCount * 2)
    }
    for (let i = 0; i < awakeCount; i++) this.heads[i] = i
    this.marks.fill(0, 0, awakeCount)
    for (let i = 0; i < count; i++) {
      if (held[i] === 0) continue
      const place = order[i]!
      const one = moves(bodies, a[place]!) ? awakeIndex[a[place]!]! : -1
      const two = moves(bodies, b[place]!) ? awakeIndex[b[place]!]! : -1
      if (one >= 0 && two >= 0) this.join(this.headOf(one), this.headOf(two), carries(joints, place) ? BOUND | LOOPED : LOOPED)
      else if (one >= 0 || two >= 0) this.mark(this.headOf(one >= 0 ? one : two), (carries(joints, place) ? GROUNDED : 0) | (slidesFreely(joints, place) ? 0 : HELD_UP))
    }
    this.found.set(this.marks)
    this.sizes.fill(0, 0, awakeCount)
    this.largest = 0
    for (let i = 0; i < awakeCount; i++) {
      const head = this.heads[i] = this.headOf(i)
      this.largest = Math.max(this.largest, ++this.sizes[head]!)
    }
  }

  /** @param time How long a substep is, in seconds. See {@link BURDEN_BUNCH_RATE}. */
  setSubstep(time: number): void {
    const times = Math.max(1, BURDEN_BUNCH_RATE * time)
    this.whole = Math.max(BURDEN_BUNCH, Math.min(BURDEN_BUNCH * times * times, BURDEN_BUNCH_MOST * Math.min(BURDEN_SHARE, BURDEN_SHARE_RATE / time)))
  }

  /** Whether any bunch is so large that its bodies share their loads. */
  get sharesLoads(): boolean {
    return this.largest > this.whole
  }

  /** By which power of two the load of a body counts as less, since so many share it: see {@link BURDEN_BUNCH}. */
  sharedPowers(index: number): number {
    const head = this.heads[index]!
    const whole = (this.marks[head]! & LIGHTENED) === 0 ? this.whole : this.whole * 2 ** LOOP_LOAD_POWERS
    const size = this.sizes[head]!
    let powers = 0
    while (size > whole * 2 ** powers) powers++
    return powers
  }

  /** Notes of what is at a place in the awake list that a load begins there. */
  noteLoad(index: number): void {
    this.marks[this.heads[index]!]! |= LOADED
  }

  /** Notes of what is at a place in the awake list that the load which begins there counts as less. */
  noteLightened(index: number): void {
    this.marks[this.heads[index]!]! |= LIGHTENED
  }

  /** Notes of what is at a place in the awake list that it stands on what does not move. */
  noteStanding(index: number): void {
    this.marks[this.heads[index]!]! |= HELD_UP
  }

  /** Whether a moving body is part of a tree, on the world at one place or none. */
  isTree(bodies: Bodies, body: number): boolean {
    return (this.marks[this.heads[bodies.awakeIndex[body]!]!]! & BOUND) === 0
  }

  /** Whether a moving body is part of what hangs together in loops. */
  isLooped(bodies: Bodies, body: number): boolean {
    return (this.marks[this.heads[bodies.awakeIndex[body]!]!]! & LOOPED) !== 0
  }

  private join(head: number, other: number, marks: number): void {
    if (head === other) {
      this.mark(head, marks)
      return
    }
    this.heads[head] = other
    this.mark(other, this.marks[head]!)
  }

  private mark(head: number, marks: number): void {
    const twice = this.marks[head]! & marks & GROUNDED
    this.marks[head] = this.marks[head]! | marks | (twice === 0 ? 0 : BOUND)
  }

  /** Halves the way there, so that no way gets long. */
  private headOf(index: number): number {
    const { heads } = this
    while (heads[index] !== index) {
      heads[index] = heads[heads[index]!]!
      index = heads[index]!
    }
    return index
  }
}

/** Whether a body is part of what hangs on the world or stands on it. */
export function isHeldUp(marks: number): boolean {
  return (marks & HELD_UP) !== 0
}

/** Whether a body is part of what hangs together in loops. */
export function isLooped(marks: number): boolean {
  return (marks & LOOPED) !== 0
}

/** Whether a dynamic body is part of a tree, on the world at one place or none, of which another part is what weighs. */
export function hangsWithLoad(marks: number): boolean {
  return (marks & (LOADED | BOUND | LOOPED)) === LOADED
}

/** Whether neither a motor nor a spring holds what a joint lets slide along its axis. */
function slidesFreely({ record }: JointTable, place: number): boolean {
  const r = place * JOINT_STRIDE
  if ((record[r + JointRecord.Parts]! & (JointPart.Slide | JointPart.Across)) === 0) return false
  return (record[r + JointRecord.AxisParts]! & (LinePart.Motor | LinePart.Spring)) === 0
}
