import type { EntityId } from 'bitecs'

/** Cells that are one, and the entities that they are. */
export interface LevelPart {
  readonly column: number
  readonly row: number
  readonly width: number
  readonly height: number
  readonly kind: number
  /** One, but where the shape of a cell takes several. */
  readonly entities: readonly EntityId[]
}
