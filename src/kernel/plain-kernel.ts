import type { Kernel, KernelInstance } from './kernel.ts'
import { makePlainKernel } from './plain-code.js'

/**
 * The kernel in JavaScript, for where WebAssembly is missing or forbidden: the same bits, in three to four times the time.
 * Made from the same source. See `KernelMaker`.
 */
export function plainKernel(bytes: number): KernelInstance {
  const buffer = new ArrayBuffer(bytes)
  return { buffer, kernel: makePlainKernel({ env: { memory: { buffer } } }) as Kernel }
}
