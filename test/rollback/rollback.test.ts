import { addComponents, addEntity, createWorld, removeEntity, set } from 'bitecs'
import { describe, expect, it, vi } from 'vitest'
import { createRandom } from '../../examples/scenes/random.ts'
import { addPhysics, applyImpulse, box, circle, createDrawnPoses, createRollback, hashWorld, interpolate, stepPhysics, type RollbackOptions } from '../../src/index.ts'
import { WorldSnapshots } from '../../src/snapshots/snapshots.ts'
import { whole } from '../support/soak.ts'

/** A game: players push balls, spawn boxes and remove them. All of it follows from the inputs. */
function makeGame(players: number) {
  const world = createWorld()
  const physics = addPhysics(world)
  const { Position, Shape, Static } = physics.components
  const add = (x: number, y: number, shape: ReturnType<typeof box>, ...tags: object[]): number => {
    const entity = addEntity(world)
    addComponents(world, entity, set(Position, { x, y }), set(Shape, shape), ...tags)
    return entity
  }
  add(0, -1, box(20, 1), Static)
  const balls = Array.from({ length: players }, (_, i) => add(2 * i, 1, circle(0.5)))
  const Spawned = { by: new Uint32Array(4096) }
  const step = (inputs: Float64Array): void => {
    balls.forEach((ball, player) => {
      const x = inputs[2 * player]!
      if (x !== 0) applyImpulse(world, ball, x, 0)
      if (inputs[2 * player + 1] === 1) Spawned.by[player + 1] = add(2 * player - 3, 6, box(0.3, 0.3))
      else if (inputs[2 * player + 1] === 2 && Spawned.by[player + 1] !== 0) {
        removeEntity(world, Spawned.by[player + 1]!)
        Spawned.by[player + 1] = 0
      }
    })
    stepPhysics(world, 1 / 60)
  }
  return { world, physics, step, Spawned }
}

/** Inputs of all players by frame; they change now and then. */
function makeInputs(players: number, frames: number, seed: number): number[][][] {
  const random = createRandom(seed)
  const held = Array.from({ length: players }, () => [0, 0])
  return Array.from({ length: frames }, () => held.map((input) => {
    if (random() < 0.15) input[0] = Math.floor(random() * 5 - 2) / 4
    input[1] = random() < 0.03 ? 1 : random() < 0.03 ? 2 : 0
    return [...input]
  }))
}

const DELAY = 2
const WINDOW = 8

describe.each(whole([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], [1]))('a session with seed %i', (seed) => {
  const players = 2 + (seed % 2)
  const frames = 120
  const inputs = makeInputs(players, frames, seed)

  it('comes to what a run without a network comes to, with the same events, on every machine', () => {
    const straight = makeGame(players)
    const hashes: number[] = []
    const events: string[] = []
    const given = new Float64Array(2 * players)
    for (let frame = 0; frame < frames; frame++) {
      for (let p = 0; p < players; p++) given.set(frame < DELAY ? [0, 0] : inputs[frame - DELAY]![p]!, 2 * p)
      straight.step(given)
      hashes.push(hashWorld(straight.world))
      const { a, b, count } = straight.physics.events.contactBegin
      events.push(`${frame}: ${[...a.subarray(0, count)]} ${[...b.subarray(0, count)]}`)
    }
    const random = createRandom(seed + 100)
    const machines = Array.from({ length: players }, () => {
      const game = makeGame(players)
      const heard: string[] = []
      const steps: [number, boolean][] = []
      const rollback = createRollback({
        world: game.world, players, inputSize: 2, window: WINDOW, inputDelay: DELAY, stores: [game.Spawned],
        step: (all, frame, again) => {
          steps.push([frame, again])
          game.step(all)
        },
        confirmed: (frame, { contactBegin: { a, b, count } }) => void heard.push(`${frame}: ${[...a.subarray(0, count)]} ${[...b.subarray(0, count)]}`),
      })
      return { rollback, heard, steps }
    })
    // Each input comes to each of the others once or twice, at any time up to the window, in any order.
    const wire: { at: number; to: number; player: number; frame: number }[] = []
    let waited = 0
    for (let time = 0; machines.some(({ rollback }) => rollback.confirmed < frames) && time < 2000; time++) {
      for (const { to, player, frame } of wire.filter(({ at }) => at === time)) machines[to]!.rollback.addRemote(player, frame, inputs[frame - DELAY]![player]!)
      machines.forEach(({ rollback }, player) => {
        if (rollback.frame >= frames) return
        const frame = rollback.addLocal(player, inputs[rollback.frame]![player]!)
        for (let to = 0; to < players; to++) {
          if (to === player || frame < 0) continue
          for (let copy = 0; copy < 1 + Math.floor(random() * 2); copy++) wire.push({ at: time + 1 + Math.floor(random() * 12), to, player, frame })
        }
        if (!rollback.advance()) waited++
      })
      // What is known at last is settled without a new frame.
      if (time > 20 && machines.every(({ rollback }) => rollback.frame >= frames)) {
        machines.forEach(({ rollback }) => {
          for (let player = 0; player < players; player++) for (let frame = rollback.confirmed; frame < frames + DELAY; frame++) if (frame >= DELAY && frame - DELAY < frames) rollback.addRemote(player, frame, inputs[frame - DELAY]![player]!)
          rollback.advance()
        })
      }
    }
    expect(waited).toBeGreaterThan(0)
    for (const { rollback, heard, steps } of machines) {
      expect(rollback.repeated).toBeGreaterThan(10)
      expect(hashes.map((_, frame) => rollback.checksum(frame)).slice(0, frames)).toEqual(hashes)
      expect(heard.slice(0, frames)).toEqual(events)
      // Each frame is new once, and again after that.
      expect(steps.filter(([, again]) => !again).map(([frame]) => frame)).toEqual(Array.from({ length: rollback.frame }, (_, i) => i))
      expect(steps.filter(([, again]) => again)).toHaveLength(rollback.repeated)
    }
  })
})

