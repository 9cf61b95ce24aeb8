import { createWorld, query, registerComponents, removeEntity } from 'bitecs'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../examples/scenes/random.ts'
import { type Rollback, addPhysics, applyImpulse, box, circle, createRollback, createSnapshots, diffWorlds, getPhysics, hashWorld, spawnBody, stepPhysics } from '../../src/index.ts'

/** Players push balls of their own; who fires adds a box, which is removed after a while. */
class Game {
  readonly world = createWorld()
  readonly Fuse = { left: new Float64Array(512) }
  readonly Owned = { by: new Float64Array(512).fill(-1) }

  constructor() {
    addPhysics(this.world)
    registerComponents(this.world, [this.Fuse, this.Owned])
    query(this.world, [this.Fuse])
    spawnBody(this.world, { shape: box(20, 1), y: -1, type: 'static' })
    for (let player = 0; player < 3; player++) this.Owned.by[spawnBody(this.world, { shape: circle(0.5), x: 2 * player, y: 1 })] = player
  }

  step(inputs: Float64Array): void {
    const { world, Fuse, Owned } = this
    for (let entity = 1; entity < Owned.by.length; entity++) {
      const keys = Owned.by[entity]! < 0 ? 0 : (inputs[Owned.by[entity]!] ?? 0)
      if ((keys & 3) !== 0) applyImpulse(world, entity, (keys & 3) - 2, 0.3)
      if ((keys & 4) !== 0) Fuse.left[spawnBody(world, { shape: box(0.2, 0.2), x: entity, y: 4, with: [Fuse] })] = 40
    }
    for (const entity of Array.from(query(world, [Fuse]))) if (--Fuse.left[entity]! <= 0) removeEntity(world, entity)
    stepPhysics(world, 1 / 60)
  }

  get stores(): object[] {
    return [this.Fuse, this.Owned]
  }

  rollback(players: number): Rollback {
    return createRollback({ world: this.world, players, stores: this.stores, window: 8, inputDelay: 2, step: (inputs) => this.step(inputs) })
  }
}

/** Plays machines for a while: each input comes in some frames later. `visit` is called after each frame. */
function play(machines: readonly Rollback[], ticks: number, inputs: readonly number[][], latency: number, visit: (machine: Rollback) => void = () => {}): void {
  const wire: { at: number; to: Rollback; player: number; frame: number; keys: number }[] = []
  for (let tick = 0; tick < ticks; tick++) {
    for (const { to, player, frame, keys } of wire.filter(({ at }) => at === tick)) to.addRemote(player, frame, keys)
    machines.forEach((machine, player) => {
      const keys = inputs[machine.frame]![player]!
      const frame = machine.addLocal(player, keys)
      for (const to of machines) if (frame >= 0 && to !== machine) wire.push({ at: tick + latency, to, player, frame, keys })
      machine.advance()
      visit(machine)
    })
  }
}

function makeInputs(seed: number): number[][] {
  const random = createRandom(seed)
  return Array.from({ length: 300 }, () => Array.from({ length: 3 }, () => (random() < 0.3 ? Math.floor(random() * 8) : 0)))
}

/** The hashes after each frame of a game that is played by one machine. */
function straight(game: Game, players: number, inputs: readonly number[][], frames: number): number[] {
  return Array.from({ length: frames }, (_, frame) => {
    game.step(Float64Array.from({ length: players }, (__, player) => (frame < 2 ? 0 : inputs[frame - 2]![player]!)))
    return hashWorld(game.world)
  })
}

