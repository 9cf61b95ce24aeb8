import { PUSH_BYTES, PUSH_STRIDE, RATES_STRIDE, WORK_BYTES, WORK_STRIDE } from './contact-groups.ts'
import { AddressTable } from '../kernel/address-table.ts'
import type { Region } from '../stores/memory.ts'
import type { KernelMemory } from '../kernel/kernel-memory.ts'
import { Lock } from './lock.ts'
import { DRIVE_BYTES, DRIVE_STRIDE, State, STATE_BYTES, STATE_STRIDE, Work } from './motion-records.ts'

/**
 * The largest velocity or acceleration that comes into the working set. Floats end at 3·10³⁸, and the difference of two
 * infinities is no number; so what is beyond is cut here, and then to the largest speed when the body is moved.
 */
export const LARGEST = 1e30

/** Bytes before the records: rates and length of a substep. */
const HEADER = 64
const TIME = 32

/**
 * The working set of the solver: records of each awake body, in the order of the awake list. The state of the body at
 * `awake[i]` begins at `i * STATE_STRIDE`, what drives it at `i * DRIVE_STRIDE`.
 *
 * `work` and `push` are what the passes read and write, in floats. Their first record is the world, which never moves;
 * those of the body at `awake[i]` begin at `(i + 1) * WORK_STRIDE` and `(i + 1) * PUSH_STRIDE`. A push is the change of
 * velocity and spin that the impulses so far will make in the next substep.
 */
export class BodyStates {
  readonly memory: KernelMemory
  state!: Float64Array
  drive!: Float64Array
  work!: Float32Array
  push!: Float32Array
  /** The length of a substep in seconds, as the only number. */
  time!: Float64Array
  /** See `Rate`: between bodies, then against the world. */
  rates!: Float32Array
  /** The bodies with locked axes: index and {@link Lock} bits, in turn. */
  locked = new Int32Array(64)
  lockedCount = 0
  /** By place in the awake list: the {@link Lock} bits of the body, `ROCKS`, `TOUCHED` and `ALONE`. */
  axes!: Uint8Array
  /** Places in the awake list, of what the kernel leaves to be done: see `Kernel`. Or of what the substeps work on. */
  listed!: Uint32Array
  private capacity = 0
  private readonly region: Region

  /** @param room Bodies that there is room for when the memory is made. */
  constructor(memory: KernelMemory, room: number) {
    this.memory = memory
    this.region = memory.addRegion()
    this.region.kept = false
    memory.follow(() => this.view())
    this.place(room)
  }

  /** Address of the work record of the world. The records follow each other from there. */
  get workAt(): number {
    return this.region.start + HEADER
  }

  get pushAt(): number {
    return this.workAt + (this.capacity + 1) * WORK_BYTES
  }

  /** Address of the rates between bodies, which those against the world follow. */
  get ratesAt(): number {
    return this.region.start
  }

  /** Address of the length of a substep. */
  get timeAt(): number {
    return this.region.start + TIME
  }

  private get stateAt(): number {
    return this.region.start + stateOffset(this.capacity)
  }

  private get driveAt(): number {
    return this.stateAt + this.capacity * STATE_BYTES
  }

  private get listedAt(): number {
    return this.driveAt + this.capacity * DRIVE_BYTES
  }

  private get axesAt(): number {
    return this.listedAt + this.capacity * 4
  }

  /**
   * Makes room for `count` bodies. Old contents are dropped, new ones are kept until {@link release}.
   * @param most There cannot be more than that before the columns by entity grow.
   */
  reserve(count: number, most: number): void {
    this.region.kept = false
    this.lockedCount = 0
    // What comes at once takes little more than it needs; what comes bit by bit makes few new memories.
    if (count > this.capacity) this.place(Math.min(Math.max(count + (count >>> 3), this.capacity + (this.capacity >>> 1)), most))
    this.region.kept = true
    this.work.fill(0, 0, WORK_STRIDE)
    this.work[Work.Cos] = 1
    this.push.fill(0, 0, PUSH_STRIDE)
  }

