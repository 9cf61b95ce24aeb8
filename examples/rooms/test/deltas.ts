import assert from 'node:assert/strict'
import { test } from 'node:test'
import { query, removeEntity } from 'bitecs'
import { stepPhysics } from '../../../src/index.ts'
import { Interest } from '../server/interest.ts'
import { Arena } from '../shared/arena.ts'
import { BodyColumns, COLUMNS, PLACE_ERROR } from '../shared/body-columns.ts'
import { ByteReader, ByteWriter } from '../shared/bytes.ts'
import { KnownBodies } from '../shared/packet.ts'
import { Kind, MOST_IDS, VIEW_X, VIEW_Y } from '../shared/things.ts'

/** A generator of numbers below n, the same each time. */
function numbers(seed: number): (n: number) => number {
  let state = seed
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * n)
  }
}

function writePacket(arena: Arena, columns: BodyColumns, interest: Interest, own: number, out: ByteWriter): Uint8Array {
  const { Position, Rotation, Velocity } = arena.physics.components
  out.begin()
  out.u32(arena.step)
  out.u32(7)
  for (const column of [Position.x, Position.y, Rotation.angle, Velocity.x, Velocity.y, Velocity.angular]) out.f64(column[own]!)
  for (const entity of query(arena.world, [arena.thing])) columns.note(arena.physics, entity, arena.step)
  interest.write(arena, columns, own, arena.step, out)
  return out.written.slice()
}

/** What a client has to know, found without the code that sends it: all that is near, nothing that is far. */
function checkKnown(arena: Arena, columns: BodyColumns, known: KnownBodies, own: number): number {
  const { Position } = arena.physics.components
  let count = 0
  for (let id = 0; id < MOST_IDS; id++) {
    const x = Math.abs(Position.x[id]! - Position.x[own]!)
    const y = Math.abs(Position.y[id]! - Position.y[own]!)
    const isThere = id !== own && arena.thing.kind[id] !== Kind.None
    if (isThere && x <= VIEW_X && y <= VIEW_Y) assert.notEqual(known.kind[id], 0, `step ${arena.step}: ${id} is seen and not known`)
    // The query goes by fat boxes: those reach farther than a body's center.
    if (!isThere || x > VIEW_X + 9 || y > VIEW_Y + 9) assert.equal(known.kind[id], 0, `step ${arena.step}: ${id} is known and not near`)
    if (known.kind[id] === 0) continue
    count++
    assert.equal(known.kind[id], arena.thing.kind[id])
    for (let c = 0; c < COLUMNS; c++) {
      assert.equal(known.columns.values[id * COLUMNS + c], columns.values[id * COLUMNS + c], `step ${arena.step}: column ${c} of ${id}`)
    }
    assert.ok(Math.abs(known.columns.x(id) - Position.x[id]!) <= PLACE_ERROR + 1e-12)
  }
  return count
}

test('a client knows what is near it, to 16 bits, whatever comes and goes and whichever packets it was not sent', () => {
  const arena = new Arena(30)
  arena.addCrates(200)
  const players = [arena.spawn(Kind.Player, 60, 60), arena.spawn(Kind.Player, 20, 30)]
  const columns = new BodyColumns()
  const interests = players.map(() => new Interest())
  const known = players.map(() => new KnownBodies())
  const out = new ByteWriter()
  const below = numbers(1)
  const keys = [0, 0]
  let most = 0
  let reused = 0
  const ids = new Set<number>()
  for (let i = 0; i < 1200; i++) {
    players.forEach((player, p) => {
      if (below(20) === 0) keys[p] = below(16)
      arena.steer(player, keys[p]!)
      arena.fire(player)
    })
    arena.expire()
    const crates = [...query(arena.world, [arena.thing])].filter((id) => arena.thing.kind[id] === Kind.Crate)
    if (below(10) === 0) arena.remove(crates[below(crates.length)]!)
    if (below(10) === 0) {
      // Now and then right where one is that the client knows, with an id that was another's.
      const made = arena.spawn(Kind.Crate, 20 + below(80), 20 + below(80))
      if (ids.has(made)) reused++
      ids.add(made)
    }
    stepPhysics(arena.world, arena.dt)
    players.forEach((player, p) => {
      // A packet that is held back is not missed: the next one has it all.
      if (arena.step % (p + 2) !== 0 || below(5) === 0) return
      known[p]!.receive(writePacket(arena, columns, interests[p]!, player, out))
      most = Math.max(most, checkKnown(arena, columns, known[p]!, player))
      assert.equal(known[p]!.own[0], arena.physics.components.Position.x[player])
    })
    arena.step++
  }
  assert.ok(most > 10 && most < 150, `at most ${most} were known at once`)
  assert.ok(reused > 10, `${reused} ids were used again`)
})

test('what rests costs nothing: a packet is the own body and two counts', () => {
  const arena = new Arena(30)
  arena.addCrates(200)
  const player = arena.spawn(Kind.Player, 64, 64)
  const columns = new BodyColumns()
  const interest = new Interest()
  const out = new ByteWriter()
  const sizes: number[] = []
  for (; arena.step < 120; arena.step++) {
    stepPhysics(arena.world, arena.dt)
    sizes.push(writePacket(arena, columns, interest, player, out).length)
  }
  assert.ok(sizes[0]! > 150, `the first had ${sizes[0]} bytes`)
  assert.equal(sizes.at(-1), 4 + 4 + 48 + 2)
})

test('a damaged packet is refused', () => {
  const arena = new Arena(30)
  arena.addCrates(100)
  const player = arena.spawn(Kind.Player, 64, 64)
  const packet = writePacket(arena, new BodyColumns(), new Interest(), player, new ByteWriter(1))
  new KnownBodies().receive(packet)
  for (let end = 0; end < packet.length; end++) assert.throws(() => new KnownBodies().receive(packet.subarray(0, end)), RangeError)
  assert.throws(() => new KnownBodies().receive(Uint8Array.of(...packet, 0)), /1 bytes too many/)
  assert.throws(() => new ByteReader(Uint8Array.of(255, 255, 255, 255, 255, 1)).varint(), RangeError)
})

test('an arena that is full takes nothing in', () => {
  const arena = new Arena(30)
  let made = 0
  while (arena.spawn(Kind.Ball, 64, 64) !== 0) made++
  assert.ok(made > 1500 && made < MOST_IDS)
  const one = query(arena.world, [arena.ball])[0]!
  removeEntity(arena.world, one)
  assert.equal(arena.spawn(Kind.Ball, 64, 64), one)
})
