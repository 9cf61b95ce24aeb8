import { Pair, addComponent, createRelation, createWorld } from 'bitecs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addPhysics, box, circle, getMass, getPhysics, hashWorld, isSleeping, queryContacts, spawnBody, stepPhysics } from '../../src/index.ts'
import {
  type Condition, type Recordable, compareRecordings, createRecorder, findStep, openRecording, plotBody, readStages, verifyRecording,
} from '../../src/recording/index.ts'
import { differences, fingerprint } from '../snapshots/fingerprint.ts'
import { SOAK } from '../support/soak.ts'
import { type Deed, makeGame } from './game.ts'

const deeds: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('spawn' as const), x: fc.integer({ min: -8, max: 8 }), shape: fc.nat(11) }) },
  fc.record({ do: fc.constantFrom('remove' as const, 'tag' as const, 'enemy' as const, 'push' as const), which: fc.nat(50) }),
)
/** Inputs of a run; most steps have none. */
const runs = fc.array(fc.option(fc.record({ deeds: fc.array(deeds, { minLength: 1, maxLength: 4 }) }), { freq: 2, nil: undefined }), { minLength: 20, maxLength: 36 })

/** A ball that falls on the ground, and what it stands for. */
function makeDrop(height = 3): Recordable & { readonly ball: number; readonly ground: number } {
  const world = createWorld()
  addPhysics(world)
  const ground = spawnBody(world, { shape: box(10, 0.5), y: -0.5, type: 'static' })
  const ball = spawnBody(world, { shape: circle(0.5), y: height })
  return { world, ball, ground, step: () => stepPhysics(world, 1 / 60) }
}

function record(game: Recordable, inputs: readonly unknown[], options: Parameters<typeof createRecorder>[1] = {}) {
  const recorder = createRecorder(game, options)
  for (const input of inputs) recorder.step(input)
  return recorder
}

const drop = record(makeDrop(), Array(180).fill(undefined), { every: 20, about: 'a drop' }).toBytes()
const makeDropped = (): Recordable => makeDrop()

