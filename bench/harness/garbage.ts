import type { Simulation } from '../engines/engine.ts'

/** Steps between two readings of the heap. More: what the reading itself allocates counts for less. */
const STRIDE = 10

/**
 * Bytes of garbage a step, from the growth of the heap between two readings. Intervals in which the collector
 * ran show a smaller heap and are left out.
 */
export function bytesPerStep(simulation: Simulation, count: number, budgetMs: number): number {
  const idle = growth(() => {}, 200, Infinity)
  const busy = growth(() => {
    for (let i = 0; i < STRIDE; i++) simulation.step()
  }, Math.max(3, Math.round(count / STRIDE)), budgetMs)
  return Math.max(0, (busy - idle) / STRIDE)
}

/** The middle of what the heap grows by in a call, so that a single late compilation does not count. */
function growth(call: () => void, count: number, budgetMs: number): number {
  globalThis.gc?.()
  const grown: number[] = []
  const deadline = performance.now() + budgetMs
  for (let i = 0; i < count && (i < 3 || performance.now() < deadline); i++) {
    const before = process.memoryUsage().heapUsed
    call()
    const after = process.memoryUsage().heapUsed
    if (after >= before) grown.push(after - before)
  }
  grown.sort((a, b) => a - b)
  return grown[grown.length >> 1] ?? NaN
}
