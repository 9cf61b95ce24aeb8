import { BadFile, crc32 } from './bytes.ts'

/** Bytes in front of every file: what it is, its version, its length, its checksum. */
const MAGIC = 0
const VERSION = 4
const LENGTH = 8
const CHECKSUM = 12
export const SEAL = 16

/** Writes the front of a file, of which the first {@link SEAL} bytes are free for it. */
export function seal(bytes: Uint8Array<ArrayBuffer>, magic: number, version: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  view.setUint32(MAGIC, magic, true)
  view.setUint32(VERSION, version, true)
  view.setUint32(LENGTH, bytes.length, true)
  view.setUint32(CHECKSUM, checksumOf(bytes), true)
}

/**
 * Looks whether a file is whole, and what it says that it is.
 * @param writer What writes such files.
 * @throws BadFile where it is not.
 */
export function checkSeal(bytes: Uint8Array, magic: number, version: number, writer: string): void {
  if (bytes.length < SEAL) throw new BadFile('it is too short to be one')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.getUint32(MAGIC, true) !== magic) throw new BadFile(`it was not written by ${writer}`)
  const length = view.getUint32(LENGTH, true)
  if (length !== bytes.length) throw new BadFile(`it has ${bytes.length} bytes and should have ${length}`)
  if (view.getUint32(CHECKSUM, true) !== checksumOf(bytes)) throw new BadFile('its checksum is wrong: it was damaged on the way')
  const found = view.getUint32(VERSION, true)
  if (found !== version) throw new BadFile(`it is of version ${found}, and this is version ${version}`)
}

/** Over everything but itself. */
function checksumOf(bytes: Uint8Array): number {
  return crc32(bytes, CHECKSUM + 4, bytes.length, crc32(bytes, 0, CHECKSUM))
}
