/** Numbers of kinds, row after row; 0 for nothing. */
export type Cells = Uint8Array | Uint16Array
