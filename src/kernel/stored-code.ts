/** Bytes as letters: see `bytesModule` in kernel/build.mjs. */
export interface StoredCode {
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

/** Reads what `bytesModule` in kernel/build.mjs writes: a letter is a byte, or two are, the first of which says of what kind. */
export function toBytes({ kinds: list, letters }: StoredCode): Uint8Array<ArrayBuffer> {
  const kinds: number[][] = [[], [], []]
  for (let byte = 0; byte < 256; byte++) kinds[Number(list[byte])]!.push(byte)
  const bytes = new Uint8Array(letters.length)
  let count = 0
  for (let i = 0; i < letters.length; i++) {
    let code = letters.charCodeAt(i)
    let kind = kinds[0]!
    // ! is 33, # is 35.
    if (code < 36) {
      kind = kinds[(code - 31) >> 1]!
      code = letters.charCodeAt(++i)
    }
    // No letter is a backslash, which is 92.
    bytes[count++] = kind[code - (code > 92 ? 37 : 36)]!
  }
  return bytes.subarray(0, count)
}
