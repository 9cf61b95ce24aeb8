import { createRecorder, type Recorder } from '../../../src/recording/index.ts'
import { bodyOf, getMass, queryPoint } from '../../../src/index.ts'
import { playScene, type PlayedScene, type SceneInput } from '../../scenes/play.ts'
import type { Hand } from '../pointer.ts'

/** Seconds a step. */
export const STEP = 1 / 60
/** Milliseconds of a frame that steps may take. */
const BUDGET_MS = 20
/** What the states of a recording may take in the page. */
const MEMORY = 48 * 2 ** 20
/** After five minutes the beginning is forgotten. */
const LAST = 5 * 60 * 60

/** A scene that runs and is recorded, with what the pointer and the keys do to it as its inputs. */
export class LiveScene implements Hand {
  readonly played: PlayedScene
  readonly recorder: Recorder
  private readonly keys = new Set<string>()
  private pointer: { x: number; y: number; reach: number } | null = null
  private pending = 0

  constructor(name: string) {
    this.played = playScene({ scene: name })
    this.recorder = createRecorder(this.played, { about: this.played.about, memory: MEMORY, last: LAST })
  }

  get active(): boolean {
    return this.pointer !== null
  }

  take(x: number, y: number, reach: number): void {
    const { world } = this.played
    const found = [[0, 0], [reach, 0], [-reach, 0], [0, reach], [0, -reach]].some(([dx, dy]) => {
      const hits = queryPoint(world, x + dx, y + dy)
      for (let i = 0; i < hits.count; i++) if (getMass(world, bodyOf(world, hits.entities[i])).mass < Infinity) return true
      return false
    })
    this.pointer = found ? { x, y, reach } : null
  }

  moveTo(x: number, y: number): void {
    if (this.pointer !== null) this.pointer = { ...this.pointer, x, y }
  }

  release(): void {
    this.pointer = null
  }

  press(key: string, down: boolean): void {
    if (down) this.keys.add(key)
    else this.keys.delete(key)
  }

  /** Lets go of everything: no key and no button comes up in another window. */
  letGo(): void {
    this.keys.clear()
    this.release()
  }

  /** The places of the controls that are held down. */
  get held(): number[] {
    return (this.played.built.scene.controls ?? []).flatMap(({ keys }, place) => (keys.some((key) => this.keys.has(key)) ? [place] : []))
  }

  /** Takes the steps that so much real time is due. */
  advance(elapsedMs: number): void {
    this.pending += Math.min(elapsedMs, 100)
    const end = performance.now() + BUDGET_MS
    while (this.pending >= STEP * 1000) {
      this.pending -= STEP * 1000
      this.recorder.step(this.input())
      if (performance.now() > end) this.pending %= STEP * 1000
    }
  }

  private input(): SceneInput | undefined {
    const { held } = this
    if (held.length === 0 && this.pointer === null) return undefined
    return { ...(held.length > 0 ? { held } : {}), ...(this.pointer !== null ? { pull: this.pointer } : {}) }
  }
}
