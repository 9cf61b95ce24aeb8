import { type Code, sized, unsigned } from './bytes.ts'
import { type F32, type F64, type I32, type Kind, SIMD, type V128, type Value, i32, place } from './value.ts'

/** A variable of a function. It reads as a value. */
export interface Local<K extends Kind = Kind> extends Value<K> {
  readonly index: number
}

const EMPTY = 0x40

/** Writes the code of one function, which returns nothing. */
export class FunctionBuilder {
  readonly parameters: Kind[] = []
  private readonly locals: Kind[] = []
  private readonly code: (number | Code)[] = []

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

  storeF64(address: I32, offset: number, stored: F64): void {
    this.code.push(address.code, stored.code, 0x39, place(3, offset))
  }

  storeF32(address: I32, offset: number, stored: F32): void {
    this.code.push(address.code, stored.code, 0x38, place(2, offset))
  }

  when(condition: I32, then: () => void): void {
    this.code.push(condition.code, 0x04, EMPTY)
    then()
    this.code.push(0x0b)
  }

  /** Runs the body with each address from `first` to before `end`, `stride` bytes apart. `first` is changed. */
  forEach(first: Local<I32['kind']>, end: I32, stride: number, body: () => void): void {
    this.when(i32.lessUnsigned(first, end), () => {
      this.code.push(0x03, EMPTY)
      body()
      this.set(first, i32.add(first, i32.of(stride)))
      this.code.push(i32.lessUnsigned(first, end).code, 0x0d, 0, 0x0b)
    })
  }

  /** The function as it stands in a module's code section. */
  body(): Code {
    const declared = this.locals.flatMap((kind) => [1, kind])
    return sized([unsigned(this.locals.length), declared, this.code, 0x0b])
  }

  private variable<K extends Kind>(kind: K, index: number): Local<K> {
    return { kind, index, code: [0x20, ...unsigned(index)] }
  }
}
