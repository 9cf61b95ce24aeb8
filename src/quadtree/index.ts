/** The public names of `bitecs-physics/quadtree`. */
export { ItemBuffer, PairBuffer } from './buffers.ts'
export type { NearVisitor } from './nearest.ts'
export { Quadtree } from './quadtree.ts'
export type { RayVisitor } from './ray.ts'
export type { Bounds } from './store.ts'
export type { NodeVisitor } from './visit.ts'
