import { kernelBytes } from './kernel-bytes.ts'
import type { SolverKernel } from './kernel.ts'

const PAGE = 65536

/** The kernel's code, compiled once for all worlds; null where the environment refused it. */
let compiled: WebAssembly.Module | null | undefined

/**
 * A kernel with a memory of its own of that many bytes, a whole number of pages; null where WebAssembly with SIMD is
 * missing or forbidden.
 */
export function instantiate(bytes: number): { memory: WebAssembly.Memory; kernel: SolverKernel } | null {
  compiled ??= compile()
  if (compiled === null) return null
  try {
    const memory = new WebAssembly.Memory({ initial: bytes / PAGE, maximum: bytes / PAGE })
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
