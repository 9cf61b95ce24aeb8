import type { World } from 'bitecs'
import type { Stepper } from '../../src/index.ts'

/** What a player does. The page fills it in from keys, mouse and fingers; a test from a script. */
export interface Input {
  /** −1 to 1. */
  moveX: number
  moveY: number
  /** A place in the world. Meters. */
  aimX: number
  aimY: number
  fire: boolean
  special: boolean
}

/** What the page needs of a game. Meters and seconds, y up. */
export interface Game {
  readonly title: string
  readonly help: string
  readonly world: World
  /** The page calls `advance` of it once a frame. */
  readonly stepper: Stepper
  readonly input: Input
  /** What is seen: the middle, and how high. */
  readonly view: { x: number; y: number; height: number }
  /** Whether space acts as the mouse does. Default false: it is the other action. */
  readonly usesSpace?: boolean
  readonly score: number
  readonly over: boolean
  /** One line about how it stands. */
  status(): string
  /** Draws the world as it is `alpha` of a step after the last one. The context counts in meters, y up. */
  draw(context: CanvasRenderingContext2D, alpha: number): void
}

export function createInput(): Input {
  return { moveX: 0, moveY: 0, aimX: 0, aimY: 0, fire: false, special: false }
}
