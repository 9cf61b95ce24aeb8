import assert from 'node:assert/strict'
import { test } from 'node:test'
import { query } from 'bitecs'
import { stepPhysics } from '../../../src/index.ts'
import { Prediction } from '../client/prediction.ts'
import { Seat } from '../server/seat.ts'
import { Arena } from '../shared/arena.ts'
import { BodyColumns } from '../shared/body-columns.ts'
import { ByteWriter } from '../shared/bytes.ts'
import { KnownBodies } from '../shared/packet.ts'
import { Key, Kind } from '../shared/things.ts'

const RATE = 30
const SEND_EVERY = 2

/** A server and a client with steps in step, and a net between them that takes so many steps each way. */
class Line {
  readonly server = new Arena(RATE)
  readonly body: number
  readonly prediction = new Prediction(RATE)
  readonly known = new KnownBodies()
  /** The error of each packet that answered keys. */
  readonly errors: number[] = []
  /** Frames in which keys are stuck on the way. */
  stuck = 0
  private readonly seat: Seat
  private readonly columns = new BodyColumns()
  private readonly out = new ByteWriter()
  private readonly latency: number
  private readonly up: { due: number; bytes: Uint8Array }[] = []
  private readonly down: { due: number; bytes: Uint8Array }[] = []
  private time = 0

  constructor(latency: number, x: number, y: number) {
    this.latency = latency
    this.body = this.server.spawn(Kind.Player, x, y)
    this.seat = new Seat(this.body, 0)
  }

  step(keys: number): void {
    this.time++
    for (; this.down.length > 0 && this.down[0]!.due <= this.time;) {
      this.known.receive(this.down.shift()!.bytes)
      this.prediction.reconcile(this.known)
      if (this.known.acknowledged > 0) this.errors.push(this.prediction.error)
    }
    if (this.known.step > 0) {
      this.out.begin().u32(this.prediction.press(keys))
      this.out.u8(keys)
      this.up.push({ due: this.time + this.latency, bytes: this.out.written.slice() })
    }
    if (this.stuck-- > 0) return this.serve()
    while (this.up.length > 0 && this.up[0]!.due <= this.time) assert.ok(this.seat.take(this.up.shift()!.bytes))
    this.serve()
  }

  private serve(): void {
    const { server, columns, out } = this
    server.steer(this.body, this.seat.next())
    stepPhysics(server.world, server.dt)
    if (server.step % SEND_EVERY === 0) {
      for (const entity of query(server.world, [server.thing])) columns.note(server.physics, entity, server.step)
      const { Position, Rotation, Velocity } = server.physics.components
      out.begin().u32(server.step)
      out.u32(this.seat.acknowledged)
      for (const column of [Position.x, Position.y, Rotation.angle, Velocity.x, Velocity.y, Velocity.angular]) out.f64(column[this.body]!)
      this.seat.interest.write(server, columns, this.body, server.step, out)
      this.down.push({ due: this.time + this.latency, bytes: out.written.slice() })
    }
    server.step++
  }

  /** Plays on, and gives the largest error of the packets since. */
  play(steps: number, keys: number): number {
    this.errors.length = 0
    for (let i = 0; i < steps; i++) this.step(keys)
    return Math.max(...this.errors)
  }
}

test('where nothing is touched the prediction is right to the last bit, whatever is pressed', () => {
  const line = new Line(4, 10, 12)
  line.play(20, 0)
  for (const keys of [Key.Right, Key.Right | Key.Up, Key.Down, 0, Key.Left | Key.Up, Key.Left | Key.Right, Key.Up]) {
    assert.equal(line.play(12, keys), 0)
    assert.equal(line.errors.length, 6)
  }
  assert.ok(line.prediction.ahead >= 8, `${line.prediction.ahead} keys were on the way`)
})

test('what is drawn answers a key in the same frame, not after the way to the server and back', () => {
  const line = new Line(6, 10, 12)
  line.play(40, 0)
  const x = line.prediction.drawnX
  line.play(2, Key.Right)
  assert.ok(line.prediction.drawnX > x + 0.1)
  assert.equal(line.server.physics.components.Position.x[line.body], x)
})

test('walls and pillars are predicted', () => {
  const line = new Line(4, 4, 20)
  line.play(20, 0)
  assert.ok(line.play(60, Key.Left) < 1e-3)
  assert.ok(line.server.physics.components.Position.x[line.body]! < 0.51)
  assert.ok(line.play(60, Key.Left | Key.Down) < 1e-3)
  assert.ok(line.play(60, Key.Right) < 1e-3)
})

test('crates that are pushed are predicted, too: to centimeters, and what is off fades', () => {
  const line = new Line(4, 20, 30)
  for (let i = 0; i < 3; i++) line.server.spawn(Kind.Crate, 24 + 1.1 * i, 30 + 0.2 * i)
  line.play(20, 0)
  const { Position } = line.server.physics.components
  assert.ok(line.play(60, Key.Right) < 0.1, `off by ${Math.max(...line.errors)} m`)
  assert.ok(Position.x[line.body]! > 25, 'nothing was pushed')
  line.play(90, 0)
  assert.ok(Math.hypot(line.prediction.drawnX - Position.x[line.body]!, line.prediction.drawnY - Position.y[line.body]!) < 0.005)
})

test('keys that come late are one error, which fades without a jump, and all is exact again', () => {
  const line = new Line(4, 10, 12)
  line.play(30, 0)
  line.play(20, Key.Right)
  line.stuck = 5
  let last = line.prediction.drawnX
  let longest = 0
  line.errors.length = 0
  for (let i = 0; i < 40; i++) {
    line.step(i < 3 ? Key.Right : Key.Left)
    longest = Math.max(longest, Math.abs(line.prediction.drawnX - last))
    last = line.prediction.drawnX
  }
  assert.ok(Math.max(...line.errors) > 0.05, 'the server did not notice')
  // 8 m/s, and a part of the error.
  assert.ok(longest < 0.6, `it jumped by ${longest} m`)
  assert.equal(line.play(20, Key.Left), 0)
})
