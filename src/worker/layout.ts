
/** Kinds of arrays by name: what a message can say. */
const ARRAYS = { Float64Array, Float32Array, Int32Array, Uint32Array, Int16Array, Uint16Array, Int8Array, Uint8Array, Uint8ClampedArray }

export type ArrayName = keyof typeof ARRAYS

/** An array that can be sent. */
export type SentArray = InstanceType<(typeof ARRAYS)[ArrayName]>

/** An array of a frame. */
export interface Place {
  /** Of which store or event buffer it is a column, and its name there. */
  readonly owner: string
  readonly key: string
  readonly kind: ArrayName
  readonly length: number
  /** Its first byte. */
  readonly at: number
}

/** Where everything is in a frame. It goes to the page whenever it changes. */
export interface Layout {
  /** Of no other layout of this thread: what was made for an older one is of no use, be it of another world on the same port. */
  readonly id: number
  /** The first of a share: its events are counted from none. */
  readonly isFirst: boolean
  readonly bytes: number
  readonly entities: Place
  readonly stores: readonly Place[]
  readonly events: readonly Place[]
  /** Names of event buffers, in the order of their numbers in the header. */
  readonly kinds: readonly string[]
}

/** Numbers at the start of a frame. */
export enum Header {
  /** When it was written, milliseconds since 1970. */
  Time = 0,
  /** How many were written before it. */
  Frame = 1,
  /** Entities that there are. */
  Entities = 2,
  /** From here on two numbers a kind of event. */
  Events = 3,
}

/** Numbers of a kind of event in the header. */
export enum Span {
  /** How many there were before the first one in the frame. */
  First = 0,
  Count = 1,
}

export const SPAN_STRIDE = 2

/** A frame as arrays, in the order of its layout. */
export interface Frame {
  readonly buffer: ArrayBufferLike
  readonly header: Float64Array
  readonly entities: Uint32Array
  readonly stores: readonly SentArray[]
  readonly events: readonly SentArray[]
}

/** What is to be placed: a column as it is now. */
export interface Column {
  readonly owner: string
  readonly key: string
  readonly kind: ArrayName
  readonly length: number
}

/** Layouts that this thread has opened so far. */
let opened = 0

export function planLayout(isFirst: boolean, kinds: readonly string[], entities: number, stores: readonly Column[], events: readonly Column[]): Layout {
  let end = 8 * (Header.Events + SPAN_STRIDE * kinds.length)
  const place = ({ owner, key, kind, length }: Column): Place => {
    const at = end
    end += bytesOf(kind, length)
    return { owner, key, kind, length, at }
  }
  const ids = place({ owner: '', key: 'entities', kind: 'Uint32Array', length: entities })
  return { id: ++opened, isFirst, kinds, entities: ids, stores: stores.map(place), events: events.map(place), bytes: end }
}

export function openFrame({ kinds, entities, stores, events }: Layout, buffer: ArrayBufferLike): Frame {
  const open = ({ kind, at, length }: Place): SentArray => new ARRAYS[kind](buffer as ArrayBuffer, at, length)
  return {
    buffer, header: new Float64Array(buffer, 0, Header.Events + SPAN_STRIDE * kinds.length), entities: open(entities) as Uint32Array,
    stores: stores.map(open), events: events.map(open),
  }
}

/** Says that frames can be opened with a layout that came in, without one to try it on. @throws TypeError or RangeError on one of another version. */
export function checkLayout({ kinds, bytes, entities, stores, events }: Layout): void {
  let end = 8 * (Header.Events + SPAN_STRIDE * kinds.length)
  for (const { kind, at, length } of [entities, ...stores, ...events]) {
    if (at !== end) end = NaN
    end += bytesOf(kind, length)
  }
  if (end !== bytes) throw new RangeError(`columns end at ${end} of ${bytes} bytes`)
}

/** Columns begin at multiples of 8. */
function bytesOf(kind: ArrayName, length: number): number {
  return Math.ceil((length * ARRAYS[kind].BYTES_PER_ELEMENT) / 8) * 8
}

/** The kind of an array, or null where it is none of those that can be sent. */
export function kindOf(array: unknown): ArrayName | null {
  if (!ArrayBuffer.isView(array)) return null
  const { name } = array.constructor
  return name in ARRAYS ? (name as ArrayName) : null
}

export function isSent(array: unknown): array is SentArray {
  return kindOf(array) !== null
}

/** An array of the same kind with room for so many. */
export function emptyLike(array: SentArray, length: number): SentArray {
  return new (array.constructor as new (length: number) => SentArray)(length)
}

/** What the worker sends. All of it is plain data, told from messages of others by its first field. */
export type Message =
  | {
    readonly bitecsPhysics: 'layout'
    readonly layout: Layout
    /** Memory that both sides see: three frames, and what says which of them is whose. None: frames are sent. */
    readonly shared: { readonly frames: readonly SharedArrayBuffer[]; readonly control: SharedArrayBuffer } | null
  }
  | { readonly bitecsPhysics: 'frame'; readonly layout: number; readonly buffer: ArrayBuffer }

/** What the page sends: a frame that it has done with, to be used again. Its header says which events were seen. */
export interface Answer {
  readonly bitecsPhysics: 'seen'
  readonly layout: number
  readonly buffer: ArrayBuffer
}

/** Control words in shared memory: whose frame is whose, and how many events of each kind the page has seen. */
export enum Control {
  /** The frame that lies between worker and page, and {@link FRESH} where the page has not had it. */
  Middle = 0,
  /** From here on a number a kind. */
  Seen = 1,
}

export const FRESH = 4

/** Three frames: one is written, one is read, and one lies between them. So neither side ever waits for the other. */
export const FRAMES = 3

/** What messages are sent through: a worker, the page that it belongs to, or a port of a channel. */
export interface Port {
  /** Sends a message, and gives buffers away. */
  postMessage(message: unknown, transfer: ArrayBuffer[]): void
}
