import type { KnownKind } from './tile-kinds.ts'

/** What the outline of a kind has in common with the sides of its cell, and what not. */
export interface Rim {
  /** By side (see {@link NEIGHBOR_U}): where the shape covers it, from and to in turn, from 0 to 1 along u or v. */
  readonly covers: readonly (readonly number[])[]
  /** Edges that lie on no side: u and v of both ends. */
  readonly inner: readonly (readonly [number, number, number, number])[]
}

/** Sides of a cell, in the axes u (columns) and v (rows), in the order in which an outline with positive area meets them. */
export const NEIGHBOR_U = [0, 1, 0, -1]
export const NEIGHBOR_V = [-1, 0, 1, 0]

export const NOTHING: readonly number[] = []

export function rimOf(kind: KnownKind): Rim {
  const covers: number[][] = [[], [], [], []]
  const inner: [number, number, number, number][] = []
  for (const outline of kind.outlines) {
    for (let i = 0; i < outline.length; i += 2) {
      const k = (i + 2) % outline.length
      const [u1, v1, u2, v2] = [outline[i]!, outline[i + 1]!, outline[k]!, outline[k + 1]!]
      const side = v1 === 0 && v2 === 0 ? 0 : u1 === 1 && u2 === 1 ? 1 : v1 === 1 && v2 === 1 ? 2 : u1 === 0 && u2 === 0 ? 3 : -1
      if (side < 0) inner.push([u1, v1, u2, v2])
      else covers[side]!.push(...(side % 2 === 0 ? [Math.min(u1, u2), Math.max(u1, u2)] : [Math.min(v1, v2), Math.max(v1, v2)]))
    }
  }
  return { covers: covers.map(joinIntervals), inner }
}

/** Whether the shape is all of its cell. */
export function isFull({ covers, inner }: Rim): boolean {
  return inner.length === 0 && covers.every(coversAll)
}

function coversAll(cover: readonly number[]): boolean {
  return cover.length === 2 && cover[0] === 0 && cover[1] === 1
}

/** Intervals in their order, those that meet joined. */
function joinIntervals(intervals: readonly number[]): number[] {
  const pairs: [number, number][] = []
  for (let i = 0; i < intervals.length; i += 2) pairs.push([intervals[i]!, intervals[i + 1]!])
  pairs.sort((one, other) => one[0] - other[0])
  const joined: number[] = []
  for (const [from, to] of pairs) {
    if (joined.length > 0 && joined[joined.length - 1]! >= from) joined[joined.length - 1] = Math.max(joined[joined.length - 1]!, to)
    else joined.push(from, to)
  }
  return joined
}

/** The parts of intervals that are in none of the others. */
export function without(intervals: readonly number[], others: readonly number[]): readonly number[] {
  if (intervals.length === 0 || others.length === 0) return intervals
  if (coversAll(others)) return NOTHING
  let left = intervals
  for (let k = 0; k < others.length; k += 2) {
    const cut: number[] = []
    for (let i = 0; i < left.length; i += 2) {
      if (left[i]! < Math.min(left[i + 1]!, others[k]!)) cut.push(left[i]!, Math.min(left[i + 1]!, others[k]!))
      if (Math.max(left[i]!, others[k + 1]!) < left[i + 1]!) cut.push(Math.max(left[i]!, others[k + 1]!), left[i + 1]!)
    }
    left = cut
  }
  return left
}
