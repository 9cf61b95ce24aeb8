import { createWorld } from 'bitecs'
import { describe, expect, it } from 'vitest'
import { addFields, addPhysics, box, circle, createSnapshots, hashWorld, removePhysics, spawnBody, stepPhysics } from '../../src/index.ts'
import { type Condition, compareRecordings, createRecorder, findStep, openRecording, verifyRecording } from '../../src/recording/index.ts'

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
