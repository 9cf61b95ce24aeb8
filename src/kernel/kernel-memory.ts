import { Memory } from '../stores/memory.ts'
import { TABLE_END } from './address-table.ts'
import type { Kernel, KernelMaker } from './kernel.ts'
import { simdKernel } from './simd-kernel.ts'

/** The memory in which the step of one world works, and the {@link Kernel} that works in it. */
export class KernelMemory extends Memory {
  declare kernel: Kernel
  private readonly maker: KernelMaker

  constructor(maker: KernelMaker = simdKernel) {
    super()
    this.maker = maker
    this.addRegion(TABLE_END)
  }

  protected take(bytes: number): ArrayBuffer {
    const { buffer, kernel } = this.maker(bytes)
    this.kernel = kernel
    return buffer
  }
}
