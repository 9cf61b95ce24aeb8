import type { Position } from '../../components/position.ts'
import type { Rotation } from '../../components/rotation.ts'
import type { ConfirmedEvents } from '../rollback/confirmed-events.ts'
import {
  type Answer, Control, FRESH, type Frame, Header, type Layout, type Message, type Port, SPAN_STRIDE, Span, type SentArray, checkLayout,
  emptyLike, openFrame,
} from './layout.ts'

/** What a view shows where nothing else was named in `shareWorld`. */
export interface SharedStores {
  Position: Position
  Rotation: Rotation
}

/** A world of another thread, to be read. Make it with {@link createWorldView}. */
export interface WorldView<S = SharedStores> {
  /**
   * The columns that the worker shares, by entity id: `view.stores.Position.x[entity]`. Empty before the first `update` that is
   * true. The objects stay; their arrays are others after each `update`.
   */
  readonly stores: S
  /** The entities with a `Position`: the first `count`. */
  readonly entities: Uint32Array
  readonly count: number
  /**
   * What happened since the `update` before: the first `count` entries of each array, each event once. `lost` counts those that
   * were too many to be kept. Empty like `stores` before the first `update` that is true.
   */
  readonly events: { readonly [K in keyof ConfirmedEvents]: ConfirmedEvents[K] & { readonly lost: number } }
  /** How many frames the worker had published before this one; −1 before the first. */
  readonly frame: number
  /** When it did: milliseconds since 1970, with fractions. To be compared with `performance.timeOrigin + performance.now()`. */
  readonly time: number
  /**
   * Takes a message of the worker. Call it with the data of every message, from the first on.
   * @returns Whether it was one for here.
   * @throws Error where the first was missed, where the messages are those of two worlds, and on a layout of another version.
   */
  receive(message: unknown): boolean
  /**
   * Shows the newest frame. Call it once before you draw: what was shown stays as it is until then.
   * @returns Whether there was a newer one. Where there was none, `events` are empty.
   */
  update(): boolean
}

/** Events of one kind, in arrays of this thread. */
interface ShownEvents {
  count: number
  lost: number
  [key: string]: SentArray | number
}

/** Frames of one layout, in memory that both threads see. */
class SharedFrames {
  readonly layout: Layout
  readonly control: Int32Array
  private readonly frames: readonly Frame[]
  private front = 2

  constructor(layout: Layout, frames: readonly SharedArrayBuffer[], control: SharedArrayBuffer) {
    this.layout = layout
    this.frames = frames.map((buffer) => openFrame(layout, buffer))
    this.control = new Int32Array(control)
  }

  /** The newest frame, or null where it was had already. */
  take(): Frame | null {
    if ((Atomics.load(this.control, Control.Middle) & FRESH) === 0) return null
    this.front = Atomics.exchange(this.control, Control.Middle, this.front) & (FRESH - 1)
    return this.frames[this.front]!
  }
}

class ReadWorld<S> implements WorldView<S> {
  /** Filled by what the worker sends: which stores these are, only the user can say. */
  readonly stores = {} as S & Record<string, Record<string, SentArray>>
  readonly events = {} as WorldView<S>['events'] & Record<string, ShownEvents>
  entities: Uint32Array = new Uint32Array(0)
  count = 0
  frame = -1
  time = 0
  private readonly port: Port
  /** Events of each kind that were shown, in all. */
  private shown: number[] = []
  private layout: Layout | null = null
  private shared: SharedFrames | null = null
  /** A sent frame that is shown, and one that came in since. */
  private front: Frame | null = null
  private next: Frame | null = null

  constructor(port: Port) {
    this.port = port
  }