describe('settle', () => {
  it('makes the world that of the last frame of which all is known, and the game goes on from it', () => {
    for (const latency of [1, 4, 7]) {
      const inputs = makeInputs(latency)
      const hashes = straight(new Game(), 2, inputs, 112)
      const games = [new Game(), new Game()]
      const machines = games.map((game) => game.rollback(2))
      let taken = 0
      play(machines, 110, inputs, latency, (machine) => {
        if ((machine.frame * 7 + latency) % 5 !== 0) return
        const { frame } = machine
        machine.settle()
        taken += frame - machine.frame
        expect(machine.frame).toBe(machine.confirmed)
        if (machine.frame > 0) expect(hashWorld(games[machines.indexOf(machine)]!.world)).toBe(hashes[machine.frame - 1])
        // What was simulated goes on from there: the inputs of this machine are known.
        while (machine.frame < frame) machine.advance()
      })
      if (latency > 2) expect(taken).toBeGreaterThan(10)
      for (const machine of machines) expect(Array.from({ length: 90 }, (_, frame) => machine.checksum(frame))).toEqual(hashes.slice(0, 90))
    }
  })

  it('lets a third machine in, with the file of one of them', () => {
    const inputs = makeInputs(5)
    const games = [new Game(), new Game()]
    const machines = games.map((game) => game.rollback(2))
    play(machines, 60, inputs, 5)
    machines[0]!.settle()
    const { frame } = machines[0]!
    expect(frame).toBeLessThan(60)
    const host = createSnapshots(games[0]!.world, { stores: games[0]!.stores })
    host.save()
    const file = host.toBytes()

    const oracle = new Game()
    straight(oracle, 2, inputs, frame)
    expect(diffWorlds(games[0]!.world, oracle.world)).toBe(null)
    const later = makeInputs(6)
    const hashes = straight(oracle, 3, later, 80)

    for (const machine of machines) machine.free()
    const joined = [...games, new Game()]
    const again = joined.map((game) => {
      const snapshots = createSnapshots(game.world, { stores: game.stores })
      snapshots.fromBytes(0, file)
      snapshots.restore()
      return game.rollback(3)
    })
    play(again, 90, later, 4)
    for (const machine of again) expect(Array.from({ length: 80 }, (_, i) => machine.checksum(i))).toEqual(hashes)
  })

  it('is refused within a frame and within a step, and after free', () => {
    const game = new Game()
    const said: string[] = []
    const rollback: Rollback = createRollback({
      world: game.world, step: (inputs) => {
        try {
          rollback.settle()
        } catch (error) {
          said.push((error as Error).message)
        }
        game.step(inputs)
      },
    })
    rollback.advance()
    expect(said).toEqual(['settle: a frame is being simulated. Call it when step has returned.'])
    const before = hashWorld(game.world)
    getPhysics(game.world)!.systems.unshift({
      name: 'Asks', run: () => {
        expect(() => rollback.settle()).toThrow('settle: the world is stepping. Call it between two steps')
        expect(hashWorld(game.world)).toBe(before)
      },
    })
    stepPhysics(game.world, 1 / 60)
    rollback.free()
    expect(() => rollback.settle()).toThrow('settle: this rollback was freed')
    expect.assertions(4)
  })
})

describe('an input that this machine left out', () => {
  it('is told when all would wait for it, and for ever', () => {
    const rollback = new Game().rollback(2)
    for (let frame = 0; frame < 30; frame++) if (frame >= 2) rollback.addRemote(1, frame, 0)
    rollback.addLocal(0, 1)
    rollback.advance()
    for (let i = 0; i < 10; i++) expect(rollback.advance()).toBe(true)
    expect(rollback.confirmed).toBe(3)
    expect(() => rollback.advance()).toThrow('advance: all wait for frame 3, for which player 0 of this machine was given no input. Call addLocal(0, input) before each advance')
    // It can still be given as one that came in.
    rollback.addRemote(0, 3, 0)
    expect(rollback.advance()).toBe(true)
  })

  it('is nothing to be told of a player who has taken over from this machine, and is behind', () => {
    const rollback = new Game().rollback(2)
    for (let i = 0; i < 50; i++) {
      rollback.addLocal(0, 0)
      if (i < 20) rollback.addLocal(1, 0)
      // Frames 20 and 21 were given here. His first ones come in three frames late, and then no more.
      else if (i >= 23 && i < 28) rollback.addRemote(1, i - 1, 1)
      // Sent once more, and an echo of one that was given here.
      if (i === 30) for (const frame of [21, 26]) rollback.addRemote(1, frame, frame === 21 ? 0 : 1)
      expect(rollback.advance()).toBe(i < 35)
    }
    expect([rollback.confirmed, rollback.frame]).toEqual([27, 35])
  })

  it('is told again of a player whom this machine has taken over', () => {
    const rollback = new Game().rollback(2)
    for (let i = 0; i < 6; i++) {
      rollback.addLocal(0, 0)
      rollback.addRemote(1, i + 2, 0)
      rollback.advance()
    }
    for (let i = 0; i < 11; i++) {
      rollback.addLocal(0, 0)
      if (i === 0) expect(rollback.addLocal(1, 0)).toBe(8)
      expect(rollback.advance()).toBe(true)
    }
    expect(() => rollback.advance()).toThrow('all wait for frame 9, for which player 1 of this machine was given no input')
  })

  it('is nothing to be told of where the others are behind', () => {
    const rollback = new Game().rollback(2)
    for (let i = 0; i < 30; i++) {
      rollback.addLocal(0, 0)
      expect(rollback.advance()).toBe(i < 10)
    }
  })
})
