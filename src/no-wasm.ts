// The entry for pages that forbid WebAssembly: `import { plainKernel } from 'bitecs-physics/no-wasm'`.
export { plainKernel } from './kernel/plain-kernel.ts'
export type { JointKernel, Kernel, KernelInstance, KernelMaker } from './kernel/kernel.ts'
