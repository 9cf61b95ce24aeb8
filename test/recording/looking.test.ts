import { addComponents, addEntity, createWorld, set } from 'bitecs'
import { describe, expect, it } from 'vitest'
import { addPhysics, box, circle, diffWorlds, getPhysics, hashWorld, polygon, queryContacts, spawnBody, stepPhysics } from '../../src/index.ts'
import { type Recordable, compareRecordings, createRecorder, measureBody, openRecording, plotBody, readStages, showStage, verifyRecording } from '../../src/recording/index.ts'
import { playScene } from '../../examples/scenes/play.ts'
import { differences, fingerprint } from '../snapshots/fingerprint.ts'

/** A pile, and a push that an input gives. */
function makePile(wrong?: (step: number) => number): Recordable & { readonly Health: Float64Array } {
  const world = createWorld()
  const { components } = addPhysics(world)
  const Health = new Float64Array(16)
  spawnBody(world, { shape: box(10, 0.5), y: -0.5, type: 'static' })
  for (let i = 0; i < 5; i++) spawnBody(world, { shape: i === 3 ? polygon([{ x: 0, y: 0 }, { x: 0.9, y: 0 }, { x: 0, y: 0.7 }]) : box(0.5, 0.3), x: 0.1 * i, y: 0.3 + i })
  return {
    world, Health, stores: [Health],
    step(input, step) {
      if (input !== undefined) components.Velocity.x[4] = Number(input)
      if (wrong !== undefined) components.Velocity.x[5] = components.Velocity.x[5]! + wrong(step)
      Health[3] = Health[3]! + components.Velocity.y[3]!
      stepPhysics(world, 1 / 60)
    },
  }
}

function fileOf(game: Recordable, inputs: readonly unknown[], every = 10): Uint8Array {
  const recorder = createRecorder(game, { every })
  for (const input of inputs) recorder.step(input)
  return recorder.toBytes()
}

const none = Array.from({ length: 60 }, () => undefined)
const inputs = (at: number, input: unknown): unknown[] => none.map((_, i) => (i === at ? input : undefined))
const open = (file: Uint8Array): ReturnType<typeof openRecording> => openRecording(file, () => makePile())

describe('compareRecordings', () => {
  it('names the step, the entity and the column, as diffWorlds does of two runs', () => {
    const [one, two] = [makePile(), makePile()]
    let first = -1
    for (let step = 0; first < 0; step++) {
      one.step(inputs(23, 1)[step], step)
      two.step(inputs(23, 1.25)[step], step)
      if (diffWorlds(one.world, two.world) !== null) first = step + 1
    }
    const [a, b] = [open(fileOf(makePile(), inputs(23, 1))), open(fileOf(makePile(), inputs(23, 1.25), 7))]
    const { entity, column, a: x, b: y, text } = diffWorlds(one.world, two.world)!
    expect(compareRecordings(a, b)).toMatchObject({ step: first, seen: first, inputsDiffer: true, entity, column, a: x, b: y, text })
    expect(first).toBe(24)
    expect([a.at, b.at]).toEqual([24, 24])
    expect(compareRecordings(a, b, { to: 23 })).toBe(null)
    // In stretches.
    expect(compareRecordings(a, b, { from: 20, to: 40 })!.step).toBe(24)
  })

  it('sees the stores of the user, too', () => {
    const other = makePile()
    const [a, b] = [fileOf(makePile(), none), fileOf({ ...other, step: (input, step) => {
      other.step(input, step)
      if (step === 30) other.Health[7] = 1
    } }, none, 1)]
    expect(compareRecordings(open(a), open(b))).toMatchObject({ step: 31, column: 'stores[0]', entity: 7, a: 0, b: 1, inputsDiffer: false })
  })

  it('of files with the same inputs that another machine made otherwise knows the step by the hashes', () => {
    const wrong = fileOf(makePile((step) => (step === 33 ? 1e-9 : 0)), none)
    const found = compareRecordings(open(fileOf(makePile(), none)), open(wrong))
    expect(found).toMatchObject({ step: 34, seen: 40, inputsDiffer: false })
    expect(found!.entity).toBeGreaterThan(1)
    // Behind the last state there are hashes only.
    const late = compareRecordings(open(fileOf(makePile(), none)), open(fileOf(makePile((step) => (step === 57 ? 1 : 0)), none, 100)))
    expect(late).toMatchObject({ step: 58, column: 'hash', entity: 0 })
  })

  it('says where there is nothing to compare', () => {
    const late = createRecorder(makePile(), { every: 5, last: 5 })
    for (let i = 0; i < 100; i++) late.step()
    expect(() => compareRecordings(open(fileOf(makePile(), none)), open(late.toBytes()))).toThrow('compareRecordings: the first has steps 0 to 60, the second 95 to 100: none in common.')
  })
})

