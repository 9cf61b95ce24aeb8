/**
 * Whether this is `npm run soak`, which tries the whole of every range and takes as long as that does; `npm test` tries a
 * part of the longest.
 */
export const SOAK = process.env['SOAK'] === '1'

/** All of the cases in `npm run soak`, else those of the part. */
export function whole<T>(all: readonly T[], part: readonly T[]): readonly T[] {
  return SOAK ? all : part
}
