import { BodyKind } from '../bodies/body-kind.ts'
import type { Bodies } from '../bodies/bodies.ts'
import { JOINT_STRIDE, JointPart, JointRecord } from '../joints/joint-record.ts'
import type { JointTable } from '../joints/joint-table.ts'
import { ItemBuffer } from '../stores/buffers.ts'
import { holds, holdsWhileTaut } from './holds.ts'

/**
 * The ends of joints in the awake list, and which of them hold. Looked up for each joint in each step they took half of what loads take where much
 * hangs on joints.
 */
export class JointEnds {
  /** Of each joint in the order both ends, negative for what is not awake. */
  places = new Int32Array(0)
  /** Of each 1 where it holds: see {@link holds}. */
  held = new Uint8Array(0)
  /** Another number whenever an end of what has rows, or whether it holds, is another. */
  version = 0
  /** Those to look up in each step: ropes, which hold or not; and what has no rows, of which no packing tells. */
  private readonly ropes = new ItemBuffer(8)
  private readonly idle = new ItemBuffer(8)
  /** Of which rows they are. */
  private packing = -1

  /**
   * Of joints without rows the ends may be those of another step until {@link readIdle} was called: where all sleep that is not asked for.
   * @param packing Another number whenever joints with rows, their ends, or what is awake of these are others: see {@link JointRows.packing}.
   */
  read(bodies: Bodies, joints: JointTable, packing: number): void {
    if (packing !== this.packing) {
      this.readAll(bodies, joints)
      this.packing = packing
      this.version++
      return
    }
    const { held } = this
    for (let n = 0; n < this.ropes.count; n++) {
      const i = this.ropes.items[n]!
      const before = held[i]!
      this.look(bodies, joints, i)
      if (held[i] !== before) this.version++
    }
  }

  /**
   * Whether anything without rows holds what is awake, as what hangs on a disabled body does: no packing tells of its places. They are read then.
   */
  readStirred(bodies: Bodies, joints: JointTable): boolean {
    let stirred = false
    for (let n = 0; n < this.idle.count; n++) {
      const i = this.idle.items[n]!
      const place = joints.order[i]!
      if (!moves(bodies, joints.a[place]!) && !moves(bodies, joints.b[place]!)) continue
      this.look(bodies, joints, i)
      stirred ||= this.held[i] !== 0
    }
    return stirred
  }

  readIdle(bodies: Bodies, joints: JointTable): void {
    for (let n = 0; n < this.idle.count; n++) this.look(bodies, joints, this.idle.items[n]!)
  }

  private readAll(bodies: Bodies, joints: JointTable): void {
    const { count } = joints
    if (this.held.length < count) {
      this.places = new Int32Array(count * 4)
      this.held = new Uint8Array(count * 2)
    }
    this.ropes.clear()
    this.idle.clear()
    for (let i = 0; i < count; i++) {
      this.look(bodies, joints, i)
      if (!hasRows(bodies, joints, joints.order[i]!)) this.idle.push(i)
      else if (holdsWhileTaut(joints, joints.order[i]!)) this.ropes.push(i)
    }
  }

  private look(bodies: Bodies, joints: JointTable, i: number): void {
    const { awakeIndex } = bodies
    const place = joints.order[i]!
    this.places[2 * i] = awakeIndex[joints.a[place]!]!
    this.places[2 * i + 1] = awakeIndex[joints.b[place]!]!
    this.held[i] = holds(bodies, joints, place) ? 1 : 0
  }
}

/** Whether a joint is on between bodies, and something awake hangs on it: what `packJoints` of the kernel gives rows. */
function hasRows(bodies: Bodies, { a, b, record }: JointTable, place: number): boolean {
  const parts = record[place * JOINT_STRIDE + JointRecord.Parts]!
  if (parts === 0 || (parts & JointPart.Gear) !== 0) return false
  const one = a[place]!
  const two = b[place]!
  // One that is disabled is no body: no packing tells of the other one's place then.
  if (bodies.kind[one] === BodyKind.None || bodies.kind[two] === BodyKind.None) return false
  return moves(bodies, one) || moves(bodies, two)
}

export function moves({ awakeIndex, kind }: Bodies, body: number): boolean {
  return kind[body] === BodyKind.Dynamic && awakeIndex[body]! >= 0
}
