import type { SolverKernel } from './kernel.ts'
import { makeScalarKernel } from './scalar-kernel.ts'
import type { SolverViews } from './views.ts'
import { instantiate } from './wasm-kernel.ts'

const PAGE = 65536
const FIRST_PAGES = 1
const GROWTH = 2

/**
 * The memory in which the solver of one world works, and the {@link SolverKernel} that works in it: in WebAssembly with
 * SIMD where the environment has it and allows it, otherwise in JavaScript. Both give the same bits.
 */
export class SolverMemory implements SolverViews {
  f32!: Float32Array
  i32!: Int32Array
  f64!: Float64Array
  kernel!: SolverKernel
  private readonly scalar: boolean
  private readonly followers: (() => void)[] = []

  /** @param scalar Never uses WebAssembly. */
  constructor(scalar = false) {
    this.scalar = scalar
    this.take(FIRST_PAGES)
  }

  get bytes(): number {
    return this.f32.byteLength
  }

  /** Calls back whenever the memory grew: arrays on it that were made before are of no use then. */
  follow(callback: () => void): void {
    this.followers.push(callback)
  }

  /**
   * Makes room for that many bytes. What is there stays.
   *
   * The memory is replaced and not grown in place: that would detach its buffer, and once any buffer was detached V8
   * looks at every access to every typed array whether it is still there, which made whole steps a fifth slower.
   */
  reserve(bytes: number): void {
    if (bytes <= this.bytes) return
    const old = this.i32
    this.take(Math.ceil(Math.max(bytes, this.bytes * GROWTH) / PAGE))
    this.i32.set(old)
    for (const callback of this.followers) callback()
  }

  private take(pages: number): void {
    const instance = this.scalar ? null : instantiate(pages)
    const buffer = instance ? instance.memory.buffer : new ArrayBuffer(pages * PAGE)
    this.f32 = new Float32Array(buffer)
    this.i32 = new Int32Array(buffer)
    this.f64 = new Float64Array(buffer)
    this.kernel = instance ? instance.kernel : makeScalarKernel(this)
  }
}
