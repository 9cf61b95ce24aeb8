/**
 * Runs in a process of its own with the garbage collector exposed: prints how much larger the heap is after 1,000
 * steps of each scene, several times over, as JSON.
 */
import { buildScene } from '../../examples/scenes/build.ts'
import { findScene } from '../../examples/scenes/index.ts'
import { queryPairs } from '../../src/index.ts'

declare const gc: () => void

const STEPS = 1000

function heap(): number {
  for (let i = 0; i < 4; i++) gc()
  return process.memoryUsage().heapUsed
}

/** Growth of the heap in bytes over 1,000 steps: before and after a collection, in turn. */
function grown(step: () => void): number[] {
  const readings: number[] = []
  for (let reading = 0; reading < 4; reading++) {
    const before = heap()
    for (let i = 0; i < STEPS; i++) step()
    // Before a collection: what was allocated and dropped counts too.
    const dirty = process.memoryUsage().heapUsed - before
    readings.push(dirty, heap() - before)
  }
  return readings
}

const report: Record<string, number[]> = {}
const runs: [string, Parameters<NonNullable<ReturnType<typeof findScene>>['create']>[0], number][] = [
  ['large-pyramid', { base: 8 }, 300],
  ['gas', { count: 100 }, 6000],
  ['sleepers', { count: 100, awake: 0 }, 100],
  ['tumbler', { count: 40 }, 4000],
]
for (const [name, options, warmUp] of runs) {
  const built = buildScene(findScene(name)!.create(options), { capacity: 1024 })
  const step = () => {
    built.step()
    queryPairs(built.world)
  }
  for (let i = 0; i < warmUp; i++) step()
  report[name] = grown(step)
}
// Awake for good: nothing may come from the bodies that are not allowed to sleep either.
const stack = buildScene(findScene('large-pyramid')!.create({ base: 6 }), { allowSleep: false })
for (let i = 0; i < 300; i++) stack.step()
report['large-pyramid awake'] = grown(() => stack.step())
// What moves must be seen to be noticed: a step that allocates is told from one that does not.
let leak: object[] = []
report['a step that allocates'] = grown(() => {
  leak = [{ leak }.leak.length > 1 ? [] : [new Float64Array(4)]]
})
console.log(JSON.stringify(report))
