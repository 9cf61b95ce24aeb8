import fc from 'fast-check'
import { expect, it } from 'vitest'
import { buildScene } from '../../examples/scenes/build.ts'
import { type SceneEntry, scenes } from '../../examples/scenes/index.ts'
import { playScene } from '../../examples/scenes/play.ts'
import { hashWorld } from '../../src/index.ts'
import { createRecorder, openRecording, verifyRecording } from '../../src/recording/index.ts'
import { whole } from '../support/soak.ts'

const SMALL = { count: 24, base: 6, columns: 4, rows: 4, statics: 40, awake: 10 }
const STEPS = 24

/** One of each part of the engine, of drives that spawn, and of those that remember; all in `npm run soak`. */
const PART = ['compounds', 'arena', 'ragdolls', 'ball-and-chain', 'car', 'harbor']

it.each(whole(scenes, scenes.filter(({ name }) => PART.includes(name))))('$name is the same at every step, in whatever order they are sought', check)

function check(entry: SceneEntry): void {
  const number = scenes.indexOf(entry)
  const straight = buildScene(entry.create(SMALL))
  const hashes = [hashWorld(straight.world)]
  const recorder = createRecorder(playScene({ scene: entry.name, options: SMALL }), { every: 1 + (number % 9), about: { scene: entry.name, options: SMALL } })
  for (let step = 0; step < STEPS; step++) {
    straight.step()
    hashes.push(hashWorld(straight.world))
    recorder.step()
  }
  const recording = openRecording(recorder.toBytes(), playScene, { memory: number % 2 === 0 ? 0 : 2 ** 24 })
  expect(recording.end).toBe(STEPS)
  fc.assert(fc.property(fc.array(fc.nat(STEPS), { minLength: 3, maxLength: 6 }), (steps) => {
    for (const step of steps) {
      recording.seek(step)
      expect(recording.at).toBe(step)
      expect(hashWorld(recording.world)).toBe(hashes[step])
      expect(recording.hashAt(step)).toBe(hashes[step])
    }
  }), { numRuns: whole([20], [2])[0]!, seed: number })
  expect(verifyRecording(recording)).toBe(null)
}
