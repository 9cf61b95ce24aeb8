import { createWorld } from 'bitecs'
import { describe, expect, it } from 'vitest'
import { addFields, addPhysics, box, circle, createSnapshots, getPhysics, hashWorld, removePhysics, setVelocity, spawnBody, stepPhysics } from '../../src/index.ts'
import {
  type Condition, type Recording, compareRecordings, createRecorder, findStep, measureBody, openRecording, plotBody, readStages, showStage, verifyRecording,
} from '../../src/recording/index.ts'
import { inner } from '../support/inner.ts'

function makeDrop(vx = 0) {
  const world = createWorld()
  addPhysics(world)
  spawnBody(world, { shape: box(10, 0.5), y: -0.5, type: 'static' })
  const ball = spawnBody(world, { shape: circle(0.5), y: 3, velocity: { x: vx } })
  return { world, ball, step: (_: unknown): void => void stepPhysics(world, 1 / 60) }
}

function fileOf(game = makeDrop(), steps = 12): Uint8Array {
  const recorder = createRecorder(game, { every: 5 })
  for (let i = 0; i < steps; i++) recorder.step()
  return recorder.toBytes()
}

/** All that can be asked of a recording. */
const questions: Readonly<Record<string, (recording: Recording) => unknown>> = {
  seek: (recording) => recording.seek(2),
  findStep: (recording) => findStep(recording, { when: 'touches', entity: 2 }),
  plotBody: (recording) => plotBody(recording, 2),
  readStages: (recording) => readStages(recording),
  showStage: (recording) => showStage(recording, null),
  verifyRecording: (recording) => verifyRecording(recording),
  compareRecordings: (recording) => compareRecordings(recording, recording),
}

function expectRight(recording: Recording): void {
  for (const step of [3, 9, 0]) {
    recording.seek(step)
    expect(hashWorld(recording.world), `step ${step}`).toBe(recording.hashAt(step))
  }
}

describe('a recorder', () => {
  it('that was freed takes no step, and says what to do', () => {
    const game = makeDrop()
    const recorder = createRecorder(game)
    recorder.step()
    const hash = hashWorld(game.world)
    recorder.free()
    expect(() => recorder.step()).toThrow('step: this recorder was freed')
    expect(() => recorder.toBytes()).toThrow('toBytes: this recorder was freed')
    expect(hashWorld(game.world)).toBe(hash)
    const off = makeDrop()
    const other = createRecorder(off)
    removePhysics(off.world)
    expect(() => other.step()).toThrow('step: this recorder was freed, or physics was taken off its world')
  })

  it('takes in a cut that is made within a step', () => {
    const make = (): ReturnType<typeof makeDrop> & { back?: () => void } => {
      const game = makeDrop()
      return { ...game, step: (input) => {
        stepPhysics(game.world, 1 / 60)
        if (input === 'back') made.back?.()
      } }
    }
    let made = make()
    const recorded = made
    const own = createSnapshots(made.world)
    own.save()
    const recorder = createRecorder(made, { every: 100 })
    made.back = () => {
      own.restore()
      recorder.cut()
    }
    for (let i = 0; i < 12; i++) recorder.step(i === 7 ? 'back' : i)
    const hash = hashWorld(recorded.world)
    const recording = openRecording(recorder.toBytes(), () => (made = make()))
    recording.seek(12)
    expect(hashWorld(recording.world)).toBe(hash)
    expect(verifyRecording(recording)).toBe(null)
    expect(recording.states).toEqual([0, 8])
  })

  it('that could not be made keeps nothing of its world', () => {
    const game = makeDrop()
    expect(() => createRecorder({ ...game, stores: [{ name: ['x'] }] })).toThrow("'name' of a store holds 'x'")
    expect(inner(getPhysics(game.world)!).farewells.length).toBe(0)
  })

  it('refuses options that are none, and texts as numbers', () => {
    const game = makeDrop()
    expect(() => createRecorder(game, null as never)).toThrow('createRecorder: the options must be an object, got null.')
    expect(() => createRecorder(game, { memory: '5' } as never)).toThrow('createRecorder: memory must be a number of bytes, got \'5\'.')
    expect(() => createRecorder(game, { last: '5' } as never)).toThrow('createRecorder: last must be a number of steps of at least 1, got \'5\'.')
  })

  it('refuses inputs of which JSON would keep nothing', () => {
    const recorder = createRecorder(makeDrop())
    for (const input of [new ArrayBuffer(4), new Float32Array(2), new DataView(new ArrayBuffer(2)), new Map([[1, 2]]), new Set([1])]) {
      expect(() => recorder.step(input)).toThrow(`step: an input that is a ${input.constructor.name} cannot be kept`)
    }
    expect(recorder.end).toBe(0)
  })
})

