import { Memory } from '../stores/memory.ts'
import { TABLE_END } from './address-table.ts'
import type { JointKernel, Kernel, KernelInstance, KernelMaker } from './kernel.ts'
import { simdKernel } from './simd-kernel.ts'

/** The memory in which the step of one world works, and the {@link Kernel} that works in it. */
export class KernelMemory extends Memory {
  declare kernel: Kernel
  declare private instance: KernelInstance
  private readonly maker: KernelMaker
  private jointKernel: JointKernel | null = null

  constructor(maker: KernelMaker = simdKernel) {
    super()
    this.maker = maker
    this.addRegion(TABLE_END)
  }

  /**
   * The functions for joints, made when they are first asked for.
   * @throws Error where nothing brought them along.
   */
  get joints(): JointKernel {
    return (this.jointKernel ??= this.instance.joints())
  }

  protected take(bytes: number): ArrayBuffer {
    const made: Partial<KernelInstance> | undefined = this.maker(bytes)
    if (made?.kernel === undefined || made.buffer === undefined) {
      throw new TypeError("addPhysics: the kernel function made no kernel. Give plainKernel from 'bitecs-physics/no-wasm', as it is.")
    }
    this.instance = made as KernelInstance
    this.kernel = this.instance.kernel
    this.jointKernel = null
    return this.instance.buffer
  }
}
