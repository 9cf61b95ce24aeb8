import { expect, test } from 'vitest'
import { runBundled } from '../support/bundle.ts'
import { SOAK, whole } from '../support/soak.ts'

test('a save and a restore allocate nothing once there are slots', { timeout: SOAK ? 900_000 : 120_000, retry: 1 }, () => {
  const printed = runBundled('test/snapshots/memory.frames.ts', ['--expose-gc', '--min-semi-space-size=64', '--max-semi-space-size=64', '--single-threaded'])
  const turns = JSON.parse(printed) as Record<string, number>
  expect(Object.keys(turns)).toEqual(whole(['joints', 'moving', 'busy'], ['joints']))
  // Reading the heap leaves 220 bytes a turn, and code that V8 has not compiled for good boxes some numbers (1,800 where bodies
  // move): all views made anew would be 35,000, and those of the events of a gas alone were 2,400. What bitECS and the lists of
  // a world make of a body that came and went since is more.
  const most: Readonly<Record<string, number>> = { joints: 2000, moving: 3000, busy: 4000 }
  for (const [name, bytes] of Object.entries(turns)) expect([name, bytes < most[name]! ? 'nothing' : bytes]).toEqual([name, 'nothing'])
})
