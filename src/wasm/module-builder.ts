import { type Code, assemble, list, sized, text, unsigned } from './bytes.ts'
import { type Callee, FunctionBuilder } from './function-builder.ts'
import type { Kind } from './value.ts'

const HEADER = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0]
const FUNCTION_TYPE = 0x60
const FUNCTION = 0x00
const MEMORY = 0x02

interface Written {
  readonly name: string
  readonly builder: FunctionBuilder
  readonly result: Kind | null
}

/** Writes a WebAssembly module whose functions all work on one memory, imported as `env.memory`. */
export class ModuleBuilder {
  private readonly functions: Written[] = []

  /** Adds a function that is exported under its name, and returns nothing. */
  function(name: string, write: (builder: FunctionBuilder) => void): Callee {
    return this.add(name, null, write)
  }

  /** Adds a function that is exported under its name. It must end with its result on every way. */
  functionOf<K extends Kind>(name: string, result: K, write: (builder: FunctionBuilder) => void): Callee<K> {
    return this.add(name, result, write)
  }

  bytes(): Uint8Array<ArrayBuffer> {
    const types = this.functions.map(({ builder: { parameters }, result }) => [
      FUNCTION_TYPE,
      list(parameters.map((kind) => [kind])),
      result === null ? 0 : [1, result],
    ])
    const imports = [[text('env'), text('memory'), MEMORY, 0, 1]]
    const exports = this.functions.map(({ name }, index) => [text(name), FUNCTION, unsigned(index)])
    return assemble([
      HEADER,
      section(1, list(types)),
      section(2, list(imports)),
      section(3, list(types.map((_, index) => unsigned(index)))),
      section(7, list(exports)),
      section(10, list(this.functions.map(({ builder }) => builder.body()))),
    ])
  }

  private add<K extends Kind>(name: string, result: K | null, write: (builder: FunctionBuilder) => void): Callee<K> {
    const builder = new FunctionBuilder()
    const index = this.functions.length
    write(builder)
    this.functions.push({ name, builder, result })
    return { index, parameters: builder.parameters, result }
  }
}

function section(id: number, content: Code): Code {
  return [id, sized(content)]
}
