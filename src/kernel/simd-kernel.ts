import type { Kernel, KernelInstance } from './kernel.ts'
import { SIMD_LETTERS } from './simd-bytes.ts'

const PAGE = 65536

/** The kernel's code, compiled once for all worlds. */
let compiled: WebAssembly.Module | undefined

/**
 * The kernel in WebAssembly with SIMD: see `KernelMaker`.
 * @throws Error where the environment has no WebAssembly with SIMD, or a policy forbids it.
 */
export function simdKernel(bytes: number): KernelInstance {
  compiled ??= compile()
  const memory = new WebAssembly.Memory({ initial: bytes / PAGE, maximum: bytes / PAGE })
  const instance = new WebAssembly.Instance(compiled, { env: { memory } })
  return { buffer: memory.buffer, kernel: instance.exports as unknown as Kernel }
}

/** Synchronous, so that users need not wait for physics. */
function compile(): WebAssembly.Module {
  try {
    return new WebAssembly.Module(toBytes(SIMD_LETTERS))
  } catch (error) {
    throw new Error(
      'bitecs-physics: WebAssembly with SIMD is missing here, or forbidden by the content security policy (it needs ' +
        "'wasm-unsafe-eval'). Import { plainKernel } from 'bitecs-physics/no-wasm' and give it to " +
        'addPhysics(world, { kernel: plainKernel }).',
      { cause: error },
    )
  }
}

/** Reads what `bytesModule` in kernel/build.mjs writes. */
function toBytes(letters: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(letters.length)
  let count = 0
  for (let i = 0; i < letters.length; i++) {
    let value = letters.charCodeAt(i) - 37
    // # is −2, $ is −1.
    if (value < 0) value = 90 * (value + 3) + letters.charCodeAt(++i) - 37
    bytes[count++] = value - 7
  }
  return bytes.subarray(0, count)
}
