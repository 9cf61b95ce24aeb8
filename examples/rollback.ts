/** Two players on two machines, here in one process: packets take 100 ms and one in fifty is lost, and both see the same game. */
import { addComponents, addEntity, createWorld, set } from 'bitecs'
import { addPhysics, applyImpulse, box, circle, createRollback, setVelocity, stepPhysics, type Rollback } from '../src/index.ts'
import { createRandom } from './scenes/random.ts'

const FRAMES = 600
/** Frames that a packet takes: 100 ms. */
const LATENCY = 6
const LOSS = 0.02

/** Keys, a bit each. */
const LEFT = 1
const RIGHT = 2
const JUMP = 4

/** What a machine sends each frame: its newest inputs, so that a packet that is lost costs nothing but time. */
interface Packet {
  readonly from: number
  /** The frame of the first input; the others follow it. */
  readonly first: number
  readonly inputs: readonly number[]
  /** All inputs of the other machine before this frame have come in. */
  readonly seen: number
}

/** The game of one machine. Everything that decides its future is in the world. */
class Machine {
  readonly world = createWorld()
  readonly rollback: Rollback
  readonly player: number
  /** Touches of settled frames: what a game would play sounds for. */
  touches = 0
  private readonly physics = addPhysics(this.world)
  private readonly heroes: number[] = []
  private readonly sent: number[] = []
  private acknowledged = 0
  private seen = 0

  constructor(player: number) {
    this.player = player
    const { Static } = this.physics.components
    this.add(box(20, 1), 0, -1, Static)
    this.heroes.push(this.add(circle(0.5), -6, 1), this.add(circle(0.5), 6, 1))
    for (let i = 0; i < 24; i++) this.add(box(0.4, 0.4), (i % 4) - 1.5, 0.4 + 0.8 * Math.floor(i / 4))
    this.rollback = createRollback({
      world: this.world, players: 2, window: 12, inputDelay: 2,
      step: (inputs) => this.step(inputs),
      confirmed: (frame, events) => {
        if (frame < FRAMES) this.touches += events.contactBegin.count
      },
    })
    // The first frames have no input: those are known.
    for (let i = 0; i < 2; i++) this.sent.push(0)
    this.seen = 2
  }

  private add(shape: ReturnType<typeof box>, x: number, y: number, ...tags: object[]): number {
    const { Position, Shape } = this.physics.components
    const entity = addEntity(this.world)
    addComponents(this.world, entity, set(Position, { x, y }), set(Shape, shape), ...tags)
    return entity
  }

  private step(inputs: Float64Array): void {
    const { Position, Velocity } = this.physics.components
    this.heroes.forEach((hero, player) => {
      const keys = inputs[player]!
      const way = ((keys & RIGHT) !== 0 ? 1 : 0) - ((keys & LEFT) !== 0 ? 1 : 0)
      if (way !== 0) setVelocity(this.world, hero, 6 * way, Velocity.y[hero]!, -12 * way)
      if ((keys & JUMP) !== 0 && Position.y[hero]! < 0.6) applyImpulse(this.world, hero, 0, 4)
    })
    stepPhysics(this.world, 1 / 60)
  }

  /** One frame: an input of this player, a step, and what is to be sent. */
  play(keys: number): Packet {
    if (this.rollback.addLocal(this.player, keys) >= 0) this.sent.push(keys)
    this.rollback.advance()
    return { from: this.player, first: this.acknowledged, inputs: this.sent.slice(this.acknowledged), seen: this.seen }
  }

  receive({ from, first, inputs, seen }: Packet): void {
    this.acknowledged = Math.max(this.acknowledged, seen)
    // Inputs from before were seen; a packet that came too late has none that are new.
    inputs.forEach((keys, i) => {
      if (first + i < this.seen) return
      this.rollback.addRemote(from, first + i, keys)
      this.seen = first + i + 1
    })
  }
}

const random = createRandom(7)
const machines = [new Machine(0), new Machine(1)]
const wire: { at: number; packet: Packet }[] = []
const keys = [0, 0]
let lost = 0
// Until both have settled all frames; behind the last one nobody holds a key.
for (let time = 0; machines.some(({ rollback }) => rollback.confirmed < FRAMES); time++) {
  for (let i = wire.length - 1; i >= 0; i--) {
    if (wire[i]!.at > time) continue
    const { packet } = wire[i]!
    wire.splice(i, 1)
    machines[1 - packet.from]!.receive(packet)
  }
  machines.forEach((machine, player) => {
    if (random() < 0.08) keys[player] = Math.floor(random() * 8)
    const packet = machine.play(machine.rollback.frame < FRAMES ? keys[player]! : 0)
    if (random() < LOSS) lost++
    else wire.push({ at: time + LATENCY, packet })
  })
}
const hashes = machines.map(({ rollback }) => rollback.checksum(FRAMES - 1))
const repeated = machines.map(({ rollback }) => rollback.repeated)
const touches = machines.map((machine) => machine.touches)
console.log(`after ${FRAMES} frames both have the hash ${hashes.join(' and ')}: ${lost} packets lost, ${repeated.join(' and ')} frames simulated again, ${touches.join(' and ')} touches`)