describe('a recording', () => {
  it('of a random program is the same at every step, in whatever order they are sought', () => {
    fc.assert(fc.property(runs, fc.array(fc.nat(60), { minLength: 5, maxLength: 12 }), fc.integer({ min: 1, max: 20 }), (inputs, order, every) => {
      const straight = makeGame()
      const prints = [fingerprint(straight.world)]
      const health = [straight.Health.value.slice()]
      const recorder = createRecorder(makeGame(), { every })
      inputs.forEach((input, step) => {
        straight.step(input, step)
        recorder.step(input)
        prints.push(fingerprint(straight.world))
        health.push(straight.Health.value.slice())
      })
      let played = makeGame()
      const recording = openRecording(recorder.toBytes(), () => (played = makeGame({ capacity: 1 })), { memory: 2 ** 20 })
      for (const wish of order) {
        const step = wish % (inputs.length + 1)
        recording.seek(step)
        expect(differences(prints[step]!, fingerprint(recording.world))).toEqual([])
        expect(played.Health.value).toEqual(health[step])
      }
      expect(verifyRecording(recording)).toBe(null)
      expect(compareRecordings(recording, openRecording(recorder.toBytes(), () => makeGame()))).toBe(null)
    }), { numRuns: SOAK ? 300 : 2, seed: 7 })
  })

  it('gives inputs back as bytes, as JSON, or as nothing, and each time anew', () => {
    const seen: unknown[] = []
    const game = makeDrop()
    const inputs = [undefined, new Uint8Array([1, 2]), { a: [1, null] }, 'text', 0, undefined, [3], [3]]
    const recorder = record({ ...game, step: (input) => seen.push(input) }, inputs)
    expect(seen).toEqual(inputs)
    const recording = openRecording(recorder.toBytes(), () => ({ ...makeDrop(), step: (input: unknown) => { seen.push(input) } }))
    seen.length = 0
    recording.seek(8)
    expect(seen).toEqual(inputs)
    expect(inputs.map((_, step) => recording.inputOf(step))).toEqual(inputs)
    ;(recording.inputOf(2) as { a: unknown[] }).a.push(9)
    expect(recording.inputOf(2)).toEqual({ a: [1, null] })
    // Buffers of Node are views of larger ones.
    const buffer = Buffer.from([7, 8])
    const buffered = record({ ...makeDrop(), step: () => {} }, [buffer])
    buffer[0] = 1
    const reopened = openRecording(Buffer.from(buffered.toBytes()), () => ({ ...makeDrop(), step: () => {} }))
    expect(reopened.inputOf(0)).toEqual(new Uint8Array([7, 8]))
    // What JSON does to an input is done before the step sees it.
    const odd = record({ ...makeDrop(), step: (input) => seen.push(input) }, [{ a: -0, b: NaN, c: undefined }])
    expect(seen.at(-1)).toEqual({ a: 0, b: null })
    expect(() => odd.step(() => 0)).toThrow('step: an input of type function cannot be kept')
    expect(() => odd.step({ big: 1n })).toThrow('step: this input cannot be kept')
    expect(odd.end).toBe(1)
  })

  it('goes on from what was changed by others, and from a step that threw', () => {
    const game = makeDrop()
    let fails = false
    const recorder = createRecorder({ ...game, step: (input, step) => {
      if (fails) throw new Error('by half')
      game.step(input, step)
    } }, { every: 1000 })
    for (let i = 0; i < 10; i++) recorder.step()
    spawnBody(game.world, { shape: circle(0.5), x: 0.2, y: 6 })
    recorder.cut()
    for (let i = 0; i < 10; i++) recorder.step()
    fails = true
    expect(() => recorder.step()).toThrow('by half')
    fails = false
    spawnBody(game.world, { shape: circle(0.5), x: -0.2, y: 9 })
    for (let i = 0; i < 80; i++) recorder.step()
    const recording = openRecording(recorder.toBytes(), makeDropped)
    expect(recording.states).toEqual([0, 10, 20])
    for (const step of [100, 5, 10, 9, 60, 20, 19, 100]) {
      recording.seek(step)
      expect(hashWorld(recording.world)).toBe(recording.hashAt(step))
    }
    expect(hashWorld(recording.world)).toBe(hashWorld(game.world))
    expect(verifyRecording(recording)).toBe(null)
    expect(readStages(recording).length).toBeGreaterThan(0)
    recording.seek(20)
    expect(readStages(recording)).toEqual([])
  })

  it('tells what cannot be', () => {
    const recording = openRecording(drop, makeDropped)
    expect(recording.about).toBe('a drop')
    for (const step of [-1, 181, 0.5, NaN]) expect(() => recording.seek(step)).toThrow(`seek: there is no step ${step} in this recording. The steps are 0 to 180.`)
    expect(() => recording.inputOf(180)).toThrow('inputOf: there is no step 180')
    expect(() => createRecorder(makeDrop(), { evry: 1 } as object)).toThrow("createRecorder: there is no option 'evry'")
    expect(() => createRecorder(makeDrop(), { every: 0 })).toThrow('every must be')
    expect(() => createRecorder(makeDrop(), { last: 0 })).toThrow('last must be')
    expect(() => createRecorder(makeDrop(), { memory: NaN })).toThrow('memory must be')
    expect(() => createRecorder(makeDrop(), { about: () => 1 })).toThrow('about must be what JSON can say')
    expect(() => createRecorder({} as Recordable)).toThrow('createRecorder: that is nothing to record')
    expect(() => createRecorder({ world: createWorld(), step: () => {} })).toThrow('createRecorder')
    expect(() => findStep({} as never, { when: 'wakes', entity: 1 })).toThrow('findStep: that is no recording')
    recording.free()
    expect(() => recording.seek(50)).toThrow('seek: this recording was freed')
    const recorder = createRecorder({ ...makeDrop(), step: () => recorder.step() })
    expect(() => recorder.step()).toThrow('step: a step is being recorded')
    const game = makeDrop()
    addComponent(game.world, game.ball, Pair(createRelation(), game.ground))
    expect(() => createRecorder(game).toBytes()).toThrow('the world has relations')
  })
})

