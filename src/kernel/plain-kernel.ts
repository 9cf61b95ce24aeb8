import type { JointKernel, Kernel, KernelInstance } from './kernel.ts'
import { makePlainKernel } from './plain-code.js'

/**
 * The kernel in JavaScript, for where WebAssembly is missing or forbidden: made from the same source, the same bits, slower.
 * See `KernelMaker`.
 */
export function plainKernel(bytes: number): KernelInstance {
  const buffer = new ArrayBuffer(bytes)
  const kernel = makePlainKernel({ env: { memory: { buffer } } }) as Kernel & JointKernel
  return { buffer, kernel, joints: () => kernel }
}
