import { type ComponentSpec, float } from './spec.ts'

/**
 * The fat world box of a collider: its bounds and a margin around them, so that a body may move a little without
 * work for the broad phase. Written by UpdateAABBs, read-only for everyone else. Unit: length.
 */
export interface BroadphaseAABB {
  minX: Float64Array
  minY: Float64Array
  maxX: Float64Array
  maxY: Float64Array
}

export const broadphaseAABBSpec: ComponentSpec<'minX' | 'minY' | 'maxX' | 'maxY'> = {
  name: 'BroadphaseAABB',
  fields: { minX: float(), minY: float(), maxX: float(), maxY: float() },
}