describe('a recording', () => {
  it('that was freed says so', () => {
    const recording = openRecording(fileOf(), () => makeDrop())
    recording.free()
    expect(() => recording.seek(3)).toThrow('seek: this recording was freed')
    expect(recording.at).toBe(0)
  })

  it.each(Object.entries(questions))('answers no %s within its own steps, and goes on as if it had not been asked', (name, ask) => {
    const game = makeDrop()
    let asked = 0
    let recording: Recording | null = null
    const made = openRecording(fileOf(), () => ({ ...game, step: () => {
      game.step(0)
      if (recording === null) return
      asked++
      expect(() => ask(recording!)).toThrow(`${name}: this recording is in the midst of a step or a search.`)
    } }))
    recording = made
    made.seek(8)
    recording = null
    expect([made.at, asked]).toEqual([8, 3])
    expectRight(made)
  })

  it('says that it was freed, whatever is asked of it', () => {
    const recording = openRecording(fileOf(), () => makeDrop())
    recording.free()
    for (const [name, ask] of Object.entries(questions)) expect(() => ask(recording), name).toThrow(`${name}: this recording was freed`)
  })

  it('puts right what was changed by hand, be the same step sought or one behind it', () => {
    const game = makeDrop()
    const recording = openRecording(fileOf(), () => game)
    for (const step of [4, 5, 9]) {
      recording.seek(4)
      setVelocity(game.world, game.ball, 9, 9)
      recording.seek(step)
      expect(hashWorld(game.world)).toBe(recording.hashAt(step))
      expectRight(recording)
    }
  })

  it('is not harmed by a condition that changes the world, seeks or throws', () => {
    const game = makeDrop()
    const recording = openRecording(fileOf(), () => game)
    findStep(recording, () => {
      setVelocity(game.world, game.ball, 9, 9)
      return false
    })
    expectRight(recording)
    expect(() => findStep(recording, () => (recording.seek(0), false))).toThrow('seek: this recording is in the midst of a step or a search.')
    expect(() => findStep(recording, () => { throw new Error('mine') })).toThrow('mine')
    expectRight(recording)
  })

  it('that does not fit to its world keeps nothing of it', () => {
    const game = makeDrop()
    expect(() => openRecording(fileOf(), () => ({ ...game, stores: [new Float64Array(4)] }))).toThrow('does not fit')
    expect(inner(getPhysics(game.world)!).farewells.length).toBe(0)
  })

  it('refuses what is no option, number, step, entity or place to write to, in its own words', () => {
    const recording = openRecording(fileOf(), () => makeDrop())
    expect(() => openRecording(fileOf(), () => makeDrop(), { memory: '5' } as never)).toThrow('openRecording: memory must be a number of bytes, got \'5\'.')
    expect(() => findStep(recording, [], null as never)).toThrow('findStep: the options must be an object, got null.')
    expect(() => findStep(recording, [], { backward: 1 } as never)).toThrow('findStep: backward must be true or false, got 1.')
    expect(() => compareRecordings(recording, recording, { from: 9, to: 3 })).toThrow('compareRecordings: from is step 9, and to is 3')
    expect(() => compareRecordings(recording, recording, { to: -1 })).toThrow('compareRecordings: there is no step -1')
    expect(() => compareRecordings(recording, recording, { from: Symbol('x') } as never)).toThrow('compareRecordings: there is no step Symbol(x) in this recording.')
    expect(() => verifyRecording(recording, { from: 9, to: 3 })).toThrow('verifyRecording: from is step 9, and to is 3')
    expect(() => plotBody(undefined as never, 2)).toThrow('plotBody: that is no recording.')
    expect(() => plotBody(recording, undefined as never)).toThrow('plotBody: undefined is no entity.')
    expect(() => measureBody(recording.world, 2, null as never)).toThrow('measureBody: out must be an object to write to, got null.')
    expectRight(recording)
  })

  it('shows its own stages alone, of the step where it is', () => {
    const [recording, other] = [openRecording(fileOf(), () => makeDrop()), openRecording(fileOf(), () => makeDrop())]
    recording.seek(6)
    const [stage] = readStages(recording)
    expect(() => showStage(recording, undefined as never)).toThrow('showStage: that is no stage.')
    expect(() => showStage(recording, { ...stage! })).toThrow('showStage: that is no stage.')
    other.seek(6)
    expect(() => showStage(other, stage!)).toThrow('showStage: this stage is of another recording.')
    recording.seek(9)
    expect(() => showStage(recording, stage!)).toThrow('showStage: this stage is of the step to 6, and the recording is at 9. Call seek(6) before.')
    expect(hashWorld(recording.world)).toBe(recording.hashAt(9))
  })

  it('keeps to its memory where the first state is small and later ones are large', () => {
    const make = () => {
      const world = createWorld()
      addPhysics(world)
      return { world, step: (input: unknown): void => {
        if (input === 'many') for (let i = 0; i < 900; i++) spawnBody(world, { shape: circle(0.4), x: i % 30, y: Math.floor(i / 30) })
        stepPhysics(world, 1 / 60)
      } }
    }
    const recorder = createRecorder(make(), { every: 20 })
    for (let i = 0; i < 40; i++) recorder.step(i === 5 ? 'many' : 0)
    const memory = 4e6
    const recording = openRecording(recorder.toBytes(), make, { memory })
    recording.seek(39)
    // What a live state has to spare is not in the file.
    expect((recording as unknown as { trail: { bytes: number } }).trail.bytes).toBeLessThan(1.3 * memory)
    expect((recording as unknown as { trail: { bytes: number } }).trail.bytes).toBeGreaterThan(0.3 * memory)
  })

  it('is not compared with one that plays in the same world', () => {
    const game = makeDrop()
    const [one, two] = [openRecording(fileOf(), () => game), openRecording(fileOf(makeDrop(2)), () => game)]
    expect(() => compareRecordings(one, two)).toThrow('compareRecordings: both play in the same world')
    expect(compareRecordings(one, one)).toBe(null)
  })

  it('differs from the first on from one of a world that was made otherwise', () => {
    const makeOther = () => {
      const game = makeDrop()
      addFields(game.world)
      return game
    }
    const [one, two] = [openRecording(fileOf(), () => makeDrop()), openRecording(fileOf(makeOther()), makeOther)]
    expect(compareRecordings(one, two)).toMatchObject({ step: 0, entity: 0, column: expect.stringContaining('fields.') as string })
  })
})

