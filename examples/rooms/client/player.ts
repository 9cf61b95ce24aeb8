import { Client, CloseCode, type Room } from '@colyseus/sdk'
import { ByteWriter } from '../shared/bytes.ts'
import { KnownBodies, Message, type Welcome } from '../shared/packet.ts'
import { Interpolation } from './interpolation.ts'
import { Prediction } from './prediction.ts'

const FIRST_WAIT = 100
const LONGEST_WAIT = 2000

/** Steps that are taken at once after a pause, at most. */
const MOST_STEPS = 8

export interface PlayerOptions {
  /** Addresses of processes, `http://127.0.0.1:2567`. One that does not answer is passed over. */
  readonly endpoints: readonly string[]
  readonly match: string
  /** Known to this player alone: with it one comes back to one's body. */
  readonly key: string
  /** Whether the own body is predicted and others are interpolated. Default true; bots do without. */
  readonly predicts?: boolean
}

/** What the server said at the last join, and all that came since. */
export interface Session {
  readonly welcome: Welcome
  readonly known: KnownBodies
  readonly prediction: Prediction | null
  readonly interpolation: Interpolation | null
}

/** A player in a match, who comes back by itself when the connection or the process is lost. */
export class Player {
  readonly options: PlayerOptions
  /** Null until the first packet after a join. */
  session: Session | null = null
  /** How often it had to come back. */
  returns = 0
  /** Bytes of packets that came in. */
  bytesReceived = 0
  packets = 0
  private room: Room | null = null
  private hasLeft = false
  /** Steps that are due, with a fraction. */
  private due = 0
  private readonly out = new ByteWriter(16)
  /** Keys of bots without a prediction are counted here. */
  private counted = 0

  constructor(options: PlayerOptions) {
    this.options = options
  }

  /** Joins the match; it is opened, or restored, where nobody plays it. @throws Error where no process takes the player in. */
  async join(): Promise<void> {
    const { endpoints, match, key } = this.options
    let failure: unknown = new Error('there are no endpoints')
    for (const endpoint of endpoints) {
      try {
        this.enter(await new Client(endpoint).joinOrCreate('arena', { match, key }))
        return
      } catch (error) {
        failure = error
      }
    }
    throw failure
  }

  private enter(room: Room): void {
    if (this.hasLeft) {
      void room.leave()
      return
    }
    this.room = room
    // A process that is gone does not come back under its address: the match is asked for instead.
    room.reconnection.enabled = false
    const { predicts = true } = this.options
    const known = new KnownBodies()
    let session: Session | null = null
    room.onMessage(Message.Welcome, (welcome: Welcome) => {
      this.counted = 0
      session = {
        welcome, known,
        prediction: predicts ? new Prediction(welcome.rate) : null,
        interpolation: predicts ? new Interpolation(2 * welcome.sendEvery + 1) : null,
      }
    })
    room.onMessage(Message.Bodies, (bytes: Uint8Array) => {
      this.bytesReceived += bytes.length
      this.packets++
      known.receive(bytes)
      session?.interpolation?.receive(known)
      session?.prediction?.reconcile(known)
      this.session = session
    })
    room.onError((code, message) => console.warn(`player ${this.options.key}: ${code} ${message ?? ''}`))
    room.onLeave((code) => {
      if (this.room !== room) return
      this.room = null
      this.session = null
      // Sent away: another one plays with this key.
      if (code === CloseCode.CONSENTED) this.hasLeft = true
      if (!this.hasLeft) void this.comeBack()
    })
  }

  private async comeBack(): Promise<void> {
    this.returns++
    for (let wait = FIRST_WAIT; !this.hasLeft; wait = Math.min(2 * wait, LONGEST_WAIT)) {
      await new Promise((resolve) => setTimeout(resolve, wait))
      if (this.hasLeft) return
      try {
        await this.join()
        return
      } catch {
        // Until a process has noticed that the other one is gone, the match is asked of the dead one.
      }
    }
  }

  /** Lets time pass with these keys held: takes as many steps as the server does in that time. Call it once a frame. */
  advance(seconds: number, keys: number): void {
    const { session } = this
    if (session === null) return
    const steps = seconds * session.welcome.rate
    this.due = Math.min(this.due + steps, MOST_STEPS)
    for (; this.due >= 1; this.due--) this.press(keys)
    session.interpolation?.advance(steps, session.known)
  }

  private press(keys: number): void {
    const { room, session, out } = this
    if (room === null || session === null) return
    const step = session.prediction?.press(keys) ?? ++this.counted
    out.begin()
    out.u32(step)
    out.u8(keys)
    room.sendBytes(Message.Keys, out.written)
  }

  /** Leaves for good: the body goes, too. */
  async leave(): Promise<void> {
    this.hasLeft = true
    await this.room?.leave()
  }
}
