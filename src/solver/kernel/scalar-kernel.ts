import type { SolverKernel } from './kernel.ts'
import type { SolverViews } from './views.ts'
import { pressGroups, relaxGroups } from './scalar-contacts.ts'
import { accelerate, move } from './scalar-motion.ts'

/** The kernel in JavaScript, for environments without WebAssembly. It tells what the other one does, bit for bit. */
export function makeScalarKernel(memory: SolverViews): SolverKernel {
  return {
    pressOne: (first, end, work, inverseH, biasRate, maxPush) =>
      pressGroups(memory, 1, first, end, work, inverseH, biasRate, maxPush),
    pressTwo: (first, end, work, inverseH, biasRate, maxPush) =>
      pressGroups(memory, 2, first, end, work, inverseH, biasRate, maxPush),
    relaxOne: (first, end, work, push, inverseH) => relaxGroups(memory, 1, first, end, work, push, inverseH),
    relaxTwo: (first, end, work, push, inverseH) => relaxGroups(memory, 2, first, end, work, push, inverseH),
    accelerate: (first, end, drive, work, push, h) => accelerate(memory, first, end, drive, work, push, h),
    move: (first, end, drive, work, h) => move(memory, first, end, drive, work, h),
  }
}
