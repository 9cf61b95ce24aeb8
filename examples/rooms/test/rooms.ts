import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { Client } from '@colyseus/sdk'
import { Redis } from 'ioredis'
import { Player } from '../client/player.ts'
import { MatchStore } from '../server/match-store.ts'
import { Message } from '../shared/packet.ts'
import { ARENA_SIZE, Key, Kind } from '../shared/things.ts'
import { GameProcess, RedisServer, bundle } from '../processes.ts'

const RATE = 30

let redis: RedisServer
let program: { path: string; remove(): void }
const processes: GameProcess[] = []
const players: Player[] = []
/** Keys that each player holds. */
const held = new Map<Player, number>()
let clock: NodeJS.Timeout
let store: Redis

before(async () => {
  redis = await RedisServer.start()
  store = new Redis(redis.url)
  program = await bundle('server/main.ts')
  for (let i = 0; i < 2; i++) processes.push(await startProcess())
  let last = performance.now()
  clock = setInterval(() => {
    const now = performance.now()
    for (const player of players) player.advance((now - last) / 1000, held.get(player) ?? 0)
    last = now
  }, 16)
})

after(async () => {
  clearInterval(clock)
  await Promise.all(players.map((player) => player.leave().catch(() => undefined)))
  await Promise.all(processes.map((one) => one.kill()))
  store?.disconnect()
  await redis?.stop()
  program?.remove()
})

function startProcess(environment: Readonly<Record<string, string>> = {}): Promise<GameProcess> {
  return GameProcess.start(program.path, redis.url, { RATE: String(RATE), ...environment })
}

async function joined(match: string, endpoints = processes.map(({ endpoint }) => endpoint), key: string = randomUUID()): Promise<Player> {
  const player = new Player({ endpoints, match, key })
  players.push(player)
  await player.join()
  await until(() => player.session !== null, 'the first packet')
  return player
}

