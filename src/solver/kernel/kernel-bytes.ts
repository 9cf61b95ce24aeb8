import { ModuleBuilder } from '../../wasm/module-builder.ts'
import { Kind } from '../../wasm/value.ts'
import { writeCollide } from './write-collide.ts'
import { writePass } from './write-contacts.ts'
import { writeAccelerate, writeMove } from './write-motion.ts'
import { addPrepareFunctions } from './write-prepare.ts'

/**
 * Writes the kernel's module. In the package that is built this file is replaced by what it writes, see `build.mjs`:
 * writing takes tens of milliseconds of code that runs once, and three times the bytes.
 */
export function kernelBytes(): Uint8Array<ArrayBuffer> {
  const builder = new ModuleBuilder()
  builder.function('pressOne', (b) => writePass(b, 1, false))
  builder.function('pressTwo', (b) => writePass(b, 2, false))
  builder.function('relaxOne', (b) => writePass(b, 1, true))
  builder.function('relaxTwo', (b) => writePass(b, 2, true))
  builder.function('accelerate', writeAccelerate)
  builder.function('move', writeMove)
  builder.functionOf('collide', Kind.I32, writeCollide)
  addPrepareFunctions(builder)
  return builder.bytes()
}
