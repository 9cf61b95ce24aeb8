/** The element kinds a column can have. A `ref` holds entity ids. */
export type ColumnKind = 'f64' | 'f32' | 'u32' | 'ref' | 'i32' | 'u16' | 'u8'

interface ColumnTypes {
  f64: Float64Array
  f32: Float32Array
  u32: Uint32Array
  ref: Uint32Array
  i32: Int32Array
  u16: Uint16Array
  u8: Uint8Array
}

/**
 * Makes the backing of every array of {@link Columns}: swap it to place the components in a `SharedArrayBuffer`. What it
 * gives must be that many bytes or more and in use by nobody else; it need not be zeroed. Where it throws, the addition
 * that asked for more room fails with its error, and the world is as it was.
 * What the kernel works on lies in a memory of its own, see `src/stores/memory.ts`.
 */
export type AllocateBuffer = (bytes: number) => ArrayBufferLike

const allocateOnHeap: AllocateBuffer = (bytes) => new ArrayBuffer(bytes)

interface ColumnRecord {
  owner: Record<string, unknown>
  /** What has the array as well, if anything does. */
  shown: object | null
  key: string
  kind: ColumnKind
  stride: number
  initial: number
}

export type Growable = Float64Array | Float32Array | Uint32Array | Int32Array | Uint16Array | Uint8Array

/** What `ref()` of `bitecs/serialization` tags an array with, so that a restore gives links their new entity ids. */
const BITECS_REF = Symbol.for('bitecs-ref')

/** Bytes of a number. */
export const BYTES: Record<ColumnKind, number> = { f64: 8, f32: 4, u32: 4, ref: 4, i32: 4, u16: 2, u8: 1 }

/**
 * Every array that is indexed by entity id, of one world. Growth happens here and nowhere else:
 * each column is replaced on its owner by a larger one with the old values in front.
 *
 * Resizable ArrayBuffers were rejected: iterating one was measured 2 to 3 times slower.
 */
export class Columns {
  /** Entities that fit: ids 0 to capacity − 1. */
  capacity: number
  private readonly records: ColumnRecord[] = []
  private readonly others: Columns[] = []
  private readonly allocate: AllocateBuffer

  constructor(capacity: number, allocate: AllocateBuffer = allocateOnHeap) {
    this.capacity = capacity
    this.allocate = allocate
  }

  /** Columns of their own, in buffers of the same allocator. */
  another(capacity: number): Columns {
    return new Columns(capacity, this.allocate)
  }

  /** Makes `owner[key]` a column of `stride` numbers per entity, all `initial`. Returns the array. */
  define<K extends ColumnKind>(owner: object, key: string, kind: K, stride = 1, initial = 0): ColumnTypes[K] {
    const record: ColumnRecord = { owner: owner as Record<string, unknown>, shown: null, key, kind, stride, initial }
    this.records.push(record)
    const made = this.make(record, this.capacity)
    record.owner[key] = made
    return made as ColumnTypes[K]
  }

  /**
   * Grows every column so that `capacity` entities fit. Values are kept; views held from before go stale.
   * @throws Whatever the allocator throws. All columns are as they were then.
   */
  grow(capacity: number): void {
    for (const other of this.others) other.grow(capacity)
    if (capacity > this.capacity) this.resize(capacity)
  }

  /** Makes others as long as these at least, now and whenever these grow. */
  growWith(others: Columns): void {
    if (others === this) return
    others.grow(this.capacity)
    if (!this.others.includes(others)) this.others.push(others)
  }

  /** Makes the columns of an owner properties of something else as well, in place of whatever has their names there. */
  show(owner: object, where: object): void {
    for (const record of this.records) {
      if (record.owner !== owner) continue
      record.shown = where
      showColumn(record, owner[record.key as keyof typeof owner])
    }
  }

  /** Drops what does not fit into `capacity` entries, and gives its memory back. */
  shrink(capacity: number): void {
    if (capacity < this.capacity) this.resize(capacity)
  }

  /** Swaps entry i with entry `swaps[i]` in every column, for i from 1 to `count`. */
  swap(swaps: Uint32Array, count: number): void {
    for (const { owner, key, stride } of this.records) swapEntries(owner[key] as Growable, stride, swaps, count)
  }

  /** Moves the entries from `from` to `end` − 1 of every column to the front. */
  moveDown(from: number, end: number): void {
    for (const { owner, key, stride } of this.records) {
      const column = owner[key] as Growable
      column.copyWithin(0, from * stride, end * stride)
    }
  }