function alone(options: Partial<RollbackOptions> = {}) {
  const game = makeGame(2)
  const rollback = createRollback({ world: game.world, inputSize: 2, stores: [game.Spawned], step: (inputs) => game.step(inputs), ...options })
  return { ...game, rollback }
}

describe('the sync test', () => {
  const play = (options: Partial<RollbackOptions>, frames = 40): void => {
    const { rollback, world } = alone({ syncTest: 5, ...options })
    const inputs = makeInputs(2, frames, 5)
    for (let frame = 0; frame < frames; frame++) {
      for (let player = 0; player < 2; player++) rollback.addLocal(player, inputs[frame]![player]!)
      expect(rollback.advance()).toBe(true)
      // From the first time on the ways of the last step are kept, which the frames before know nothing of.
      if (frame > 2) interpolate(options.world ?? world, 0.5, createDrawnPoses())
    }
  }

  it('is content where all is in the world', () => {
    play({})
    play({ syncTest: 8, window: 8 }, 15)
  })

  it('is content with a store that grows', () => {
    const game = makeGame(2)
    const Visits = { count: new Float64Array(2) }
    const step = (inputs: Float64Array, frame: number): void => {
      if (frame >= Visits.count.length) {
        const { count } = Visits
        Visits.count = new Float64Array(2 * count.length)
        Visits.count.set(count)
      }
      Visits.count[frame]!++
      game.step(inputs)
    }
    play({ world: game.world, step, stores: [game.Spawned, Visits] })
  })

  it('names what a hidden state changes', () => {
    let hidden = 0
    const game = makeGame(2)
    const { Velocity } = game.physics.components
    const step = (inputs: Float64Array): void => {
      hidden++
      if (hidden % 7 === 0) Velocity.x[2] = Velocity.x[2]! + 0.001
      game.step(inputs)
    }
    expect(() => play({ world: game.world, step, stores: [game.Spawned] })).toThrow(
      /^advance: frame \d+ came out otherwise when it was simulated again: entity 2: \w+\.\w+ is .* in the first and .* in the second time\. What decides/,
    )
  })

  it('finds a store that was not given', () => {
    const game = makeGame(2)
    expect(() => play({ world: game.world, step: game.step, stores: [] }, 120)).toThrow('came out otherwise')
  })
})

