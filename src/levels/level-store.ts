import type { EntityId } from 'bitecs'
import type { LevelPart } from './level-part.ts'

/** Numbers of a part before its entities. */
const FRONT = 6

/** What a level knows as numbers, for snapshots. */
export interface LevelStore {
  readonly cells: Uint16Array
  /** By chunk: its turn to be made anew, 0 for none. */
  readonly waiting: Int32Array
  /** By chunk how many parts it has, and these; made when it is asked for, so that edits need not. */
  parts: Int32Array
}

/**
 * @param chunks How many there are.
 * @param read, write What `parts` is, and what becomes of what is put there.
 */
export function makeStore(cells: Uint16Array, chunks: number, read: () => Int32Array, write: (parts: Int32Array) => void): LevelStore {
  return { cells, waiting: new Int32Array(chunks), get parts() { return read() }, set parts(parts) { write(parts) } }
}

/** All parts of a level, chunk after chunk. */
export function flatten(chunks: readonly (readonly LevelPart[])[]): Int32Array {
  let length = 0
  for (const parts of chunks) {
    length++
    for (const { entities } of parts) length += FRONT + entities.length
  }
  const flat = new Int32Array(length)
  let at = 0
  for (const parts of chunks) {
    flat[at++] = parts.length
    for (const { column, row, width, height, kind, entities } of parts) {
      for (const value of [column, row, width, height, kind, entities.length]) flat[at++] = value
      for (const entity of entities) flat[at++] = entity
    }
  }
  return flat
}

/** The parts of which these are the numbers, by chunk. What is behind them does not matter. */
export function unflatten(flat: Int32Array, chunks: number): LevelPart[][] {
  let at = 0
  return Array.from({ length: chunks }, () => Array.from({ length: flat[at++]! }, () => {
    const entities: EntityId[] = Array.from(flat.subarray(at + FRONT, at + FRONT + flat[at + FRONT - 1]!))
    const part = { column: flat[at]!, row: flat[at + 1]!, width: flat[at + 2]!, height: flat[at + 3]!, kind: flat[at + 4]!, entities }
    at += FRONT + entities.length
    return part
  }))
}
