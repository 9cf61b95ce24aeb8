import { defineConfig } from 'vitest/config'
import { bundledSource } from './test/support/bundled-source.ts'

/** Where another bitECS is to be taken from: see test/bitecs-versions.mjs. */
const { BITECS } = process.env
const alias = BITECS === undefined ? [] : [
  { find: 'bitecs/serialization', replacement: `${BITECS}/serialization/index.mjs` },
  { find: /^bitecs$/, replacement: `${BITECS}/core/index.mjs` },
]

const EXCLUDED = ['**/node_modules/**', 'test/browser/**']

/**
 * Files that each run in a process of their own: they measure the time or memory of their process, or take something away from
 * the whole of JavaScript. All others share one a worker, also those that start programs or measure in a process that they
 * start: a file by itself takes 1.4 s of a processor until its first test, and its tests twice as long, since all code is cold.
 */
const APART = [
  'test/{contact-rules/crowds,kernel/refused,package/joint-code,physics/sleep,plugin/again,systems/systems}.test.ts',
]

/** Files that put others in the place of modules that the sources import: they need the sources one by one. */
const MOCKED = ['test/plugin/bitecs-internals.test.ts']

export default defineConfig(({ mode }) => {
  // A bundle has the bitECS of this project.
  const plugins = BITECS === undefined ? [bundledSource()] : []
  // A project that extends the whole is not told of the mode.
  const common = {
    env: { SOAK: mode === 'soak' ? '1' : '' },
    // Natively: Vitest would transform the bundle anew for each run (6 s of a processor), and reach each import of a chunk through an object.
    server: { deps: { external: [/\/\.cache\/sources-/] } },
    execArgv: ['--enable-source-maps'],
    setupFiles: ['test/support/seed.ts'],
    // On a machine that others use, too, a reading of times or of the heap may be wrong once.
    retry: process.env['CI'] === 'true' && mode !== 'soak' ? 1 : 0,
    // The scenes run for many simulated seconds; the machine may be slow and shared.
    testTimeout: mode === 'soak' ? 600_000 : 60_000,
    hookTimeout: mode === 'soak' ? 600_000 : 60_000,
  }
  const together = { ...common, name: 'together', include: ['test/**/*.test.ts'], exclude: [...EXCLUDED, ...APART, ...MOCKED], isolate: false }
  const apart = { ...common, name: 'apart', include: APART, exclude: EXCLUDED }
  return {
    test: {
      projects: [
        { resolve: { alias }, plugins, test: together },
        { resolve: { alias }, plugins, test: apart },
        { resolve: { alias }, test: { ...common, name: 'mocked', include: MOCKED, exclude: EXCLUDED } },
      ],
      // One less by default: half of the machine where there are two.
      maxWorkers: 2,
    },
  }
})
