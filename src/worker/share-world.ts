import { type World, query } from 'bitecs'
import { bindMethods } from '../bound.ts'
import { checkNames } from '../check-names.ts'
import { requirePhysics } from '../state/registry.ts'
import { Phase, type PhysicsWorld } from '../state/world.ts'
import { EventQueue } from './event-queue.ts'
import {
  type Answer, type Column, Control, FRAMES, FRESH, type Frame, Header, type Layout, type Message, type Port, SPAN_STRIDE, Span, kindOf, openFrame,
  planLayout, type SentArray,
} from './layout.ts'
import { shown } from '../shown.ts'

/** What `shareWorld` takes. */
export interface ShareOptions {
  /**
   * Where frames go: `self` in a worker, `parentPort` of `node:worker_threads`, or a `MessagePort`. Each world has one of its own.
   */
  readonly port: Port
  /**
   * Which columns the page can read, by the names that it will use: components of the engine and of your own, with typed arrays by
   * entity id. Each is copied at every `publish`. Default: `Position` and `Rotation`.
   */
  readonly stores?: Readonly<Record<string, object>> | undefined
  /**
   * Whether frames lie in memory that both sides see. Default: where there is such memory, which in pages needs two headers. Else
   * they are sent to and fro.
   */
  readonly shared?: boolean | undefined
}

const OPTION_NAMES = ['port', 'stores', 'shared']

/** A world that another thread reads. Make it with {@link shareWorld}. */
export interface WorldShare {
  /** Whether frames lie in memory that both sides see. */
  readonly shared: boolean
  /** Bytes of one frame; there are three. */
  readonly bytes: number
  /**
   * Gives the page the world as it is now, and the events that it has not had. Call it after each `stepPhysics`, or after each
   * `advance` of a stepper that took a step.
   * @returns False where the page has not given a frame back yet: it will see the next one, and no event is lost. Never with
   *   shared memory.
   * @throws Error within a step, and where the physics that is shared was taken off the world.
   * @throws TypeError on a store that is no longer made of typed arrays.
   */
  publish(): boolean
  /**
   * Takes in the events that can be read now, and publishes nothing: they are in the next frame. Call it after each `advance` that
   * took no step, which drops what happened before it.
   * @throws Error as {@link publish} does.
   */
  collect(): void
  /**
   * Takes a message of the page. Call it with the data of every message.
   * @returns Whether it was one for here.
   */
  receive(message: unknown): boolean
}

/** One array of a store, found anew at each frame: growth replaces it. */
interface Source {
  readonly owner: string
  readonly key: string
  readonly store: Readonly<Record<string, unknown>>
}

class PublishedWorld implements WorldShare {
  readonly shared: boolean
  private readonly world: World
  private readonly physics: PhysicsWorld
  private readonly port: Port
  private readonly sources: readonly Source[]
  private readonly queues: readonly EventQueue[]
  private layout: Layout
  private frames: Frame[] = []
  /** Whether the page was told of a layout. */
  private isOpen = false
  private control: Int32Array | null = null
  /** The frame that is written next, with shared memory. */
  private back = 0
  private count = 0

  constructor(world: World, physics: PhysicsWorld, { port, stores, shared }: ShareOptions) {
    const { Position, Rotation } = physics.components
    this.world = world
    this.physics = physics
    this.port = port
    this.shared = shared ?? canShare()
    this.sources = Object.entries(stores ?? { Position, Rotation }).flatMap(([owner, store]) => sourcesOf(owner, store))
    this.queues = Object.entries(physics.events).map(([name, buffer]) => new EventQueue(name, buffer))
    this.layout = this.plan(0)
    bindMethods(this, 'publish', 'collect', 'receive')
  }

  get bytes(): number {
    return this.layout.bytes
  }

  publish(): boolean {
    this.take('publish')
    const entities = query(this.world, [this.physics.components.Position])
    if (!this.isOpen || !this.fits(entities.length)) this.open(entities.length)
    const frame = this.frames[this.shared ? this.back : this.frames.length - 1]
    if (frame === undefined) return false
    this.write(frame, entities)
    this.handOver(frame)
    return true
  }

  collect(): void {
    this.take('collect')
  }

  receive(message: unknown): boolean {
    const { bitecsPhysics, layout, buffer } = Object(message) as Partial<Answer>
    if (bitecsPhysics !== 'seen') return false
    // Too small by now, or of a world that was shared on this port before.
    if (layout !== this.layout.id) return true
    // One that two listeners bring is here already, or gone again.
    if (buffer?.byteLength !== this.bytes || this.frames.some((frame) => frame.buffer === buffer)) return true
    const frame = openFrame(this.layout, buffer)
    for (let k = 0; k < this.queues.length; k++) this.queues[k]!.seen(frame.header[Header.Events + SPAN_STRIDE * k + Span.First]!)
    this.frames.push(frame)
    return true
  }

  /** Takes in events, in the place of those that the page has seen. */
  private take(caller: string): void {
    const { physics } = this
    if (requirePhysics(this.world, caller) !== physics) {
      throw new Error(`${caller}: the physics that is shared was taken off its world. Call shareWorld again.`)
    }
    if (physics.phase !== Phase.Idle) throw new Error(`${caller}: the world is in the midst of a step. Call it after stepPhysics.`)
    this.takeSeen()
    for (const queue of this.queues) queue.take(physics.restores)
  }

