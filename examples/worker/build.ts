import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BuildOptions } from 'esbuild'

const workerFolder = dirname(fileURLToPath(import.meta.url))

/** How the two programs of the example are bundled; the page is copied. */
export const workerBuild = {
  entryPoints: ['page.ts', 'worker.ts', 'index.html'].map((name) => join(workerFolder, name)),
  outdir: workerFolder,
  bundle: true,
  format: 'esm',
  target: 'es2022',
  minifySyntax: true,
  loader: { '.html': 'copy' },
  logLevel: 'warning',
} satisfies BuildOptions
