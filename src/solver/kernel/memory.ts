import { Memory } from '../../memory/memory.ts'
import { FRAME_BYTES } from '../../memory/frame.ts'
import type { SolverKernel } from './kernel.ts'
import { makeScalarKernel } from './scalar-kernel.ts'
import { instantiate } from './wasm-kernel.ts'

/**
 * The memory in which the step of one world works, and the {@link SolverKernel} that works in it: in WebAssembly with
 * SIMD where the environment has it and allows it, otherwise in JavaScript. Both give the same bits.
 */
export class SolverMemory extends Memory {
  declare kernel: SolverKernel
  private readonly scalar: boolean

  /** @param scalar Never uses WebAssembly. */
  constructor(scalar = false) {
    super()
    this.scalar = scalar
    this.resize(this.addRegion(), FRAME_BYTES)
  }

  protected take(bytes: number): ArrayBuffer {
    const instance = this.scalar ? null : instantiate(bytes)
    this.kernel = instance ? instance.kernel : makeScalarKernel(this)
    return instance ? instance.memory.buffer : new ArrayBuffer(bytes)
  }
}
