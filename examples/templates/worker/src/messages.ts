/** What the page sends. */
export type ToWorker =
  /** So much time has passed: answer with the poses to draw. The array is the one of the last answer, to be filled again. */
  | { type: 'frame'; seconds: number; poses: Float32Array<ArrayBuffer> }
  | { type: 'spawn'; x: number; y: number }

/** What the worker answers to a frame: `x`, `y` and `angle` of each of `count` balls. */
export interface ToPage {
  count: number
  poses: Float32Array<ArrayBuffer>
}

export const RADIUS = 0.4 // meters
export const WIDTH = 60 // meters that the page is wide
