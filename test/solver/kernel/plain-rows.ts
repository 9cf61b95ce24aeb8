import { IMPULSE_STRIDE } from '../../../src/contacts/contact-record.ts'
import type { ContactTable } from '../../../src/contacts/contact-table.ts'
import {
  FIELDS_ONE,
  FIELDS_TWO,
  Field,
  GROUP_BYTES_ONE,
  GROUP_BYTES_TWO,
  LANES,
  POINT_FIELDS,
  PointField,
  WORK_BYTES,
} from '../../../src/solver/contact-groups.ts'

/** Groups of one stream that follow each other. */
export interface Run {
  readonly stream: number
  readonly first: number
  end: number
}

/** Which contacts may share a group: bit 0 for two points, bit 1 for a body against the world. */
const STREAMS = 4
const WORLD = 2

/** Groups of a stream that are being filled at the same time. */
const OPEN = 8
const OPEN_BITS = 0xff

/** Of an address in floats: which lane of its group it is. */
const LAST_LANE = 3

/** Groups in a run. */
const RUN = 64

/**
 * The contacts of a step in groups of four, as they were filled before the kernel did it. This is the straightforward
 * version, kept as an oracle for the kernel's: do not make it clever, and do not let it share code with that. The groups
 * lie in an array of their own, and addresses count from its first byte.
 */
export class PlainRows {
  f32 = new Float32Array(1 << 14)
  i32 = new Int32Array(this.f32.buffer)
  readonly runs: Run[] = []
  /** In turn: twice the contact, and one more if it has two points; the float at which its lane begins. */
  readonly owners: number[] = []
  /** By stream: the run that is being filled. */
  private readonly current: (Run | undefined)[] = []
  /** By open group: the float at which its next free lane begins, or 0 where no group is open. */
  private readonly next = new Int32Array(STREAMS * OPEN)
  /** By work record: the open groups in which the body is, as bits. */
  private readonly busy: Int32Array
  /** The first byte that is not taken. The first group does not begin at 0, which says that no group is open. */
  private end = 64

  /** @param records Work records in use, that of the world among them. */
  constructor(records: number) {
    this.busy = new Int32Array(records)
  }

  /**
   * Finds a lane for a contact and names its bodies there.
   * @param recordA,recordB Work records of the bodies, 0 for the world, which can only be A.
   * @returns The float at which the lane begins: its number of the place p is `p * LANES` further.
   */
  add(contact: number, points: number, recordA: number, recordB: number): number {
    const { busy, next } = this
    const stream = (recordA === 0 ? WORLD : 0) + points - 1
    const shift = stream * OPEN
    const free = ~((busy[recordA]! | busy[recordB]!) >>> shift) & OPEN_BITS
    const open = shift + (free === 0 ? this.closeFullest(shift) : 31 - Math.clz32(free & -free))
    const at = next[open] === 0 ? this.takeGroup(stream, points) : next[open]!
    this.i32[at] = recordA * WORK_BYTES
    this.i32[at + LANES] = recordB * WORK_BYTES
    const bit = 1 << open
    if (recordA !== 0) busy[recordA] = busy[recordA]! | bit
    busy[recordB] = busy[recordB]! | bit
    this.owners.push(contact * 2 + points - 1, at)
    // Groups begin at multiples of four floats.
    if ((at & LAST_LANE) === LAST_LANE) this.letGo(open, at - LAST_LANE, LANES)
    else next[open] = at + 1
    return at
  }

  /** Ends the filling. */
  finish(): void {
    for (let open = 0; open < STREAMS * OPEN; open++) {
      if (this.next[open] !== 0) this.close(open)
    }
  }

  /** Keeps the impulses for the next step's warm start. */
  storeImpulses(contacts: ContactTable): void {
    const { impulse } = contacts
    const { owners, f32 } = this
    for (let o = 0; o < owners.length; o += 2) {
      const target = (owners[o]! >> 1) * IMPULSE_STRIDE
      const p = owners[o + 1]! + (Field.Points + PointField.Normal) * LANES
      impulse[target] = f32[p]!
      impulse[target + 1] = f32[p + LANES]!
      if ((owners[o]! & 1) === 0) continue
      impulse[target + 2] = f32[p + POINT_FIELDS * LANES]!
      impulse[target + 3] = f32[p + (POINT_FIELDS + 1) * LANES]!
    }
  }

  /** Room for one more group of a stream. Returns the float at which it begins. */
  private takeGroup(stream: number, points: number): number {
    const bytes = points === 1 ? GROUP_BYTES_ONE : GROUP_BYTES_TWO
    let run = this.current[stream]
    if (run === undefined || run.end - run.first >= RUN * bytes) run = this.addRun(stream, RUN * bytes)
    const at = run.end
    run.end += bytes
    return at >> 2
  }

  private addRun(stream: number, bytes: number): Run {
    const run = { stream, first: this.end, end: this.end }
    this.runs.push(run)
    this.current[stream] = run
    this.end += bytes
    if (this.end > this.f32.byteLength) {
      const grown = new Float32Array(this.end / 2)
      grown.set(this.f32)
      this.f32 = grown
      this.i32 = new Int32Array(grown.buffer)
    }
    return run
  }

  /** Ends the fullest open group of a stream. Returns which of its groups that was. */
  private closeFullest(shift: number): number {
    let fullest = 0
    for (let k = 1; k < OPEN; k++) {
      if ((this.next[shift + k]! & LAST_LANE) > (this.next[shift + fullest]! & LAST_LANE)) fullest = k
    }
    this.close(shift + fullest)
    return fullest
  }

  /** Fills the lanes of an open group that are left. */
  private close(open: number): void {
    const lanes = this.next[open]! & LAST_LANE
    const group = this.next[open]! - lanes
    this.letGo(open, group, lanes)
    this.fillUp(group, lanes, (open & OPEN) === 0 ? 1 : 2)
  }

  /** The bodies in the lanes of a group may come into the next one that is opened in its place. */
  private letGo(open: number, group: number, lanes: number): void {
    const { busy, i32 } = this
    const others = ~(1 << open)
    for (let lane = group; lane < group + lanes; lane++) {
      const a = i32[lane]! / WORK_BYTES
      const b = i32[lane + LANES]! / WORK_BYTES
      busy[a] = busy[a]! & others
      busy[b] = busy[b]! & others
    }
    this.next[open] = 0
  }

  /** Lanes without a contact get one of the world with itself. */
  private fillUp(group: number, taken: number, points: number): void {
    const { f32 } = this
    const fields = points === 1 ? FIELDS_ONE : FIELDS_TWO
    for (let lane = group + taken; lane < group + LANES; lane++) {
      for (let place = 0; place < fields; place++) f32[lane + place * LANES] = 0
      // Divisions stay sound.
      for (let k = 0; k < points; k++) {
        f32[lane + (Field.Points + k * POINT_FIELDS + PointField.InverseMass) * LANES] = 1
      }
    }
  }
}