describe('verifyRecording', () => {
  it('finds the step at which a game does otherwise than it did', () => {
    const file = fileOf(makePile(), none)
    const recording = openRecording(file, () => makePile((step) => (step === 33 ? 1e-9 : 0)))
    expect(verifyRecording(recording)).toMatchObject({ step: 34, seen: 40 })
    expect(verifyRecording(recording, { to: 33 })).toBe(null)
    expect(verifyRecording(open(file))).toBe(null)
  })
})

describe('readStages', () => {
  const file = fileOf(makePile(), inputs(10, 2))
  const names = (stages: readonly { system: string; substep: number }[]): string[] => stages.map(({ system, substep }) => (substep < 0 ? system : `${system} ${substep}`))

  it('are those of the pipeline, and the world is the same before and after them', () => {
    const recording = open(file)
    recording.seek(25)
    const before = fingerprint(recording.world)
    const stages = readStages(recording)
    expect(names(stages)).toEqual([
      'UpdateAABBs', 'BroadPhase', 'NarrowPhase', 'PrepareSolve',
      ...[0, 1, 2, 3].flatMap((substep) => [`Resolve ${substep}`, `Integrate ${substep}`]), 'FinishSolve',
    ])
    expect(recording.at).toBe(25)
    expect(differences(before, fingerprint(recording.world))).toEqual([])
    for (const stage of stages) showStage(recording, stage)
    recording.seek(25)
    expect(differences(before, fingerprint(recording.world))).toEqual([])
    recording.seek(26)
    expect(hashWorld(recording.world)).toBe(recording.hashAt(26))
    recording.seek(0)
    expect(readStages(recording)).toEqual([])
  })

  it('begin where the step before ended and end where the step does; each Integrate moves by its velocity', () => {
    const recording = open(file)
    recording.seek(24)
    const { Position, Rotation } = getPhysics(recording.world)!.components
    const [before, angles] = [Float64Array.from(Position.x), Float64Array.from(Rotation.angle)]
    recording.seek(25)
    const stages = readStages(recording)
    const [first, last] = [stages[0]!, stages.at(-1)!]
    expect(first.entities.length).toBe(5)
    first.entities.forEach((entity, i) => {
      expect([first.x[i], first.angle[i]]).toEqual([before[entity], angles[entity]])
      expect([last.x[i], last.angle[i]]).toEqual([Position.x[entity], Rotation.angle[entity]])
      // The last Integrate has moved it as far as the step says; cosine and sine are floats.
      const done = stages.at(-2)!
      expect(done.system).toBe('Integrate')
      expect(done.x[i]).toBeCloseTo(Position.x[entity]!, 6)
      expect(done.angle[i]).toBeCloseTo(Rotation.angle[entity]!, 9)
      expect(done.vy[i]).toBeCloseTo(last.vy[i]!, 5)
    })
    for (let substep = 0; substep < 4; substep++) {
      const [pressed, moved] = ['Resolve', 'Integrate'].map((system) => stages.find((one) => one.system === system && one.substep === substep)!) as [typeof first, typeof first]
      // A box: its origin is its center.
      expect(moved.x[0]! - pressed.x[0]!).toBeCloseTo(pressed.vx[0]! / 240, 6)
      expect(moved.y[0]! - pressed.y[0]!).toBeCloseTo(pressed.vy[0]! / 240, 6)
    }
  })

  it('are shown in the world, with impulses', () => {
    const recording = open(file)
    recording.seek(40)
    const stages = readStages(recording)
    const stage = stages.find(({ system, substep }) => system === 'Resolve' && substep === 2)!
    showStage(recording, stage)
    const { Position, Velocity } = getPhysics(recording.world)!.components
    stage.entities.forEach((entity, i) => expect([Position.y[entity], Velocity.y[entity]]).toEqual([stage.y[i], stage.vy[i]]))
    const during = queryContacts(recording.world, 2).impulse.slice(0, 2)
    showStage(recording, null)
    const after = queryContacts(recording.world, 2).impulse.slice(0, 2)
    expect(Math.max(...during)).toBeGreaterThan(0)
    expect(during).not.toEqual(after)
    expect(hashWorld(recording.world)).toBe(recording.hashAt(40))
  })

  it('have the systems of the user among them, and of the fields', () => {
    const about = { scene: 'harbor', options: { count: 4 } }
    const recorder = createRecorder(playScene(about), { about })
    for (let i = 0; i < 3; i++) recorder.step()
    const recording = openRecording(recorder.toBytes(), playScene)
    recording.seek(2)
    const systems = getPhysics(recording.world)!.systems
    const before = [...systems]
    expect(names(readStages(recording))).toContain('PressFields 3')
    expect(systems).toEqual(before)
  })
})