  // Both may be taken off and handed on.
  receive = (message: unknown): boolean => {
    const { bitecsPhysics } = Object(message) as { bitecsPhysics?: unknown }
    if (bitecsPhysics !== 'layout' && bitecsPhysics !== 'frame') return false
    const ours = message as Message
    if (ours.bitecsPhysics === 'layout') {
      const { layout, shared } = ours
      let frames: SharedFrames | null = null
      try {
        checkLayout(layout)
        if (shared !== null) frames = new SharedFrames(layout, shared.frames, shared.control)
      } catch (cause) {
        throw new Error('receive: this layout cannot be used. Take shareWorld and createWorldView of one version.', { cause })
      }
      // Another world goes on here.
      if (layout.isFirst) this.shown = []
      this.layout = layout
      this.shared = frames
      this.front = null
      this.next = null
    } else {
      if (this.layout === null) throw new Error('receive: listen to the port before the worker publishes.')
      if (ours.layout !== this.layout.id) throw new Error('receive: two worlds are shared on this port. Give each a port and a view of its own.')
      // One that two listeners bring is here already, or gone again.
      const { buffer } = ours
      if (buffer?.byteLength !== this.layout.bytes || buffer === this.next?.buffer || buffer === this.front?.buffer) return true
      if (this.next !== null) this.giveBack(this.next)
      this.next = openFrame(this.layout, buffer)
    }
    return true
  }

  update = (): boolean => {
    for (const name in this.events) this.events[name]!.count = 0
    const frame = this.shared === null ? this.next : this.shared.take()
    if (frame === null) return false
    this.show(frame, this.layout!)
    if (this.shared !== null) {
      for (let k = 0; k < this.shown.length; k++) Atomics.store(this.shared.control, Control.Seen + k, this.shown[k]!)
    } else {
      if (this.front !== null) this.giveBack(this.front)
      this.front = frame
      this.next = null
    }
    return true
  }

  private show({ header, entities, stores, events }: Frame, layout: Layout): void {
    this.time = header[Header.Time]!
    this.frame = header[Header.Frame]!
    this.count = header[Header.Entities]!
    this.entities = entities
    const shownStores: Record<string, Record<string, SentArray>> = this.stores
    for (let i = 0; i < stores.length; i++) {
      const { owner, key } = layout.stores[i]!
      ;(shownStores[owner] ??= {})[key] = stores[i]!
    }
    for (let k = 0, column = 0; k < layout.kinds.length; k++) {
      const at = Header.Events + SPAN_STRIDE * k
      const shown = (this.events[layout.kinds[k]!] ??= { count: 0, lost: 0 })
      const end = header[at + Span.First]! + header[at + Span.Count]!
      // What was shown already is in it as long as the worker has not heard of that.
      const from = Math.max(header[at + Span.First]!, this.shown[k] ?? 0)
      shown.lost += from - (this.shown[k] ?? 0)
      shown.count = end - from
      this.shown[k] = end
      for (; column < layout.events.length && layout.events[column]!.owner === layout.kinds[k]; column++) {
        copyEvents(shown, layout.events[column]!.key, events[column]!, from - header[at + Span.First]!)
      }
    }
  }

  /** Says which events were shown, and gives the memory back. */
  private giveBack({ header, buffer }: Frame): void {
    for (let k = 0; k < this.shown.length; k++) header[Header.Events + SPAN_STRIDE * k + Span.First] = this.shown[k]!
    const answer: Answer = { bitecsPhysics: 'seen', layout: this.layout!.id, buffer: buffer as ArrayBuffer }
    this.port.postMessage(answer, [buffer as ArrayBuffer])
  }
}

/** Copies `shown.count` events from place `from` on into the array of that name. */
function copyEvents(shown: ShownEvents, key: string, source: SentArray, from: number): void {
  const { count } = shown
  let array = shown[key] as SentArray | undefined
  if (array === undefined || array.length < count) array = shown[key] = emptyLike(source, source.length)
  for (let i = 0; i < count; i++) array[i] = source[from + i]!
}

/**
 * Shows a world that steps in another thread and is shared there with `shareWorld`. It needs no bitECS, and nothing of the engine.
 * @param port What the worker is told with: the `Worker`, or a `MessagePort`.
 * @throws TypeError on a port that cannot send.
 */
export function createWorldView<S = SharedStores>(port: Port): WorldView<S> {
  if (typeof port?.postMessage !== 'function') throw new TypeError('createWorldView: the port has no postMessage. Give the Worker.')
  return new ReadWorld<S>(port)
}
