import { defineConfig } from 'vitest/config'

/** Where another bitECS is to be taken from: see test/bitecs-versions.mjs. */
const { BITECS } = process.env
const alias = BITECS === undefined ? [] : [
  { find: 'bitecs/serialization', replacement: `${BITECS}/serialization/index.mjs` },
  { find: /^bitecs$/, replacement: `${BITECS}/core/index.mjs` },
]

export default defineConfig(({ mode }) => ({
  resolve: { alias },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'test/browser/**'],
    env: { SOAK: mode === 'soak' ? '1' : '' },
    // The scenes run for many simulated seconds; the machine may be slow and shared.
    testTimeout: mode === 'soak' ? 600_000 : 60_000,
    // One less by default: half of the machine where there are two.
    maxWorkers: 2,
  },
}))
