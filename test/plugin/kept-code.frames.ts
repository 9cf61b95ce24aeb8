/**
 * Runs in a process of its own that tells what compiled code V8 drops: plays a world, drops it, and collects garbage between the lines
 * "dropped" and "collected".
 */
import { buildScene } from '../../examples/scenes/build.ts'
import { findScene } from '../../examples/scenes/index.ts'

declare const gc: () => void

function play(): void {
  const built = buildScene(findScene('box-bin')!.create({ count: 200 }), { allowSleep: false })
  for (let i = 0; i < 400; i++) built.step()
}

play()
console.log('dropped')
gc()
// What was called last may still be on the stack.
await new Promise((resolve) => { setTimeout(resolve, 10) })
gc()
console.log('collected')