describe('a file', () => {
  const small = record(makeDrop(), [{ a: 1 }, undefined, new Uint8Array(3)], { every: 2 }).toBytes()

  it('that is cut short, or of which a bit is flipped, is refused before anything is made of it', () => {
    let made = 0
    const make = (): Recordable => {
      made++
      return makeDrop()
    }
    const step = SOAK ? 1 : 97
    for (let length = 0; length < small.length; length += length < 200 ? 1 : step) {
      expect(() => openRecording(small.subarray(0, length), make)).toThrow('openRecording: this file cannot be used')
    }
    for (let bit = 0; bit < small.length * 8; bit += bit < 4000 ? 7 : 8 * step + 3) {
      const flipped = small.slice()
      flipped[bit >> 3]! ^= 1 << (bit & 7)
      expect(() => openRecording(flipped, make)).toThrow('openRecording: this file cannot be used')
    }
    expect(made).toBe(0)
    expect(openRecording(small, make).end).toBe(3)
  })

  it('with a right checksum and anything else in it is refused, and nothing large is made', () => {
    fc.assert(fc.property(fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 6 }), (changes) => {
      const bytes = small.slice()
      for (const [at, value] of changes) bytes[16 + (at % (small.length - 16))] = value
      reseal(bytes)
      try {
        const recording = openRecording(bytes, makeDropped)
        recording.seek(recording.end)
      } catch (error) {
        expect(error).toBeInstanceOf(Error)
        expect(error).not.toBeInstanceOf(RangeError)
      }
    }), { numRuns: SOAK ? 20_000 : 30, seed: 3 })
  })

  it('of another world, or that is something else, is refused with the reason', () => {
    expect(() => openRecording(small, () => makeGame())).toThrow('openRecording: this file does not fit to the world that was made for it')
    const other = (): Recordable => {
      const world = createWorld()
      addPhysics(world, { lengthUnit: 100 })
      return { world, step: () => {} }
    }
    expect(() => openRecording(small, other)).toThrow('its columns are others than those of this world')
    expect(() => openRecording(new Uint8Array(100), makeDropped)).toThrow('it was not written by a recorder')
    expect(() => openRecording('x' as never, makeDropped)).toThrow('the bytes must be a Uint8Array')
    expect(() => openRecording(small, null as never)).toThrow('give a function that makes the game')
    expect(() => openRecording(small, () => null as never)).toThrow('openRecording: that is nothing to record')
  })
})

