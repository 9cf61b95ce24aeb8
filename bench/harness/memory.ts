import type { Memory } from './protocol.ts'

/** Reads what a world takes. Has to be made before the engine is loaded. */
export class MemoryMeter {
  /** Weakly: an engine may replace one by a larger one. */
  private readonly memories = new Set<WeakRef<WebAssembly.Memory>>()
  private heap = 0
  private buffers = 0

  constructor() {
    this.watchWebAssembly()
  }

  /** What is there now is code and the scene's data, not the world. */
  beforeCreate(): void {
    globalThis.gc?.()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    this.heap = heapUsed
    this.buffers = arrayBuffers
  }

  /** Collects garbage first. */
  read(): Memory {
    globalThis.gc?.()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    let wasm = 0
    for (const memory of this.memories) wasm += memory.deref()?.buffer.byteLength ?? 0
    return { heap: Math.max(0, heapUsed - this.heap), buffers: Math.max(0, arrayBuffers - this.buffers), wasm }
  }

  /** Engines do not all show their memory; those that make it and those that export it are both seen here. */
  private watchWebAssembly(): void {
    const { memories } = this
    const { instantiate, Memory: PlainMemory } = WebAssembly
    WebAssembly.Memory = class extends PlainMemory {
      constructor(descriptor: WebAssembly.MemoryDescriptor) {
        super(descriptor)
        memories.add(new WeakRef(this))
      }
    }
    const watched = async (source: WebAssembly.Module | BufferSource, imports?: WebAssembly.Imports) => {
      const result = await instantiate(source as BufferSource, imports) as unknown
      const instance = result instanceof WebAssembly.Instance
        ? result
        : (result as WebAssembly.WebAssemblyInstantiatedSource).instance
      for (const value of Object.values(instance.exports)) if (value instanceof PlainMemory) memories.add(new WeakRef(value))
      return result
    }
    WebAssembly.instantiate = watched as typeof WebAssembly.instantiate
  }
}
