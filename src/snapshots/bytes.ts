import type { Growable } from '../stores/columns.ts'

/** The kinds of arrays that a file may have; their places are in it. A list of numbers follows them. */
const KINDS = [
  Float64Array, Float32Array, Uint32Array, Int32Array, Uint16Array, Int16Array, Uint8Array, Int8Array, Uint8ClampedArray,
] as const
const PLAIN = KINDS.length

/** What stands for `undefined` in a list: beside each number is whether it is there. */
const ABSENT = 0
const PRESENT = 1

export function isNumbers(value: unknown): value is Growable {
  return KINDS.some((Kind) => value instanceof Kind)
}

function kindOf(array: Growable | unknown[]): number {
  return Array.isArray(array) ? PLAIN : KINDS.findIndex((Kind) => array instanceof Kind)
}

/** A file that is being written; it grows. Numbers are as the machine has them: little-endian on all that run JavaScript today. */
export class ByteWriter {
  private bytes: Uint8Array<ArrayBuffer>
  private view: DataView
  private end = 0

  /** @param room Bytes that it will have, about: what is right is not copied to make room. */
  constructor(room = 4096) {
    this.bytes = new Uint8Array(room)
    this.view = new DataView(this.bytes.buffer)
  }

  u32(value: number): void {
    this.reserve(4)
    this.view.setUint32(this.end, value, true)
    this.end += 4
  }

  f64(value: number): void {
    this.reserve(8)
    this.view.setFloat64(this.end, value, true)
    this.end += 8
  }

  text(value: string): void {
    const bytes = new TextEncoder().encode(value)
    this.array(bytes, bytes.length)
  }

  /** The first `count` numbers of an array, with kind and count in front of them. */
  array(array: Growable | unknown[], count: number): void {
    this.u32(kindOf(array))
    const length = Array.isArray(array) ? count : Math.min(count, array.length)
    this.u32(length)
    if (Array.isArray(array)) {
      for (let i = 0; i < length; i++) {
        this.u32(array[i] === undefined ? ABSENT : PRESENT)
        this.f64(Number(array[i] ?? 0))
      }
      return
    }
    const size = length * array.BYTES_PER_ELEMENT
    this.reserve(size)
    this.bytes.set(new Uint8Array(array.buffer, array.byteOffset, size), this.end)
    this.end += size
  }

  /** Everything that was written. */
  finish(): Uint8Array<ArrayBuffer> {
    return this.bytes.slice(0, this.end)
  }

  private reserve(count: number): void {
    if (this.end + count <= this.bytes.length) return
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.end + count))
    larger.set(this.bytes)
    this.bytes = larger
    this.view = new DataView(larger.buffer)
  }
}

/** Thrown where a file has not what is read from it. */
export class BadFile extends Error {}

/** A file that is being read. Nothing is allocated that the file is too short for. */
export class ByteReader {
  private readonly bytes: Uint8Array
  private readonly view: DataView
  private at: number

  constructor(bytes: Uint8Array, at: number) {
    // A Buffer of Node is one, too, but its `slice` copies nothing.
    this.bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.at = at
  }

  u32(): number {
    this.need(4)
    this.at += 4
    return this.view.getUint32(this.at - 4, true)
  }

  f64(): number {
    this.need(8)
    this.at += 8
    return this.view.getFloat64(this.at - 8, true)
  }

  text(): string {
    return new TextDecoder().decode(this.array() as Uint8Array)
  }

  array(): Growable | unknown[] {
    const kind = this.u32()
    const count = this.u32()
    if (kind === PLAIN) return this.list(count)
    const Kind = KINDS[kind]
    if (Kind === undefined) throw new BadFile(`there is no array of kind ${kind}`)
    const size = count * Kind.BYTES_PER_ELEMENT
    this.need(size)
    const copy = this.bytes.slice(this.at, this.at + size)
    this.at += size
    return new Kind(copy.buffer) as Growable
  }

  /** An array of numbers of one kind. */
  numbers<A extends Growable>(Kind: new () => A): A {
    const array = this.array()
    if (array instanceof Kind) return array
    throw new BadFile('an array is of another kind')
  }

  /** Whether everything was read. */
  get isDone(): boolean {
    return this.at === this.bytes.length
  }

  /** How many things a list has, each of which takes so many bytes or more. */
  count(least: number): number {
    const count = this.u32()
    this.need(count * least)
    return count
  }

  private list(count: number): unknown[] {
    this.need(count * 12)
    return Array.from({ length: count }, () => {
      const isThere = this.u32() === PRESENT
      const value = this.f64()
      return isThere ? value : undefined
    })
  }

  private need(size: number): void {
    if (this.at + size > this.bytes.length) throw new BadFile('it ends too early')
  }
}

/** Bytes of which the checksum is found at once: each needs a table of its own. With 16, and in four strands, it took as long. */
const SLICE = 8

/** CRC-32, as in zip and png: one flipped bit, and any burst of up to 32 bits, gives another. */
export function crc32(bytes: Uint8Array, start: number, end: number, before = 0): number {
  const tables = (crcTables ??= makeTables())
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let crc = ~before
  let at = start
  for (; at + SLICE <= end; at += SLICE) {
    const low = crc ^ view.getInt32(at, true)
    const high = view.getInt32(at + 4, true)
    crc = tables[1792 + (low & 255)]! ^ tables[1536 + ((low >>> 8) & 255)]! ^ tables[1280 + ((low >>> 16) & 255)]! ^ tables[1024 + (low >>> 24)]! ^
      tables[768 + (high & 255)]! ^ tables[512 + ((high >>> 8) & 255)]! ^ tables[256 + ((high >>> 16) & 255)]! ^ tables[high >>> 24]!
  }
  for (; at < end; at++) crc = tables[(crc ^ bytes[at]!) & 255]! ^ (crc >>> 8)
  return ~crc >>> 0
}

let crcTables: Int32Array | null = null

/** Of each byte what becomes of it; then of each byte with so many zeros behind it. */
function makeTables(): Int32Array {
  const tables = new Int32Array(SLICE * 256)
  for (let byte = 0; byte < 256; byte++) {
    let crc = byte
    for (let bit = 0; bit < 8; bit++) crc = (crc & 1) !== 0 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
    tables[byte] = crc
  }
  for (let i = 256; i < tables.length; i++) tables[i] = tables[tables[i - 256]! & 255]! ^ (tables[i - 256]! >>> 8)
  return tables
}
