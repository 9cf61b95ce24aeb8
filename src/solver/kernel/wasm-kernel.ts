import { ModuleBuilder } from '../../wasm/module-builder.ts'
import { Kind } from '../../wasm/value.ts'
import type { SolverKernel } from './kernel.ts'
import { writeCollide } from './write-collide.ts'
import { writePass } from './write-contacts.ts'
import { writeAccelerate, writeMove } from './write-motion.ts'
import { addPrepareFunctions } from './write-prepare.ts'

const PAGE = 65536

/** The kernel's code, written once for all worlds; null where the environment refused it. */
let compiled: WebAssembly.Module | null | undefined

/** A kernel with a memory of its own of that many bytes, a whole number of pages, or null where WebAssembly with SIMD is missing or forbidden. */
export function instantiate(bytes: number): { memory: WebAssembly.Memory; kernel: SolverKernel } | null {
  compiled ??= compile()
  if (compiled === null) return null
  try {
    const memory = new WebAssembly.Memory({ initial: bytes / PAGE })
    const instance = new WebAssembly.Instance(compiled, { env: { memory } })
    return { memory, kernel: instance.exports as unknown as SolverKernel }
  } catch {
    // No address space left for one more memory.
    return null
  }
}

/**
 * Synchronous, so that users need not wait for physics. A content security policy without `wasm-unsafe-eval` and browsers
 * without SIMD end here; both are no error.
 */
function compile(): WebAssembly.Module | null {
  try {
    return new WebAssembly.Module(kernelBytes())
  } catch {
    return null
  }
}

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