  /** Has it get room for that many bodies when the columns by entity grow: when they all move then, nothing is moved to make room for them. */
  plan(count: number): void {
    this.memory.plan(this.region, bytesFor(count))
  }

  /** Says that nothing of the working set is needed any more. */
  release(): void {
    this.region.kept = false
  }

  lockAxes(index: number, axes: number): void {
    this.axes[index] = this.axes[index]! | axes
    if (this.lockedCount * 2 === this.locked.length) {
      const grown = new Int32Array(this.locked.length * 2)
      grown.set(this.locked)
      this.locked = grown
    }
    this.locked[this.lockedCount * 2] = index
    this.locked[this.lockedCount++ * 2 + 1] = axes
  }

  private place(capacity: number): void {
    const before = this.capacity
    this.capacity = capacity
    try {
      const bytes = bytesFor(capacity)
      if (bytes > this.region.bytes) this.memory.resize(this.region, bytes)
      else this.view()
    } catch (error) {
      this.capacity = before
      throw error
    }
    // Where the memory is still to be opened, it will be all 0.
    this.axes?.fill(0)
  }

  private view(): void {
    const { capacity } = this
    const { buffer } = this.memory.u8
    if (capacity === 0) return
    this.rates = new Float32Array(buffer, this.ratesAt, 2 * RATES_STRIDE)
    this.time = new Float64Array(buffer, this.timeAt, 1)
    this.work = new Float32Array(buffer, this.workAt, (capacity + 1) * WORK_STRIDE)
    this.push = new Float32Array(buffer, this.pushAt, (capacity + 1) * PUSH_STRIDE)
    this.state = new Float64Array(buffer, this.stateAt, capacity * STATE_STRIDE)
    this.drive = new Float64Array(buffer, this.driveAt, capacity * DRIVE_STRIDE)
    this.listed = new Uint32Array(buffer, this.listedAt, capacity)
    this.axes = new Uint8Array(buffer, this.axesAt, capacity)
    this.memory.i32[AddressTable.Push >> 2] = this.pushAt
    this.memory.i32[AddressTable.Axes >> 2] = this.axesAt
    this.memory.i32[AddressTable.Listed >> 2] = this.listedAt
    this.memory.i32[AddressTable.State >> 2] = this.stateAt
    this.memory.i32[AddressTable.Drive >> 2] = this.driveAt
    this.memory.i32[AddressTable.Work >> 2] = this.workAt
    this.memory.i32[AddressTable.Rates >> 2] = this.ratesAt
  }
}

/** Where the states begin. */
function stateOffset(capacity: number): number {
  return HEADER + (capacity + 1) * WORK_BYTES + Math.ceil(((capacity + 1) * PUSH_BYTES) / 64) * 64
}

function bytesFor(capacity: number): number {
  return stateOffset(capacity) + capacity * (STATE_BYTES + DRIVE_BYTES + 4 + 1)
}

/** Cuts three numbers that follow each other to {@link LARGEST}. */
export function limitToFloats(numbers: Float64Array | Float32Array, first: number): void {
  for (let i = first; i < first + 3; i++) numbers[i] = Math.min(Math.max(numbers[i]!, -LARGEST), LARGEST)
}

/** Takes out the velocity along locked axes that contacts put in. */
export function applyLocks(states: BodyStates): void {
  const { state, work, locked, lockedCount } = states
  for (let i = 0; i < lockedCount; i++) {
    const index = locked[2 * i]!
    const axes = locked[2 * i + 1]!
    if ((axes & Lock.X) !== 0) {
      state[index * STATE_STRIDE + State.X] = 0
      work[(index + 1) * WORK_STRIDE + Work.X] = 0
    }
    if ((axes & Lock.Y) !== 0) {
      state[index * STATE_STRIDE + State.Y] = 0
      work[(index + 1) * WORK_STRIDE + Work.Y] = 0
    }
  }
}
