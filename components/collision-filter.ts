import type { ComponentSpec } from './spec.ts'

/**
 * Which colliders can touch. Optional: without it a collider is in category 1 and touches everything.
 *
 * Two colliders touch when the mask of each holds a category of the other; but when both are in the same group
 * that is not 0, they always touch (a positive group) or never (a negative one).
 */
export interface CollisionFilter {
  /** Bits of the categories that this collider is in. Default 1. */
  category: Uint32Array
  /** Bits of the categories that it touches. Default all. */
  mask: Uint32Array
  /** Overrides the bits within a group. Default 0: no group. */
  group: Int32Array
}

export const collisionFilterSpec: ComponentSpec<'category' | 'mask' | 'group'> = {
  name: 'CollisionFilter',
  fields: {
    category: { kind: 'u32', initial: 1, rule: 'uint32' },
    mask: { kind: 'u32', initial: 0xffffffff, rule: 'uint32' },
    group: { kind: 'i32', initial: 0, rule: 'int32' },
  },
}
