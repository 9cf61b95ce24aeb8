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

/** A name: its length, then its letters, which must be ASCII. */
export function text(name: string): number[] {
  return [...unsigned(name.length), ...Array.from(name, (letter) => letter.charCodeAt(0))]
}

/** A list: how many, then each. */
export function list(items: readonly (readonly number[])[]): number[] {
  return [...unsigned(items.length), ...items.flat()]
}

/** A block that says how long it is. */
export function sized(bytes: readonly number[]): number[] {
  return [...unsigned(bytes.length), ...bytes]
}