describe('what cannot be', () => {
  it('is refused with the number that is wrong', () => {
    const { world } = makeGame(2)
    const step = (): void => {}
    expect(() => createRollback({ world, step, windows: 3 } as never)).toThrow("there is no option 'windows'")
    expect(() => createRollback({ world } as never)).toThrow('step must be a function')
    expect(() => createRollback({ world, step, window: 0 })).toThrow('window must be a whole number from 1 to 120, got 0')
    expect(() => createRollback({ world, step, syncTest: 9 })).toThrow('syncTest must be a whole number from 0 to 8, got 9')
    expect(() => createRollback({ world: createWorld(), step })).toThrow('createRollback: this world has no physics')
    const { rollback } = alone()
    expect(() => rollback.addLocal(2, [0, 0])).toThrow('addLocal: there is no player 2. The players are 0 to 1')
    expect(() => rollback.addRemote(1, 0.5, [0, 0])).toThrow('frame must be a whole number')
    expect(() => rollback.addRemote(1, 5, 1)).toThrow('an input has 2 numbers (see inputSize), got 1')
    expect(() => rollback.addRemote(1, 5, [1, NaN])).toThrow('must be finite, got NaN')
    rollback.addRemote(1, 5, [1, 0])
    rollback.addRemote(1, 5, [1, -0])
    expect(() => rollback.addRemote(1, 5, [2, 0])).toThrow('player 1 has another input for frame 5 already')
    expect(() => rollback.addRemote(1, 5000, [2, 0])).toThrow('player 1 is at frame 5000, and this machine at 0')
  })

  it('waits when the window is full, and goes on when inputs come', () => {
    const { rollback } = alone({ window: 3, inputDelay: 0 })
    const went = Array.from({ length: 5 }, () => {
      rollback.addLocal(0, [0.5, 0])
      return rollback.advance()
    })
    expect(went).toEqual([true, true, true, false, false])
    expect(rollback.frame).toBe(3)
    expect(rollback.addLocal(0, [0.5, 0])).toBe(-1)
    rollback.addRemote(1, 0, [1, 0])
    expect(rollback.advance()).toBe(true)
    expect([rollback.frame, rollback.confirmed, rollback.repeated]).toEqual([4, 1, 3])
    expect(rollback.checksum(0)).toBeTypeOf('number')
    expect(rollback.checksum(1)).toBeUndefined()
  })

  it('a step that throws leaves the world as it was before the frame, and can be tried again', () => {
    let broken = true
    const game = makeGame(2)
    const { rollback, world } = alone({
      world: game.world, stores: [game.Spawned],
      step: (inputs, frame) => {
        game.step(inputs)
        if (frame === 4 && broken) throw new Error('mine')
      },
    })
    for (let i = 0; i < 4; i++) rollback.advance()
    const before = hashWorld(game.world)
    expect(() => rollback.advance()).toThrow('mine')
    expect(hashWorld(game.world)).toBe(before)
    expect(rollback.frame).toBe(4)
    broken = false
    rollback.advance()
    expect(rollback.frame).toBe(5)
    rollback.free()
    expect(() => rollback.advance()).toThrow('advance: this rollback was freed')
    void world
  })
})

it('a step that throws among frames whose inputs came all at once leaves the world as it was before that frame', () => {
  const frames = 7
  const inputs = makeInputs(2, 2 * frames, 4).map((all, frame) => all.map(([x]) => [x! + frame / 8, frame % 3]))
  const straight = makeGame(2)
  const hashes = inputs.map((all) => {
    straight.step(Float64Array.from(all.flat()))
    return hashWorld(straight.world)
  })
  for (let bad = 1; bad < frames; bad++) {
    const game = makeGame(2)
    let left = 2
    const heard: number[] = []
    const rollback = createRollback({
      world: game.world, inputSize: 2, inputDelay: 0, stores: [game.Spawned], confirmed: (frame) => void heard.push(frame),
      step: (all, frame, again) => {
        game.step(all)
        if (again && frame === bad && left-- > 0) throw new Error('mine')
      },
    })
    for (let frame = 0; frame < frames; frame++) {
      rollback.addLocal(0, inputs[frame]![0]!)
      rollback.advance()
    }
    for (let frame = 0; frame < frames; frame++) rollback.addRemote(1, frame, inputs[frame]![1]!)
    for (let n = 0; n < 2; n++) {
      expect(() => rollback.advance(), `frame ${bad}`).toThrow('mine')
      expect([rollback.frame, hashWorld(game.world)]).toEqual([bad, hashes[bad - 1]])
    }
    while (rollback.frame < 2 * frames) {
      const { frame } = rollback
      rollback.addLocal(0, inputs[frame]![0]!)
      if (frame >= frames) rollback.addRemote(1, frame, inputs[frame]![1]!)
      rollback.advance()
    }
    expect(hashes.map((_, frame) => rollback.checksum(frame))).toEqual(hashes)
    expect(heard).toEqual(hashes.map((_, frame) => frame))
  }
})