it('a condition that answers neither true nor false is refused', () => {
  const recording = openRecording(fileOf(), () => makeDrop())
  expect(() => findStep(recording, (() => undefined) as never)).toThrow('findStep: the condition answered undefined at step 0.')
  expect(() => findStep(recording, (async () => true) as never)).toThrow('findStep: the condition answered an object (Promise) at step 0.')
  expect(findStep(recording, ((_: unknown, step: number) => step >> 2) as never)).toBe(4)
})

it('a condition that can never hold is refused', () => {
  const recording = openRecording(fileOf(), () => makeDrop())
  const region = { entity: 2, minX: -1, maxX: 1, minY: -1, maxY: 1 } as const
  const never: readonly [Condition, string][] = [
    [{ when: 'enters', ...region, minX: 2 }, "nothing can be in the region of the condition 'enters'"],
    [{ when: 'leaves', ...region, maxY: -2 }, "nothing can be in the region of the condition 'leaves'"],
    [{ when: 'touches', entity: 2, other: NaN }, "other of the condition 'touches' must be an entity, got NaN"],
    [{ when: 'parts', entity: 2, other: 0 }, "other of the condition 'parts' must be an entity, got 0"],
  ]
  for (const [condition, message] of never) expect(() => findStep(recording, condition)).toThrow(message)
  expect(findStep(recording, { when: 'enters', ...region, maxY: Infinity, minX: -Infinity })).toBeGreaterThanOrEqual(-1)
})
