import type { WorldName } from '../../examples/scenes/box-worlds.ts'

/** What the command asks of the process of one subject. */
export type Ask =
  | { readonly do: 'load'; readonly subject: string }
  | { readonly do: 'create'; readonly world: WorldName; readonly count: number; readonly warmMs: number }
  | { readonly do: 'frames'; readonly count: number; readonly expectedMs: number }

/**
 * Milliseconds of each frame, and the pairs of the last one, with a sum that is the same for the same set. After
 * `create` the pairs are those of a frame that is the same for all.
 */
export interface Frames {
  readonly times: readonly number[]
  readonly pairs: number
  readonly checksum: number
}
