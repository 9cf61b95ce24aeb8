import type { SolverKernel } from './kernel.ts'
import type { MemoryViews } from '../../memory/memory.ts'
import { pressGroups, relaxGroups } from './scalar-contacts.ts'
import { collide } from './scalar-collide.ts'
import { accelerate, move } from './scalar-motion.ts'
import { prepare } from './scalar-prepare.ts'
import { finish, storeImpulses } from './scalar-rows.ts'

/** The kernel in JavaScript, for environments without WebAssembly. It tells what the other one does, bit for bit. */
export function makeScalarKernel(memory: MemoryViews): SolverKernel {
  return {
    pressOne: (first, end, work, rates) => pressGroups(memory, 1, first, end, work, rates),
    pressTwo: (first, end, work, rates) => pressGroups(memory, 2, first, end, work, rates),
    relaxOne: (first, end, work, push, rates) => relaxGroups(memory, 1, first, end, work, push, rates),
    relaxTwo: (first, end, work, push, rates) => relaxGroups(memory, 2, first, end, work, push, rates),
    accelerate: (first, end, drive, work, push, time) => accelerate(memory, first, end, drive, work, push, time),
    move: (first, end, drive, work, time) => move(memory, first, end, drive, work, time),
    collide: (first, end) => collide(memory, first, end),
    prepare: (first, end, foreign) => prepare(memory, first, end, foreign),
    finish: () => finish(memory),
    storeImpulses: () => storeImpulses(memory),
  }
}
