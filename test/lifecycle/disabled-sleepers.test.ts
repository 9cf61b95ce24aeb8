/** What fell asleep, is disabled and comes back: in its place it sleeps on, elsewhere it falls. Items that are picked up and dropped. */
import { type EntityId, type World, addComponent, createWorld, removeComponent, removeEntity, setComponent } from 'bitecs'
import { expect, it } from 'vitest'
import { addPhysics, createSnapshots, hashWorld, isSleeping, queryPoint, rect, spawnBody, stepPhysics } from '../../src/index.ts'
import type { PhysicsComponents } from '../../components/index.ts'

interface Game {
  readonly world: World
  readonly c: PhysicsComponents
  readonly item: EntityId
  step(count: number): void
}

/** An item that sleeps on the ground. */
function makeGame(): Game {
  const world = createWorld()
  const { components: c } = addPhysics(world)
  spawnBody(world, { shape: rect(100, 1), y: -0.5, type: 'static' })
  const item = spawnBody(world, { shape: rect(0.5, 0.5), y: 0.25 })
  const step = (count: number): void => { for (let i = 0; i < count; i++) stepPhysics(world, 1 / 60) }
  step(100)
  expect(isSleeping(world, item)).toBe(true)
  return { world, c, item, step }
}

const MOVES: Readonly<Record<string, (game: Game) => void>> = {
  'a plain write': ({ c: { Position }, item }) => Object.assign(Position.y, { [item]: 5 }),
  'set': ({ world, c: { Position }, item }) => setComponent(world, item, Position, { x: 0, y: 5 }),
  'a turn': ({ c: { Rotation }, item }) => Object.assign(Rotation.angle, { [item]: 0.5 }),
}

// It hung in the air, asleep.
it.each(Object.entries(MOVES))('by %s put elsewhere it is awake when it comes back, whoever asks before', (_, move) => {
  const hashes = [false, true].flatMap((asks) => ['before', 'after'].map((order) => {
    const game = makeGame()
    const { world, c, item, step } = game
    addComponent(world, item, c.Disabled)
    step(5)
    if (order === 'before') move(game)
    step(1)
    if (asks) queryPoint(world, 0, 0.25)
    removeComponent(world, item, c.Disabled)
    if (asks) queryPoint(world, 0, 0.25)
    if (order === 'after') move(game)
    if (asks) queryPoint(world, 0, 5)
    step(2)
    expect(isSleeping(world, item), order).toBe(false)
    step(20)
    return hashWorld(world)
  }))
  expect(new Set(hashes).size).toBe(1)
})

it('in its place it sleeps on, as often as it goes and comes', () => {
  const { world, c, item, step } = makeGame()
  for (let n = 0; n < 3; n++) {
    addComponent(world, item, c.Disabled)
    step(2)
    removeComponent(world, item, c.Disabled)
    step(2)
    expect(isSleeping(world, item)).toBe(true)
  }
  addComponent(world, item, c.Disabled)
  c.Position.y[item] = 3
  removeComponent(world, item, c.Disabled)
  step(2)
  expect(isSleeping(world, item)).toBe(false)
})

it('who is told to sleep elsewhere sleeps there, and so does another entity with the id', () => {
  const { world, c, item, step } = makeGame()
  addComponent(world, item, c.Disabled)
  step(1)
  removeComponent(world, item, c.Sleeping)
  addComponent(world, item, c.Sleeping)
  c.Position.y[item] = 5
  removeComponent(world, item, c.Disabled)
  step(60)
  expect([isSleeping(world, item), c.Position.y[item]]).toEqual([true, 5])

  addComponent(world, item, c.Disabled)
  removeEntity(world, item)
  const again = spawnBody(world, { shape: rect(1, 1), y: 8, sleeping: true })
  expect(again).toBe(item)
  step(60)
  expect([isSleeping(world, again), c.Position.y[again]]).toEqual([true, 8])
})

it('is remembered by a save', () => {
  const { world, c, item, step } = makeGame()
  const snapshots = createSnapshots(world, { slots: 1 })
  addComponent(world, item, c.Disabled)
  step(1)
  snapshots.save(0)
  const drop = (): number => {
    c.Position.y[item] = 5
    removeComponent(world, item, c.Disabled)
    step(30)
    return hashWorld(world)
  }
  const first = drop()
  expect(c.Position.y[item]).toBeLessThan(4)
  snapshots.restore(0)
  expect(drop()).toBe(first)
})