/** Writes the checksum that the bytes have, so that what is behind it is looked at. By the book, bit by bit. */
function reseal(bytes: Uint8Array): void {
  let crc = -1
  for (let i = 0; i < bytes.length; i++) {
    if (i >= 12 && i < 16) continue
    crc ^= bytes[i]!
    for (let bit = 0; bit < 8; bit++) crc = (crc & 1) !== 0 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  new DataView(bytes.buffer).setUint32(12, ~crc >>> 0, true)
}

describe('memory', () => {
  it('holds a bound: states are thinned out, old ones more, and every step can still be reached', () => {
    const one = createRecorder(makeDrop()).bytes
    const recorder = createRecorder(makeDrop(), { every: 1, memory: 12 * one })
    let most = 0
    for (let i = 0; i < 300; i++) {
      recorder.step()
      most = Math.max(most, recorder.bytes)
    }
    expect(most).toBeLessThan(13 * one)
    expect(recorder.first).toBe(0)
    const recording = openRecording(recorder.toBytes(), makeDropped)
    const gaps = recording.states.slice(1).map((step, i) => step - recording.states[i]!)
    expect(recording.states.length).toBeGreaterThan(8)
    expect(recording.states[0]).toBe(0)
    // Each gap is no longer than what lies behind it by some factor: the last ones are short.
    expect(gaps.at(-1)).toBeLessThan(20)
    expect(Math.max(...gaps.slice(-3))).toBeLessThan(Math.max(...gaps.slice(0, 4)))
    expect(verifyRecording(recording)).toBe(null)
  })

  it('counts what the stores of the game take', () => {
    const make = () => ({ ...makeDrop(), stores: [{ value: new Float64Array(100_000) }] })
    const one = createRecorder(make()).bytes
    expect(one).toBeGreaterThan(800_000)
    const recorder = createRecorder(make(), { every: 1, memory: 6 * one })
    for (let i = 0; i < 20; i++) recorder.step()
    expect(recorder.bytes).toBeLessThan(7 * one)
  })

  it('of a flight recorder reaches so many steps back, and no farther than the next state', () => {
    const recorder = createRecorder(makeDrop(), { every: 10, last: 50 })
    for (let i = 0; i < 333; i++) recorder.step(i)
    expect([recorder.first, recorder.end]).toEqual([280, 333])
    const recording = openRecording(recorder.toBytes(), makeDropped)
    expect([recording.first, recording.at, recording.end, recording.inputOf(300)]).toEqual([280, 280, 333, 300])
    expect(verifyRecording(recording)).toBe(null)
    expect(() => recording.seek(279)).toThrow('The steps are 280 to 333.')
  })

  it('without room keeps one state: the first, or the last cut', () => {
    const recorder = createRecorder(makeDrop(), { every: 5, memory: 0 })
    for (let i = 0; i < 22; i++) recorder.step()
    expect(openRecording(recorder.toBytes(), makeDropped).states).toEqual([0, 20])
    recorder.cut()
    for (let i = 0; i < 3; i++) recorder.step()
    expect(openRecording(recorder.toBytes(), makeDropped).states.length).toBeLessThanOrEqual(2)
  })
})

describe('findStep', () => {
  const { ball, ground } = makeDrop()
  const conditions: readonly (readonly [Condition, (values: { y: number; vy: number; touches: boolean; asleep: boolean }) => boolean])[] = [
    [{ when: 'touches', entity: ball }, ({ touches }) => touches],
    [{ when: 'parts', entity: ball, other: ground }, ({ touches }) => !touches],
    [{ when: 'sleeps', entity: ball }, ({ asleep }) => asleep],
    [{ when: 'wakes', entity: ball }, ({ asleep }) => !asleep],
    [{ when: 'below', entity: ball, what: 'y', value: 2 }, ({ y }) => y < 2],
    [{ when: 'above', entity: ball, what: 'speed', value: 3 }, ({ vy }) => Math.abs(vy) > 3],
    [{ when: 'leaves', entity: ball, minX: -1, minY: 1, maxX: 1, maxY: 9 }, ({ y }) => y < 1],
    [{ when: 'enters', entity: ball, minX: -1, minY: 0, maxX: 1, maxY: 1.5 }, ({ y }) => y <= 1.5],
  ]

  it('finds where something begins, forward and backward from anywhere, as brute force does', () => {
    const recording = openRecording(drop, makeDropped)
    const game = makeDrop()
    const values = Array.from({ length: 181 }, (_, step) => {
      if (step > 0) game.step(undefined, step)
      const { Position, Velocity } = getPhysics(game.world)!.components
      const contacts = queryContacts(game.world, ball)
      return { y: Position.y[ball]!, vy: Velocity.y[ball]!, touches: contacts.count > 0, asleep: isSleeping(game.world, ball) }
    })
    expect(values.some(({ asleep }) => asleep)).toBe(true)
    for (const [condition, holds] of conditions) {
      const begins = values.flatMap((value, i) => (holds(value) && (i === 0 || !holds(values[i - 1]!)) ? [i] : []))
      expect(begins.length, JSON.stringify(condition)).toBeGreaterThan(0)
      for (const from of SOAK ? [0, 37, 180, 61, 120] : [0, 61]) {
        const forward = findStep(recording, condition, { from })
        expect(forward, `${JSON.stringify(condition)} after ${from}`).toBe(begins.find((step) => step > from) ?? -1)
        expect(recording.at).toBe(forward < 0 ? 180 : forward)
        const back = findStep(recording, condition, { from, backward: true })
        expect(back, `${JSON.stringify(condition)} before ${from}`).toBe(begins.filter((step) => step < from).at(-1) ?? -1)
        expect(recording.at).toBe(back < 0 ? 0 : back)
      }
      for (const to of SOAK ? [60, 61, 100] : [61]) {
        expect(findStep(recording, condition, { from: 150, to, backward: true })).toBe(begins.filter((step) => step < 150 && step >= to).at(-1) ?? -1)
        expect(findStep(recording, condition, { from: 10, to })).toBe(begins.find((step) => step > 10 && step <= to) ?? -1)
      }
    }
  })

  it('sees a hit in whatever substep it was: as much as the velocity changed', () => {
    const game = makeDrop()
    const { Velocity } = getPhysics(game.world)!.components
    let [step, total] = [0, 0]
    while (total < 1) {
      const before = Velocity.y[ball]!
      game.step(undefined, step++)
      total = getMass(game.world, ball).mass * (Velocity.y[ball]! - before + 9.81 / 60)
    }
    const recording = openRecording(drop, makeDropped)
    const find = (condition: Condition): number => findStep(recording, condition, { from: 0 })
    // Four substeps share it.
    for (const value of [0.24 * total, 0.01]) {
      expect(find({ when: 'impulse', value })).toBe(step)
      expect(find({ when: 'above', entity: ball, what: 'impulse', value })).toBe(step)
      expect(find({ when: 'above', entity: ground, what: 'impulse', value })).toBe(step)
      expect(findStep(recording, { when: 'impulse', value }, { from: step + 1, backward: true })).toBe(step)
    }
    expect(find({ when: 'impulse', value: 1.01 * total })).toBe(-1)
    expect(plotBody(recording, ball).impulse[step]).toBeGreaterThan(0.24 * total)
    // Looking on changes nothing.
    expect(hashWorld(recording.world)).toBe(recording.hashAt(180))
  })

  it('knows who comes and goes, and functions', () => {
    const inputs = Array.from({ length: 200 }, (_, i) => (i === 20 ? { deeds: [{ do: 'spawn', x: 0, shape: 0 }] } : i === 150 ? { deeds: [{ do: 'remove', which: 0 }] } : undefined))
    const recording = openRecording(record(makeGame(), inputs).toBytes(), () => makeGame())
    expect(findStep(recording, { when: 'comes', entity: 2 })).toBe(21)
    expect(findStep(recording, { when: 'goes', entity: 2 })).toBe(151)
    expect(findStep(recording, { when: 'comes', entity: 2 }, { backward: true })).toBe(21)
    expect(findStep(recording, (_, step) => step === 77, { from: 0 })).toBe(77)
    expect(findStep(recording, { when: 'wakes', entity: 99 }, { from: 0 })).toBe(-1)
  })

  it('refuses what cannot be judged', () => {
    const recording = openRecording(drop, makeDropped)
    expect(() => findStep(recording, { when: 'wake', entity: 1 } as never)).toThrow('findStep: that is no condition. Give { when: ... } with one of wakes, ')
    expect(() => findStep(recording, { when: 'wakes' } as never)).toThrow("the condition 'wakes' needs an entity, got undefined")
    expect(() => findStep(recording, { when: 'above', entity: 1, what: 'hight', value: 1 } as never)).toThrow("nothing is called 'hight'")
    expect(() => findStep(recording, { when: 'impulse' } as never)).toThrow("value of the condition 'impulse' must be a number")
    expect(() => findStep(recording, { when: 'leaves', entity: 1, minX: 0, minY: NaN, maxX: 1, maxY: 1 })).toThrow("minY of the condition 'leaves'")
    // It would have been any contact, and any touch.
    expect(() => findStep(recording, { when: 'impulse', entity: 1, value: 1 } as never)).toThrow("findStep: the condition 'impulse': there is no option 'entity'. The options are when, value.")
    expect(() => findStep(recording, { when: 'touches', entity: 1, others: 2 } as never)).toThrow("there is no option 'others'. The options are when, entity, other.")
    expect(() => findStep(recording, { when: 'enters', entity: 1, minX: Symbol('x'), minY: 0, maxX: 1, maxY: 1 } as never)).toThrow("minX of the condition 'enters' must be a number, got Symbol(x).")
    expect(() => findStep(recording, { when: 'sleeps', entity: 1 }, { from: 900 })).toThrow('findStep: there is no step 900')
  })
})