  private takeSeen(): void {
    if (this.control === null) return
    for (let k = 0; k < this.queues.length; k++) this.queues[k]!.seen(Atomics.load(this.control, Control.Seen + k))
  }

  private fits(entities: number): boolean {
    const { layout } = this
    if (entities > layout.entities.length) return false
    let at = 0
    for (const queue of this.queues) {
      if (layout.events[at]!.length !== queue.room) return false
      at += queue.keys.length
    }
    for (let i = 0; i < this.sources.length; i++) {
      const { store, key } = this.sources[i]!
      const { kind, length } = layout.stores[i]!
      if (kindOf(store[key]) !== kind || (store[key] as SentArray).length !== length) return false
    }
    return true
  }

  private plan(entities: number): Layout {
    const room = Math.max(64, 2 ** Math.ceil(Math.log2(Math.max(1, entities))))
    return planLayout(!this.isOpen, this.queues.map(({ name }) => name), room, this.sources.map(columnOf), this.queues.flatMap(({ columns }) => columns))
  }

  /** New frames, which the page is told of: the old ones are too small. */
  private open(entities: number): void {
    const layout = this.plan(entities)
    const buffers = Array.from({ length: FRAMES }, () => this.shared ? new SharedArrayBuffer(layout.bytes) : new ArrayBuffer(layout.bytes))
    let control: Int32Array | null = null
    let message: Message = { bitecsPhysics: 'layout', layout, shared: null }
    if (this.shared) {
      const words = new SharedArrayBuffer(4 * (Control.Seen + this.queues.length))
      control = new Int32Array(words)
      control[Control.Middle] = 1
      // Until the page has the new ones it says nothing in them.
      for (let k = 0; k < this.queues.length; k++) control[Control.Seen + k] = this.queues[k]!.first
      message = { ...message, shared: { frames: buffers as SharedArrayBuffer[], control: words } }
    }
    this.port.postMessage(message, [])
    // Where that throws the page knows nothing of it.
    this.isOpen = true
    this.layout = layout
    this.frames = buffers.map((buffer) => openFrame(layout, buffer))
    this.control = control
    this.back = 0
  }

  private write(frame: Frame, entities: ArrayLike<number>): void {
    frame.header[Header.Time] = performance.timeOrigin + performance.now()
    frame.header[Header.Frame] = this.count++
    frame.header[Header.Entities] = entities.length
    frame.entities.set(entities)
    for (let i = 0; i < this.sources.length; i++) frame.stores[i]!.set(this.sources[i]!.store[this.sources[i]!.key] as SentArray)
    let column = 0
    for (let k = 0; k < this.queues.length; k++) {
      this.queues[k]!.write(frame, k, column)
      column += this.queues[k]!.keys.length
    }
  }

  private handOver({ buffer }: Frame): void {
    if (this.control !== null) {
      this.back = Atomics.exchange(this.control, Control.Middle, this.back | FRESH) & (FRESH - 1)
      return
    }
    const message: Message = { bitecsPhysics: 'frame', layout: this.layout.id, buffer: buffer as ArrayBuffer }
    this.port.postMessage(message, [buffer as ArrayBuffer])
    this.frames.pop()
  }
}

/**
 * Lets another thread read a world that steps in this one: `createWorldView` there shows the same columns and events.
 * @param options See {@link ShareOptions}; the port has no default.
 * @throws Error without physics, and where shared memory is asked for and there is none. @throws RangeError on a name that is no
 *   option. @throws TypeError on a port that cannot send, and on a store without typed arrays.
 */
export function shareWorld(world: World, options: ShareOptions): WorldShare {
  const physics = requirePhysics(world, 'shareWorld')
  checkNames(options, OPTION_NAMES, 'shareWorld')
  const { stores = {}, shared = true } = options
  if (typeof stores !== 'object' || Array.isArray(stores)) {
    throw new TypeError(`shareWorld: stores must be an object of stores by name, such as { Position, Health }, got ${shown(stores)}.`)
  }
  if (typeof shared !== 'boolean') throw new TypeError(`shareWorld: shared must be true or false, got ${shown(shared)}.`)
  if (typeof options.port?.postMessage !== 'function') {
    throw new TypeError('shareWorld: the port has no postMessage. Give self in a worker, or parentPort of node:worker_threads.')
  }
  if (options.shared === true && !canShare()) {
    throw new Error(
      'shareWorld: there is no shared memory here. Pages need the headers Cross-Origin-Opener-Policy: same-origin and ' +
        'Cross-Origin-Embedder-Policy: require-corp; or leave out shared, and frames are sent.',
    )
  }
  return new PublishedWorld(world, physics, options)
}

/** Without the two headers browsers refuse to send such memory to another thread, or do not have it at all. */
function canShare(): boolean {
  return typeof SharedArrayBuffer === 'function' && (globalThis as { crossOriginIsolated?: boolean }).crossOriginIsolated !== false
}

function sourcesOf(owner: string, store: object): Source[] {
  const found = Object.keys(Object(store)).filter((key) => kindOf((store as Record<string, unknown>)[key]) !== null)
  if (found.length === 0) throw new TypeError(`shareWorld: the store ${owner} has no typed arrays. Only such columns can be shared.`)
  return found.map((key) => ({ owner, key, store: store as Record<string, unknown> }))
}

function columnOf({ owner, key, store }: Source): Column {
  const kind = kindOf(store[key])
  if (kind === null) throw new TypeError(`publish: ${owner}.${key} is no typed array any more.`)
  return { owner, key, kind, length: (store[key] as SentArray).length }
}