async function until(condition: () => boolean, what: string, seconds = 60): Promise<void> {
  const end = Date.now() + seconds * 1000
  while (!condition()) {
    if (Date.now() > end) throw new Error(`waited ${seconds} s for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const stepOf = (player: Player): number => player.session?.known.step ?? 0

const bodyOf = (player: Player): number => player.session!.welcome.body

test('players of a match see each other move, and those of another match do not', async () => {
  const [ann, bob, eve] = [await joined('one'), await joined('one'), await joined('other')]
  assert.notEqual(bodyOf(ann), bodyOf(bob))
  const seen = () => bob.session!.known.columns
  await until(() => bob.session!.known.kind[bodyOf(ann)] === Kind.Player, 'Ann to be seen')
  const x = seen().x(bodyOf(ann))
  held.set(ann, Key.Up)
  await until(() => seen().y(bodyOf(ann)) > ARENA_SIZE / 2 + 7, 'Ann to go up')
  held.set(ann, 0)
  assert.ok(Math.abs(seen().x(bodyOf(ann)) - x) < 3)
  const drawn = bob.session!.interpolation!
  await until(() => Math.abs(drawn.y[bodyOf(ann)]! - seen().y(bodyOf(ann))) < 0.01, 'what is drawn to arrive')
  const others = [...eve.session!.known.kind].filter((kind) => kind === Kind.Player).length
  assert.equal(others, 0)
})

test('what is fired is seen by others, and goes', async () => {
  // Two who stand where they came in: who runs is out of sight in a second or two, and a machine that is busy has such pauses.
  const [ann, bob] = [await joined('fire'), await joined('fire')]
  const balls = () => bob.session?.known.kind.filter((kind) => kind === Kind.Ball).length
  held.set(ann, Key.Fire)
  await until(() => (balls() ?? 0) > 0, 'a ball')
  held.set(ann, 0)
  await until(() => balls() === 0, 'the ball to go')
})

test('the own body is where the server says, 100 ms before it says so, and walls are predicted too', async () => {
  const far = await startProcess({ LATENCY: '100', CRATES: '4' })
  processes.push(far)
  // The first room of a new process: it has fewer than the others.
  const player = await joined('far')
  await until(() => (player.session?.prediction?.ahead ?? 0) >= 2, 'keys that are not answered')
  const { prediction, known } = player.session!
  const hold = async (keys: number, end: () => boolean, what: string): Promise<void> => {
    held.set(player, keys)
    await until(end, what)
  }
  await hold(Key.Up, () => known.own[1]! > 80, 'the way up')
  assert.ok(prediction!.ahead > 0)
  await hold(Key.Up, () => known.own[1]! > ARENA_SIZE - 0.6, 'the wall')
  const answered = known.acknowledged
  await hold(Key.Up, () => known.acknowledged > answered + 30 && prediction!.error < 0.01, 'the prediction of the wall')
  await hold(0, () => Math.hypot(known.own[3]!, known.own[4]!) < 1e-2 && prediction!.error < 1e-3, 'the prediction of rest')
  await until(() => Math.hypot(prediction!.drawnX - known.own[0]!, prediction!.drawnY - known.own[1]!) < 0.01, 'what is drawn to be there')
  await player.leave()
  await far.stop()
  processes.splice(processes.indexOf(far), 1)
})

test('a room goes as fast as the clock, whatever else ticks in Colyseus', async () => {
  // Slow, so that a machine that is busy can keep up.
  const slow = await startProcess({ SLOW: '4', CRATES: '4' })
  processes.push(slow)
  const player = await joined('pace')
  const [step, start] = [stepOf(player), performance.now()]
  await new Promise((resolve) => setTimeout(resolve, 6000))
  const due = ((performance.now() - start) / 1000) * (RATE / 4)
  const taken = stepOf(player) - step
  assert.ok(taken > 0.6 * due && taken < 1.2 * due + 2, `${taken} steps of ${due}`)
  await player.leave()
  await slow.stop()
  processes.splice(processes.indexOf(slow), 1)
})

test('who asks for nonsense is refused, and nobody else notices', async () => {
  const [ann] = players
  const client = new Client(processes[0]!.endpoint)
  await assert.rejects(client.joinOrCreate('arena', { match: '../../x', key: 'k' }), /match must be/)
  await assert.rejects(client.joinOrCreate('arena', { key: 'k' }), /match must be/)
  await assert.rejects(client.joinOrCreate('arena', { match: 'one', key: 5 }), /key must be/)
  await assert.rejects(client.joinOrCreate('arena', { match: 'one', key: 'k', settings: { rate: 1e9 } }).then((room) => room.leave().then(() => { throw new Error('joined all the same') })), /joined all the same/)
  for (const bytes of [Uint8Array.of(), Uint8Array.of(1, 0, 0, 0, 255), new Uint8Array(100)]) {
    const room = await client.joinOrCreate('arena', { match: 'one', key: randomUUID() })
    room.reconnection.enabled = false
    room.onMessage('*', () => undefined)
    const closed = new Promise((resolve) => room.onLeave((code) => resolve(code)))
    room.sendBytes(Message.Keys, bytes)
    assert.equal(await closed, 4002)
  }
  const step = stepOf(ann!)
  await until(() => stepOf(ann!) > step + 10, 'Ann to go on')
  assert.equal(ann!.returns, 0)
})

test('the same key from another place takes the body over', async () => {
  const key = randomUUID()
  const first = await joined('keys', undefined, key)
  // Now: it is sent away, and then knows of no body, before the other has its first packet, or after.
  const body = bodyOf(first)
  const second = await joined('keys', undefined, key)
  assert.equal(bodyOf(second), body)
  const { packets } = second
  await until(() => second.packets > packets + 10, 'packets')
  assert.equal(first.returns, 0)
})

test('a process that is killed loses only its rooms, and their players go on in a restored one', async () => {
  const match = randomUUID()
  const pair = [await joined(match), await joined(match)]
  const [hero, friend] = pair as [Player, Player]
  // A crate that was pushed: a world that begins anew has it elsewhere.
  held.set(hero, Key.Right | Key.Fire)
  await until(() => hero.session!.known.own[0]! > ARENA_SIZE / 2 + 12, 'the way')
  held.set(hero, 0)
  const room = (await store.hget(`match:${match}`, 'room'))!
  const processOf = async () => JSON.parse((await store.hget('roomcaches', room))!) as { processId: string; publicAddress: string }
  const { publicAddress } = await processOf()
  const victim = processes.find(({ endpoint }) => endpoint.endsWith(publicAddress))!
  const placeOf = (player: Player): number[] => [...player.session!.known.own.subarray(0, 2)]
  await until(() => Math.hypot(...hero.session!.known.own.subarray(3, 5)) < 0.01 && cratesRest(friend), 'all to rest')
  const rested = stepOf(hero)
  for (let saved = 0; saved <= rested; saved = Number(await store.hget(`match:${match}`, 'step'))) await new Promise((resolve) => setTimeout(resolve, 50))
  const bodies = pair.map(bodyOf)
  const places = pair.map(placeOf)
  const crates = cratesSeen(friend)
  const killedAt = stepOf(hero)
  const elsewhere = players.filter((player) => !pair.includes(player) && player.session !== null)
  const safe = (await Promise.all(elsewhere.map(async (player) => ({ player, at: await addressOf(player) }))))
    .filter(({ at }) => at !== undefined && at !== publicAddress).map(({ player }) => player)
  const earlier = safe.map(({ returns, packets }) => ({ returns, packets }))

  await victim.kill()
  await until(() => pair.every((player) => player.returns > 0 && player.session !== null), 'the players to come back')
  assert.notEqual(await store.hget(`match:${match}`, 'room'), room)
  assert.deepEqual(pair.map(bodyOf), bodies)
  const back = stepOf(hero)
  assert.ok(back > killedAt - 2.5 * RATE, `it went on at step ${back}, and had been at ${killedAt}`)
  pair.forEach((player, i) => player.session!.known.own.subarray(0, 2).forEach((value, c) => {
    assert.ok(Math.abs(value - places[i]![c]!) < 0.1, `player ${i} came back at ${placeOf(player).join()}, not at ${places[i]!.join()}`)
  }))
  assert.deepEqual(cratesSeen(friend), crates)
  held.set(hero, Key.Up)
  await until(() => hero.session !== null && hero.session.known.own[1]! > places[0]![1]! + 2, 'the hero to go on')
  held.set(hero, 0)

  assert.ok(safe.length > 0, 'no room was on another process')
  await until(() => safe.every(({ packets }, i) => packets > earlier[i]!.packets + 20), 'packets of the other rooms')
  safe.forEach(({ returns }, i) => assert.equal(returns, earlier[i]!.returns))
  processes.splice(processes.indexOf(victim), 1)
})

/** Crates that rest, as the player knows them. */
function cratesSeen({ session }: Player): string[] {
  const { kind, columns } = session!.known
  return [...kind.keys()].filter((id) => kind[id] === Kind.Crate).map((id) => `${id} ${columns.x(id)} ${columns.y(id)} ${columns.angle(id)}`)
}

function cratesRest({ session }: Player): boolean {
  const { kind, columns } = session!.known
  return kind.every((is, id) => is === Kind.None || (columns.velocityX(id) === 0 && columns.velocityY(id) === 0 && columns.spin(id) === 0))
}

async function addressOf({ options }: Player): Promise<string | undefined> {
  const room = await store.hget(`match:${options.match}`, 'room')
  const cache = room === null ? null : await store.hget('roomcaches', room)
  return cache === null ? undefined : (JSON.parse(cache) as { publicAddress: string }).publicAddress
}

test('a process that is told to end hands its rooms over: not one step is lost', async () => {
  const match = randomUUID()
  const spare = await startProcess()
  processes.push(spare)
  const player = await joined(match, [processes[0]!.endpoint, spare.endpoint])
  const at = await addressOf(player)
  const leaver = processes.find(({ endpoint }) => endpoint.endsWith(at!))!
  await until(() => stepOf(player) > 40, 'some steps')
  const step = stepOf(player)
  await leaver.stop()
  const saved = Number(await store.hget(`match:${match}`, 'step'))
  assert.ok(saved >= step, `saved at step ${saved}, the player had seen ${step}`)
  await until(() => player.returns > 0 && player.session !== null, 'the player to come back')
  assert.ok(stepOf(player) >= saved)
  processes.splice(processes.indexOf(leaver), 1)
})

test('a room that was believed dead cannot overwrite what came after it', async () => {
  const matches = new MatchStore(store)
  const saved = { step: 5, players: { ann: 7 }, world: Uint8Array.of(1, 2, 255) }
  assert.equal(await matches.claim('fence', 'a'), null)
  assert.equal(await matches.save('fence', 'a', saved), true)
  assert.deepEqual(await matches.claim('fence', 'b'), saved)
  assert.equal(await matches.save('fence', 'a', { ...saved, step: 9 }), false)
  assert.equal((await matches.claim('fence', 'c'))?.step, 5)
  assert.ok((await store.ttl('match:fence')) > 0)
  // It stood still until it was forgotten.
  await store.del('match:fence')
  assert.equal(await matches.save('fence', 'c', saved), true)
  assert.deepEqual(await matches.claim('fence', 'd'), saved)
})

test('where redis-server is missing it says what to do', async () => {
  await assert.rejects(RedisServer.start('no-such-redis'), /^Error: no-such-redis is missing: .*apt-get install redis-server/)
})
