import type { KeptEntities } from './bitecs-entities.ts'
import type { Slot } from './slot.ts'
import type { UserStores } from './user-stores.ts'

/** One state: what the engine has, what bitECS has, and what the user has. */
export interface Kept {
  readonly slot: Slot
  readonly entities: KeptEntities
  readonly stores: UserStores
  isFilled: boolean
  /** Whether all bodies in it have `BroadphaseAABB`, as far as is known. */
  isBoxed: boolean
}
