import type { JointKernel, Kernel, KernelInstance } from './kernel.ts'
import { CODE } from './simd-bytes.ts'
import { type StoredCode, jointCode, toBytes } from './stored-code.ts'

const PAGE = 65536

/** The kernel's code, compiled once for all worlds; and that of the functions for joints. */
let compiled: WebAssembly.Module | undefined
let compiledJoints: WebAssembly.Module | undefined

/**
 * The kernel in WebAssembly with SIMD: see `KernelMaker`.
 * @throws Error where the environment has no WebAssembly with SIMD, or a policy forbids it.
 */
export function simdKernel(bytes: number): KernelInstance {
  compiled ??= compile(CODE)
  const memory = new WebAssembly.Memory({ initial: bytes / PAGE, maximum: bytes / PAGE })
  const env = { memory }
  const kernel = new WebAssembly.Instance(compiled, { env }).exports as WebAssembly.Exports & Kernel
  return {
    buffer: memory.buffer,
    kernel,
    joints() {
      compiledJoints ??= compile(jointCode())
      return new WebAssembly.Instance(compiledJoints, { env, kernel }).exports as WebAssembly.Exports & JointKernel
    },
  }
}

/** Synchronous, so that users need not wait for physics. */
function compile(code: StoredCode): WebAssembly.Module {
  try {
    return new WebAssembly.Module(toBytes(code))
  } catch (error) {
    throw new Error(
      'bitecs-physics: WebAssembly with SIMD is missing here, or forbidden by the content security policy (it needs ' +
        "'wasm-unsafe-eval'). Import { plainKernel } from 'bitecs-physics/no-wasm' and give it to " +
        'addPhysics(world, { kernel: plainKernel }).',
      { cause: error },
    )
  }
}
