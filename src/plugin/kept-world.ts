import type { JointKernel, Kernel, KernelInstance } from '../kernel/kernel.ts'

let kept: object | null = null

/**
 * Makes an empty world of its own with the first one of a program, and keeps it for as long as that runs.
 *
 * With the last object of a kind V8 drops the machine code that was compiled for it. A program that drops its only world, and makes the next
 * one after a garbage collection, began with interpreted code again. Nobody steps the empty one: another kernel that is called makes the
 * calls of the first one slower, and to make it in the midst of a game is a pause of 4 to 40 ms.
 *
 * Where there is no memory for it none is kept: nothing but speed depends on it.
 */
export function keepWorld(make: () => object): void {
  try {
    kept ??= make()
  } catch {
    kept = null
  }
}

/** A kernel for a world that is never stepped. */
export function idleKernel(bytes: number): KernelInstance {
  return { buffer: new ArrayBuffer(bytes), kernel: {} as Kernel, joints: () => ({}) as JointKernel }
}
