import { expect, it } from 'vitest'
import { runBundled } from '../support/bundle.ts'

it('keeps no object that a step reads as a dictionary', { timeout: 60_000 }, () => {
  const printed = runBundled('test/memory/fast.frames.ts', ['--allow-natives-syntax'])
  const { slow, seen } = JSON.parse(printed.trim().split('\n').at(-1)!) as { slow: string[]; seen: number }
  expect(seen).toBeGreaterThan(100)
  expect(slow).toEqual(['words'])
})