describe('measureBody', () => {
  it('gives the energy of a fall by the book, and speed, height and spin', () => {
    const world = createWorld()
    addPhysics(world, { gravity: { x: 0, y: -10 } })
    const ball = spawnBody(world, { shape: circle(0.5), y: 100, x: 2 })
    const { Velocity, Motion } = getPhysics(world)!.components
    Velocity.x[ball] = 3
    Velocity.angular[ball] = 2
    stepPhysics(world, 1 / 60)
    const measured = measureBody(world, ball)
    const mass = Math.PI * 0.25
    expect(measured.speed).toBeCloseTo(Math.hypot(3, 10 / 60), 6)
    expect(measured.energy).toBeCloseTo(0.5 * mass * measured.speed ** 2 + 0.5 * (mass * 0.125) * 4 + mass * 10 * measured.y, 6)
    expect(measured).toMatchObject({ contacts: 0, impulse: 0 })
    expect(measured.spin).toBeCloseTo(2, 6)
    addComponents(world, ball, set(Motion, { gravityScale: 0 }))
    expect(measureBody(world, ball).energy).toBeCloseTo(0.5 * mass * measured.speed ** 2 + 0.5 * (mass * 0.125) * 4, 6)
    for (const nobody of [addEntity(world), 999]) expect(measureBody(world, nobody)).toMatchObject({ x: NaN, energy: NaN, contacts: NaN })
  })

  it('of something that rests tells its weight: impulse over the time of a substep', () => {
    const recording = openRecording(fileOf(makePile(), none), () => makePile())
    recording.seek(60)
    const plot = plotBody(recording, 2, 20, 50)
    expect(plot.from).toBe(20)
    for (let i = 0; i <= 30; i++) {
      recording.seek(20 + i)
      const now = measureBody(recording.world, 2)
      expect(plot.y[i]).toBe(now.y)
      // That of the last substep is one of those of the step.
      expect(plot.impulse[i]).toBeGreaterThanOrEqual(now.impulse)
    }
    expect(() => plotBody(recording, 2, 50, 61)).toThrow('plotBody: there is no step 61')
    expect(plotBody(recording, 2, 50, 20).x.length).toBe(0)
  })
})
