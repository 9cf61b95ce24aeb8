import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../build/bundle.ts'

/** V8 makes machine code of functions with up to 60 kB of its own code; all passes over joints in one had 61,000 letters, and none. */
const LONGEST = 30_000

test('no function of the kernel in JavaScript is too long for machine code', () => {
  const code = readFileSync(join(root, 'src/kernel/plain-code.js'), 'utf8')
  const starts = [...code.matchAll(/function [\w$]+\(/g)].map(({ index }) => index)
  expect(starts.length).toBeGreaterThan(50)
  expect(Math.max(...starts.map((start, i) => (starts[i + 1] ?? code.length) - start))).toBeLessThan(LONGEST)
})
