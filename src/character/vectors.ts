import { move } from './move.ts'
import { Move } from './records.ts'

/** Takes out of a vector of the move what leads along an axis of it: up, or to the right. */
export function dropAlong(place: Move, axis: Move.UpX | Move.RightX): void {
  const x = move[axis]!
  const y = move[axis + 1]!
  const part = move[place]! * x + move[place + 1]! * y
  move[place] = move[place]! - part * x
  move[place + 1] = move[place + 1]! - part * y
}

/** Takes out of a vector of the move what leads into a plane, whose normal stands in `at`. Returns whether anything did. */
export function dropInto(place: Move, at: Float64Array): boolean {
  const nx = at[1]!
  const ny = at[2]!
  const into = move[place]! * nx + move[place + 1]! * ny
  if (into >= 0) return false
  move[place] = move[place]! - into * nx
  move[place + 1] = move[place + 1]! - into * ny
  return true
}

/** The side to which a vector of the move leads: 1 right, −1 left, 0 neither. */
export function sideOf(place: Move): number {
  const along = move[place]! * move[Move.RightX]! + move[place + 1]! * move[Move.RightY]!
  return along > 0 ? 1 : along < 0 ? -1 : 0
}

/**
 * Lays a vector of the move, as level as it is, along the ground in `at`.
 * @param keepsLength Whether it stays as long as it is; else it gets as far to the side.
 */
export function layAlong(place: Move, at: Float64Array, keepsLength: boolean): void {
  const x = move[place]!
  const y = move[place + 1]!
  const side = sideOf(place)
  const level = Math.abs(x * move[Move.RightX]! + y * move[Move.RightY]!)
  // The normal, turned clockwise.
  const tx = at[2]!
  const ty = -at[1]!
  const lean = tx * move[Move.RightX]! + ty * move[Move.RightY]!
  const length = keepsLength ? Math.sqrt(x * x + y * y) : lean > 0 ? level / lean : level
  move[place] = side * length * tx
  move[place + 1] = side * length * ty
}
