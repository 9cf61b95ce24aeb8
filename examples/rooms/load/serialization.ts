// What a packet and a saved world cost, by bitecs/serialization and by what is here: node examples/run.mjs examples/rooms/load/serialization.ts
import { addComponent, createWorld, query } from 'bitecs'
import {
  createObserverSerializer, createSnapshotDeserializer, createSnapshotSerializer, createSoADeserializer, createSoASerializer,
} from 'bitecs/serialization'
import { addPhysics, createSnapshots, hashWorld, stepPhysics } from '../../../src/index.ts'
import { Interest } from '../server/interest.ts'
import { Arena } from '../shared/arena.ts'
import { BodyColumns } from '../shared/body-columns.ts'
import { ByteWriter } from '../shared/bytes.ts'
import { Key, Kind, ThingStore } from '../shared/things.ts'

const CRATES = 480
const PLAYERS = 8
const RATE = 30
const SEND_EVERY = 2
const PACKETS = 300

/** Sizes, and microseconds of processor time, of one way. */
class Costs {
  private readonly sizes: number[] = []
  private readonly times: number[] = []

  /** Measures one packet or file. */
  note(make: () => { readonly byteLength: number }): void {
    const before = process.cpuUsage()
    const { byteLength } = make()
    const { user, system } = process.cpuUsage(before)
    this.times.push(user + system)
    this.sizes.push(byteLength)
  }

  get mean(): number {
    return this.sizes.reduce((sum, size) => sum + size, 0) / this.sizes.length
  }

  get median(): number {
    return [...this.times].sort((a, b) => a - b)[this.times.length >> 1]!
  }
}

const arena = new Arena(RATE)
arena.addCrates(CRATES)
const players = Array.from({ length: PLAYERS }, (_, i) => arena.spawn(Kind.Player, 20 + 12 * i, 60 + (i % 3)))
const networked = {}
for (const entity of query(arena.world, [arena.thing])) addComponent(arena.world, entity, networked)

function step(): void {
  players.forEach((player, i) => {
    arena.steer(player, [Key.Right, Key.Up, Key.Left, Key.Down][(Math.floor(arena.step / 40) + i) % 4]!)
    if (arena.step % 30 === i) arena.fire(player)
  })
  arena.expire()
  stepPhysics(arena.world, arena.dt)
  for (const ball of query(arena.world, [arena.ball])) addComponent(arena.world, ball, networked)
  arena.step++
}

const { Position, Rotation, Velocity } = arena.physics.components
const columns = [Position, Rotation, Velocity]
/** Each has 100 MB of its own where it is given none. */
const room = (): ArrayBuffer => new ArrayBuffer(1 << 20)
const whole = createSoASerializer(columns, { buffer: room() })
const differing = createSoASerializer(columns, { diff: true, epsilon: 0.002, buffer: room() })
const observed = createObserverSerializer(arena.world, networked, [arena.thing], { buffer: room() })
const bodies = new BodyColumns()
const interests = players.map(() => new Interest())
const out = new ByteWriter()

const costs = {
  whole: new Costs(), differing: new Costs(), observed: new Costs(), noted: new Costs(), interest: new Costs(), snapshot: new Costs(), large: new Costs(), save: new Costs(), file: new Costs(),
}
for (let i = 0; i < 60; i++) step()
for (let i = 0; i < PACKETS + 20; i++) {
  for (let k = 0; k < SEND_EVERY; k++) step()
  const things = [...query(arena.world, [arena.thing])]
  const packets = (): void => {
    costs.whole.note(() => whole(things))
    costs.differing.note(() => differing(things))
    costs.observed.note(() => observed())
    costs.noted.note(() => {
      for (const entity of things) bodies.note(arena.physics, entity, arena.step)
      return { byteLength: 0 }
    })
    players.forEach((player, p) => costs.interest.note(() => {
      interests[p]!.write(arena, bodies, player, arena.step, out.begin())
      return out.written
    }))
  }
  packets()
  // The first are those of a client that comes, and of code that is new to the machine.
  if (i === 19) for (const name of ['whole', 'differing', 'observed', 'noted', 'interest'] as const) costs[name] = new Costs()
}

const things = [...query(arena.world, [arena.thing])]
const snapshots = createSnapshots(arena.world, { stores: [arena.thing] })
const components = [...columns, arena.physics.components.Shape, arena.thing]
const save = createSnapshotSerializer(arena.world, components, room())
const saveInto100MB = createSnapshotSerializer(arena.world, components)
for (let i = 0; i < 200; i++) {
  costs.snapshot.note(() => save(things))
  if (i < 3) costs.large.note(() => saveInto100MB(things))
  costs.save.note(() => {
    snapshots.save(0)
    return { byteLength: snapshots.bytes }
  })
  costs.file.note(() => snapshots.toBytes(0))
  step()
}

console.log(`${CRATES} crates, ${PLAYERS} players and their balls; ${PACKETS} packets, one each ${SEND_EVERY} steps\n`)
console.log('| packet | bytes, mean | processor time, median |\n| --- | ---: | ---: |')
row('SoA serializer, all of Position, Rotation, Velocity, for all clients', costs.whole)
row('SoA serializer, `diff: true, epsilon: 0.002`, for all clients', costs.differing)
row('observer serializer, what came and went, for all clients', costs.observed)
row(`columns of 16 bits, noted once for all clients`, costs.noted)
row('delta of the region, for each client', costs.interest)
console.log('\n| saved world | bytes, mean | processor time, median |\n| --- | ---: | ---: |')
row('snapshot serializer, 5 components, with a buffer of 1 MB', costs.snapshot)
row('the same with the buffer that it has by default', costs.large)
row('`createSnapshots`: `save`, into a slot', costs.save)
row('`createSnapshots`: `toBytes`, a file', costs.file)
console.log(`\nput back and played on for ${RATE} steps: ${replay()}`)

function row(name: string, cost: Costs): void {
  console.log(`| ${name} | ${Math.round(cost.mean).toLocaleString('en')} | ${cost.median.toLocaleString('en')} µs |`)
}

/** Whether a world that was put back goes on as the other did. */
function replay(): string {
  snapshots.save(0)
  const packet = whole(things)
  const from = arena.step
  const run = (): number => {
    for (let i = 0; i < RATE; i++) stepPhysics(arena.world, arena.dt)
    return hashWorld(arena.world)
  }
  const straight = run()
  createSoADeserializer(columns)(packet)
  arena.step = from
  const columnsOnly = run()
  snapshots.restore(0)
  const restored = run()
  const elsewhere = createWorld()
  const other = addPhysics(elsewhere)
  const { Position: P, Rotation: R, Velocity: V, Shape: S } = other.components
  const ids = createSnapshotDeserializer(elsewhere, [P, R, V, S, new ThingStore()])(save(things))
  const same = [...ids].filter(([before, after]) => before === after).length
  return `createSnapshots ${restored === straight ? 'equal to the bit' : 'different'}; the columns alone ${columnsOnly === straight ? 'equal to the bit' : 'different'}; ` +
    `of ${ids.size} ids the snapshot deserializer kept ${same}`
}