  /** Calls back for every column: its owner, its name there, numbers an entry, and what these are at first. */
  each(visit: (owner: object, key: string, stride: number, initial: number, short: boolean) => void): void {
    for (const { owner, key, stride, initial } of this.records) visit(owner, key, stride, initial, false)
  }

  /** Bytes held by all columns. */
  get bytes(): number {
    let sum = 0
    for (const record of this.records) sum += this.capacity * record.stride * BYTES[record.kind]
    return sum
  }

  /** Makes all columns before the first is replaced: an allocator that throws changes nothing. */
  private resize(capacity: number): void {
    const made = this.records.map((record) => {
      const old = record.owner[record.key] as Growable
      const column = this.make(record, capacity)
      column.set(old.subarray(0, column.length))
      return column
    })
    this.capacity = capacity
    this.records.forEach((record, i) => {
      record.owner[record.key] = made[i]
      if (record.shown !== null) showColumn(record, made[i])
    })
  }

  private make(record: ColumnRecord, capacity: number): Growable {
    const length = capacity * record.stride
    if (this.allocate === allocateOnHeap) {
      // Of few numbers an engine keeps nothing outside of its heap, where each buffer costs a call of malloc: half of a small world's arrays.
      const column = zeros(record.kind, length)
      return record.initial === 0 ? column : column.fill(record.initial)
    }
    const bytes = length * BYTES[record.kind]
    const buffer = this.allocate(bytes)
    if (!(buffer?.byteLength >= bytes)) {
      throw new RangeError(`bitecs-physics: allocate was asked for ${bytes} bytes and gave ${buffer?.byteLength ?? String(buffer)}.`)
    }
    // What a user's allocator gives may have been used before.
    return view(record.kind, buffer, 0, length).fill(record.initial)
  }
}

function showColumn({ shown, key }: ColumnRecord, column: unknown): void {
  Object.defineProperty(shown, key, { enumerable: true, configurable: true, writable: false, value: column })
}

/** Swaps entry i of a column with entry `swaps[i]`, for i from 1 to `count`. */
export function swapEntries(column: Growable, stride: number, swaps: Uint32Array, count: number): void {
  const bytes = column.BYTES_PER_ELEMENT * stride
  // As integers, whatever they are: with arrays of all kinds each fractional number would be boxed.
  if (bytes % 4 === 0) swapWords(new Uint32Array(column.buffer, column.byteOffset, column.byteLength >> 2), bytes >> 2, swaps, count)
  else swapBytes(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), bytes, swaps, count)
}

function swapWords(words: Uint32Array, stride: number, swaps: Uint32Array, count: number): void {
  for (let i = 1; i <= count; i++) {
    if (swaps[i] === i) continue
    let one = i * stride
    let other = swaps[i]! * stride
    for (const end = one + stride; one < end; one++, other++) {
      const word = words[one]!
      words[one] = words[other]!
      words[other] = word
    }
  }
}

function swapBytes(bytes: Uint8Array, stride: number, swaps: Uint32Array, count: number): void {
  for (let i = 1; i <= count; i++) {
    for (let k = 0; k < stride; k++) {
      const byte = bytes[i * stride + k]!
      bytes[i * stride + k] = bytes[swaps[i]! * stride + k]!
      bytes[swaps[i]! * stride + k] = byte
    }
  }
}

interface ArrayMaker {
  new (length: number): Growable
  new (buffer: ArrayBufferLike, start: number, length: number): Growable
}

const ARRAYS: Record<ColumnKind, ArrayMaker> = {
  f64: Float64Array, f32: Float32Array, u32: Uint32Array, ref: Uint32Array, i32: Int32Array, u16: Uint16Array, u8: Uint8Array,
}

/** The array of a column: `length` numbers from byte `start` of a buffer. */
export function view(kind: ColumnKind, buffer: ArrayBufferLike, start: number, length: number): Growable {
  return marked(kind, new ARRAYS[kind](buffer, start, length))
}

/** An array of a column with a buffer of its own. */
function zeros(kind: ColumnKind, length: number): Growable {
  return marked(kind, new ARRAYS[kind](length))
}

/** What bitECS has to know of an array that holds entities. */
function marked(kind: ColumnKind, array: Growable): Growable {
  return kind === 'ref' ? Object.defineProperty(array, BITECS_REF, { value: true }) : array
}
