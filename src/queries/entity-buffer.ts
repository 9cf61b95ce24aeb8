import { sortItems } from '../stores/sort-items.ts'
import type { ItemBuffer } from '../stores/buffers.ts'

/** Entities as a column: `entities[0]` to `entities[count − 1]`. */
export interface EntityView {
  readonly count: number
  readonly entities: Uint32Array
}

/**
 * A column of entities of your own, to keep the result of a query in: pass it as `out`. When it is too small,
 * `entities` is replaced by a larger array, which then stays.
 */
export class EntityBuffer implements EntityView {
  count = 0
  entities: Uint32Array

  /** @param capacity Entities that fit before it grows. Default 16. */
  constructor(capacity = 16) {
    this.entities = new Uint32Array(Math.max(1, capacity))
  }
}

/** Copies ids into a buffer. @throws TypeError when the buffer is none. */
export function writeEntities(found: ItemBuffer, out: EntityBuffer, caller: string): void {
  const { items, count } = found
  reserveEntities(out, count, caller)
  const { entities } = out
  for (let i = 0; i < count; i++) entities[i] = items[i]!
  out.count = count
}

/** Sorts ids into a buffer. @throws TypeError when the buffer is none. */
export function sortEntities(found: ItemBuffer, out: EntityBuffer, caller: string): void {
  reserveEntities(out, found.count, caller)
  out.count = sortItems(found.items, found.count, out.entities)
}

function reserveEntities(out: EntityBuffer, count: number, caller: string): void {
  if (!(out.entities instanceof Uint32Array)) {
    throw new TypeError(`${caller}: out.entities must be a Uint32Array. Pass new EntityBuffer().`)
  }
  if (out.entities.length < count) out.entities = new Uint32Array(Math.max(count, 2 * out.entities.length))
}
