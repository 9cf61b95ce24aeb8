import { bodyOf, queryPoint } from '../../../src/index.ts'
import {
  compareRecordings, findStep, openRecording, readStages, showStage, verifyRecording, type Recording, type RecordingDifference, type Stage,
} from '../../../src/recording/index.ts'
import { playScene, type PlayedScene } from '../../scenes/play.ts'
import type { Breakpoint } from './breakpoints.ts'

/** Steps that a search or a comparison takes in one frame, and the milliseconds that it goes on with more. */
const STRETCH = 20
const BUDGET_MS = 30

/** A file that is looked at: played in the world that is shown, and in another one for what takes long. */
export class Replay {
  readonly recording: Recording
  readonly scout: Recording
  readonly bytes: Uint8Array<ArrayBuffer>
  played!: PlayedScene
  /** Those of the step that led to where it is; empty while nobody looks inside. */
  stages: readonly Stage[] = []
  stage = 0
  /** Counts what was begun: what takes many frames ends when something else has begun. */
  private task = 0

  /** @throws Error on a file that cannot be used. */
  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.bytes = bytes
    this.recording = openRecording(bytes, (about) => (this.played = playScene(about)))
    this.scout = openRecording(bytes, playScene, { memory: 0 })
  }

  seek(step: number): void {
    this.task++
    this.stages = []
    this.recording.seek(Math.min(Math.max(step, this.recording.first), this.recording.end))
  }

  /** Goes some steps on. @returns Whether a breakpoint stopped it. */
  advance(steps: number, breakpoints: readonly Breakpoint[]): boolean {
    const { recording } = this
    const to = Math.min(recording.end, recording.at + steps)
    this.stages = []
    if (breakpoints.length > 0) return findStep(recording, breakpoints, { to }) >= 0
    recording.seek(to)
    return false
  }

  /** Looks for the next breakpoint, some steps in each frame. @returns The step, or −1; null where something else has begun meanwhile. */
  async find(breakpoints: readonly Breakpoint[], backward: boolean): Promise<number | null> {
    const { recording } = this
    const { at: home } = recording
    this.seek(recording.at)
    const { task } = this
    const limit = backward ? recording.first : recording.end
    while (recording.at !== limit) {
      const stop = performance.now() + BUDGET_MS
      while (recording.at !== limit && performance.now() < stop) {
        const to = backward ? Math.max(limit, recording.at - 64) : Math.min(limit, recording.at + STRETCH)
        const found = findStep(recording, breakpoints, { to, backward })
        if (found >= 0) return found
      }
      await nextFrame()
      if (this.task !== task) return null
    }
    recording.seek(home)
    return -1
  }

  /** Whether a breakpoint begins to hold just there. */
  beginsAt(breakpoint: Breakpoint, step: number): boolean {
    return findStep(this.scout, breakpoint, { from: step - 1, to: step }) === step
  }

  /** Compares with another file, or with what this machine makes of the inputs. */
  async compare(other: Recording | null): Promise<RecordingDifference | null> {
    const { scout } = this
    const [first, end] = other === null ? [scout.first, scout.end] : [Math.max(scout.first, other.first), Math.min(scout.end, other.end)]
    for (let from = first; from <= end; ) {
      const stop = performance.now() + BUDGET_MS
      while (from <= end && performance.now() < stop) {
        // A stretch has to reach a saved state, where the column can be named.
        const to = Math.min(end, scout.states.find((step) => step >= from + STRETCH) ?? end)
        const found = other === null ? verifyRecording(scout, { from, to }) : compareRecordings(scout, other, { from, to })
        if (found !== null) return found
        from = to + 1
      }
      await nextFrame()
    }
    return null
  }

  /** Looks into the step that led here. @returns Whether there is one. */
  enter(): boolean {
    this.stages = readStages(this.recording)
    this.stage = this.stages.length - 1
    return this.stages.length > 0
  }

  leave(): void {
    if (this.stages.length > 0) showStage(this.recording, null)
    this.stages = []
  }

  showStage(stage: number): void {
    this.stage = stage
    showStage(this.recording, this.stages[stage] ?? null)
  }

  /** The body at a place, or the next one within reach; 0 where there is none. */
  bodyAt(x: number, y: number, reach: number): number {
    const { world } = this.recording
    for (const [dx, dy] of [[0, 0], [reach, 0], [-reach, 0], [0, reach], [0, -reach]]) {
      const hits = queryPoint(world, x + dx, y + dy)
      if (hits.count > 0) return bodyOf(world, hits.entities[hits.count - 1])
    }
    return 0
  }

  free(): void {
    this.task++
    this.recording.free()
    this.scout.free()
  }
}

function nextFrame(): Promise<void> {
  return new Promise((resolve) => { requestAnimationFrame(() => resolve()) })
}
