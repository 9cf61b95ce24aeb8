// Nothing is imported here: esbuild puts numbers in the place of constants only from files without imports.

/** Which contacts may share a group: bit 0 for two points, bit 1 for a body against the world. */
export const STREAMS = 4
export const WORLD = 2

/** Groups of a stream that are being filled at the same time: an octet of bits in a busy record. */
export const OPEN = 8
export const OPEN_BITS = 0xff

/** Integers in a cursor: the byte where the next group of a stream begins, and the byte behind its room. */
export const CURSOR_STRIDE = 2

/** Of an address in floats: which lane of its group it is. */
export const LAST_LANE = 3

/** Integers in an owner: twice the contact, and one more if it has two points; the float at which its lane begins. */
export const OWNER_STRIDE = 2

/** Work records are 2⁵ bytes long. */
export const WORK_SHIFT = 5