it('a step that throws again while it is taken back leaves the world at a frame that was kept', () => {
  const frames = 7
  const inputs = makeInputs(2, 2 * frames, 4).map((all, frame) => all.map(([x]) => [x! + frame / 8, frame % 3]))
  const straight = makeGame(2)
  const hashes = inputs.map((all) => {
    straight.step(Float64Array.from(all.flat()))
    return hashWorld(straight.world)
  })
  const game = makeGame(2)
  // The first time at frame 5, and while the frames before it are simulated again, at frame 3.
  const falls = [5, 3]
  const rollback = createRollback({
    world: game.world, inputSize: 2, inputDelay: 0, stores: [game.Spawned],
    step: (all, frame, again) => {
      game.step(all)
      if (!again || frame !== falls[0]) return
      falls.shift()
      throw new Error(`frame ${frame}`)
    },
  })
  for (let frame = 0; frame < frames; frame++) {
    rollback.addLocal(0, inputs[frame]![0]!)
    rollback.advance()
  }
  for (let frame = 0; frame < frames; frame++) rollback.addRemote(1, frame, inputs[frame]![1]!)
  expect(() => rollback.advance()).toThrow('frame 3')
  expect(rollback.frame).toBeLessThanOrEqual(3)
  if (rollback.frame > 0) expect(hashWorld(game.world)).toBe(hashes[rollback.frame - 1])
  while (rollback.frame < 2 * frames) {
    const { frame } = rollback
    if (frame >= frames) rollback.addLocal(0, inputs[frame]![0]!)
    if (frame >= frames) rollback.addRemote(1, frame, inputs[frame]![1]!)
    rollback.advance()
  }
  expect(hashes.map((_, frame) => rollback.checksum(frame))).toEqual(hashes)
})

it('keeps no state that nobody comes back to', () => {
  const kept: number[] = []
  const save = WorldSnapshots.prototype.save
  const spy = vi.spyOn(WorldSnapshots.prototype, 'save').mockImplementation(function (this: WorldSnapshots, slot) {
    kept.push(slot!)
    save.call(this, slot)
  })
  try {
    const { rollback } = alone({ inputDelay: 0, window: 8 })
    for (let frame = 0; frame < 8; frame++) {
      rollback.addLocal(0, [0.5, 0])
      rollback.advance()
    }
    kept.length = 0
    // All of what was guessed: the states in between are gone through once.
    for (let frame = 0; frame < 8; frame++) rollback.addRemote(1, frame, [0.25, 0])
    rollback.addLocal(0, [0.5, 0])
    rollback.advance()
    expect([rollback.repeated, kept]).toEqual([8, [8, 9]])
    for (let frame = 9; frame < 16; frame++) {
      rollback.addLocal(0, [0.5, 0])
      rollback.advance()
    }
    kept.length = 0
    // One of eight: any of the others may still turn out to be wrong.
    rollback.addRemote(1, 8, [-0.25, 0])
    rollback.advance()
    expect([rollback.repeated, kept.length]).toEqual([16, 9])
  } finally {
    spy.mockRestore()
  }
})

it('a rollback that was freed simulates nothing', () => {
  const game = makeGame(1)
  const rollback = createRollback({ world: game.world, step: game.step, players: 1, inputSize: 2, inputDelay: 0 })
  rollback.addLocal(0, [0, 0])
  rollback.advance()
  const hash = hashWorld(game.world)
  rollback.free()
  rollback.addLocal(0, [0, 0])
  expect(() => rollback.advance()).toThrow('advance: this rollback was freed')
  expect(hashWorld(game.world)).toBe(hash)
  expect(rollback.frame).toBe(1)
})

it('a step that throws, or comes out otherwise, in the sync test leaves the world where it was', () => {
  for (const isThrown of [true, false]) {
    const straight = makeGame(1)
    const game = makeGame(1)
    let falls = 0
    const step = (inputs: Float64Array, frame: number, again: boolean): void => {
      game.step(inputs)
      if (!again || frame !== 3 || falls++ > 0) return
      if (isThrown) throw new Error('mine')
      applyImpulse(game.world, 2, 3, 0)
    }
    const rollback = createRollback({ world: game.world, step, players: 1, inputSize: 2, inputDelay: 0, syncTest: 3 })
    for (let frame = 0; frame < 8; frame++) {
      rollback.addLocal(0, [0.1, 0])
      const advance = (): boolean => rollback.advance()
      if (frame === 3) expect(advance).toThrow(isThrown ? 'mine' : 'frame 3 came out otherwise')
      else expect(advance()).toBe(true)
      straight.step(Float64Array.of(0.1, 0))
      expect(hashWorld(game.world)).toBe(hashWorld(straight.world))
    }
  }
})
