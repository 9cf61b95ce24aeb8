/** The unsigned LEB128 form of an integer: seven bits a byte, lowest first. */
export function unsigned(value: number): number[] {
  const bytes: number[] = []
  do {
    const low = value & 0x7f
    value >>>= 7
    bytes.push(value === 0 ? low : low | 0x80)
  } while (value !== 0)
  return bytes
}

/** The signed LEB128 form of a 32-bit integer. */
export function signed(value: number): number[] {
  const bytes: number[] = []
  for (;;) {
    const low = value & 0x7f
    value >>= 7
    if ((value === 0 && (low & 0x40) === 0) || (value === -1 && (low & 0x40) !== 0)) {
      bytes.push(low)
      return bytes
    }
    bytes.push(low | 0x80)
  }
}

/** Bytes, in parts that are put together once, at the end. */
export type Code = readonly (number | Code)[]

/** A name: its length, then its letters, which must be ASCII. */
export function text(name: string): Code {
  return [unsigned(name.length), Array.from(name, (letter) => letter.charCodeAt(0))]
}

/** A list: how many, then each. */
export function list(items: readonly Code[]): Code {
  return [unsigned(items.length), items]
}

/** A block that says how long it is. */
export function sized(code: Code): Code {
  return [unsigned(sizeOf(code)), code]
}

export function sizeOf(code: Code): number {
  let size = 0
  for (const part of code) size += typeof part === 'number' ? 1 : sizeOf(part)
  return size
}

/** Puts the parts together. */
export function assemble(code: Code): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(sizeOf(code))
  write(code, bytes, 0)
  return bytes
}

function write(code: Code, bytes: Uint8Array, at: number): number {
  for (const part of code) {
    if (typeof part === 'number') bytes[at++] = part
    else at = write(part, bytes, at)
  }
  return at
}
