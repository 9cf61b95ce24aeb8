/** A module of the kernel, packed: see `packedModule` in kernel/pack-code.mjs. */
export interface StoredCode {
  readonly kinds: string
  readonly letters: string
  /** Where the streams begin that lie behind what stands before the code: see there. */
  readonly starts: readonly [number, number, number, number, number]
}

let joints: StoredCode | undefined

/** Hands over the code of the functions for joints, which are half of the kernel: a program without joints has none of it. */
export function provideJointCode(code: StoredCode): void {
  joints = code
}

export function jointCode(): StoredCode {
  if (joints !== undefined) return joints
  throw new Error(
    'bitecs-physics: this world has joints, but this program never brought along what solves them. Make joints with ' +
      'revoluteJoint(…) or another of the builders, or call bringJoints() once.',
  )
}

/** The bytes of a module. It runs once, before it is compiled well: so it is one loop that calls nothing. */
export function toBytes(stored: StoredCode): Uint8Array<ArrayBuffer> {
  const bytes = fromLetters(stored)
  // What was left out are the alignment of addresses, and lengths.
  const out = new Uint8Array(2 * bytes.length)
  // Locals, with those named last in front.
  const recent = new Uint8Array(256)
  let [declaration, instruction, local, offset, constant] = stored.starts
  out.set(bytes.subarray(0, declaration))
  let at = declaration
  out[at++] = 10
  const section = at
  for (let functions = (out[at++] = bytes[declaration++]!); functions > 0; functions--) {
    const body = at
    for (let declared = (out[at++] = bytes[declaration++]!); declared > 0; declared--) {
      while ((out[at++] = bytes[declaration++]!) > 127);
      out[at++] = bytes[declaration++]!
    }
    for (let i = 0; i < 256; i++) recent[i] = i
    // A function ends with its last open block.
    for (let open = 1; open > 0;) {
      const code = (out[at++] = bytes[instruction++]!)
      // What is computed with what is at hand.
      if (code >= 0x45 && code < 0xfc) continue
      let address = false
      let numbers = 0
      let constants = 0
      if (code >= 0x20 && code <= 0x22) {
        const place = bytes[local++]!
        const name = recent[place]!
        recent.copyWithin(1, 0, place)
        recent[0] = out[at++] = name
        if (name > 127) out[at++] = 1
      } else if (code === 0xfd) {
        const which = (out[at++] = bytes[instruction++]!)
        if (which > 127) out[at++] = 1
        address = which <= 11 || (which >= 84 && which <= 93)
        if (which === 12 || which === 13) constants = 16
        // A lane.
        if ((which >= 21 && which <= 34) || (which >= 84 && which <= 91)) numbers = 1
      } else if (code === 0xfc) {
        // A copy names two memories, a fill one.
        for (let which = (out[at++] = bytes[instruction++]!); which < 12; which++) out[at++] = 0
      } else if (code >= 0x28 && code <= 0x3e) address = true
      else if (code === 0x0b) open--
      else if (code === 0x43) constants = 4
      else if (code === 0x44) constants = 8
      // How many targets there are but one, and the targets.
      else if (code === 0x0e) numbers = bytes[instruction]! + 2
      else if (hasNumber(code)) {
        if (code < 5) open++
        numbers = 1
      }
      if (address) {
        out[at++] = 0
        while ((out[at++] = bytes[offset++]!) > 127);
      }
      for (; numbers > 0; numbers--) while ((out[at++] = bytes[instruction++]!) > 127);
      for (; constants > 0; constants--) out[at++] = bytes[constant++]!
    }
    at = putLength(out, body, at)
  }
  return out.slice(0, putLength(out, section, at))
}

/** Instructions with one number: blocks, branches, calls, globals and whole constants. */
function hasNumber(code: number): boolean {
  return (code >= 2 && code <= 4) || code === 0xc || code === 0xd || code === 0x10 || code === 0x23 || code === 0x24 || code === 0x41 || code === 0x42
}

/** Puts the length of what lies between two places before it. Returns where it ends then. */
function putLength(out: Uint8Array, start: number, end: number): number {
  let digits = 1
  for (let length = (end - start) >>> 7; length > 0; length >>>= 7) digits++
  out.copyWithin(start + digits, start, end)
  for (let i = 1, length = end - start; i <= digits; i++, length >>>= 7) out[start + i - 1] = (length & 127) | (i < digits ? 128 : 0)
  return end + digits
}

/** A letter is a byte, or two are, the first of which says of what kind: ! is 33, # is 35. No letter is a backslash, which is 92. */
function fromLetters({ kinds, letters }: StoredCode): Uint8Array {
  const table = new Uint8Array(3 * 128)
  const next = [36, 36 + 128, 36 + 256]
  for (let byte = 0; byte < 256; byte++) {
    const kind = Number(kinds[byte])
    if (next[kind]! % 128 === 92) next[kind]!++
    table[next[kind]!++] = byte
  }
  const bytes = new Uint8Array(letters.length)
  let count = 0
  for (let i = 0; i < letters.length; i++) {
    const code = letters.charCodeAt(i)
    bytes[count++] = table[code < 36 ? ((code - 31) >> 1) * 128 + letters.charCodeAt(++i) : code]!
  }
  return bytes
}
