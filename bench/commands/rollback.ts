import { type World, addComponent, createWorld } from 'bitecs'
import { type Physics, addPhysics, capsule, createRollback, createSnapshots, getPhysics, moveCharacter, rect, spawnBody, stepPhysics } from '../../src/index.ts'
import { buildScene } from '../../examples/scenes/build.ts'
import { findScene } from '../../examples/scenes/index.ts'
import type { Options } from '../cli.ts'
import { leastOfEach, median, quantile } from '../harness/statistics.ts'
import { formatMs, markdownTable } from '../harness/table.ts'

const DT = 1 / 60
/** Frames that are taken back. */
const BACK = 8
const PLAYERS = 8

/** A world that is played: what happens in a frame, but for the step. */
interface Game {
  readonly world: World
  act(frame: number): void
}

interface Subject {
  readonly name: string
  /** Frames until it is measured. */
  readonly before: number
  make(count: number): Game
}

function scene(name: string, allowSleep: boolean): (count: number) => Game {
  return (count) => {
    const { world } = buildScene(findScene(name)!.create({ count }), { allowSleep })
    return { world, act: () => {} }
  }
}

function falling(count: number): Game {
  const world = createWorld()
  addPhysics(world, { gravity: { x: 0, y: -10 } })
  for (let i = 0; i < count; i++) spawnBody(world, { shape: rect(1, 1), x: (i % 25) * 1.6, y: Math.floor(i / 25) * 1.6, angle: i })
  return { world, act: () => {} }
}

/** Players who run to and fro on tiles, between and on stacks of crates. */
function players(count: number): Game {
  const world = createWorld()
  const { components } = addPhysics(world, { gravity: { x: 0, y: -10 } })
  const tiles = Math.floor(count * 0.4)
  for (let i = 0; i < tiles; i++) spawnBody(world, { type: 'static', shape: rect(1, 1), x: i - tiles / 2, y: -0.5 })
  const crates = count - tiles - PLAYERS
  const columns = Math.ceil(crates / 4)
  for (let i = 0; i < crates; i++) spawnBody(world, { shape: rect(0.8, 0.8), x: ((i % columns) - columns / 2) * 2.4, y: 0.4 + Math.floor(i / columns) * 0.82 })
  const feet = Array.from({ length: PLAYERS }, (_, i) => {
    const foot = spawnBody(world, { type: 'kinematic', shape: capsule(0.5, 0.3), x: i * 4 - 16, y: 1.2 })
    addComponent(world, foot, components.Character)
    return foot
  })
  return { world, act: (frame) => feet.forEach((foot, i) => moveCharacter(world, foot, 4 * Math.sin((frame + 9 * i) / 40), -5, DT)) }
}

const SUBJECTS: readonly Subject[] = [
  { name: 'asleep', before: 1500, make: scene('box-bin', true) },
  { name: 'boxes in the air', before: 10, make: falling },
  { name: 'players and crates', before: 120, make: players },
  { name: 'circles at rest, awake', before: 600, make: scene('circle-bin', false) },
  { name: 'boxes at rest, awake', before: 900, make: scene('box-bin', false) },
  { name: 'boxes that tumble', before: 60, make: scene('box-bin', false) },
  { name: 'mixed sizes', before: 60, make: scene('mixed-sizes', false) },
]

/** Frames that are guessed wrong and simulated again, in worlds of 500; saves and restores of larger ones. */
export async function runRollback({ short, repeats = 5 }: Options): Promise<void> {
  const rows = SUBJECTS.map((subject) => [subject.name, ...measure(subject, short ? 60 : 500, short ? 4 : 12, short ? 1 : repeats)])
  console.log(`${BACK} frames taken back and simulated again, in worlds of ${short ? 60 : 500}; ms, the median of the least of ${repeats} runs:`)
  console.log(markdownTable(
    ['world', 'awake', 'contacts', 'a step', `${BACK} frames, all kept`, 'of it saves and restore', `${BACK} frames, inputs all known`], rows,
  ))
  const sizes = short ? [500] : [500, 10_000]
  console.log('Save and restore in a ring of 8 slots, with a step between; ms, the tenth part and the median:')
  console.log(markdownTable(
    ['bodies', 'steps', 'bytes of a slot', 'save', 'restore'],
    sizes.flatMap((count) => [200, 600].map((steps) => slots(count, short ? 20 : steps))),
  ))
}

/** Of each round: a step, the frames all of whose states are kept, what of that is no step, and those of which the inputs are known. */
type Times = readonly [number[], number[], number[], number[]]

function measure(subject: Subject, count: number, rounds: number, repeats: number): string[] {
  let physics: Physics | undefined
  const runs = Array.from({ length: repeats + 1 }, () => {
    const game = subject.make(count)
    physics = getPhysics(game.world)
    return playRounds(game, subject.before, rounds)
  })
  // The code is compiled in the first one.
  runs.shift()
  const times = [0, 1, 2, 3].map((i) => formatMs(median(leastOfEach(runs.map((run) => run[i]!)))))
  const { awake, contacts } = physics!.stats
  return [String(awake), String(contacts), ...times]
}

/** All runs of a world are the same, step by step. */
function playRounds({ world, act }: Game, before: number, rounds: number): Times {
  for (let frame = 0; frame < before; frame++) {
    act(frame)
    stepPhysics(world, DT)
  }
  const times: Times = [[], [], [], []]
  let stepping = 0
  let fresh = 0
  const rollback = createRollback({
    world, players: 2, inputDelay: 0, window: BACK,
    step(_, frame, again) {
      const began = performance.now()
      if (!again) fresh = began
      act(frame)
      stepPhysics(world, DT)
      stepping += performance.now() - began
    },
  })
  for (let round = 0; round < rounds; round++) {
    const first = rollback.confirmed
    while (rollback.advance());
    const guess = round % 2
    for (let frame = first; frame < first + BACK; frame++) rollback.addRemote(0, frame, 1 - guess)
    // One player is still guessed, so any of the states may be come back to, and there is no room for another frame.
    stepping = 0
    const began = performance.now()
    rollback.advance()
    const took = performance.now() - began
    times[0].push(stepping / BACK)
    times[1].push(took)
    times[2].push(took - stepping)
    for (let frame = first; frame < first + BACK; frame++) rollback.addRemote(1, frame, 1 - guess)
    const again = performance.now()
    rollback.advance()
    // A new frame follows.
    times[3].push(fresh - again)
  }
  return times
}

function slots(count: number, steps: number): string[] {
  const built = buildScene(findScene('box-bin')!.create({ count }), { allowSleep: false })
  for (let i = 0; i < steps; i++) built.step()
  const snapshots = createSnapshots(built.world, { slots: BACK })
  const saves: number[] = []
  const restores: number[] = []
  for (let round = 0; round < 60; round++) {
    built.step()
    const began = performance.now()
    snapshots.save(round % BACK)
    const saved = performance.now()
    if (round < 2 * BACK) continue
    saves.push(saved - began)
    if (round % 2 === 0) continue
    const before = performance.now()
    snapshots.restore((round + 1) % BACK)
    restores.push(performance.now() - before)
  }
  const show = (times: number[]): string => `${formatMs(quantile(times, 0.1))} ${formatMs(median(times))}`
  return [String(count), String(steps), String(Math.round(snapshots.bytes / BACK)), show(saves), show(restores)]
}
