/** The public names of `bitecs-physics/quadtree`. */
export { ItemBuffer, PairBuffer } from '../stores/buffers.ts'
export { Quadtree } from './quadtree.ts'
export type { Bounds } from './store.ts'
export type { NodeVisitor } from './visit.ts'
export type { DiscVisitor, NearVisitor, RayVisitor, SegmentVisitor } from './visits.ts'
