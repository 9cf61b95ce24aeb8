import { type Code, sized, unsigned } from './bytes.ts'
import { type F32, type F64, type I32, type Kind, SIMD, type V128, type Value, i32, place, value } from './value.ts'

/** A variable of a function. It reads as a value. */
export interface Local<K extends Kind = Kind> extends Value<K> {
  readonly index: number
}

/** A function of the module that others can call. */
export interface Callee<K extends Kind = Kind> {
  readonly index: number
  readonly parameters: readonly Kind[]
  /** What it returns; null for nothing. */
  readonly result: K | null
}

/** A block or loop, as a target of jumps. */
export interface Label {
  readonly depth: number
}

const EMPTY = 0x40
const BLOCK = 0x02
const LOOP = 0x03
const IF = 0x04
const ELSE = 0x05
const END = 0x0b

/** Writes the code of one function. */
export class FunctionBuilder {
  readonly parameters: Kind[] = []
  private readonly locals: Kind[] = []
  private readonly code: (number | Code)[] = []
  /** Blocks that are open. */
  private depth = 0

  /** Declares the next parameter. All must be declared before the first local. */
  parameter<K extends Kind>(kind: K): Local<K> {
    this.parameters.push(kind)
    return this.variable(kind, this.parameters.length - 1)
  }

  /** A new variable that begins as the value. */
  let<K extends Kind>(start: Value<K>): Local<K> {
    this.locals.push(start.kind)
    const local = this.variable(start.kind, this.parameters.length + this.locals.length - 1)
    this.set(local, start)
    return local
  }

  set<K extends Kind>(local: Local<K>, to: Value<K>): void {
    this.code.push(to.code, 0x21, unsigned(local.index))
  }

  storeV128(address: I32, offset: number, stored: V128): void {
    this.code.push(address.code, stored.code, SIMD, unsigned(0x0b), place(2, offset))
  }

  /** Stores one of four floats. */
  storeLane(address: I32, offset: number, stored: V128, lane: 0 | 1 | 2 | 3): void {
    this.code.push(address.code, stored.code, SIMD, unsigned(0x5a), place(2, offset), lane)
  }

  storeF64(address: I32, offset: number, stored: F64): void {
    this.code.push(address.code, stored.code, 0x39, place(3, offset))
  }

  storeF32(address: I32, offset: number, stored: F32): void {
    this.code.push(address.code, stored.code, 0x38, place(2, offset))
  }

  storeI32(address: I32, offset: number, stored: I32): void {
    this.code.push(address.code, stored.code, 0x36, place(2, offset))
  }

  /** Stores the lowest byte. */
  store8(address: I32, offset: number, stored: I32): void {
    this.code.push(address.code, stored.code, 0x3a, place(0, offset))
  }

  when(condition: I32, then: () => void, otherwise?: () => void): void {
    this.code.push(condition.code, IF, EMPTY)
    this.inside(then)
    if (otherwise !== undefined) {
      this.code.push(ELSE)
      this.inside(otherwise)
    }
    this.code.push(END)
  }

  /** Code that {@link leaveIf} can jump out of. */
  block(body: (label: Label) => void): void {
    this.code.push(BLOCK, EMPTY)
    this.inside(body)
    this.code.push(END)
  }

  /** Code that is run once, and again from its start at each {@link leaveIf} to its label. */
  loop(body: (label: Label) => void): void {
    this.code.push(LOOP, EMPTY)
    this.inside(body)
    this.code.push(END)
  }

  /** Where the condition holds, jumps behind the block of a label, or to the start of its loop. */
  leaveIf(condition: I32, label: Label): void {
    this.code.push(condition.code, 0x0d, unsigned(this.depth - label.depth))
  }

  leave(label: Label): void {
    this.code.push(0x0c, unsigned(this.depth - label.depth))
  }

  /** Ends the function with its result. */
  return(result: Value): void {
    this.code.push(result.code, 0x0f)
  }

  /** Calls a function that returns nothing. */
  run(callee: Callee, ...parameters: Value[]): void {
    this.code.push(parameters.map((parameter) => parameter.code), 0x10, unsigned(callee.index))
  }

  /** Runs the body with each address from `first` to before `end`, `stride` bytes apart. `first` is changed. */
  forEach(first: Local<I32['kind']>, end: I32, stride: number, body: () => void): void {
    this.when(i32.lessUnsigned(first, end), () => {
      this.loop((again) => {
        body()
        this.set(first, i32.add(first, i32.of(stride)))
        this.leaveIf(i32.lessUnsigned(first, end), again)
      })
    })
  }

  /** The function as it stands in a module's code section. */
  body(): Code {
    const declared = this.locals.flatMap((kind) => [1, kind])
    return sized([unsigned(this.locals.length), declared, this.code, END])
  }

  private inside(body: (label: Label) => void): void {
    this.depth++
    body({ depth: this.depth })
    this.depth--
  }

  private variable<K extends Kind>(kind: K, index: number): Local<K> {
    return { kind, index, code: [0x20, ...unsigned(index)] }
  }
}

/** What a function that returns something gives. */
export function call<K extends Kind>(callee: Callee<K>, ...parameters: Value[]): Value<K> {
  if (callee.result === null) throw new TypeError('a function without a result has no value')
  return value(callee.result, ...parameters.map((parameter) => parameter.code), 0x10, unsigned(callee.index))
}
