import type { WorldName } from './worlds.ts'

/** What the command asks of the process of one subject. */
export type Ask =
  | { readonly do: 'load'; readonly subject: string }
  | { readonly do: 'create'; readonly world: WorldName; readonly count: number; readonly warmMs: number }
  | { readonly do: 'frames'; readonly count: number }

/** Milliseconds of each frame, and the pairs of the last one, with a sum that is the same for the same set. */
export interface Frames {
  readonly times: readonly number[]
  readonly pairs: number
  readonly checksum: number
  /** Frames since the world was made: two answers can only be compared at the same frame. */
  readonly frame: number
}
