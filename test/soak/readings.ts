import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { inner } from '../support/inner.ts'
import type { Pits } from './pits.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** What a world holds after a collection, in bytes, and what its steps cost, over a part of the run. */
export interface Reading {
  readonly step: number
  /** Objects of JavaScript. */
  readonly heap: number
  /** Typed arrays: columns, queues, tables. */
  readonly buffers: number
  /** The memory that the kernel works on. */
  readonly kernel: number
  /** All of the process. */
  readonly resident: number
  /** Median of a step's time, ms. */
  readonly stepTime: number
  /** Median of the time of work that is always the same, done in between, ms: what the machine makes of it. */
  readonly yardstick: number
  readonly awake: number
  readonly contacts: number
}

/** Collects step times, and reads the memory. */
export class Meter {
  private times: number[] = []
  private marks: number[] = []
  private readonly work = new Float64Array(1 << 12)

  time(step: () => void): void {
    const start = performance.now()
    step()
    this.times.push(performance.now() - start)
  }

  /** Work that is the same at all times, and so short that the machine seldom does something else within it. */
  measureMachine(): void {
    const start = performance.now()
    let sum = 0
    for (let i = 0; i < this.work.length; i++) sum += this.work[i] = Math.sqrt(sum * 0.5 + i)
    this.marks.push(performance.now() - start)
  }

  read(pits: Pits): Reading {
    const stepTime = median(this.times)
    const yardstick = median(this.marks)
    this.times = []
    this.marks = []
    for (let i = 0; i < 3; i++) collect()
    const { heapUsed, arrayBuffers, rss } = process.memoryUsage()
    const { physics } = pits
    const kernel = inner(physics).solver.states.memory.bytes
    const { awake, contacts } = physics.stats
    return { step: pits.steps, heap: heapUsed, buffers: arrayBuffers, kernel, resident: rss, stepTime, yardstick, awake, contacts }
  }
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? Number.NaN
}

/** The last tenth of the readings against the first tenth: 1 where nothing grew. */
export interface Growth {
  readonly heap: number
  readonly buffers: number
  readonly kernel: number
  readonly resident: number
  /** Of the median step, by the clock. */
  readonly stepTime: number
  /** The same, less what the machine became slower or faster by. */
  readonly stepWork: number
}

export function growthOf(readings: readonly Reading[]): Growth {
  const tenth = Math.max(1, Math.floor(readings.length / 10))
  const [first, last] = [readings.slice(0, tenth), readings.slice(-tenth)]
  const ratio = (of: (reading: Reading) => number): number => median(last.map(of)) / median(first.map(of))
  return {
    heap: ratio(({ heap }) => heap),
    buffers: ratio(({ buffers }) => buffers),
    kernel: ratio(({ kernel }) => kernel),
    resident: ratio(({ resident }) => resident),
    stepTime: ratio(({ stepTime }) => stepTime),
    stepWork: ratio(({ stepTime, yardstick }) => stepTime / yardstick),
  }
}
