/** Prints by how many bytes a step the heap of a settled tower grows, when all code is compiled; runs in its own process. */
import { getHeapStatistics } from 'node:v8'
import { buildScene } from '../../examples/scenes/build.ts'
import { findScene } from '../../examples/scenes/index.ts'

/** After 5,000 steps code was still compiled, and 64 bytes a step were left; after 15,000 none, as after 60,000. */
const WARM = 20_000
const STEPS = 200

const built = buildScene(findScene('tower')!.create({}), { allowSleep: false })
for (let i = 0; i < WARM; i++) built.step()

/** What happens in between, less what reading the heap itself leaves. */
function grown(run: () => void): number {
  const before = getHeapStatistics().used_heap_size
  const start = getHeapStatistics().used_heap_size
  run()
  return getHeapStatistics().used_heap_size - start - (start - before)
}

const readings: number[] = []
for (let reading = 0; reading < 12; reading++) {
  readings.push(grown(() => { for (let i = 0; i < STEPS; i++) built.step() }) / STEPS)
}
console.log(JSON.stringify(readings))
