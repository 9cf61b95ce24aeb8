/** A module of the kernel, packed: its streams in their order, see `packedModule` in kernel/pack-code.mjs. */
export type StoredCode = readonly StoredBytes[]

interface StoredBytes {
  readonly kinds: string
  readonly letters: string
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
  const [head, declarations, constants, offsets, gets, sets, instructions] = stored.map(fromLetters) as [
    Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array,
  ]
  // What was left out are the alignment of addresses, and lengths.
  const out = new Uint8Array(2 * stored.reduce((sum, { letters }) => sum + letters.length, 0))
  // Locals, with those named last in front.
  const recent = new Uint8Array(256)
  let [declaration, offset, set, get, constant, instruction] = [0, 0, 0, 0, 0, 0]
  out.set(head)
  let at = head.length
  out[at++] = 10
  const section = at
  out[at++] = declarations[declaration++]!
  out[at++] = declarations[declaration++]!
  for (let functions = (out[at - 2]! & 127) + 128 * out[at - 1]!; functions > 0; functions--) {
    const body = at
    for (let declared = (out[at++] = declarations[declaration++]!); declared > 0; declared--) {
      while ((out[at++] = declarations[declaration++]!) > 127);
      out[at++] = declarations[declaration++]!
    }
    for (let i = 0; i < 256; i++) recent[i] = i
    // A function ends with its last open block.
    for (let open = 1; open > 0;) {
      const code = (out[at++] = instructions[instruction++]!)
      // What is computed with what is at hand.
      if (code >= 0x45 && code < 0xfc) continue
      let address = false
      let numbers = 0
      let fixed = 0
      if (code >= 0x20 && code <= 0x22) {
        const place = code === 0x20 ? gets[get++]! : sets[set++]!
        const name = recent[place]!
        recent.copyWithin(1, 0, place)
        recent[0] = out[at++] = name
        if (name > 127) out[at++] = 1
      } else if (code === 0xfd) {
        const which = (out[at++] = instructions[instruction++]!)
        if (which > 127) out[at++] = 1
        address = which <= 11 || (which >= 84 && which <= 93)
        if (which === 12 || which === 13) fixed = 16
        // A lane.
        if ((which >= 21 && which <= 34) || (which >= 84 && which <= 91)) numbers = 1
      } else if (code === 0xfc) {
        // A copy names two memories, a fill one.
        for (let which = (out[at++] = instructions[instruction++]!); which < 12; which++) out[at++] = 0
      } else if (code >= 0x28 && code <= 0x3e) address = true
      else if (code === 0x0b) open--
      else if (code === 0x43) fixed = 4
      else if (code === 0x44) fixed = 8
      // How many targets there are but one, and the targets.
      else if (code === 0x0e) numbers = instructions[instruction]! + 2
      else if (hasNumber(code)) {
        if (code < 5) open++
        numbers = 1
      }
      if (address) {
        out[at++] = 0
        while ((out[at++] = offsets[offset++]!) > 127);
      }
      for (; numbers > 0; numbers--) while ((out[at++] = instructions[instruction++]!) > 127);
      for (; fixed > 0; fixed--) out[at++] = constants[constant++]!
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
function fromLetters({ kinds, letters }: StoredBytes): Uint8Array {
  const table = new Uint8Array(3 * 128)
  const next = [36, 36 + 128, 36 + 256]
  for (let byte = 0; byte < kinds.length; byte++) {
    const kind = Number(kinds[byte])
    if (kind > 2) continue
    if (next[kind]! % 128 === 92) next[kind]!++
    table[next[kind]!++] = byte
  }
  const bytes = new Uint8Array(letters.length)
  let count = 0
  for (let i = 0; i < letters.length; i++) {
    const code = letters.charCodeAt(i)
    bytes[count++] = table[code < 36 ? ((code - 31) >> 1) * 128 + letters.charCodeAt(++i) : code]!
  }
  return bytes.subarray(0, count)
}
