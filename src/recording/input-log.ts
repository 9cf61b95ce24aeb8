import { BadFile, type ByteReader, type ByteWriter } from '../snapshots/bytes.ts'

/** An input as it is kept: nothing, the text of a JSON value, or bytes. */
export type KeptInput = null | string | Uint8Array

enum Kind {
  None = 0,
  Json = 1,
  Bytes = 2,
}

/** @throws TypeError on what neither is bytes nor can be JSON. */
export function keepInput(input: unknown): KeptInput {
  if (input === undefined) return null
  if (input instanceof Uint8Array) return new Uint8Array(input)
  // To JSON these are objects without anything in them, or with a number as a name.
  if (input instanceof ArrayBuffer || ArrayBuffer.isView(input) || input instanceof Map || input instanceof Set) {
    throw new TypeError(`step: an input that is a ${input.constructor.name} cannot be kept. Give a Uint8Array, or what JSON can say.`)
  }
  let text: string | undefined
  try {
    text = JSON.stringify(input)
  } catch (error) {
    throw new TypeError(`step: this input cannot be kept: ${(error as Error).message}. Give bytes, or what JSON can say.`, { cause: error })
  }
  if (text === undefined) throw new TypeError(`step: an input of type ${typeof input} cannot be kept. Give bytes, or what JSON can say.`)
  return text
}

/** The input as a step gets it, made anew each time: who changes it changes nothing of what is kept. */
export function giveInput(kept: KeptInput): unknown {
  if (kept === null) return undefined
  return typeof kept === 'string' ? JSON.parse(kept) : kept.slice()
}

export function isSameInput(a: KeptInput, b: KeptInput): boolean {
  if (a === b) return true
  if (!(a instanceof Uint8Array) || !(b instanceof Uint8Array) || a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}

/** The inputs of steps that follow each other. One that lasts is kept once. */
export class InputLog {
  /** The number of the first step. */
  first: number
  private readonly list: KeptInput[] = []

  constructor(first: number) {
    this.first = first
  }

  /** One behind the last step. */
  get end(): number {
    return this.first + this.list.length
  }

  add(input: KeptInput): void {
    const last = this.list.length > 0 ? this.list[this.list.length - 1]! : null
    this.list.push(isSameInput(last, input) ? last : input)
  }

  at(step: number): KeptInput {
    return this.list[step - this.first] ?? null
  }

  /** Forgets the inputs of all steps before one. */
  dropBefore(step: number): void {
    this.list.splice(0, step - this.first)
    this.first = step
  }

  write(out: ByteWriter): void {
    const { list } = this
    const starts = list.flatMap((input, i) => (i === 0 || input !== list[i - 1] ? [i] : []))
    out.u32(starts.length)
    starts.forEach((start, i) => {
      const input = list[start]!
      out.u32((starts[i + 1] ?? list.length) - start)
      out.u32(input === null ? Kind.None : typeof input === 'string' ? Kind.Json : Kind.Bytes)
      if (typeof input === 'string') out.text(input)
      else if (input !== null) out.array(input, input.length)
    })
  }

  /** @param count How many steps there are: nothing longer is made. */
  static read(reader: ByteReader, first: number, count: number): InputLog {
    const log = new InputLog(first)
    const runs = reader.count(8)
    for (let run = 0; run < runs; run++) {
      const repeats = reader.u32()
      if (repeats > count - log.list.length) throw new BadFile('it has more inputs than steps')
      const input = readInput(reader)
      for (let i = 0; i < repeats; i++) log.list.push(input)
    }
    if (log.list.length !== count) throw new BadFile('it has fewer inputs than steps')
    return log
  }
}

function readInput(reader: ByteReader): KeptInput {
  const kind = reader.u32()
  if (kind === Kind.None) return null
  if (kind === Kind.Bytes) return reader.numbers(Uint8Array)
  if (kind !== Kind.Json) throw new BadFile(`there is no input of kind ${kind}`)
  const text = reader.text()
  parseJson(text, 'an input')
  return text
}

/** @throws BadFile where the text is no JSON. */
export function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new BadFile(`${what} is no JSON`)
  }
}
