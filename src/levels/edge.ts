// Nothing is imported here: esbuild puts numbers in the place of constants only from files without imports.

/** Numbers of an edge. */
export const EDGE_STRIDE = 4

/** Places in them. */
export enum Edge {
  /** Where it begins, in steps of the lattice. */
  U = 0,
  V = 1,
  /** The edge that begins where it ends. */
  Next = 2,
  /** 0 for one that goes on as another at the same point. */
  Kind = 3,
}
