import { POLYGON_STRIDE, type PolygonPool } from './polygon-pool.ts'
import type { Region } from '../stores/memory.ts'
import { AddressTable } from '../kernel/address-table.ts'
import type { KernelMemory } from '../kernel/kernel-memory.ts'

const BYTES = POLYGON_STRIDE * 8

/** The polygons of a world where the kernel finds them. The pool itself outlives the memory: see `registry.ts`. */
export class PolygonCopy {
  private readonly memory: KernelMemory
  private readonly region: Region
  private readonly pool: PolygonPool

  constructor(memory: KernelMemory, pool: PolygonPool) {
    this.memory = memory
    this.pool = pool
    this.region = memory.addRegion()
    pool.firstWritten = 1
    memory.follow(() => this.place())
  }

  /** Copies what was written since the last time. May replace the memory. */
  update(): void {
    const { memory, pool } = this
    if (pool.firstWritten >= pool.end) return
    if (pool.end * BYTES > this.region.bytes) memory.resize(this.region, pool.data.length * 8)
    const written = pool.data.subarray(pool.firstWritten * POLYGON_STRIDE, pool.end * POLYGON_STRIDE)
    memory.f64.set(written, (this.region.start >> 3) + pool.firstWritten * POLYGON_STRIDE)
    pool.firstWritten = Infinity
  }

  private place(): void {
    this.memory.i32[AddressTable.Polygons >> 2] = this.region.start
  }
}
