// Nothing is imported here: esbuild puts numbers in the place of constants only from files without imports.

/** Which contacts may share a group: bit 0 for two points, bit 1 for a body against the world. */
export const STREAMS = 4
export const WORLD = 2

/** Groups of a stream that are being filled at the same time: an octet of bits in a busy record. */
export const OPEN = 8
export const OPEN_BITS = 0xff

/** Integers in a cursor. */
export const CURSOR_STRIDE = 2

/** Places in a cursor: the byte where the next group of a stream begins, and the byte behind its room. */
export enum Cursor {
  Next = 0,
  End = 1,
}

/** Integers in a run: groups of a stream that follow each other in memory. */
export const RUN_STRIDE = 3

/** Places in a run: its stream, the first byte of its groups, and the byte behind the last one. */
export enum Run {
  Stream = 0,
  First = 1,
  End = 2,
}

/** Integers in an owner. */
export const OWNER_STRIDE = 2

/** Places in an owner: twice the contact, and one more if it has two points; the float at which its lane begins. */
export enum Owner {
  Contact = 0,
  Lane = 1,
}
