import { expect, test } from 'vitest'
import { runBundled } from '../support/bundle.ts'

test('loop.ts: 30 steps a second look smooth at 144 frames a second, as they do not by themselves', () => {
  const printed = runBundled('examples/loop.ts')
  const [simulated, smooth] = ['drawn where it is', 'drawn in between'].map((name) => {
    const [, shortest, longest] = new RegExp(`${name}: ([\\d.]+) to ([\\d.]+) mm a frame`).exec(printed)!
    return { shortest: Number(shortest), longest: Number(longest) }
  })
  // A step is 200 mm, and four of five frames have none; a frame's share is 41.7 mm, less what rolling costs.
  expect(simulated!.shortest).toBe(0)
  expect(simulated!.longest).toBeGreaterThan(180)
  expect(smooth!.longest - smooth!.shortest).toBeLessThan(1)
  expect(smooth!.longest).toBeGreaterThan(40)
  expect(smooth!.longest).toBeLessThan(42)
})
