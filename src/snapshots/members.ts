import { BodyKind } from '../bodies/body-kind.ts'
import { Role } from '../bodies/bodies.ts'
import { Member } from '../state/preview.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { ItemBuffer } from '../stores/buffers.ts'
import type { StateList } from '../stores/state-list.ts'
import type { Slot } from './slot.ts'

/** The columns that say who is in the broad phase, and with which box. */
const COLUMNS = [
  'entity.bodies.role', 'entity.bodies.kind', 'entity.bodies.bodyOf', 'entity.BroadphaseAABB.minX', 'entity.BroadphaseAABB.minY',
  'entity.BroadphaseAABB.maxX', 'entity.BroadphaseAABB.maxY',
]

/**
 * Tells the broad phase what a restore changes: who comes, goes and has another box. What a broad phase finds depends on
 * that alone (the order in which it finds it is free, see `BroadPhase`), so nothing of it needs to be saved, and one of the
 * user's own will do. What stayed as it was costs a comparison.
 */
export class Members {
  private readonly places: readonly number[]
  /** Who is somewhere else then, and how it will be in the broad phase. */
  private readonly changed = new ItemBuffer()
  private readonly becomes = new ItemBuffer()

  constructor(list: StateList) {
    this.places = COLUMNS.map((column) => list.arrays.findIndex(({ name }) => name === column))
  }

  /** To be called before anything is put back: takes out who goes, while its box is still that which it had. */
  begin({ bodies, collision, stores, columns }: PhysicsWorld, slot: Slot, end: number): void {
    const { role, kind, bodyOf } = bodies
    const { minX, minY, maxX, maxY } = stores.BroadphaseAABB
    const { changed, becomes } = this
    changed.clear()
    becomes.clear()
    const { arrays } = slot
    const { places } = this
    const keptRole = arrays[places[0]!]!.values as Uint8Array
    const keptKind = arrays[places[1]!]!.values as Uint8Array
    const keptBody = arrays[places[2]!]!.values as Uint32Array
    const left = arrays[places[3]!]!.values as Float64Array
    const low = arrays[places[4]!]!.values as Float64Array
    const right = arrays[places[5]!]!.values as Float64Array
    const high = arrays[places[6]!]!.values as Float64Array
    const keptEnd = slot.entries[this.places[0]!]!
    const last = Math.min(end, columns.capacity)
    const isSameCrowd = last === keptEnd && slot.holds(places[0]!)
    for (let id = 1; id < last; id++) {
      const isThere = left[id] === minX[id] && low[id] === minY[id] && right[id] === maxX[id] && high[id] === maxY[id]
      if (isThere && isSameCrowd) continue
      const was = memberOf(role[id]!, kind[bodyOf[id]!]!)
      const is = id < keptEnd ? memberOf(keptRole[id]!, keptKind[keptBody[id]!]!) : Member.None
      if (was === is) {
        if (is === Member.None || isThere) continue
      } else if (was !== Member.None) collision.broadPhase.remove(id)
      if (is === Member.None) continue
      changed.push(id)
      becomes.push(was === is ? Member.None : is)
    }
  }

  /** To be called when everything is back. */
  end({ collision: { broadPhase } }: PhysicsWorld): void {
    const { changed, becomes } = this
    for (let i = 0; i < changed.count; i++) {
      const is = becomes.items[i]!
      if (is === Member.None) broadPhase.update(changed.items[i]!)
      else broadPhase.add(changed.items[i]!, is === Member.Fixed)
    }
  }
}

function memberOf(role: number, kind: number): Member {
  if ((role & Role.Collider) === 0) return Member.None
  return kind === BodyKind.Static ? Member.Fixed : Member.Moving
}
