import { IMPULSE_STRIDE } from '../contacts/contact-record.ts'
import type { ContactTable } from '../contacts/contact-table.ts'
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
} from './contact-groups.ts'
import type { Region } from '../memory/memory.ts'
import type { SolverMemory } from './kernel/memory.ts'

/** Which contacts may share a group: bit 0 for two points, bit 1 for a body against the world. */
const STREAMS = 4
const WORLD = 2

/** Groups of a stream that are being filled at the same time: an octet of bits in {@link ContactRows.busy}. */
const OPEN = 8
const OPEN_BITS = 0xff

/** Of an address in floats: which lane of its group it is. */
const LAST_LANE = 3

/** Groups that follow each other in memory: the passes go through such a run in one call. */
const RUN = 64

/** Integers in a run: its stream, first byte, the byte behind its last group. */
const RUN_STRIDE = 3

/** Integers in an owner: twice the contact, and one more if it has two points; the float at which its lane begins. */
const OWNER_STRIDE = 2

const NONE = -1

/** What is taken where there is not enough room for groups, by what is needed. */
const GROWTH = 1.5

/** Work records are 2⁵ bytes long. */
const WORK_SHIFT = 5

/**
 * The contacts of a step in groups of four, in solving order (see `contact-groups.ts`).
 *
 * Groups are filled in the order in which contacts come: a contact goes into the first open group in which neither of its
 * bodies is. So the order stays nearly that of the contacts, and they stay near their bodies in memory. Coloring the
 * graph of contacts instead was as fast to solve, and takes a pass of its own.
 */
export class ContactRows {
  readonly memory: SolverMemory
  private runs = new Int32Array(16 * RUN_STRIDE)
  private runCount = 0
  private owners = new Int32Array(256 * OWNER_STRIDE)
  private ownerCount = 0
  /** By stream: the run that is being filled. */
  private readonly current = new Int32Array(STREAMS)
  /** By open group: the float at which its next free lane begins, or 0 where no group is open. */
  private readonly next = new Int32Array(STREAMS * OPEN)
  /** By work record: the open groups in which the body is, as bits. */
  private busy = new Int32Array(64)
  private readonly region: Region
  /** The first byte that is not taken. */
  private end = 0

  constructor(memory: SolverMemory) {
    this.memory = memory
    this.region = memory.addRegion()
  }

  /**
   * Drops all groups.
   * @param records Work records in use, that of the world among them.
   * @param contacts There will be no more than that.
   */
  reset(records: number, contacts: number): void {
    this.runCount = 0
    this.ownerCount = 0
    this.current.fill(NONE)
    this.next.fill(0)
    this.end = this.region.start
    if (contacts * OWNER_STRIDE > this.owners.length) this.owners = new Int32Array(contacts * OWNER_STRIDE * 2)
    if (records > this.busy.length) this.busy = new Int32Array(records * 2)
    else this.busy.fill(0, 0, records)
  }

  /**
   * Finds a lane for a contact and names its bodies there. All other numbers are the caller's to write, with
   * `memory.f32`, which may be another array than before.
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
    const { i32 } = this.memory
    i32[at] = recordA * WORK_BYTES
    i32[at + LANES] = recordB * WORK_BYTES
    const bit = 1 << open
    if (recordA !== 0) busy[recordA] = busy[recordA]! | bit
    busy[recordB] = busy[recordB]! | bit
    const o = this.ownerCount++ * OWNER_STRIDE
    this.owners[o] = contact * 2 + points - 1
    this.owners[o + 1] = at
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

  /**
   * The soft pass, see `SolverKernel`. Contacts with the world come last, so that the world wins.
   * @param moving,fixed Addresses of the rates between bodies and against the world.
   */
  press(work: number, moving: number, fixed: number): void {
    const { runs, runCount } = this
    const { kernel } = this.memory
    for (let world = 0; world <= WORLD; world += WORLD) {
      const rates = world === WORLD ? fixed : moving
      for (let r = 0; r < runCount * RUN_STRIDE; r += RUN_STRIDE) {
        if ((runs[r]! & WORLD) !== world) continue
        if ((runs[r]! & 1) === 0) kernel.pressOne(runs[r + 1]!, runs[r + 2]!, work, rates)
        else kernel.pressTwo(runs[r + 1]!, runs[r + 2]!, work, rates)
      }
    }
  }

  /** The rigid pass. */
  relax(work: number, push: number, rates: number): void {
    const { runs, runCount } = this
    const { kernel } = this.memory
    for (let world = 0; world <= WORLD; world += WORLD) {
      for (let r = 0; r < runCount * RUN_STRIDE; r += RUN_STRIDE) {
        if ((runs[r]! & WORLD) !== world) continue
        if ((runs[r]! & 1) === 0) kernel.relaxOne(runs[r + 1]!, runs[r + 2]!, work, push, rates)
        else kernel.relaxTwo(runs[r + 1]!, runs[r + 2]!, work, push, rates)
      }
    }
  }

  /** Keeps the impulses for the next step's warm start. */
  storeImpulses(contacts: ContactTable): void {
    const { impulse } = contacts
    const { owners } = this
    const { f32 } = this.memory
    for (let o = 0, end = this.ownerCount * OWNER_STRIDE; o < end; o += OWNER_STRIDE) {
      const owner = owners[o]!
      const target = (owner >> 1) * IMPULSE_STRIDE
      const p = owners[o + 1]! + (Field.Points + PointField.Normal) * LANES
      impulse[target] = f32[p]!
      impulse[target + 1] = f32[p + LANES]!
      if ((owner & 1) === 0) continue
      impulse[target + 2] = f32[p + POINT_FIELDS * LANES]!
      impulse[target + 3] = f32[p + (POINT_FIELDS + 1) * LANES]!
    }
  }

  /** Room for one more group of a stream. Returns the float at which it begins. */
  private takeGroup(stream: number, points: number): number {
    const bytes = points === 1 ? GROUP_BYTES_ONE : GROUP_BYTES_TWO
    let run = this.current[stream]!
    const used = run === NONE ? RUN * bytes : this.runs[run + 2]! - this.runs[run + 1]!
    if (used >= RUN * bytes) run = this.addRun(stream, RUN * bytes)
    const at = this.runs[run + 2]!
    this.runs[run + 2] = at + bytes
    return at >> 2
  }

  private addRun(stream: number, bytes: number): number {
    const run = this.runCount++ * RUN_STRIDE
    if (run === this.runs.length) {
      const grown = new Int32Array(run * 2)
      grown.set(this.runs)
      this.runs = grown
    }
    this.runs[run] = stream
    this.runs[run + 1] = this.end
    this.runs[run + 2] = this.end
    this.current[stream] = run
    this.end += bytes
    this.reserve(this.end - this.region.start)
    return run
  }

  private reserve(bytes: number): void {
    if (bytes > this.region.bytes) this.memory.resize(this.region, bytes * GROWTH)
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
    const { busy } = this
    const { i32 } = this.memory
    const others = ~(1 << open)
    for (let lane = group; lane < group + lanes; lane++) {
      const a = i32[lane]! >>> WORK_SHIFT
      const b = i32[lane + LANES]! >>> WORK_SHIFT
      busy[a] = busy[a]! & others
      busy[b] = busy[b]! & others
    }
    this.next[open] = 0
  }

  /** Lanes without a contact get one of the world with itself. */
  private fillUp(group: number, taken: number, points: number): void {
    const { f32 } = this.memory
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
