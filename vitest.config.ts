import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'test/browser/**'],
    // The scenes run for many simulated seconds; the machine may be slow and shared.
    testTimeout: 60_000,
  },
})
