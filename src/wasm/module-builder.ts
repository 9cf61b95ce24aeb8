import { type Code, assemble, list, sized, text, unsigned } from './bytes.ts'
import { FunctionBuilder } from './function-builder.ts'

const HEADER = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0]
const FUNCTION_TYPE = 0x60
const FUNCTION = 0x00
const MEMORY = 0x02

/** Writes a WebAssembly module whose functions all work on one memory, imported as `env.memory`. */
export class ModuleBuilder {
  private readonly names: string[] = []
  private readonly functions: FunctionBuilder[] = []

  /** Adds a function that is exported under its name. */
  function(name: string, write: (builder: FunctionBuilder) => void): void {
    const builder = new FunctionBuilder()
    write(builder)
    this.names.push(name)
    this.functions.push(builder)
  }

  bytes(): Uint8Array<ArrayBuffer> {
    const types = this.functions.map(({ parameters }) => [FUNCTION_TYPE, list(parameters.map((kind) => [kind])), 0])
    const imports = [[text('env'), text('memory'), MEMORY, 0, 1]]
    const exports = this.names.map((name, index) => [text(name), FUNCTION, unsigned(index)])
    return assemble([
      HEADER,
      section(1, list(types)),
      section(2, list(imports)),
      section(3, list(types.map((_, index) => unsigned(index)))),
      section(7, list(exports)),
      section(10, list(this.functions.map((builder) => builder.body()))),
    ])
  }
}

function section(id: number, content: Code): Code {
  return [id, sized(content)]
}
