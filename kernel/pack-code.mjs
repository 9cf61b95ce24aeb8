// Packs a WebAssembly module into letters. `src/kernel/stored-code.ts` unpacks it.

/** From $ on, without the backslash: text needs no escapes. */
const LETTERS = Array.from({ length: 91 }, (_, i) => String.fromCharCode(36 + i)).filter((letter) => letter !== '\\')

/** What stands before the code; then, of all functions: declarations, constants, offsets, which locals they get and set, and instructions. */
const [HEAD, DECLARATIONS, CONSTANTS, OFFSETS, GETS, SETS, INSTRUCTIONS] = [0, 1, 2, 3, 4, 5, 6]

/**
 * The source of a module that holds the code. gzip makes an eighth less of instructions and their operands when each kind lies
 * together, and of locals when they are named by how many others were named since: 18.4 kB for 21.8 of the kernel. Each kind has letters of its
 * own, and those that are like each other are neighbors: 36.7 kB of what had been 37.9, in the mean of twelve programs. Another order takes up
 * to 0.6 kB more; targets of branches, whole constants and names of functions apart from the instructions 0 to 0.5 kB more.
 */
export function packedModule(wasm) {
  return `// Written by kernel/build.mjs: do not edit.
import type { StoredCode } from './stored-code.ts'

export const CODE: StoredCode = ${JSON.stringify(streamsOf(wasm).map(lettersOf))}
`
}

/**
 * Bytes as letters of ASCII, of which gzip makes hardly more than of the bytes themselves. The 90 that are most frequent are one
 * letter each; ! before a letter is for 90 others, # for the rest. The kind of each byte is listed, up to the last that occurs, so that which
 * letter is which is known by their order; 3 is for what does not occur. No space: `build/short-texts.ts` would take it for a text.
 */
function lettersOf(bytes) {
  const counts = Array.from({ length: 256 }, () => 0)
  for (const byte of bytes) counts[byte]++
  const ranks = [...counts.keys()].sort((a, b) => counts[b] - counts[a] || a - b)
  const kinds = counts.map((count, byte) => (count === 0 ? 3 : Math.floor(ranks.indexOf(byte) / LETTERS.length)))
  const seen = [0, 0, 0]
  const written = kinds.map((kind) => (kind === 3 ? '' : ['', '!', '#'][kind] + LETTERS[seen[kind]++]))
  return { kinds: kinds.join('').replace(/3+$/, ''), letters: Array.from(bytes, (byte) => written[byte]).join('') }
}

function streamsOf(wasm) {
  const streams = [[], [], [], [], [], [], []]
  const reader = new Reader(wasm)
  reader.at = 8
  while (wasm[reader.at] !== 10) {
    reader.at++
    const bytes = reader.number()
    reader.at += bytes
  }
  streams[HEAD].push(...wasm.subarray(0, reader.at))
  reader.at++
  if (reader.number() + reader.at !== wasm.length) throw new Error('kernel: there is something behind the code')
  const functions = reader.number()
  // As a number of two bytes, whatever it is.
  streams[DECLARATIONS].push((functions & 127) | 128, functions >> 7)
  for (let i = 0; i < functions; i++) packFunction(reader, streams)
  return streams
}

function packFunction(reader, streams) {
  const copy = (stream, bytes) => streams[stream].push(...reader.bytes(bytes))
  const copyNumber = (stream = INSTRUCTIONS) => streams[stream].push(...writtenNumber(reader.number()))
  const end = reader.number() + reader.at
  const declared = reader.number()
  streams[DECLARATIONS].push(short(declared))
  for (let i = 0; i < declared; i++) {
    copyNumber(DECLARATIONS)
    copy(DECLARATIONS, 1)
  }
  const recent = Array.from({ length: 256 }, (_, i) => i)
  const copyAddress = () => {
    // What it says of alignment means nothing to engines: the reader writes 0.
    reader.number()
    copyNumber(OFFSETS)
  }
  while (reader.at < end) {
    const [code] = reader.bytes(1)
    streams[INSTRUCTIONS].push(code)
    if (code === 0xfd) {
      const which = reader.number()
      if (which > 255) throw new Error(`kernel: the packer does not know the instruction 0xfd ${which}`)
      streams[INSTRUCTIONS].push(which)
      if (which <= 11 || (which >= 84 && which <= 93)) copyAddress()
      else if (which <= 13) copy(CONSTANTS, 16)
      // A lane.
      if ((which >= 21 && which <= 34) || (which >= 84 && which <= 91)) copy(INSTRUCTIONS, 1)
    } else if (code === 0xfc) {
      const which = reader.number()
      if (which !== 10 && which !== 11) throw new Error(`kernel: the packer does not know the instruction 0xfc ${which}`)
      streams[INSTRUCTIONS].push(which)
      reader.bytes(12 - which)
    } else if (code >= 0x20 && code <= 0x22) {
      const place = recent.indexOf(reader.number())
      if (place < 0) throw new Error('kernel: the packer does not know functions with more than 256 locals')
      recent.unshift(...recent.splice(place, 1))
      streams[code === 0x20 ? GETS : SETS].push(place)
    } else if (code >= 0x28 && code <= 0x3e) copyAddress()
    else if (code === 0x43) copy(CONSTANTS, 4)
    else if (code === 0x44) copy(CONSTANTS, 8)
    else if (code === 0x0e) {
      const targets = reader.number()
      streams[INSTRUCTIONS].push(short(targets))
      for (let i = 0; i <= targets; i++) copyNumber()
    } else if (hasNumber(code)) streams[INSTRUCTIONS].push(...reader.numberAsItIs())
    else if (code > 0xc4 || code === 0x11 || (code >= 0x1c && code <= 0x1f) || code === 0x3f || code === 0x40) {
      throw new Error(`kernel: the packer does not know the instruction ${code}`)
    }
  }
}

/** Instructions with one number: blocks, branches, calls, globals and whole constants. */
function hasNumber(code) {
  return (code >= 2 && code <= 4) || code === 0xc || code === 0xd || code === 0x10 || code === 0x23 || code === 0x24 || code === 0x41 || code === 0x42
}

function short(count) {
  if (count < 126) return count
  throw new Error(`kernel: the packer does not know how to count to ${count}`)
}

function writtenNumber(number) {
  return number < 128 ? [number] : [(number & 127) | 128, ...writtenNumber(number >>> 7)]
}

class Reader {
  at = 0

  constructor(wasm) {
    this.wasm = wasm
  }

  bytes(count) {
    this.at += count
    return this.wasm.subarray(this.at - count, this.at)
  }

  number() {
    return this.numberAsItIs().reduce((sum, byte, i) => sum + (byte & 127) * 2 ** (7 * i), 0)
  }

  /** Its bytes: of those with a sign, too. */
  numberAsItIs() {
    const first = this.at
    while (this.wasm[this.at++] > 127);
    return [...this.wasm.subarray(first, this.at)]
  }
}
