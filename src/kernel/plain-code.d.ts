/** The kernel as a function of its imports: the memory to work in. Written by kernel/build.mjs. */
export function makePlainKernel(imports: { env: { memory: { buffer: ArrayBuffer } } }): unknown
