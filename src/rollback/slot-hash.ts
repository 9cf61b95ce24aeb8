import { type HashedColumns, hashColumns } from '../queries/hash.ts'
import type { Slot } from '../snapshots/slot.ts'
import type { StateList } from '../stores/state-list.ts'

/** Where a slot has what a hash is made of. */
const NAMES: Readonly<Record<keyof HashedColumns, string>> = {
  kind: 'entity.bodies.kind', x: 'entity.Position.x', y: 'entity.Position.y', angle: 'entity.Rotation.angle', vx: 'entity.Velocity.x',
  vy: 'entity.Velocity.y', angular: 'entity.Velocity.angular',
}

/** Finds the `hashWorld` of states that were saved. */
export class SlotHash {
  private readonly places: Readonly<Record<keyof HashedColumns, number>>

  constructor(list: StateList) {
    const placeOf = (name: string): number => list.arrays.findIndex((array) => array.name === name)
    this.places = Object.fromEntries(Object.entries(NAMES).map(([key, name]) => [key, placeOf(name)])) as typeof this.places
  }

  of({ arrays, entries }: Slot): number {
    const { kind, x, y, angle, vx, vy, angular } = this.places
    const values = (place: number): ArrayLike<number> => arrays[place]!.values as ArrayLike<number>
    const columns = { kind: values(kind), x: values(x), y: values(y), angle: values(angle), vx: values(vx), vy: values(vy), angular: values(angular) }
    return hashColumns(columns, entries[kind]!, null)
  }
}
